// Lookahead pathology of chess endgames, over all positions of a table at once (Nau et al. 2010,
// section 6).
//
// The heuristic is the distance to mate in moves of the winner plus a Gaussian, one draw for each
// position. White wants the distance short; a draw counts as kDrawBeyond moves more than the
// longest win, a win of Black as twice that less its distance. Mate, stalemate and bare kings are
// valued exactly. The smaller endgame that a capture leads to is valued where it is met, by the same
// heuristic: that is a table of its own.
//
// The value of a search to depth d of every position follows from d - 1 sweeps of dynamic
// programming over the table; the noise of a position is the same wherever a search meets it.
//
// Granularity g cuts 0 .. longest win + kDrawBeyond into g equal buckets, the last of them open.
// Noise comes first: bucketing then commutes with minimax, so all g share the sweeps.
//
// Memory: 8 bytes a number of the table (134 MB for four men) and 4 more for each further depth.
#pragma once

#include <cstdint>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/pathology/measures.hpp"
#include "decomp/search/games/chess_endgame.hpp"

namespace cgt::search::pathology {

inline constexpr int kDrawBeyond = 5;

struct ChessExperiment {
  std::vector<int> granularities{2, 3, 4, 5, 7, 10, 15, 20};  // 0: values as they are
  int deep = 5;
  int shallow = 1;
  double sigma = 2;              // of the noise, in moves
  unsigned beyond = 5;           // only wins of White in more moves than this are roots
  std::uint32_t only_every = 1;  // roots are positions whose number is a multiple of this
  std::uint64_t seed = 1;
  unsigned threads = 1;  // 0: as many as the machine has
};

// Throws Error for impossible depths, granularities and deviations.
void check_experiment(const ChessExperiment& experiment);

struct ChessCurve {
  std::vector<int> granularities;
  std::vector<ErrorTally> tallies;  // one a granularity
  std::uint64_t positions = 0;
  double mean_moves = 0;        // of White in these positions
  ClusteringFactor clustering;  // of the values behind these moves
};

// White moves first. The answer does not depend on the number of threads. Throws BudgetExhausted,
// and Error as check_experiment().
ChessCurve chess_pathology(const chess::Endgame& endgame, const ChessExperiment& experiment,
                           Budget& budget);

}  // namespace cgt::search::pathology
