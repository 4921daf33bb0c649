// The picture of a level.
#pragma once

#include <string>

#include "decomp/labs/sokoban/level.hpp"

namespace cgt::repl {

// A complete <svg> element: walls dark, goals as rings, boxes as squares, the player as a disc. The
// level as text is given to screen readers.
std::string sokoban_svg(const sokoban::Level& level, const std::string& title);

}  // namespace cgt::repl
