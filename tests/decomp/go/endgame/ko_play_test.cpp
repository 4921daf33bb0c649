// Play-outs of boards by strategies that look at the thermographs of regions.
#include "decomp/go/endgame/ko_play.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <random>
#include <string>

#include "decomp/go/record/problem.hpp"
#include "tests/testing.hpp"

namespace cgt::ko_play_test {
namespace {

using go::GoEndgame;
using go::KoLine;
using go::KoLineMove;
using go::KoLineRules;
using go::KoStrategy;

// Black lives at the left, White at the right, and between them groups of one or two rows of random
// cells, or a ko of one point, cut off from each other.
std::string random_rows(std::mt19937_64& random, std::size_t groups) {
  std::string out = "X.XXXXOOOO.O";
  for (std::size_t g = 0; g < groups; ++g) {
    const bool ko = random() % 3 == 0;
    if (ko) out += random() % 2 == 0 ? "/XXXXX.XOOOOO" : "/XXXXXO.OOOOO";
    for (std::size_t rows = ko ? 0 : 1 + random() % 2; rows > 0; --rows) {
      out += "/XXXX";
      for (int column = 0; column < 4; ++column) out += "....XOXO"[random() % 8];
      out += "OOOO";
    }
    out += g + 1 < groups ? "/XXXXXXOOOOOO" : "";
  }
  return out + "/X.XXXXOOOO.O";
}

bool all_searched(const GoEndgame& endgame) {
  return std::all_of(endgame.subgames().begin(), endgame.subgames().end(),
                     [](const go::Subgame& s) { return s.searched; });
}

// A random board that was solved, or none.
std::optional<GoEndgame> random_board(Store& store, std::mt19937_64& random) {
  std::optional<GoEndgame> out;
  try {
    out.emplace(store, go::parse_board(random_rows(random, 2 + random() % 2)));
  } catch (const InputError&) {
    return std::nullopt;  // a block without liberty
  }
  Budget budget({.nodes = 50'000});
  out->solve(budget);
  if (!all_searched(*out) || out->subgames().empty()) return std::nullopt;
  return out;
}

KoLineRules all_by(KoStrategy strategy) {
  return {PerPlayer<KoStrategy>{{strategy, strategy}}, Komaster::kNone, {}};
}

Rational mean_of(const GoEndgame& endgame) {
  Rational mean = to_rational(endgame.fixed_score());
  for (const go::Subgame& subgame : endgame.subgames()) mean += to_rational(subgame.mean);
  return mean;
}

// The temperature of a hottest region, or 0.
Rational hottest_of(const GoEndgame& endgame) {
  Rational hottest(0);
  for (const go::Subgame& subgame : endgame.subgames()) {
    hottest = std::max(hottest, to_rational(subgame.temperature));
  }
  return hottest;
}

TEST_CASE("play-outs are legal and begin with the orthodox move", "[random]") {
  std::mt19937_64 random(71);
  std::size_t boards = 0;
  std::size_t kos = 0;
  std::size_t threats = 0;
  const std::size_t cases = testing::scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    Store store;
    std::optional<GoEndgame> endgame = random_board(store, random);
    if (!endgame) continue;
    Budget budget({.nodes = 2'000'000});
    const Player first = kPlayers[i % 2];
    const go::BoardKos estimate = go::board_kos(store, *endgame, first, budget);
    if (!estimate.sums) continue;
    ++boards;
    for (const Komaster komaster : kKomasters) {
      for (const KoStrategy strategy : {KoStrategy::kHotstrat, KoStrategy::kSentestrat}) {
        KoLineRules rules = all_by(strategy);
        rules.komaster = komaster;
        const KoLine line = go::ko_line(store, *endgame, first, rules, budget);
        const auto& root = (*estimate.sums)[static_cast<std::size_t>(komaster)].move;
        REQUIRE(root.has_value() == !line.moves.empty());
        if (root) CHECK(root->point == line.moves.front().point);
        go::Board board = endgame->problem().board;
        std::optional<go::Point> ban;
        Player before = opponent(first);
        for (const KoLineMove& move : line.moves) {
          if (move.player == before) ban.reset();  // the other has passed
          before = move.player;
          CHECK(move.threat == (ban == move.point));
          if (move.threat) {
            CHECK(is_komaster(komaster, move.player));
            ++threats;
          }
          const go::PlayResult played = board.play(move.player, move.point);
          REQUIRE(played.legal);
          if (played.ko) ++kos;
          ban = played.ko;
        }
      }
    }
  }
  testing::expect_share(boards, cases, 0.15);
  testing::expect_share(kos, boards, 0.2);
  testing::expect_share(threats, boards, 0.01);
}

// The board to which the moves lead, with what was taken on the way, solved.
std::optional<GoEndgame> board_after(Store& store, const GoEndgame& endgame,
                                     const std::vector<KoLineMove>& moves, Budget& budget) {
  go::Board board = endgame.problem().board;
  go::ScoringRules rules;
  for (const KoLineMove& move : moves) {
    const go::PlayResult played = board.play(move.player, move.point);
    REQUIRE(played.legal);
    rules.prisoners[move.player] += played.captured;
  }
  go::Problem problem;
  problem.board = board;
  std::optional<GoEndgame> out;
  out.emplace(store, problem, go::PartitionOptions{}, rules);
  out->solve(budget);
  if (!all_searched(*out)) return std::nullopt;
  return out;
}

TEST_CASE("a play-out has the score of the board it leads to", "[random]") {
  std::mt19937_64 random(79);
  std::size_t boards = 0;
  std::size_t apart = 0;
  std::size_t moves = 0;
  const std::size_t cases = testing::scaled(200);
  for (std::size_t i = 0; i < cases; ++i) {
    Store store;
    const std::optional<GoEndgame> endgame = random_board(store, random);
    if (!endgame) continue;
    Budget budget({.nodes = 2'000'000});
    for (const Player first : kPlayers) {
      KoLineRules rules = all_by(KoStrategy::kSentestrat);
      rules.strategies[first] = KoStrategy::kHotstrat;
      const KoLine line = go::ko_line(store, *endgame, first, rules, budget);
      const std::optional<GoEndgame> end = board_after(store, *endgame, line.moves, budget);
      REQUIRE(end);
      ++boards;
      moves += line.moves.size();
      Rational lower = to_rational(end->fixed_score());
      Rational upper = lower;
      const go::BoardKos kos = go::board_kos(store, *end, first, budget);
      for (std::size_t s = 0; s < end->subgames().size(); ++s) {
        const auto& ko = kos.regions[s];
        if (ko && ko->thermographs) {
          lower += (*ko->thermographs)[Komaster::kNone].mast();
          upper += (*ko->thermographs)[Komaster::kNone].mast();
        } else {
          lower += to_rational(store.mean(end->subgames()[s].lower));
          upper += to_rational(store.mean(end->subgames()[s].upper));
        }
      }
      INFO(go::to_diagram(endgame->problem().board, '/')
           << " first " << sign(first) << ", " << line.trouble);
      CHECK(line.lower == lower);
      CHECK(line.upper == upper);
      if (!line.ko) CHECK(end->complete());
      if (line.trouble.empty()) CHECK(line.exact());
      if (!line.exact()) ++apart;
    }
  }
  testing::expect_share(moves, boards, 1);     // 3
  testing::expect_share(apart, boards, 0.01);  // 0.08
}

// Black E5 or White F5 decides about two stones; White G6 first, and sending three to take one back
// can go on for ever.
TEST_CASE("a play-out that ends at a cycle has the bounds of the region") {
  Store store;
  GoEndgame endgame(store, go::parse_board("X.XXXXOOOO.O/XXXXOX.OOOOO/XXXXO..OOOOO/XXXXXXOOOOOO/"
                                           "XXXX..XOOOOO/XXXXXXX.OOOO/X.XXXXOOOO.O"));
  Budget budget;
  REQUIRE(endgame.solve(budget));
  CHECK(mean_of(endgame) == Rational(6));
  const KoLine line =
      go::ko_line(store, endgame, Player::kRight, all_by(KoStrategy::kSentestrat), budget);
  CHECK(line.ko);
  REQUIRE(line.moves.size() == 1);
  CHECK(line.moves[0].point == *endgame.problem().board.point("G6"));
  CHECK(line.trouble.find("region 1 has no thermograph: sending two returning one") == 0);
  CHECK(to_string(line.lower) == "5");
  CHECK(to_string(line.upper) == "11/2");
}

// Berlekamp 1996 (ko_play.hpp).
TEST_CASE("sentestrat keeps its promises where no ko matters", "[random]") {
  std::mt19937_64 random(73);
  std::size_t hot = 0;
  std::size_t lines = 0;
  std::size_t promised = 0;
  const std::size_t cases = testing::scaled(200);
  for (std::size_t i = 0; i < cases; ++i) {
    Store store;
    std::optional<GoEndgame> endgame = random_board(store, random);
    Budget budget;
    if (!endgame || !endgame->complete()) continue;
    const Rational mean = mean_of(*endgame);
    const Rational hottest = hottest_of(*endgame);
    if (hottest.sign() > 0) ++hot;
    for (const Player player : kPlayers) {
      for (const KoStrategy other : {KoStrategy::kHotstrat, KoStrategy::kSentestrat}) {
        KoLineRules rules = all_by(KoStrategy::kSentestrat);
        rules.strategies[opponent(player)] = other;
        for (const Player first : kPlayers) {
          const KoLine line = go::ko_line(store, *endgame, first, rules, budget);
          INFO(go::to_diagram(endgame->problem().board, '/')
               << " sentestrat " << sign(player) << " first " << sign(first));
          ++lines;
          if (line.ko || !line.trouble.empty()) continue;
          ++promised;
          REQUIRE(line.exact());
          const Rational gained = Rational(sign(player)) * (line.lower - mean);
          CHECK(gained >= (first == player ? Rational(0) : -hottest));
        }
      }
    }
  }
  testing::expect_share(hot, cases, 0.1);       // 0.2
  testing::expect_share(promised, lines, 0.5);  // 0.98
}

// The worst score for a player who follows sentestrat, over all moves of the opponent, who passes
// only where nothing is left to play that is worth a move: Black minus White. Play that comes back
// to a position or to one that depends on ko is left out.
class EveryOpponent {
 public:
  EveryOpponent(Store& store, const GoEndgame& endgame, Player player, Budget& budget)
      : store_(store), endgame_(endgame), player_(player), budget_(budget) {}

  std::optional<Rational> worst(Player first) {
    first_ = first;
    given_.clear();
    return search(first);
  }

 private:
  // None: the last move given is not legal in a region.
  std::optional<KoLine> line() const {
    KoLineRules rules = all_by(KoStrategy::kSentestrat);
    rules.given = given_;
    try {
      return go::ko_line(store_, endgame_, first_, rules, budget_);
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  // None: the last move is not legal, or all play after it is left out. Not deep: no position of a
  // few points comes twice.
  std::optional<Rational> search(Player to_move) {
    const std::optional<KoLine> on = line();
    if (!on) return std::nullopt;
    const bool over = on->moves.size() <= given_.size();
    if (over && (on->ko || !on->trouble.empty())) return std::nullopt;
    if (to_move == player_) {
      if (over) return on->lower;
      // A ko is banned, and there is no other move: he passes, which cannot be given.
      if (on->moves[given_.size()].player != player_) return std::nullopt;
      return after(on->moves[given_.size()].point, to_move);
    }
    std::optional<Rational> least;
    if (over) least = on->lower;
    for (const go::Subgame& subgame : endgame_.subgames()) {
      for (const go::Point point : subgame.points) {
        const auto score = after(point, to_move);
        if (!score) continue;
        if (!least || (player_ == Player::kLeft ? *score < *least : *score > *least)) least = score;
      }
    }
    return least;
  }

  std::optional<Rational> after(go::Point point, Player mover) {
    given_.push_back(point);
    std::optional<Rational> score = search(opponent(mover));
    given_.pop_back();
    return score;
  }

  Store& store_;
  const GoEndgame& endgame_;
  Player player_;
  Budget& budget_;
  Player first_ = Player::kLeft;
  std::vector<go::Point> given_;
};

TEST_CASE("sentestrat keeps its promises against every opponent", "[random]") {
  std::mt19937_64 random(83);
  std::size_t hot = 0;
  std::size_t asked = 0;
  std::size_t answered = 0;
  const std::size_t cases = testing::scaled(100);
  for (std::size_t i = 0; i < cases; ++i) {
    Store store;
    const std::optional<GoEndgame> endgame = random_board(store, random);
    Budget budget;
    if (!endgame || !endgame->complete()) continue;
    std::size_t points = 0;
    for (const go::Subgame& subgame : endgame->subgames()) points += subgame.points.size();
    if (points > 7) continue;
    const Rational hottest = hottest_of(*endgame);
    if (hottest.sign() > 0) ++hot;
    for (const Player player : kPlayers) {
      for (const Player first : kPlayers) {
        const auto worst = EveryOpponent(store, *endgame, player, budget).worst(first);
        INFO(go::to_diagram(endgame->problem().board, '/')
             << " sentestrat " << sign(player) << " first " << sign(first));
        ++asked;
        if (!worst) continue;
        ++answered;
        CHECK(Rational(sign(player)) * (*worst - mean_of(*endgame)) >=
              (first == player ? Rational(0) : -hottest));
      }
    }
  }
  testing::expect_share(hot, cases, 0.01);      // 0.07
  testing::expect_share(answered, asked, 0.5);  // 1
}

TEST_CASE("hotstrat and sentestrat part where a threat stands beside a hotter region") {
  Store store;
  GoEndgame endgame(store, go::parse_board("X.XXXXOOOO.O/XXXXX...OOOO/XXXXXXOOOOOO/XXXXX..XOOOO/"
                                           "X.XXXXOOOO.O"));
  Budget budget;
  REQUIRE(endgame.solve(budget));
  const auto played = [&](KoStrategy strategy) {
    KoLineRules rules = all_by(strategy);
    rules.given = {*endgame.problem().board.point("F4"), *endgame.problem().board.point("G2")};
    return go::ko_line(store, endgame, Player::kRight, rules, budget);
  };
  const KoLine hot = played(KoStrategy::kHotstrat);
  const KoLine sente = played(KoStrategy::kSentestrat);
  REQUIRE(hot.moves.size() > 2);
  REQUIRE(sente.moves.size() > 2);
  CHECK(!hot.moves[2].answer);
  CHECK(sente.moves[2].answer);
  CHECK(sente.moves[2].subgame == sente.moves[1].subgame);
  CHECK(hot.moves[2].subgame != sente.moves[2].subgame);
  CHECK(hot.exact());
  CHECK(hot.lower == Rational(-1));
  CHECK(sente.exact());
  CHECK(sente.lower == Rational(-2));
  KoLineRules rules = all_by(KoStrategy::kHotstrat);
  rules.given = {go::Point::at(0, 0)};
  CHECK_THROWS_AS(go::ko_line(store, endgame, Player::kRight, rules, budget), Error);
}

}  // namespace
}  // namespace cgt::ko_play_test
