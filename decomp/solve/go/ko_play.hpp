// Boards with kos that matter: what can be said where the sum has no exact value. Masts add up, so
// there is a mean of the board for each komaster; the move is that of a strategy that looks at the
// thermographs of the regions one by one (thermo/strategies.hpp), which is an estimate: nobody can
// be komaster of two kos for nothing, and the temperature of the board goes in steps.
//
//   GoEndgame endgame(store, go::load_sgf("game.sgf"));
//   endgame.solve(budget);
//   const BoardKos kos = board_kos(store, endgame, Player::kLeft, budget);
//   if (kos.sums) std::cout << to_string((*kos.sums)[0].mean) << '\n';  // no komaster
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "decomp/solve/go/endgame.hpp"
#include "decomp/solve/go/ko_region.hpp"

namespace cgt::solve {

struct OrthodoxMove {
  std::size_t subgame = 0;
  go::Point point;
};

// The sum of all regions for one komaster.
struct KoSum {
  Rational mean;         // of the final score, komi counted
  Rational temperature;  // of a hottest region; -1 if there is none
  // The move of hotstrat: the best one at that temperature in a hottest region. None: nothing is
  // left to play. As no move has been made yet, that of sentestrat is the same.
  std::optional<OrthodoxMove> move;
};

struct BoardKos {
  // By subgame; none for those whose value is exact, or was not found.
  std::vector<std::optional<RegionKo>> regions;
  // By komaster; none if a region has no thermograph.
  std::optional<std::array<KoSum, 3>> sums;
};

// Requires a solved endgame. Throws BudgetExhausted.
BoardKos board_kos(Store& store, const GoEndgame& endgame, Player to_play, Budget& budget);

}  // namespace cgt::solve
