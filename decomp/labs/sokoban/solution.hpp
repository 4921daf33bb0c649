// What solvers of Sokoban share: options, pushes, answers, and pushes made into moves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/stop_reason.hpp"
#include "decomp/labs/sokoban/board.hpp"

namespace cgt::sokoban {

struct Push {
  Square box;  // before the push
  std::uint8_t direction;
  friend bool operator==(const Push&, const Push&) = default;
};

// Deterministic: equal calls give equal counts.
struct SolveCounts {
  std::uint64_t nodes = 0;    // states expanded
  std::uint64_t states = 0;   // different states met
  std::uint64_t dead = 0;     // states called dead: frozen, without a matching, a corral
  std::uint64_t forced = 0;   // pushes that a tunnel made
  std::uint64_t corrals = 0;  // states where only the boxes of a PI-corral were pushed
  int packed = 0;             // most goals filled in the order of the packing plan
  bool planned = false;       // the packing plan is complete
};

// lower <= least pushes <= upper; kNoPushes: none are known, or there is no solution.
inline constexpr int kNoPushes = 1 << 28;

struct Solution {
  std::optional<std::vector<Push>> pushes;
  int lower = 0;
  int upper = kNoPushes;
  bool optimal() const { return pushes.has_value() && lower >= upper; }
  // Proved to have none.
  bool impossible() const { return !pushes && lower >= kNoPushes; }
  SolveCounts counts;
  StopReason stop = StopReason::kSolved;
};

// The pushes with shortest walks between them, as LURD. The pushes must be legal.
std::string lurd(const Board& board, const std::vector<Push>& pushes);

}  // namespace cgt::sokoban
