// Labels: which cells of a board hang together, for rulesets where that is not just being
// neighbours. Disjoint sets with path halving.
#pragma once

#include <vector>

#include "cgt/support/small_vector.hpp"

namespace cgt::grid {

// Labels of cells that hang together, made one link at a time. Cells never named have none.
class Labels {
 public:
  explicit Labels(int size) : parent_(static_cast<std::size_t>(size), kNone) {}

  // A set of its own, unless the cell is in one.
  void add(int cell) {
    if (at(cell) == kNone) at(cell) = cell;
  }
  void join(int a, int b) {
    add(a);
    add(b);
    at(root(a)) = root(b);
  }
  // Numbers the sets from 0 in order of their first cells, -1 for cells not named; returns how many
  // there are.
  int finish(std::vector<int>& label) {
    int labels = 0;
    const int size = static_cast<int>(parent_.size());
    std::vector<int> of_root(parent_.size(), kNone);
    label.assign(parent_.size(), kNone);
    for (int i = 0; i < size; ++i) {
      if (at(i) == kNone) continue;
      int& known = of_root[static_cast<std::size_t>(root(i))];
      if (known == kNone) known = labels++;
      label[static_cast<std::size_t>(i)] = known;
    }
    return labels;
  }

 private:
  static constexpr int kNone = -1;
  int& at(int cell) { return parent_[static_cast<std::size_t>(cell)]; }
  int root(int cell) {
    while (at(cell) != cell) cell = at(cell) = at(at(cell));
    return cell;
  }
  SmallVector<int, 64> parent_;
};

}  // namespace cgt::grid
