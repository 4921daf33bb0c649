#include "decomp/solve/sums/boolean_search.hpp"

#include <algorithm>
#include <utility>

#include "cgt/support/containers.hpp"
#include "cgt/support/hash.hpp"
#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {
bool BooleanSearch::next(Frame& frame, StateId& child) {
  if (frame.next == frame.children.size()) return false;
  child = frame.children[frame.next++];
  return true;
}

std::optional<bool> BooleanSearch::look(StateId state) {
  const Known known = graph_.look_again(state);
  if (known == Known::kOpen) return std::nullopt;
  return known == Known::kWon;
}

std::optional<bool> BooleanSearch::enter(StateId state, Budget& budget) {
  if (graph_.expansions() % kMemoryInterval == 0) graph_.note_memory(budget);
  const std::span<const StateId> children = graph_.children(state, budget);
  if (const Known known = graph_.known(state); known != Known::kOpen) return known == Known::kWon;
  if (!on_path_.insert(state).second) refuse_loopy_sum();
  const auto hope = [&](StateId child) {
    const PerPlayer<std::uint32_t> moves = graph_.mobility(child);
    const auto noise = static_cast<std::int64_t>(order_ == 0 ? 0 : mix(order_, child) % 3);
    return 2 * (std::int64_t{moves[Player::kLeft]} - std::int64_t{moves[Player::kRight]}) + noise;
  };
  std::vector<std::pair<std::int64_t, StateId>> order;
  order.reserve(children.size());
  for (const StateId child : children) order.emplace_back(hope(child), child);
  std::sort(order.begin(), order.end());
  Frame& frame = stack_.emplace_back();
  frame.state = state;
  frame.children.reserve(order.size());
  for (const auto& entry : order) frame.children.push_back(entry.second);
  return std::nullopt;
}

void BooleanSearch::leave(const Frame& frame, bool won) {
  graph_.decide(frame.state, won ? Known::kWon : Known::kLost);
  on_path_.erase(frame.state);
}

bool BooleanSearch::wins(StateId root, Budget& budget) {
  stack_.clear();
  on_path_.clear();
  return search::boolean_walk(*this, stack_, root, budget);
}

}  // namespace cgt::solve
