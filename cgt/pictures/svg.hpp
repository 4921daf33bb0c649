// SVG of thermographs: values grow to the left, temperature upwards, as the field draws them. The
// picture ends at temperature -1; the mast ends in an arrow, since it goes on for ever. Below the
// title stand mean, temperature and stops (the walls at temperature 0), exactly.
#pragma once

#include <string>

#include "cgt/number/trajectory.hpp"
#include "cgt/support/api.hpp"

namespace cgt {

// A complete <svg> element. `title` is shown above the plot and given to screen readers, as are the
// walls in words.
CGT_API std::string thermograph_svg(const Thermograph& thermograph, const std::string& title,
                                    int width = 480, int height = 360);

}  // namespace cgt
