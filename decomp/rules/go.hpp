// Local Go positions (region.hpp) as a ruleset among the others: terms of sums, `cgt eval go`.
#pragma once

#include "decomp/position/ruleset.hpp"

namespace cgt::go {

RulesetEntry go_entry();

}  // namespace cgt::go
