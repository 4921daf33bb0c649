// Incentives: what a move gains. Left's are G^L - G, Right's are G - G^R; the greater the better
// for the player who moves. If one incentive is >= another, its move is at least as good in every
// sum.
#pragma once

#include "cgt/store/store.hpp"
#include "cgt/support/api.hpp"

namespace cgt {

// One for each canonical option of `player`, in option order; equal ones are kept once.
CGT_API GameList incentives(Store& store, GameId g, Player player);
// Only those that no other one exceeds, in print order (store/print_order.hpp): it does not depend on the
// history of the store.
CGT_API GameList undominated_incentives(Store& store, GameId g, Player player);
// The maximal elements of a list of games, each once, in first-come order.
CGT_API GameList undominated(Store& store, std::span<const GameId> games);

}  // namespace cgt
