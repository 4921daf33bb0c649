#include "decomp/labs/pathology/buckets.hpp"

#include <algorithm>
#include <cmath>

#include "cgt/support/error.hpp"

namespace cgt::search::pathology {

Buckets::Buckets(int granularity, double shift_by, double top_at)
    : g(static_cast<float>(granularity)) {
  if (granularity == 0) return;
  CGT_EXPECTS(granularity >= 2, "there are at least two buckets");
  const double w = 1.0 / granularity;
  CGT_EXPECTS(std::abs(shift_by) < w, "a shift leaves every bucket its place");
  const double last = 1 - w + shift_by;
  CGT_EXPECTS(top_at <= 1 && top_at >= last - 1e-9, "the last boundary moves up only");
  width = static_cast<float>(w);
  shift = static_cast<float>(shift_by);
  top = static_cast<float>(top_at);
  const double first_top = granularity == 2 ? top_at : w + shift_by;
  first_centre = static_cast<float>(first_top / 2 - (w / 2 + shift_by));
  // The first bucket is the last but one of two.
  if (granularity > 2) last_but_one_centre = static_cast<float>((top_at - last) / 2);
  last_centre = static_cast<float>((top_at + 1) / 2 - (last + w / 2));
}

Buckets Buckets::shifted(int granularity, double fixed_point) {
  if (granularity == 0) return {};
  const double nearest =
      std::clamp(std::round(fixed_point * granularity), 1.0, granularity - 1.0) / granularity;
  const double shift = fixed_point - nearest;
  return {granularity, shift, 1 - 1.0 / granularity + shift};
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
