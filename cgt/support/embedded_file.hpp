// Files of the tree that are parts of the program, as they were when it was configured: cgt_embed in
// CMakeLists.txt writes a function for each list of them.
#pragma once

#include <string_view>

namespace cgt {

struct EmbeddedFile {
  std::string_view path;  // below the folder that the list is of: "go/comb9.sgf"
  std::string_view text;
};

}  // namespace cgt
