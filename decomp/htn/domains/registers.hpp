// Numbered variables as the state of a CodeDomain: changed in place, undone by a trail, with a hash
// that follows every change. What the numbers mean is up to the domain, which interns values of
// other types.
//
//   Registers s(3);
//   const Word mark = s.mark();
//   s.set(0, 5);
//   s.undo(mark);                 // s[0] == 0 again
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "cgt/support/api.hpp"
#include "decomp/htn/domain.hpp"

namespace cgt::htn {

class CGT_API Registers {
 public:
  explicit Registers(std::size_t count = 0, Word value = 0) : values_(count, value) {
    for (Word i = 0; i < count; ++i) hash_ ^= htn::hash128(i, value);
  }

  std::size_t size() const { return values_.size(); }
  Word operator[](std::size_t i) const { return values_[i]; }
  void set(std::size_t i, Word value) {
    if (values_[i] == value) return;
    trail_.emplace_back(i, values_[i]);
    write(i, value);
  }

  Word mark() const { return trail_.size(); }
  void undo(Word mark) {
    for (; trail_.size() > mark; trail_.pop_back()) {
      write(trail_.back().first, trail_.back().second);
    }
  }
  Hash128 hash128() const { return hash_; }

 private:
  void write(std::size_t i, Word value) {
    hash_ ^= htn::hash128(i, values_[i]);
    hash_ ^= htn::hash128(i, value);
    values_[i] = value;
  }

  std::vector<Word> values_;
  std::vector<std::pair<std::size_t, Word>> trail_;
  Hash128 hash_;
};

}  // namespace cgt::htn
