#include "decomp/htn/attributes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "cgt/support/contract.hpp"
#include "cgt/support/error.hpp"

namespace cgt::htn {

double identity(Combine combine) {
  switch (combine) {
    case Combine::kSum: return 0;
    case Combine::kMaximum: return -std::numeric_limits<double>::infinity();
    case Combine::kMinimum: return std::numeric_limits<double>::infinity();
    case Combine::kProduct: return 1;
  }
  return 0;
}

Values identities(std::span<const Attribute> attributes) {
  Values out;
  for (const Attribute& attribute : attributes) out.push_back(identity(attribute.combine));
  return out;
}

bool no_worse(std::span<const Attribute> attributes, std::span<const double> a,
              std::span<const double> b) {
  CGT_ASSERT(a.size() == attributes.size() && b.size() == a.size(), "one value an attribute");
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (!no_worse(attributes[i].better, a[i], b[i])) return false;
  }
  return true;
}

void check_contribution(const Attribute& attribute, double contribution, const std::string& step) {
  const auto refuse = [&](const char* what, const char* hint) {
    throw Error(fmt::format("{} contributes {} to \"{}\", which {}", step, contribution,
                            attribute.name, what),
                hint);
  };
  if (std::isnan(contribution)) refuse("is not a number", "");
  const bool less = attribute.better == Better::kLess;
  switch (attribute.combine) {
    case Combine::kSum:
      if (attribute.monotone && (less ? contribution < 0 : contribution > 0)) {
        refuse("makes it better", "declare the attribute as not monotone if steps may better it");
      }
      break;
    case Combine::kProduct:
      if (contribution < 0) refuse("is a negative factor", "factors are at least 0");
      if (attribute.monotone && (less ? contribution < 1 : contribution > 1)) {
        refuse("makes it better", "declare the attribute as not monotone if steps may better it");
      }
      break;
    case Combine::kMaximum:
      if (attribute.monotone && !less && contribution != identity(attribute.combine)) {
        refuse("can make it better",
               "declare the attribute as not monotone if steps may better it");
      }
      break;
    case Combine::kMinimum:
      if (attribute.monotone && less && contribution != identity(attribute.combine)) {
        refuse("can make it better",
               "declare the attribute as not monotone if steps may better it");
      }
      break;
  }
}

}  // namespace cgt::htn
