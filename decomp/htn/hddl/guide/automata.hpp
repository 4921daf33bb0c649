// Tasks that are automata: what can follow is told by the task alone, not by a stack of tasks.
//
// A component of the call graph (which task is a subtask of which) is right-recursive if each call
// of one of its tasks by another, or itself, is the last subtask of its rule. Executions of such a
// task are the walks of an automaton, whose states are the tasks of the component with their
// arguments, and whose ends are rules that do not go on (Chomsky 1959; Hoeller, Translating Totally
// Ordered HTN Planning Problems to Classical Planning Problems Using Regular Approximation of
// Search Spaces, 2021). Routes are of this kind, and "do one thing after the other until the goals
// are reached".
//
// The first automaton of a list is searched by itself: (state, task) pairs, as the rest of the list
// stays the same until the automaton ends. It is to reach what the rest needs, and the landmarks
// that the rest cannot reach.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgt/support/memory/containers.hpp"
#include "decomp/htn/hddl/guide/composition.hpp"
#include "decomp/htn/hddl/guide/list_guide.hpp"

namespace cgt::htn::hddl {

class Automata {
 public:
  explicit Automata(const Hierarchy& hierarchy);

  // Is the symbol one of a right-recursive component that the root leads to?
  bool contains(Index symbol) const { return contains_[symbol]; }
  // Components.
  std::size_t count() const { return count_; }

 private:
  std::vector<bool> contains_;
  std::size_t count_ = 0;
};

// Two measures: the least number of actions of what follows the first automaton, then h_ff up to
// its end; and the sum of both.
class AutomatonEstimator final : public Estimator {
 public:
  // What is referred to must outlive this; `composition` may be null: least numbers of actions and
  // landmarks take the place of h_ff. The guide is that of the search, which tells by at() where a
  // list is.
  AutomatonEstimator(const RelationalDomain& domain, Automata automata, const ListGuide& guide,
                     CompositionEstimator* composition);

  std::size_t measures() const override { return 2; }
  void at(Guide::Cell list) override { at_ = list; }
  bool estimate(std::span<const TaskId> list, Guide::Path path,
                std::span<std::uint32_t> out) override;

 private:
  const RelationalDomain& domain_;
  const ListGuide& guide_;
  CompositionEstimator* composition_;
  Automata automata_;
  Guide::Cell at_ = Guide::kEmpty;
  std::vector<ListGuide::Ground> wanted_;
  std::vector<Index> facts_;

  bool least(std::span<const TaskId> list, std::uint32_t& out) const;
};

}  // namespace cgt::htn::hddl
