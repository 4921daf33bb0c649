// Arena: one growing block of memory whose parts never move, addressed by 32-bit unit numbers.
//
// Address space is reserved at once and backed by memory only where it is written, so an address is
// base + 16 * unit: no table of chunks, no dependent load. Nothing is freed singly.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cgt {

class Arena {
 public:
  static constexpr std::size_t kUnit = 16;

  // Reserves up to `bytes` of address space, or as much of it as the system grants.
  explicit Arena(std::uint64_t bytes);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Room for `bytes`, zero-filled. Throws std::bad_alloc when the reservation is used up.
  std::uint32_t allocate(std::size_t bytes);
  std::byte* at(std::uint32_t unit) const { return base_ + std::size_t{unit} * kUnit; }
  std::uint64_t used_bytes() const { return std::uint64_t{next_} * kUnit; }

 private:
  std::byte* base_ = nullptr;
  std::uint64_t reserved_ = 0;
  std::uint32_t next_ = 1;  // unit 0 is never given out
};

}  // namespace cgt
