// The transposition table of all searches here.
//
// Policy
//   1. Bounded: at most the number of entries that was asked for, rounded up to a power of two. The
//      table starts small and doubles when three quarters full; equal runs see equal tables.
//   2. Clusters of four. A state is looked for in its cluster only. The same state is overwritten,
//      unless that would replace a final entry by one that is not. A new state always goes in: to
//      an empty slot, else to that of the entry with the least weight - 8 * age, age counted in
//      calls of new_generation(). (Stockfish's tt.h, without its aim at one cache line.)
//   3. Exact: entries hold the state itself, so no two states are ever taken for each other,
//      whatever their hashes.
// Weight is the caller's measure of what the entry is worth keeping: depth, or the work below it.
//
// Thread rule: one thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cgt/support/hash.hpp"

namespace cgt::search {

template <class Key, class Data>
class Table {
 public:
  explicit Table(std::size_t max_entries)
      : max_slots_(std::bit_ceil(std::max<std::size_t>(max_entries, kCluster))) {
    slots_.resize(std::min<std::size_t>(max_slots_, 256));
  }

  // Valid until the next store().
  const Data* find(const Key& key, std::uint64_t hash) const {
    const std::uint64_t mixed = spread(hash);
    const std::size_t base = cluster(mixed);
    for (std::size_t i = base; i < base + kCluster; ++i) {
      const Slot& slot = slots_[i];
      if (slot.tag == tag(mixed) && slot.key && *slot.key == key) return &slot.data;
    }
    return nullptr;
  }

  // `final`: never to be overwritten by what is not, only evicted. True if the table has grown:
  // time to tell the Budget bytes().
  bool store(const Key& key, std::uint64_t hash, Data data, std::uint64_t weight,
             bool final = false) {
    const std::uint64_t mixed = spread(hash);
    const bool grown = used_ * 4 >= slots_.size() * 3 && slots_.size() < max_slots_;
    if (grown) grow();
    Slot& slot = place(key, mixed);
    const bool same = slot.key && slot.tag == tag(mixed) && *slot.key == key;
    if (same && slot.final && !final) return grown;
    if (!same) {
      if (!slot.key) ++used_;
      slot.key = key;
      slot.tag = tag(mixed);
    }
    slot.data = std::move(data);
    slot.weight = weight;
    slot.generation = generation_;
    slot.final = final;
    return grown;
  }

  void new_generation() { ++generation_; }
  void clear() {
    slots_.assign(slots_.size(), Slot{});
    used_ = 0;
  }
  std::size_t size() const { return used_; }
  std::size_t capacity() const { return max_slots_; }
  // What states hold outside of themselves is not counted.
  std::uint64_t bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  static constexpr std::size_t kCluster = 4;
  struct Slot {
    std::optional<Key> key;
    Data data{};
    std::uint64_t weight = 0;
    std::uint32_t tag = 0;
    std::uint32_t generation = 0;
    bool final = false;
  };

  static std::uint64_t spread(std::uint64_t hash) { return mix(hash, 0x5bd1e995); }
  static std::uint32_t tag(std::uint64_t mixed) { return static_cast<std::uint32_t>(mixed >> 32U); }
  std::size_t cluster(std::uint64_t mixed) const {
    return static_cast<std::size_t>(mixed) & (slots_.size() - kCluster);
  }
  double worth(const Slot& slot) const {
    const std::uint32_t age = generation_ - slot.generation;
    return static_cast<double>(slot.weight) - 8.0 * age;
  }

  // The slot of the key, or the one that it may take.
  Slot& place(const Key& key, std::uint64_t mixed) {
    const std::size_t base = cluster(mixed);
    Slot* victim = nullptr;
    for (std::size_t i = base; i < base + kCluster; ++i) {
      Slot& slot = slots_[i];
      if (slot.key && slot.tag == tag(mixed) && *slot.key == key) return slot;
      if (!slot.key) {
        if (victim == nullptr || victim->key) victim = &slot;
      } else if (victim == nullptr || (victim->key && worth(slot) < worth(*victim))) {
        victim = &slot;
      }
    }
    return *victim;
  }

  void grow() {
    std::vector<Slot> old(std::min(max_slots_, slots_.size() * 2));
    old.swap(slots_);
    used_ = 0;
    for (Slot& from : old) {
      if (!from.key) continue;
      Slot& to = place(*from.key, spread(from.key->hash()));
      if (to.key && worth(to) > worth(from)) continue;
      if (!to.key) ++used_;
      to = std::move(from);
    }
  }

  std::vector<Slot> slots_;
  std::size_t max_slots_;
  std::size_t used_ = 0;
  std::uint32_t generation_ = 0;
};

}  // namespace cgt::search
