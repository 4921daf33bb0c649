// The fast board against go::Game and go::Board, move by move, and its playouts.
#include "decomp/go/playout/playout_board.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "decomp/go/board/game.hpp"
#include "decomp/go/playout/patterns.hpp"
#include "decomp/go/playout/playout_policy.hpp"
#include "decomp/go/record/problem.hpp"
#include "tests/testing.hpp"

namespace cgt::go::playout_board_test {
namespace {

using Spot = PlayoutBoard::Spot;

// Area by its definition: a point counts for a colour if only that colour is reached from it.
int area_of(const Board& board) {
  int total = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    const Point start = board.point(i);
    unsigned reached = static_cast<unsigned>(board[start]);
    if (reached == 0) {
      std::vector<char> seen(static_cast<std::size_t>(board.size()), 0);
      std::vector<Point> open{start};
      seen[i] = 1;
      while (!open.empty()) {
        const Point p = open.back();
        open.pop_back();
        for (const Point q : board.neighbours(p)) {
          reached |= static_cast<unsigned>(board[q]);
          if (board[q] != Colour::kEmpty || seen[board.index(q)] != 0) continue;
          seen[board.index(q)] = 1;
          open.push_back(q);
        }
      }
    }
    total += reached == 1 ? 1 : reached == 2 ? -1 : 0;
  }
  return total;
}

// An eye by its definition, read from the plain board.
bool eye_of(const Board& board, Player player, Point p) {
  const Colour own = go::colour_of(player);
  for (const Point q : board.neighbours(p)) {
    if (board[q] != own) return false;
  }
  int enemies = 0;
  bool edge = false;
  for (const int dx : {-1, 1}) {
    for (const int dy : {-1, 1}) {
      if (!board.contains(p.x + dx, p.y + dy)) {
        edge = true;
      } else if (board[Point::at(p.x + dx, p.y + dy)] == go::colour_of(opponent(player))) {
        ++enemies;
      }
    }
  }
  return enemies + (edge ? 1 : 0) < 2;
}

// Everything that the fast board says, against the plain one.
void compare(const PlayoutBoard& fast, const Board& board) {
  std::size_t empty = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    const Point p = board.point(i);
    const Spot s = fast.spot(p);
    REQUIRE(fast.point(s) == p);
    REQUIRE(fast[s] == static_cast<std::uint8_t>(board[p]));
    if (board[p] == Colour::kEmpty) {
      ++empty;
      REQUIRE_FALSE(fast.is_stone(s));
      for (const Player player : kPlayers) {
        REQUIRE(fast.is_eye(player, s) == eye_of(board, player, p));
        Board after = board;
        const auto played = after.play(player, p);
        REQUIRE(fast.legal(player, s) == (played.legal && fast.ko() != s));
        if (!played.legal) continue;
        const go::Block block = after.block(p);
        const bool given = block.liberties.size() == 1 && played.captured < 2;
        REQUIRE(fast.self_atari(player, s) == (given ? block.stones.size() : 0));
      }
      continue;
    }
    REQUIRE(fast.is_stone(s));
    const go::Block block = board.block(p);
    REQUIRE(fast.block_size(s) == block.stones.size());
    REQUIRE(fast.in_atari(s) == (block.liberties.size() == 1));
    if (block.liberties.size() == 1) {
      REQUIRE(fast.last_liberty(s) == fast.spot(block.liberties.front()));
    }
    for (const Point q : block.stones) REQUIRE(fast.head(fast.spot(q)) == fast.head(s));
  }
  REQUIRE(fast.empties().size() == empty);
  REQUIRE(fast.area() == area_of(board));
}

