#include "decomp/labs/pathology/win_loss.hpp"

#include <algorithm>
#include <cmath>

#include "cgt/support/error.hpp"
#include "decomp/labs/pathology/buckets.hpp"
#include "decomp/labs/pathology/measures.hpp"
#include "decomp/search/random.hpp"

namespace cgt::search::pathology {
namespace {

constexpr std::uint64_t kTreesAtOnce = 100;

std::vector<ErrorTally> block_of(const WinLossParameters& p, std::uint64_t first,
                                 std::uint64_t count, Budget& budget) {
  const auto height = static_cast<std::size_t>(p.height);
  const auto b = static_cast<std::size_t>(p.branching);
  std::vector<std::size_t> widths{1};
  while (widths.size() <= height) widths.push_back(widths.back() * b);
  const double c = fixed_point(p.branching);
  const double win = p.height % 2 == 1 ? c : 1 - c;  // MAX or MIN moves last
  std::vector<std::vector<float>> fraction(height + 1);
  for (std::size_t d = 0; d <= height; ++d) fraction[d].resize(widths[d]);
  std::vector<float> values;
  std::vector<float> next;
  std::vector<ErrorTally> out(height);
  std::vector<int> sums;
  for (std::uint64_t t = first; t < first + count; ++t) {
    budget.charge(widths[height]);
    Random random(p.seed, 0x3177 + static_cast<std::uint64_t>(p.model), t);
    std::vector<float>& leaves = fraction[height];
    if (p.model == WinLossModel::kIndependent) {
      for (float& leaf : leaves) leaf = random.uniform() < win ? 1.0F : 0.0F;
    } else {
      sums.assign(1, 0);
      for (std::size_t d = 1; d <= height; ++d) {
        const std::size_t n = widths[d - 1];
        sums.resize(widths[d]);
        for (std::size_t i = widths[d]; i-- > 0;) {
          sums[i] = sums[i % n] + (random.next() >> 63U != 0 ? 1 : -1);
        }
      }
      for (std::size_t i = 0; i < leaves.size(); ++i) leaves[i] = sums[i] >= 0 ? 1.0F : 0.0F;
    }
    for (std::size_t d = height; d-- > 0;) {
      std::fill(fraction[d].begin(), fraction[d].end(), 0.0F);
      for (std::size_t i = 0; i < widths[d + 1]; ++i)
        fraction[d][i % widths[d]] += fraction[d + 1][i];
      for (float& f : fraction[d]) f /= static_cast<float>(b);
    }
    const auto search = [&](std::size_t depth) {
      values = fraction[depth];
      for (std::size_t d = depth; d-- > 1;) {
        next.resize(widths[d]);
        back_up(values.data(), widths[d], p.branching, d % 2 == 0, next.data());
        values.swap(next);
      }
      return values;
    };
    const std::vector<float> truths = search(height);
    double shallow = 0;
    for (std::size_t depth = 1; depth <= height; ++depth) {
      const std::vector<float> estimates = search(depth);
      const double error =
          decision_error(std::span<const float>(estimates), std::span<const float>(truths), 1);
      if (depth == 1) shallow = error;
      out[depth - 1].add({error, shallow});
    }
  }
  return out;
}

}  // namespace

std::vector<ErrorTally> win_loss_errors(const WinLossParameters& p, Budget& budget) {
  if (p.branching < 2 || p.height < 1 || std::pow(p.branching, p.height) > 0x1p26) {
    throw Error("trees have at least two children a node and at most 2^26 leaves");
  }
  const std::uint64_t blocks = (p.trees + kTreesAtOnce - 1) / kTreesAtOnce;
  std::vector<std::vector<ErrorTally>> parts(blocks);
  for_each_part(blocks, p.threads, budget, [&](std::size_t i, Budget& mine) {
    parts[i] =
        block_of(p, i * kTreesAtOnce, std::min(kTreesAtOnce, p.trees - i * kTreesAtOnce), mine);
  });
  std::vector<ErrorTally> out(static_cast<std::size_t>(p.height));
  for (const auto& part : parts) {
    for (std::size_t d = 0; d < out.size(); ++d) out[d] += part[d];
  }
  return out;
}

}  // namespace cgt::search::pathology
