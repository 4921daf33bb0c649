#include "decomp/go/safety/benson.hpp"

#include <catch2/catch.hpp>

#include <set>

#include "decomp/go/record/problem.hpp"
#include "tests/testing.hpp"

namespace cgt::go::benson_test {
namespace {

int safe(const char* diagram, Player player) {
  return unconditional_life(parse_board(diagram).board, player).safe_points();
}

TEST_CASE("two eyes live, one does not") {
  CHECK(safe(".X.X./XXXX./...../...../.....", Player::kLeft) == 8);
  CHECK(safe(".X.X./XXXX./...../...../.....", Player::kRight) == 0);
  CHECK(safe(".XX../XX.../...../...../.....", Player::kLeft) == 0);
}

TEST_CASE("a large eye counts only if all its empty points are liberties") {
  // Left eye of two points, both liberties; the 3 x 3 one has a centre.
  CHECK(safe("..X.X./XXXXX./....../......", Player::kLeft) == 10);
  CHECK(safe("...X./...X./...X./XXXX./X.X../XXX..", Player::kLeft) == 0);
}

TEST_CASE("dead stones in a vital region are territory") {
  const UnconditionalLife life =
      unconditional_life(parse_board(".O.X.X/XXXXXX/....../......").board, Player::kLeft);
  CHECK(life.blocks.size() == 1);
  REQUIRE(life.territory.size() == 2);
  CHECK(life.territory[0] == std::vector<Point>{Point::at(0, 0), Point::at(1, 0), Point::at(2, 0)});
  CHECK(life.safe_points() == 12);
}

TEST_CASE("blocks that share their eyes live together") {
  CHECK(safe("XXX/.X./XOX/OOO/...", Player::kLeft) == 0);
  CHECK(safe(".XX./X.XX/XX.X/.XXX", Player::kLeft) == 16);
}

TEST_CASE("a false eye does not live") {
  CHECK(safe(".X.O./XXOOO/X.X../.XO../X.O..", Player::kLeft) == 0);
}

TEST_CASE("the empty board and a single stone") {
  CHECK(safe(".../.../...", Player::kLeft) == 0);
  CHECK(safe(".../.X./...", Player::kLeft) == 0);
}

// Benson's definition without any cleverness: try all sets of blocks.
std::set<Point> brute_force(const Board& board, Player player) {
  const Colour colour = colour_of(player);
  std::vector<std::vector<Point>> blocks;
  std::vector<std::vector<Point>> regions;
  std::set<Point> seen;
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    const Point start = board.point(i);
    if (seen.count(start) != 0) continue;
    const bool is_block = board[start] == colour;
    std::vector<Point> flood{start};
    seen.insert(start);
    for (std::size_t next = 0; next < flood.size(); ++next) {
      for (const Point q : board.neighbours(flood[next])) {
        if ((board[q] == colour) == is_block && seen.insert(q).second) flood.push_back(q);
      }
    }
    (is_block ? blocks : regions).push_back(flood);
  }
  const auto adjacent = [&](Point p, const std::vector<Point>& set) {
    for (const Point q : board.neighbours(p)) {
      for (const Point r : set) {
        if (q == r) return true;
      }
    }
    return false;
  };
  std::set<Point> alive;
  for (unsigned chosen = 0; chosen < (1U << blocks.size()); ++chosen) {
    bool all_live = true;
    for (std::size_t b = 0; b < blocks.size() && all_live; ++b) {
      if ((chosen >> b & 1U) == 0) continue;
      int eyes = 0;
      for (const auto& region : regions) {
        bool vital = true;
        for (const Point p : region) {
          if (board[p] == Colour::kEmpty && !adjacent(p, blocks[b])) vital = false;
          for (std::size_t c = 0; c < blocks.size(); ++c) {
            if ((chosen >> c & 1U) == 0 && adjacent(p, blocks[c])) vital = false;
          }
        }
        eyes += vital ? 1 : 0;
      }
      all_live = eyes >= 2;
    }
    if (!all_live) continue;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      if ((chosen >> b & 1U) != 0) alive.insert(blocks[b].begin(), blocks[b].end());
    }
  }
  return alive;
}

TEST_CASE("agrees with the definition on random small boards") {
  std::uint64_t state = 7;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33U) % below;
  };
  std::size_t with_life = 0;
  std::size_t compared = 0;
  for (std::size_t round = 0; round < testing::scaled(4000); ++round) {
    Board board(4 + static_cast<int>(random(2)), 4);
    const std::uint64_t black = 45 + random(25);
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      const std::uint64_t roll = random(100);
      board.set(board.point(i), roll < black       ? Colour::kBlack
                                : roll < black + 8 ? Colour::kWhite
                                                   : Colour::kEmpty);
    }
    if (board.stone_without_liberty()) continue;
    for (const Player player : kPlayers) {
      std::set<Point> alive;
      for (const auto& block : unconditional_life(board, player).blocks) {
        alive.insert(block.begin(), block.end());
      }
      REQUIRE(alive == brute_force(board, player));
      with_life += alive.empty() ? 0 : 1;
      ++compared;
    }
  }
  testing::expect_share(with_life, compared, 0.07);  // 0.17
}

}  // namespace
}  // namespace cgt::go::benson_test
