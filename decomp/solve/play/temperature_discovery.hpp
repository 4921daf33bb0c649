// Temperature Discovery Search (Mueller, Enzenberger, Schaeffer, AAAI 2004): the mean and the
// temperature of a position by minimax, without values. The position stands in an enriched
// environment, a stack of coupons of falling worth; while the top coupon is worth more than a move
// in the position the players take coupons, and where they turn to the position is its temperature.
//
//   const AnyPosition board = find_ruleset("domineering")->make({})->position("....|....");
//   const Discovery found = discover_temperature(board, {}, budget);
//   if (found.exact()) std::cout << found.temperature.lower->to_string();
//
// What is searched. Less what the stack alone is worth, taking a coupon gives up the turn and taking
// nothing else; a move in the position costs the tax t that the top coupon stands for. With the taxes
// -1 = t0 < t1 < ... the scores of G, Left or Right to move under t = tj, are
//     l(G, j) = max( r(G^L, j) - t for all G^L, r(G, j-1) )
//     r(G, j) = min( l(G^R, j) + t for all G^R, l(G, j) )
// This is the stack of the paper with one change: Right may decline a coupon as often as she likes,
// so that l and r are bounds below of Left's and Right's wall of the thermograph at t, whatever the
// steps are. Proof by induction: l <= left wall, since that one is not below its scaffold and not
// below the right wall at lower temperatures; r <= right wall, since that is the scaffold, or the
// mast, and then equal to the left wall. They are equal to the walls where all temperatures of
// followers are among the taxes. The same for -G gives bounds above. At -1, where integers are
// settled, a player may offer the opponent to stop at 0: {l|r} without room for a move is the
// integer between that is nearest to 0.
//
// Every tax t is preceded by one that is less by an infinitesimal. So two searches below and above t
// tell if the walls meet there and nowhere below: then t is the temperature, exactly.
//
// Answers are intervals that shrink as long as the budget lasts: the search looks one move farther
// ahead each time (positions beyond are worth no more than the moves left in them, if the ruleset
// knows a bound on these), and, when it sees the end, halves the step until mean and temperature are
// exact. All of it is proved; only `guess` is not.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "cgt/number/dyadic.hpp"
#include "cgt/support/known_so_far.hpp"
#include "cgt/thermo/game_bounds.hpp"
#include "decomp/position/ruleset.hpp"
#include "decomp/solve/values/evaluator.hpp"

namespace cgt::solve {

struct DiscoveryOptions {
  // The step of the stack is 1/2^exponent; none: 1, and halved until the answer is exact.
  std::optional<std::uint32_t> exponent = {};
  // Moves to look ahead at most.
  std::uint32_t depth = std::numeric_limits<std::uint32_t>::max();
  // Estimate, too: positions at the depth count as half of what one player has more moves than the
  // other (the heuristic leaf of the paper).
  bool guess = false;
};

// The finest step is 1/2^kFinestDiscovery.
inline constexpr std::uint32_t kFinestDiscovery = 16;

struct Discovery {
  DyadicInterval mean;
  DyadicInterval temperature;
  PerPlayer<DyadicInterval> stops;  // bounds on the way; nothing is searched to make them exact
  bool exact() const { return mean.exact() && temperature.exact(); }

  Dyadic step;              // of the finest stack that was searched to its end
  std::uint32_t depth = 0;  // moves looked ahead in the last search that was finished
  bool whole = false;       // and no position lay beyond them
  struct Guess {
    Dyadic mean;
    Dyadic temperature;
  };
  std::optional<Guess> guess;   // of the same depth
  std::uint64_t states = 0;     // positions with a tax and a player to move
  std::uint64_t positions = 0;  // components whose moves were generated
  StopReason stop = StopReason::kSolved;
};

// Of rest + the sum of the parts. A spent budget is part of the answer. Throws Error for games in
// which play can come back.
Discovery discover_temperature(PositionGraph& graph, std::int64_t rest,
                               std::span<const SignedNode> parts, const DiscoveryOptions& options,
                               Budget& budget);
Discovery discover_temperature(const AnyPosition& position, const DiscoveryOptions& options,
                               Budget& budget);

// What is proved of a position whose value is out of reach: where a search for it was stopped, this is
// what there is to tell. Parts that were solved have their values; of the others the moves that are
// left are a bound, -n <= G <= n, and play beside coupons (temperature_discovery.hpp) has bounds of the
// stops, the mean and the temperature.

// Uses what the evaluator knows, in a store that it stands on, and at most the budget; that it is spent
// is not a failure. A game where play can come back has bounds only as far as its parts are known.
GameBounds position_bounds(Store& store, Evaluator& evaluator, const AnyPosition& position,
                           Budget& budget);
// The same as a fact, within kGrace. Of an impartial game: the greatest nimber that it may be.
KnownSoFar known_of_position(Store& store, Evaluator& evaluator, const AnyPosition& position);

}  // namespace cgt::solve
