// Files of the tree that are parts of the program, as they were when it was configured: cgt_embed in
// repl/CMakeLists.txt writes a function for each list of them.
#pragma once

#include <span>
#include <string_view>

namespace cgt::repl {

struct EmbeddedFile {
  std::string_view path;  // below the folder that the list is of: "go/comb9.sgf"
  std::string_view text;
};

// Scripts and tables of examples/edaps, the plan library of `cgt edaps`.
std::span<const EmbeddedFile> edaps_files();

}  // namespace cgt::repl
