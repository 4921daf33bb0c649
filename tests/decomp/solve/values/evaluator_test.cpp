#include "decomp/solve/values/evaluator.hpp"

#include <catch2/catch.hpp>

#include "decomp/rules/registry.hpp"

namespace evaluator_test {

namespace {

using namespace cgt;

AnyPosition board() {
  return find_ruleset("domineering")->make({})->position("......|......|......");
}

}  // namespace

TEST_CASE("all searches of an evaluator count in its bytes", "[evaluator]") {
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  evaluator.thermograph(board(), budget);
  // It has met every part of the board, so that the outcome makes no new ones.
  const std::uint64_t before = evaluator.bytes();
  evaluator.outcome(board(), budget);
  CHECK(evaluator.bytes() > before);
}

TEST_CASE("a search ends when its table and the others of the request are too much together",
          "[evaluator][budget]") {
  constexpr std::uint64_t kMega = 1024 * 1024;
  const AnyPosition clobber = find_ruleset("clobber")->make({})->position("xoxo|oxox|xoxo");
  Store store;
  std::uint64_t mine = 0;
  {
    Budget budget({.megabytes = 10});
    solve::Evaluator evaluator(store);
    CHECK_NOTHROW(evaluator.thermograph(clobber, budget));
    mine = budget.held_bytes();
    CHECK(mine <= evaluator.bytes());
  }
  REQUIRE(mine > kMega);

  Budget first({.megabytes = 10});
  MemoryMeter other;
  CHECK_NOTHROW(other.set(first, 10 * kMega - mine / 2));
  solve::Evaluator evaluator(store);
  Budget second = first.another();
  try {
    evaluator.thermograph(clobber, second);
    FAIL("the second table did not end the search");
  } catch (const BudgetExhausted& spent) {
    CHECK(spent.reason() == StopReason::kMemory);
  }
  // Without the other table there is room again.
  other.clear();
  Budget third = first.another();
  CHECK_NOTHROW(evaluator.thermograph(clobber, third));
}

}  // namespace evaluator_test
