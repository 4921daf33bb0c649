#include "tests/allocation/failing_new.hpp"

#include <cstdlib>
#include <new>

namespace cgt::testing {

thread_local long allowed_allocations = -1;

}  // namespace cgt::testing

namespace {

void* allocate(std::size_t bytes) {
  if (cgt::testing::allowed_allocations == 0) throw std::bad_alloc();
  if (cgt::testing::allowed_allocations > 0) --cgt::testing::allowed_allocations;
  if (void* block = std::malloc(bytes == 0 ? 1 : bytes)) return block;
  throw std::bad_alloc();
}

void* allocate_or_null(std::size_t bytes) noexcept {
  try {
    return allocate(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new[](std::size_t bytes) { return allocate(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate_or_null(bytes);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate_or_null(bytes);
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }
