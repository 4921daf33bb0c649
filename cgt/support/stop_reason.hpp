// Why a search, a planner or any other long computation ended. The last four are those of a Budget;
// the others say how the work ended by itself.
#pragma once

#include <cstdint>

namespace cgt {

enum class StopReason : std::uint8_t {
  kSolved,      // the answer is that of the whole problem
  kExhausted,   // nothing is left to look at: all answers are found
  kEnough,      // as many answers as were asked for
  kDeclined,    // the caller's function said so
  kDepthLimit,  // all that was asked was done, but estimates stand for what lies beyond
  kTableFull,   // the memory bound of the search itself
  kNodes,
  kTime,
  kMemory,
  kInterrupted,
};

// True of the reasons of a Budget.
constexpr bool is_limit(StopReason reason) { return reason >= StopReason::kNodes; }

constexpr const char* describe(StopReason reason) {
  switch (reason) {
    case StopReason::kSolved: return "solved";
    case StopReason::kExhausted: return "everything was looked at";
    case StopReason::kEnough: return "as many plans as were asked for";
    case StopReason::kDeclined: return "stopped by the caller";
    case StopReason::kDepthLimit: return "depth limit reached";
    case StopReason::kTableFull: return "memory of the search is full";
    case StopReason::kNodes: return "node budget spent";
    case StopReason::kTime: return "time budget spent";
    case StopReason::kMemory: return "memory budget spent";
    case StopReason::kInterrupted: return "interrupted";
  }
  return "stopped";
}

}  // namespace cgt
