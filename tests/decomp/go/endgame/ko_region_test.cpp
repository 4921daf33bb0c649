// Thermographs of Go regions with kos: rows from outside, the colours exchanged, and random regions.
#include "decomp/go/endgame/ko_region.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string_view>

#include "cgt/ko/stack.hpp"
#include "tests/cgt/ko/rows.hpp"
#include "tests/testing.hpp"

namespace cgt::ko_region_test {
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
    const go::RegionKo ko = go::region_ko(search, store, go::Region::parse(row.game), budget);
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

// A region of two to four columns of random cells between walls of random colours.
std::string random_diagram(std::mt19937_64& random) {
  const auto pick = [&](std::string_view signs) { return signs[random() % signs.size()]; };
  const std::size_t width = 2 + random() % 3;
  const std::size_t height = 1 + random() % 2;
  const bool below = random() % 2 == 0;
  std::string out(1, pick("BW"));
  for (std::size_t x = 0; x <= width; ++x) out += pick("BW");
  for (std::size_t y = 0; y < height; ++y) {
    out += std::string("/") + pick("BW");
    for (std::size_t x = 0; x < width; ++x) out += pick("...XO");
    out += pick("BW");
  }
  if (!below) return out;
  out += '/';
  for (std::size_t x = 0; x < width + 2; ++x) out += pick("BW");
  return out;
}

std::string exchanged(std::string diagram) {
  for (char& c : diagram) {
    const std::string_view from = "BWXObwYQ";
    const std::string_view to = "WBOXwbQY";
    if (const auto at = from.find(c); at != std::string_view::npos) c = to[at];
  }
  return diagram;
}

TEST_CASE("kos of random regions are exact or refused by name", "[random]") {
  Store store;
  solve::LocalSearch<go::Region> search(store);
  std::mt19937_64 random(2026);
  std::size_t kos = 0;
  std::size_t refused = 0;
  std::size_t warm = 0;
  const std::size_t cases = testing::scaled(1'000);
  for (std::size_t i = 0; i < cases; ++i) {
    const std::string diagram = random_diagram(random);
    INFO(diagram);
    std::optional<go::Region> region;
    try {
      region = go::Region::parse(diagram);
    } catch (const InputError&) {
      continue;  // a block without liberty
    }
    Budget budget;
    const go::RegionKo ko = go::region_ko(search, store, *region, budget);
    const go::RegionKo other =
        go::region_ko(search, store, go::Region::parse(exchanged(diagram)), budget);
    REQUIRE(ko.thermographs.has_value() == ko.refused.empty());
    REQUIRE(ko.value.exact() == !ko.graph.has_value());
    REQUIRE(ko.thermographs.has_value() == other.thermographs.has_value());
    if (ko.value.exact()) {
      // No ko matters: the graph of positions, where it has a thermograph, has the same one.
      const go::RegionGraph graph = go::region_graph(*region, budget);
      if (irregular_cycle(graph.graph, budget)) continue;
      const KoThermographs positions = ko_thermographs(graph.graph, budget);
      for (const Komaster komaster : kKomasters) {
        REQUIRE(positions[komaster].mast() + Rational(graph.settled) ==
                (*ko.thermographs)[komaster].mast());
        REQUIRE(positions[komaster].temperature_text() ==
                (*ko.thermographs)[komaster].temperature_text());
      }
      continue;
    }
    ++kos;
    if (!ko.thermographs) {
      ++refused;
      const auto named = [&](std::string_view name) { return ko.refused.starts_with(name); };
      CHECK((named("double ko at ") || named("triple ko at ") || named("sending ") ||
             named("eternal life at ") || named("cycle of ") || named("cycle that scores ") ||
             ko.refused.find(" kos at a time at ") != std::string::npos));
      continue;
    }
    for (const Komaster komaster : kKomasters) {
      const Komaster opposite = komaster == Komaster::kNone   ? komaster
                                : komaster == Komaster::kLeft ? Komaster::kRight
                                                              : Komaster::kLeft;
      const KoThermograph& graph = (*ko.thermographs)[komaster];
      const KoThermograph& turned = (*other.thermographs)[opposite];
      CHECK(turned.mast() == -graph.mast());
      CHECK(turned.temperature() == graph.temperature());
      // The bounds of the value bound the mean.
      CHECK(to_rational(store.mean(ko.value.lower)) <= graph.mast());
      CHECK(graph.mast() <= to_rational(store.mean(ko.value.upper)));
    }
    KoThermograph walls = (*ko.thermographs)[Komaster::kNone];
    if (walls.cold()) continue;
    ++warm;
    for (KoWall& wall : walls.walls.values) wall = tilted(wall, -ko.graph->settled, 0);
    const StackCheck check = check_by_stack(ko.graph->graph, Komaster::kNone, walls, budget);
    INFO(check.text());
    CHECK(check.agrees);
  }
  testing::expect_share(kos, cases, 0.05);    // 0.15
  testing::expect_share(refused, kos, 0.15);  // 0.40
  testing::expect_share(warm, kos, 0.1);      // 0.32
}

TEST_CASE("a stack of coupons goes down to where thermographs begin") {
  Store store;
  solve::LocalSearch<go::Region> search(store);
  // Left takes a stone and has 5 more, of which another move, in her own territory, would leave 4. Where
  // passes are free she must make that move, for what is not settled counts nothing.
  for (const char* diagram : {"BWBBB/WX..B/BO.OB/WBWBB", "WWBWB/WX.XW/BO..W"}) {
    INFO(diagram);
    Budget budget;
    const go::RegionKo ko = go::region_ko(search, store, go::Region::parse(diagram), budget);
    REQUIRE(ko.thermographs);
    for (const Komaster komaster : kKomasters) {
      KoThermograph walls = (*ko.thermographs)[komaster];
      for (KoWall& wall : walls.walls.values) wall = tilted(wall, -ko.graph->settled, 0);
      const StackCheck check = check_by_stack(ko.graph->graph, komaster, walls, budget);
      INFO(check.text());
      CHECK(check.agrees);
      CHECK(check.end == StackEnd::kCostlyPasses);
      CHECK(check.text().ends_with("where passes cost a point"));
      KoThermograph other = walls;
      for (KoWall& wall : other.walls.values) wall = tilted(wall, 1, 0);
      CHECK(!check_by_stack(ko.graph->graph, komaster, other, budget).agrees);
    }
  }
}

TEST_CASE("standing kos of Go have their thirds") {
  Store store;
  solve::LocalSearch<go::Region> search(store);
  const auto solved = [&](const char* diagram) {
    Budget budget;
    return go::region_ko(search, store, go::Region::parse(diagram), budget);
  };
  for (const Komaster komaster : kKomasters) {
    CHECK((*solved("#BW#/B.XW/#BW#").thermographs)[komaster].mast() == Rational(-1, 3));
    CHECK((*solved("#BW#/BO.W/#BW#").thermographs)[komaster].mast() == Rational(1, 3));
  }
  // Two such kos in one region, and what takes no part.
  CHECK(solved("BWW/B..").value.exact());
}

TEST_CASE("graphs of regions keep to their budget") {
  Budget budget({.nodes = 3000});
  CHECK_THROWS_AS(go::region_graph(go::Region::parse("....../....../......"), budget),
                  BudgetExhausted);
}

}  // namespace
}  // namespace cgt::ko_region_test
