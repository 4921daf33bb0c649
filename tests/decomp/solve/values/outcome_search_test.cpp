#include "decomp/solve/values/outcome_search.hpp"

#include <catch2/catch.hpp>

#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"

namespace outcome_search_test {

using namespace cgt;

TEST_CASE("Outcomes of boards without values", "[outcome]") {
  // All boards of 3x4 cells with the lower row from a table, and some with several parts.
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  const std::shared_ptr<const Ruleset> domineering = find_ruleset("domineering")->make({});
  for (unsigned bits = 0; bits < (1U << 12U); bits += 7) {
    std::string text;
    for (unsigned i = 0; i < 12; ++i) {
      if (i > 0 && i % 4 == 0) text += '|';
      text += (bits >> i & 1U) != 0 ? '#' : '.';
    }
    const AnyPosition position = domineering->position(text);
    CAPTURE(text);
    CHECK(evaluator.outcome(position, budget) == store.outcome(evaluator.value(position, budget)));
  }
  const std::vector<std::pair<std::string, std::vector<std::string>>> boards{
      {"clobber", {"xoxo|oxox|xoxo", "xo.|.xo|oxo", "xox.oxo.xoo", "x", "xo.xo"}},
      {"cram", {"....|....", "...|...|...", "...#...|...#..."}}};
  for (const auto& [name, texts] : boards) {
    const std::shared_ptr<const Ruleset> game = find_ruleset(name)->make({});
    for (const std::string& text : texts) {
      CAPTURE(name, text);
      const AnyPosition position = game->position(text);
      CHECK(evaluator.outcome(position, budget) ==
            store.outcome(evaluator.value(position, budget)));
    }
  }
}

TEST_CASE("A spent budget leaves the outcome search usable", "[outcome]") {
  Store store;
  solve::Evaluator evaluator(store);
  const AnyPosition position =
      find_ruleset("domineering")->make({})->position("....|....|....|....|....");
  Budget little(Budget::Limits{.nodes = 10});
  CHECK_THROWS_AS(
      [&] {
        for (;;) evaluator.outcome(position, little);
      }(),
      BudgetExhausted);
  Budget enough;
  CHECK(evaluator.outcome(position, enough) == store.outcome(evaluator.value(position, enough)));
}

}  // namespace outcome_search_test
