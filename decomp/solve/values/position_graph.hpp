// A position as a loopy value that nobody has simplified: the graph of all its followers.
//
// It can be compared with any value, and tells who wins, though its canonical form may be out of reach:
// Left survives the difference or she does not, which retrograde analysis of the two graphs decides
// (cgt/detail/loopy_survival.hpp). Short games and stoppers are compared in the same way.
//
//   Store store;
//   LoopyGames games(store);
//   solve::Evaluator evaluator(store);
//   Budget budget;
//   const AnyPosition strip =
//       find_ruleset("backsliding-toads-and-frogs")->make({})->position("ttt.ff");
//   const LoopyValue graph = evaluator.graph_value(strip, games, budget);
//   assert(games.leq(LoopyValue(games.on()), graph));
#pragma once

#include <cstdint>
#include <span>

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/support/budget.hpp"
#include "decomp/position/graph.hpp"

namespace cgt::solve {

// The sum of the parts and of `rest` free moves; its sides are one graph. A vertex is a sum of parts.
// Throws BudgetExhausted; if the positions are not finitely many that is the only end.
LoopyValue graph_value(PositionGraph& graph, std::int64_t rest, std::span<const SignedNode> parts,
                       Store& store, Budget& budget);

}  // namespace cgt::solve
