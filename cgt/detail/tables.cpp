#include "cgt/detail/tables.hpp"

#ifdef __EMSCRIPTEN__
#include <mutex>
#else
#include <sys/mman.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

namespace cgt {

#ifdef __EMSCRIPTEN__

// There are no pages to ask for, but memory that the program has not touched costs nothing, and is
// zero. What was once reserved is kept for the next arena.
namespace {

struct Reservations {
  static constexpr std::uint64_t kMost = 1U << 28U;
  std::mutex mutex;
  std::vector<std::pair<std::byte*, std::uint64_t>> free;
};

Reservations& reservations() {
  static Reservations all;
  return all;
}

}  // namespace

Arena::Arena(std::uint64_t bytes) {
  reserved_ = std::clamp<std::uint64_t>(bytes, 1U << 12U, Reservations::kMost);
  Reservations& all = reservations();
  const std::lock_guard lock(all.mutex);
  const auto fits = std::find_if(all.free.begin(), all.free.end(),
                                 [&](const auto& block) { return block.second >= reserved_; });
  if (fits != all.free.end()) {
    std::tie(base_, reserved_) = *fits;
    all.free.erase(fits);
    return;
  }
  constexpr std::uintptr_t kAlign = 64;
  void* const block = sbrk(static_cast<std::intptr_t>(reserved_ + kAlign));
  if (reinterpret_cast<std::intptr_t>(block) == -1) throw std::bad_alloc();
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  base_ = reinterpret_cast<std::byte*>((address + kAlign - 1) / kAlign * kAlign);
}

Arena::~Arena() {
  std::memset(base_, 0, static_cast<std::size_t>(used_bytes()));
  Reservations& all = reservations();
  const std::lock_guard lock(all.mutex);
  all.free.emplace_back(base_, reserved_);
}

void Arena::rewind(std::uint32_t unit) {
  CGT_ASSERT(unit <= next(), "an arena is rewound to an earlier moment");
  std::memset(at(unit), 0, (std::size_t{next()} - unit) * kUnit);
  next_.store(unit, std::memory_order_relaxed);
}

#else

Arena::Arena(std::uint64_t bytes) {
  constexpr std::uint64_t kLeast = 1U << 12U;
  constexpr std::uint64_t kSmall = 1U << 21U;
  for (std::uint64_t size = std::max(bytes, kLeast); size >= kLeast; size /= 2) {
    void* const block = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block != MAP_FAILED) {
      base_ = static_cast<std::byte*>(block);
      // Records are read at random. Small stores stay small: the wish begins after the first pages.
      if (size > kSmall) {
        madvise(base_ + kSmall, size - kSmall, MADV_HUGEPAGE);
      }
      reserved_ = size;
      return;
    }
  }
  throw std::bad_alloc();
}

Arena::~Arena() { munmap(base_, reserved_); }

void Arena::rewind(std::uint32_t unit) {
  const std::uint32_t end = next();
  CGT_ASSERT(unit <= end, "an arena is rewound to an earlier moment");
  std::byte* const first = at(unit);
  std::byte* const last = at(end);
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(first);
  std::byte* const whole = first + ((page - address % page) % page);
  if (whole < last) {
    std::memset(first, 0, static_cast<std::size_t>(whole - first));
    // Private anonymous pages read as zero after this.
    madvise(whole, static_cast<std::size_t>(last - whole), MADV_DONTNEED);
  } else {
    std::memset(first, 0, static_cast<std::size_t>(last - first));
  }
  next_.store(unit, std::memory_order_relaxed);
}

#endif

Arena::Block Arena::take(std::size_t least, std::size_t wanted) {
  const std::uint64_t least_units = (least + kUnit - 1) / kUnit;
  const std::uint64_t wanted_units = (wanted + kUnit - 1) / kUnit;
  // Ids are 31-bit addresses.
  const std::uint64_t end = std::min<std::uint64_t>(reserved_ / kUnit, std::uint64_t{1} << 31U);
  std::uint32_t first = next_.load(std::memory_order_relaxed);
  while (true) {
    if (first + least_units > end) throw std::bad_alloc();
    const std::uint64_t last = std::min(end, first + std::max(least_units, wanted_units));
    if (next_.compare_exchange_weak(first, static_cast<std::uint32_t>(last),
                                    std::memory_order_relaxed)) {
      return {first, static_cast<std::uint32_t>(last)};
    }
  }
}

}  // namespace cgt

