#include "decomp/htn/information.hpp"

#include <algorithm>
#include <cmath>

#include "cgt/support/contract.hpp"

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

void Beliefs::add(std::vector<bool> world, double weight) {
  CGT_EXPECTS(weight > 0 && std::isfinite(weight), "the weight of a world is positive");
  worlds_.push_back(std::move(world));
  weights_.push_back(weight);
}

bool Beliefs::satisfies(std::size_t world, std::span<const Literal> literals) const {
  return std::all_of(literals.begin(), literals.end(),
                     [&](Literal l) { return worlds_[world][l.id] == l.holds; });
}

bool Beliefs::is_consistent(std::size_t world, const Information& information) const {
  for (LiteralId id = 0; id < information.size(); ++id) {
    if (!information.allows({id, worlds_[world][id]})) return false;
  }
  return true;
}

bool Beliefs::possible(const Information& information, std::span<const Literal> literals) const {
  for (std::size_t w = 0; w < worlds_.size(); ++w) {
    if (is_consistent(w, information) && satisfies(w, literals)) return true;
  }
  return false;
}

bool Beliefs::certain(const Information& information, std::span<const Literal> literals) const {
  for (std::size_t w = 0; w < worlds_.size(); ++w) {
    if (is_consistent(w, information) && !satisfies(w, literals)) return false;
  }
  return true;
}

double Beliefs::probability(const Information& information,
                            std::span<const Literal> literals) const {
  double all = 0;
  double with = 0;
  for (std::size_t w = 0; w < worlds_.size(); ++w) {
    if (!is_consistent(w, information)) continue;
    all += weights_[w];
    if (satisfies(w, literals)) with += weights_[w];
  }
  return all > 0 ? with / all : 0;
}

double Beliefs::expectation(const Information& information,
                            const std::function<double(const std::vector<bool>&)>& value) const {
  double all = 0;
  double sum = 0;
  for (std::size_t w = 0; w < worlds_.size(); ++w) {
    if (!is_consistent(w, information)) continue;
    all += weights_[w];
    sum += weights_[w] * value(worlds_[w]);
  }
  return all > 0 ? sum / all : 0;
}

double split_probability(int n, int k) {
  CGT_EXPECTS(n >= 0, "a number of things");
  if (k < 0 || k > n) return 0;
  double p = std::ldexp(1.0, -n);
  for (int i = 1; i <= k; ++i) p = p * (n - k + i) / i;
  return p;
}

}  // namespace cgt::htn
