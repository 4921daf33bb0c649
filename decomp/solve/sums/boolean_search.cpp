#include "decomp/solve/sums/boolean_search.hpp"

#include <algorithm>
#include <utility>

#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {
namespace {

constexpr std::uint64_t kMemoryInterval = 1U << 12U;

struct Frame {
  StateId state;
  std::vector<StateId> children;
  std::size_t next = 0;
};

}  // namespace

bool BooleanSearch::wins(StateId root, Budget& budget) {
  std::vector<Frame> stack;
  FlatSet<StateId> on_path;
  const auto enter = [&](StateId state) {
    if (graph_.look_again(state) != Known::kOpen) return;
    if (graph_.expansions() % kMemoryInterval == 0) graph_.note_memory(budget);
    const std::span<const StateId> children = graph_.children(state, budget);
    if (graph_.known(state) != Known::kOpen) return;
    if (!on_path.insert(state).second) refuse_loopy_sum();
    Frame& frame = stack.emplace_back();
    frame.state = state;
    frame.children.assign(children.begin(), children.end());
    const auto hope = [&](StateId child) {
      const PerPlayer<std::uint32_t> moves = graph_.mobility(child);
      return std::int64_t{moves[Player::kLeft]} - std::int64_t{moves[Player::kRight]};
    };
    std::vector<std::pair<std::int64_t, StateId>> order;
    for (const StateId child : frame.children) order.emplace_back(hope(child), child);
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) frame.children[i] = order[i].second;
  };
  enter(root);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    Known found = Known::kOpen;
    if (frame.next == frame.children.size()) {
      found = Known::kLost;
    } else {
      const StateId child = frame.children[frame.next];
      switch (graph_.look_again(child)) {
        case Known::kLost: found = Known::kWon; break;
        case Known::kWon: ++frame.next; continue;
        case Known::kOpen: enter(child); continue;
      }
    }
    graph_.decide(frame.state, found);
    on_path.erase(frame.state);
    stack.pop_back();
  }
  return graph_.known(root) == Known::kWon;
}

}  // namespace cgt::solve
