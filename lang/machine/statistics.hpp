// Counts of a session. The same in every run of the same scripts.
#pragma once

#include <cstdint>

namespace cgt::lang {

struct Statistics {
  std::uint64_t instructions = 0;  // that machines have executed
  std::uint64_t positions = 0;     // of rulesets in scripts that searches have met
};

}  // namespace cgt::lang
