#include "repl/support/version.hpp"

namespace cgt::repl {

std::string version_line() { return "cgt " CGT_PROGRAM_VERSION; }

}  // namespace cgt::repl
