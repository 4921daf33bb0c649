#include "decomp/solve/sums/proof_search.hpp"

#include <algorithm>
#include <limits>

#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {
namespace {

constexpr std::uint32_t kInfinite = std::numeric_limits<std::uint32_t>::max() / 4;
constexpr std::uint64_t kMemoryInterval = 1U << 12U;

struct Frame {
  StateId state;
  std::uint32_t phi;  // thresholds
  std::uint32_t delta;
};

}  // namespace

ProofSearch::Numbers& ProofSearch::numbers(StateId state) {
  if (state >= numbers_.size()) numbers_.resize(graph_.size());
  Numbers& n = numbers_[state];
  if (n.phi == 0) {
    // Few moves of the player to move make a loss likely, more moves of the opponent, too.
    const PerPlayer<std::uint32_t> moves = graph_.mobility(state);
    const std::uint32_t mine = moves[Player::kLeft];
    const std::uint32_t theirs = moves[Player::kRight];
    n = {1 + (theirs > mine ? theirs - mine : 0), 1 + mine};
  }
  return n;
}

bool ProofSearch::wins(StateId root, Budget& budget) {
  std::vector<Frame> stack{{root, kInfinite, kInfinite}};
  FlatSet<StateId> on_path;
  while (!stack.empty()) {
    const Frame frame = stack.back();
    const auto leave = [&] {
      on_path.erase(frame.state);
      stack.pop_back();
    };
    if (graph_.look_again(frame.state) != Known::kOpen) {
      leave();
      continue;
    }
    if (!graph_.expanded(frame.state) && graph_.expansions() % kMemoryInterval == 0) {
      graph_.note_memory(budget);
      meter_.set(budget, numbers_.capacity() * sizeof(Numbers));
    }
    const std::span<const StateId> children = graph_.children(frame.state, budget);
    if (graph_.known(frame.state) != Known::kOpen) continue;
    std::uint32_t phi = kInfinite;  // the least disproof number of a child
    std::uint32_t second = kInfinite;
    std::uint32_t delta = 0;  // the greatest proof number of a child, plus the others
    std::uint32_t open = 0;
    StateId best = 0;
    bool won = false;
    for (const StateId child : children) {
      const Known known = graph_.known(child);
      if (known == Known::kWon) continue;
      if (known == Known::kLost) {
        won = true;
        break;
      }
      const Numbers n = numbers(child);
      ++open;
      delta = std::max(delta, n.phi);
      if (n.delta < phi) {
        second = phi;
        phi = n.delta;
        best = child;
      } else if (n.delta < second) {
        second = n.delta;
      }
    }
    if (won || open == 0) {
      graph_.decide(frame.state, won ? Known::kWon : Known::kLost);
      leave();
      continue;
    }
    const std::uint32_t others = open - 1;
    delta = std::min(kInfinite - 1, delta + others);
    numbers(frame.state) = {phi, delta};
    if (phi >= frame.phi || delta >= frame.delta) {
      leave();
      continue;
    }
    on_path.insert(frame.state);
    if (on_path.contains(best)) refuse_loopy_sum();
    const std::uint32_t more = std::min(second, kInfinite - 1);
    stack.push_back({best, frame.delta == kInfinite ? kInfinite : frame.delta - others,
                     std::min(frame.phi, more + more / 4 + 1)});
  }
  return graph_.known(root) == Known::kWon;
}

}  // namespace cgt::solve
