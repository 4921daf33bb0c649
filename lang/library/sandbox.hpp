// What scripts may read: files below the folder of the running script (the working folder, if there
// is none), unless the session was told otherwise. Links are followed before the path is judged.
// Nothing in the language writes files or starts programs.
#pragma once

#include <string>

#include "lang/context.hpp"

namespace cgt::lang {

// The path to open for what a script names; relative paths start at its folder. Throws Error for a
// path that it may not read.
std::string readable_path(Context& context, const std::string& path);
// The text of the file that a script names, or what the session provides under that name. Throws Error if it
// may not or cannot be read, and if it is longer than texts may be.
std::string readable_text(Context& context, const std::string& path);

}  // namespace cgt::lang
