#include "repl/support/version.hpp"

#include "cgt/version.hpp"

namespace cgt::repl {

std::string version_line() { return std::string("cgt ") + version(); }

}  // namespace cgt::repl
