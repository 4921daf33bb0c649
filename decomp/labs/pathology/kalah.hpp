// Lookahead pathology of modified kalah (games/kalah.hpp): decisions on boards drawn at random.
#pragma once

#include <cstdint>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/pathology/measures.hpp"
#include "decomp/search/games/kalah.hpp"

namespace cgt::search::pathology {

struct KalahExperiment {
  int pits = 6;
  int seeds = 4;  // a pit on the average: 2 x pits x seeds are thrown into the pits one by one
  int plies = 8;
  int deep = 5;
  int shallow = 1;
  std::vector<int> granularities{3, 5, 7, 9, 17, 33};
  double sigma = 0.9;  // of the noise, in seeds
  // Buckets cover -range .. +range seeds; 0: the number of seeds of one player.
  double range = 0;
  std::uint64_t boards = 200;
  std::uint64_t seed = 1;
  unsigned threads = 1;  // 0: as many as the machine has
};

// Board number i of an experiment; player 0 moves.
Kalah kalah_board(const KalahExperiment& experiment, std::uint64_t i);

struct KalahCurve {
  struct Board {
    double clustering = 0;  // of the utilities two moves behind it; NaN if they are all equal
    std::vector<ErrorPair> errors;  // one a granularity
  };
  std::vector<ErrorTally> tallies;  // one a granularity
  ClusteringFactor clustering;      // of the utilities two moves behind the boards
  std::vector<Board> boards;
};

// Independent of threads. Throws Error, BudgetExhausted.
KalahCurve kalah_pathology(const KalahExperiment& experiment, Budget& budget);

}  // namespace cgt::search::pathology
