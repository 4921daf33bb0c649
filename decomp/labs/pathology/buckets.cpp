#include "decomp/labs/pathology/buckets.hpp"

#include <algorithm>
#include <cmath>

#include "cgt/support/error.hpp"

namespace cgt::search::pathology {

Buckets::Buckets(int granularity, double shift_by)
    : g(static_cast<float>(granularity)),
      width(static_cast<float>(1.0 / granularity)),
      shift(static_cast<float>(shift_by)),
      last(g - 1),
      first_centre(static_cast<float>(-shift_by / 2)),
      last_centre(first_centre) {
  CGT_EXPECTS(granularity >= 2, "there are at least two buckets");
  CGT_EXPECTS(std::abs(shift_by) * granularity < 1, "a shift leaves every bucket its place");
}

Buckets Buckets::shifted(int granularity, double fixed_point) {
  if (granularity == 0) return {};
  const double nearest =
      std::clamp(std::round(fixed_point * granularity), 1.0, granularity - 1.0) / granularity;
  return {granularity, fixed_point - nearest};
}

Buckets Buckets::below(int granularity, double top) {
  if (granularity == 0) return {};
  Buckets out(granularity, std::max(0.0, top - (1 - 1.0 / granularity)));
  out.last = std::numeric_limits<float>::max();
  return out;
}

double fixed_point(int branching) {
  double low = 0;
  double high = 1;
  for (int i = 0; i < 100; ++i) {
    const double c = (low + high) / 2;
    (c < std::pow(1 - c, branching) ? low : high) = c;
  }
  return low;
}

}  // namespace cgt::search::pathology
