// The presentations of a GoReport for people; that for programs is go_json().
#pragma once

#include <string>

#include "decomp/solve/go/report/report.hpp"

namespace cgt::repl {

// For people, 100 columns.
std::string go_table(const solve::GoReport& report);
// For the eye: the board, its subgames by temperature, values, the line, the thermograph of the
// sum.
std::string go_svg(const solve::GoReport& report);

}  // namespace cgt::repl
