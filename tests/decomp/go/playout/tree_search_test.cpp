// The moves of the tree search: composed positions with one good move, rules, and settled points.
#include "decomp/go/playout/tree_search.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "decomp/go/playout/ladder.hpp"
#include "decomp/go/record/problem.hpp"

namespace cgt::go::tree_search_test {
namespace {

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

TEST_CASE("a move that loses a point is not played, a dame is") {
  // Black has A5 and B5 and two eyes more, White three eyes.
  const Board ended = go::parse_board("..XO./XXXOO/.XXO./XXXOO/.XXO.").board;
  for (const Player player : kPlayers) {
    const PlayoutAdvice advice = advice_on(ended, player, 30'000);
    CHECK(advice.candidates.size() == 3);
    CHECK_FALSE(advice.move.has_value());
    CHECK(advice.score == Approx(4 - 3).margin(0.3));
  }
  // The same when the opponent has just passed, though a pass would end the game now.
  for (const Player player : kPlayers) {
    go::Game game(ended, opponent(player));
    REQUIRE(game.play({opponent(player), std::nullopt}) == go::Legality::kLegal);
    Budget budget({.nodes = 30'000});
    CHECK_FALSE(advise(game, player, {}, budget).move.has_value());
  }
  // C5 is nobody's yet.
  const Board dame = go::parse_board(".X.O./XXXOO/.XXO./XXXOO/.XXO.").board;
  for (const Player player : kPlayers) {
    const PlayoutAdvice territory = advice_on(dame, player, 30'000);
    CHECK(move_text(dame, territory.move) == "C5");
    CHECK(territory.score == Approx(3 - 3).margin(0.01));
    PlayoutOptions options;
    options.scoring = Scoring::kArea;
    const PlayoutAdvice area = advice_on(dame, player, 30'000, options);
    CHECK(move_text(dame, area.move) == "C5");
    CHECK(area.score == Approx(14 - 10 + sign(player)).margin(0.01));
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
  // 13 stones and 2 eyes of Black's, 18 stones and 2 eyes of White's, who takes the dame.
  CHECK(advice_on(board, kBlack, 30'000, options).score == Approx(15 - 20).margin(0.01));
}

TEST_CASE("a preferred move is chosen unless it seems to lose too much") {
  // D4 saves three stones; the other candidates do not.
  const Board board = go::parse_board("OOO.X.X/OXX.XXX/OOOOX.X/O.OOXXX/.OOOOOO").board;
  const PlayoutAdvice plain = advice_on(board, kBlack, 30'000);
  REQUIRE(move_text(board, plain.move) == "D4");
  REQUIRE(plain.candidates.size() >= 3);
  for (const PlayoutCandidate& one : plain.candidates) {
    if (!one.point || one.point == plain.move) continue;
    INFO(board.name(*one.point));
    PlayoutOptions options;
    options.preferred = one.point;
    options.preferred_lead = 0.5;
    const PlayoutAdvice refused = advice_on(board, kBlack, 30'000, options);
    CHECK(move_text(board, refused.move) == "D4");
    options.preferred_lead = 100;
    const PlayoutAdvice taken = advice_on(board, kBlack, 30'000, options);
    CHECK(taken.move == one.point);
    CHECK(taken.score < refused.score - 1);
    // It is tried often enough to be judged.
    const auto tried = std::ranges::find(refused.candidates, one.point, &PlayoutCandidate::point);
    REQUIRE(tried != refused.candidates.end());
    CHECK(tried->visits >= refused.playouts / 8);
  }
  PlayoutOptions options;
  options.preferred = *board.point("A5");  // a stone is there
  options.preferred_lead = 100;
  CHECK(move_text(board, advice_on(board, kBlack, 30'000, options).move) == "D4");
}

TEST_CASE("a preferred move is refused only beyond doubt") {
  // D4 saves three stones; a few playouts are not a proof of it.
  const Board board = go::parse_board("OOO.X.X/OXX.XXX/OOOOX.X/O.OOXXX/.OOOOOO").board;
  PlayoutOptions options;
  options.playouts = 16;
  for (const char* const name : {"D5", "F5"}) {
    options.preferred = *board.point(name);
    options.preferred_lead = 0;
    options.preferred_errors = 1000;
    const PlayoutAdvice kept = advice_on(board, kBlack, Budget::kUnlimited, options);
    const bool candidate =
        std::ranges::count(kept.candidates, options.preferred, &PlayoutCandidate::point) > 0;
    CHECK((kept.move == options.preferred) == candidate);
  }
  options.preferred = *board.point("D5");
  options.preferred_errors = 0;
  options.playouts = 2000;
  CHECK(move_text(board, advice_on(board, kBlack, Budget::kUnlimited, options).move) == "D4");
}

TEST_CASE("a doubtful move is chosen only if it wins much") {
  // D4 saves three stones, which is worth 3 points against the next best move.
  const Board board = go::parse_board("OOO.X.X/OXX.XXX/OOOOX.X/O.OOXXX/.OOOOOO").board;
  PlayoutOptions options;
  options.doubtful.resize(35);
  options.doubtful[board.index(*board.point("D4"))] = true;
  options.doubtful_lead = 1;
  CHECK(move_text(board, advice_on(board, kBlack, 60'000, options).move) == "D4");
  options.doubtful_lead = 20;
  const PlayoutAdvice shy = advice_on(board, kBlack, 60'000, options);
  CHECK(move_text(board, shy.move) != "D4");
  // All are doubtful, and the best one does not win enough: a pass.
  options.doubtful.assign(35, true);
  CHECK_FALSE(advice_on(board, kBlack, 60'000, options).move.has_value());
  options.doubtful_lead = 1;
  CHECK(move_text(board, advice_on(board, kBlack, 60'000, options).move) == "D4");
}

TEST_CASE("no move brings back an earlier position") {
  // Black may not retake the ko at once.
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

TEST_CASE("few playouts do not make it pass") {
  // Among so few the pass often has the best mean, by chance.
  const Board board = go::parse_board(
                          "........./.X.X.O.O./........./..XX.OO../...X.O.../"
                          "...X.O.../..XX.OO../..X..O.../.........")
                          .board;
  int noisy = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    PlayoutOptions options;
    options.seed = seed;
    options.playouts = 40;
    const PlayoutAdvice advice = advice_on(board, kBlack, Budget::kUnlimited, options);
    CHECK(advice.move.has_value());
    const auto pass = std::ranges::find_if(advice.candidates,
                                           [](const PlayoutCandidate& one) { return !one.point; });
    REQUIRE(pass != advice.candidates.end());
    noisy += pass->visits > 0 && pass->score > advice.score + 1 ? 1 : 0;
  }
  CHECK(noisy > 5);
}

TEST_CASE("a limit on playouts is kept") {
  PlayoutOptions options;
  options.playouts = 500;
  const PlayoutAdvice advice = advice_on(Board(5, 5), kBlack, Budget::kUnlimited, options);
  CHECK(advice.playouts == 500);
  std::uint64_t visits = 0;
  for (const PlayoutCandidate& one : advice.candidates) visits += one.visits;
  CHECK(visits == 500);
}

TEST_CASE("ladders are read to the edge") {
  // White's D5 has the liberties E5 and D4.
  const auto none = [](Point) { return false; };
  const Board ladder =
      go::parse_board("......./...X.../..XO.../..X..../......./......./.......").board;
  const Point stone = *ladder.point("D5");
  CHECK(taken_in_ladder(ladder, stone));
  const auto hunt = ladder_move(ladder, kBlack, none);
  REQUIRE(hunt.has_value());
  Board after = ladder;
  CHECK(hunt->stones == 1);
  REQUIRE(after.play(kBlack, hunt->point).legal);
  CHECK(taken_in_ladder(after, stone));
  const auto run = ladder_move(ladder, kWhite, none);
  REQUIRE(run.has_value());
  after = ladder;
  REQUIRE(after.play(kWhite, run->point).legal);
  CHECK_FALSE(taken_in_ladder(after, stone));
  CHECK_FALSE(ladder_move(ladder, kBlack, [](Point) { return true; }).has_value());
  // A white stone in its way: there is nothing to take, and nothing to save.
  Board broken = ladder;
  broken.set(*broken.point("F4"), go::Colour::kWhite);
  CHECK_FALSE(taken_in_ladder(broken, stone));
  CHECK_FALSE(ladder_move(broken, kWhite, none).has_value());
  // One of the two ways to hunt lets it get away, as the stone at C4 is missing.
  Board weaker = ladder;
  weaker.set(*weaker.point("C4"), go::Colour::kEmpty);
  CHECK_FALSE(taken_in_ladder(weaker, stone));
}

}  // namespace
}  // namespace cgt::go::tree_search_test
