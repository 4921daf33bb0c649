// Texts that are either a record or a diagram.
#pragma once

#include <string>

#include "decomp/go/record/problem.hpp"

namespace cgt::go {

// Is it SGF, by its name or its first character?
bool is_sgf(const std::string& text, const std::string& name);
// SGF, or a diagram, whatever it is; of a record the position that `which` says. Throws InputError,
// and Error for a diagram of which anything but its position is asked.
Problem parse_either(const std::string& text, const std::string& name,
                     const SgfOptions& which = {});

}  // namespace cgt::go
