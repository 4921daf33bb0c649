// Proof-number search (Allis, van der Meulen, van den Herik 1994): best first, the whole tree in
// memory, the most proving node expanded at each step. Two-valued; see proof.hpp for the question,
// unknown leaves and the repetition rule. Transpositions are searched as often as they occur: df-pn
// (df_pn.hpp) is the search for large games, this one the plain one that it is compared with.
// With `turns` it begins anew in each turn.
//
// Memory: max_nodes nodes; then the search ends with kOpen and StopReason::kTableFull, or with `turns` leaves
// the rest to retrograde analysis.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/search/proof.hpp"
#include "decomp/search/proof_backwards.hpp"

namespace cgt::search {

struct CGT_API ProofNumberOptions {
  UnknownIs unknown = UnknownIs::kLoss;
  std::size_t max_nodes = std::size_t{1} << 24U;
  bool turns = false;  // where play comes back: with retrograde analysis (proof_backwards.hpp)
};

template <State S, Judge<S> J>
class ProofNumberSearch {
 public:
  using Move = typename S::Move;
  static constexpr std::size_t kLineMoves = 64;  // at most, where play comes back

  explicit ProofNumberSearch(J judge, ProofNumberOptions options = {})
      : judge_(std::move(judge)), options_(options) {}

  ProofResult<Move> search(const S& root, Budget& budget) {
    require(Algorithm::kProofNumber, root.type());
    counts_ = {};
    may_repeat_ = root.type().may_repeat;
    ProofResult<Move> result;
    const auto forwards = [&](Budget& share) { return grow(root, share); };
    try {
      if (!may_repeat_ || !options_.turns) {
        if (!forwards(budget)) result.stop = StopReason::kTableFull;
      } else if (auto found =
                     prove_in_turns(root, judge_, options_.unknown, kLineMoves, budget, forwards)) {
        found->counts += counts_;
        return *found;
      }
    } catch (const BudgetExhausted& spent) {
      result.stop = spent.reason();
    }
    fill(result);
    return result;
  }

 private:
  struct Node {
    Move move;
    std::uint32_t first;  // child
    std::uint32_t count;  // of children; 0: not expanded
    ProofNumber proof;
    ProofNumber disproof;
    bool is_or;  // player 0 moves
  };
  struct Step {
    std::uint32_t node;
    S state;
  };

  // From the root until it is solved; false if the tree grows too large.
  bool grow(const S& root, Budget& budget) {
    nodes_.clear();
    path_.clear();
    on_path_.clear();
    budget.charge();
    ++counts_.nodes;
    const ProofPair first = first_numbers(root, judge_, options_.unknown);
    nodes_.push_back({Move{}, 0, 0, first.proof, first.disproof, root.player() == 0});
    step_down(0, root);
    while (!solved(0)) {
      descend();
      if (!expand(budget)) return false;
      ascend();
    }
    return true;
  }

  bool solved(std::uint32_t i) const { return nodes_[i].proof == 0 || nodes_[i].disproof == 0; }

  void step_down(std::uint32_t node, S state) {
    if (may_repeat_) on_path_.insert(state);
    path_.push_back({node, std::move(state)});
    counts_.deepest = std::max<std::uint64_t>(counts_.deepest, path_.size() - 1);
  }
  void step_up() {
    if (may_repeat_) on_path_.erase(path_.back().state);
    path_.pop_back();
  }

  // From the end of the path to the most proving node.
  void descend() {
    while (nodes_[path_.back().node].count > 0) {
      const Node& node = nodes_[path_.back().node];
      std::uint32_t best = node.first;
      for (std::uint32_t i = node.first + 1; i < node.first + node.count; ++i) {
        const bool better = node.is_or ? nodes_[i].proof < nodes_[best].proof
                                       : nodes_[i].disproof < nodes_[best].disproof;
        if (better) best = i;
      }
      S child = path_.back().state;
      child.play(nodes_[best].move);
      step_down(best, std::move(child));
    }
  }

  bool expand(Budget& budget) {
    const Step& step = path_.back();
    moves_.clear();
    step.state.moves(moves_);
    if (moves_.empty()) no_moves();
    const std::size_t limit =
        std::min<std::size_t>(options_.max_nodes, std::numeric_limits<std::uint32_t>::max());
    if (nodes_.size() + moves_.size() > limit) return false;
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    for (const Move& move : moves_) {
      budget.charge();
      ++counts_.nodes;
      S child = step.state;
      child.play(move);
      ProofPair numbers = first_numbers(child, judge_, options_.unknown);
      if (numbers.solved()) {
        ++counts_.leaves;
      } else if (may_repeat_ && on_path_.contains(child)) {
        numbers = kDisprovedPair;
      }
      nodes_.push_back({move, 0, 0, numbers.proof, numbers.disproof, child.player() == 0});
    }
    nodes_[step.node].first = first;
    nodes_[step.node].count = static_cast<std::uint32_t>(moves_.size());
    if ((++expansions_ & 0xfffU) == 0) meter_.set(budget, nodes_.size() * sizeof(Node));
    return true;
  }

  // Numbers of the path anew, from its end up to the first node that keeps its numbers.
  void ascend() {
    while (true) {
      Node& node = nodes_[path_.back().node];
      ProofNumber least = kInfinite;
      ProofNumber sum = 0;
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
        const Node& child = nodes_[i];
        least = std::min(least, node.is_or ? child.proof : child.disproof);
        sum = add(sum, node.is_or ? child.disproof : child.proof);
      }
      ProofNumber& minimum = node.is_or ? node.proof : node.disproof;
      ProofNumber& total = node.is_or ? node.disproof : node.proof;
      const bool same = minimum == least && total == sum;
      minimum = least;
      total = sum;
      if (path_.size() == 1 || (same && !solved(path_.back().node))) return;
      step_up();
    }
  }

  void fill(ProofResult<Move>& result) const {
    result.counts = counts_;
    if (nodes_.empty()) return;
    const Node& root = nodes_[0];
    result.proof_number = root.proof;
    result.disproof_number = root.disproof;
    if (!solved(0)) return;
    result.stop = StopReason::kSolved;
    const bool proved = root.proof == 0;
    result.proof = proved ? Proof::kProved : Proof::kDisproved;
    const auto keeps = [&](const Node& child) {
      return proved ? child.proof == 0 : child.disproof == 0;
    };
    for (std::uint32_t i = root.first; i < root.first + root.count; ++i) {
      if (root.is_or == proved && keeps(nodes_[i])) result.best.push_back(nodes_[i].move);
    }
    for (std::uint32_t at = 0; nodes_[at].count > 0;) {
      std::uint32_t next = nodes_[at].first;
      while (!keeps(nodes_[next])) ++next;
      result.line.push_back(nodes_[next].move);
      at = next;
    }
  }

  J judge_;
  ProofNumberOptions options_;
  bool may_repeat_ = false;
  std::vector<Node> nodes_;
  MemoryMeter meter_;
  std::vector<Step> path_;
  FlatSet<S, StateHash<S>> on_path_;
  std::vector<Move> moves_;
  std::uint64_t expansions_ = 0;
  Counts counts_;
};

template <State S, Judge<S> J>
VerdictResult<typename S::Move> proof_number_verdict(const S& root, const J& judge,
                                                     ProofNumberOptions options, Budget& budget) {
  return decide<typename S::Move>([&](UnknownIs unknown) {
    options.unknown = unknown;
    return ProofNumberSearch<S, J>(judge, options).search(root, budget);
  });
}

}  // namespace cgt::search
