#include "tests/decomp/solve/sums/small_terms.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "cgt/support/error.hpp"
#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "decomp/solve/values/evaluator.hpp"

namespace cgt::testing {
namespace {

constexpr std::size_t kFew = 30;

// Positions that play can reach, but no more than `most`; 0 for a loopy ruleset.
std::size_t reachable(const AnyPosition& start, std::size_t most) {
  std::vector<AnyPosition> seen{start};
  for (std::size_t i = 0; i < seen.size() && seen.size() <= most; ++i) {
    for (const Player player : kPlayers) {
      for (const Option<AnyPosition>& option : seen[i].options(player)) {
        if (option.may_repeat) return 0;
        if (std::ranges::find(seen, option.position) == seen.end()) seen.push_back(option.position);
      }
    }
  }
  return seen.size();
}

std::optional<AnyPosition> small_position(const Ruleset& game, const RulesetEntry& entry,
                                          std::mt19937_64& random) {
  AnyPosition position = game.position(entry.example);
  for (int ply = 0; ply < 200; ++ply) {
    const std::size_t count = reachable(position, kFew);
    if (count == 0) return {};
    if (count <= kFew) return position;
    const auto moves = position.options(random() % 2 == 0 ? Player::kLeft : Player::kRight);
    if (!moves.empty()) position = moves[random() % moves.size()].position;
  }
  return {};
}

// The ruleset as it is without arguments, or null if it needs some.
std::shared_ptr<const Ruleset> without_arguments(const RulesetEntry& entry) {
  try {
    return registered_ruleset(entry.name);
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace

SmallTerms small_terms(Store& store, int each, std::mt19937_64& random) {
  SmallTerms out;
  solve::Evaluator evaluator(store);
  Budget budget;
  for (const RulesetEntry& entry : rulesets()) {
    const std::shared_ptr<const Ruleset> game = without_arguments(entry);
    if (game == nullptr) continue;
    bool used = false;
    for (int i = 0; i < each; ++i) {
      const std::optional<AnyPosition> position = small_position(*game, entry, random);
      if (!position || position->text().empty()) continue;
      try {
        out.terms.push_back({{*position, entry.name, position->text()},
                             evaluator.value(*position, budget),
                             reachable(*position, kFew)});
        used = true;
      } catch (const Error&) {
        continue;  // a loopy game
      }
    }
    out.rulesets += used ? 1 : 0;
  }
  for (const char* text :
       {"0",         "1",     "-2",    "3/4",     "-1/8",      "*",       "*2",
        "*5",        "^",     "v*",    "^3*2",    "+-1",       "{3|-5}",  "{2||1|-1}",
        "{0||0|-2}", "{1|*}", "{*|v}", "{5|1/2}", "{4|2||-1}", "{0,*|v*}"}) {
    const GameId value = parse_value(store, text);
    out.terms.push_back({{value, "", text}, value, store.follower_count(value)});
  }
  return out;
}

}  // namespace cgt::testing
