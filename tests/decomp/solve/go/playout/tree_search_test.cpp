// The moves of the tree search: composed positions with one good move, rules, and settled points.
#include "decomp/solve/go/playout/tree_search.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "decomp/rules/go/record/problem.hpp"
#include "decomp/solve/go/playout/ladder.hpp"

namespace cgt::solve::tree_search_test {
namespace {

using go::Board;
using go::Point;

constexpr Player kBlack = Player::kLeft;
constexpr Player kWhite = Player::kRight;

PlayoutAdvice advice_on(const Board& board, Player player, std::uint64_t units,
                        const PlayoutOptions& options = {}) {
  Budget budget({.nodes = units});
  return advise(go::Game(board, player), player, options, budget);
}

std::string move_text(const Board& board, const std::optional<Point>& move) {
  return move ? board.name(*move) : "pass";
}

struct Exercise {
  const char* what;
  const char* rows;
  Player player;
  const char* answer;
  double score;  // territory, by reading
};

// Composed for this test: all but the question lives, and every other move loses the stones in
// question, which is short enough to be read by hand.
const std::vector<Exercise>& exercises() {
  static const char* const kThree = "...XO.O/XXXXOO./OOOOOOO";
  static const char* const kFour = "...XO.O/X.XXOO./XXXXOOO/OOOOOOO";
  static const char* const kAtari = "OOO.X.X/OXX.XXX/OOOOX.X/O.OOXXX/.OOOOOO";
  static const char* const kCut = "OO..X.X/OXXOXXX/OOOXX.X/O.OOXXX/.OOOOOO";
  static const char* const kThrow = ".X..OO.O./XXOOXOOOO/.XXXXXXXX";
  static const std::vector<Exercise> kExercises{
      {"lives by two eyes of three points", kThree, kBlack, "B3", 0},
      {"kills in the middle of three points", kThree, kWhite, "B3", -15},
      {"lives by three eyes of a fork of four points", kFour, kBlack, "B4", 1},
      {"kills in the middle of a fork of four points", kFour, kWhite, "B4", -20},
      {"saves stones in atari by connecting", kAtari, kBlack, "D4", 0},
      {"takes stones in atari", kAtari, kWhite, "D4", -3},
      {"saves stones by taking those that cut", kCut, kBlack, "D5", 1},
      {"saves the stone that cuts by taking", kCut, kWhite, "C5", -3},
      {"takes in a snapback", kThrow, kBlack, "D3", 3},
      {"connects against a snapback", kThrow, kWhite, "D3", 0},
  };
  return kExercises;
}

TEST_CASE("the search finds tactical moves") {
  for (const Exercise& exercise : exercises()) {
    INFO(exercise.what);
    const Board board = go::parse_board(exercise.rows).board;
    const PlayoutAdvice advice = advice_on(board, exercise.player, 60'000);
    CHECK(move_text(board, advice.move) == exercise.answer);
    // Dead stones have to be taken in the playouts, which goes wrong now and then.
    CHECK(advice.score == Approx(exercise.score).margin(5.5));
    CHECK(advice.playouts > 1'000);
  }
}

TEST_CASE("exchanged colours give the mirror image of the search") {
  for (const Exercise& exercise : exercises()) {
    const Board board = go::parse_board(exercise.rows).board;
    Board exchanged = board;
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      const Point p = board.point(i);
      if (board[p] == go::Colour::kEmpty) continue;
      exchanged.set(p, go::colour_of(opponent(go::player_of(board[p]))));
    }
    const PlayoutAdvice advice = advice_on(exchanged, opponent(exercise.player), 60'000);
    INFO(exercise.what);
    CHECK(move_text(board, advice.move) == exercise.answer);
    CHECK(advice.score == Approx(-exercise.score).margin(5.5));
  }
}

TEST_CASE("the same seed and budget give the same search") {
  const Board board =
      go::parse_board("......./..X.O../......./..O.X../......./......./.......").board;
  const auto told = [&](std::uint64_t seed) {
    PlayoutOptions options;
    options.seed = seed;
    std::vector<std::uint64_t> out;
    for (const PlayoutCandidate& one : advice_on(board, kBlack, 50'000, options).candidates) {
      out.push_back(one.point ? board.index(*one.point) : 1000);
      out.push_back(one.visits);
    }
    return out;
  };
  CHECK(told(1) == told(1));
  CHECK(told(1) != told(2));
}

TEST_CASE("passing where every move loses a point, under either scoring") {
  // Two eyes each, and C1 between the walls.
  const Board ended = go::parse_board(".XXO./XXXOO/.X.O./XXXOO/.XXO.").board;
  const Board dame = go::parse_board(".X.O./XXXOO/.XXO./XXXOO/.XXO.").board;
  for (const Scoring scoring : {Scoring::kTerritory, Scoring::kArea}) {
    PlayoutOptions options;
    options.scoring = scoring;
    // Nothing is left but C3, an eye of Black's beside one of White's stones.
    const PlayoutAdvice white = advice_on(ended, kWhite, 30'000, options);
    CHECK_FALSE(white.move.has_value());
    const PlayoutAdvice filled = advice_on(dame, kWhite, 30'000, options);
    CHECK(move_text(dame, filled.move) == "C5");
    // Area counts the stone on the dame.
    CHECK(filled.score == Approx(scoring == Scoring::kArea ? -1 + 2 * 0 : 0).margin(2.1));
  }
}

TEST_CASE("komi and settled points shift the score and nothing else") {
  const Board board = go::parse_board("OOO.X.X/OXX.XXX/OOOOX.X/O.OOXXX/.OOOOOO").board;
  const PlayoutAdvice plain = advice_on(board, kBlack, 30'000);
  PlayoutOptions options;
  options.komi = 6.5;
  const PlayoutAdvice shifted = advice_on(board, kBlack, 30'000, options);
  CHECK(shifted.move == plain.move);
  CHECK(shifted.score == Approx(plain.score - 6.5).margin(0.1));

  // Everything but the five points of the question is settled.
  options = {};
  options.settled.resize(35);
  for (std::size_t i = 0; i < 35; ++i) {
    const Point p = board.point(i);
    const bool right = p.x >= 4 && !(p.y == 4);
    options.settled[i] = {true, right ? go::Colour::kBlack : go::Colour::kWhite};
  }
  for (const char* const open : {"B4", "C4", "D4", "D5"}) {
    options.settled[board.index(*board.point(open))] = {};
  }
  const PlayoutAdvice settled = advice_on(board, kBlack, 30'000, options);
  CHECK(move_text(board, settled.move) == "D4");
  CHECK(settled.score == Approx(0).margin(0.01));
  CHECK(settled.candidates.size() == 3);
  // The same with the two eyes on the right as points of nobody's that are worth 2 together.
  for (const char* const eye : {"F5", "F3"}) {
    options.settled[board.index(*board.point(eye))] = {true, go::Colour::kEmpty};
  }
  options.settled_score = 2;
  CHECK(advice_on(board, kBlack, 30'000, options).score == Approx(0).margin(0.01));
  options.scoring = Scoring::kArea;
  // 35 points, of which White has 16 stones and 2 eyes.
  CHECK(advice_on(board, kBlack, 30'000, options).score == Approx(17 - 18).margin(0.01));
}

TEST_CASE("no move brings back an earlier position") {
  // Black may not retake the ko at once; B3 is the only other point that is no eye of Black's.
  go::Game game(go::parse_board(".XO./X.XO/.XO./....").board, kWhite);
  REQUIRE(game.play({kWhite, Point::at(1, 1)}) == go::Legality::kLegal);
  REQUIRE(game.judge({kBlack, Point::at(2, 1)}) == go::Legality::kKo);
  Budget budget({.nodes = 30'000});
  const PlayoutAdvice advice = advise(game, kBlack, {}, budget);
  for (const PlayoutCandidate& one : advice.candidates) {
    if (one.point) CHECK(game.judge({kBlack, *one.point}) == go::Legality::kLegal);
  }
  // Whole games on a tiny board, where positions come back soon.
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    go::Game small(Board(3, 2));
    PlayoutOptions options;
    options.seed = seed;
    int moves = 0;
    while (!small.over() && moves < 200) {
      Budget little({.nodes = 2'000});
      const PlayoutAdvice next = advise(small, small.to_play(), options, little);
      REQUIRE(small.play({small.to_play(), next.move}) == go::Legality::kLegal);
      ++moves;
    }
    CHECK(moves < 200);
  }
}

TEST_CASE("a search without budget answers all the same") {
  const Board board = go::parse_board("OOO.X.X/OXX.XXX/OOOOX.X/O.OOXXX/.OOOOOO").board;
  const PlayoutAdvice none = advice_on(board, kBlack, 0);
  CHECK(none.playouts == 0);
  REQUIRE(none.move.has_value());
  CHECK(move_text(board, none.move) == "D4");  // the prior of stones that it saves
  const std::atomic<bool> stop{true};
  Budget stopped({}, &stop);
  CHECK(advise(go::Game(board), kBlack, {}, stopped).move.has_value());
  // One point: every move is a suicide.
  CHECK_FALSE(advice_on(Board(1, 1), kBlack, 1'000).move.has_value());
}

TEST_CASE("a limit on playouts is kept") {
  PlayoutOptions options;
  options.playouts = 500;
  const PlayoutAdvice advice = advice_on(Board(5, 5), kBlack, Budget::kUnlimited, options);
  CHECK(advice.playouts == 500);
  std::uint64_t visits = 0;
  for (const PlayoutCandidate& one : advice.candidates) visits += one.visits;
  CHECK(visits == 500 - 0);
}

TEST_CASE("ladders are read to the edge") {
  // The stone at C5 runs to C4 and on; the one at E2 is in its way.
  const std::string open = "......./..X..../.XO..../.X.X.../......./......./.......";
  const Board ladder = go::parse_board(open).board;
  const Point stone = *ladder.point("C5");
  CHECK(taken_in_ladder(ladder, stone));
  Board broken = ladder;
  broken.set(*broken.point("E2"), go::Colour::kWhite);
  broken.set(*broken.point("E3"), go::Colour::kWhite);
  const auto none = [](Point) { return false; };
  CHECK(ladder_move(ladder, kWhite, none).has_value());
  const auto hunt = ladder_move(ladder, kBlack, none);
  REQUIRE(hunt.has_value());
  Board after = ladder;
  REQUIRE(after.play(kBlack, *hunt).legal);
  CHECK(taken_in_ladder(after, stone));
  CHECK_FALSE(ladder_move(ladder, kBlack, [](Point) { return true; }).has_value());
}

}  // namespace
}  // namespace cgt::solve::tree_search_test
