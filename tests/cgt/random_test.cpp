// Laws that hold for all games, on random ones with birthdays up to 12. CGT_TEST_MULTIPLIER makes
// more of them.
#include <catch2/catch.hpp>

#include "cgt/algebra/products.hpp"
#include "cgt/algebra/reduced.hpp"
#include "cgt/algebra/tree_size.hpp"
#include "cgt/text/text.hpp"
#include "cgt/thermo/temperature.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::cgt_random_test {
namespace {

constexpr std::uint64_t kLatest = 12;

// Games that share followers: each new one takes its options from the earlier ones.
class Pool {
 public:
  Pool(Store& store, std::uint64_t seed) : store_(store), random_(seed) { refill(); }

  GameId next() {
    if (games_.size() > 60) refill();
    while (true) {
      std::vector<GameId> sides[2];
      for (auto& side : sides) {
        for (std::uint64_t n = 1 + random_() % 2; n > 0; --n) side.push_back(any());
      }
      const GameId g = store_.construct(sides[0], sides[1]);
      if (store_.birthday(g) > kLatest) continue;
      games_.push_back(g);
      return g;
    }
  }
  // The later, the more likely.
  GameId any() {
    const std::uint64_t n = games_.size();
    return games_[std::max(random_() % n, random_() % n)];
  }

 private:
  void refill() {
    games_.clear();
    for (int i = 0; i < 6; ++i) games_.push_back(testing::random_game(store_, random_, 1, 2));
  }

  Store& store_;
  std::mt19937_64 random_;
  std::vector<GameId> games_;
};

void check_laws(Store& store, GameId g, GameId h) {
  const GameId zero = kZero;
  const GameId minus = store.negate(g);
  const GameId sum = store.add(g, h);
  // A group, partly ordered.
  CHECK(store.add(g, minus) == zero);
  CHECK(store.negate(minus) == g);
  CHECK(store.add(h, g) == sum);
  CHECK(store.subtract(sum, g) == h);
  CHECK(store.leq(g, h) == store.leq(store.negate(h), minus));
  CHECK(store.leq(g, h) == store.leq(store.subtract(g, h), zero));
  CHECK(store.construct(store.options(g, Player::kLeft), store.options(g, Player::kRight)) == g);
  // Text.
  CHECK(parse_value(store, to_text(store, g)) == g);
  CHECK(parse_value(store, to_text(store, g, {Notation::kCgsuite, 0})) == g);
  // Stops and thermographs.
  const auto stop = [&](GameId x, Player player) { return store.stop(x, player); };
  CHECK(stop(g, Player::kLeft) >= stop(g, Player::kRight));
  CHECK(stop(g, Player::kLeft) == -stop(minus, Player::kRight));
  CHECK(stop(sum, Player::kLeft) <= stop(g, Player::kLeft) + stop(h, Player::kLeft));
  CHECK(stop(sum, Player::kLeft) >= stop(g, Player::kLeft) + stop(h, Player::kRight));
  CHECK(store.mean(sum) == store.mean(g) + store.mean(h));
  CHECK(store.temperature(sum) <= std::max(store.temperature(g), store.temperature(h)));
  const Thermograph& walls = store.thermograph(g);
  const Thermograph& mirrored = store.thermograph(minus);
  for (const Player player : kPlayers) {
    CHECK(walls.wall(player).mast == -mirrored.wall(opponent(player)).mast);
    CHECK(walls.wall(player).critical == mirrored.wall(opponent(player)).critical);
    CHECK(walls.wall(player).at(Dyadic()) == stop(g, player));
  }
  if (store.leq(g, h)) {
    for (const Player player : kPlayers) {
      for (const Dyadic& t : {Dyadic(), Dyadic(1, 1), Dyadic(1), Dyadic(2)}) {
        CHECK(walls.wall(player).at(t) <= store.thermograph(h).wall(player).at(t));
      }
    }
  }
  // Cooling keeps sums; the stops of G_t are the walls at t.
  for (const Dyadic& t : {Dyadic(-1, 1), Dyadic(1, 1), Dyadic(1)}) {
    CHECK(store.cool(sum, t) == store.add(store.cool(g, t), store.cool(h, t)));
    if (t.sign() > 0) {
      for (const Player player : kPlayers) {
        CHECK(stop(store.cool(g, t), player) == walls.wall(player).at(t));
      }
    }
  }
  CHECK(store.mean(store.freeze(g)) == store.mean(g));
  CHECK(store.temperature(store.freeze(g)) <= Dyadic());
  // Norton products by a positive unit.
  const GameId unit = store.up(1, 1);
  CHECK(norton_multiply(store, sum, store.up(1)) ==
        store.add(norton_multiply(store, g, store.up(1)), norton_multiply(store, h, store.up(1))));
  CHECK(norton_multiply(store, minus, unit) == store.negate(norton_multiply(store, g, unit)));
  // Reduction loses infinitesimals only, and knows no others.
  const GameId reduced = reduced_canonical_form(store, g);
  CHECK(is_infinitesimal(store, store.subtract(g, reduced)));
  CHECK(reduced_canonical_form(store, store.add(g, store.up(3, 1))) == reduced);
  // The colon principle, for one base.
  if (store.leq(g, h)) {
    const GameId base = store.nimber(2);
    CHECK(store.leq(ordinal_sum(store, base, g), ordinal_sum(store, base, h)));
  }
  CHECK(companion(store, companion(store, g)) == g);
  // Some move is always worth making: its incentive is not below -t for the temperature t.
  for (const Player player : kPlayers) {
    if (store.option_count(g, player) > 0 && !store.is_number(g)) {
      CHECK_FALSE(undominated_incentives(store, g, player).empty());
    }
  }
}

}  // namespace

TEST_CASE("laws of random games", "[random]") {
  const std::size_t cases = testing::scaled(2'000);
  std::uint64_t latest = 0;
  for (std::size_t i = 0; i < cases;) {
    Store store;  // a fresh one now and then, so that nothing grows without end
    Pool pool(store, 1'000 + i);
    for (std::size_t k = 0; k < 200 && i < cases; ++k, ++i) {
      const GameId g = pool.next();
      const GameId h = pool.any();
      latest = std::max(latest, store.birthday(g));
      INFO(to_text(store, g) << " and " << to_text(store, h));
      check_laws(store, g, h);
    }
  }
  CHECK(latest == kLatest);
}

}  // namespace cgt::cgt_random_test
