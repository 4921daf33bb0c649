// Probability distributions over integers, ordered by stochastic dominance: everybody who wants
// more prefers the greater one (first order), everybody who in addition fears risk (second order;
// Hadar and Russell 1969). Weights are integers, so comparisons are exact.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "cgt/support/error.hpp"

namespace cgt::pob {

class CGT_API Distribution {
 public:
  Distribution() : Distribution({{0, 1}}) {}
  // Outcomes with weights; the probability of one is its weight over the sum. Throws Error unless
  // there is an outcome, the weights are positive and their sum is at most 2^31.
  explicit Distribution(std::vector<std::pair<std::int64_t, std::int64_t>> weighted);
  static Distribution sure(std::int64_t outcome) { return Distribution({{outcome, 1}}); }

  std::int64_t total() const { return total_; }
  // Ascending, each outcome once, weights without common factor.
  const std::vector<std::pair<std::int64_t, std::int64_t>>& outcomes() const { return outcomes_; }
  // Sum of the weights of outcomes <= x.
  std::int64_t weight_up_to(std::int64_t x) const;
  friend bool operator==(const Distribution&, const Distribution&) = default;

 private:
  std::vector<std::pair<std::int64_t, std::int64_t>> outcomes_;
  std::int64_t total_ = 0;
};

// a <= b iff P(a <= x) >= P(b <= x) for every x.
struct CGT_API FirstOrderDominance {
  using Element = Distribution;
  bool less_equal(const Distribution& a, const Distribution& b) const;
};

// a <= b iff the integral of P(a <= t) over t <= x is at least that of b for every x. Requires that
// outcomes are less than 2^31 apart.
struct CGT_API SecondOrderDominance {
  using Element = Distribution;
  bool less_equal(const Distribution& a, const Distribution& b) const;
};

}  // namespace cgt::pob
