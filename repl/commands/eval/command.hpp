// cgt eval: values of positions of native rulesets.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/eval/options.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_eval(const EvalOptions& options);

}  // namespace cgt::repl
