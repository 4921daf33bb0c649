// The small world: all 22 games born by day 2 and all 1,474 born by day 3 (Wolfe and Fraser 2004).
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "cgt/support/containers.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/cgt/naive.hpp"
#include "tests/testing.hpp"

namespace cgt::exhaustive_test {
namespace {

using testing::born_by_day;
using testing::to_mpq;

const std::vector<Dyadic> kTemperatures{Dyadic(-1, 1), Dyadic(),     Dyadic(1, 2),
                                        Dyadic(1, 1),  Dyadic(3, 2), Dyadic(1),
                                        Dyadic(5, 2),  Dyadic(3, 1), Dyadic(2)};

std::string census(const std::map<Dyadic, int>& counts) {
  std::string out;
  for (const auto& [value, count] : counts) {
    out += (out.empty() ? "" : " ") + value.to_string() + ":" + std::to_string(count);
  }
  return out;
}

void check_alone(Store& store, GameId g) {
  const GameId minus = store.negate(g);
  CHECK(store.negate(minus) == g);
  CHECK(store.add(g, minus) == kZero);
  CHECK(store.construct(store.options(g, Player::kLeft), store.options(g, Player::kRight)) == g);
  CHECK(store.birthday(minus) == store.birthday(g));
  CHECK(store.follower_count(g) == store.followers(g).size());
  CHECK(store.stop(g, Player::kLeft) >= store.stop(g, Player::kRight));
  CHECK(store.freeze(minus) == store.negate(store.freeze(g)));
  CHECK(store.heat(g, kZero) == g);
  CHECK(store.heat(store.negate(g), store.integer(1)) ==
        store.negate(store.heat(g, store.integer(1))));
  CHECK(store.cool(g, Dyadic()) == g);
  const Thermograph& walls = store.thermograph(g);
  const Thermograph& mirrored = store.thermograph(minus);
  CHECK(walls.temperature() == mirrored.temperature());
  for (const Player player : kPlayers) {
    const Trajectory& wall = walls.wall(player);
    const Trajectory& image = mirrored.wall(opponent(player));
    CHECK(image.mast == -wall.mast);
    CHECK(image.critical == wall.critical);
    for (std::size_t i = 0; i < wall.slopes.size(); ++i) CHECK(image.slopes[i] == -wall.slopes[i]);
    REQUIRE(wall.slopes.size() == wall.critical.size() + 1);
    CHECK(wall.slopes[0] == 0);
    // Cooling and walls say the same: the stops of G_t are the walls at t.
    for (const Dyadic& t : kTemperatures) {
      if (t.sign() >= 0) CHECK(store.stop(store.cool(g, t), player) == wall.at(t));
    }
  }
  CHECK(parse_value(store, to_text(store, g)) == g);
  CHECK(parse_value(store, to_text(store, g, {Notation::kCgsuite, 0})) == g);
}

void check_pair(Store& store, GameId g, GameId h) {
  const GameId sum = store.add(g, h);
  CHECK(store.add(h, g) == sum);
  CHECK(store.subtract(sum, h) == g);
  CHECK(store.negate(sum) == store.add(store.negate(g), store.negate(h)));
  CHECK(store.birthday(sum) <= store.birthday(g) + store.birthday(h));
  CHECK(store.mean(sum) == store.mean(g) + store.mean(h));
  CHECK(store.leq(g, h) == store.leq(kZero, store.subtract(h, g)));
  CHECK(store.stop(sum, Player::kLeft) <=
        store.stop(g, Player::kLeft) + store.stop(h, Player::kLeft));
  CHECK(store.stop(sum, Player::kLeft) >=
        store.stop(g, Player::kLeft) + store.stop(h, Player::kRight));
  CHECK(store.temperature(sum) <= std::max(store.temperature(g), store.temperature(h)));
  for (const Dyadic& t : kTemperatures) {
    CHECK(store.cool(sum, t) == store.add(store.cool(g, t), store.cool(h, t)));
  }
}

}  // namespace

TEST_CASE("games born by day 0, 1 and 2", "[exhaustive]") {
  Store store;
  CHECK(born_by_day(store, 0).size() == 1);
  CHECK(born_by_day(store, 1).size() == 4);
  const auto games = born_by_day(store, 2);
  CHECK(games.size() == 22);
  std::map<Dyadic, int> temperatures;
  for (const GameId g : games) ++temperatures[store.temperature(g)];
  CHECK(census(temperatures) == "-1:5 -1/2:2 0:8 1/2:6 1:1");
  std::map<OutcomeClass, int> outcomes;
  for (const GameId g : games) ++outcomes[store.outcome(g)];
  CHECK(outcomes[OutcomeClass::kLeft] == 6);
  CHECK(outcomes[OutcomeClass::kRight] == 6);
  CHECK(outcomes[OutcomeClass::kPrevious] == 1);
  CHECK(outcomes[OutcomeClass::kNext] == 9);
  // Numbers and antichains, from none at all.
  const std::vector<std::size_t> numbers{1, 3, 7, 15};
  for (int day = 0; day <= 3; ++day) {
    const auto born = born_by_day(store, day);
    const auto count = std::ranges::count_if(born, [&](GameId g) { return store.is_number(g); });
    CHECK(static_cast<std::size_t>(count) == numbers[static_cast<std::size_t>(day)]);
  }
  CHECK(testing::antichains(store, born_by_day(store, 0)).size() == 2);
  CHECK(testing::antichains(store, born_by_day(store, 1)).size() == 6);
}

TEST_CASE("a published pair of walls", "[exhaustive]") {
  // {2|0||-1}: the left wall is 0 at every height, the right wall t - 1 between 0 and 1.
  Store store;
  const Thermograph& walls = store.thermograph(parse_value(store, "{2|0||-1}"));
  CHECK(walls.temperature() == Dyadic(1));
  for (const Dyadic& t : {Dyadic(), Dyadic(1, 2), Dyadic(3, 2), Dyadic(1), Dyadic(5)}) {
    CHECK(walls.wall(Player::kLeft).at(t) == Dyadic());
    CHECK(walls.wall(Player::kRight).at(t) == std::min(Dyadic(), t - 1));
  }
}

TEST_CASE("all pairs of games born by day 2", "[exhaustive]") {
  Store store;
  testing::Naive naive;
  const auto games = born_by_day(store, 2);
  for (const GameId g : games) {
    INFO(to_text(store, g));
    check_alone(store, g);
    const int p = naive.import(store, g);
    CHECK(naive.canonical(p) == p);
    CHECK(naive.import(store, store.negate(g)) == naive.negate(p));
    CHECK(naive.birthday(p) == static_cast<int>(store.birthday(g)));
    for (const GameId h : games) {
      INFO("with " << to_text(store, h));
      check_pair(store, g, h);
      const int q = naive.import(store, h);
      CHECK(store.leq(g, h) == naive.leq(p, q));
      const GameId sum = store.add(g, h);
      const int r = naive.import(store, sum);
      CHECK(naive.canonical(naive.add(p, q)) == r);
      CHECK(naive.birthday(r) == static_cast<int>(store.birthday(sum)));
      for (const Player player : kPlayers) {
        CHECK(to_mpq(store.stop(sum, player)) == naive.stop(r, player == Player::kLeft));
      }
    }
  }
}

TEST_CASE("games born by day 3", "[exhaustive]") {
  Store store;
  const auto games = born_by_day(store, 3);
  REQUIRE(games.size() == 1474);
  std::map<Dyadic, int> temperatures;
  std::map<Dyadic, int> means;
  std::map<OutcomeClass, int> outcomes;
  int infinitesimals = 0;
  int numbers = 0;
  for (const GameId g : games) {
    ++temperatures[store.temperature(g)];
    ++means[store.mean(g)];
    ++outcomes[store.outcome(g)];
    numbers += store.is_number(g) ? 1 : 0;
    const auto stops_at_zero = [&](Player player) { return store.stop(g, player).is_zero(); };
    infinitesimals += stops_at_zero(Player::kLeft) && stops_at_zero(Player::kRight) ? 1 : 0;
  }
  CHECK(numbers == 15);
  CHECK(infinitesimals == 292);
  CHECK(census(temperatures) ==
        "-1:7 -1/2:4 -1/4:4 0:337 1/4:116 1/2:497 3/4:288 1:160 5/4:44 3/2:16 2:1");
  CHECK(census(means) ==
        "-3:1 -2:2 -3/2:4 -5/4:13 -1:71 -3/4:36 -1/2:185 -1/4:177 0:496 1/4:177 1/2:185 3/4:36 "
        "1:71 5/4:13 3/2:4 2:2 3:1");
  CHECK(outcomes[OutcomeClass::kLeft] == 217);
  CHECK(outcomes[OutcomeClass::kRight] == 217);
  CHECK(outcomes[OutcomeClass::kPrevious] == 1);
  CHECK(outcomes[OutcomeClass::kNext] == 1039);

  // Each has a text of its own.
  std::set<std::string> texts;
  testing::Naive naive;
  for (const GameId g : games) {
    texts.insert(to_text(store, g));
    if (!store.is_nus(g)) INFO(to_text(store, g));
    check_alone(store, g);
    const int p = naive.import(store, g);
    CHECK(naive.canonical(p) == p);
    const Thermograph& walls = store.thermograph(g);
    for (const Dyadic& t : {Dyadic(), Dyadic(3, 3), Dyadic(3, 2), Dyadic(5, 2)}) {
      const auto expected = naive.walls(p, to_mpq(t));
      CHECK(to_mpq(walls.wall(Player::kLeft).at(t)) == expected.first);
      CHECK(to_mpq(walls.wall(Player::kRight).at(t)) == expected.second);
    }
  }
  CHECK(texts.size() == games.size());

  std::mt19937_64 random(3);
  for (std::size_t i = 0; i < testing::scaled(1000); ++i) {
    const GameId g = games[random() % games.size()];
    const GameId h = games[random() % games.size()];
    INFO(to_text(store, g) << " and " << to_text(store, h));
    check_pair(store, g, h);
    CHECK(store.leq(g, h) == naive.leq(naive.import(store, g), naive.import(store, h)));
  }
  for (std::size_t i = 0; i < testing::scaled(40); ++i) {
    const GameId g = games[random() % games.size()];
    const GameId h = games[random() % games.size()];
    const int sum = naive.add(naive.import(store, g), naive.import(store, h));
    CHECK(naive.canonical(sum) == naive.import(store, store.add(g, h)));
  }
}

// The order by its definition, remembering nothing.
struct PlainOrder {
  explicit PlainOrder(Store& store, const std::vector<GameId>& games) {
    std::map<GameId, int> numbers;
    for (const GameId g : games) numbers.emplace(g, static_cast<int>(numbers.size()));
    for (const GameId g : games) {
      sides.emplace_back();
      for (const Player player : kPlayers) {
        for (const GameId x : store.options(g, player)) {
          sides.back()[player].push_back(numbers.at(x));
        }
      }
    }
  }
  bool leq(int g, int h) const {
    for (const int x : sides[static_cast<std::size_t>(g)][Player::kLeft]) {
      if (leq(h, x)) return false;
    }
    for (const int x : sides[static_cast<std::size_t>(h)][Player::kRight]) {
      if (leq(x, g)) return false;
    }
    return true;
  }
  std::vector<PerPlayer<std::vector<int>>> sides;
};

TEST_CASE("the order of all pairs of games born by day 3", "[exhaustive]") {
  Store store;
  const auto games = born_by_day(store, 3);
  const PlainOrder plain(store, games);
  std::size_t below = 0;
  std::size_t differ = 0;
  for (std::size_t i = 0; i < games.size(); ++i) {
    for (std::size_t j = 0; j < games.size(); ++j) {
      const bool leq = store.leq(games[i], games[j]);
      below += leq ? 1 : 0;
      if (leq != plain.leq(static_cast<int>(i), static_cast<int>(j))) ++differ;
    }
  }
  CHECK(differ == 0);
  CHECK(below == 654'647);
}

TEST_CASE("all sums of a game of day 2 and a game of day 3", "[exhaustive]") {
  Store store;
  testing::Naive naive;
  const auto small = born_by_day(store, 2);
  const auto games = born_by_day(store, 3);
#ifdef __SANITIZE_ADDRESS__
  const std::size_t stride = 9;
#else
  const std::size_t stride = 1;
#endif
  for (std::size_t i = 0; i < games.size(); i += stride) {
    for (const GameId h : small) {
      const GameId sum = store.add(games[i], h);
      const int expected = naive.add(naive.import(store, games[i]), naive.import(store, h));
      const int got = naive.import(store, sum);
      if (naive.equal(expected, got) && naive.canonical(got) == got) continue;
      FAIL_CHECK(to_text(store, games[i]) << " + " << to_text(store, h));
    }
  }
}

// The all-small games born by `day`: both players have options, or neither has, at every follower.
std::vector<GameId> all_small_by_day(Store& store, int day) {
  std::vector<GameId> games{kZero};
  for (int i = 0; i < day; ++i) {
    const auto sides = testing::antichains(store, games);
    FlatSet<GameId> born;
    born.insert(kZero);
    for (const auto& left : sides) {
      for (const auto& right : sides) {
        if (!left.empty() && !right.empty()) born.insert(store.construct(left, right));
      }
    }
    games.assign(born.begin(), born.end());
  }
  return games;
}

TEST_CASE("all-small games born by day 3", "[exhaustive]") {
  Store store;
  CHECK(all_small_by_day(store, 1).size() == 2);
  CHECK(all_small_by_day(store, 2).size() == 7);
  const auto games = all_small_by_day(store, 3);
  CHECK(games.size() == 67);
  CHECK(testing::antichains(store, games).size() == 10448);
}

TEST_CASE("all-small games born by day 4", "[.][nightly]") {
  Store store;
  CHECK(all_small_by_day(store, 4).size() == 534'483);
}

TEST_CASE("canonical forms of arbitrary option lists", "[exhaustive]") {
  // Not only antichains: any lists of day-2 games, against removing options one by one.
  Store store;
  testing::Naive naive;
  const auto games = born_by_day(store, 2);
  std::mt19937_64 random(4);
  for (std::size_t i = 0; i < testing::scaled(3000); ++i) {
    std::vector<GameId> sides[2];
    testing::Naive::Ids raw[2];
    for (int side = 0; side < 2; ++side) {
      for (std::size_t n = random() % 5; n > 0; --n) {
        sides[side].push_back(games[random() % games.size()]);
        raw[side].push_back(naive.import(store, sides[side].back()));
      }
    }
    const GameId g = store.construct(sides[0], sides[1]);
    if (naive.import(store, g) != naive.canonical(naive.make(raw[0], raw[1]))) {
      FAIL("canonical form " << to_text(store, g));
    }
  }
}

TEST_CASE("heating", "[exhaustive]") {
  Store store;
  const auto games = born_by_day(store, 2);
  const auto big = born_by_day(store, 3);
  for (const Dyadic& t : {Dyadic(1, 1), Dyadic(1), Dyadic(2)}) {
    const GameId heat = store.number(t);
    for (const GameId g : games) {
      CHECK(store.heat(store.negate(g), heat) == store.negate(store.heat(g, heat)));
    }
    for (const GameId g : big) {
      INFO(to_text(store, g));
      const GameId heated = store.heat(g, heat);
      CHECK(store.cool(heated, t) == g);
      CHECK(store.mean(heated) == store.mean(g));
    }
  }
}

}  // namespace cgt::exhaustive_test
