// Playing a sum of games well without adding it up.
//
// A sum of many hot games is far larger than its parts, but its parts tell nearly how to play it. A
// strategy here looks at one component at a time and chooses a component and an option:
//   hotstrat      moves in a component of the highest temperature
//   thermostrat   finds the ambient temperature t, where the compound of all thermographs is widest
//                 in the mover's favour, and moves in the component that is widest at t; gets
//                 within the largest temperature of any component of the best stop (Conway 1976,
//                 chapter 9; Berlekamp, Conway, Guy 1982, chapter 6)
//   sentestrat    answers the opponent's last move in the same component if it raised the
//                 temperature there above the ambient temperature, else moves as hotstrat does; the
//                 ambient temperature is the lowest that has been reached so far (Berlekamp 1996,
//                 "The economist's view of combinatorial games")
// Beside them stands the optimum, from the canonical form of the sum.
//
// Play goes on until every component is a number; the sum of the numbers is the stop that was
// reached. A player who would have to move in a number never has to.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cgt/store/store.hpp"

namespace cgt {

enum class Strategy { kHotstrat, kThermostrat, kSentestrat, kOptimal };

struct SumMove {
  std::size_t component = 0;
  GameId option;
};

// What a strategy remembers of the play so far.
struct PlayState {
  std::vector<GameId> components;
  // The lowest temperature of the sum so far; empty before the first move.
  std::optional<Dyadic> ambient;
  // Where the opponent has just moved.
  std::optional<std::size_t> last;
};

// The move that `strategy` makes; empty if all components are numbers.
std::optional<SumMove> choose_move(Store& store, Strategy strategy, const PlayState& state,
                                   Player player);
// Makes it: changes the component, notes it as the last one, and lowers the ambient temperature.
void make_move(Store& store, PlayState& state, const SumMove& move);

// The stop of the sum if `player` moves first, plays by `strategy` and the opponent by `other`.
Dyadic play_out(Store& store, std::span<const GameId> components, Player player, Strategy strategy,
                Strategy other);
// The worst stop for `player` over all plays of the opponent, if `player` follows `strategy` and
// `first` moves first. With kOptimal it is the exact stop of the sum. Searches every reply: for
// small sums.
Dyadic guaranteed_stop(Store& store, std::span<const GameId> components, Player player,
                       Strategy strategy, Player first);

// The ambient temperature that thermostrat plays by: the least t that maximises the compound
// thermograph's worth for the player.
Dyadic thermostat(Store& store, std::span<const GameId> components, Player player);

// The thermographs of the undominated incentives of a game, with the incentives.
struct IncentiveThermograph {
  GameId incentive;
  const Thermograph* thermograph = nullptr;
};
std::vector<IncentiveThermograph> incentive_thermographs(Store& store, GameId g, Player player);

// The moves in a list of components that no other move is better than or equal to, by incentive:
// whatever else is added, one of them is optimal.
struct RatedMove {
  SumMove move;
  GameId incentive;
};
std::vector<RatedMove> undominated_moves(Store& store, std::span<const GameId> components,
                                         Player player);

}  // namespace cgt
