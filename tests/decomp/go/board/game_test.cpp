// Game against rules written a second time, as plainly as can be: a board is a string, a block is
// found by flooding, and a position is forbidden if its string was there before.
#include <catch2/catch.hpp>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "decomp/go/board/game.hpp"
#include "decomp/go/record/problem.hpp"
#include "tests/testing.hpp"

namespace cgt::go::game_test {
namespace {

class NaiveGo {
 public:
  explicit NaiveGo(int side) : side_(side), board_(static_cast<std::size_t>(side * side), '.') {
    seen_.insert(board_);
  }

  const std::string& board() const { return board_; }

  // "" if it is not legal, else the board after it.
  std::string after(char stone, int at) const {
    const auto cell = [](int i) { return static_cast<std::size_t>(i); };
    if (board_[cell(at)] != '.') return "";
    std::string next = board_;
    next[cell(at)] = stone;
    const char enemy = stone == 'X' ? 'O' : 'X';
    std::vector<int> taken;
    for (int i = 0; i < side_ * side_; ++i) {
      if (next[cell(i)] == enemy && !breathes(next, i)) taken.push_back(i);
    }
    for (const int i : taken) next[cell(i)] = '.';
    if (!breathes(next, at) || seen_.contains(next)) return "";
    return next;
  }
  void play(const std::string& next) {
    board_ = next;
    seen_.insert(board_);
  }

 private:
  bool breathes(const std::string& board, int from) const {
    const char own = board[static_cast<std::size_t>(from)];
    std::set<int> block{from};
    std::vector<int> open{from};
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      for (const int step : {-1, 1, -side_, side_}) {
        const int to = at + step;
        const bool wraps = (step == -1 && at % side_ == 0) || (step == 1 && to % side_ == 0);
        if (wraps || to < 0 || to >= side_ * side_) continue;
        const char there = board[static_cast<std::size_t>(to)];
        if (there == '.') return true;
        if (there == own && block.insert(to).second) open.push_back(to);
      }
    }
    return false;
  }

  int side_;
  std::string board_;
  std::set<std::string> seen_;
};

std::string cells(const Board& board) {
  std::string out = to_diagram(board, '/');
  std::erase(out, '/');
  return out;
}

std::size_t stones(const std::string& board) {
  return board.size() - static_cast<std::size_t>(std::count(board.begin(), board.end(), '.'));
}

// Random games, all points of every position judged. Counts moves that only the history forbids.
std::size_t compare(int side, int most_moves, std::mt19937_64& random) {
  Game game(Board(side, side));
  NaiveGo naive(side);
  std::vector<std::string> history{cells(game.board())};
  PerPlayer<int> prisoners{};
  std::size_t repeated = 0;
  for (int number = 0; number < most_moves; ++number) {
    // Mostly by turns, sometimes the same side again.
    const Player player = random() % 8 == 0 ? opponent(game.to_play()) : game.to_play();
    const char stone = player == Player::kLeft ? 'X' : 'O';
    std::vector<int> legal;
    for (int i = 0; i < side * side; ++i) {
      const Point p = game.board().point(static_cast<std::size_t>(i));
      const Legality said = game.judge({player, p});
      REQUIRE((said == Legality::kLegal) == !naive.after(stone, i).empty());
      if (said == Legality::kLegal) legal.push_back(i);
      if (said == Legality::kKo || said == Legality::kSuperko) ++repeated;
    }
    REQUIRE(game.legal_points(player).size() == legal.size());
    const bool pass = legal.empty() || random() % 30 == 0;
    Move move{player, std::nullopt};
    if (!pass) {
      const int chosen = legal[static_cast<std::size_t>(random() % legal.size())];
      move.point = game.board().point(static_cast<std::size_t>(chosen));
      const std::string next = naive.after(stone, chosen);
      prisoners[player] += static_cast<int>(stones(naive.board()) + 1 - stones(next));
      naive.play(next);
    }
    REQUIRE(game.play(move) == Legality::kLegal);
    REQUIRE(cells(game.board()) == naive.board());
    REQUIRE(game.prisoners(Player::kLeft) == prisoners[Player::kLeft]);
    REQUIRE(game.prisoners(Player::kRight) == prisoners[Player::kRight]);
    REQUIRE(game.to_play() == opponent(player));
    history.push_back(cells(game.board()));
  }
  while (game.moves() > 0) {
    REQUIRE(cells(game.board()) == history.back());
    history.pop_back();
    REQUIRE(game.undo());
  }
  REQUIRE(cells(game.board()) == history.back());
  REQUIRE(game.prisoners(Player::kLeft) == 0);
  REQUIRE_FALSE(game.undo());
  return repeated;
}

TEST_CASE("random games agree with rules written twice", "[random]") {
  std::mt19937_64 random(18);
  std::size_t repeated = 0;
  std::size_t games = 0;
  for (std::size_t i = 0; i < testing::scaled(80); ++i, ++games)
    repeated += compare(5, 120, random);
  for (std::size_t i = 0; i < testing::scaled(3); ++i) compare(9, 160, random);
  // Judged moves that bring a position back, per game on 5x5.
  testing::expect_share(repeated, games, 0.1);  // 0.75
}

TEST_CASE("all games of a few moves on 2x2 agree with rules written twice") {
  // Depth first over all moves of both players, passes left out.
  struct Frame {
    NaiveGo naive;
    int next = 0;
  };
  Game game(Board(2, 2));
  std::vector<Frame> stack{{NaiveGo(2), 0}};
  std::size_t positions = 1;
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == 8 || stack.size() == 7) {
      stack.pop_back();
      if (!stack.empty()) REQUIRE(game.undo());
      continue;
    }
    const int at = top.next / 2;
    const Player player = top.next % 2 == 0 ? Player::kLeft : Player::kRight;
    ++top.next;
    const std::string after = top.naive.after(player == Player::kLeft ? 'X' : 'O', at);
    const Move move{player, game.board().point(static_cast<std::size_t>(at))};
    REQUIRE((game.play(move) == Legality::kLegal) == !after.empty());
    if (after.empty()) continue;
    REQUIRE(cells(game.board()) == after);
    ++positions;
    Frame next{top.naive, 0};
    next.naive.play(after);
    stack.push_back(std::move(next));
  }
  CHECK(positions > 1000);
}

