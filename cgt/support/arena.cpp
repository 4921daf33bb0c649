#include "cgt/support/arena.hpp"

#include <sys/mman.h>

#include <new>

namespace cgt {

Arena::Arena(std::uint64_t bytes) {
  constexpr std::uint64_t kLeast = 1U << 20U;
  for (std::uint64_t size = bytes; size >= kLeast; size /= 2) {
    void* const block = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block != MAP_FAILED) {
      base_ = static_cast<std::byte*>(block);
      reserved_ = size;
      return;
    }
  }
  throw std::bad_alloc();
}

Arena::~Arena() { munmap(base_, reserved_); }

std::uint32_t Arena::allocate(std::size_t bytes) {
  const std::uint64_t units = (bytes + kUnit - 1) / kUnit;
  if ((next_ + units) * kUnit > reserved_) throw std::bad_alloc();
  const std::uint32_t unit = next_;
  next_ += static_cast<std::uint32_t>(units);
  return unit;
}

}  // namespace cgt
