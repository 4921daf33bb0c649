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

// The slots of a cache, 2^bits of them: four times as many whenever there were more stores than
// slots, up to a bound, or until the memory is not there.
template <class Slot>
class CacheSlots {
 public:
  explicit CacheSlots(unsigned most_bits)
      : slots_(std::size_t{1} << first_cache_bits()),
        most_bits_(std::min(most_bits, most_cache_bits())) {}

  unsigned bits() const { return bits_; }
  std::size_t size() const { return slots_.size(); }
  std::uint64_t bytes() const { return slots_.size() * sizeof(Slot); }
  Slot& operator[](std::size_t i) { return slots_[i]; }
  auto begin() { return slots_.begin(); }
  auto end() { return slots_.end(); }

  // To be told of every store. When the slots have become more, move(slot, i, bits) is called for
  // each of the old ones, with its place and the bits of that time.
  template <class Move>
  void count_store(Move move) {
    if (++stores_ > slots_.size() && bits_ < most_bits_) grow(move);
  }

 private:
  template <class Move>
  [[gnu::noinline]] void grow(Move move) {
    const unsigned before = bits_;
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
    for (std::size_t i = 0; i < old.size(); ++i) move(old[i], i, before);
  }

  std::vector<Slot, HugePages<Slot>> slots_;
  unsigned bits_ = first_cache_bits();
  unsigned most_bits_;
  std::uint64_t stores_ = 0;
};

class OpCache {
 public:
  explicit OpCache(unsigned most_bits = 20) : slots_(most_bits) {}

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
    slots_.count_store([this](const Slot& old, std::size_t, unsigned) {
      if (old.key != 0) slots_[place(old.key)] = old;
    });
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

  std::uint64_t bytes() const { return slots_.bytes(); }
  std::uint64_t size() const { return slots_.size(); }
  // Slots that hold a result.
  std::uint64_t used() {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(slots_, [](const Slot& slot) { return slot.key != 0; }));
  }

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

  CacheSlots<Slot> slots_;
};

// The same for answers of two bits, which is what <= needs, in half the room. A pair of words is
// mixed by a bijection; its upper bits choose the slot, and the slot holds the others, so nothing
// is lost, with the answer in the bits that became free.
class OrderCache {
 public:
  explicit OrderCache(unsigned most_bits) : slots_(most_bits) {}

  // 0 on a miss.
  std::uint32_t find(GameId a, GameId b) {
    const std::uint64_t mixed = scatter(a, b);
    const std::uint64_t slot = slots_[place(mixed)];
    if (((slot ^ (mixed << slots_.bits())) & ~kAnswer) == 0 && slot != 0) {
      ++hits;
      return static_cast<std::uint32_t>(slot & kAnswer);
    }
    ++misses;
    return 0;
  }

  // Requires answer in 1..3.
  void store(GameId a, GameId b, std::uint32_t answer) {
    slots_.count_store([this](std::uint64_t old, std::size_t i, unsigned before) {
      if (old == 0) return;
      put((std::uint64_t{i} << (64U - before)) | ((old & ~kAnswer) >> before), old & kAnswer);
    });
    put(scatter(a, b), answer);
  }

  void clear() { std::ranges::fill(slots_, 0); }

  std::uint64_t bytes() const { return slots_.bytes(); }
  std::uint64_t size() const { return slots_.size(); }
  // Slots that hold an answer.
  std::uint64_t used() {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(slots_, [](std::uint64_t slot) { return slot != 0; }));
  }

  std::uint64_t hits = 0;
  std::uint64_t misses = 0;

 private:
  static constexpr std::uint64_t kAnswer = 3;

  // A bijection of pairs of words: odd multiplications and shifts to the right undo.
  static std::uint64_t scatter(GameId a, GameId b) {
    std::uint64_t x = (std::uint64_t{a.word()} << 32U) | b.word();
    x ^= x >> 32U;
    x *= 0xd6e8feb86659fd93ULL;
    x ^= x >> 32U;
    x *= 0xd6e8feb86659fd93ULL;
    return x;
  }

  std::size_t place(std::uint64_t mixed) const {
    return static_cast<std::size_t>(mixed >> (64U - slots_.bits()));
  }
  void put(std::uint64_t mixed, std::uint64_t answer) {
    slots_[place(mixed)] = (mixed << slots_.bits()) | answer;
  }

  CacheSlots<std::uint64_t> slots_;
};

}  // namespace cgt::detail
