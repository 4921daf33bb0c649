// Play-outs of boards by strategies that look at the thermographs of regions.
#include "decomp/solve/go/ko_play.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <random>
#include <string>

#include "decomp/rules/go/record/problem.hpp"
#include "tests/testing.hpp"

namespace cgt::ko_play_test {
namespace {

using solve::GoEndgame;
using solve::KoLine;
using solve::KoLineMove;
using solve::KoLineRules;
using solve::KoStrategy;

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
                     [](const solve::Subgame& s) { return s.searched; });
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
    const solve::BoardKos estimate = solve::board_kos(store, *endgame, first, budget);
    if (!estimate.sums) continue;
    ++boards;
    for (const Komaster komaster : kKomasters) {
      for (const KoStrategy strategy : {KoStrategy::kHotstrat, KoStrategy::kSentestrat}) {
        KoLineRules rules = all_by(strategy);
        rules.komaster = komaster;
        const KoLine line = solve::ko_line(store, *endgame, first, rules, budget);
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

// Berlekamp 1996: moving first, sentestrat gets the mean or more; moving second it loses at most the
// temperature against it.
TEST_CASE("sentestrat keeps its promises on boards without ko", "[random]") {
  std::mt19937_64 random(73);
  std::size_t hot = 0;
  const std::size_t cases = testing::scaled(200);
  for (std::size_t i = 0; i < cases; ++i) {
    Store store;
    std::optional<GoEndgame> endgame = random_board(store, random);
    if (!endgame || !endgame->complete()) continue;
    Budget budget;
    Rational mean = to_rational(endgame->fixed_score());
    Rational hottest(-1);
    for (const solve::Subgame& subgame : endgame->subgames()) {
      mean += to_rational(subgame.mean);
      hottest = std::max(hottest, to_rational(subgame.temperature));
    }
    if (hottest.sign() > 0) ++hot;
    for (const Player player : kPlayers) {
      for (const KoStrategy other : {KoStrategy::kHotstrat, KoStrategy::kSentestrat}) {
        KoLineRules rules = all_by(KoStrategy::kSentestrat);
        rules.strategies[opponent(player)] = other;
        const Rational gained =
            Rational(sign(player)) *
            (solve::ko_line(store, *endgame, player, rules, budget).score - mean);
        const Rational lost =
            Rational(-sign(player)) *
            (solve::ko_line(store, *endgame, opponent(player), rules, budget).score - mean);
        CHECK(gained >= Rational(0));
        CHECK(lost <= std::max(hottest, Rational(0)));
      }
    }
  }
  testing::expect_share(hot, cases, 0.1);
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
    return solve::ko_line(store, endgame, Player::kRight, rules, budget);
  };
  const KoLine hot = played(KoStrategy::kHotstrat);
  const KoLine sente = played(KoStrategy::kSentestrat);
  REQUIRE(hot.moves.size() > 2);
  REQUIRE(sente.moves.size() > 2);
  CHECK(!hot.moves[2].answer);
  CHECK(sente.moves[2].answer);
  CHECK(sente.moves[2].subgame == sente.moves[1].subgame);
  CHECK(hot.moves[2].subgame != sente.moves[2].subgame);
  CHECK(hot.score == Rational(-1));
  CHECK(sente.score == Rational(-2));
  KoLineRules rules = all_by(KoStrategy::kHotstrat);
  rules.given = {go::Point::at(0, 0)};
  CHECK_THROWS_AS(solve::ko_line(store, endgame, Player::kRight, rules, budget), Error);
}

}  // namespace
}  // namespace cgt::ko_play_test
