#include <fmt/format.h>

#include <iostream>

#include "cgt/support/error.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/labs/bridge_options.hpp"
#include "repl/labs/bridge_parts.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

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

static ExitCode run_bridge(const BridgeOptions& options) {
  using Action = BridgeOptions::Action;
  switch (options.action) {
    case Action::kDeal: return run_bridge_deal(options);
    case Action::kPlay: return run_bridge_play(options);
    case Action::kMatch: return run_bridge_match(options);
    case Action::kSuit: return run_bridge_suit(options);
    case Action::kEnding: return run_bridge_ending(options);
    case Action::kExplain: return run_bridge_explain(options);
  }
  return kOk;
}

void offer_bridge(Commands& commands) { commands.offer(add_bridge, run_bridge); }

}  // namespace cgt::repl
