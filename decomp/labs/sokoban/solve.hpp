// Solving a level of Sokoban, by one method or by all that fit.
//
//   const SourceText source("one.xsb", "#######\n#@ $ .#\n#######\n");
//   const Board board(read_levels(source)[0]);
//   Budget budget;
//   const Solution found = solve(board, {.best = true}, budget);
//   found.optimal();              // true: 2 pushes, and no way with fewer
//   lurd(board, *found.pushes);   // "rRR"
//
// Every solution is a list of legal pushes; play() of level.hpp checks them without any solver.
#pragma once

#include "cgt/support/budget.hpp"
#include "decomp/labs/sokoban/search.hpp"

namespace cgt::sokoban {

enum class Method : std::uint8_t {
  kAuto,      // kAbstract with several packing plans, kScalar and kWeighted, taking turns
  kAStar,     // fewest pushes
  kIda,       // fewest pushes, depth first
  kWeighted,  // A* with 5 times the bound
  kAbstract,  // steps of whole boxes, cells of features
  kScalar,    // the same steps in one open list
};

struct SolveOptions {
  Method method = Method::kAuto;
  // Go on after the first solution: fewest pushes, or bounds of them when the budget is spent.
  bool best = false;
};

// counts are those of all attempts together.
Solution solve(const Board& board, const SolveOptions& options, Budget& budget);

}  // namespace cgt::sokoban
