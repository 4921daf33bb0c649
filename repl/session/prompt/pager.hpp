// Long texts at a terminal.
#pragma once

#include <string>

namespace cgt::repl {

// Through $PAGER (less, if it is not set) where standard output is a terminal; printed elsewhere, and
// where there is no such program.
void show_in_pager(const std::string& text);

}  // namespace cgt::repl
