// What the handles of one store share: the records, the table that finds them, numbers too large
// for a word, and thermographs.
//
// Threads. A record is written by one thread, published by its shard of the intern table (under the
// shard's lock), and read-only from then on but for its memo words. Those are atomic: they change
// once, from "not known" to the one true value, or to an equal one. A shard's lock is held for one
// look-up and one record, and nothing else is locked meanwhile but the append of a large number.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "cgt/detail/tuning.hpp"
#include "cgt/number/trajectory.hpp"
#include "cgt/store/game_id.hpp"
#include "cgt/store/nus.hpp"
#include "cgt/support/budget.hpp"

// A vector whose elements never move, read without a lock while it grows: segments of doubling
// size. Append and truncate take a lock; at() may run beside append() for every index that append()
// has returned.

namespace cgt::detail {

template <class T>
class Segmented {
 public:
  Segmented() = default;
  Segmented(const Segmented&) = delete;
  Segmented& operator=(const Segmented&) = delete;
  ~Segmented() {
    for (auto& segment : segments_) delete[] segment.load(std::memory_order_relaxed);
  }

  std::uint32_t append(T value) {
    const std::lock_guard lock(mutex_);
    CGT_EXPECTS(size_ < 0xFFFFFFF0U, "2^32 elements");
    const auto [segment, offset] = place(size_);
    T* first = segments_[segment].load(std::memory_order_relaxed);
    if (first == nullptr) {
      first = new T[std::size_t{kFirst} << segment];
      segments_[segment].store(first, std::memory_order_release);
    }
    first[offset] = std::move(value);
    return size_++;
  }

  const T& at(std::uint32_t index) const {
    const auto [segment, offset] = place(index);
    return segments_[segment].load(std::memory_order_acquire)[offset];
  }

  std::uint32_t size() const {
    const std::lock_guard lock(mutex_);
    return size_;
  }

  // Requires that no other thread uses the vector.
  void truncate(std::uint32_t size) {
    const std::lock_guard lock(mutex_);
    while (size_ > size) {
      const auto [segment, offset] = place(--size_);
      segments_[segment].load(std::memory_order_relaxed)[offset] = T();
    }
  }

 private:
  static constexpr std::uint32_t kFirst = 16;

  // Segment s holds the indices kFirst * (2^s - 1) and up.
  static std::pair<unsigned, std::size_t> place(std::uint32_t index) {
    const std::uint64_t shifted = std::uint64_t{index} / kFirst + 1;
    const auto segment = static_cast<unsigned>(std::bit_width(shifted) - 1);
    return {segment, std::size_t{index} - std::size_t{kFirst} * ((std::size_t{1} << segment) - 1)};
  }

  std::array<std::atomic<T*>, 29> segments_{};
  std::uint32_t size_ = 0;
  mutable std::mutex mutex_;
};

}  // namespace cgt::detail

// Arena: one growing block of memory whose parts never move, addressed by 32-bit unit numbers.
//
// Address space is reserved at once and backed by memory only where it is written, so an address is
// base + 16 * unit: no table of chunks, no dependent load. Nothing is freed singly; everything
// taken after a certain moment can be given back together.
//
// Thread rule: several threads may call take() and at() at once; nothing may run beside rewind().

namespace cgt {

class Arena {
 public:
  static constexpr std::size_t kUnit = 16;

  // A run of units, zero-filled.
  struct Block {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  // Reserves up to `bytes` of address space, or as much of it as the system grants.
  explicit Arena(std::uint64_t bytes);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Room for `wanted` bytes, or less, but never less than `least`. Throws std::bad_alloc when the
  // reservation is used up.
  Block take(std::size_t least, std::size_t wanted);
  std::byte* at(std::uint32_t unit) const { return base_ + std::size_t{unit} * kUnit; }
  // Where the next block will begin.
  std::uint32_t next() const { return next_.load(std::memory_order_relaxed); }
  std::uint64_t used_bytes() const { return std::uint64_t{next()} * kUnit; }
  // Gives back every unit from `unit` on, memory included.
  void rewind(std::uint32_t unit);

 private:
  std::byte* base_ = nullptr;
  std::uint64_t reserved_ = 0;
  std::atomic<std::uint32_t> next_{1};  // unit 0 is never given out
};

}  // namespace cgt

namespace cgt::detail {

// A game that is not an inline number-up-star. Followed in the arena by left_count + right_count
// options, each side sorted by word. With left_count == kNusMark it is a number-up-star too large
// for a word, and right_count is its index in Tables::large.
struct Record {
  static constexpr std::uint32_t kNusMark = 0xFFFFFFFFU;

  // What comparisons ask first is in the first 16 bytes: they are never in two lines of a cache.
  PerPlayer<GameId> stops;  // numbers
  // Bit 0, 1: within(kLeft), within(kRight). From bit 2 on a memo: index + 1 in
  // Tables::thermographs, 0: not known yet.
  std::uint32_t within_and_thermograph;
  std::uint32_t left_count;
  std::uint32_t right_count;
  std::uint32_t negative_word;  // memo; 0: not known yet
  std::uint32_t hash;
  std::uint32_t birthday;
  std::uint32_t granularity;

