// Partially ordered sets. A poset is a small value that compares elements of its Element type: any
// class with
//   using Element = ...;       copyable, equality comparable
//   bool less_equal(const Element& a, const Element& b) const;
//                              reflexive, antisymmetric, transitive
// The order lies in the poset and not in the element, so that the same elements can be ordered in
// several ways. A lattice has in addition join, meet, bottom and top.
//
//   VectorOrder order(2);                       // pairs of integers, by dominance
//   order.less_equal({5, 7}, {10, 7});          // true
//   compare(order, {5, 8}, {6, 4});             // kIncomparable
//
// Explicit relations, products, dominance of vectors, intervals, games of a Store are here;
// distributions and subgoals have files of their own.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cgt/store/store.hpp"

namespace cgt::pob {

template <class P>
concept Poset = std::copyable<typename P::Element> &&
    std::equality_comparable<typename P::Element> &&
    requires(const P& p, const typename P::Element& a) {
  { p.less_equal(a, a) } -> std::same_as<bool>;
};

template <class P>
concept Lattice = Poset<P> && requires(const P& p, const typename P::Element& a) {
  { p.join(a, a) } -> std::same_as<typename P::Element>;
  { p.meet(a, a) } -> std::same_as<typename P::Element>;
  { p.bottom() } -> std::same_as<typename P::Element>;
  { p.top() } -> std::same_as<typename P::Element>;
};

enum class Comparison : std::uint8_t { kLess, kEqual, kGreater, kIncomparable };

template <Poset P>
Comparison compare(const P& p, const typename P::Element& a, const typename P::Element& b) {
  const bool below = p.less_equal(a, b);
  const bool above = p.less_equal(b, a);
  if (below) return above ? Comparison::kEqual : Comparison::kLess;
  return above ? Comparison::kGreater : Comparison::kIncomparable;
}
template <Poset P>
bool less(const P& p, const typename P::Element& a, const typename P::Element& b) {
  return p.less_equal(a, b) && !p.less_equal(b, a);
}

// --- a finite set with a relation that is written down ---

class CGT_API ExplicitPoset {
 public:
  using Element = std::uint32_t;  // 0 .. size() - 1

  // The transitive and reflexive closure of the pairs (a, b): a <= b. Throws Error naming two
  // elements if the closure has a <= b and b <= a. Takes size^3 / 64 steps; polls `budget`, if
  // there is one, and then throws BudgetExhausted.
  ExplicitPoset(std::size_t size, const std::vector<std::pair<Element, Element>>& pairs,
                std::vector<std::string> names = {}, Budget* budget = nullptr);
  // The order that `p` has on distinct elements.
  template <Poset P>
  static ExplicitPoset of(const P& p, const std::vector<typename P::Element>& elements) {
    std::vector<std::pair<Element, Element>> pairs;
    for (Element a = 0; a < elements.size(); ++a) {
      for (Element b = 0; b < elements.size(); ++b) {
        if (a != b && p.less_equal(elements[a], elements[b])) pairs.emplace_back(a, b);
      }
    }
    return ExplicitPoset(elements.size(), pairs);
  }

  std::size_t size() const { return size_; }
  bool less_equal(Element a, Element b) const {
    return (rows_[a * words_ + b / 64] >> (b % 64) & 1U) != 0;
  }
  const std::string& name(Element a) const { return names_[a]; }
  // Pairs (a, b) with a < b and nothing between: the Hasse diagram.
  std::vector<std::pair<Element, Element>> covers() const;
  // Elements in an order that extends <=, least first; of several that may come next, the one with
  // the lowest number.
  std::vector<Element> linear_extension() const;

