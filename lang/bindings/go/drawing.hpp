// Pictures of Go boards and regions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "decomp/go/board/board.hpp"

namespace cgt::lang {

// Points with a tint and a text for whoever points at them.
struct GoTint {
  std::vector<go::Point> points;
  std::string colour;  // "#rrggbb"
  std::string text;
};

// A complete <svg> element: the board with its coordinates, tinted below the stones. `title` is given
// to screen readers.
std::string go_board_svg(const go::Board& board, std::string_view title,
                         const std::vector<GoTint>& tints = {});
// The same of a region, written as in decomp/go/board/region.hpp: immortal stones have a white or
// black core, what is outside is left out.
std::string go_region_svg(std::string_view region);

}  // namespace cgt::lang
