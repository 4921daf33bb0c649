// All native rulesets by name. A new one is a folder beside this file and one line in registry.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "decomp/position/ruleset.hpp"

namespace cgt {

// In order of their paths.
CGT_API std::span<const RulesetEntry> rulesets();
// By name ("domineering") or path ("game.grid.Domineering"); null if there is none.
CGT_API const RulesetEntry* find_ruleset(std::string_view name);

// Has it to be given parameters, by the signature of its entry? Those in "directions?, width?" need not
// be given.
CGT_API bool needs_arguments(std::string_view signature);

// The rulesets of the registry by name or path, with their arguments if they take some:
// "subtraction([1,2])" (parse_arguments()). Throws Error; InputError, of the name, where these cannot
// be read.
CGT_API std::shared_ptr<const Ruleset> registered_ruleset(const std::string& name);

// A ruleset with arguments as the language knows it, by its path: "subtraction([1,2])" is
// game.heap.Subtraction([1,2]). Other names stay as they are.
CGT_API std::string in_the_language(std::string_view name);

}  // namespace cgt
