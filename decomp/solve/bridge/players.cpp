#include "decomp/solve/bridge/players.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cgt/support/error.hpp"
#include "decomp/solve/bridge/improved/improved.hpp"
#include "decomp/solve/bridge/network/classic.hpp"
#include "decomp/solve/bridge/rivals/alpha_mu.hpp"
#include "decomp/solve/bridge/rivals/rivals.hpp"

namespace cgt::bridge {
namespace {

[[noreturn]] void refuse_player(const std::string& name) {
  throw Error("\"" + name + "\" is no player",
              "improved, improved-plans, -racing, -endings, -balance or +lines, classic, "
              "classic+layouts, rule, pimc:20, alphamu:2,20; defenders: dd, pimc:10");
}

// The numbers behind the colon of "pimc:20".
std::vector<int> player_numbers(const std::string& name, std::size_t wanted) {
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
      refuse_player(name);
    }
  }
  if (out.size() != wanted || std::find(out.begin(), out.end(), 0) != out.end())
    refuse_player(name);
  return out;
}

// "improved-plans": without them, to see what they are worth; "improved+lines": with them.
std::unique_ptr<Player> improved_by_name(const std::string& name, std::uint64_t seed,
                                         unsigned slot) {
  ImprovedOptions options;
  std::string rest = name.substr(8);
  const auto set = [&rest](const std::string& part, bool& option) {
    const std::size_t at = rest.find(part);
    if (at == std::string::npos) return;
    option = part[0] == '+';
    rest.erase(at, part.size());
  };
  set("-plans", options.plans);
  set("-racing", options.racing);
  set("-endings", options.endings);
  set("+lines", options.lines);
  set("-balance", options.balance);
  if (!rest.empty()) refuse_player(name);
  return make_improved(options, seed, slot);
}

}  // namespace

std::unique_ptr<Player> make_declarer(const std::string& name, std::uint64_t seed, unsigned slot) {
  if (name.starts_with("improved")) return improved_by_name(name, seed, slot);
  if (name == "classic") return make_classic({}, seed);
  if (name == "classic+layouts") {
    ClassicOptions options;
    options.layouts = 32;
    return make_classic(options, seed);
  }
  if (name == "rule") return make_rule_declarer();
  if (name.starts_with("pimc:")) return make_pimc(player_numbers(name, 1)[0], seed, slot);
  if (!name.starts_with("alphamu:")) refuse_player(name);
  const std::vector<int> numbers = player_numbers(name, 2);
  constexpr auto kMost = static_cast<int>(WorldSet::kMost);
  if (numbers[0] > 13 || numbers[1] > kMost) {
    throw Error(fmt::format("\"{}\" is too much", name),
                fmt::format("alphamu:M,N with 13 moves and {} layouts at most", kMost));
  }
  return make_alpha_mu(numbers[0], numbers[1], seed, slot);
}

std::unique_ptr<Player> make_defence(const std::string& name, std::uint64_t seed, unsigned slot) {
  if (name == "dd") return make_seeing_defender(slot);
  if (name.starts_with("pimc:")) return make_pimc(player_numbers(name, 1)[0], seed + 0x5eed, slot);
  throw Error("\"" + name + "\" is no defence", "dd, pimc:10");
}

}  // namespace cgt::bridge
