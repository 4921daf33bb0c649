// A GoReport for programs: what `cgt go --json` prints and the C API answers.
#pragma once

#include <string>

#include "decomp/go/report/report.hpp"

namespace cgt::go {

// One object, with an end of line. Integers are JSON integers, other dyadics strings ("5/4"), unknown
// is null.
std::string go_json(const GoReport& report);

// The races of a board, as in "races" of that object, and why they are not proved, if they are not: an object.
std::string races_json(const Board& board, const std::vector<semeai::RaceReport>& races,
                       const std::vector<std::string>& because);

}  // namespace cgt::go
