// The coupon stack against the rules: two definitions that share no code.
#include "cgt/ko/stack.hpp"

#include <catch2/catch.hpp>
#include <iostream>

#include "tests/cgt/ko/rows.hpp"
#include "tests/testing.hpp"

namespace cgt {
namespace {

// Every row of a score graph, or every n-th.
void check_rows(std::size_t every) {
  std::size_t number = 0;
  for (const testing::KoRow& row : testing::ko_rows()) {
    if (row.go() || number++ % every != 0) continue;
    INFO(row.name << " " << row.game << " komaster " << name(row.komaster));
    Budget budget;
    const KoGraph graph = KoGraph::parse(row.game);
    const StackCheck check =
        check_by_stack(graph, row.komaster, ko_thermograph(graph, row.komaster, budget), budget);
    INFO(check.text());
    CHECK(check.agrees);
  }
}

TEST_CASE("a coupon stack confirms a sample of the rows") { check_rows(12); }
TEST_CASE("a coupon stack confirms all rows", "[.][nightly]") { check_rows(1); }

}  // namespace
}  // namespace cgt
