#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cgt/cgt.hpp"
#include "tests/contracts.hpp"

namespace cgt::store_contract_test {
namespace {

// Records of a few kinds, and a store of others.
GameId fill(Store& store) {
  GameId g = store.integer(0);
  for (int i = 1; i <= 8; ++i) {
    g = store.add(g, store.construct({store.integer(i)}, {store.integer(-2 * i)}));
  }
  store.number(Dyadic(std::int64_t{1} << 40, 0));
  return g;
}

TEST_CASE("a store knows its ids from all other words", "[store][contract]") {
  Store store;
  const GameId last = fill(store);
  const Store::Mark before = store.mark();
  CHECK_FALSE(store.contains(GameId()));
  CHECK(store.contains(kZero));
  CHECK(store.contains(store.up(5, 3)));
  for (const GameId g : store.followers(last)) CHECK(store.contains(g));
  // Every record has one word, and no other even word is contained.
  std::uint64_t words = 0;
  for (std::uint32_t address = 0; address < before.end + 4096; ++address) {
    if (store.contains(GameId::from_word(address << 1U))) ++words;
  }
  CHECK(words == store.statistics().games);
  CHECK_FALSE(store.contains(GameId::from_word(0xFFFFFFFEU)));

  const GameId late = store.construct({store.integer(100)}, {store.integer(-100)});
  CHECK(store.contains(late));
  store.release(before);
  CHECK_FALSE(store.contains(late));
  CHECK(store.contains(last));
}

#ifdef NDEBUG
constexpr bool kAssertions = false;
#else
constexpr bool kAssertions = true;
#endif

// Without assertions nothing is checked here: Store is the fast level.
TEST_CASE("builds with assertions refuse foreign ids and the empty one on every entry",
          "[store][contract]") {
  if (!kAssertions) {
    SUCCEED("this build has no assertions");
    return;
  }
  const testing::ContractsThrow scope;
  Store store;
  Store other;
  const GameId own = store.construct({store.integer(2)}, {store.integer(-3)});
  const GameId foreign = fill(other);
  REQUIRE_FALSE(store.contains(foreign));

  using Entry = std::pair<std::string, std::function<void(GameId)>>;
  const std::vector<Entry> entries{
      {"construct, left", [&](GameId g) { store.construct({g}, {own}); }},
      {"construct, right",
       [&](GameId g) {
         store.construct({own}, {own, g});
       }},
      {"option_count", [&](GameId g) { store.option_count(g, Player::kLeft); }},
      {"option", [&](GameId g) { store.option(g, Player::kLeft, 0); }},
      {"options", [&](GameId g) { store.options(g, Player::kLeft); }},
      {"as_nus", [&](GameId g) { store.as_nus(g); }},
      {"is_nus", [&](GameId g) { store.is_nus(g); }},
      {"is_number", [&](GameId g) { store.is_number(g); }},
      {"number_value", [&](GameId g) { store.number_value(g); }},
      {"is_integer", [&](GameId g) { store.is_integer(g); }},
      {"birthday", [&](GameId g) { store.birthday(g); }},
      {"follower_count", [&](GameId g) { store.follower_count(g); }},
      {"followers", [&](GameId g) { store.followers(g); }},
      {"leq, below", [&](GameId g) { store.leq(g, own); }},
      {"leq, above", [&](GameId g) { store.leq(own, g); }},
      {"geq", [&](GameId g) { store.geq(own, g); }},
      {"compare, first", [&](GameId g) { store.compare(g, own); }},
      {"compare, second", [&](GameId g) { store.compare(own, g); }},
      {"compare, both", [&](GameId g) { store.compare(g, g); }},
      {"outcome", [&](GameId g) { store.outcome(g); }},
      {"left_wins", [&](GameId g) { store.left_wins(g, Player::kLeft); }},
      {"negate", [&](GameId g) { store.negate(g); }},
      {"add, first", [&](GameId g) { store.add(g, own); }},
      {"add, second", [&](GameId g) { store.add(own, g); }},
      {"add, to 0", [&](GameId g) { store.add(kZero, g); }},
      {"subtract, first", [&](GameId g) { store.subtract(g, own); }},
      {"subtract, second", [&](GameId g) { store.subtract(own, g); }},
      {"multiple", [&](GameId g) { store.multiple(Dyadic(3), g); }},
      {"multiple by 0", [&](GameId g) { store.multiple(Dyadic(0), g); }},
      {"stop", [&](GameId g) { store.stop(g, Player::kRight); }},
      {"thermograph", [&](GameId g) { store.thermograph(g); }},
      {"mean", [&](GameId g) { store.mean(g); }},
      {"temperature", [&](GameId g) { store.temperature(g); }},
      {"cool", [&](GameId g) { store.cool(g, Dyadic(1)); }},
      {"heat", [&](GameId g) { store.heat(g, own); }},
      {"heat, temperature", [&](GameId g) { store.heat(own, g); }},
      {"freeze", [&](GameId g) { store.freeze(g); }},
      {"granularity", [&](GameId g) { store.granularity(g); }},
  };
  const std::uint64_t games = store.statistics().games;
  for (const auto& [name, call] : entries) {
    INFO(name);
    CHECK_THROWS_AS(call(GameId()), testing::BrokenContract);
    CHECK_THROWS_AS(call(foreign), testing::BrokenContract);
    // The check is the only reason. One entry needs more of their argument.
    if (name != "number_value") CHECK_NOTHROW(call(own));
  }
  CHECK_NOTHROW(store.number_value(store.integer(4)));
  // Refused calls have made no games; those that were let through have.
  CHECK(store.statistics().games > games);
  CHECK(store.contains(own));
}

TEST_CASE("contracts that every build checks", "[store][contract]") {
  const testing::ContractsThrow scope;
  Store store;
  const GameId own = store.construct({store.integer(2)}, {store.integer(-3)});
  CHECK_THROWS_AS(store.option(own, Player::kLeft, 1), testing::BrokenContract);
  CHECK_THROWS_AS(store.number_value(own), testing::BrokenContract);
  CHECK_THROWS_AS(to_text(store, GameId()), testing::BrokenContract);
  const Store::Mark mark = store.mark();
  {
    const Store shared = store.share();
    CHECK_THROWS_AS(store.release(mark), testing::BrokenContract);
  }
  CHECK_NOTHROW(store.release(mark));
  CHECK(to_text(store, own) == "{2|-3}");
}

}  // namespace
}  // namespace cgt::store_contract_test
