// df-pn: depth-first proof-number search (Nagai 2002), with the 1 + epsilon thresholds of Pawlewicz
// and Lew (2007). Two-valued; proof.hpp has the question, unknown leaves and the repetition rule.
//
// What is promised
//   1. Memory: one transposition table of at most table_entries entries and the path. Frames keep
//      the numbers of their children themselves, so that the search goes on whatever the table
//      forgets: a small table costs time, never the answer.
//      (Where the table lost what a visit found, the next visit may stop short of it, and the one
//      after that again. So a child whose numbers do not rise gets at least 2^k nodes on the k-th
//      such visit: the search ends for every finite game.)
//   2. DAGs: sums count a leaf once for every line that leads to it. That is an estimate of effort
//      only; proofs and disproofs are right. `weak` takes the largest child plus the number of the
//      others instead (weak PNS, Ueda et al. 2008), which does not explode on DAGs.
//   3. Cycles: a child that is on the path is not a way to the goal. A disproof that rests on this is
//      true for this path only, so it is given to the parent but not to the table, until the state
//      that it came back to is disproved itself (no "graph history interaction"; Kishimoto and
//      Mueller 2004 keep such results too, we search again). Proofs never rest on repetition. A
//      game of few states may have very many paths: `turns`.
//   4. On return from a state its numbers have reached one of its thresholds, and one is 0 if and
//      only if the other is infinite.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/search/proof.hpp"
#include "decomp/search/proof_backwards.hpp"
#include "decomp/search/proof_walk.hpp"
#include "decomp/search/table.hpp"

namespace cgt::search {

struct CGT_API DfPnOptions {
  UnknownIs unknown = UnknownIs::kLoss;
  std::size_t table_entries = std::size_t{1} << 20U;
  double epsilon = 0.25;  // 0: the thresholds of Nagai
  bool weak = false;
  std::size_t line_moves = 64;  // at most; each may cost a search where the table forgot
  bool turns = false;  // where play comes back: with retrograde analysis (proof_backwards.hpp)
};

// A Judge that estimates the proof and disproof numbers of states that it does not settle; no terminal
// state is unknown to it.
template <class J, class S>
concept Estimator = Judge<J, S> && requires(const J& judge, const S& s) {
  { judge.estimate(s) } -> std::same_as<ProofPair>;
};

// Sees every return from a state: its numbers and thresholds. For tests.
struct CGT_API NoObserver {
  template <class S>
  void operator()(const S&, ProofPair, ProofPair) const {}
};

template <State S, Judge<S> J, class Observer = NoObserver>
class DfPn {
 public:
  using Move = typename S::Move;

  explicit DfPn(J judge, DfPnOptions options = {}, Observer observer = {})
      : judge_(std::move(judge)),
        options_(options),
        observer_(std::move(observer)),
        table_(options.table_entries) {}

  // The table lives on between calls. Counts are those of the proof, without the line.
  ProofResult<Move> search(const S& root, Budget& budget) {
    require(Algorithm::kProofNumber, root.type());
    may_repeat_ = root.type().may_repeat;
    counts_ = {};
    ProofResult<Move> result;
    try {
      ProofPair numbers;
      const auto forwards = [&](Budget& share) {
        numbers = solve(root, share);
        return true;
      };
      if (!may_repeat_ || !options_.turns) {
        forwards(budget);
      } else if (auto found = prove_in_turns(root, judge_, options_.unknown, options_.line_moves,
                                             budget, forwards)) {
        found->counts += counts_;
        return *found;
      }
      result.proof_number = numbers.proof;
      result.disproof_number = numbers.disproof;
      result.proof = numbers.proof == 0 ? Proof::kProved : Proof::kDisproved;
      result.counts = counts_;
      result.best = best_moves(root, result.proof);
    } catch (const BudgetExhausted& spent) {
      result.stop = spent.reason();
      result.counts = counts_;
      if (!stack_.empty()) {
        const ProofPair numbers = pair(stack_.front().numbers, stack_.front().is_or);
        result.proof_number = numbers.proof;
        result.disproof_number = numbers.disproof;
      }
      return result;
    }
    try {
      result.line = line(root, result.proof, budget);
    } catch (const BudgetExhausted&) {  // the answer stands, the line ends
    }
    return result;
  }

  std::uint64_t table_bytes() const { return table_.bytes(); }
  std::size_t table_size() const { return table_.size(); }

