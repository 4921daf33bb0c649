// Counts of a session. The same in every run of the same scripts.
#pragma once

#include <cstdint>

#include "cgt/support/api.hpp"

namespace cgt::lang {

struct CGT_API Statistics {
  std::uint64_t instructions = 0;  // that machines have executed
  std::uint64_t positions = 0;     // of rulesets in scripts that searches have met
};

}  // namespace cgt::lang
