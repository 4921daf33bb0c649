// The pairs (class, classes of the options) of all sums of some games: the transition monoid by which
// a misere quotient is proved. See quotient.hpp.
//
// Thread rule: one thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decomp/solve/misere/quotient.hpp"

namespace cgt::solve {

// A set of elements, as bits.
using ElementSet = std::vector<std::uint64_t>;

class QuotientPairs {
 public:
  // Of no games: (1, {}) alone. The quotient must outlive it, with the same elements.
  explicit QuotientPairs(const MisereQuotient& quotient);

  // Adds a game of this class and with options of these classes, and all products with it. False if
  // one of them breaks the rule; then the object is good for nothing more. Requires options.
  bool add(std::uint32_t element, const ElementSet& options, Budget& budget);
  std::size_t size() const { return elements_.size(); }
  std::uint32_t element(std::size_t i) const { return elements_[i]; }
  std::span<const std::uint64_t> options(std::size_t i) const {
    return {bits_.data() + i * width_, width_};
  }
  std::size_t width() const { return width_; }

 private:
  // True if it is new.
  bool insert(std::uint32_t element, std::span<const std::uint64_t> options, Budget& budget);
  bool obeys(std::uint32_t element, std::span<const std::uint64_t> options) const;
  const std::vector<std::uint32_t>& column(std::uint32_t element);
  void grow();
  std::uint64_t hash_at(std::size_t i) const;

  const MisereQuotient& quotient_;
  std::size_t width_;
  ElementSet lost_;
  std::vector<std::uint32_t> elements_;
  std::vector<std::uint64_t> bits_;                  // width_ words a pair
  std::vector<std::uint32_t> slots_;                 // 1 + the number of a pair, 0: free
  std::vector<std::vector<std::uint32_t>> columns_;  // x -> x * y, if asked for
  MemoryMeter meter_;
};

}  // namespace cgt::solve
