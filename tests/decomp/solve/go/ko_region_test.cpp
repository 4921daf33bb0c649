// Thermographs of Go regions with kos: rows from outside, the colours exchanged, and random regions.
#include "decomp/solve/go/ko_region.hpp"

#include <catch2/catch.hpp>

#include "tests/cgt/ko/rows.hpp"
#include "tests/testing.hpp"

namespace cgt {
namespace {

TEST_CASE("thermographs of Go regions agree with the rows") {
  Store store;
  solve::LocalSearch<go::Region> search(store);
  std::size_t checked = 0;
  for (const testing::KoRow& row : testing::ko_rows()) {
    if (!row.go()) continue;
    ++checked;
    INFO(row.name << " " << row.game << " komaster " << name(row.komaster));
    Budget budget;
    const solve::RegionKo ko =
        solve::region_ko(search, store, go::Region::parse(row.game), budget);
    INFO(ko.refused);
    REQUIRE(ko.thermographs);
    CHECK(!ko.value.exact());
    const KoThermograph& graph = (*ko.thermographs)[row.komaster];
    CHECK(to_string(graph.mast()) == row.mast);
    CHECK(graph.temperature_text() == row.temperature);
    for (const Player player : kPlayers) {
      CHECK(testing::knots_text(graph, player) == row.walls[player]);
    }
    if (row.kind != "-") CHECK(name(ko.thermographs->kind()) == row.kind);
  }
  CHECK(checked == 45);
}

}  // namespace
}  // namespace cgt
