// cgt eval: values of positions of native rulesets.
#pragma once

#include "repl/exit_code.hpp"
#include "repl/options.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_eval(const EvalOptions& options);

}  // namespace cgt::repl
