// All native rulesets by name. A new one is a folder beside this file and one line in registry.cpp.
#pragma once

#include <span>
#include <string_view>

#include "decomp/position/ruleset.hpp"

namespace cgt {

// In order of their paths.
std::span<const RulesetEntry> rulesets();
// By name ("domineering") or path ("game.grid.Domineering"); null if there is none.
const RulesetEntry* find_ruleset(std::string_view name);

}  // namespace cgt
