// Rulesets by the names that people use, and how outcomes are written.
#pragma once

#include <memory>
#include <string>

#include "cgt/store/store.hpp"
#include "decomp/position/ruleset.hpp"
#include "repl/command_line/common_options.hpp"

namespace cgt::repl {

// The ruleset that people call so: "domineering", or an expression of the language whose value is a
// ruleset. Throws Error.
std::shared_ptr<const Ruleset> ruleset_called(const std::string& name, const CommonOptions& common);

// "N (the first player wins)".
std::string outcome_text(OutcomeClass outcome);

}  // namespace cgt::repl
