// A GoReport for programs: what `cgt go --json` prints and the C API answers.
#pragma once

#include <string>

#include "decomp/go/report/report.hpp"

namespace cgt::go {

// One object, with an end of line. Integers are JSON integers, other dyadics strings ("5/4"), unknown
// is null.
std::string go_json(const GoReport& report);

}  // namespace cgt::go
