// What all pictures share: corners of walls, approximate places, ticks, escapes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cgt/number/trajectory.hpp"

namespace cgt {

// Only for placing ink; values stay exact everywhere else. Clamped to +-1e150.
double approximate(const Dyadic& x);

// A point of a wall.
struct Corner {
  Dyadic temperature;
  Dyadic value;
};

// The corners of a wall from temperature -1 up to `top`, both included. Requires that top is above
// all critical temperatures.
std::vector<Corner> corners(const Trajectory& wall, const Dyadic& top);

// What a picture of a thermograph shows.
struct Frame {
  Dyadic top;  // of the mast
  Dyadic low;  // the least and the greatest value from -1 up
  Dyadic high;
  PerPlayer<std::vector<Corner>> walls;
};
Frame frame_of(const Thermograph& thermograph);

// At most about `count` round integers in [low, high], ascending, one of them for any range of at
// least 1.
std::vector<Dyadic> round_ticks(const Dyadic& low, const Dyadic& high, int count);

// For text and attributes of XML.
std::string escape_xml(std::string_view text);
// For text outside of formulas of LaTeX.
std::string escape_latex(std::string_view text);

}  // namespace cgt
