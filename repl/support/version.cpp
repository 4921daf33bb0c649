#include "repl/support/version.hpp"

namespace cgt::repl {

std::string version_line() { return "cgt " CGT_VERSION; }

}  // namespace cgt::repl