namespace cgt::detail {

std::uint64_t bytes_of(const Dyadic& x) {
  return x.is_small() ? 0
                      : sizeof(mpz_class) + mpz_size(x.numerator().get_mpz_t()) * sizeof(mp_limb_t);
}

std::uint64_t bytes_of(const Nus& value) { return sizeof(Nus) + bytes_of(value.number); }

std::uint64_t bytes_of(const Thermograph& thermograph) {
  std::uint64_t bytes = sizeof(Thermograph);
  for (const Player player : kPlayers) {
    const Trajectory& wall = thermograph.wall(player);
    bytes += bytes_of(wall.mast) + wall.critical.capacity() * sizeof(Dyadic) +
             (wall.slopes.capacity() > 6 ? wall.slopes.capacity() * sizeof(int) : 0);
    for (const Dyadic& t : wall.critical) bytes += bytes_of(t);
  }
  return bytes;
}

Tables::Tables(std::uint64_t address_space) : arena(address_space) {
  for (Shard& shard : shards) shard.slots.resize(first_slots());
  heap_bytes = shards.size() * first_slots() * sizeof(std::uint64_t);
}

void Tables::grow(Shard& shard, std::size_t slots) {
  std::vector<std::uint64_t> old(slots);
  heap_bytes += (slots - shard.slots.size()) * sizeof(std::uint64_t);
  old.swap(shard.slots);
  const std::size_t mask = slots - 1;
  for (const std::uint64_t slot : old) {
    if (slot == 0) continue;
    std::size_t i = static_cast<std::uint32_t>(slot >> 32U) & mask;
    while (shard.slots[i] != 0) i = (i + 1) & mask;
    shard.slots[i] = slot;
  }
}

bool Tables::contains(GameId g) {
  if (g.is_none() || g.is_inline()) return g.is_inline();
  // What lies before next() is mapped, and zero where nothing was written.
  if (g.address() >= arena.next()) return false;
  const std::uint32_t hash = record(g).hash;
  Shard& shard = shards[shard_of(hash)];
  const std::lock_guard lock(shard.mutex);
  const std::size_t mask = shard.slots.size() - 1;
  for (std::size_t i = hash & mask; shard.slots[i] != 0; i = (i + 1) & mask) {
    if (shard.slots[i] == ((std::uint64_t{hash} << 32U) | g.word())) return true;
  }
  return false;
}

std::uint32_t Tables::add_thermograph(Thermograph value) {
  const std::uint32_t index = thermographs.append(std::move(value));
  // What is stored is counted, since that is what rewind() takes away: a copy or a move may have other
  // room than its source.
  heap_bytes += bytes_of(thermographs.at(index));
  return index;
}

std::uint32_t Tables::add_large(const Nus& value) {
  const std::uint32_t index = large.append(value);
  heap_bytes += bytes_of(large.at(index));
  return index;
}

void Tables::rewind(std::uint32_t end, std::uint32_t large_end, std::uint32_t thermographs_end) {
  for (Shard& shard : shards) {
    std::vector<std::uint64_t> kept;
    for (const std::uint64_t slot : shard.slots) {
      if (slot == 0) continue;
      const GameId g = GameId::from_word(static_cast<std::uint32_t>(slot));
      if (g.address() >= end) continue;
      kept.push_back(slot);
      Record& r = record(g);
      const GameId negative = r.negative();
      if (!negative.is_none() && !negative.is_inline() && negative.address() >= end) {
        r.set_negative(GameId());
      }
      if (r.thermograph() > thermographs_end) r.set_thermograph(0);
    }
    heap_bytes -= shard.slots.size() * sizeof(std::uint64_t);
    shard.slots.assign(std::max(first_slots(), std::bit_ceil(kept.size() * 2 + 1)), 0);
    shard.slots.shrink_to_fit();
    heap_bytes += shard.slots.size() * sizeof(std::uint64_t);
    shard.used = kept.size();
    shard.record_bytes = 0;
    const std::size_t mask = shard.slots.size() - 1;
    for (const std::uint64_t slot : kept) {
      std::size_t i = static_cast<std::uint32_t>(slot >> 32U) & mask;
      while (shard.slots[i] != 0) i = (i + 1) & mask;
      shard.slots[i] = slot;
      shard.record_bytes += record(GameId::from_word(static_cast<std::uint32_t>(slot))).bytes();
    }
  }
  for (std::uint32_t i = large_end; i < large.size(); ++i) heap_bytes -= bytes_of(large.at(i));
  large.truncate(large_end);
  for (std::uint32_t i = thermographs_end; i < thermographs.size(); ++i) {
    heap_bytes -= bytes_of(thermographs.at(i));
  }
  thermographs.truncate(thermographs_end);
  arena.rewind(end);
}

}  // namespace cgt::detail
