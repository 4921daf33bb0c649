// What tables of loopy values hold: limits, and marks to which they return.
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/text/loopy_text.hpp"
#include "tests/cgt/loopy/loopy_graphs.hpp"
#include "tests/testing.hpp"

namespace cgt::testing::loopy_memory_test {
namespace {

// Work on loopy and short games that depends on the seed only, as a text.
std::string work(LoopyGames& games, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const LoopyValue g = games.values(system_of(random_graph(random, 5)))[0];
  const LoopyValue h = games.values(system_of(random_graph(random, 4)))[0];
  const LoopyValue hot = parse_loopy(games, "{" + std::to_string(seed + 3) + "|1||pass|{-2|over}}");
  const LoopyValue sum = games.add(games.add(g, h), games.negate(hot));
  return to_text(games, sum, {Notation::kCanonical, 200}) + ' ' +
         to_text(games, games.add(h, LoopyValue(games.upon())), {Notation::kCanonical, 200}) + ' ' +
         std::to_string(static_cast<int>(games.compare(g, h)));
}

TEST_CASE("a table of loopy values returns to a mark", "[loopy][memory]") {
  Store reference_store;
  LoopyGames reference(reference_store);
  const std::size_t rounds = 1'000;
  constexpr std::size_t kKinds = 10;
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < kKinds; ++i) expected.push_back(work(reference, i));

  Store store;
  LoopyGames games(store);
  // What was there before stays, its negative and its sums included.
  const LoopyValue kept = parse_loopy(games, "a{0||||0|||a|*||*}");
  const LoopyValue upon = games.upon();
  const std::string kept_text = to_text(games, kept);
  std::uint64_t size = 0;
  std::uint64_t bytes = 0;
  std::uint64_t store_games = 0;
  const LoopyGames::Mark outer = games.mark();
  for (std::size_t i = 0; i < rounds; ++i) {
    const LoopyGames::Mark mark = games.mark();
    CHECK(work(games, i % kKinds) == expected[i % kKinds]);
    games.negate(kept.stopper());
    games.add(kept, upon);
    const std::uint64_t grown = games.size();
    games.release(mark);
    CHECK(games.size() < grown);
    if (i == kKinds) {
      size = games.size();
      bytes = games.bytes();
      store_games = store.statistics().games;
    }
    if (i > kKinds) {
      REQUIRE(games.size() == size);
      REQUIRE(games.bytes() <= bytes);
      REQUIRE(store.statistics().games == store_games);
    }
  }
  CHECK(to_text(games, kept) == kept_text);
  CHECK(games.negate(games.negate(kept.stopper())) == kept.stopper());
  CHECK(games.equal(games.subtract(games.add(kept, upon), upon), kept) ==
        reference.equal(reference.subtract(reference.add(parse_loopy(reference, kept_text),
                                                         LoopyValue(reference.upon())),
                                           LoopyValue(reference.upon())),
                        parse_loopy(reference, kept_text)));
  // One word for one value, also for what is made again.
  CHECK(parse_loopy(games, kept_text).stopper() == kept.stopper());
  CHECK(games.upon() == upon.stopper());
  // Nested marks.
  const LoopyValue between = parse_loopy(games, "{5over|{pass|-4}}");
  const std::string between_text = to_text(games, between);
  const LoopyGames::Mark inner = games.mark();
  parse_loopy(games, "{6over|{pass|-7}}");
  games.release(inner);
  CHECK(to_text(games, between) == between_text);
  CHECK(parse_loopy(games, between_text).stopper() == between.stopper());
  games.release(outer);
  CHECK(parse_loopy(games, kept_text).stopper() == kept.stopper());
  CHECK(to_text(games, parse_loopy(games, between_text)) == between_text);
}

TEST_CASE("a limit on memory bounds loopy work, and nothing is lost", "[loopy][memory]") {
  Store store;
  LoopyGames games(store);
  const LoopyValue u = parse_loopy(games, "{0|upon}");
  Budget budget({Budget::kUnlimited, Budget::kUnlimited, 4});
  {
    const Store::BudgetScope scope(store, budget);
    StopReason reason = StopReason::kNodes;
    try {
      LoopyValue sum = u;
      for (int i = 0; i < 40; ++i) {
        sum = games.add(sum, parse_loopy(games, "{" + std::to_string(i) + "|upon||pass|-" +
                                                    std::to_string(i + 1) + "}"));
      }
    } catch (const BudgetExhausted& spent) {
      reason = spent.reason();
    }
    CHECK(reason == StopReason::kMemory);
    CHECK(budget.held_bytes() >= 4 * 1024 * 1024);
  }
  CHECK(games.equal(parse_loopy(games, "over+over"), LoopyValue(games.over())));
  Store fresh;
  LoopyGames others(fresh);
  CHECK(to_text(games, games.multiple(6, u)) ==
        to_text(others, others.multiple(6, parse_loopy(others, "{0|upon}"))));
  // The meter counts no more than the tables say.
  const std::uint64_t before = games.bytes();
  CHECK(before > 0);
  CHECK(games.size() > 10);
}

}  // namespace
}  // namespace cgt::testing::loopy_memory_test
