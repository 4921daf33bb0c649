#include "cgt/misere/misere_parts.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

namespace parts_test {
namespace {

using namespace cgt;

std::vector<MisereId> born_by(MisereGames& games, int days, Budget& budget) {
  std::vector<MisereId> born{0};
  for (int day = 0; day < days; ++day) {
    std::set<MisereId> next;
    for (std::uint32_t subset = 0; subset < (1U << born.size()); ++subset) {
      std::vector<MisereId> options;
      for (std::size_t i = 0; i < born.size(); ++i) {
        if (((subset >> i) & 1U) != 0) options.push_back(born[i]);
      }
      next.insert(games.construct(std::move(options), budget));
    }
    born.assign(next.begin(), next.end());
  }
  return born;
}

// Games of day 4, and games whose options are up to two of them.
std::vector<MisereId> small_games(MisereGames& games, Budget& budget) {
  std::vector<MisereId> all = born_by(games, 4, budget);
  const std::vector<MisereId> day = all;
  for (const MisereId a : day) {
    for (const MisereId b : day) all.push_back(games.construct({a, b}, budget));
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

TEST_CASE("Differences undo sums, and there are no others", "[misere]") {
  MisereGames games;
  MisereParts parts(games);
  Budget budget;
  const std::vector<MisereId> all = small_games(games, budget);
  const std::vector<MisereId> day = born_by(games, 4, budget);
  std::map<MisereId, std::map<MisereId, MisereId>> known;  // g, h -> g - h
  for (const MisereId x : all) {
    for (const MisereId h : day) known[games.add(x, h, budget)][h] = x;
  }
  std::size_t some = 0;
  for (const MisereId g : all) {
    for (const MisereId h : day) {
      const auto d = parts.minus(g, h, budget);
      if (d) CHECK(games.add(*d, h, budget) == g);
      const auto it = known[g].find(h);
      if (it != known[g].end()) CHECK(d == it->second);
      some += d ? 1 : 0;
    }
  }
  CHECK(some > 2 * all.size());
  for (const MisereId g : day) {
    for (const MisereId h : day) CHECK(parts.minus(games.add(g, h, budget), h, budget) == g);
  }
}

TEST_CASE("Parts and partitions of misere games add up, and none is missing", "[misere]") {
  MisereGames games;
  MisereParts parts(games);
  Budget budget;
  const MisereId one = games.nim_heap(1, budget);
  const std::vector<MisereId> day = born_by(games, 4, budget);
  std::map<MisereId, std::set<MisereId>> sums;  // even parts of what was added up
  for (const MisereId x : day) {
    for (const MisereId y : day) {
      const MisereId ex = parts.even_part(x, budget);
      const MisereId ey = parts.even_part(y, budget);
      if (ex != 0 && ey != 0)
        sums[parts.even_part(games.add(x, y, budget), budget)].insert({ex, ey});
    }
  }
  for (const auto& [g, some] : sums) {
    const std::vector<MisereId> found = parts.parts(g, budget);
    for (const MisereId x : some) CHECK(std::ranges::find(found, x) != found.end());
    for (const MisereId x : found) CHECK(parts.minus(g, x, budget).has_value());
    CHECK_FALSE(parts.is_prime(g, budget));
  }
  for (const MisereId g : small_games(games, budget)) {
    const MisereId even = parts.even_part(g, budget);
    CHECK((even == g || games.add(even, one, budget) == g));
    CHECK(games.birthday(even) <= games.birthday(g));
    CHECK((even == 0 || parts.is_prime(g, budget) == parts.parts(g, budget).empty()));
    for (const auto& primes : parts.partitions(g, budget)) {
      MisereId sum = 0;
      for (const MisereId p : primes) {
        sum = games.add(sum, p, budget);
        CHECK((p == one || parts.is_prime(p, budget)));
      }
      CHECK(sum == g);
    }
    // Siegel (2013): extraverted games are parts of the game with them as only option.
    CHECK(parts.is_extraverted(g, budget) ==
          parts.minus(games.construct({g}, budget), g, budget).has_value());
  }
}

TEST_CASE("Links and distinguishers do what they are for", "[misere]") {
  MisereGames games;
  MisereParts parts(games);
  Budget budget;
  const std::vector<MisereId> day = born_by(games, 4, budget);
  const auto lost = [&](MisereId g, MisereId t) {
    return !games.next_player_wins(games.add(g, t, budget));
  };
  for (const MisereId g : day) {
    for (const MisereId h : day) {
      const auto link = parts.link(g, h, budget);
      const auto options = games.options(g);
      const auto others = games.options(h);
      CHECK(link.has_value() == (std::ranges::find(options, h) == options.end() &&
                                 std::ranges::find(others, g) == others.end()));
      if (link) CHECK((lost(g, *link) && lost(h, *link)));
      const auto apart = parts.distinguisher(g, h, budget);
      CHECK(apart.has_value() == (g != h));
      if (apart) CHECK(lost(g, *apart) != lost(h, *apart));
    }
  }
}

TEST_CASE("A spent budget leaves parts as they were", "[misere]") {
  MisereGames games;
  MisereParts parts(games);
  Budget budget;
  const MisereId two = games.nim_heap(2, budget);
  const MisereId four = games.nim_heap(4, budget);
  MisereId sum = games.add(games.add(two, four, budget), four, budget);
  Budget small({.nodes = 20});
  CHECK_THROWS_AS(parts.minus(sum, four, small), BudgetExhausted);
  CHECK(parts.minus(sum, four, budget) == games.add(two, four, budget));
}

}  // namespace
}  // namespace parts_test