TEST_CASE("the fast board plays as the plain one does", "[random]") {
  std::mt19937_64 random(20);
  std::uint64_t moves = 0;
  std::uint64_t captures = 0;
  std::uint64_t kos = 0;
  std::uint64_t suicides = 0;
  const std::size_t games = testing::scaled(2000);
  for (std::size_t round = 0; round < games; ++round) {
    const int width = 1 + static_cast<int>(random() % 7);
    const int height = 1 + static_cast<int>(random() % 7);
    Board board(width, height);
    PlayoutBoard fast(board);
    Player player = Player::kLeft;
    std::optional<Point> ko;
    for (int step = 0; step < 2 * width * height; ++step) {
      if (step % 7 == 0) compare(fast, board);
      const Point p = board.point(random() % static_cast<std::size_t>(board.size()));
      const Spot s = fast.spot(p);
      Board after = board;
      const auto played = after.play(player, p);
      const bool legal = played.legal && ko != p;
      REQUIRE(fast.legal(player, s) == legal);
      if (!played.legal && board[p] == Colour::kEmpty) ++suicides;
      if (played.legal && !legal) ++kos;
      if (!legal) {
        // A pass now and then: the ko is open again.
        if (random() % 3 != 0) continue;
        fast.pass();
        ko.reset();
      } else {
        REQUIRE(fast.play(player, s) == played.captured);
        captures += static_cast<std::uint64_t>(played.captured);
        board = after;
        ko = played.ko;
        ++moves;
      }
      REQUIRE(fast.ko() == (ko ? fast.spot(*ko) : PlayoutBoard::kNoSpot));
      player = opponent(player);
    }
    compare(fast, board);
    CHECK(fast.hash() == PlayoutBoard(board).hash());
    compare(PlayoutBoard(board), board);
  }
  testing::expect_share(captures, moves, 0.1);
  testing::expect_share(kos, games, 0.02);
  testing::expect_share(suicides, games, 0.5);
}

TEST_CASE("boards differ in their hash, whatever was played before") {
  const Board board = go::parse_board(".X.O/..../XO../....").board;
  PlayoutBoard a(board);
  PlayoutBoard b(board);
  const Spot s = a.spot(Point::at(3, 3));
  const Spot t = a.spot(Point::at(2, 1));
  a.play(Player::kLeft, s);
  CHECK(a.hash() != b.hash());
  a.play(Player::kRight, t);
  b.play(Player::kRight, t);
  b.play(Player::kLeft, s);
  CHECK(a.hash() == b.hash());
  PlayoutBoard c(board);
  c.play(Player::kRight, s);
  c.play(Player::kLeft, t);
  CHECK(a.hash() != c.hash());
}

TEST_CASE("the owners of points add up to the area") {
  PlayoutRandom random(7);
  const PlayoutBoard start(Board(5, 4));
  for (int round = 0; round < 100; ++round) {
    PlayoutBoard end = start;
    std::vector<Spot> moves;
    play_out(end, Player::kLeft, PlayoutBoard::kNoSpot, random, moves);
    std::vector<std::int32_t> owners(end.spots(), 0);
    const int area = end.area(&owners);
    CHECK(area == end.area());
    CHECK(area == std::accumulate(owners.begin(), owners.end(), 0));
    for (std::size_t s = 0; s < owners.size(); ++s) {
      if (!end.is_stone(static_cast<Spot>(s))) continue;
      CHECK(owners[s] == (end[static_cast<Spot>(s)] == 1 ? 1 : -1));
    }
  }
}

TEST_CASE("blocks with liberties at settled points of the enemy alone are not taken") {
  // White's A3 has the liberty A2 alone, which is settled as Black's.
  const Board board = go::parse_board("XX../OX../.X../XX..").board;
  std::vector<PlayoutBoard::Settled> settled(16);
  settled[8] = {true, Colour::kBlack};
  const PlayoutBoard fast(board, settled);
  CHECK_FALSE(fast.in_atari(fast.spot(Point::at(0, 1))));
  CHECK_FALSE(fast.legal(Player::kRight, fast.spot(Point::at(0, 2))));
}

