// Arena: one growing block of memory whose parts never move, addressed by 32-bit unit numbers.
//
// Address space is reserved at once and backed by memory only where it is written, so an address is
// base + 16 * unit: no table of chunks, no dependent load. Nothing is freed singly; everything
// taken after a certain moment can be given back together.
//
// Thread rule: several threads may call take() and at() at once; nothing may run beside rewind().
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

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
