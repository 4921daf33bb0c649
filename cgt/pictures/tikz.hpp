// Thermographs for LaTeX.
#pragma once

#include <string>

#include "cgt/number/trajectory.hpp"
#include "cgt/support/api.hpp"

namespace cgt {

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
