// How values are printed. Whoever makes texts takes one, beside the printer of values
// (cgt/text/print.hpp).
#pragma once

#include <cstddef>

#include "cgt/support/api.hpp"

namespace cgt {

enum class Notation { kCanonical, kCgsuite };

struct CGT_API PrintStyle {
  Notation notation = Notation::kCanonical;
  // Text longer than this many characters is replaced by the size of the value,
  // "{...} 286,099 nodes, 2,252 followers": nodes of the tree with number-up-stars as leaves,
  // and distinct followers. Printing stops as soon as the limit is passed. 0: no limit.
  std::size_t max_length = 0;
};

}  // namespace cgt
