// Contested zones and the areas beyond them: by hand, and as sets on random boards.
#include "decomp/go/safety/zones.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "decomp/go/record/problem.hpp"
#include "tests/testing.hpp"

namespace zones_test {
namespace {

using cgt::Budget;
using cgt::kPlayers;
using cgt::Player;
using namespace cgt::go;

struct Cut {
  Problem problem;
  PartitionOptions options;
  Partition partition;
};

Cut cut(const std::string& text) {
  Cut out{parse_board(text, "<board>"), {}, {}};
  out.options.assumed = out.problem.assumed;
  Budget budget;
  out.partition = cgt::go::partition(out.problem.board, out.options, budget);
  return out;
}

std::vector<std::string> names(const Board& board, const std::vector<Point>& points) {
  std::vector<std::string> out;
  for (const Point p : points) out.push_back(board.name(p));
  std::ranges::sort(out);
  return out;
}

// Steps of one colour again, by relaxing until nothing changes.
std::vector<int> plain_steps(const Cut& of, const Part& part, Colour colour) {
  const Board& board = of.problem.board;
  std::vector<int> steps(static_cast<std::size_t>(board.size()), 1000);
  const std::set<Point> inside(part.points.begin(), part.points.end());
  for (bool changed = true; changed;) {
    changed = false;
    for (const Point p : part.points) {
      if (board[p] != Colour::kEmpty && board[p] != colour) continue;
      for (const Point q : board.neighbours(p)) {
        const bool wall = board[q] == colour && of.partition.owner[board.index(q)] == colour;
        if (!wall && !inside.contains(q)) continue;
        const int here = (wall ? 0 : steps[board.index(q)]) + (board[p] == Colour::kEmpty ? 1 : 0);
        if (here < steps[board.index(p)]) steps[board.index(p)] = here, changed = true;
      }
    }
  }
  return steps;
}

}  // namespace

TEST_CASE("the zone of a gap in a boundary has the points near both colours") {
  const Cut board = cut(
      "........./.....BW../BBBBBBWWW/BBBBBBWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW");
  REQUIRE(board.partition.parts.size() == 1);
  Budget budget;
  const auto find = [&](int width) {
    return zones_of(board.problem.board, board.partition, board.partition.parts[0], width, budget);
  };
  // No empty point is next to both: nothing divides.
  CHECK(find(1).largest == 16);
  const Zones two = find(2);
  CHECK(two.largest == 2);  // F9 and G9
  CHECK(names(board.problem.board, two.areas[Player::kRight]) ==
        std::vector<std::string>{"H8", "H9", "J8", "J9"});
  CHECK(two.areas[Player::kLeft].size() == 10);
  CHECK(find(3).largest == 4);
  // A9 is next to C8's row of walls at A8, and eight steps from G8.
  CHECK(find(6).areas[Player::kLeft].size() < find(3).areas[Player::kLeft].size());
  const auto within =
      zones_within(board.problem.board, board.partition, board.partition.parts[0], 4, budget);
  REQUIRE(within);
  CHECK(within->largest <= 4);
  CHECK(within->width == 3);
}

TEST_CASE("a stone in the gap closes it, and a stone that can get out is not given up") {
  // F9 closes; without it the white stone at D9 is near the gap in the wider zones.
  const Cut closed = cut(
      "...O.XW../.....BW../BBBBBBWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW");
  Budget budget;
  for (const Part& part : closed.partition.parts) {
    const Zones zones = zones_of(closed.problem.board, closed.partition, part, 6, budget);
    CHECK(zones.largest == 0);
    CHECK(zones.areas[Player::kRight].empty());
    CHECK(zones.areas[Player::kLeft].size() == part.points.size());
  }
  const Cut open = cut(
      "...OO..../.....BW../BBBBBBWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW");
  REQUIRE(open.partition.parts.size() == 1);
  const Zones zones =
      zones_of(open.problem.board, open.partition, open.partition.parts[0], 2, budget);
  const auto black = names(open.problem.board, zones.areas[Player::kLeft]);
  CHECK_FALSE(std::ranges::binary_search(black, "E9"));
  CHECK_FALSE(std::ranges::binary_search(black, "D9"));
}

TEST_CASE("zones and areas make up a part, and the board stays a board with the areas") {
  std::mt19937 rng(17);
  std::size_t tried = 0;
  std::size_t with_areas = 0;
  std::size_t cuts = 0;
  for (std::size_t i = 0; i < cgt::testing::scaled(400); ++i) {
    std::string text;
    for (int y = 0; y < 7; ++y) {
      if (y > 0) text += '/';
      for (int x = 0; x < 7; ++x) text += "BBWW.....XO"[rng() % 11];
    }
    Cut board;
    try {
      board = cut(text);
    } catch (const cgt::Error&) {
      continue;  // stones without liberty
    }
    CAPTURE(text);
    Budget budget;
    for (const Part& part : board.partition.parts) {
      const auto black = plain_steps(board, part, Colour::kBlack);
      const auto white = plain_steps(board, part, Colour::kWhite);
      std::size_t before = 0;
      for (int width = 1; width <= 4; ++width) {
        const Zones zones = zones_of(board.problem.board, board.partition, part, width, budget);
        std::set<Point> beyond;
        for (const Player player : kPlayers) {
          for (const Point p : zones.areas[player]) {
            REQUIRE(beyond.insert(p).second);
            REQUIRE(std::ranges::binary_search(part.points, p));
            const std::size_t at = board.problem.board.index(p);
            if (board.problem.board[p] == Colour::kEmpty) {
              REQUIRE((black[at] > width || white[at] > width));
            }
          }
        }
        REQUIRE(part.points.size() - beyond.size() >= static_cast<std::size_t>(zones.largest));
        ++tried;
        if (beyond.empty()) continue;
        ++with_areas;
        before = beyond.size();
        PartitionOptions options = board.options;
        options.areas = zones.areas;
        const Partition found = cgt::go::partition(board.problem.board, options, budget);
        cuts += found.parts.size() > board.partition.parts.size() ? 1 : 0;
        for (const Player player : kPlayers) {
          REQUIRE(found.assumed_areas[player] == zones.areas[player]);
          for (const Point p : zones.areas[player]) {
            REQUIRE(found.owner[board.problem.board.index(p)] == colour_of(player));
          }
        }
        std::size_t open = 0;
        for (const Part& rest : found.parts) open += rest.points.size();
        std::size_t was = 0;
        for (const Part& rest : board.partition.parts) was += rest.points.size();
        REQUIRE(open + before <= was);
      }
    }
  }
  cgt::testing::expect_share(with_areas, tried, 0.2);  // 0.27
  CHECK(cuts > 0);
}

}  // namespace zones_test