 private:
  std::size_t size_;
  std::size_t words_;
  std::vector<std::uint64_t> rows_;  // row a: all b with a <= b
  std::vector<std::string> names_;
};

// --- orders made of others ---

// All integers, or all of another type with <=.
template <class T = std::int64_t>
struct Chain {
  using Element = T;
  bool less_equal(const T& a, const T& b) const { return a <= b; }
};

// (a, b) <= (c, d) iff a <= c and b <= d.
template <Poset P, Poset Q>
struct Product {
  using Element = std::pair<typename P::Element, typename Q::Element>;
  P first{};
  Q second{};
  bool less_equal(const Element& a, const Element& b) const {
    return first.less_equal(a.first, b.first) && second.less_equal(a.second, b.second);
  }
};

// The order upside down: what is good for MAX is bad for MIN.
template <Poset P>
struct Dual {
  using Element = typename P::Element;
  P poset{};
  bool less_equal(const Element& a, const Element& b) const { return poset.less_equal(b, a); }
};

// Vectors of integers, a <= b iff every entry is: the product of chains. Entries between `least`
// and `greatest` make it a lattice, by entries.
class CGT_API VectorOrder {
 public:
  using Element = std::vector<std::int64_t>;
  explicit VectorOrder(std::size_t dimension, std::int64_t least = 0, std::int64_t greatest = 0)
      : dimension_(dimension), least_(least), greatest_(greatest) {}
  std::size_t dimension() const { return dimension_; }
  bool less_equal(const Element& a, const Element& b) const;
  Element join(const Element& a, const Element& b) const;
  Element meet(const Element& a, const Element& b) const;
  Element bottom() const { return Element(dimension_, least_); }
  Element top() const { return Element(dimension_, greatest_); }

 private:
  std::size_t dimension_;
  std::int64_t least_;
  std::int64_t greatest_;
};

// Sets of up to 64 things by inclusion.
struct CGT_API SetOrder {
  using Element = std::uint64_t;
  Element all = ~Element{0};
  bool less_equal(Element a, Element b) const { return (a & ~b) == 0; }
  Element join(Element a, Element b) const { return a | b; }
  Element meet(Element a, Element b) const { return a & b; }
  Element bottom() const { return 0; }
  Element top() const { return all; }
};

// Numbers of which bounds are known: low <= value <= high.
struct CGT_API Interval {
  std::int64_t low = 0;
  std::int64_t high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};
// a <= b iff surely so: equal, or every value of a is at most every value of b (Fishburn 1970).
struct CGT_API IntervalOrder {
  using Element = Interval;
  bool less_equal(const Interval& a, const Interval& b) const { return a == b || a.high <= b.low; }
};
// a <= b iff both ends are: backing up intervals through max and min is join and meet of this
// lattice, so that lattice_search.hpp is interval backup.
struct CGT_API IntervalLattice {
  using Element = Interval;
  Interval least{};
  Interval greatest{};
  bool less_equal(const Interval& a, const Interval& b) const {
    return a.low <= b.low && a.high <= b.high;
  }
  Interval join(const Interval& a, const Interval& b) const {
    return {std::max(a.low, b.low), std::max(a.high, b.high)};
  }
  Interval meet(const Interval& a, const Interval& b) const {
    return {std::min(a.low, b.low), std::min(a.high, b.high)};
  }
  Interval bottom() const { return least; }
  Interval top() const { return greatest; }
};

// Lower, realistic and upper estimate ("fat values", Beal 1980; Berliner 1979), ordered by all
// three.
struct CGT_API FatValue {
  std::int64_t lower = 0;
  std::int64_t realistic = 0;
  std::int64_t upper = 0;
  friend bool operator==(const FatValue&, const FatValue&) = default;
};
struct CGT_API FatValueOrder {
  using Element = FatValue;
  bool less_equal(const FatValue& a, const FatValue& b) const {
    return a.lower <= b.lower && a.realistic <= b.realistic && a.upper <= b.upper;
  }
};

// Combinatorial games under their own order: G <= H iff Left, playing second, wins H - G. The store
// must outlive the order; comparing may throw BudgetExhausted.
struct CGT_API GameOrder {
  using Element = GameId;
  Store* store = nullptr;
  bool less_equal(GameId g, GameId h) const { return store->leq(g, h); }
};

}  // namespace cgt::pob
