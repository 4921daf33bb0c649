// Games of imperfect information against all pure strategies, played out by plain recursion.
#include "decomp/search/information_sets.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "decomp/search/alpha_beta.hpp"
#include "decomp/search/belief.hpp"
#include "decomp/search/df_pn.hpp"
#include "tests/decomp/search/random_games.hpp"
#include "tests/testing.hpp"

namespace cgt::search::information_sets_test {
namespace {

using testing::draw;

// Both players get a card, then move in turn; of a move the other sees a signal only.
struct Rules {
  int players = 2;
  int cards = 2;
  int rounds = 2;
  int moves = 2;
  std::uint64_t seed = 0;
  bool open = false;  // everybody sees everything
};

struct Sight {
  std::vector<int> seen;
  std::uint64_t hash() const {
    std::uint64_t h = 7;
    for (const int x : seen) h = mix(h, static_cast<std::uint64_t>(x));
    return h;
  }
  friend bool operator==(const Sight&, const Sight&) = default;
};

struct Hidden {
  using Move = int;
  const Rules* rules;
  std::vector<int> past{};

  std::uint64_t mixed(std::uint64_t salt) const {
    std::uint64_t h = mix(rules->seed, salt);
    for (const int x : past) h = mix(h, static_cast<std::uint64_t>(x + 1));
    return h;
  }
  std::size_t dealt() const { return static_cast<std::size_t>(rules->players); }
  GameType type() const {
    return {.players = rules->players,
            .chance = ChanceMode::kExplicit,
            .information = rules->open ? Information::kPerfect : Information::kImperfect,
            .least_utility = -5,
            .greatest_utility = 5};
  }
  int player() const {
    if (past.size() < dealt()) return kChance;
    if (past.size() == dealt() + static_cast<std::size_t>(rules->rounds)) return kTerminal;
    // Some plays end early: all players see that.
    if (past.size() > dealt() && past.back() == 0 && (rules->seed & 1) != 0) return kTerminal;
    return static_cast<int>((past.size() - dealt()) % dealt());
  }
  void moves(std::vector<int>& out) const {
    const int count = player() == kChance ? rules->cards : rules->moves;
    for (int i = 0; i < count; ++i) out.push_back(i);
  }
  void play(int move) { past.push_back(move); }
  Rational exact_probability(int move) const {
    return Rational(2 * move + 1) / Rational(rules->cards * rules->cards);
  }
  Rational exact_utility() const { return Rational(utility(0)); }
  int utility(int player) const {
    const int u = static_cast<int>(mixed(1) % 11) - 5;
    return player == 0 ? u : -u;
  }
  Sight information() const {
    const auto me = static_cast<std::size_t>(player());
    Sight sight{{past[me]}};
    for (std::size_t i = dealt(); i < past.size(); ++i) {
      const bool mine = (i - dealt()) % dealt() == me;
      // Moves of one hundred look alike, but for 0.
      sight.seen.push_back(mine ? past[i] : (past[i] > 0 ? 1 : 0));
    }
    return sight;
  }
  std::uint64_t hash() const { return mixed(2); }
  friend bool operator==(const Hidden& a, const Hidden& b) { return a.past == b.past; }
};

using Key = std::vector<int>;
using Pure = std::map<Key, int>;  // what to do where one sees so much

// All views of a player, and his moves there.
void collect(const Hidden& s, int player, std::map<Key, int>& views) {
  if (s.player() == kTerminal) return;
  std::vector<int> moves;
  s.moves(moves);
  if (s.player() == player) views[s.information().seen] = static_cast<int>(moves.size());
  for (const int move : moves) {
    Hidden child = s;
    child.play(move);
    collect(child, player, views);
  }
}

// All strategies of a player, or none if there are too many.
std::vector<Pure> strategies(const Hidden& root, int player, std::size_t most) {
  std::map<Key, int> views;
  collect(root, player, views);
  std::vector<Pure> all{{}};
  for (const auto& [view, count] : views) {
    std::vector<Pure> more;
    for (const Pure& pure : all) {
      for (int move = 0; move < count; ++move) {
        more.push_back(pure);
        more.back()[view] = move;
      }
    }
    all = std::move(more);
    if (all.size() > most) return {};
  }
  return all;
}

using Behaviour = std::map<Key, std::vector<Rational>>;

// Expected utility of player 0 if `player` plays a pure strategy and the other behaves so.
Rational expected(const Hidden& s, int player, const Pure& pure, const Behaviour& other) {
  const int mover = s.player();
  if (mover == kTerminal) return s.exact_utility();
  std::vector<int> moves;
  s.moves(moves);
  Rational sum;
  for (const int move : moves) {
    Rational weight(1);
    if (mover == kChance) {
      weight = s.exact_probability(move);
    } else if (mover == player) {
      if (pure.at(s.information().seen) != move) continue;
    } else {
      weight = other.at(s.information().seen)[static_cast<std::size_t>(move)];
    }
    if (weight == Rational(0)) continue;
    Hidden child = s;
    child.play(move);
    sum += weight * expected(child, player, pure, other);
  }
  return sum;
}

// The worst end that is possible if player 0 plays a pure strategy.
int surely(const Hidden& s, const Pure& pure) {
  if (s.player() == kTerminal) return s.utility(0);
  std::vector<int> moves;
  s.moves(moves);
  int worst = 1000;
  for (const int move : moves) {
    if (s.player() == 0 && pure.at(s.information().seen) != move) continue;
    Hidden child = s;
    child.play(move);
    worst = std::min(worst, surely(child, pure));
  }
  return worst;
}

// The plan of a player as probabilities of his moves; the first move where the plan does not get to.
Behaviour behaviour(const Unfolded<Hidden>& game, std::size_t p, const Plan& plan) {
  Behaviour out;
  for (std::size_t i = 0; i < game.tree.sets[p].size(); ++i) {
    const auto& set = game.tree.sets[p][i];
    std::vector<Rational> parts;
    Rational sum;
    for (std::uint32_t k = 0; k < set.count; ++k) {
      CHECK_FALSE(plan[set.first + k] < Rational(0));
      sum += plan[set.first + k];
      const bool reached = !(plan[set.before] == Rational(0));
      parts.push_back(reached ? plan[set.first + k] / plan[set.before] : Rational(k == 0 ? 1 : 0));
    }
    CHECK(sum == plan[set.before]);
    out[game.sights[p][i].information.seen] = parts;
  }
  return out;
}

// What all opponents leave of a plan.
Rational worst_of(const Hidden& root, int opponent, const std::vector<Pure>& all,
                  const Behaviour& plan) {
  std::optional<Rational> best;
  for (const Pure& pure : all) {
    const Rational value = expected(root, opponent, pure, plan);
    if (!best || (opponent == 0 ? *best < value : value < *best)) best = value;
  }
  return *best;
}

Rules random_rules(std::mt19937_64& random) {
  Rules rules;
  rules.seed = random();
  rules.players = draw(random, 0, 4) == 0 ? 1 : 2;
  rules.cards = draw(random, 1, 3);
  rules.rounds = draw(random, 1, 3);
  rules.moves = draw(random, 2, 3);
  return rules;
}

// Kuhn (1950): three cards, an ante of 1, a bet of 1.
struct Kuhn {
  using Move = int;  // of chance: a card; else 0 to check or fold, 1 to bet or call
  std::vector<int> past{};
  GameType type() const {
    return {.chance = ChanceMode::kExplicit, .information = Information::kImperfect};
  }
  int player() const {
    if (past.size() < 2) return kChance;
    const std::size_t bets = past.size() - 2;
    if (bets < 2) return static_cast<int>(bets);
    return bets == 2 && past[2] == 0 && past[3] == 1 ? 0 : kTerminal;
  }
  void moves(std::vector<int>& out) const {
    if (player() != kChance) {
      out = {0, 1};
      return;
    }
    for (int card = 0; card < 3; ++card) {
      if (past.empty() || past[0] != card) out.push_back(card);
    }
  }
  void play(int move) { past.push_back(move); }
  Rational exact_probability(int) const { return Rational(1) / Rational(past.empty() ? 3 : 2); }
  Rational exact_utility() const {
    const int won = past[0] > past[1] ? 1 : -1;
    if (past.size() == 5) return Rational(past[4] == 1 ? 2 * won : -1);
    if (past[2] == 1) return Rational(past[3] == 1 ? 2 * won : 1);
    return Rational(won);
  }
  Sight information() const {
    Sight sight{{past[static_cast<std::size_t>(player())]}};
    sight.seen.insert(sight.seen.end(), past.begin() + 2, past.end());
    return sight;
  }
  std::uint64_t hash() const {
    std::uint64_t h = 3;
    for (const int x : past) h = mix(h, static_cast<std::uint64_t>(x));
    return h;
  }
  friend bool operator==(const Kuhn&, const Kuhn&) = default;
};

}  // namespace

TEST_CASE("equilibria against all pure strategies of random games", "[search]") {
  std::mt19937_64 random(2007);
  const std::size_t cases = testing::scaled(1'000);
  std::size_t mixed = 0;
  std::size_t fused = 0;
  std::size_t done = 0;
  while (done < cases) {
    Rules rules = random_rules(random);
    const Hidden root{&rules};
    std::array<std::vector<Pure>, 2> all{strategies(root, 0, 300), strategies(root, 1, 300)};
    if (all[0].empty() || all[1].empty()) continue;
    ++done;
    Budget budget;
    const auto game = unfold<Hidden>(root, budget);
    const Judged exact = equilibrium(game.tree, budget);
    // No strategy of either does better against the other: so this is the value.
    REQUIRE(exact.lower == exact.upper);
    REQUIRE(exact.value == exact.lower);
    const auto check = [&](const Judged& found) {
      REQUIRE(worst_of(root, 1, all[1], behaviour(game, 0, found.plans[0])) == found.lower);
      REQUIRE(worst_of(root, 0, all[0], behaviour(game, 1, found.plans[1])) == found.upper);
    };
    check(exact);
    for (const auto& plan : exact.plans) {
      const bool pure = std::all_of(plan.begin(), plan.end(), [](const Rational& x) {
        return x == Rational(0) || x == Rational(1);
      });
      mixed += pure ? 0 : 1;
    }
    // Bounds are proved after any number of iterations, and close after many.
    check(cfr(game.tree, 1 + done % 5, budget));
    const Judged learned = cfr(game.tree, 500, budget);
    REQUIRE(learned.lower <= exact.value);
    REQUIRE(exact.value <= learned.upper);
    REQUIRE((learned.upper - learned.lower).to_double() < 0.1);
    // Worlds in which everybody sees everything are games of perfect information.
    const Judged seeing = clairvoyance(game.tree, budget);
    check(seeing);
    rules.open = true;
    REQUIRE(seeing.promise == *ExactExpectiminimax<Hidden>().search(root, budget).value);
    rules.open = false;
    if (rules.players == 1) REQUIRE(exact.value <= seeing.promise);
    fused += seeing.lower < exact.value ? 1 : 0;
    // What player 0 gets without any luck.
    int sure = -1000;
    for (const Pure& pure : all[0]) sure = std::max(sure, surely(root, pure));
    const BeliefGame<Hidden> belief({root});
    REQUIRE(AlphaBeta<BeliefGame<Hidden>>().search(belief, budget).value == sure);
    REQUIRE(Rational(sure) <= exact.value);
  }
  testing::expect_share(mixed, 2 * cases, 0.1);
  testing::expect_share(fused, cases, 0.1);
}

TEST_CASE("Kuhn poker is worth -1/18", "[search]") {
  Budget budget;
  const auto game = unfold<Kuhn>(Kuhn(), budget);
  CHECK(game.tree.sets[0].size() == 6);
  CHECK(game.tree.sets[1].size() == 6);
  const Judged exact = equilibrium(game.tree, budget);
  CHECK(exact.value == Rational(-1) / Rational(18));
  CHECK(exact.lower == exact.upper);
  const Judged learned = cfr(game.tree, 2'000, budget);
  CHECK(learned.lower <= exact.value);
  CHECK(exact.value <= learned.upper);
  CHECK((learned.upper - learned.lower).to_double() < 0.001);
  CHECK(clairvoyance(game.tree, budget).lower < exact.value);
  Budget little({.nodes = 3});
  const Judged stopped = equilibrium(game.tree, little);
  CHECK(stopped.stop == StopReason::kNodes);
  CHECK(stopped.lower <= exact.value);
  CHECK(exact.value <= stopped.upper);
}

namespace {

// A player who is asked twice and has forgotten the first answer, or has other moves then.
struct Forgetful {
  using Move = int;
  bool other_moves = false;
  std::vector<int> past{};
  static GameType type() { return {.players = 1, .information = Information::kImperfect}; }
  int player() const { return past.size() == 2 ? kTerminal : 0; }
  void moves(std::vector<int>& out) const {
    out = {0, 1};
    if (other_moves && past.size() == 1) out = {1, 2};
  }
  void play(int move) { past.push_back(move); }
  static Rational exact_probability(int) { return Rational(0); }
  static Rational exact_utility() { return Rational(0); }
  static int information() { return 0; }
  std::uint64_t hash() const { return past.size(); }
  friend bool operator==(const Forgetful&, const Forgetful&) = default;
};

}  // namespace

TEST_CASE("information sets refuse players who forget", "[search]") {
  Budget budget;
  CHECK_THROWS_WITH(unfold<Forgetful>(Forgetful(), budget), Catch::Contains("different choices"));
  CHECK_THROWS_WITH(unfold<Forgetful>(Forgetful{true}, budget), Catch::Contains("different moves"));
}

}  // namespace cgt::search::information_sets_test
