#include "decomp/pob/frontier.hpp"

namespace cgt::pob {

namespace {

bool part_of(const UpSetDualizer::UpSet& a, const UpSetDualizer::UpSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] && !b[i]) return false;
  }
  return true;
}

}  // namespace

bool UpSetDualizer::known_success(const UpSet& u) const {
  return std::any_of(successes_.begin(), successes_.end(),
                     [&](const UpSet& s) { return part_of(s, u); });
}

bool UpSetDualizer::known_failure(const UpSet& u) const {
  return std::any_of(failures_.begin(), failures_.end(),
                     [&](const UpSet& f) { return part_of(u, f); });
}

UpSetDualizer::UpSet UpSetDualizer::without(UpSet u, ExplicitPoset::Element x) const {
  for (ExplicitPoset::Element y = 0; y < order_.size(); ++y) {
    if (order_.less_equal(y, x)) u[y] = false;
  }
  return u;
}

UpSetDualizer::UpSet UpSetDualizer::with(UpSet u, ExplicitPoset::Element x) const {
  for (ExplicitPoset::Element y = 0; y < order_.size(); ++y) {
    if (order_.less_equal(x, y)) u[y] = true;
  }
  return u;
}

std::vector<ExplicitPoset::Element> UpSetDualizer::minimal(const UpSet& u) const {
  std::vector<ExplicitPoset::Element> out;
  for (ExplicitPoset::Element x = 0; x < order_.size(); ++x) {
    bool least = u[x];
    for (ExplicitPoset::Element y = 0; y < order_.size() && least; ++y) {
      least = y == x || !u[y] || !order_.less_equal(y, x);
    }
    if (least) out.push_back(x);
  }
  return out;
}

std::optional<UpSetDualizer::UpSet> UpSetDualizer::undecided(Budget& budget) const {
  // An up-set is not a part of a failure iff it has an outcome outside of it: choose one for each
  // failure in turn, unless one is there already, and give up as soon as a success is inside.
  struct Step {
    UpSet u;
    std::size_t failure;          // the first that u is part of
    ExplicitPoset::Element next;  // outcome to try
  };
  const auto first_cover = [&](const UpSet& u, std::size_t from) {
    while (from < failures_.size() && !part_of(u, failures_[from])) ++from;
    return from;
  };
  std::vector<Step> stack;
  UpSet none(order_.size(), false);
  if (known_success(none)) return std::nullopt;
  const std::size_t first = first_cover(none, 0);
  stack.push_back({std::move(none), first, 0});
  while (!stack.empty()) {
    budget.charge();
    Step& step = stack.back();
    if (step.failure == failures_.size()) return step.u;
    while (step.next < order_.size() && failures_[step.failure][step.next]) ++step.next;
    if (step.next == order_.size()) {
      stack.pop_back();
      continue;
    }
    UpSet larger = with(step.u, step.next++);
    if (known_success(larger)) continue;
    const std::size_t failure = first_cover(larger, step.failure);
    stack.push_back({std::move(larger), failure, 0});
  }
  return std::nullopt;
}

}  // namespace cgt::pob
