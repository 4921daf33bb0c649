// The dimension of a poset (Dushnik and Miller 1941): the least number of linear extensions whose
// intersection is the order. Such a set is a realizer, and the places of an element in its members
// embed the poset into a product of chains: any poset of dimension d is vector dominance in d
// coordinates.
//
// A set of linear extensions is a realizer iff each critical pair (x, y) is reversed, y below x, in
// one of them (Rabinovitch and Rival 1979). x, y are critical if they are incomparable, all below x
// is below y, and all above y is above x. So the dimension is the least number of classes of
// critical pairs each of which can be reversed at once; classes are found by backtracking. Finding
// the dimension is NP-complete for 3 (Yannakakis 1982): for small posets.
#pragma once

#include <vector>

#include "decomp/pob/poset.hpp"

namespace cgt::pob {

using LinearExtension = std::vector<ExplicitPoset::Element>;  // least first

struct CGT_API Realizer {
  std::size_t lower = 1;  // the dimension is at least this
  // As many as the dimension; empty: out of budget.
  std::vector<LinearExtension> extensions;
};

// The dimension of a chain, or of one element or none, is 1.
CGT_API Realizer realizer(const ExplicitPoset& poset, Budget& budget);

// Is the order the intersection of these, and is each of them a linear extension?
CGT_API bool realizes(const ExplicitPoset& poset, const std::vector<LinearExtension>& extensions);

// The vector of each element: its places in the extensions. VectorOrder compares them as the poset
// does.
CGT_API std::vector<VectorOrder::Element> embedding(const ExplicitPoset& poset,
                                                    const std::vector<LinearExtension>& extensions);

}  // namespace cgt::pob
