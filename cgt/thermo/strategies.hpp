// Playing a sum of games well without adding it up.
//
// A sum of many hot games is far larger than its parts, but the parts tell nearly how to play it. A
// strategy here looks at one component at a time and chooses a component and an option. Play goes
// on until every component is a number; the sum of the numbers is the stop that was reached. Let T
// be the largest temperature of a component, M the sum of their means. The best stop of the player
// who moves first, seen from that player, lies between M and M + T.
//
//   hotstrat     moves in a component of the highest temperature. No bound is known to hold.
//   thermostrat  finds the temperature t >= 0 where its worth, the opponents' walls of all
//                components added up plus the largest distance of the two walls of a component, is
//                greatest, and moves in a component where that distance is largest. Moving first it
//                gets at least this worth, hence at least M, and so comes within T of the optimum
//                (Conway 1976, chapter 9; Berlekamp, Conway, Guy 1982, chapter 6).
//   sentestrat   answers in the same component if the opponent's last move raised its temperature
//                above the ambient temperature, which is the lowest temperature of the sum so far;
//                else it moves in a hottest component. Moving first it gets at least M, moving
//                second at least M - T (Berlekamp 1996, "The economist's view of combinatorial
//                games").
// The option is the one that keeps most at the temperature played at. Beside them stands the
// optimum, from the canonical form of the sum.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cgt/store/store.hpp"

namespace cgt {

enum class Strategy { kHotstrat, kThermostrat, kSentestrat, kOptimal };

struct CGT_API StrategyMove {
  std::size_t component = 0;
  GameId option;
};

// A sum in play, and what strategies remember of the play so far.
struct CGT_API PlayState {
  std::vector<GameId> components;
  // The lowest temperature that the sum has had, before the last move; empty if none was made.
  std::optional<Dyadic> ambient;
  // Where the last move was made.
  std::optional<std::size_t> last;
};

// The move that `strategy` makes for `player`; empty if all components are numbers.
CGT_API std::optional<StrategyMove> choose_move(Store& store, Strategy strategy,
                                                const PlayState& state, Player player);
// Makes a move, noting where it was made and what temperature it was made at.
CGT_API void make_move(Store& store, PlayState& state, const StrategyMove& move);

// The stop of the sum if `first` moves first, Left plays by `strategies[kLeft]` and Right by the
// other.
CGT_API Dyadic play_out(Store& store, std::span<const GameId> components, Player first,
                        const PerPlayer<Strategy>& strategies);
// The worst stop for `player` over all plays of the opponent, if `player` follows `strategy` and
// `first` moves first. Searches every reply of the opponent: for small sums. With kOptimal it is
// the stop of the sum.
CGT_API Dyadic guaranteed_stop(Store& store, std::span<const GameId> components, Player player,
                               Strategy strategy, Player first);

// What thermostrat goes by.
struct CGT_API Thermostat {
  Dyadic temperature;  // the least one where the worth is greatest
  Dyadic worth;        // a stop: the player moves first and gets this or better
};
// Requires that not all components are numbers.
CGT_API Thermostat thermostat(Store& store, std::span<const GameId> components, Player player);

// The undominated incentives of a game, each with its thermograph.
struct CGT_API IncentiveThermograph {
  GameId incentive;
  const Thermograph* thermograph = nullptr;  // valid as long as the store
};
CGT_API std::vector<IncentiveThermograph> incentive_thermographs(Store& store, GameId g,
                                                                 Player player);

// A move with its incentive, G^L - G or G - G^R.
struct CGT_API RatedMove {
  StrategyMove move;
  GameId incentive;
};
// The moves of `player` in a list of components whose incentives are maximal, one for each maximal
// incentive: whatever else is added to the list, one of them, or a move there, is optimal.
CGT_API std::vector<RatedMove> undominated_moves(Store& store, std::span<const GameId> components,
                                                 Player player);

}  // namespace cgt
