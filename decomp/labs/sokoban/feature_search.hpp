// Any solution of a level, guided by a vector of features instead of one number.
//
// A step carries one box as far as it goes while all others stay. States fall into cells by their
// features; each cell has an open list of its own, and the cells take turns. Of a state, the steps
// that improve one of the features are tried first, the others cost one unit of weight. (Feature
// space search: Shoham and Schaeffer 2020.) With one cell for all states it is a best-first search
// on the weighted sum, which is what the vector is compared with.
#pragma once

#include <memory>

#include "decomp/labs/sokoban/search.hpp"

namespace cgt::sokoban {

struct FeatureOptions {
  unsigned variant = 0;  // of the packing plan
  bool vector = true;    // false: one open list
  bool links = false;    // how many tunnels hold boxes is a feature, too
  // Steps after which a solution would have more pushes are left out. A state is looked at once, with
  // the pushes that led to it first: that there is no such solution is not proved.
  int most_pushes = kNoPushes;
};

// The board must outlive it.
std::unique_ptr<Search> feature_search(const Board& board, const FeatureOptions& options);

}  // namespace cgt::sokoban
