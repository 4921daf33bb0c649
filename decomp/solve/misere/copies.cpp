#include "decomp/solve/misere/quotient.hpp"

#include <algorithm>
#include <map>

namespace cgt::solve {
namespace {

std::vector<GameSum> options_as_sums(const OptionsOfGame& options, std::uint32_t game,
                                     Budget& budget) {
  std::vector<GameSum> out;
  options(game, budget, [&](std::span<const std::uint32_t> sum) {
    std::map<std::uint32_t, std::uint32_t> copies;
    for (const std::uint32_t part : sum) {
      CGT_EXPECTS(part < game, "an option is a sum of games before");
      if (part != 0) ++copies[part];
    }
    out.emplace_back(copies.begin(), copies.end());
  });
  return out;
}

// How many copies of each game one copy of the last one can turn into, at most.
std::vector<std::uint64_t> most_followers(const std::vector<std::vector<GameSum>>& options) {
  constexpr std::uint64_t kMost = PositionSets::kAnyNumber;
  const std::size_t games = options.size();
  std::vector<std::vector<std::uint64_t>> most(games, std::vector<std::uint64_t>(games));
  for (std::size_t g = 0; g < games; ++g) {
    for (const GameSum& option : options[g]) {
      for (std::size_t i = 0; i < g; ++i) {
        std::uint64_t copies = 0;
        for (const auto& [part, number] : option) copies += number * most[part - 1][i];
        most[g][i] = std::min(std::max(most[g][i], copies), kMost);
      }
    }
    most[g][g] = 1;
  }
  return most.back();
}

}  // namespace

std::vector<bool> lost_copies(const OptionsOfGame& options, std::uint32_t game, std::uint32_t most,
                              Budget& budget) {
  CGT_EXPECTS(game > 0, "a game with a number");
  std::vector<std::vector<GameSum>> all;
  for (std::uint32_t g = 1; g <= game; ++g) all.push_back(options_as_sums(options, g, budget));
  const std::vector<std::uint64_t> followers = most_followers(all);
  const std::uint32_t before = game - 1;
  PositionSets sets;
  for (std::uint32_t g = 0; g < before; ++g) {
    const std::uint64_t asked =
        std::min<std::uint64_t>(followers[g] * most, PositionSets::kAnyNumber - 1);
    sets.add_game(all[g], static_cast<std::uint32_t>(asked));
  }
  std::vector<bool> out;
  SetId last = PositionSets::kEmpty;
  for (std::uint32_t n = 0; n <= most; ++n) {
    // Won at once: without any game the player to move has no move.
    SetId won = n == 0 ? sets.zero(before) : PositionSets::kEmpty;
    for (const GameSum& move : all.back()) {
      if (n > 0) won = sets.join(won, sets.without(last, move, budget), budget);
    }
    last = sets.lost(won, before, budget).value();
    out.push_back(sets.contains_zero(last));
  }
  return out;
}

}  // namespace cgt::solve