TEST_CASE("ko, superko, suicide and occupied points are told apart") {
  Game game(parse_board(".XO./X.XO/.XO./....").board, Player::kRight);
  const auto at = [&](const char* name) { return *game.board().point(name); };
  CHECK(game.judge({Player::kRight, at("A4")}) == Legality::kSuicide);
  CHECK(game.judge({Player::kRight, at("B4")}) == Legality::kOccupied);
  REQUIRE(game.play({Player::kRight, at("B3")}) == Legality::kLegal);
  CHECK(game.prisoners(Player::kRight) == 1);
  CHECK(game.judge({Player::kLeft, at("C3")}) == Legality::kKo);
  REQUIRE(game.play({Player::kLeft, std::nullopt}) == Legality::kLegal);
  CHECK(game.judge({Player::kLeft, at("C3")}) == Legality::kSuperko);
  CHECK(game.play({Player::kLeft, at("C3")}) == Legality::kSuperko);
  CHECK(game.moves() == 2);
  SECTION("the simple ko rule forbids only to take back at once") {
    REQUIRE(game.play({Player::kLeft, at("C3")}, KoRule::kSimple) == Legality::kLegal);
    CHECK(game.prisoners(Player::kLeft) == 1);
    CHECK(game.to_play() == Player::kRight);
    CHECK(game.play({Player::kRight, at("B3")}, KoRule::kSimple) == Legality::kKo);
    REQUIRE(game.undo());
    CHECK(game.prisoners(Player::kLeft) == 0);
    CHECK(game.play({Player::kLeft, at("B4")}, KoRule::kSimple) == Legality::kOccupied);
  }
  CHECK_FALSE(game.over());
  REQUIRE(game.play({Player::kRight, std::nullopt}) == Legality::kLegal);
  CHECK(game.over());
}

TEST_CASE("customary handicap points") {
  const auto names = [](int side, int stones) {
    std::string out;
    for (const Point p : handicap_points(side, side, stones)) {
      out += (out.empty() ? "" : " ") + point_name(p, side);
    }
    return out;
  };
  // The table of GTP 2 for 19x19.
  CHECK(names(19, 2) == "D4 Q16");
  CHECK(names(19, 3) == "D4 Q16 D16");
  CHECK(names(19, 4) == "D4 Q16 D16 Q4");
  CHECK(names(19, 5) == "D4 Q16 D16 Q4 K10");
  CHECK(names(19, 6) == "D4 Q16 D16 Q4 D10 Q10");
  CHECK(names(19, 7) == "D4 Q16 D16 Q4 D10 Q10 K10");
  CHECK(names(19, 8) == "D4 Q16 D16 Q4 D10 Q10 K4 K16");
  CHECK(names(19, 9) == "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
  CHECK(names(9, 5) == "C3 G7 C7 G3 E5");
  CHECK(names(13, 2) == "D4 K10");
  CHECK(names(8, 4) == "C3 F6 C6 F3");
  CHECK(names(8, 5).empty());
  CHECK(names(7, 5).empty());
  CHECK(names(6, 2).empty());
  CHECK(names(19, 1).empty());
  CHECK(names(19, 10).empty());
}

}  // namespace
}  // namespace cgt::go::game_test
