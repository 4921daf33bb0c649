// Thermographs of score graphs against rows from outside, formulas of the literature, and the
// ordinary thermographs of games without cycles.
#include "cgt/ko/thermograph.hpp"

#include <catch2/catch.hpp>

#include "tests/cgt/ko/rows.hpp"
#include "tests/testing.hpp"

namespace cgt {
namespace {

TEST_CASE("thermographs of score graphs agree with the rows") {
  std::size_t checked = 0;
  for (const testing::KoRow& row : testing::ko_rows()) {
    if (row.go()) continue;
    ++checked;
    INFO(row.name << " " << row.game << " komaster " << name(row.komaster));
    Budget budget;
    const KoThermographs all = ko_thermographs(KoGraph::parse(row.game), budget);
    const KoThermograph& graph = all[row.komaster];
    CHECK(to_string(graph.mast()) == row.mast);
    CHECK(graph.temperature_text() == row.temperature);
    for (const Player player : kPlayers) {
      CHECK(testing::knots_text(graph, player) == row.walls[player]);
    }
    if (row.kind != "-") CHECK(name(all.kind()) == row.kind);
  }
  CHECK(checked == 295);
}

}  // namespace
}  // namespace cgt
