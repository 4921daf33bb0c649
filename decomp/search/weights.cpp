#include "decomp/search/weights.hpp"

#include <utility>

#include "cgt/support/error.hpp"

namespace cgt::search {

std::vector<Rational> learned_weights(const std::vector<Sample>& samples, Budget* budget) {
  if (samples.empty()) throw Error("weights are learned from one sample at least");
  const std::size_t n = samples.front().features.size();
  // The sum of f (f - next)' w = f value over all samples, the right side in the last column.
  std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n + 1));
  for (const Sample& sample : samples) {
    const auto& [features, next, value] = sample;
    if (features.size() != n || (!next.empty() && next.size() != n))
      throw Error("samples have different numbers of features");
    for (std::size_t i = 0; i < n; ++i) {
      if (budget != nullptr) budget->charge();
      if (features[i] == Rational(0)) continue;
      for (std::size_t j = 0; j < n; ++j)
        rows[i][j] += features[i] * (next.empty() ? features[j] : features[j] - next[j]);
      rows[i][n] += features[i] * value;
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && rows[pivot][k] == Rational(0)) ++pivot;
    if (pivot == n) {
      throw Error("these samples do not determine the weights",
                  "leave out features that follow from others, or add samples");
    }
    std::swap(rows[k], rows[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (budget != nullptr) budget->charge();
      if (i == k || rows[i][k] == Rational(0)) continue;
      const Rational factor = rows[i][k] / rows[k][k];
      for (std::size_t j = k; j <= n; ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  std::vector<Rational> weights;
  for (std::size_t k = 0; k < n; ++k) weights.push_back(rows[k][n] / rows[k][k]);
  return weights;
}

}  // namespace cgt::search
