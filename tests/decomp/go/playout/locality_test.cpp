// What moves win where they are played: against scores by reading, and where there is nothing to win.
#include "decomp/go/playout/locality.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "decomp/go/record/problem.hpp"

namespace cgt::go::locality_test {
namespace {

PlayoutAdvice advice_on(const Board& board, Player player, std::uint64_t playouts = 600) {
  PlayoutOptions options;
  options.playouts = playouts;
  Budget budget;
  return advise(go::Game(board, player), player, options, budget);
}

std::optional<LocalGain> gain_of(const Board& board, Player player, const char* move) {
  Budget budget;
  return local_gain(go::Game(board, player), player, *board.point(move),
                    advice_on(board, player).owners, {}, budget);
}

struct Question {
  const char* what;
  const char* rows;
  const char* black;  // the best move of either player
  const char* white;
  double swing;  // of the score by who moves first, by reading
};

// The boards of the test of the tree search: all but the question lives.
const std::vector<Question>& questions() {
  static const std::vector<Question> kQuestions{
      {"three points", "...XO.O/XXXXOO./OOOOOOO", "B3", "B3", 15},
      {"four points", "...XO.O/X.XXOO./XXXXOOO/OOOOOOO", "B4", "B4", 21},
      {"atari", "OOO.X.X/OXX.XXX/OOOOX.X/O.OOXXX/.OOOOOO", "D4", "D4", 3},
      {"cutting stones", "OO..X.X/OXXOXXX/OOOXX.X/O.OOXXX/.OOOOOO", "D5", "C5", 4},
      {"snapback", ".X..OO.O./XXOOXOOOO/.XXXXXXXX", "D3", "D3", 3},
  };
  return kQuestions;
}

TEST_CASE("what a move wins is the difference between the scores of either player first") {
  for (const Question& question : questions()) {
    INFO(question.what);
    const Board board = go::parse_board(question.rows).board;
    for (const Player player : kPlayers) {
      const char* const move = player == Player::kLeft ? question.black : question.white;
      const auto found = gain_of(board, player, move);
      REQUIRE(found.has_value());
      REQUIRE(found->best.has_value());
      CHECK(board.name(*found->best) == move);
      CHECK(found->gain == found->best_gain);
      // Dead stones have to be taken in the playouts, which goes wrong now and then.
      CHECK(found->gain == Approx(question.swing).margin(question.swing / 2));
      CHECK(found->error > 0);
      CHECK(found->error < question.swing / 3);
    }
  }
}

// Black owns the left, White the right; D5 and the points below it are nobody's.
const char* const kDivided =
    "...X.O.../...X.O.../...X.O.../.X.X.O.O./...X.O.../...X.O.../...X.O.../...X.O.../...X.O...";

TEST_CASE("moves in territory lose a point and are not chosen") {
  const Board board = go::parse_board(kDivided).board;
  for (const Player player : kPlayers) {
    PlayoutAdvice advice = advice_on(board, player);
    REQUIRE(advice.owners.size() == 81);
    CHECK(advice.owners[board.index(*board.point("A9"))] > 0.5);
    CHECK(advice.owners[board.index(*board.point("J1"))] < -0.5);
    for (const char* const move : {"B8", "C3", "G3", "H8"}) {
      INFO(move);
      Budget budget;
      const auto found = local_gain(go::Game(board, player), player, *board.point(move),
                                    advice.owners, {}, budget);
      REQUIRE(found.has_value());
      CHECK(found->gain < 0.5);
    }
    // Advised all the same, such a move gives way to a pass: dame win nothing either.
    advice.move = *board.point(player == Player::kLeft ? "B8" : "H8");
    Budget budget;
    CHECK_FALSE(choose_locally(go::Game(board, player), player, advice, {}, budget).has_value());
  }
}

TEST_CASE("a move that wins is chosen, though another one is advised") {
  const Board board = go::parse_board("OOO.X.X/OXX.XXX/OOOOX.X/O.OOXXX/.OOOOOO").board;
  for (const Player player : kPlayers) {
    PlayoutAdvice advice = advice_on(board, player);
    for (const PlayoutCandidate& one : advice.candidates) {
      advice.move = one.point;
      Budget budget;
      const auto chosen = choose_locally(go::Game(board, player), player, advice, {}, budget);
      REQUIRE(chosen.has_value());
      CHECK(board.name(*chosen) == "D4");
    }
  }
}

// The white stones on the bottom line have one liberty left, N2, where White cannot move. A1 saves them, since it
// takes the five black ones; around A1 alone there is nothing to win.
const char* const kFarRescue =
    ".OOOOOXXXXXX./OOOOOOXXXXXXX/O.OOOOXXXXX.X/OOOOOOXXXXXXX/OOOOOOXXXXXXX/"
    "OOOOOOXXXXXXX/OOOOOOXXXXXXX/OOOOOOXXXXXXX/OOOOOOXXXXXXX/OOOOOOXXXXXXX/"
    "OOOOOOXXXXXXX/OOOOOOXXXXXX./.XXXXXOOOOOOO";

TEST_CASE("where a large group is at stake, playouts of the whole board decide") {
  for (const Player player : kPlayers) {
    std::string rows = kFarRescue;
    if (player == Player::kLeft) {
      for (char& point : rows) point = point == 'X' ? 'O' : point == 'O' ? 'X' : point;
    }
    const Board board = go::parse_board(rows).board;
    PlayoutAdvice advice = advice_on(board, player, 2000);
    REQUIRE(advice.move.has_value());
    REQUIRE(board.name(*advice.move) == "A1");
    Budget budget;
    const auto around =
        local_gain(go::Game(board, player), player, *advice.move, advice.owners, {}, budget);
    REQUIRE(around.has_value());
    CHECK(around->gain < 1);
    for (const PlayoutCandidate& one : advice.candidates) {
      if (one.visits < 20) continue;
      advice.move = one.point;
      const auto chosen = choose_locally(go::Game(board, player), player, advice, {}, budget);
      REQUIRE(chosen.has_value());
      CHECK(board.name(*chosen) == "A1");
    }
  }
}

TEST_CASE("a choice by locality is the same in every run") {
  const Board board = go::parse_board(kDivided).board;
  CHECK(gain_of(board, Player::kLeft, "E5")->gain == gain_of(board, Player::kLeft, "E5")->gain);
}

TEST_CASE("without budget and on open boards the advice stays") {
  const Board board = go::parse_board(kDivided).board;
  PlayoutAdvice advice = advice_on(board, Player::kLeft);
  advice.move = *board.point("B8");
  const go::Game game(board);
  Budget none({.nodes = 0});
  CHECK_FALSE(local_gain(game, Player::kLeft, *advice.move, advice.owners, {}, none).has_value());
  CHECK(choose_locally(game, Player::kLeft, advice, {}, none) == advice.move);
  // Nothing was played out.
  PlayoutAdvice silent;
  silent.move = advice.move;
  Budget budget;
  CHECK(choose_locally(game, Player::kLeft, silent, {}, budget) == advice.move);

  const Board open(9, 9);
  const PlayoutAdvice first = advice_on(open, Player::kLeft);
  REQUIRE(first.move.has_value());
  CHECK(choose_locally(go::Game(open), Player::kLeft, first, {}, budget) == first.move);
}

TEST_CASE("the board of the game decides which moves are legal") {
  // Black may not retake the ko at once, which the surroundings know nothing of.
  go::Game game(go::parse_board(".XO./X.XO/.XO./....").board, Player::kRight);
  REQUIRE(game.play({Player::kRight, Point::at(1, 1)}) == go::Legality::kLegal);
  Budget budget;
  PlayoutOptions options;
  options.playouts = 400;
  PlayoutAdvice advice = advise(game, Player::kLeft, options, budget);
  advice.owners.assign(16, 1);
  const std::vector<Point> first{Point::at(2, 1)};
  const auto chosen = choose_locally(game, Player::kLeft, advice, first, budget);
  CHECK(game.judge({Player::kLeft, chosen}) == go::Legality::kLegal);
}

}  // namespace
}  // namespace cgt::go::locality_test
