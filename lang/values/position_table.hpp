// The memory of a search: what is known of positions.
//
// Large searches spend their time waiting for the memory of positions that were met long ago. So
// this is not a FlatMap: options are looked up all at once, stage by stage, and each stage asks for
// the memory of the next. (Domineering 5x5, 0.7 million positions: a third of the time.)
//
// Invariants
//   1. Open addressing with linear probing; at most half of the slots are used; none is freed.
//   2. A slot without a result is on the path of a search (kOpen) or was left by one that failed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lang/value.hpp"
#include "lang/values/class.hpp"

namespace cgt::lang {

template <class Result>
class PositionTable {
 public:
  enum class State : std::uint8_t { kFree, kUnknown, kOpen, kKnown };
  struct Slot {
    std::uint64_t hash = 0;
    Value key;
    Result result{};
    State state = State::kFree;
  };

  // The slot of a position, a new one if need be. Valid until the next call.
  Slot& slot(const Value& key) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    const std::uint64_t hash = key.hash();
    Slot& found = *walk(hash, [&](const Slot& s) { return s.key == key; });
    if (found.state == State::kFree) {
      found.hash = hash;
      found.key = key;
      found.state = State::kUnknown;
      ++used_;
    }
    return found;
  }

  // The slot of a position that has one. Throws nothing.
  Slot& known_slot(const Value& key) {
    return *walk(key.hash(), [&](const Slot& s) { return s.key == key; });
  }

  // What is known of several positions.
  void look_up(std::span<const Value> keys, std::vector<std::optional<Result>>& known) {
    known.assign(keys.size(), std::nullopt);
    if (slots_.empty()) return;
    probes_.clear();
    for (const Value& key : keys) {
      probes_.push_back({key.hash(), nullptr});
      prefetch(&slots_[probes_.back().hash & (slots_.size() - 1)]);
    }
    for (Probe& probe : probes_) {
      probe.slot = walk(probe.hash, [](const Slot&) { return true; });
      if (const Object* object = probe.slot->key.object()) {
        prefetch(object);
        prefetch(reinterpret_cast<const char*>(object) + 64);
      }
    }
    for (const Probe& probe : probes_) {
      if (!is_instance(probe.slot->key) || as_instance(probe.slot->key).fields.empty()) continue;
      if (const Object* field = as_instance(probe.slot->key).fields[0].object()) {
        prefetch(field);
        prefetch(reinterpret_cast<const char*>(field) + 64);
      }
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Slot& s = *probes_[i].slot;
      // Another position of the same hash is looked up again later.
      if (s.state == State::kKnown && s.key == keys[i]) known[i] = s.result;
    }
  }

  // As long as it stays the same, slots stay where they are.
  std::size_t capacity() const { return slots_.size(); }
  // Positions met so far.
  std::size_t size() const { return used_; }
  void clear() {
    slots_ = {};
    used_ = 0;
    meter_.clear();
  }
  // Tells the budget that the table holds so many bytes. Throws BudgetExhausted.
  void note_memory(Budget& budget, std::uint64_t bytes) { meter_.set(budget, bytes); }

 private:
  struct Probe {
    std::uint64_t hash;
    const Slot* slot;
  };
  static constexpr std::size_t kFirstSize = 256;

  static void prefetch(const void* address) { __builtin_prefetch(address); }

  // The first slot that has the hash and is `wanted`, or is free.
  template <class Wanted>
  Slot* walk(std::uint64_t hash, Wanted wanted) {
    for (auto i = static_cast<std::size_t>(hash);; ++i) {
      Slot& s = slots_[i & (slots_.size() - 1)];
      if (s.state == State::kFree || (s.hash == hash && wanted(s))) return &s;
    }
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? kFirstSize : 2 * slots_.size());
    old.swap(slots_);
    for (Slot& s : old) {
      if (s.state != State::kFree) *walk(s.hash, [](const Slot&) { return false; }) = std::move(s);
    }
  }

  std::vector<Slot> slots_;  // a power of two
  std::size_t used_ = 0;
  std::vector<Probe> probes_;
  MemoryMeter meter_;
};

}  // namespace cgt::lang
