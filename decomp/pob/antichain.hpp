// Bounds: what MAX asks for in a partially ordered set.
//
// A bound B is an antichain, the minimal outcomes that MAX will accept. Its success set is
// S(B) = {x : x >= b for some b in B}, an up-set; its failure set F(B) is the rest. Up-sets and
// bounds correspond one to one: min(S(B)) = B. B is at least as strong as C, it asks for as much,
// iff S(B) is part of S(C), which is: every b in B is >= some c in C. (Mueller 2001, "Partial order
// bounding: a new approach to evaluation in game tree search".) The empty bound accepts nothing and
// is stronger than all others.
//
// Bounds are vectors without order; equal bounds may list their members differently (same()).
#pragma once

#include <algorithm>
#include <vector>

#include "decomp/pob/poset.hpp"

namespace cgt::pob {

template <Poset P>
using BoundOf = std::vector<typename P::Element>;

// Every member that no other member is below, equal ones once, in the order given.
template <Poset P>
BoundOf<P> minimal(const P& poset, const BoundOf<P>& elements) {
  BoundOf<P> out;
  for (const auto& x : elements) {
    const auto below = [&](const auto& y) { return poset.less_equal(y, x); };
    if (std::any_of(out.begin(), out.end(), below)) continue;
    std::erase_if(out, [&](const auto& y) { return poset.less_equal(x, y); });
    out.push_back(x);
  }
  return out;
}
template <Poset P>
BoundOf<P> maximal(const P& poset, const BoundOf<P>& elements) {
  return minimal(Dual<P>{poset}, elements);
}

template <Poset P>
bool is_antichain(const P& poset, const BoundOf<P>& elements) {
  return minimal(poset, elements).size() == elements.size();
}

// Is x in S(bound)?
template <Poset P>
bool succeeds(const P& poset, const BoundOf<P>& bound, const typename P::Element& x) {
  return std::any_of(bound.begin(), bound.end(),
                     [&](const auto& b) { return poset.less_equal(b, x); });
}

// S(b) is part of S(c).
template <Poset P>
bool at_least_as_strong(const P& poset, const BoundOf<P>& b, const BoundOf<P>& c) {
  return std::all_of(b.begin(), b.end(), [&](const auto& x) { return succeeds(poset, c, x); });
}
template <Poset P>
bool same(const P& poset, const BoundOf<P>& b, const BoundOf<P>& c) {
  return at_least_as_strong(poset, b, c) && at_least_as_strong(poset, c, b);
}

// The bounds that no other is stronger than, equal ones once.
template <Poset P>
std::vector<BoundOf<P>> strongest(const P& poset, const std::vector<BoundOf<P>>& bounds) {
  std::vector<BoundOf<P>> out;
  for (const auto& b : bounds) {
    const auto stronger = [&](const auto& c) { return at_least_as_strong(poset, c, b); };
    if (std::any_of(out.begin(), out.end(), stronger)) continue;
    std::erase_if(out, [&](const auto& c) { return at_least_as_strong(poset, b, c); });
    out.push_back(b);
  }
  return out;
}

// The same bounds, whatever the order.
template <Poset P>
bool same_families(const P& poset, const std::vector<BoundOf<P>>& a,
                   const std::vector<BoundOf<P>>& b) {
  const auto contains = [&](const auto& family, const auto& bound) {
    return std::any_of(family.begin(), family.end(),
                       [&](const auto& other) { return same(poset, bound, other); });
  };
  return a.size() == b.size() &&
         std::all_of(a.begin(), a.end(), [&](const auto& x) { return contains(b, x); }) &&
         std::all_of(b.begin(), b.end(), [&](const auto& x) { return contains(a, x); });
}

}  // namespace cgt::pob
