#pragma once

#include <string>

namespace cgt::repl {

// "cgt 0.1.0"
std::string version_line();

}  // namespace cgt::repl
