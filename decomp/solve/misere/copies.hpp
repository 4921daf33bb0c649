// Who wins many copies of one game under misere play, n = 0, 1, 2, ...? Their canonical forms grow
// beyond all measure; the sets of P-positions beside them do not: those beside n copies follow from
// those beside n - 1 (position_sets.hpp). Nothing need repeat: of no follower there are ever more
// copies than the moves make of `most` games.
//
// Thread rule: one thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/solve/misere/quotient.hpp"

namespace cgt::solve {

// Does the previous player win n copies of the game number `game`, by n from 0 to `most`? `options`
// are those of the games 1 .. game, each a sum of games before it. Throws BudgetExhausted.
std::vector<bool> lost_copies(const OptionsOfGame& options, std::uint32_t game, std::uint32_t most,
                              Budget& budget);

}  // namespace cgt::solve
