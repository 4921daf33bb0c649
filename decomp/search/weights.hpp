// Weights of features, for estimates that are weighted sums: exactly, from what positions turned out to be worth, or
// from what follows them.
//
//   const std::vector<Rational> one{Rational(1)}, two{Rational(2)};
//   learned_weights({{one, {}, Rational(3)}, {two, {}, Rational(5)}});  // 13/5: the least sum of squares
//
// Of a sample with features f, the weights w should make w.f equal to `value` + w.next: an end has a value and no
// features next, a move has those of the position after it. Without moves that is the method of least squares, with
// them the fixed point of temporal differences, at once (LSTD: Bradtke, Barto 1996).
#pragma once

#include <vector>

#include "cgt/number/rational.hpp"
#include "cgt/support/budget.hpp"

namespace cgt::search {

struct CGT_API Sample {
  std::vector<Rational> features;
  std::vector<Rational> next;  // empty, or as many
  Rational value;
};

// Throws Error if samples have different numbers of features, or do not determine the weights; BudgetExhausted: a
// node is a row of so many numbers as there are features.
CGT_API std::vector<Rational> learned_weights(const std::vector<Sample>& samples,
                                              Budget* budget = nullptr);

}  // namespace cgt::search
