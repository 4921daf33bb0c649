#include "decomp/pob/distribution.hpp"

#include <algorithm>
#include <numeric>

namespace cgt::pob {

__extension__ using Wide = __int128;

Distribution::Distribution(std::vector<std::pair<std::int64_t, std::int64_t>> weighted) {
  if (weighted.empty()) throw Error("a distribution has an outcome");
  std::sort(weighted.begin(), weighted.end());
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  std::int64_t common = 0;
  for (const auto& [outcome, weight] : weighted) {
    if (weight <= 0) throw Error("weights of a distribution are positive");
    if (weight > kMost - total_)
      throw Error("the weights of a distribution add up to 2^31 at most");
    total_ += weight;
    if (!outcomes_.empty() && outcomes_.back().first == outcome) {
      outcomes_.back().second += weight;
    } else {
      outcomes_.emplace_back(outcome, weight);
    }
  }
  for (const auto& entry : outcomes_) common = std::gcd(common, entry.second);
  for (auto& entry : outcomes_) entry.second /= common;
  total_ /= common;
}

std::int64_t Distribution::weight_up_to(std::int64_t x) const {
  std::int64_t sum = 0;
  for (const auto& [outcome, weight] : outcomes_) {
    if (outcome <= x) sum += weight;
  }
  return sum;
}

namespace {

std::vector<std::int64_t> steps(const Distribution& a, const Distribution& b) {
  std::vector<std::int64_t> out;
  for (const auto& entry : a.outcomes()) out.push_back(entry.first);
  for (const auto& entry : b.outcomes()) out.push_back(entry.first);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

bool FirstOrderDominance::less_equal(const Distribution& a, const Distribution& b) const {
  for (const std::int64_t x : steps(a, b)) {
    const Wide left = static_cast<Wide>(a.weight_up_to(x)) * b.total();
    const Wide right = static_cast<Wide>(b.weight_up_to(x)) * a.total();
    if (left < right) return false;
  }
  return true;
}

bool SecondOrderDominance::less_equal(const Distribution& a, const Distribution& b) const {
  const std::vector<std::int64_t> points = steps(a, b);
  // The difference of the integrals is linear between two points.
  Wide difference = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Wide left = static_cast<Wide>(a.weight_up_to(points[i])) * b.total();
    const Wide right = static_cast<Wide>(b.weight_up_to(points[i])) * a.total();
    difference += (left - right) * (points[i + 1] - points[i]);
    if (difference < 0) return false;
  }
  return true;
}

}  // namespace cgt::pob
