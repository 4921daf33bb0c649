// `cgt docs reference`: the reference of the language, as the page of the manual.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/session/options.hpp"

namespace cgt::repl {

ExitCode run_docs(const DocsOptions& options);

}  // namespace cgt::repl
