// Lossy tables of results of binary operations: one slot a hash, a newer result replaces an older
// one. Nothing depends on what they have forgotten: a miss only costs time. They grow up to
// a bound, and belong to one handle of a store, so to one thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "cgt/detail/tuning.hpp"
#include "cgt/store/game_id.hpp"
#include "cgt/support/hash.hpp"
#include "cgt/support/huge_pages.hpp"

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
    std::vector<Slot, HugePages<Slot>> old;
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

  std::vector<Slot, HugePages<Slot>> slots_;
  unsigned bits_ = kFirstCacheBits;
  unsigned most_bits_;
  std::uint64_t stores_ = 0;
};

// The same for answers of two bits, which is what <= needs, in half the room. A pair of words is
// mixed by a bijection; its upper bits choose the slot, and the slot holds the others, so nothing
// is lost, with the answer in the bits that became free.
class OrderCache {
 public:
  explicit OrderCache(unsigned most_bits)
      : slots_(std::size_t{1} << kFirstCacheBits),
        most_bits_(std::min(most_bits, kMostCacheBits)) {}

  // 0 on a miss.
  std::uint32_t find(GameId a, GameId b) {
    const std::uint64_t mixed = scatter(a, b);
    const std::uint64_t slot = slots_[mixed >> (64U - bits_)];
    if (((slot ^ (mixed << bits_)) & ~kAnswer) == 0 && slot != 0) {
      ++hits;
      return static_cast<std::uint32_t>(slot & kAnswer);
    }
    ++misses;
    return 0;
  }

  // Requires answer in 1..3.
  void store(GameId a, GameId b, std::uint32_t answer) {
    if (++stores_ > slots_.size() && bits_ < most_bits_) grow();
    const std::uint64_t mixed = scatter(a, b);
    slots_[mixed >> (64U - bits_)] = (mixed << bits_) | answer;
  }

  void clear() { std::ranges::fill(slots_, 0); }

  std::uint64_t bytes() const { return slots_.size() * sizeof(slots_[0]); }

  std::uint64_t hits = 0;
  std::uint64_t misses = 0;

 private:
  static constexpr std::uint64_t kAnswer = 3;
  static_assert(kFirstCacheBits >= 2, "the answer needs two free bits");

  // A bijection of pairs of words: odd multiplications and shifts to the right undo.
  static std::uint64_t scatter(GameId a, GameId b) {
    std::uint64_t x = (std::uint64_t{a.word()} << 32U) | b.word();
    x ^= x >> 32U;
    x *= 0xd6e8feb86659fd93ULL;
    x ^= x >> 32U;
    x *= 0xd6e8feb86659fd93ULL;
    return x;
  }

  void grow() {
    const unsigned bits = std::min(bits_ + 2, most_bits_);
    std::vector<std::uint64_t, HugePages<std::uint64_t>> old;
    try {
      old.resize(std::size_t{1} << bits);
    } catch (const std::bad_alloc&) {  // a cache may stay small
      most_bits_ = bits_;
      return;
    }
    old.swap(slots_);
    const unsigned before = bits_;
    bits_ = bits;
    stores_ = 0;
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (old[i] == 0) continue;
      const std::uint64_t mixed =
          (std::uint64_t{i} << (64U - before)) | ((old[i] & ~kAnswer) >> before);
      slots_[mixed >> (64U - bits_)] = (mixed << bits_) | (old[i] & kAnswer);
    }
  }

  std::vector<std::uint64_t, HugePages<std::uint64_t>> slots_;
  unsigned bits_ = kFirstCacheBits;
  unsigned most_bits_;
  std::uint64_t stores_ = 0;
};

}  // namespace cgt::detail
