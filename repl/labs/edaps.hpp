// `cgt edaps FILE`: process plans for microwave modules. The plan library is a script,
// examples/edaps, which is part of the program; --library names another folder with the same files.
#pragma once

#include <span>

#include "repl/support/embedded.hpp"

namespace cgt::repl {

// Scripts and tables of examples/edaps.
std::span<const EmbeddedFile> edaps_files();

}  // namespace cgt::repl
