#include "decomp/rules/heap/pair_scan.hpp"

#include <algorithm>
#include <cstring>

namespace cgt::heap {

namespace {

// Sixteen values. Compilers make of it what the target has: one register of AVX2, two of SSE2 or NEON.
using Sixteen [[gnu::vector_size(32)]] = std::uint16_t;
using FourWords [[gnu::vector_size(32)]] = std::uint64_t;

// Pairs between two looks at what was found: a few registers of them.
constexpr std::size_t kPairsInBlock = 128;

[[gnu::always_inline]] inline bool any_set(const Sixteen& x) {
  FourWords words;
  std::memcpy(&words, &x, sizeof words);
  return (words[0] | words[1] | words[2] | words[3]) != 0;
}

[[gnu::always_inline]] inline void fill(Sixteen& x, std::uint16_t value) { x = Sixteen{} + value; }

// Strikes kCount values until one is found, whose block counts as gone through, or the blocks end. The
// values are variables of their own and no array, so that each stays in a register.
template <std::size_t kCount>
[[gnu::always_inline]] inline std::size_t strike_blocks(const std::uint16_t* a,
                                                        const std::uint16_t* b, std::size_t& i,
                                                        std::size_t count, std::uint16_t* wanted) {
  Sixteen value0;
  Sixteen value1;
  Sixteen value2;
  Sixteen value3;
  fill(value0, wanted[0]);
  if constexpr (kCount > 1) fill(value1, wanted[1]);
  if constexpr (kCount > 2) fill(value2, wanted[2]);
  if constexpr (kCount > 3) fill(value3, wanted[3]);
  while (i + kPairsInBlock <= count) {
    Sixteen hit0{};
    Sixteen hit1{};
    Sixteen hit2{};
    Sixteen hit3{};
    for (std::size_t j = 0; j < kPairsInBlock; j += 16) {
      Sixteen x;
      Sixteen y;
      std::memcpy(&x, a + i + j, sizeof x);
      std::memcpy(&y, b + i + j, sizeof y);
      x ^= y;
      hit0 |= reinterpret_cast<Sixteen>(x == value0);
      if constexpr (kCount > 1) hit1 |= reinterpret_cast<Sixteen>(x == value1);
      if constexpr (kCount > 2) hit2 |= reinterpret_cast<Sixteen>(x == value2);
      if constexpr (kCount > 3) hit3 |= reinterpret_cast<Sixteen>(x == value3);
    }
    i += kPairsInBlock;
    const Sixteen any = hit0 | hit1 | hit2 | hit3;
    if (!any_set(any)) continue;
    std::size_t left = 0;
    if (!any_set(hit0)) wanted[left++] = wanted[0];
    if (kCount > 1 && !any_set(hit1)) wanted[left++] = wanted[1];
    if (kCount > 2 && !any_set(hit2)) wanted[left++] = wanted[2];
    if (kCount > 3 && !any_set(hit3)) wanted[left++] = wanted[3];
    return left;
  }
  return kCount;
}

// The body of both versions below: they differ in the instructions that they are compiled to.
[[gnu::always_inline]] inline std::size_t strike_pairs(const std::uint16_t* a,
                                                       const std::uint16_t* b, std::size_t count,
                                                       std::uint16_t* wanted, std::size_t left) {
  std::size_t i = 0;
  while (left > 0 && i + kPairsInBlock <= count) {
    switch (left) {
      case 1: left = strike_blocks<1>(a, b, i, count, wanted); break;
      case 2: left = strike_blocks<2>(a, b, i, count, wanted); break;
      case 3: left = strike_blocks<3>(a, b, i, count, wanted); break;
      default: left = strike_blocks<4>(a, b, i, count, wanted); break;
    }
  }
  for (; i < count && left > 0; ++i) {
    const auto found = static_cast<std::uint16_t>(a[i] ^ b[i]);
    left = static_cast<std::size_t>(std::remove(wanted, wanted + left, found) - wanted);
  }
  return left;
}

std::size_t strike_plain(const std::uint16_t* a, const std::uint16_t* b, std::size_t count,
                         std::uint16_t* wanted, std::size_t left) {
  return strike_pairs(a, b, count, wanted, left);
}

#if defined(__x86_64__) && defined(__GNUC__)
[[gnu::target("avx2")]] std::size_t strike_wide(const std::uint16_t* a, const std::uint16_t* b,
                                                std::size_t count, std::uint16_t* wanted,
                                                std::size_t left) {
  return strike_pairs(a, b, count, wanted, left);
}
bool wide() { return __builtin_cpu_supports("avx2") != 0; }
#else
std::size_t strike_wide(const std::uint16_t* a, const std::uint16_t* b, std::size_t count,
                        std::uint16_t* wanted, std::size_t left) {
  return strike_plain(a, b, count, wanted, left);
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

std::size_t PairScan::strike(Size sum, Size from, Size to, std::uint16_t* wanted,
                             std::size_t count) const {
  if (from > to) return count;
  const std::uint16_t* a = forwards_.data() + from;
  const std::uint16_t* b = backwards_.data() + (backwards_.size() - 1 - (sum - from));
  const std::size_t pairs = static_cast<std::size_t>(to) - from + 1;
  static const bool is_wide = wide();
  return is_wide && !plain_ ? strike_wide(a, b, pairs, wanted, count)
                            : strike_plain(a, b, pairs, wanted, count);
}

namespace {

// sums[m] = sum over v of sums[v] (-1)^popcount(v & m).
void transform(std::vector<std::int64_t>& sums) {
  for (std::size_t step = 1; step < sums.size(); step *= 2) {
    for (std::size_t i = 0; i < sums.size(); i += 2 * step) {
      for (std::size_t j = i; j < i + step; ++j) {
        const std::int64_t a = sums[j];
        const std::int64_t b = sums[j + step];
        sums[j] = a + b;
        sums[j + step] = a - b;
      }
    }
  }
}

}  // namespace

std::optional<std::uint32_t> parity_of_breaking(const Code& code) {
  // Behind the last digit of an infinite code stand moves of both kinds.
  const Digit& tail = code.digit(code.last() + 1);
  if (!code.finite() && (code.period() != 1 || tail.modifier != 0 || tail.most() > 1)) return {};
  std::optional<std::uint32_t> parity;
  for (const Size k : code.used()) {
    if (k > code.last() || !code.digit(k).allows(2)) continue;
    const std::uint32_t here = k % 2;
    if (parity && *parity != here) return {};
    parity = here;
  }
  return parity;
}

SparseMask best_mask(const Code& code, std::span<const std::uint32_t> values) {
  const std::uint32_t widest = *std::ranges::max_element(values);
  const std::size_t size = std::bit_ceil(static_cast<std::size_t>(widest) + 2);
  std::vector<std::int64_t> sums(size, 0);
  for (const std::uint32_t v : values) ++sums[v];
  transform(sums);
  // Mask 0 alone calls all sparse.
  const auto least = std::min_element(sums.begin() + 1, sums.end());
  SparseMask best{static_cast<std::uint32_t>(least - sums.begin()), false, 0};
  const std::optional<std::uint32_t> parity = parity_of_breaking(code);
  if (!parity) return best;
  const std::int64_t excess = *least;
  std::ranges::fill(sums, 0);
  for (std::size_t n = 0; n < values.size(); ++n) {
    sums[values[n]] += (n + *parity) % 2 == 0 ? 1 : -1;
  }
  transform(sums);
  const auto least_by_position = std::ranges::min_element(sums);
  if (*least_by_position < excess) {
    best = {static_cast<std::uint32_t>(least_by_position - sums.begin()), true, *parity};
  }
  return best;
}

}  // namespace cgt::heap
