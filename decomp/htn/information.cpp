#include "decomp/htn/information.hpp"

#include <cmath>

namespace cgt::htn {

bool Information::knows_all(std::span<const Literal> literals) const {
  return std::all_of(literals.begin(), literals.end(), [&](Literal l) { return knows(l); });
}
bool Information::allows_all(std::span<const Literal> literals) const {
  return std::all_of(literals.begin(), literals.end(), [&](Literal l) { return allows(l); });
}

bool Information::assume(std::span<const Literal> literals) {
  const Word before = mark();
  for (const Literal l : literals) {
    if (!allows(l)) {
      undo(before);
      return false;
    }
    put(l.id, l.holds ? kHolds : kHoldsNot);
  }
  return true;
}

void Information::put(LiteralId id, Truth truth) {
  CGT_EXPECTS(id < known_.size(), "a literal of this information set");
  if (known_[id] == truth) return;
  trail_.emplace_back(id, known_[id]);
  write(id, truth);
}

void Information::write(LiteralId id, Truth truth) {
  if (known_[id] != kUnknown) hash_ ^= htn::hash128(id, known_[id]);
  known_[id] = truth;
  if (truth != kUnknown) hash_ ^= htn::hash128(id, truth);
}

void Information::undo(Word mark) {
  for (; trail_.size() > mark; trail_.pop_back()) write(trail_.back().first, trail_.back().second);
}

double split_probability(int n, int k) {
  CGT_EXPECTS(n >= 0, "a number of things");
  if (k < 0 || k > n) return 0;
  double p = std::ldexp(1.0, -n);
  for (int i = 1; i <= k; ++i) p = p * (n - k + i) / i;
  return p;
}

}  // namespace cgt::htn
