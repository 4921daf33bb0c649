#include "repl/commands/bridge/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cgt/support/error.hpp"
#include "decomp/solve/bridge/improved/improved.hpp"
#include "decomp/solve/bridge/network/classic.hpp"
#include "decomp/solve/bridge/rivals/alpha_mu.hpp"
#include "decomp/solve/bridge/rivals/rivals.hpp"
#include "repl/commands/bridge/parts.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

// The numbers behind the colon of "pimc:20".
std::vector<int> bridge_numbers(const std::string& name, std::size_t wanted) {
  std::vector<int> out;
  std::string digits;
  const std::string given = name.substr(name.find(':') + 1) + ",";
  for (const char c : given) {
    if (c == ',' && !digits.empty() && digits.size() < 6) {
      out.push_back(std::stoi(digits));
      digits.clear();
    } else if (c >= '0' && c <= '9') {
      digits += c;
    } else {
      out.clear();
      break;
    }
  }
  if (out.empty() || out.size() != wanted || std::find(out.begin(), out.end(), 0) != out.end()) {
    throw Error("\"" + name + "\" is no player",
                "improved, improved-plans, -racing, -endings, -lines or -inference, classic, rule, "
                "pimc:20, alphamu:2,20; defenders: dd, pimc:10");
  }
  return out;
}

ExitCode run_bridge_deal(const BridgeOptions& o) {
  std::vector<bridge::pbn::Record> records;
  // Boards are numbered as they are kept; deals that do not fit are passed over.
  for (int number = 1; static_cast<int>(records.size()) < o.boards; ++number) {
    bridge::Deal deal = bridge::random_deal(o.seed, number);
    const bridge::Contract contract = bridge::contract_by_points(deal);
    const bool notrump = contract.strain == bridge::kNotrump;
    if (o.strains != "mixed" && (o.strains == "nt") != notrump) continue;
    const int board = static_cast<int>(records.size()) + 1;
    deal.dealer = bridge::board_dealer(board);
    deal.vulnerable = bridge::board_vulnerable(board);
    records.push_back(bridge::pbn::record_of(board, deal, contract));
  }
  const std::string text = bridge::pbn::write(records);
  if (o.out.empty()) {
    std::cout << text;
  } else {
    replace_file(o.out, text);
  }
  return kOk;
}

}  // namespace

std::unique_ptr<bridge::Player> bridge_declarer(const std::string& name, std::uint64_t seed,
                                                unsigned slot) {
  if (name.starts_with("improved")) {
    // "improved-plans": without them, to see what they are worth.
    bridge::ImprovedOptions options;
    std::string rest = name.substr(8);
    const auto without = [&rest](const std::string& part, bool& option) {
      const std::size_t at = rest.find(part);
      if (at == std::string::npos) return;
      option = false;
      rest.erase(at, part.size());
    };
    without("-plans", options.plans);
    without("-racing", options.racing);
    without("-endings", options.endings);
    without("-lines", options.lines);
    without("-inference", options.inference);
    if (rest.empty()) return bridge::make_improved(options, seed, slot);
  }
  if (name == "classic") return bridge::make_classic();
  if (name == "rule") return bridge::make_rule_declarer();
  if (name.starts_with("pimc:")) return bridge::make_pimc(bridge_numbers(name, 1)[0], seed, slot);
  if (name.starts_with("alphamu:")) {
    const std::vector<int> numbers = bridge_numbers(name, 2);
    constexpr auto kMost = static_cast<int>(bridge::WorldSet::kMost);
    if (numbers[0] > 13 || numbers[1] > kMost) {
      throw Error(fmt::format("\"{}\" is too much", name),
                  fmt::format("alphamu:M,N with 13 moves and {} layouts at most", kMost));
    }
    return bridge::make_alpha_mu(numbers[0], numbers[1], seed, slot);
  }
  bridge_numbers(name, 0);  // refuses it
  return nullptr;
}

std::unique_ptr<bridge::Player> bridge_defence(const std::string& name, std::uint64_t seed,
                                               unsigned slot) {
  if (name == "dd") return bridge::make_seeing_defender(slot);
  if (name.starts_with("pimc:"))
    // Other samples than a declarer of the same seed has.
    return bridge::make_pimc(bridge_numbers(name, 1)[0], seed + 0x5eed, slot);
  throw Error("\"" + name + "\" is no defence", "dd, pimc:10");
}

std::vector<bridge::pbn::Record> bridge_deals(const std::string& file) {
  const SourceText source(display_name(file), read_file(file));
  std::vector<bridge::pbn::Record> records = bridge::pbn::read(source);
  std::erase_if(records, [](const auto& r) { return !r.deal || !r.contract; });
  if (records.empty()) {
    throw Error(display_name(file) + " has no deal with four hands and a contract",
                "cgt bridge deal makes some");
  }
  return records;
}

ExitCode run_bridge(const BridgeOptions& options) {
  using Action = BridgeOptions::Action;
  switch (options.action) {
    case Action::kDeal: return run_bridge_deal(options);
    case Action::kPlay: return run_bridge_play(options);
    case Action::kMatch: return run_bridge_match(options);
    case Action::kSuit: return run_bridge_suit(options);
    case Action::kEnding: return run_bridge_ending(options);
    case Action::kExplain: return run_bridge_explain(options);
    case Action::kBench: return run_bridge_bench(options);
  }
  return kOk;
}

}  // namespace cgt::repl
