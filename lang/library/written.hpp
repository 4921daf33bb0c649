// Classes of the library that are written in the language itself. They are read when a script first
// names them.
#pragma once

#include <string_view>
#include <vector>

namespace cgt::lang {

// The source of a class of the library, or empty.
std::string_view library_source(std::string_view name);
std::vector<std::string_view> library_names();

}  // namespace cgt::lang
