// What is proved of a position whose value is out of reach: where a search for it was stopped, this is
// what there is to tell. Parts that were solved have their values; of the others the moves that are
// left are a bound, -n <= G <= n, and play beside coupons (temperature_discovery.hpp) has bounds of the
// stops, the mean and the temperature.
#pragma once

#include "cgt/support/known.hpp"
#include "cgt/thermo/game_bounds.hpp"
#include "decomp/solve/values/evaluator.hpp"

namespace cgt::solve {

// Uses what the evaluator knows, in a store that it stands on, and at most the budget; that it is spent
// is no failure. A game where play can come back has bounds only as far as its parts are known.
GameBounds position_bounds(Store& store, Evaluator& evaluator, const AnyPosition& position,
                           Budget& budget);
// The same as a fact, within kGrace. Of an impartial game: the greatest nimber that it may be.
KnownSoFar known_of_position(Store& store, Evaluator& evaluator, const AnyPosition& position);

}  // namespace cgt::solve
