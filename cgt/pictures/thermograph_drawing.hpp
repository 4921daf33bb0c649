// SVG of thermographs: values grow to the left, temperature upwards, as the field draws them. The
// picture ends at temperature -1; the mast ends in an arrow, since it goes on for ever. Below the
// title stand mean, temperature and stops (the walls at temperature 0), exactly.
#pragma once

#include <string>

#include "cgt/number/trajectory.hpp"

namespace cgt {

// A complete <svg> element. `title` is shown above the plot and given to screen readers, as are the
// walls in words.
CGT_API std::string thermograph_svg(const Thermograph& thermograph, const std::string& title,
                                    int width = 480, int height = 360);

// A thermograph on a terminal. Values grow to the left and temperature upwards, as in the field.
//
//   critical temperatures and stops are written out exactly at the axes; the walls are drawn to the
//   nearest dot (Unicode: braille, 2 x 4 dots a cell; ASCII: one dot a cell, '<' Left's wall, '>'
//   Right's wall, '|' where they meet)

struct CGT_API PlotStyle {
  int width = 64;   // columns of the whole picture, labels included; at least 24
  int height = 20;  // lines of the whole picture; at least 8
  bool ascii = false;
};

// `height` lines, each ended by a newline and of at most `width` columns. Throws Error if the style
// is too small.
CGT_API std::string plot_thermograph(const Thermograph& thermograph, const PlotStyle& style = {});

struct CGT_API TikzStyle {
  // Centimetres for one unit of value and of temperature.
  double x_scale = 1;
  double y_scale = 1;
};

// A complete tikzpicture environment. Every coordinate is the exact decimal of a dyadic: the
// temperature, and the distance from the mean, so that values grow to the left (where a picture
// were too large for TeX, divided by a power of two that a comment names). Needs
// \usepackage{tikz}.
CGT_API std::string thermograph_tikz(const Thermograph& thermograph, const TikzStyle& style = {});

}  // namespace cgt