 private:
  template <class Space, class F>
  friend void proof_walk(Space&, std::vector<F>&, const ProofPolicy&, Budget&);

  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  struct Child {
    Move move{};
    ProofPair numbers{};
    std::uint32_t depends = kFree;  // index of the frame that its disproof rests on
    std::uint32_t length = 0;       // plies to the end of the proof or disproof
    std::uint32_t stale = 0;        // visits since the sum of its numbers was at a new peak
    ProofNumber peak = 0;
  };
  struct Frame {
    S state;
    std::size_t begin;  // in children_
    ProofView limits;
    bool is_or;
    std::uint64_t least_work = 0;
    std::size_t chosen = 0;
    ProofView numbers{};
    std::uint64_t work = 1;
    std::uint32_t depends = kFree;
    std::uint32_t length = 0;
  };
  struct Entry {
    ProofPair numbers;
    std::uint32_t length = 0;
  };

  ProofPair solve(const S& root, Budget& budget) {
    stack_.clear();
    children_.clear();
    path_.clear();
    root_children_.clear();
    const ProofPair first = first_of(root);
    budget.charge();
    ++counts_.nodes;
    if (first.solved()) return first;
    push(root, {kInfinite, kInfinite}, budget);
    proof_walk(*this, stack_, {options_.epsilon, options_.weak}, budget);
    return root_numbers_;
  }

  void push(const S& state, ProofView limits, Budget& budget) {
    const std::size_t begin = children_.size();
    stack_.push_back({state, begin, limits, state.player() == 0});
    counts_.deepest = std::max<std::uint64_t>(counts_.deepest, stack_.size());
    if (may_repeat_) path_[state] = static_cast<std::uint32_t>(stack_.size() - 1);
    moves_.clear();
    state.moves(moves_);
    if (moves_.empty()) no_moves();
    const bool is_or = stack_.back().is_or;
    for (const Move& move : moves_) {
      budget.charge();
      ++counts_.nodes;
      ++stack_.back().work;
      S next = state;
      next.play(move);
      Child child{move, first_of(next)};
      if (child.numbers.solved()) {
        ++counts_.leaves;
      } else if (const Entry* entry = table_.find(next, next.hash())) {
        ++counts_.table_hits;
        child.numbers = entry->numbers;
        child.length = entry->length;
      }
      if (may_repeat_ && !child.numbers.solved()) {
        if (const auto at = path_.find(next); at != path_.end()) {
          child.numbers = kDisprovedPair;
          child.depends = at->second;
        }
      }
      children_.push_back(child);
      const bool decides =
          is_or ? child.numbers.proof == 0 : child.numbers.disproof == 0 && child.depends == kFree;
      // The root has all its children: lines choose among them.
      if (decides && stack_.size() > 1) {
        ++counts_.cutoffs;
        return;
      }
    }
  }

  ProofPair first_of(const S& state) const {
    if constexpr (Estimator<J, S>) {
      return judge_.estimate(state);
    } else {
      return first_numbers(state, judge_, options_.unknown);
    }
  }

  // At an OR node one proof is enough, at an AND node one disproof.
  static ProofView view(const ProofPair& p, bool is_or) {
    return is_or ? ProofView{p.proof, p.disproof} : ProofView{p.disproof, p.proof};
  }
  static ProofPair pair(const ProofView& v, bool is_or) {
    return is_or ? ProofPair{v.one, v.all} : ProofPair{v.all, v.one};
  }

  void look(const Frame& frame, ProofScan& scan, Budget&) const {
    for (std::size_t i = frame.begin; i < children_.size(); ++i) {
      scan.child(i, view(children_[i].numbers, frame.is_or));
    }
  }

  void note(Frame& frame, const ProofView& numbers) const {
    frame.numbers = numbers;
    if (numbers.solved()) settle(frame);
    CGT_ASSERT((numbers.one == 0) == (numbers.all == kInfinite) &&
                   (numbers.all == 0) == (numbers.one == kInfinite),
               "a number is 0 if and only if the other is infinite");
  }

  // Where visits did not raise the numbers, for the table forgets: more work, whatever the limits.
  static bool lingers(Frame& frame, const ProofView& numbers) {
    if (numbers.solved() || frame.work >= frame.least_work) return false;
    frame.limits.one = std::max(frame.limits.one, ProofPolicy::above(numbers.one, 1));
    frame.limits.all = std::max(frame.limits.all, ProofPolicy::above(numbers.all, 1));
    return true;
  }

  // Length of the (dis)proof, and what it rests on.
  void settle(Frame& frame) const {
    const bool proved = pair(frame.numbers, frame.is_or).proof == 0;
    const bool choice = proved == frame.is_or;  // one child is enough
    frame.depends = choice ? 0 : kFree;
    frame.length = choice ? kFree : 0;
    for (std::size_t i = frame.begin; i < children_.size(); ++i) {
      const Child& child = children_[i];
      if (!choice) {
        frame.depends = std::min(frame.depends, child.depends);
        frame.length = std::max(frame.length, child.length + 1);
      } else if (proved ? child.numbers.proof == 0 : child.numbers.disproof == 0) {
        frame.depends = std::max(frame.depends, child.depends);
        frame.length = std::min(frame.length, child.length + 1);
      }
    }
    // Back to the state itself or to one below it: no assumption is left.
    if (proved || frame.depends >= stack_.size() - 1) frame.depends = kFree;
  }

