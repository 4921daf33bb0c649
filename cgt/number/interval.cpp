#include "cgt/number/interval.hpp"

#include <fmt/format.h>

namespace cgt {

void DyadicInterval::raise(const std::optional<Dyadic>& least) {
  if (least && (!lower || *least > *lower)) lower = least;
}

void DyadicInterval::reduce(const std::optional<Dyadic>& greatest) {
  if (greatest && (!upper || *greatest < *upper)) upper = greatest;
}

std::string DyadicInterval::text() const {
  if (exact()) return lower->to_string();
  if (lower && upper) return fmt::format("{} to {}", lower->to_string(), upper->to_string());
  if (lower) return "at least " + lower->to_string();
  return upper ? "at most " + upper->to_string() : "unknown";
}

std::string DyadicInterval::text_of(std::string_view name) const {
  if (exact()) return fmt::format("{} {}", name, lower->to_string());
  if (lower && upper)
    return fmt::format("{} in [{}, {}]", name, lower->to_string(), upper->to_string());
  if (lower) return fmt::format("{} >= {}", name, lower->to_string());
  return upper ? fmt::format("{} <= {}", name, upper->to_string()) : "";
}

DyadicInterval DyadicInterval::operator-() const {
  DyadicInterval out;
  if (upper) out.lower = -*upper;
  if (lower) out.upper = -*lower;
  return out;
}

DyadicInterval operator+(const DyadicInterval& a, const DyadicInterval& b) {
  DyadicInterval out;
  if (a.lower && b.lower) out.lower = *a.lower + *b.lower;
  if (a.upper && b.upper) out.upper = *a.upper + *b.upper;
  return out;
}

DyadicInterval operator*(const Dyadic& x, const DyadicInterval& a) {
  DyadicInterval out;
  if (a.lower) out.lower = x * *a.lower;
  if (a.upper) out.upper = x * *a.upper;
  return out;
}

}  // namespace cgt
