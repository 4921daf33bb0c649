// cgt eval: values of positions of native rulesets.
#pragma once

#include <memory>
#include <string>

#include "cgt/store/store.hpp"
#include "decomp/position/ruleset.hpp"
#include "repl/support/exit_code.hpp"
#include "repl/command_line/options.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_eval(const EvalOptions& options);

// The ruleset that people call so: "domineering", or an expression of the language whose value is a
// ruleset. Throws Error.
std::shared_ptr<const Ruleset> ruleset_called(const std::string& name, const CommonOptions& common);

// "N (the first player wins)".
std::string outcome_text(OutcomeClass outcome);

}  // namespace cgt::repl
