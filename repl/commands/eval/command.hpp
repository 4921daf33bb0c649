// cgt eval: values of positions of native rulesets.
#pragma once

#include "repl/commands/eval/options.hpp"
#include "repl/support/exit_code.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_eval(const EvalOptions& options);

}  // namespace cgt::repl
