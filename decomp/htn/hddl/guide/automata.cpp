#include "decomp/htn/hddl/guide/automata.hpp"

#include <algorithm>
#include <utility>

namespace cgt::htn::hddl {
namespace {

// Of either measure's parts: both fit into a number.
constexpr std::uint32_t kMostOfPart = (1U << 20U) - 1;
constexpr std::uint32_t kMostOfRest = (1U << 11U) - 1;

// Are the calls within the component the last ones of their rules?
bool is_right_recursive(const Hierarchy& hierarchy, const std::vector<Index>& component,
                        const std::vector<bool>& is_in) {
  for (const Index symbol : component) {
    for (const Index rule : hierarchy.symbols[symbol].rules) {
      const std::vector<RuleSubtask>& subtasks = hierarchy.rules[rule].subtasks;
      for (std::size_t i = 0; i + 1 < subtasks.size(); ++i) {
        if (is_in[subtasks[i].symbol]) return false;
      }
    }
  }
  return true;
}

}  // namespace

Automata::Automata(const Hierarchy& hierarchy) : contains_(hierarchy.symbols.size()) {
  std::vector<Index> recursive;
  std::vector<std::vector<bool>> reached(hierarchy.symbols.size());
  const std::vector<bool> used = hierarchy.reached_from(hierarchy.root);
  for (Index symbol = 0; symbol < hierarchy.symbols.size(); ++symbol) {
    if (!used[symbol] || hierarchy.symbols[symbol].rules.empty()) continue;
    std::vector<bool> below = hierarchy.reached_from(symbol);
    if (!below[symbol]) continue;
    reached[symbol] = std::move(below);
    recursive.push_back(symbol);
  }
  std::vector<bool> seen(hierarchy.symbols.size());
  for (const Index symbol : recursive) {
    if (seen[symbol]) continue;
    std::vector<Index> component;
    std::vector<bool> is_in(hierarchy.symbols.size());
    for (const Index other : recursive) {
      if (!reached[symbol][other] || !reached[other][symbol]) continue;
      component.push_back(other);
      seen[other] = is_in[other] = true;
    }
    if (!is_right_recursive(hierarchy, component, is_in)) continue;
    ++count_;
    for (const Index one : component) contains_[one] = true;
  }
}

AutomatonEstimator::AutomatonEstimator(const RelationalDomain& domain, Automata automata,
                                       const ListGuide& guide, CompositionEstimator* composition)
    : domain_(domain), guide_(guide), composition_(composition), automata_(std::move(automata)) {}

// False if one of the tasks has no execution.
bool AutomatonEstimator::least(std::span<const TaskId> list, std::uint32_t& out) const {
  std::uint64_t sum = 0;
  for (const TaskId task : list) {
    const std::uint32_t actions = domain_.least_actions(domain_.symbol(task));
    if (actions == Relations::kNone) return false;
    sum += std::max<std::uint32_t>(1, actions);
  }
  out = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, kMostOfPart));
  return true;
}

bool AutomatonEstimator::estimate(std::span<const TaskId> list, Guide::Path path,
                                  std::span<std::uint32_t> out) {
  std::size_t end = 0;
  Guide::Cell tail = at_;
  while (end < list.size()) {
    tail = guide_.tail(tail);
    if (automata_.contains(domain_.symbol(list[end++]))) break;
  }
  std::uint32_t rest = 0;
  std::uint32_t part = 0;
  if (!least(list.subspan(end), rest)) return false;
  if (composition_ != nullptr) {
    wanted_.clear();
    guide_.wanted_before(tail, path, wanted_);
    facts_.clear();
    for (const ListGuide::Ground& literal : wanted_) {
      const Index fact = composition_->fact_of({literal.negated, literal.predicate, literal.tuple});
      if (fact != Relations::kNone) facts_.push_back(fact);
    }
    if (!composition_->relaxed_plan(list.first(end), facts_, part)) return false;
  } else {
    if (!least(list.first(end), part)) return false;
    part += static_cast<std::uint32_t>(guide_.unmet(path));
  }
  part = std::min(part, kMostOfPart);
  out[0] = (std::min(rest, kMostOfRest) << 20U) | part;
  out[1] = rest + part;
  return true;
}

}  // namespace cgt::htn::hddl
