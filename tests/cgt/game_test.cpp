#include "cgt/game.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <sstream>
#include <unordered_set>

#include "cgt/fmt.hpp"
#include "tests/contracts.hpp"

namespace cgt::game_test {
namespace {

using testing::BrokenContract;

constexpr const char* kOneStore = "the operands are games of one store";
constexpr const char* kOwnId = "a Game is made from the id of a game of its store";

TEST_CASE("a Game is made from an id of its store only", "[game][contract]") {
  const testing::ContractsThrow scope;
  Store store;
  Store other;
  const GameId hot = store.construct({store.integer(2)}, {store.integer(-3)});
  CHECK_THROWS_WITH(Game(store, GameId()), kOwnId);
  CHECK_THROWS_WITH(Game(other, hot), kOwnId);
  CHECK(Game(store, hot).id() == hot);
  // A small number-up-star has the same id in every store.
  CHECK(Game(other, store.up(3, 2)).to_string() == "^3+*2");
  // A handle on the same games may be its store.
  Store shared = store.share();
  CHECK(Game(shared, hot).to_string() == "{2|-3}");
}

TEST_CASE("no operation mixes games of two stores", "[game][contract]") {
  const testing::ContractsThrow scope;
  Store store;
  Store other;
  const Game a = Game::parse(store, "{2|1||0}");
  const Game b = Game::parse(other, "{2|1||0}");
  // Even where the word means the same in both.
  const Game one(other, other.integer(1));
  for (const Game& foreign : {b, one}) {
    CHECK_THROWS_WITH(a + foreign, kOneStore);
    CHECK_THROWS_WITH(foreign + a, kOneStore);
    CHECK_THROWS_WITH(a - foreign, kOneStore);
    CHECK_THROWS_WITH(a == foreign, kOneStore);
    CHECK_THROWS_WITH(a != foreign, kOneStore);
    CHECK_THROWS_WITH(a <= foreign, kOneStore);
    CHECK_THROWS_WITH(a >= foreign, kOneStore);
    CHECK_THROWS_WITH(a < foreign, kOneStore);
    CHECK_THROWS_WITH(a > foreign, kOneStore);
    CHECK_THROWS_WITH(a.compare(foreign), kOneStore);
    CHECK_THROWS_WITH(a.heat(foreign), kOneStore);
  }
  // Both stores are as good as before.
  CHECK((a - a).to_string() == "0");
  CHECK((b + one).mean() == Dyadic(7, 2));
}

TEST_CASE("games of handles that share their games do mix", "[game][contract]") {
  const testing::ContractsThrow scope;
  Store store;
  Store shared = store.share();
  CHECK(store.shares_games_with(shared));
  CHECK_FALSE(store.shares_games_with(Store()));
  const Game a = Game::parse(store, "{2|1||0}");
  const Game b = Game::parse(shared, "{2|1||0}");
  CHECK(a == b);
  CHECK((a - b).id() == kZero);
  CHECK(a.compare(b) == Relation::kEqual);
  CHECK(&(b + a).store() == &shared);
}

TEST_CASE("the operations of Game are those of its store", "[game]") {
  Store store;
  const Game g = Game::parse(store, "{3|1}");
  const Game t(store, store.integer(1));
  CHECK((-g).to_string() == "{-1|-3}");
  CHECK((g + g).to_string() == "4");
  CHECK(g.mean() == Dyadic(2));
  CHECK(g.temperature() == Dyadic(1));
  CHECK(g.left_stop() == Dyadic(3));
  CHECK(g.right_stop() == Dyadic(1));
  CHECK(g.cool(Dyadic(1)).to_string() == "2+*");
  CHECK(g.freeze() == g.cool(Dyadic(1)));
  CHECK(g.heat(t).id() == store.heat(g.id(), t.id()));
  CHECK(g > t - t);
  CHECK(t < g + t);
  CHECK(t.compare(g) == Relation::kFuzzy);
}

TEST_CASE("numbers are games in formulas", "[game]") {
  Store store;
  const Game hot = Game::parse(store, "{2|1||0}");
  const Dyadic half(1, 1);
  const auto number = [&](const Dyadic& x) { return Game(store, store.number(x)); };
  for (const Dyadic& x :
       {Dyadic(-3), Dyadic(0), half, Dyadic(1), Dyadic(7, 2), Dyadic(2), Dyadic(3)}) {
    const Game n = Game::number(store, x);
    CHECK(n == number(x));
    CHECK(hot + x == hot + n);
    CHECK(x + hot == n + hot);
    CHECK(hot - x == hot - n);
    CHECK(x - hot == n - hot);
    CHECK((hot == x) == (hot == n));
    CHECK((hot != x) == (hot != n));
    CHECK((n == x));
    CHECK((x == n));
    CHECK((hot <= x) == (hot <= n));
    CHECK((x <= hot) == (n <= hot));
    CHECK((hot >= x) == (hot >= n));
    CHECK((x >= hot) == (n >= hot));
    CHECK((hot < x) == (hot < n));
    CHECK((x < hot) == (n < hot));
    CHECK((hot > x) == (hot > n));
    CHECK((x > hot) == (n > hot));
  }
  CHECK(hot + 1 == hot + number(1));
  CHECK(hot < 3);
  CHECK(hot.compare(Game::number(store, 0)) == Relation::kFuzzy);
  CHECK(3 * hot == hot + hot + hot);
  CHECK(-2 * hot == -(hot + hot));
  CHECK(0 * hot == 0);
  Game sum = hot;
  sum += hot;
  sum -= hot;
  CHECK(sum == hot);
  CHECK(Game::nimber(store, 2) + Game::nimber(store, 3) == Game::nimber(store, 1));
  CHECK(Game::up(store) + Game::up(store) == Game::up(store, 2));
  CHECK(number(half).number_value() == half);
  CHECK_FALSE(hot.is_number());
}

TEST_CASE("a Game tells its structure and prints itself", "[game]") {
  Store store;
  const Game hot = Game::parse(store, "{2|1||0}");
  CHECK(hot.outcome() == OutcomeClass::kNext);
  CHECK((hot + 1).outcome() == OutcomeClass::kLeft);
  CHECK(Game::nimber(store, 1).outcome() == OutcomeClass::kNext);
  CHECK(hot.birthday() == store.birthday(hot.id()));
  const std::vector<Game> left = hot.options(Player::kLeft);
  REQUIRE(left.size() == 1);
  CHECK(left.front() == Game::parse(store, "{2|1}"));
  CHECK(hot.options(Player::kRight).front() == 0);
  CHECK(Game::nimber(store, 4).options(Player::kLeft).size() == 4);
  CHECK(Game::number(store, 0).options(Player::kLeft).empty());
  std::ostringstream out;
  out << hot << ' ' << Game::up(store);
  CHECK(out.str() == "{2|1||0} ^");
  CHECK(fmt::format("{:>9}/{}/{}", Game::up(store), hot.mean(), Dyadic(-5, 2)) ==
        "        ^/3/4/-5/4");
  const std::unordered_set<Game> set{hot, left.front(), -(-hot)};
  CHECK(set.size() == 2);
}

}  // namespace
}  // namespace cgt::game_test
