#include "cgt/algebra/tree_size.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::tree_size_test {
namespace {

// Visits every node.
std::uint64_t walked(Store& store, GameId g, Leaves leaves = Leaves::kNumbers) {
  if (leaves == Leaves::kNumbers ? store.is_number(g) : store.is_nus(g)) return 1;
  std::uint64_t count = 1;
  for (const Player player : kPlayers) {
    for (const GameId x : store.options(g, player)) count += walked(store, x, leaves);
  }
  return count;
}

GameId switches(Store& store, int from, int to) {
  GameId sum = kZero;
  for (int n = from; n <= to; ++n) {
    sum = store.add(sum, store.construct({store.integer(n)}, {store.integer(-n)}));
  }
  return sum;
}

}  // namespace

TEST_CASE("nodes of trees, published", "[tree_size]") {
  Store store;
  for (const auto& [last, nodes] :
       std::vector<std::pair<int, int>>{{2, 7}, {5, 63}, {6, 127}, {7, 255}, {10, 2047}}) {
    CHECK(tree_node_count(store, switches(store, 1, last)) == nodes);
  }
}

TEST_CASE("nodes of trees, counted one by one", "[tree_size]") {
  Store store;
  for (std::int64_t u = -5; u <= 5; ++u) {
    for (std::uint32_t k = 0; k <= 5; ++k) {
      const GameId g = store.nus({Dyadic(3, 2), u, k});
      INFO(to_text(store, g));
      CHECK(tree_node_count(store, g) == walked(store, g));
    }
  }
  std::mt19937_64 random(31);
  for (std::size_t i = 0; i < testing::scaled(300); ++i) {
    const GameId g = testing::random_game(store, random, 3, 3);
    const std::uint64_t count = walked(store, g);
    CHECK(tree_node_count(store, g) == count);
    CHECK(tree_node_count(store, store.negate(g)) == count);
    CHECK(tree_node_count(store, g, Leaves::kNumberUpStars) ==
          walked(store, g, Leaves::kNumberUpStars));
    CHECK(tree_node_count_text(store, g) == with_separators(std::to_string(count)));
  }
}

TEST_CASE("trees too large to walk", "[tree_size]") {
  Store store;
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 3, 200);
  CHECK(tree_node_count(store, store.nimber(200)) == power);
  // log10(3^200) = 95.4
  CHECK(tree_node_count_text(store, store.nimber(200)) == "about 10^95");
  CHECK(tree_node_count_text(store, store.nimber(4'000'000'000U)) == "over 10^4931");
  CHECK_THROWS_AS(tree_node_count(store, store.nimber(4'000'000'000U)), Error);
  CHECK(tree_node_count(store, store.up(1'000'000)) == 1'999'998 + 6);
}

TEST_CASE("a text that is too long says how large the value is", "[tree_size]") {
  Store store;
  const GameId g = switches(store, 1, 10);
  CHECK(to_text(store, g, {Notation::kCanonical, 100}) ==
        "{...} 2,047 nodes, " + with_separators(std::to_string(store.follower_count(g))) +
            " followers");
  const std::string whole = to_text(store, g);
  REQUIRE(whole.size() > 100);
  CHECK(to_text(store, g, {Notation::kCanonical, whole.size()}) == whole);
  CHECK(to_text(store, g, {Notation::kCanonical, whole.size() - 1}).starts_with("{...} 2,047"));
  CHECK(with_separators("1") == "1");
  CHECK(with_separators("123") == "123");
  CHECK(with_separators("1234567") == "1,234,567");
}

TEST_CASE("giving up on a text takes time in proportion to the followers", "[tree_size]") {
  Store store;
  // Wide at every level, so that the text has 2^200 parts.
  GameId g = store.construct({store.integer(1)}, {store.integer(-1)});
  for (int n = 2; n <= 200; ++n) {
    g = store.construct({g, store.integer(n)},
                        {store.add(g, store.integer(-1)), store.integer(-n)});
  }
  Budget budget({2'000'000, Budget::kUnlimited, Budget::kUnlimited});
  const Store::BudgetScope scope(store, budget);
  CHECK(to_text(store, g, {Notation::kCanonical, 1'000}).starts_with("{...} "));
}

TEST_CASE("an endless text ends with its budget", "[tree_size]") {
  Store store;
  const GameId g = switches(store, 1, 14);
  REQUIRE(tree_node_count(store, g) == 32'767);
  Budget budget({5'000, Budget::kUnlimited, Budget::kUnlimited});
  const Store::BudgetScope scope(store, budget);
  CHECK_THROWS_AS(to_text(store, g), BudgetExhausted);
}

}  // namespace cgt::tree_size_test
