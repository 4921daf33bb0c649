// What the sources of regions share: cells of a box, row by row, and their neighbours.
#pragma once

#include <cstddef>

#include "decomp/go/board/region.hpp"

namespace cgt::go {

constexpr Region::Cell contents(Region::Cell cell) { return cell & Region::kContents; }

// Calls visit(neighbour) for the up to four cells of the box next to cell `i`.
template <class Visit>
void for_neighbours(std::size_t i, std::size_t width, std::size_t size, Visit visit) {
  if (i >= width) visit(i - width);
  const std::size_t x = i % width;
  if (x > 0) visit(i - 1);
  if (x + 1 < width) visit(i + 1);
  if (i + width < size) visit(i + width);
}

}  // namespace cgt::go
