// Integer bounds of local positions against their values, intervals of boards against their scores,
// moves that are proved best against those that are best.
#include "decomp/go/safety/bounds.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "cgt/game.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/endgame/integer_search.hpp"
#include "decomp/go/record/generator.hpp"
#include "decomp/solve/values/local_search.hpp"
#include "tests/decomp/go/endgame/go_local.hpp"
#include "tests/testing.hpp"

namespace bounds_test {
namespace {

using cgt::Budget;
using cgt::Dyadic;
using cgt::kPlayers;
using cgt::Player;
using cgt::Store;
using cgt::go::Bounds;
using cgt::go::GoEndgame;
using cgt::go::integer_bounds;
using cgt::go::Region;
using Search = cgt::solve::LocalSearch<Region>;

// The older bounds: every empty point one, every stone of the other colour two.
Bounds plain_bounds(const Region& region) {
  Bounds out;
  for (const Region::Cell cell : region.cells()) {
    switch (cell & Region::kContents) {
      case Region::kEmpty: ++out.upper, --out.lower; break;
      case Region::kBlackStone: out.lower -= 2; break;
      case Region::kWhiteStone: out.upper += 2; break;
      default: break;
    }
  }
  return out;
}

// Is G <= n by the definition: White, moving second, wins G - n? Plain search of play in which White
// may make one of his n free moves instead of a move; play that does not end counts for Black.
// `black`: Black is to move.
bool holds(const Region& region, std::int64_t n, bool black, int depth) {
  if (depth == 0) return false;
  if (black) {
    // Fewer than no free moves of White's are free moves of Black's.
    if (n < 0 && !holds(region, n + 1, false, depth - 1)) return false;
    for (const auto& option : region.options(Player::kLeft)) {
      if (!holds(option.position, n - option.shift, false, depth - 1)) return false;
    }
    return true;
  }
  if (n > 0 && holds(region, n - 1, true, depth - 1)) return true;
  for (const auto& option : region.options(Player::kRight)) {
    if (holds(option.position, n - option.shift, true, depth - 1)) return true;
  }
  return false;
}

void check_value(Store& store, Search& search, const Region& region, std::size_t& tight) {
  Budget budget;
  const auto value = search.evaluate(region, budget);
  const Bounds bounds = integer_bounds(region);
  const Bounds plain = plain_bounds(region);
  CAPTURE(region.text());
  // Of a value that depends on ko the bounds hold for what lies between both ends.
  REQUIRE(store.leq(store.integer(bounds.lower), value.upper));
  REQUIRE(store.leq(value.lower, store.integer(bounds.upper)));
  if (value.exact()) {
    REQUIRE(store.leq(store.integer(bounds.lower), value.lower));
    REQUIRE(store.leq(value.upper, store.integer(bounds.upper)));
  }
  REQUIRE(bounds.lower <= bounds.upper);
  REQUIRE(plain.lower <= bounds.lower);
  REQUIRE(bounds.upper <= plain.upper);
  tight += bounds != plain ? 1 : 0;
  // A search finds the least integer that is no less than the value, and the greatest that is no more.
  Bounds found = bounds;
  cgt::go::search_integer_bounds(region, 50'000, budget, found);
  const auto at_least = [&](std::int64_t n) { return store.leq(value.upper, store.integer(n)); };
  const auto at_most = [&](std::int64_t n) { return store.leq(store.integer(n), value.lower); };
  REQUIRE(at_least(found.upper));
  REQUIRE(at_most(found.lower));
  if (!value.exact()) return;
  REQUIRE_FALSE(at_least(found.upper - 1));
  REQUIRE_FALSE(at_most(found.lower + 1));
}

}  // namespace

TEST_CASE("integer bounds hold for the table of local positions") {
  Store store;
  Search search(store);
  std::size_t tight = 0;
  std::size_t rows = 0;
  for (const auto& row : cgt::testing::go_local()) {
    if (row.status != "exact") continue;
    check_value(store, search, Region::parse(row.diagram), tight);
    ++rows;
  }
  CHECK(rows >= 190);
  CHECK(tight >= rows / 2);
}

TEST_CASE("integer bounds hold for every small region") {
  // Every filling of a strip and of a square, with all flags that a cell may have.
  const std::vector<Region::Cell> cells{0, 1, 5, 9, 13, 2, 10, 3, 7};
  Store store;
  Search search(store);
  std::size_t tight = 0;
  std::size_t tried = 0;
  for (const auto& [width, height] : {std::pair{1, 1}, {3, 1}, {4, 1}, {2, 2}}) {
    const auto size = static_cast<std::size_t>(width * height);
    std::vector<std::size_t> at(size, 0);
    while (true) {
      std::vector<Region::Cell> box;
      for (const std::size_t i : at) box.push_back(cells[i]);
      const Region region = Region::from_cells(width, height, box);
      // Invariant 2: every block has a liberty.
      bool legal = true;
      for (const auto& part : region.parts()) {
        try {
          legal = legal && Region::parse(part.region.text()) == part.region;
        } catch (const cgt::InputError&) {
          legal = false;
        }
      }
      if (legal) {
        check_value(store, search, region, tight);
        ++tried;
      }
      std::size_t i = 0;
      while (i < size && ++at[i] == cells.size()) at[i++] = 0;
      if (i == size) break;
    }
  }
  CHECK(tried > 2000);
  CHECK(tight > tried / 3);
}

TEST_CASE("White keeps to the upper bound by plain play, whatever Black does") {
  // Without values: no ko rule, no canonical forms; only play.
  for (const char* text : {"BBBB/W..B/BBBB", "WW/../BB", "#WW#/W..B/#BB#", "BBBB/W.OB/BBBB",
                           "WWW/B.B", "#W#/B.B/B.B/#B#", "WWWW/B..W/WWWW", "#WWW/BXO./#W.."}) {
    const Region region = Region::parse(text);
    CAPTURE(text);
    CHECK(holds(region, integer_bounds(region).upper, true, 24));
  }
  // It can tell a bound from none.
  CHECK_FALSE(holds(Region::parse("BBBB/W..B/BBBB"), 0, true, 24));
}

TEST_CASE("bounds by search keep what was proved when the budget ends") {
  // A territory with a gap, worth 3 and a dame more or less: every budget gives bounds around its value.
  const Region region = Region::parse("BBBBBB/B....W/B.O..W/BBBBBB");
  Store store;
  Search search(store);
  Budget unlimited;
  const auto value = search.evaluate(region, unlimited);
  REQUIRE(value.exact());
  Bounds last = integer_bounds(region);
  std::size_t steps = 0;
  for (std::uint64_t nodes = 1; nodes <= 1'000'000; nodes *= 2) {
    Bounds found = integer_bounds(region);
    Budget budget({.nodes = nodes});
    try {
      cgt::go::search_integer_bounds(region, nodes, budget, found);
    } catch (const cgt::BudgetExhausted&) {
    }
    REQUIRE(store.leq(store.integer(found.lower), value.lower));
    REQUIRE(store.leq(value.upper, store.integer(found.upper)));
    steps += found != last ? 1 : 0;
    last = found;
  }
  CHECK(steps > 0);
  CHECK_FALSE(store.leq(value.upper, store.integer(last.upper - 1)));
  CHECK_FALSE(store.leq(store.integer(last.lower + 1), value.lower));
  // More cells than a search takes: the bounds stay.
  std::string rows = "BBBBBBBBBBBB";
  for (int k = 0; k < 8; ++k) rows += "/B.........W";
  const Region large = Region::parse(rows + "/BBBBBBBBBBBB");
  REQUIRE(large.points() > 64);
  Bounds found = integer_bounds(large);
  cgt::go::search_integer_bounds(large, 1'000, unlimited, found);
  CHECK(found == integer_bounds(large));
}

TEST_CASE("a board searched in part has an interval around its score") {
  std::size_t open = 0;
  std::size_t tries = 0;
  for (std::size_t seed = 1; seed <= cgt::testing::scaled(10); ++seed) {
    const auto problem = cgt::go::generate({.seed = seed, .size = seed % 2 == 0 ? 13 : 9});
    Store store;
    GoEndgame whole(store, problem);
    Budget unlimited;
    REQUIRE(whole.solve(unlimited));
    for (const std::uint64_t nodes : {1U, 20U, 60U, 200U}) {
      INFO("seed " << seed << ", " << nodes << " nodes");
      GoEndgame part(store, problem);
      Budget few({.nodes = nodes});
      const bool complete = part.solve(few);
      CHECK(part.widest().has_value() != complete);
      if (!complete) CHECK(part.width(*part.widest()) > Dyadic(0));
      for (const Player first : kPlayers) {
        const Dyadic score = *whole.score(first, unlimited).lower;
        const auto bounds = part.score(first, unlimited);
        REQUIRE((bounds.lower && bounds.upper));
        CHECK(*bounds.lower <= score);
        CHECK(score <= *bounds.upper);
        // The same without the time to play the sum.
        Budget none({.nodes = 1});
        const auto estimate = part.score(first, none);
        CHECK(*estimate.lower <= *bounds.lower);
        CHECK(*bounds.upper <= *estimate.upper);
        if (const auto winner = bounds.winner()) CHECK(score.sign() == sign(*winner));

        const auto best = whole.best_moves(first, unlimited);
        const auto all = whole.moves(first, unlimited);
        const auto moves = part.bounded_moves(first, unlimited);
        REQUIRE(moves.size() == all.size());
        for (const auto& move : moves) {
          const auto exact = std::ranges::find(all, move.point, &cgt::go::MoveReport::point)->score;
          CHECK(move.lower <= exact);
          CHECK(exact <= move.upper);
          if (move.proved_best) CHECK(std::ranges::find(best, move.point) != best.end());
        }
        if (complete) {
          auto sorted = best;
          std::ranges::sort(sorted);
          CHECK(cgt::go::proved_best_of(moves) == sorted);
        }
        ++tries;
        open += !complete && !bounds.exact() ? 1 : 0;
      }
    }
  }
  cgt::testing::expect_share(open, tries, 0.2);
}

TEST_CASE("who is left with a move that loses loses a whole point") {
  // Bounds of the local values are numbers such as -9/2 here. Scores by tests/referee/go_referee.cpp.
  Store store;
  const auto bounds = [&](const char* rows, Player first) {
    GoEndgame endgame(store, cgt::go::parse_board(rows));
    Budget budget({.nodes = 100'000});
    endgame.solve(budget);
    const auto score = endgame.score(first, budget);
    return std::pair{*score.lower, *score.upper};
  };
  CHECK(bounds(".OO/X..", Player::kRight) == std::pair{Dyadic(-5), Dyadic(-4)});
  CHECK(bounds("X./X./XO", Player::kLeft) == std::pair{Dyadic(3), Dyadic(4)});
}

TEST_CASE("a hot exact move is proved best beside parts without value") {
  // H5 takes six stones or saves them; below is a ko whose ends are three points apart.
  Store store;
  Budget budget;
  GoEndgame endgame(store, cgt::go::parse_board("BBBBBBBBBW/BOOOOOO.WW/BBBBBBBBBW/BBBBWWWWWW/"
                                                "BBB.XWWWWW/BBBBWWWWWW"));
  CHECK_FALSE(endgame.solve(budget));
  for (const Player first : kPlayers) {
    CAPTURE(first);
    const auto proved = cgt::go::proved_best_of(endgame.bounded_moves(first, budget));
    REQUIRE(proved.size() == 1);
    CHECK(endgame.problem().board.name(proved[0]) == "H5");
  }
}

}  // namespace bounds_test
