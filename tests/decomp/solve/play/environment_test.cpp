// Sums beside coupons against minimax over states written out in full, stops of canonical forms, the
// stack of one graph, and means of thermographs.
#include "decomp/solve/play/environment.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cgt/ko/stack.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/ko/random_graphs.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace cgt::environment_test {
namespace {

using solve::coupons_of;
using solve::Environment;
using solve::EnvironmentMove;
using solve::EnvironmentTerm;
using solve::EnvironmentThreats;

Rational score_of(const Environment& sum, Player first) {
  Budget budget;
  const Environment::Outcome out = sum.score(sum.begin(first), budget);
  REQUIRE(out.exact());
  return *out.lower;
}

// The rules once more: states are texts, and all that was is kept, whether or not it can come back.
class PlainEnvironment {
 public:
  PlainEnvironment(Store& store, std::vector<EnvironmentTerm> terms, std::vector<Rational> coupons,
                   EnvironmentThreats threats)
      : store_(store), terms_(std::move(terms)), coupons_(std::move(coupons)), threats_(threats) {
    std::sort(coupons_.begin(), coupons_.end());
  }

  Rational score(Player first) {
    State s;
    Rational settled;
    for (const EnvironmentTerm& term : terms_) {
      const GameId* game = std::get_if<GameId>(&term);
      if (game != nullptr && store_.is_number(*game)) {
        settled += to_rational(store_.number_value(*game));
        s.at.push_back("done");
      } else {
        s.at.push_back(game != nullptr ? std::to_string(game->word()) : "n0");
      }
    }
    s.coupons = coupons_.size();
    s.threats = threats_.threats;
    return settled + best(s, first);
  }

 private:
  struct State {
    std::vector<std::string> at;
    std::set<std::vector<std::string>> banned;
    std::size_t coupons = 0;
    std::uint32_t threats = 0;
    int passes = 0;
    auto operator<=>(const State&) const = default;
  };

  bool is_graph(std::size_t i) const { return std::holds_alternative<KoGraph>(terms_[i]); }

  Rational best(const State& s, Player mover) {
    bool settled = true;
    bool graphs = false;
    for (std::size_t i = 0; i < s.at.size(); ++i) {
      if (s.at[i] == "done") continue;
      settled = false;
      graphs = graphs || is_graph(i);
    }
    if (settled && s.coupons == 0) return 0;
    const auto key = std::pair(s, mover);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    std::vector<Rational> values;
    for (std::size_t i = 0; i < s.at.size(); ++i) {
      if (s.at[i] != "done") term_moves(s, i, mover, values);
    }
    State next = s;
    next.banned.clear();
    if (s.threats > 0 && is_komaster(threats_.komaster, mover)) {
      --next.threats;
      values.push_back(best(next, mover));
      ++next.threats;
    }
    if (s.coupons > 0) {
      --next.coupons;
      values.push_back(Rational(sign(mover)) * coupons_[next.coupons] +
                       best(next, opponent(mover)));
    } else if (graphs && s.passes < 14) {
      ++next.passes;
      values.push_back(best(next, opponent(mover)));
    } else {
      Rational means;
      for (std::size_t i = 0; i < s.at.size(); ++i) {
        if (s.at[i] == "done" || is_graph(i)) continue;
        means += to_rational(store_.mean(GameId::from_word(std::stoul(s.at[i]))));
      }
      values.push_back(means);
    }
    const Rational value = mover == Player::kLeft ? *std::max_element(values.begin(), values.end())
                                                  : *std::min_element(values.begin(), values.end());
    known_.emplace(key, value);
    return value;
  }

  void term_moves(const State& s, std::size_t i, Player mover, std::vector<Rational>& values) {
    State next = s;
    if (!is_graph(i)) {
      next.banned.clear();
      for (const GameId g : store_.options(GameId::from_word(std::stoul(s.at[i])), mover)) {
        const bool number = store_.is_number(g);
        next.at[i] = number ? "done" : std::to_string(g.word());
        values.push_back((number ? to_rational(store_.number_value(g)) : Rational(0)) +
                         best(next, opponent(mover)));
      }
      return;
    }
    const KoGraph& graph = std::get<KoGraph>(terms_[i]);
    const auto node = static_cast<std::uint32_t>(std::stoul(s.at[i].substr(1)));
    for (const KoOption& option : graph[node].options[mover]) {
      next.at[i] = option.node ? "n" + std::to_string(*option.node) : "done";
      next.banned = s.banned;
      next.banned.insert(graph_places(s));
      if (next.banned.count(graph_places(next)) != 0) continue;
      values.push_back(to_rational(option.value) + best(next, opponent(mover)));
    }
  }

  std::vector<std::string> graph_places(const State& s) const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < s.at.size(); ++i) {
      if (is_graph(i)) out.push_back(s.at[i]);
    }
    return out;
  }

  Store& store_;
  std::vector<EnvironmentTerm> terms_;
  std::vector<Rational> coupons_;
  EnvironmentThreats threats_;
  std::map<std::pair<State, Player>, Rational> known_;
};

