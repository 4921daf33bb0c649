// One set of short games, and a table of loopy values for each thread.
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "cgt/text/loopy_text.hpp"
#include "tests/cgt/loopy/loopy_graphs.hpp"
#include "tests/testing.hpp"

namespace cgt::testing::parallel_loopy_test {
namespace {

// Depends on the seed only.
std::string loopy_report(LoopyGames& games, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const LoopyValue g = games.values(system_of(random_graph(random, 5)))[0];
  const LoopyValue h = games.values(system_of(random_graph(random, 4)))[0];
  const LoopyValue hot = parse_loopy(games, "{3|" + std::to_string(seed % 7) + "||over|^2,pass}");
  const PrintStyle style{Notation::kCanonical, 300};
  return to_text(games, games.add(g, h), style) + ' ' +
         to_text(games, games.negate(games.add(hot, h)), style) + ' ' +
         std::to_string(static_cast<int>(games.compare(g, h)));
}

}  // namespace

TEST_CASE("tables of two threads on one store agree with a table alone", "[loopy][parallel]") {
  const std::size_t cases = scaled(60);
  std::vector<std::string> alone;
  {
    Store store;
    LoopyGames games(store);
    for (std::size_t i = 0; i < cases; ++i) alone.push_back(loopy_report(games, i));
  }
  Store store;
  Store other = store.share();
  LoopyGames mine(store);
  LoopyGames theirs(other);
  std::vector<std::string> first(cases);
  std::vector<std::string> second(cases);
  // Both go through the same values, one of them backwards, so that they meet in the store.
  std::thread thread([&] {
    for (std::size_t i = cases; i-- > 0;) second[i] = loopy_report(theirs, i);
  });
  for (std::size_t i = 0; i < cases; ++i) first[i] = loopy_report(mine, i);
  thread.join();
  CHECK(first == alone);
  CHECK(second == alone);
  // A short value of one table is the same game to the other.
  const LoopyValue a = parse_loopy(mine, "a{0|{1|{a|0}}} + {3|1}");
  const LoopyValue b = parse_loopy(theirs, "{4|2}");
  REQUIRE(a.is_short());
  CHECK(a.stopper() == b.stopper());
}

}  // namespace cgt::testing::parallel_loopy_test
