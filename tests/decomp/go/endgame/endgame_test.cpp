#include "decomp/go/endgame/endgame.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <random>

#include "cgt/game.hpp"
#include "decomp/go/endgame/verify.hpp"
#include "decomp/go/life/safety_search.hpp"
#include "decomp/go/record/generator.hpp"
#include "decomp/go/safety/safety.hpp"
#include "tests/decomp/go/safety/refuter.hpp"
#include "tests/files.hpp"
#include "tests/testing.hpp"

namespace endgame_test {

namespace {

using cgt::Budget;
using cgt::Dyadic;
using cgt::GameId;
using cgt::kPlayers;
using cgt::Player;
using cgt::Store;
using cgt::go::GoEndgame;
using cgt::go::Problem;

std::string example(const std::string& name) {
  return cgt::testing::source_root() + "/examples/go/" + name + ".sgf";
}

std::vector<std::string> names(const GoEndgame& endgame,
                               const std::vector<cgt::go::Point>& points) {
  std::vector<std::string> out;
  for (const auto point : points) out.push_back(endgame.problem().board.name(point));
  std::sort(out.begin(), out.end());
  return out;
}

Dyadic exact_score(GoEndgame& endgame, Player first, Budget& budget) {
  const auto score = endgame.score(first, budget);
  REQUIRE(score.exact());
  return *score.lower;
}

// Plays a line on the real board and counts what it reaches: prisoners, then everything that is
// left by its exact value, which must be integers.
Dyadic replay(const GoEndgame& endgame, const std::vector<cgt::go::LineMove>& line, Player first) {
  cgt::go::Board board = endgame.problem().board;
  Dyadic prisoners;
  Player mover = first;
  for (const auto& move : line) {
    REQUIRE(move.player == mover);
    const auto played = board.play(mover, move.point);
    REQUIRE(played.legal);
    prisoners += Dyadic(sign(mover) * played.captured);
    mover = opponent(mover);
  }
  Store store;
  Problem after = endgame.problem();
  after.board = board;
  GoEndgame rest(store, after);
  Budget budget;
  REQUIRE(rest.solve(budget));
  Dyadic total = rest.fixed_score() + prisoners;
  for (const auto& subgame : rest.subgames()) {
    REQUIRE(store.is_integer(subgame.lower));
    total += store.number_value(subgame.lower);
  }
  return total;
}

}  // namespace

TEST_CASE("composed boards: scores, optimal first moves and lines") {
  struct Board {
    const char* name;
    std::size_t subgames;
    int black_first;
    int white_first;
    Player to_play;
    std::size_t moves;
    std::vector<std::string> best;
  };
  const std::vector<Board> boards{
      {"S9", 8, 4, 3, Player::kLeft, 13, {"D6", "F3", "F6", "H6"}},
      {"S13", 15, 1, -2, Player::kRight, 32, {"H9", "K5"}},
      {"S19A", 26, 5, 4, Player::kLeft, 98, {"D12", "H12", "K12"}},
      {"S19C", 26, 6, 4, Player::kLeft, 67, {"B8", "D8", "F8", "M8", "O8", "Q8"}},
      {"S19D", 26, 6, 3, Player::kRight, 48, {"B8"}},
  };
  for (const Board& expected : boards) {
    INFO(expected.name);
    Store store;
    GoEndgame endgame(store, cgt::go::load_sgf(example(expected.name)));
    Budget budget;
    REQUIRE(endgame.solve(budget));
    CHECK(endgame.subgames().size() == expected.subgames);
    CHECK(exact_score(endgame, Player::kLeft, budget) == Dyadic(expected.black_first));
    CHECK(exact_score(endgame, Player::kRight, budget) == Dyadic(expected.white_first));
    CHECK(endgame.problem().to_play == expected.to_play);
    const auto moves = endgame.moves(expected.to_play, budget);
    CHECK(moves.size() == expected.moves);
    CHECK(cgt::go::best_of(moves) == endgame.best_moves(expected.to_play, budget));
    CHECK(names(endgame, endgame.best_moves(expected.to_play, budget)) == expected.best);
    for (const auto& move : moves) CHECK(move.loss >= Dyadic(0));
    for (const Player first : kPlayers) {
      const auto line = endgame.line(first, budget);
      CHECK(replay(endgame, line, first) == exact_score(endgame, first, budget));
      const auto single =
          std::count_if(line.begin(), line.end(), [](const auto& m) { return m.single_incentive; });
      CHECK(static_cast<double>(single) >= 0.7 * static_cast<double>(line.size()));
    }
  }
}

TEST_CASE("incentive play agrees with the canonical sum of the whole board") {
  for (const char* name : {"S9", "S13", "S19A"}) {
    INFO(name);
    Store store;
    GoEndgame endgame(store, cgt::go::load_sgf(example(name)));
    Budget budget;
    REQUIRE(endgame.solve(budget));
    const GameId total = endgame.total_value();
    for (const Player first : kPlayers) {
      CHECK(store.stop(total, first) == exact_score(endgame, first, budget));
    }
    const auto thermograph = endgame.thermograph(budget);
    REQUIRE(thermograph);
    CHECK(*thermograph == store.thermograph(total));
  }
}

TEST_CASE("chilled totals of composed boards") {
  Store store;
  Budget budget;
  GoEndgame s9(store, cgt::go::load_sgf(example("S9")));
  REQUIRE(s9.solve(budget));
  CHECK(store.cool(s9.total_value(), Dyadic(1)) == cgt::parse_value(store, "13/4+^"));
  GoEndgame s19a(store, cgt::go::load_sgf(example("S19A")));
  REQUIRE(s19a.solve(budget));
  CHECK(store.cool(s19a.total_value(), Dyadic(1)) == cgt::parse_value(store, "257/64"));
}

TEST_CASE("regions coupled by an unsafe group are reported as dependent, not split") {
  // W. Spight's 9x9 problem: pretending the walls immortal gives a wrong answer.
  Store store;
  GoEndgame endgame(store, cgt::go::parse_board("O.O...XO./.OOX.XXOO/OOXXXXXO./.XXOXOOOO/.XX.OOXXX/"
                                                ".XOOOX.X./.XXXOXXXX/.XOOOOOOO/.X......."));
  Budget budget({.nodes = 1000000});
  CHECK_FALSE(endgame.solve(budget));
  REQUIRE(endgame.subgames().size() == 1);
  CHECK(endgame.subgames()[0].coupled);
  CHECK_FALSE(endgame.subgames()[0].note.empty());
  // It is claimed that White wins moving first, and Black does not.
  for (const Player first : kPlayers) {
    const auto score = endgame.score(first, budget);
    REQUIRE((score.lower && score.upper));
    CHECK(*score.lower < Dyadic(0));
    CHECK(*score.upper >= Dyadic(0));
    CHECK_FALSE(score.winner());
  }
  CHECK(endgame.widest() == 0);
  CHECK_FALSE(endgame.conditional());
}

TEST_CASE("two eyes that a group makes inside an area cost nothing") {
  // Scores counted by hand: who first plays in the eye space decides whether the group lives; it keeps
  // its points, of which it needs two for eyes.
  struct Row {
    const char* board;
    int black_first;
    int white_first;
    std::vector<std::string> best;  // of Black
  };
  const std::vector<Row> rows{
      {"...XO./XXXXOO/OOOOO./.OOOOO/O.OOOO/OOOOOO", -2, -16, {"B6"}},
      {"...XO.O.OO/XXXXOOOOOO/OOOOOOOOOO/XXXXXXXXOO/XOOOOOO.OO/XXXXXXX.XX/X.X.XXXXXX/XXXXXXXXXX/"
       "XXXXXXXXXX/XXXXXXXXXX",
       2,
       1,
       {"B10"}}};
  for (const Row& row : rows) {
    INFO(row.board);
    Store store;
    GoEndgame endgame(store, cgt::go::parse_board(row.board));
    Budget budget;
    REQUIRE(endgame.solve(budget));
    CHECK(exact_score(endgame, Player::kLeft, budget) == Dyadic(row.black_first));
    CHECK(exact_score(endgame, Player::kRight, budget) == Dyadic(row.white_first));
    CHECK(names(endgame, endgame.best_moves(Player::kLeft, budget)) == row.best);
  }
  // Under area scoring each play counts a point more.
  Store store;
  cgt::go::ScoringRules area;
  area.scoring = cgt::go::Scoring::kArea;
  GoEndgame endgame(store, cgt::go::parse_board(rows[1].board), {}, area);
  Budget budget;
  REQUIRE(endgame.solve(budget));
  CHECK(exact_score(endgame, Player::kLeft, budget) == Dyadic(34));
}

TEST_CASE("assumed walls of both colours: no proof takes a wall for an eye") {
  // Black's group has an eye, White's has none: White's is dead. All levels of safety say so.
  for (const char* board : {"WWWWWW/WXXX.W/WX.XXW/WXX.OB/BOOOOB/B.B.BB/BBBBBB"}) {
    for (const auto safety : {cgt::go::SafetyMethod::kBenson, cgt::go::SafetyMethod::kStatic}) {
      Store store;
      cgt::go::PartitionOptions options;
      options.safety = safety;
      GoEndgame endgame(store, cgt::go::parse_board(board), options);
      Budget budget({.nodes = 100'000});
      endgame.solve(budget);
      for (const Player first : kPlayers) {
        CHECK(exact_score(endgame, first, budget) == Dyadic(13));
      }
    }
  }
}

TEST_CASE("an empty board has nothing safe and answers bounds within its budget") {
  Store store;
  GoEndgame endgame(store, cgt::go::parse_board("...../...../...../...../....."));
  Budget budget({.nodes = 2000});
  CHECK_FALSE(endgame.solve(budget));
  CHECK(endgame.partition().nothing_safe);
  CHECK_FALSE(endgame.score(Player::kLeft, budget).exact());
  CHECK(endgame.score(Player::kLeft, budget).lower == Dyadic(-25));
  CHECK(endgame.score(Player::kLeft, budget).upper == Dyadic(25));
}

TEST_CASE("stones on a board without anything safe are not searched: nothing bounds their fight") {
  Store store;
  GoEndgame endgame(store, cgt::go::parse_board("...../.X.O./...../.O.X./....."));
  Budget budget;
  CHECK_FALSE(endgame.solve(budget));
  REQUIRE(endgame.subgames().size() == 1);
  CHECK(endgame.subgames()[0].coupled);
  CHECK(endgame.score(Player::kLeft, budget).lower == Dyadic(-25));
  CHECK(endgame.score(Player::kLeft, budget).upper == Dyadic(25));
}

TEST_CASE("assumed life: the walls of the composed boards, not proved but assumed") {
  for (const char* name : {"S9", "S13", "S19D"}) {
    INFO(name);
    Store store;
    Budget budget;
    const Problem problem = cgt::go::load_sgf(example(name));
    GoEndgame proved(store, problem);
    REQUIRE(proved.solve(budget));
    CHECK(proved.life_assumed().empty());
    // All walls at once, and those of one colour by the other way to tell.
    Problem marked = problem;
    marked.assumed = proved.partition().safe_stones[Player::kRight];
    cgt::go::PartitionOptions options;
    options.assumed = proved.partition().safe_stones[Player::kLeft];
    GoEndgame assumed(store, marked, options);
    REQUIRE(assumed.solve(budget));
    CHECK(assumed.conditional());
    CHECK(assumed.life_assumed().size() == 2);
    CHECK(assumed.fixed_score() == proved.fixed_score());
    CHECK(assumed.subgames().size() == proved.subgames().size());
    for (const Player first : kPlayers) {
      CHECK(exact_score(assumed, first, budget) == exact_score(proved, first, budget));
      CHECK(assumed.best_moves(first, budget) == proved.best_moves(first, budget));
    }
  }
}

TEST_CASE("assumed life: a wall without eyes is worth what it is worth with two") {
  // The corridor {1|*} of W..B between walls. In the first board they live, in the second they are
  // said to, and each has its outer points as territory.
  Store store;
  Budget budget;
  GoEndgame living(store, cgt::go::parse_board("X.X.XO.O.O/XXXXXOOOOO/XX..OOOOOO/XXXXXOOOOO"));
  REQUIRE(living.solve(budget));
  GoEndgame assumed(store, cgt::go::parse_board("BBBBBWWWWW/BB..WWWWWW/BBBBBWWWWW"));
  REQUIRE(assumed.solve(budget));
  REQUIRE(living.subgames().size() == 1);
  REQUIRE(assumed.subgames().size() == 1);
  CHECK(assumed.subgames()[0].lower == living.subgames()[0].lower);
  CHECK(assumed.conditional());
  CHECK_FALSE(living.conditional());
  for (const Player first : kPlayers) {
    CHECK(exact_score(assumed, first, budget) == exact_score(living, first, budget));
  }
  const auto report = cgt::go::verify(assumed, store, budget);
  CHECK(report.wrong.empty());
  CHECK_FALSE(report.complete);
}

// Whatever is said to live (blocks in atari, both sides of a race, all stones or single ones), the
// answer is an interval, every result says what it rests on, and the same is said twice.
TEST_CASE("random marks of life on random boards give intervals") {
  std::mt19937_64 random(23);
  std::size_t conditional = 0;
  std::size_t exact = 0;
  const std::size_t cases = cgt::testing::scaled(60);
  for (std::size_t i = 0; i < cases; ++i) {
    const int width = 3 + static_cast<int>(random() % 5);
    const int height = 3 + static_cast<int>(random() % 5);
    Problem problem;
    problem.board = cgt::go::refuter::random_board(random, width, height, width * height / 2 + 3);
    CAPTURE(to_diagram(problem.board, '/'));
    const std::uint64_t one_of = 1 + random() % 4;
    for (std::size_t at = 0; at < static_cast<std::size_t>(problem.board.size()); ++at) {
      const auto point = problem.board.point(at);
      if (problem.board[point] != cgt::go::Colour::kEmpty && random() % one_of == 0) {
        problem.assumed.push_back(point);
      }
    }
    Store store;
    GoEndgame endgame(store, problem);
    Budget budget({.nodes = 3'000});
    endgame.solve(budget);
    REQUIRE(endgame.partitioned());
    REQUIRE(endgame.conditional() == !endgame.life_assumed().empty());
    conditional += endgame.conditional() ? 1 : 0;
    GoEndgame again(store, problem);
    Budget same({.nodes = 3'000});
    again.solve(same);
    for (const Player first : kPlayers) {
      Budget half({.nodes = 3'000});
      const auto score = endgame.score(first, half);
      REQUIRE(score.lower);
      REQUIRE(score.upper);
      REQUIRE(*score.lower <= *score.upper);
      // Nobody has more than the board, and the stones that were on it.
      REQUIRE(*score.upper <= Dyadic(2 * problem.board.size()));
      REQUIRE(*score.lower >= Dyadic(-2 * problem.board.size()));
      exact += score.exact() ? 1 : 0;
      Budget other({.nodes = 3'000});
      const auto repeated = again.score(first, other);
      if (score.exact() && repeated.exact()) REQUIRE(*score.lower == *repeated.lower);
      REQUIRE(*repeated.lower <= *score.upper);
      REQUIRE(*repeated.upper >= *score.lower);
    }
  }
  cgt::testing::expect_share(conditional, cases, 0.5);
  cgt::testing::expect_share(exact, 2 * cases, 0.05);
}

TEST_CASE("a stopped endgame knows nothing, or what it solved by then, and goes on") {
  Store store;
  std::atomic<bool> stop = true;
  GoEndgame endgame(store, cgt::go::load_sgf(example("S9")));
  Budget stopped({}, &stop);
  CHECK_FALSE(endgame.solve(stopped));
  CHECK_FALSE(endgame.partitioned());
  CHECK_FALSE(endgame.complete());
  CHECK(endgame.subgames().empty());
  CHECK_FALSE(endgame.score(Player::kLeft, stopped).lower);

  std::size_t solved = 0;
  std::size_t partly = 0;
  bool complete = false;
  for (std::uint64_t nodes = 1; !complete; ++nodes) {
    REQUIRE(nodes < 1000);
    Budget budget({.nodes = nodes});
    complete = endgame.solve(budget);
    CHECK(endgame.partitioned());
    std::size_t exact = 0;
    for (const auto& subgame : endgame.subgames()) {
      CHECK((subgame.exact || subgame.note == "node budget spent"));
      exact += subgame.exact ? 1 : 0;
    }
    CHECK(exact >= solved);
    solved = exact;
    partly += !complete && exact > 0 ? 1 : 0;
  }
  CHECK(partly > 0);
  CHECK(solved == 8);
  Budget budget;
  CHECK(exact_score(endgame, Player::kLeft, budget) == Dyadic(4));
}

TEST_CASE("a search of safety that spends its share of the budget leaves the board cut") {
  std::mt19937_64 random(5);
  std::size_t spent = 0;
  for (int i = 0; i < 10; ++i) {
    Problem problem;
    problem.board = cgt::go::refuter::random_board(random, 13, 13, 160);
    Budget counted;
    const auto known = safety(problem.board, cgt::go::SafetyMethod::kStatic, counted);
    // Half of these nodes are for the search: the static rules and a hundred more.
    const std::uint64_t nodes = 2 * counted.used_nodes() + 200;
    const auto all = cgt::go::searched_safety(problem.board, {}, counted);
    Store store;
    cgt::go::PartitionOptions searched;
    searched.safety = cgt::go::SafetyMethod::kSearch;
    GoEndgame endgame(store, problem, searched);
    Budget budget({.nodes = nodes});
    REQUIRE(endgame.divide(budget));
    spent += counted.used_nodes() > nodes ? 1 : 0;
    const auto& found = endgame.partition().proved;
    for (const Player player : kPlayers) {
      CAPTURE(i, player);
      CHECK(found.stones[player].size() >= known.stones[player].size());
      CHECK(found.territory[player].size() >= known.territory[player].size());
      CHECK(found.stones[player].size() <= all.stones[player].size());
    }
  }
  CHECK(spent > 0);
}

TEST_CASE("moves of a whole board are charged, so that the first of them can be stopped") {
  Store store;
  Problem empty;
  empty.board = cgt::go::Board(19, 19);
  GoEndgame endgame(store, empty);
  Budget budget({.nodes = 1000});
  CHECK_FALSE(endgame.solve(budget));
  // Not a thousand positions of hundreds of moves each.
  CHECK(endgame.statistics().local_positions < 10);
}

TEST_CASE("komi moves the score, whole or half") {
  for (const char* komi : {"6.5", "-3", "0.75"}) {
    Store store;
    Problem problem = cgt::go::load_sgf(example("S9"));
    problem.komi = komi[0] == '6' ? Dyadic(13, 1) : komi[0] == '-' ? Dyadic(-3) : Dyadic(3, 2);
    GoEndgame endgame(store, problem);
    Budget budget;
    REQUIRE(endgame.solve(budget));
    CHECK(exact_score(endgame, Player::kLeft, budget) == Dyadic(4) - problem.komi);
    CHECK(exact_score(endgame, Player::kRight, budget) == Dyadic(3) - problem.komi);
  }
}

TEST_CASE("a ko has bounds, and a score if its threats are known") {
  // Both walls have two eyes; in the middle White can take a basic ko.
  Store store;
  GoEndgame endgame(store, cgt::go::parse_board("X.XXOO.O/XXXXOOOO/XXX.XOOO/XXXXOOOO/X.XXOO.O"));
  Budget budget;
  const bool complete = endgame.solve(budget);
  REQUIRE_FALSE(endgame.partition().nothing_safe);
  CHECK_FALSE(complete);
  const auto score = endgame.score(Player::kRight, budget);
  REQUIRE(score.lower);
  REQUIRE(score.upper);
  // Between the right stops of the bounds, {0|-2} and 1: White takes the stone and connects, for
  // nobody has a threat.
  CHECK(*score.lower == Dyadic(-1));
  CHECK(*score.upper == Dyadic(-1));
  CHECK(exact_score(endgame, Player::kLeft, budget) == Dyadic(0));
  bool ko = false;
  for (const auto& subgame : endgame.subgames())
    ko = ko || subgame.note == "the value depends on ko";
  CHECK(ko);
}

TEST_CASE("random comb boards: lines reach their scores, canonical sums agree") {
  for (std::size_t seed = 1; seed <= cgt::testing::scaled(12); ++seed) {
    INFO("seed " << seed);
    Store store;
    GoEndgame endgame(store, cgt::go::generate({.seed = seed, .size = seed % 2 == 0 ? 13 : 9}));
    Budget budget;
    REQUIRE(endgame.solve(budget));
    for (const Player first : kPlayers) {
      const Dyadic score = exact_score(endgame, first, budget);
      CHECK(replay(endgame, endgame.line(first, budget), first) == score);
      Budget limited({.nodes = 200000});
      const Store::BudgetScope scope(store, limited);
      try {
        CHECK(store.stop(endgame.total_value(), first) == score);
      } catch (const cgt::BudgetExhausted&) {
        // The canonical sum is too large; the replay stands.
      }
    }
  }
}

TEST_CASE("the independent verifier confirms a small board") {
  // A corridor and a strip with a capturable stone, between walls with two eyes each.
  Store store;
  GoEndgame endgame(store, cgt::go::parse_board("X.X.X/XXXXX/X.XOX/X.X.X/XOOOO/OOOOO/O.O.O/OOOOO"));
  Budget budget;
  REQUIRE(endgame.solve(budget));
  REQUIRE_FALSE(endgame.subgames().empty());
  const auto report = cgt::go::verify(endgame, store, budget);
  CHECK(report.wrong.empty());
  CHECK(report.complete);
  CHECK(report.nodes > 10);
  CHECK(report.lines.size() == endgame.subgames().size() + 2);
}

TEST_CASE("plain outcomes tell a wrong value from the right one") {
  Store store;
  Budget budget;
  const auto region = cgt::go::Region::parse("BBBB/W..B/BBBB");
  const auto differences = [&](const char* value) {
    cgt::search::OutcomeSearch<cgt::go::RegionPosition> plain;
    int found = 0;
    for (std::int64_t n = -1; n <= 3; ++n) {
      const GameId rest = store.subtract(cgt::parse_value(store, value), store.integer(n));
      for (const Player first : kPlayers) {
        found +=
            plain.left_wins({region}, -n, false, first, budget) != store.left_wins(rest, first);
      }
    }
    return found;
  };
  CHECK(differences("{1|*}") == 0);
  CHECK(differences("{2|*}") > 0);
  CHECK(differences("{1|0}") > 0);
}

}  // namespace endgame_test