TEST_CASE("settled points are left alone and count for their owner") {
  // The corner is Black's with the dead white stone; the two points on the right are nobody's.
  const Board board = go::parse_board(".OX../..XOO/XXX../...../.....").board;
  std::vector<PlayoutBoard::Settled> settled(25);
  for (const std::size_t i : {0, 1, 2, 5, 6, 7, 10, 11, 12}) settled[i] = {true, Colour::kBlack};
  settled[3] = settled[4] = {true, Colour::kEmpty};
  PlayoutBoard fast(board, settled);
  CHECK(fast.empties().size() == 12);
  const Spot corner = fast.spot(Point::at(0, 0));
  for (const Player player : kPlayers) {
    CHECK_FALSE(fast.legal(player, corner));
    CHECK_FALSE(fast.legal(player, fast.spot(Point::at(4, 0))));
  }
  CHECK_FALSE(fast.in_atari(fast.spot(Point::at(1, 0))));
  // 9 points of Black's; two white stones; the rest is reached by both colours.
  CHECK(fast.area() == 7);
  PlayoutRandom random(3);
  for (int round = 0; round < 200; ++round) {
    PlayoutBoard end = fast;
    std::vector<Spot> moves;
    play_out(end, Player::kRight, PlayoutBoard::kNoSpot, random, moves);
    for (const Spot s : moves) CHECK_FALSE((s != PlayoutBoard::kNoSpot && fast.settled(s)));
    for (const std::size_t i : {1, 2, 12}) {
      CHECK(end[end.spot(board.point(i))] == static_cast<std::uint8_t>(board[board.point(i)]));
    }
    // An empty point of an owner is as good as a stone.
    CHECK(end[end.spot(board.point(6))] == PlayoutBoard::colour_of(Player::kLeft));
    CHECK(end[end.spot(board.point(4))] == PlayoutBoard::kEmpty);
    CHECK(end.area() <= 9 + 14);
    CHECK(end.area() >= 9 - 14);
  }
}

TEST_CASE("playouts are legal, end, and fill no eye", "[random]") {
  std::mt19937_64 seeds(5);
  PlayoutRandom random(9);
  std::uint64_t passes_left = 0;
  std::uint64_t captures = 0;
  std::uint64_t played = 0;
  const std::size_t rounds = testing::scaled(600);
  for (std::size_t round = 0; round < rounds; ++round) {
    const int width = 1 + static_cast<int>(seeds() % 10);
    const int height = 1 + static_cast<int>(seeds() % 10);
    Board board(width, height);
    const PlayoutBoard start(board);
    PlayoutBoard end = start;
    std::vector<Spot> moves;
    play_out(end, Player::kLeft, PlayoutBoard::kNoSpot, random, moves);
    REQUIRE(moves.size() <= static_cast<std::size_t>(3 * board.size()));
    Player player = Player::kLeft;
    for (const Spot s : moves) {
      if (s != PlayoutBoard::kNoSpot) {
        const Point p = start.point(s);
        REQUIRE_FALSE(eye_of(board, player, p));
        const auto result = board.play(player, p);
        REQUIRE(result.legal);
        captures += static_cast<std::uint64_t>(result.captured);
        ++played;
      }
      player = opponent(player);
    }
    compare(end, board);
    const std::size_t n = moves.size();
    if (n >= 2 && moves[n - 1] == PlayoutBoard::kNoSpot && moves[n - 2] == PlayoutBoard::kNoSpot) {
      ++passes_left;
    }
  }
  testing::expect_share(passes_left, rounds, 0.95);
  testing::expect_share(captures, played, 0.05);
}

TEST_CASE("shapes around a move") {
  const auto matches = [](const char* text, int x, int y) {
    const PlayoutBoard board(go::parse_board(text).board);
    return matches_pattern(board, board.spot(Point::at(x, y)));
  };
  CHECK(matches("XOX/.../...", 1, 1));                // hane, in the middle
  CHECK(matches("OXO/.../...", 1, 1));                // for the other colour
  CHECK(matches("..X/..O/..X", 1, 1));                // turned
  CHECK(matches("..../.XO./.O../....", 2, 2));        // cut
  CHECK_FALSE(matches("..../.XO./.O.O/..O.", 2, 2));  // nothing to cut
  CHECK_FALSE(matches("...../X.O../.....", 1, 1));
  CHECK_FALSE(matches(".../.../...", 1, 1));
  CHECK_FALSE(matches("XXX/X.X/XXX", 1, 1));  // an eye
  CHECK(matches("...../..X../..O../.....", 3, 2) ==
        matches("...../..X../..O../.....", 1, 2));  // mirrored
  CHECK(matches("...../.X.../.O...", 2, 2));        // chase along the edge
}

TEST_CASE("the same seed plays the same game") {
  const PlayoutBoard start{Board(7, 7)};
  std::vector<Spot> games[3];
  const std::uint64_t seeds[3]{4, 4, 5};
  for (int i = 0; i < 3; ++i) {
    PlayoutRandom random(seeds[i]);
    PlayoutBoard board = start;
    play_out(board, Player::kLeft, PlayoutBoard::kNoSpot, random, games[i]);
  }
  CHECK(games[0] == games[1]);
  CHECK(games[0] != games[2]);
}

}  // namespace
}  // namespace cgt::go::playout_board_test
