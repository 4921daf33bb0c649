// `cgt docs reference`: the reference of the language, as the page of the manual.
#pragma once

#include "repl/session/options.hpp"
#include "repl/support/exit_code.hpp"

namespace cgt::repl {

ExitCode run_docs(const DocsOptions& options);

}  // namespace cgt::repl
