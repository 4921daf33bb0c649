#include "decomp/rules/heap/sequence/pair_scan.hpp"

#include <algorithm>

namespace cgt::heap {
namespace {

// Pairs that are looked at before the search may end; a constant, so that compilers unroll the loop
// into vector instructions.
constexpr std::size_t kBlock = 256;

// The body of both versions below: they differ in the instructions that they are compiled to.
[[gnu::always_inline]] inline bool find_in_blocks(const std::uint16_t* a, const std::uint16_t* b,
                                                  std::size_t count, std::uint16_t value) {
  std::size_t i = 0;
  for (; i + kBlock <= count; i += kBlock) {
    std::uint16_t hit = 0;
    for (std::size_t j = 0; j < kBlock; ++j) {
      hit |= static_cast<std::uint16_t>(
          static_cast<std::uint16_t>(a[i + j] ^ b[i + j]) == value ? 0xffffU : 0U);
    }
    if (hit != 0) return true;
  }
  for (; i < count; ++i) {
    if ((a[i] ^ b[i]) == value) return true;
  }
  return false;
}

bool find_plain(const std::uint16_t* a, const std::uint16_t* b, std::size_t count,
                std::uint16_t value) {
  return find_in_blocks(a, b, count, value);
}

#if defined(__x86_64__) && defined(__GNUC__)
[[gnu::target("avx2")]] bool find_wide(const std::uint16_t* a, const std::uint16_t* b,
                                       std::size_t count, std::uint16_t value) {
  return find_in_blocks(a, b, count, value);
}
bool wide() { return __builtin_cpu_supports("avx2") != 0; }
#else
bool find_wide(const std::uint16_t* a, const std::uint16_t* b, std::size_t count,
               std::uint16_t value) {
  return find_plain(a, b, count, value);
}
bool wide() { return false; }
#endif

}  // namespace

void PairScan::reserve(Size last) {
  const std::size_t size = static_cast<std::size_t>(last) + 1;
  if (size <= backwards_.size()) return;
  forwards_.reserve(size);
  std::vector<std::uint16_t> longer(size);
  std::ranges::copy_backward(backwards_, longer.end());
  backwards_ = std::move(longer);
}

bool PairScan::follow(std::span<const std::uint32_t> values) {
  if (!narrow_) return false;
  if (values.size() > backwards_.size()) {
    reserve(static_cast<Size>(std::max(values.size(), 2 * backwards_.size())));
  }
  while (forwards_.size() < values.size()) {
    const std::uint32_t value = values[forwards_.size()];
    if (value > 0xffffU) return narrow_ = false;
    backwards_[backwards_.size() - 1 - forwards_.size()] = static_cast<std::uint16_t>(value);
    forwards_.push_back(static_cast<std::uint16_t>(value));
  }
  return true;
}

bool PairScan::contains(Size sum, Size from, Size to, std::uint32_t value) const {
  if (from > to || value > 0xffffU) return false;
  const std::uint16_t* a = forwards_.data() + from;
  const std::uint16_t* b = backwards_.data() + (backwards_.size() - 1 - (sum - from));
  const std::size_t count = static_cast<std::size_t>(to) - from + 1;
  static const bool is_wide = wide();
  return is_wide ? find_wide(a, b, count, static_cast<std::uint16_t>(value))
                 : find_plain(a, b, count, static_cast<std::uint16_t>(value));
}

}  // namespace cgt::heap
