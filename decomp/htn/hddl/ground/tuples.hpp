// Interned tuples of numbers: equal tuples have equal ids, ids count from 0 and never change.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgt/support/api.hpp"
#include "decomp/htn/hddl/read/model.hpp"

namespace cgt::htn::hddl {

class CGT_API Tuples {
 public:
  static constexpr Index kNone = 0xffffffffU;

  Index size() const { return static_cast<Index>(ends_.size()); }
  std::span<const Index> operator[](Index id) const {
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return {data_.data() + begin, ends_[id] - begin};
  }
  // kNone if the tuple has no id yet.
  Index find(std::span<const Index> tuple) const;
  Index intern(std::span<const Index> tuple);
  std::uint64_t bytes() const {
    return data_.capacity() * sizeof(Index) + ends_.capacity() * sizeof(std::size_t) +
           slots_.capacity() * sizeof(Slot);
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;  // high half of the hash
    Index id = kNone;
  };
  std::vector<Index> data_;
  std::vector<std::size_t> ends_;
  std::vector<Slot> slots_;  // a power of two, linear probing, at most half full

  static std::uint64_t hash(std::span<const Index> tuple);
  std::size_t place(std::span<const Index> tuple, std::uint64_t hash) const;
  void grow();
};

}  // namespace cgt::htn::hddl
