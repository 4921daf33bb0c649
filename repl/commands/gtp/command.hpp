// `cgt gtp`: the engine on standard input and output.
//
// Lines are read by a thread of their own, so that `# interrupt` reaches a command that is running.
// Ctrl-C, too, ends the computation at hand, whose command then answers with what it has; where
// nothing is computed it ends the program, unless gogui-sigint has told a controller to send it.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/gtp/options.hpp"

namespace cgt::repl {

// kOk at the end of input and after `quit`, kInterrupted after Ctrl-C.
ExitCode run_gtp(const GtpOptions& options);

}  // namespace cgt::repl
