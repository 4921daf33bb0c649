#include "decomp/solve/sums/outcome/proof_search.hpp"

#include <algorithm>
#include <limits>

#include "cgt/support/memory/containers.hpp"
#include "cgt/support/memory/hash.hpp"
#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {
namespace {

using search::kInfinite;
using search::ProofNumber;
using search::ProofScan;
using search::ProofView;

std::uint32_t stored(ProofNumber number) {
  constexpr ProofNumber kMost = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(number, kMost));
}

}  // namespace

ProofSearch::Numbers& ProofSearch::numbers(StateId state) {
  if (state >= numbers_.size()) numbers_.resize(graph_.size());
  Numbers& n = numbers_[state];
  if (n.one == 0) {
    // Few moves of the player to move make a loss likely, more moves of the opponent, too.
    const PerPlayer<std::uint32_t> moves = graph_.mobility(state);
    const std::uint32_t mine = moves[Player::kLeft];
    const std::uint32_t theirs = moves[Player::kRight];
    n = {1 + (theirs > mine ? theirs - mine : 0), 1 + mine};
    if (order_ != 0) {
      const std::uint64_t noise = mix(order_, state);
      n.one += static_cast<std::uint32_t>(noise & 1U);
      n.all += static_cast<std::uint32_t>(noise >> 1U & 1U);
    }
  }
  return n;
}

void ProofSearch::look(const Frame& frame, ProofScan& scan, Budget& budget) {
  if (graph_.look_again(frame.state) == Known::kOpen) {
    if (!graph_.expanded(frame.state) && graph_.expansions() % kMemoryInterval == 0) {
      graph_.note_memory(budget);
      meter_.set(budget, numbers_.capacity() * sizeof(Numbers));
    }
    children_ = graph_.children(frame.state, budget);
  }
  switch (graph_.known(frame.state)) {
    case Known::kWon: scan.won(0); return;
    case Known::kLost: return;
    case Known::kOpen: break;
  }
  for (std::size_t i = 0; i < children_.size(); ++i) {
    switch (graph_.known(children_[i])) {
      case Known::kWon: continue;
      case Known::kLost: scan.won(i); return;
      case Known::kOpen: break;
    }
    const Numbers n = numbers(children_[i]);
    scan.child(i, {n.all, n.one});
  }
}

void ProofSearch::note(const Frame& frame, const ProofView& numbers) {
  if (!numbers.solved()) {
    this->numbers(frame.state) = {stored(numbers.one), stored(numbers.all)};
  } else if (graph_.known(frame.state) == Known::kOpen) {
    graph_.decide(frame.state, numbers.one == 0 ? Known::kWon : Known::kLost);
    const bool root_moves = stack_.size() % 2 == 1;
    ++decided_[(numbers.one == 0) == root_moves ? 0 : 1];
  }
}

void ProofSearch::descend(const Frame& frame, std::size_t child, const ProofView& limits, Budget&) {
  on_path_.insert(frame.state);
  const StateId next = children_[child];
  if (on_path_.contains(next)) refuse_loopy_sum();
  stack_.push_back({next, {limits.all, limits.one}});  // the opponent moves there
}

void ProofSearch::leave(const Frame& frame, const ProofView&, Budget&) {
  on_path_.erase(frame.state);
  stack_.pop_back();
}

double ProofSearch::upsets() const {
  const auto [least, most] = std::minmax(decided_[0], decided_[1]);
  return most == 0 ? 0 : static_cast<double>(least) / static_cast<double>(least + most);
}

bool ProofSearch::wins(StateId root, Budget& budget) {
  on_path_.clear();
  stack_.assign(1, {root, {kInfinite, kInfinite}});
  search::proof_walk(*this, stack_, {.weak = true}, budget);
  return graph_.known(root) == Known::kWon;
}

}  // namespace cgt::solve
