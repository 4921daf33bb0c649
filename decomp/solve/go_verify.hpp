// An independent check of a solved Go endgame, without canonical forms and without decomposition.
//
//   whole board   Full-width search of every legal move on all open points of the real board. With
//                 integer stops, LS >= m iff Left moving first wins "board + 1/2 - m" (normal play),
//                 and RS >= m iff she wins it moving second; so the scores follow from outcomes.
//   subgames      "region + integer" by plain recursion over the region's moves: its outcome for
//                 both first movers and every integer around the stops, against the value's.
//
// Both are exponential in what they search, so they stop at the budget and say what was not reached.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/solve/go_endgame.hpp"

namespace cgt::solve {

struct VerifyReport {
  bool ok = true;                  // no difference was found
  bool complete = true;            // nothing was left out for the budget or for ko
  std::uint64_t nodes = 0;
  std::string summary;
  std::vector<std::string> lines;  // what was compared, one line each
};

// Requires a solved endgame; subgames without exact value are left out and named.
VerifyReport verify(GoEndgame& endgame, Store& store, Budget& budget);

}  // namespace cgt::solve
