// A thermograph on a terminal. Values grow to the left and temperature upwards, as in the field.
//
//   critical temperatures and stops are written out exactly at the axes; the walls are drawn to the
//   nearest dot (Unicode: braille, 2 x 4 dots a cell; ASCII: one dot a cell, '<' Left's wall, '>'
//   Right's wall, '|' where they meet)
#pragma once

#include <string>

#include "cgt/number/trajectory.hpp"
#include "cgt/support/api.hpp"

namespace cgt {

struct CGT_API PlotStyle {
  int width = 64;   // columns of the whole picture, labels included; at least 24
  int height = 20;  // lines of the whole picture; at least 8
  bool ascii = false;
};

// `height` lines, each ended by a newline and of at most `width` columns. Throws Error if the style
// is too small.
CGT_API std::string plot_thermograph(const Thermograph& thermograph, const PlotStyle& style = {});

}  // namespace cgt
