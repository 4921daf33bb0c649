// Copies of one game under misere play: against sums of canonical forms, and a published list.
#include <catch2/catch.hpp>

#include <random>
#include <vector>

#include "cgt/misere/misere_games.hpp"
#include "decomp/solve/misere/quotient.hpp"
#include "tests/slow.hpp"

namespace copies_test {

using namespace cgt;
using namespace cgt::solve;

namespace {

// Game n at n - 1: its options, each a sum.
using Games = std::vector<std::vector<std::vector<std::uint32_t>>>;

OptionsOfGame options_of(const Games& games) {
  return [&games](std::uint32_t game, Budget&, const VisitOption& visit) {
    for (const std::vector<std::uint32_t>& sum : games[game - 1]) visit(sum);
  };
}

// g = {0, *2+*3, *2+*2+*2}, h = {*3, g+*, g+g}: for which n <= last have n and n + 1 copies of h the same
// outcome? The powers of g do not repeat, so no quotient answers it.
std::vector<int> same_outcomes(int last) {
  const Games games{
      {{}}, {{}, {1}}, {{}, {1}, {2}}, {{}, {2, 3}, {2, 2, 2}}, {{3}, {4, 1}, {4, 4}}};
  Budget budget;
  const auto copies = static_cast<std::size_t>(last) + 1;
  const auto lost = lost_copies(options_of(games), 5, copies, budget);
  REQUIRE(lost.size() == copies + 1);
  std::vector<int> same;
  for (int n = 0; n <= last; ++n) {
    const auto at = static_cast<std::size_t>(n);
    if (lost[at] == lost[at + 1]) same.push_back(n);
  }
  return same;
}

}  // namespace

TEST_CASE("Copies of one game under misere play", "[misere]") {
  const int last = cgt::testing::sized(60, 20);
  std::vector<int> known{1, 2, 3, 12, 14, 17, 38, 40, 56};
  std::erase_if(known, [last](int n) { return n > last; });
  CHECK(same_outcomes(last) == known);
}

TEST_CASE("A hundred copies of one game under misere play", "[.][nightly][misere]") {
  CHECK(same_outcomes(110) == std::vector<int>{1, 2, 3, 12, 14, 17, 38, 40, 56, 74, 101});
}

TEST_CASE("Copies of random games are sums of canonical forms", "[misere]") {
  std::mt19937 random(7);
  std::size_t wins = 0;
  std::size_t losses = 0;
  for (int round = 0; round < 60; ++round) {
    Games games{{{}}};
    while (games.size() < 4) {
      std::vector<std::vector<std::uint32_t>> options(1 + random() % 3);
      for (auto& sum : options) {
        for (std::uint32_t parts = random() % 3; parts > 0; --parts) {
          sum.push_back(1 + static_cast<std::uint32_t>(random() % games.size()));
        }
      }
      games.push_back(options);
    }
    Budget budget;
    MisereGames table;
    std::vector<MisereId> forms;
    for (const auto& options : games) {
      std::vector<MisereId> ids;
      for (const auto& sum : options) {
        MisereId id = 0;
        for (const std::uint32_t part : sum) id = table.add(id, forms[part - 1], budget);
        ids.push_back(id);
      }
      forms.push_back(table.construct(ids, budget));
    }
    const auto game = static_cast<std::uint32_t>(games.size());
    const auto lost = lost_copies(options_of(games), game, 6, budget);
    MisereId sum = 0;
    for (std::size_t n = 0; n <= 6; ++n) {
      INFO(round << ", " << n);
      CHECK(lost[n] == !table.next_player_wins(sum));
      ++(lost[n] ? losses : wins);
      if (table.size() > 20'000) break;
      sum = table.add(sum, forms.back(), budget);
    }
  }
  CHECK(wins > 100);
  CHECK(losses > 50);
}

}  // namespace copies_test