// {a|b}, {a||b|c}, ... of small numbers, now and then with a star.
GameId random_game(Store& store, std::mt19937_64& random) {
  const auto number = [&] {
    return store.number(Dyadic(static_cast<std::int64_t>(random() % 17) - 8,
                               static_cast<std::uint32_t>(random() % 2)));
  };
  const auto game = [&] {
    const GameId g = store.construct({number()}, {number()});
    return random() % 4 == 0 ? store.add(g, store.construct({kZero}, {kZero})) : g;
  };
  switch (random() % 4) {
    case 0: return game();
    case 1: return store.construct({number()}, {game()});
    case 2: return store.construct({game()}, {number()});
    default: return store.construct({game(), number()}, {game()});
  }
}

TEST_CASE("scores of random sums beside coupons are those of plain minimax", "[random][long]") {
  std::mt19937_64 random(53);
  Store store;
  std::size_t graphs = 0;
  std::size_t kos = 0;
  std::size_t mixed = 0;
  const std::size_t cases = testing::scaled(testing::sized(1000, 400));
  for (std::size_t i = 0; i < cases; ++i) {
    std::vector<EnvironmentTerm> terms;
    std::ostringstream text;
    std::size_t with_graph = 0;
    const std::size_t count = 1 + random() % 3;
    for (std::size_t k = 0; k < count; ++k) {
      if (random() % 2 == 0 && with_graph < 2) {
        const KoGraph graph = testing::random_ko_graph(random, 3);
        if (testing::takes_ko(graph)) ++kos;
        text << graph.text() << "  ";
        terms.push_back(graph);
        ++with_graph;
      } else {
        const GameId g = random_game(store, random);
        text << to_text(store, g) << "  ";
        terms.push_back(g);
      }
    }
    if (with_graph > 0) ++graphs;
    if (with_graph > 0 && with_graph < count) ++mixed;
    std::vector<Rational> coupons;
    for (std::size_t k = random() % 5; k > 0; --k) {
      coupons.emplace_back(Integer(1 + random() % 24), Integer(1 + random() % 3));
    }
    EnvironmentThreats threats;
    threats.komaster = kKomasters[random() % 3];
    threats.threats = static_cast<std::uint32_t>(random() % 3);
    Budget budget;
    const Environment sum(store, terms, coupons, threats, budget);
    PlainEnvironment plain(store, terms, coupons, threats);
    INFO(text.str() << "coupons " << coupons.size() << " komaster " << name(threats.komaster) << " "
                    << threats.threats);
    for (const Player first : kPlayers) REQUIRE(score_of(sum, first) == plain.score(first));
  }
  testing::expect_share(graphs, cases, 0.3);
  testing::expect_share(mixed, cases, 0.2);
  testing::expect_share(kos, cases, 0.1);
}

TEST_CASE("beside coupons short games have the stops of their sum with switches", "[random]") {
  std::mt19937_64 random(59);
  Store store;
  const std::size_t cases = testing::scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    std::vector<EnvironmentTerm> terms;
    GameId total = kZero;
    for (std::size_t k = 1 + random() % 3; k > 0; --k) {
      const GameId g = random_game(store, random);
      terms.push_back(g);
      total = store.add(total, g);
    }
    std::vector<Rational> coupons;
    for (std::size_t k = random() % 4; k > 0; --k) {
      const Dyadic worth(1 + static_cast<std::int64_t>(random() % 20), 1);
      coupons.push_back(to_rational(worth));
      total = store.add(total, store.construct({store.number(worth)}, {store.number(-worth)}));
    }
    Budget budget;
    const Environment sum(store, terms, coupons, {}, budget);
    INFO(to_text(store, total));
    for (const Player first : kPlayers) {
      REQUIRE(score_of(sum, first) == to_rational(store.stop(total, first)));
    }
  }
}

TEST_CASE("one graph beside coupons has the score of the stack", "[random]") {
  std::mt19937_64 random(61);
  Store store;
  const std::size_t cases = testing::scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    const KoGraph graph = testing::random_ko_graph(random, 4);
    const Komaster komaster = kKomasters[i % 3];
    const auto threats = static_cast<std::uint32_t>(random() % 3);
    Budget budget;
    CouponStack stack(graph, komaster, threats, 3, budget);
    for (int k = 0; k < 12; ++k) stack.add_coupon(budget);
    const Environment sum(store, {graph}, coupons_of(12, 3), {komaster, threats}, budget);
    INFO(graph.text() << " komaster " << name(komaster) << " " << threats);
    for (const Player first : kPlayers) REQUIRE(score_of(sum, first) == stack.value(first));
  }
}

