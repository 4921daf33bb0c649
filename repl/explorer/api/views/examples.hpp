// The examples that the explorer offers: files of examples/, as they were when it was built.
#pragma once

#include <span>
#include <string_view>

#include "repl/support/embedded.hpp"

namespace cgt::repl {

// Of the folders go, htn and edaps: "go/comb9.sgf".
std::span<const EmbeddedFile> example_files();
// The text of one of them; null if there is none.
const EmbeddedFile* example_file(std::string_view path);

}  // namespace cgt::repl
