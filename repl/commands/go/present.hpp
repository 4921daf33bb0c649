// The three presentations of a GoReport.
#pragma once

#include <string>

#include "repl/commands/go/report.hpp"

namespace cgt::repl {

// For people, 100 columns.
std::string go_table(const GoReport& report);
// For programs. Integers are JSON integers, other dyadics strings ("5/4"), unknown is null.
std::string go_json(const GoReport& report);
// For the eye: the board, its subgames by temperature, values, the line, the thermograph of the
// sum.
std::string go_svg(const GoReport& report);

}  // namespace cgt::repl
