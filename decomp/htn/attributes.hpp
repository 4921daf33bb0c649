// Vectors of attributes: what plans cost, risk and yield.
//
// Contributions of steps are combined entry by entry (domain.hpp: Combine). All four ways keep
// order: if a is no worse than b, a combined with x is no worse than b combined with x. That is why
// of two ways to the same state and the same remaining tasks the dominated one may be dropped.
//
// Entries are doubles. Sums are formed from the first step to the last, so equal plans have equal
// vectors; integers below 2^53 are exact.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cgt/support/api.hpp"
#include "decomp/htn/domain.hpp"

namespace cgt::htn {

using Values = std::vector<double>;

// What changes nothing: 0, 1 or an infinity.
CGT_API double identity(Combine combine);
CGT_API Values identities(std::span<const Attribute> attributes);
// The same in values that are there already, as many as attributes.
CGT_API void set_to_identities(std::span<const Attribute> attributes, std::span<double> values);

inline double combined(Combine combine, double a, double b) {
  switch (combine) {
    case Combine::kSum: return a + b;
    case Combine::kMaximum: return a < b ? b : a;
    case Combine::kMinimum: return b < a ? b : a;
    case Combine::kProduct: return a * b;
  }
  return a;
}

// Each value combined with what one step more contributes.
inline void accumulate(std::span<const Attribute> attributes, std::span<double> values,
                       std::span<const double> contribution) {
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    values[a] = combined(attributes[a].combine, values[a], contribution[a]);
  }
}
// Does the step and adds what it contributes; false if it is not possible in the present state.
CGT_API bool apply_step(Domain& domain, TaskId step, Values& values);

inline bool no_worse(Better better, double a, double b) {
  return better == Better::kLess ? a <= b : a >= b;
}
// Entry by entry: the product order.
CGT_API bool no_worse(std::span<const Attribute> attributes, std::span<const double> a,
                      std::span<const double> b);

// Is the contribution a number that the attribute allows: no infinity but the one that changes
// nothing, no negative factor, nothing that betters a monotone attribute?
CGT_API bool is_allowed(const Attribute& attribute, double contribution);
// Throws Error that names attribute, contribution and step unless all are allowed.
CGT_API void check_contributions(const Domain& domain, TaskId step,
                                 std::span<const double> contribution);

}  // namespace cgt::htn
