// The conversation of the program: read a statement, evaluate, print, again. On a terminal with a
// line editor, prompts and numbered results; from a pipe the same without them.
#pragma once

#include "lang/lang.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/session/run_script.hpp"

namespace cgt::repl {

// Until Ctrl-D, :quit, or the end of a pipe. From a pipe the first error ends it, unless
// --keep-going; its code is returned.
ExitCode run_prompt(const SessionOptions& options, lang::Session& session);

}  // namespace cgt::repl
