// Heating in general. Store::cool, Store::heat and Store::freeze are the other ways of warming and
// cooling.
#pragma once

#include <optional>
#include <span>

#include "cgt/number/trajectory.hpp"
#include "cgt/store/store.hpp"

namespace cgt {

// G overheated from s to t: n copies of s if G is the integer n, else
// {overheat(G^L) + t | overheat(G^R) - t} (Berlekamp 1988, "Blockbusting and Domineering"). From 1
// to 1 + * it warms the positions of a Go endgame (Berlekamp and Wolfe 1994). Read from the
// canonical form of G. It keeps sums and order if integers keep their place, as they do for s = 1,
// t = 1 + * or for numbers s > t >= 0; for s = t it does not, since {0|1} becomes hot.
CGT_API GameId overheat(Store& store, GameId g, GameId s, GameId t);

// Whose move at the temperature of a game is sente: the other one answers, so the wall of the player
// who has it is upright just below the mast, and only the other wall moves away. Who has it plays in
// time for nothing, and a move of the other one, reverse sente, is worth the temperature. None:
// gote, both walls move away and either player's move gains the temperature; or a number, where
// nobody moves (Berlekamp 1996).
CGT_API std::optional<Player> sente(const Thermograph& thermograph);

// What the best moves of a player at the temperature of G leave: the highest temperature of the
// options whose walls touch the mast, that is, of the threat after sente or of what follows gote.
// -1 if there is no option.
CGT_API Dyadic temperature_after(Store& store, GameId g, Player player);

// Incentives: what a move gains. Left's are G^L - G, Right's are G - G^R; the greater the better
// for the player who moves. If one incentive is >= another, its move is at least as good in every
// sum.

// One for each canonical option of `player`, in option order; equal ones are kept once.
CGT_API GameList incentives(Store& store, GameId g, Player player);
// Only those that no other one exceeds, in print order (store/print_order.hpp): it does not depend on the
// history of the store.
CGT_API GameList undominated_incentives(Store& store, GameId g, Player player);
// The maximal elements of a list of games, each once, in first-come order.
CGT_API GameList undominated(Store& store, std::span<const GameId> games);

// The thermograph of a game from the thermographs of all its options, which need not be canonical:
// dominated and reversible ones do no harm.
//
// The scaffolds are the best walls of the options, taxed by the move. Where they do not cross at
// temperature -1, the game is an integer: the simplest one between them (Conway 1976, chapter 9;
// Berlekamp 1996 for temperatures below 0).

CGT_API Thermograph thermograph_of_options(std::span<const Thermograph* const> left,
                                           std::span<const Thermograph* const> right);
// The thermograph of G + x.
CGT_API Thermograph shifted(Thermograph thermograph, const Dyadic& x);

}  // namespace cgt