  bool is_nus() const { return left_count == kNusMark; }
  // Is the game at most its Left stop, for kLeft; at least its Right stop, for kRight?
  bool within(Player player) const {
    return (load(within_and_thermograph) >> bit_of(player) & 1U) != 0;
  }
  // Before the record is published.
  void set_within(Player player) { within_and_thermograph |= 1U << bit_of(player); }
  const GameId* begin(Player player) const {
    const auto* const first = reinterpret_cast<const GameId*>(this + 1);
    return player == Player::kLeft ? first : first + left_count;
  }
  std::uint32_t count(Player player) const {
    return player == Player::kLeft ? left_count : right_count;
  }
  std::span<const GameId> options(Player player) const { return {begin(player), count(player)}; }
  std::size_t bytes() const {
    const std::size_t options = is_nus() ? 0 : std::size_t{left_count} + right_count;
    const std::size_t size = sizeof(Record) + options * sizeof(GameId);
    return (size + Arena::kUnit - 1) / Arena::kUnit * Arena::kUnit;
  }

  GameId negative() const { return GameId::from_word(load(negative_word)); }
  void set_negative(GameId g) { store(negative_word, g.word()); }
  std::uint32_t thermograph() const { return load(within_and_thermograph) >> 2U; }
  void set_thermograph(std::uint32_t number) {
    CGT_EXPECTS(number < 1U << 30U, "2^30 thermographs");
    store(within_and_thermograph, number << 2U | (load(within_and_thermograph) & 3U));
  }

 private:
  static unsigned bit_of(Player player) { return player == Player::kLeft ? 0 : 1; }
  static std::uint32_t load(const std::uint32_t& word) {
    return std::atomic_ref(const_cast<std::uint32_t&>(word)).load(std::memory_order_acquire);
  }
  static void store(std::uint32_t& word, std::uint32_t value) {
    std::atomic_ref(word).store(value, std::memory_order_release);
  }
};
static_assert(sizeof(Record) % alignof(GameId) == 0);

// Thermographs are kept whole; this is what one holds.
std::uint64_t bytes_of(const Thermograph& thermograph);
std::uint64_t bytes_of(const Nus& value);

struct Tables {
  explicit Tables(std::uint64_t address_space);

  struct alignas(64) Shard {
    std::mutex mutex;
    std::vector<std::uint64_t> slots;  // hash in the upper, id in the lower half; 0: empty
    std::uint64_t used = 0;
    std::uint64_t record_bytes = 0;
  };

  Record& record(GameId g) { return *reinterpret_cast<Record*>(arena.at(g.address())); }
  const Record& record(GameId g) const {
    return *reinterpret_cast<const Record*>(arena.at(g.address()));
  }

  // The record with this hash for which matches(id) holds; if there is none, make() writes one and
  // returns its id. What make() throws leaves the table as it was.
  template <class Matches, class Make>
  GameId intern(std::uint32_t hash, Matches matches, Make make);

  // Is this the id of a record, or a word that needs none?
  bool contains(GameId g);

  // All records, in no order. Requires that no other thread uses the tables.
  template <class Visit>
  void for_each(Visit visit);
  // Forgets every record from arena unit `end` on, and memo words of the others that name them.
  // Requires that no other thread uses the tables.
  void rewind(std::uint32_t end, std::uint32_t large_end, std::uint32_t thermographs_end);

  std::uint32_t add_thermograph(Thermograph value);
  std::uint32_t add_large(const Nus& value);

  std::uint64_t bytes() const {
    return arena.used_bytes() + heap_bytes.load(std::memory_order_relaxed);
  }

  Arena arena;
  std::array<Shard, std::size_t{1} << kShardBits> shards;
  Segmented<Nus> large;
  Segmented<Thermograph> thermographs;
  // Held outside the arena: slots, large numbers, thermographs, caches of all handles.
  std::atomic<std::uint64_t> heap_bytes{0};
  std::atomic<std::uint32_t> handles{0};
  // Of all handles together, so that a request counts the tables once.
  std::mutex meter_mutex;
  MemoryMeter meter;

 private:
  void grow(Shard& shard, std::size_t slots);
};

template <class Matches, class Make>
GameId Tables::intern(std::uint32_t hash, Matches matches, Make make) {
  Shard& shard = shards[shard_of(hash)];
  const std::lock_guard lock(shard.mutex);
  std::size_t mask = shard.slots.size() - 1;
  std::size_t i = hash & mask;
  for (; shard.slots[i] != 0; i = (i + 1) & mask) {
    if (static_cast<std::uint32_t>(shard.slots[i] >> 32U) != hash) continue;
    const GameId g = GameId::from_word(static_cast<std::uint32_t>(shard.slots[i]));
    if (matches(g)) return g;
  }
  if (shard.used * 2 >= shard.slots.size()) {
    grow(shard, shard.slots.size() * 2);
  } else if (hostile() && (shard.used < 1024 || shard.used % 256 == 0)) {
    grow(shard, shard.slots.size());
  }
  mask = shard.slots.size() - 1;
  for (i = hash & mask; shard.slots[i] != 0;) i = (i + 1) & mask;
  const GameId made = make();
  shard.slots[i] = (std::uint64_t{hash} << 32U) | made.word();
  ++shard.used;
  shard.record_bytes += record(made).bytes();
  return made;
}

template <class Visit>
void Tables::for_each(Visit visit) {
  for (Shard& shard : shards) {
    for (const std::uint64_t slot : shard.slots) {
      if (slot != 0) visit(GameId::from_word(static_cast<std::uint32_t>(slot)));
    }
  }
}

}  // namespace cgt::detail
