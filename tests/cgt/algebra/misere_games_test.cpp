#include "cgt/misere/misere_games.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <vector>

namespace misere_games_test {

namespace {

using namespace cgt;
using Sum = std::vector<MisereId>;

// Does the next player win the sum? By playing it, no sum of games is made.
bool next_wins(const MisereGames& games, Sum sum, std::map<Sum, bool>& known) {
  std::erase(sum, MisereId{0});
  std::ranges::sort(sum);
  if (sum.empty()) return true;
  if (const auto it = known.find(sum); it != known.end()) return it->second;
  bool wins = false;
  for (std::size_t i = 0; !wins && i < sum.size(); ++i) {
    for (const MisereId option : games.options(sum[i])) {
      Sum after = sum;
      after[i] = option;
      wins = wins || !next_wins(games, std::move(after), known);
    }
  }
  known[sum] = wins;
  return wins;
}

// All games whose options are among `older`.
std::vector<MisereId> next_day(MisereGames& games, const std::vector<MisereId>& older,
                               Budget& budget) {
  std::vector<MisereId> born;
  for (std::uint64_t subset = 0; subset < (std::uint64_t{1} << older.size()); ++subset) {
    std::vector<MisereId> options;
    for (std::size_t i = 0; i < older.size(); ++i) {
      if (((subset >> i) & 1U) != 0) options.push_back(older[i]);
    }
    born.push_back(games.construct(std::move(options), budget));
  }
  std::ranges::sort(born);
  born.erase(std::unique(born.begin(), born.end()), born.end());
  return born;
}

}  // namespace

// Conway (1976), chapter 12.
TEST_CASE("There are 1, 2, 3, 5, 22 misere games born by day 0, 1, 2, 3, 4", "[misere]") {
  MisereGames games;
  Budget budget;
  std::vector<MisereId> day{0};
  for (const std::size_t count : {2U, 3U, 5U, 22U}) {
    day = next_day(games, day, budget);
    CHECK(day.size() == count);
  }
  for (const MisereId g : day) CHECK(games.birthday(g) <= 4);
}

TEST_CASE("Sums, nim values and genera of misere games are those of play", "[misere]") {
  MisereGames games;
  Budget budget;
  std::vector<MisereId> day{0};
  for (int i = 0; i < 4; ++i) day = next_day(games, day, budget);
  std::map<Sum, bool> known;
  std::vector<MisereId> heaps;
  for (std::uint32_t n = 0; n <= 9; ++n) heaps.push_back(games.nim_heap(n, budget));
  for (const MisereId g : day) {
    const Genus genus = games.genus(g, budget);
    MisereId sum = g;
    for (std::size_t twos = 0; twos < 4; ++twos) {
      Sum parts(twos, heaps[2]);
      parts.push_back(g);
      // The one nim heap with which the previous player wins.
      std::vector<std::uint32_t> lost;
      for (std::uint32_t k = 0; k < heaps.size(); ++k) {
        Sum with = parts;
        with.push_back(heaps[k]);
        if (!next_wins(games, with, known)) lost.push_back(k);
      }
      CHECK(lost == std::vector<std::uint32_t>{games.misere_nim_value(sum)});
      CHECK(genus.term(twos) == games.misere_nim_value(sum));
      sum = games.add(sum, heaps[2], budget);
    }
    const auto size = games.nim_heap_size(g);
    CHECK(size.has_value() == (std::ranges::count(heaps, g) == 1));
    if (size) CHECK(heaps[*size] == g);
    for (const MisereId h : day) {
      const MisereId both = games.add(g, h, budget);
      CHECK(both == games.add(h, g, budget));
      // Different forms are told apart by some game; equal ones by none.
      bool apart = false;
      for (const MisereId x : day) {
        CHECK(next_wins(games, {g, h, x}, known) == next_wins(games, {both, x}, known));
        apart = apart || next_wins(games, {g, x}, known) != next_wins(games, {h, x}, known);
      }
      if (g == h) CHECK_FALSE(apart);
    }
  }
}

TEST_CASE("A spent budget leaves misere games as they were", "[misere]") {
  MisereGames games;
  Budget small({.nodes = 20'000});
  CHECK_THROWS_AS(games.nim_heap(1'000'000, small), BudgetExhausted);
  Budget budget;
  CHECK(games.nim_heap_size(games.nim_heap(7, budget)) == 7U);
  const MisereId five = games.nim_heap(5, budget);
  const MisereId nine = games.nim_heap(9, budget);
  Budget tiny({.nodes = 2'000});
  CHECK_THROWS_AS(games.add(games.add(nine, nine, tiny), games.add(nine, five, tiny), tiny),
                  BudgetExhausted);
  MisereGames fresh;
  const MisereId sum = games.add(nine, five, budget);
  const MisereId again = fresh.add(fresh.nim_heap(9, budget), fresh.nim_heap(5, budget), budget);
  CHECK(games.genus(sum, budget).text() == fresh.genus(again, budget).text());
}

}  // namespace misere_games_test
