#include "decomp/rules/heap/sparse_space.hpp"

#include <algorithm>
#include <vector>

namespace cgt::heap {
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
