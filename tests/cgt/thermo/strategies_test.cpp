// Strategies for sums: their bounds against every opponent, and the optimum against plain search.
#include "cgt/thermo/strategies.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "cgt/text/text.hpp"
#include "cgt/thermo/temperature.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::strategies_test {
namespace {

using Components = std::vector<GameId>;

// The stop by minimax over all plays; a position in which all components are numbers is over.
Dyadic minimax(Store& store, Components components, Player to_move,
               std::map<std::pair<Components, Player>, Dyadic>& known) {
  const auto it = known.find({components, to_move});
  if (it != known.end()) return it->second;
  std::optional<Dyadic> best;
  Dyadic total;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const GameId g = components[i];
    total += store.is_number(g) ? store.number_value(g) : Dyadic();
    if (store.is_number(g)) continue;
    for (const GameId x : store.options(g, to_move)) {
      Components next = components;
      next[i] = x;
      const Dyadic reached = minimax(store, next, opponent(to_move), known);
      if (!best || (to_move == Player::kLeft ? reached > *best : reached < *best)) best = reached;
    }
  }
  return known[{components, to_move}] = best ? *best : total;
}

// Sums of hot games from day 3 and of random ones.
Components random_sum(Store& store, std::mt19937_64& random, const std::vector<GameId>& pool) {
  Components out;
  const std::size_t count = 1 + random() % 3;
  while (out.size() < count) {
    GameId g = pool[random() % pool.size()];
    if (random() % 3 == 0) g = testing::random_game(store, random, 2, 2);
    if (random() % 2 == 0) g = store.heat(g, store.number(Dyadic(1, 1)));
    out.push_back(g);
  }
  return out;
}

std::string text(Store& store, const Components& components) {
  std::string out;
  for (const GameId g : components) out += (out.empty() ? "" : "  +  ") + to_text(store, g);
  return out;
}

}  // namespace

TEST_CASE("strategies keep their bounds against every opponent", "[thermo]") {
  Store store;
  const auto pool = testing::born_by_day(store, 3);
  std::mt19937_64 random(8);
  std::size_t improved = 0;
  const std::size_t cases = testing::scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    const Components components = random_sum(store, random, pool);
    INFO(text(store, components));
    Dyadic mean;
    Dyadic hottest(-1);
    bool over = true;
    for (const GameId g : components) {
      mean += store.mean(g);
      hottest = std::max(hottest, store.temperature(g));
      over = over && store.is_number(g);
    }
    std::map<std::pair<Components, Player>, Dyadic> known;
    for (const Player player : kPlayers) {
      const auto gain = [&](const Dyadic& x) { return player == Player::kLeft ? x : -x; };
      for (const Player first : kPlayers) {
        const Dyadic best = guaranteed_stop(store, components, player, Strategy::kOptimal, first);
        CHECK(best == minimax(store, components, first, known));
        const auto reached = [&](Strategy strategy) {
          const Dyadic stop = guaranteed_stop(store, components, player, strategy, first);
          CHECK(gain(stop) <= gain(best));
          PerPlayer<Strategy> both;
          both[player] = strategy;
          both[opponent(player)] = Strategy::kOptimal;
          CHECK(gain(play_out(store, components, first, both)) >= gain(stop));
          return gain(stop);
        };
        const Dyadic hot = reached(Strategy::kHotstrat);
        const Dyadic thermo = reached(Strategy::kThermostrat);
        const Dyadic sente = reached(Strategy::kSentestrat);
        improved += thermo > hot || sente > hot ? 1 : 0;
        if (over) continue;
        if (first == player) {
          const Thermostat setting = thermostat(store, components, player);
          CHECK(setting.temperature.sign() >= 0);
          CHECK(setting.temperature <= hottest);
          CHECK(gain(setting.worth) >= gain(mean));
          CHECK(thermo >= gain(setting.worth));
          CHECK(thermo >= gain(best) - hottest);
          CHECK(sente >= gain(mean));
          CHECK(sente >= gain(best) - hottest);
        } else {
          CHECK(sente >= gain(mean) - hottest);
        }
      }
    }
    PerPlayer<Strategy> optimal{{Strategy::kOptimal, Strategy::kOptimal}};
    GameId sum = kZero;
    for (const GameId g : components) sum = store.add(sum, g);
    for (const Player first : kPlayers) {
      CHECK(play_out(store, components, first, optimal) == store.stop(sum, first));
    }
  }
  testing::expect_share(improved, 4 * cases, 0.03);  // 0.12
}

TEST_CASE("each strategy makes its own move", "[thermo]") {
  Store store;
  PlayState state;
  state.components = {parse_value(store, "+-1"), parse_value(store, "{4|0}"), store.integer(7)};
  for (const Strategy strategy :
       {Strategy::kHotstrat, Strategy::kThermostrat, Strategy::kSentestrat, Strategy::kOptimal}) {
    const auto move = choose_move(store, strategy, state, Player::kLeft);
    REQUIRE(move);
    CHECK(move->component == 1);
    CHECK(move->option == store.integer(4));
  }
  // Right makes a threat in the second component: sentestrat answers it, though a hotter move is
  // left.
  state.components = {parse_value(store, "+-3"), parse_value(store, "{0||-2|-20}")};
  make_move(store, state, {1, parse_value(store, "{-2|-20}")});
  REQUIRE(state.ambient);
  CHECK(*state.ambient == Dyadic(3));
  const auto answer = choose_move(store, Strategy::kSentestrat, state, Player::kLeft);
  REQUIRE(answer);
  CHECK(answer->component == 1);
  CHECK(answer->option == store.integer(-2));
  make_move(store, state, *answer);
  CHECK(choose_move(store, Strategy::kSentestrat, state, Player::kRight)->component == 0);
  state.components = {store.integer(1), store.number(Dyadic(1, 1))};
  CHECK_FALSE(choose_move(store, Strategy::kOptimal, state, Player::kLeft));
}

TEST_CASE("incentives of many components", "[thermo]") {
  Store store;
  const auto games = testing::born_by_day(store, 2);
  std::mt19937_64 random(9);
  for (std::size_t i = 0; i < testing::scaled(100); ++i) {
    Components components;
    for (int n = 0; n < 4; ++n) components.push_back(games[random() % games.size()]);
    INFO(text(store, components));
    for (const Player player : kPlayers) {
      std::vector<GameId> all;
      for (const GameId g : components) {
        if (store.is_number(g)) continue;
        for (const GameId gain : incentives(store, g, player)) all.push_back(gain);
        for (const auto& [gain, walls] : incentive_thermographs(store, g, player)) {
          CHECK(*walls == store.thermograph(gain));
          CHECK(std::ranges::count(all, gain) >= 1);
        }
      }
      const auto best = undominated_moves(store, components, player);
      CHECK(best.size() == undominated(store, all).size());
      for (const RatedMove& rated : best) {
        const GameId g = components[rated.move.component];
        CHECK(rated.incentive == (player == Player::kLeft ? store.subtract(rated.move.option, g)
                                                          : store.subtract(g, rated.move.option)));
      }
      for (const GameId gain : all) {
        CHECK(std::ranges::any_of(
            best, [&](const RatedMove& rated) { return store.leq(gain, rated.incentive); }));
      }
    }
  }
}

}  // namespace cgt::strategies_test
