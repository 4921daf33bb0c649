// Results that take the areas beyond contested zones for territory, against the exact results of the
// whole parts.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "cgt/game.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "tests/testing.hpp"

namespace open_boundary_test {
namespace {

using cgt::Budget;
using cgt::Dyadic;
using cgt::kPlayers;
using cgt::Player;
using cgt::Store;
using cgt::go::GoEndgame;

}  // namespace

TEST_CASE("an open boundary is scored by its zone") {
  // A gap on the first line between areas of a size that local search can do as a whole.
  const auto problem = cgt::go::parse_board("....../..BW../BBBWWW/BBBWWW");
  Store store;
  Budget budget;
  GoEndgame whole(store, problem);
  REQUIRE(whole.solve(budget));
  CHECK_FALSE(whole.with_zones(budget));
  GoEndgame none(store, problem);
  Budget one({.nodes = 1});
  REQUIRE_FALSE(none.solve(one));
  auto cut = none.with_zones(budget);
  // Its zone of the greatest width is the whole.
  if (cut) CHECK(cut->score(Player::kLeft, budget).exact());

  // The same gap with more behind it: two points wider on either side is two points each.
  const auto large = cgt::go::parse_board("........../....BW..../BBBBBWWWWW/BBBBBWWWWW");
  GoEndgame board(store, large);
  Budget few({.nodes = 500});
  REQUIRE_FALSE(board.solve(few));
  auto zones = board.with_zones(budget);
  REQUIRE(zones);
  CHECK(zones->complete());
  CHECK(zones->conditional());
  CHECK(zones->areas_assumed().size() == 2);
  for (const Player first : kPlayers) {
    const auto expected = whole.score(first, budget);
    const auto found = zones->score(first, budget);
    REQUIRE((expected.exact() && found.exact()));
    CHECK(*found.lower == *expected.lower);
    // What holds under the condition lies within what holds in any case.
    const auto bounds = board.score(first, budget);
    CHECK(*bounds.lower <= *found.lower);
    CHECK(*found.upper <= *bounds.upper);
    CHECK_FALSE(zones->best_moves(first, budget).empty());
  }
}

TEST_CASE("conditional scores lie within the bounds and mostly are the exact ones") {
  std::mt19937 rng(23);
  std::size_t tried = 0;
  std::size_t equal = 0;
  Store store;
  for (std::size_t i = 0; i < cgt::testing::scaled(1500); ++i) {
    std::string text;
    for (int y = 0; y < 4; ++y) {
      if (y > 0) text += '/';
      for (int x = 0; x < 7; ++x) text += "BBBWWW.....XO"[rng() % 13];
    }
    Budget budget;
    std::optional<GoEndgame> whole;
    std::optional<GoEndgame> part;
    try {
      const auto problem = cgt::go::parse_board(text);
      whole.emplace(store, problem);
      part.emplace(store, problem);
    } catch (const cgt::Error&) {
      continue;  // stones without liberty
    }
    CAPTURE(text);
    Budget one({.nodes = 1});
    if (part->solve(one)) continue;
    bool large = false;
    for (const auto& subgame : part->subgames()) large = large || subgame.points.size() > 9;
    if (large || !whole->solve(budget)) continue;
    auto cut = part->with_zones(budget);
    if (!cut) continue;
    for (const Player first : kPlayers) {
      const auto exact = whole->score(first, budget);
      const auto found = cut->score(first, budget);
      const auto bounds = part->score(first, budget);
      REQUIRE(*bounds.lower <= *exact.lower);
      REQUIRE(*exact.upper <= *bounds.upper);
      ++tried;
      equal += found.exact() && *found.lower == *exact.lower ? 1 : 0;
    }
  }
  CHECK(tried > 50);
  cgt::testing::expect_share(equal, tried, 0.25);  // 0.42
}

}  // namespace open_boundary_test