  void descend(Frame& frame, std::size_t chosen, const ProofView& mine, Budget& budget) {
    frame.chosen = chosen;
    const Child& child = children_[chosen];
    const ProofPair limits = pair(mine, frame.is_or);
    S next = frame.state;
    next.play(child.move);
    // The table may know more by now, from another line.
    if (const Entry* entry = table_.find(next, next.hash())) {
      const ProofPair& p = entry->numbers;
      if (p.proof >= limits.proof || p.disproof >= limits.disproof) {
        budget.charge();
        ++counts_.table_hits;
        children_[frame.chosen].numbers = p;
        children_[frame.chosen].length = entry->length;
        return;
      }
    }
    const std::uint64_t least = std::uint64_t{1} << std::min<std::uint32_t>(child.stale, 62);
    push(next, view(limits, next.player() == 0), budget);
    stack_.back().least_work = least;
  }

  void store(const Frame& frame, Budget& budget) {
    const bool solved = frame.numbers.solved();
    if (solved && frame.depends != kFree) return;  // true for this path only
    if (table_.store(frame.state, frame.state.hash(),
                     {pair(frame.numbers, frame.is_or), frame.length}, frame.work, solved)) {
      meter_.set(budget, table_.bytes());
    }
  }

  void leave(Frame& frame, const ProofView&, Budget& budget) {
    const ProofPair numbers = pair(frame.numbers, frame.is_or);
    observer_(frame.state, numbers, pair(frame.limits, frame.is_or));
    if (may_repeat_) path_.erase(frame.state);
    if (stack_.size() == 1) {
      root_children_ = children_;
      root_numbers_ = numbers;
    }
    const Frame done = std::move(frame);
    children_.resize(done.begin);
    stack_.pop_back();
    if (!stack_.empty()) {
      Frame& parent = stack_.back();
      parent.work += done.work;
      Child& child = children_[parent.chosen];
      child.numbers = numbers;
      const ProofNumber sum = add(numbers.proof, numbers.disproof);
      child.stale = sum > child.peak ? 0 : child.stale + 1;
      child.peak = std::max(child.peak, sum);
      child.depends = done.depends;
      child.length = done.length;
    }
    store(done, budget);
  }

  static bool keeps(const Child& child, Proof proof) {
    return proof == Proof::kProved ? child.numbers.proof == 0 : child.numbers.disproof == 0;
  }

  std::vector<Move> best_moves(const S& root, Proof proof) const {
    std::vector<Move> best;
    if ((root.player() == 0) != (proof == Proof::kProved)) return best;
    for (const Child& child : root_children_) {
      if (keeps(child, proof)) best.push_back(child.move);
    }
    return best;
  }

  // The winner takes the shortest way that is known, the loser the longest. Lengths of proofs in
  // the table fall along such a line, also in a graph with cycles; where the table forgot, a line
  // that comes back to a state ends.
  std::vector<Move> line(const S& root, Proof proof, Budget& budget) {
    std::vector<Move> moves;
    FlatSet<S, StateHash<S>> seen;
    S state = root;
    while (moves.size() < options_.line_moves && state.player() != kTerminal &&
           judge_(state) == Verdict::kUnknown) {
      if (may_repeat_ && !seen.insert(state).second) break;
      if (!moves.empty()) solve(state, budget);
      const bool choice = (state.player() == 0) == (proof == Proof::kProved);
      const Child* next = nullptr;
      for (const Child& child : root_children_) {
        if (!keeps(child, proof)) continue;
        const bool better =
            next == nullptr || (choice ? child.length < next->length : child.length > next->length);
        if (better) next = &child;
      }
      if (next == nullptr) break;
      moves.push_back(next->move);
      state.play(next->move);
    }
    return moves;
  }

  J judge_;
  DfPnOptions options_;
  Observer observer_;
  Table<S, Entry> table_;
  MemoryMeter meter_;
  bool may_repeat_ = false;
  std::vector<Frame> stack_;
  std::vector<Child> children_;
  std::vector<Child> root_children_;
  ProofPair root_numbers_;
  std::vector<Move> moves_;
  FlatMap<S, std::uint32_t, StateHash<S>> path_;
  Counts counts_;
};

template <State S, Judge<S> J>
VerdictResult<typename S::Move> df_pn_verdict(const S& root, const J& judge, DfPnOptions options,
                                              Budget& budget) {
  return decide<typename S::Move>([&](UnknownIs unknown) {
    options.unknown = unknown;
    return DfPn<S, J>(judge, options).search(root, budget);
  });
}

}  // namespace cgt::search
