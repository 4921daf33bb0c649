// Lists of options.
#pragma once

#include <algorithm>
#include <vector>

#include "cgt/loopy/graph.hpp"

namespace cgt::detail {

// In order of words, each once.
inline void sort_options(std::vector<LoopyId>& options) {
  if (options.size() < 2) return;
  std::ranges::sort(options);
  options.erase(std::unique(options.begin(), options.end()), options.end());
}

}  // namespace cgt::detail