// An orthodox forecast: the sum of the masts, and half of the top coupon to the one who begins.
TEST_CASE("in a rich environment short games are worth their means", "[random]") {
  std::mt19937_64 random(67);
  Store store;
  // All temperatures are multiples of two steps.
  constexpr std::uint32_t kPerPoint = 16;
  const std::size_t cases = testing::scaled(60);
  for (std::size_t i = 0; i < cases; ++i) {
    std::vector<EnvironmentTerm> terms;
    Rational means;
    Dyadic hottest;
    for (std::size_t k = 1 + random() % 3; k > 0; --k) {
      const GameId g = random_game(store, random);
      terms.push_back(g);
      means += to_rational(store.mean(g));
      hottest = std::max(hottest, store.temperature(g));
    }
    const auto top = static_cast<std::uint32_t>(
        hottest.ceil().small_numerator() * static_cast<std::int64_t>(kPerPoint) + 3);
    Budget budget;
    const Environment sum(store, terms, coupons_of(top, kPerPoint), {}, budget);
    const Rational half(Integer(top), Integer(2 * kPerPoint));
    for (const Player first : kPlayers) {
      const Rational forecast = means + Rational(sign(first)) * half;
      REQUIRE(abs(score_of(sum, first) - forecast) <= Rational(1, kPerPoint));
    }
  }
}

TEST_CASE("sums beside coupons are played move by move") {
  Store store;
  Budget budget;
  const KoGraph ko = KoGraph::parse("A: B | 0; B: 30 | A");
  const Environment sum(store, {ko, store.construct({store.integer(5)}, {store.integer(-5)})},
                        {4, 3, 12}, {Komaster::kRight, 1}, budget);
  for (const Player first : kPlayers) {
    const Environment::Moment start = sum.begin(first);
    const Rational score = *sum.score(start, budget).lower;
    // Each best move keeps the score, and no other one does.
    const auto best = sum.best_moves(start, budget);
    REQUIRE(!best.empty());
    for (const EnvironmentMove& move : sum.moves(start, budget)) {
      const auto after = sum.score(sum.play(start, move, budget), budget);
      REQUIRE(after.exact());
      const bool keeps = std::find(best.begin(), best.end(), move) != best.end();
      CHECK((*after.lower == score) == keeps);
      if (first == Player::kLeft) CHECK(*after.lower <= score);
      if (first == Player::kRight) CHECK(*after.lower >= score);
    }
    Environment::Moment now = start;
    for (const EnvironmentMove& move : sum.line(start, budget)) now = sum.play(now, move, budget);
    CHECK(sum.moves(now, budget).empty());
    CHECK(now.points == score);
  }
  // A ko that was taken may not be taken back, unless a coupon was taken between.
  const auto taken =
      sum.play(sum.begin(Player::kLeft), {EnvironmentMove::Kind::kTerm, 0, 0}, budget);
  const auto answers = sum.moves(taken, budget);
  CHECK(std::none_of(answers.begin(), answers.end(), [](const EnvironmentMove& move) {
    return move.kind == EnvironmentMove::Kind::kTerm && move.term == 0;
  }));
  const auto threatened = sum.play(taken, {EnvironmentMove::Kind::kThreat}, budget);
  CHECK(threatened.state.mover == Player::kRight);
  const auto retakes = sum.moves(threatened, budget);
  CHECK(std::any_of(retakes.begin(), retakes.end(), [](const EnvironmentMove& move) {
    return move.kind == EnvironmentMove::Kind::kTerm && move.term == 0;
  }));
}

TEST_CASE("a spent budget leaves bounds of the score") {
  Store store;
  std::vector<EnvironmentTerm> terms;
  for (int k = 2; k < 8; ++k) {
    terms.push_back(
        store.construct({store.construct({store.integer(3 * k)}, {store.integer(k)})},
                        {store.construct({store.integer(1 - k)}, {store.integer(-2 * k)})}));
  }
  Budget all;
  const Environment whole(store, terms, coupons_of(30, 2), {}, all);
  const Rational score = score_of(whole, Player::kLeft);
  bool spent = false;
  for (std::uint64_t nodes = 10; nodes < 1'000'000; nodes *= 3) {
    const Environment sum(store, terms, coupons_of(30, 2), {}, all);
    Budget budget({.nodes = nodes});
    const Environment::Outcome out = sum.score(sum.begin(Player::kLeft), budget);
    REQUIRE(out.lower);
    REQUIRE(out.upper);
    CHECK(*out.lower <= score);
    CHECK(score <= *out.upper);
    CHECK((out.stop == StopReason::kSolved) == out.exact());
    spent = spent || !out.exact();
  }
  CHECK(spent);
  CHECK_THROWS_AS(Environment(store, terms, {0, 1}, {}, all), Error);
  CHECK_THROWS_AS(
      Environment(store, {KoGraph::parse("A: 1000000000000000000000 | 0")}, {}, {}, all), Error);
}

}  // namespace
}  // namespace cgt::environment_test
