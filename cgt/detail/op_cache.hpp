// A lossy table of results of binary operations: one slot a hash, a newer result replaces an older
// one. Never asked for truth that it may have forgotten: a miss only costs time. Grows by doubling
// up to a bound. Belongs to one handle of a store, so to one thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "cgt/detail/tuning.hpp"
#include "cgt/store/game_id.hpp"
#include "cgt/support/hash.hpp"

namespace cgt::detail {

class OpCache {
 public:
  explicit OpCache(unsigned most_bits = 20)
      : slots_(std::size_t{1} << kFirstCacheBits),
        most_bits_(std::min(most_bits, kMostCacheBits)) {}

  // Empty slots have key 0, which no pair of games has. Returns 0 on a miss.
  std::uint32_t find(GameId a, GameId b) {
    const std::uint64_t key = make_key(a, b);
    const Slot& slot = slots_[place(key)];
    if (slot.key == key) {
      ++hits;
      return slot.value;
    }
    ++misses;
    return 0;
  }

  // Requires value != 0.
  void store(GameId a, GameId b, std::uint32_t value) {
    if (++stores_ > slots_.size() && bits_ < most_bits_) grow();
    const std::uint64_t key = make_key(a, b);
    slots_[place(key)] = {key, value};
  }

  // Forgets the entries that name a word for which gone(word) holds.
  template <class Gone>
  void purge(Gone gone) {
    for (Slot& slot : slots_) {
      if (slot.key == 0) continue;
      if (gone(static_cast<std::uint32_t>(slot.key >> 32U)) ||
          gone(static_cast<std::uint32_t>(slot.key)) || gone(slot.value)) {
        slot = {};
      }
    }
  }

  std::uint64_t bytes() const { return slots_.size() * sizeof(Slot); }

  std::uint64_t hits = 0;
  std::uint64_t misses = 0;

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t value = 0;
  };

  static std::uint64_t make_key(GameId a, GameId b) {
    return (std::uint64_t{a.word()} << 32U) | b.word();
  }
  std::size_t place(std::uint64_t key) const { return mix(key, 0) & (slots_.size() - 1); }

  void grow() {
    const unsigned bits = std::min(bits_ + 2, most_bits_);
    std::vector<Slot> old;
    try {
      old.resize(std::size_t{1} << bits);
    } catch (const std::bad_alloc&) {  // a cache may stay small
      most_bits_ = bits_;
      return;
    }
    old.swap(slots_);
    bits_ = bits;
    stores_ = 0;
    for (const Slot& slot : old) {
      if (slot.key != 0) slots_[place(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  unsigned bits_ = kFirstCacheBits;
  unsigned most_bits_;
  std::uint64_t stores_ = 0;
};

}  // namespace cgt::detail
