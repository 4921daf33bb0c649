// The full frontier: all strongest bounds that MAX can achieve, in two independent ways.
//
// Achievable bounds are closed under weakening, and in a finite game without unknown leaves each
// bound is achievable or not. The frontier is the set of the strongest ones: the prime implicants
// of a monotone boolean function of up-sets, the non-inferior packets of Dasgupta, Chakrabarti and
// DeSarkar (1996), the value of the root in the free distributive lattice over the poset.
//
// frontier_by_algebra backs families of bounds up the tree: at a node of MAX the union of the
// children's families, at a node of MIN all unions of one member from each child, reduced to
// minimal elements; in each case the strongest members stay. One pass, sets at every node.
//
// frontier_by_queries asks POB queries only, about up-sets of the outcomes that occur at leaves:
// as long as an up-set is not decided by the answers so far, it asks about it; a win is shrunk and
// a loss grown as far as possible, one outcome at a time.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "decomp/pob/query.hpp"

namespace cgt::pob {

template <Poset P>
struct Frontier {
  std::vector<BoundOf<P>> bounds;  // strongest achievable; if not complete: achievable
  bool complete = true;
  std::uint64_t failing = 0;  // by queries: maximal up-sets that MAX cannot force
  std::uint64_t queries = 0;
  search::Counts counts;
  StopReason stop = StopReason::kSolved;
};

namespace detail {

// All unions of one member of each family, two families at a time.
template <Poset P>
std::vector<BoundOf<P>> combined(const P& poset, const std::vector<BoundOf<P>>& a,
                                 const std::vector<BoundOf<P>>& b, Budget& budget) {
  std::vector<BoundOf<P>> all;
  for (const auto& x : a) {
    for (const auto& y : b) {
      budget.charge();
      BoundOf<P> both = x;
      both.insert(both.end(), y.begin(), y.end());
      all.push_back(minimal(poset, both));
    }
  }
  return strongest(poset, all);
}

}  // namespace detail

// Each state once, however many lines lead to it. Throws Error for unknown leaves and games that
// are not for two players; games must not repeat.
template <search::State S, Poset P, PartialEvaluation<S, P> E>
Frontier<P> frontier_by_algebra(const P& poset, const E& evaluation, const S& root,
                                Budget& budget) {
  using Family = std::vector<BoundOf<P>>;
  using Move = typename S::Move;
  struct Frame {
    S state;
    std::vector<Move> moves;
    std::size_t next = 0;
    std::optional<Family> family{};
  };
  search::require(search::Algorithm::kMinimax, root.type());
  Frontier<P> out;
  FlatMap<S, Family, search::StateHash<S>> done;
  std::vector<Frame> stack;
  // The family of a leaf or of a state that was seen, else a new frame.
  const auto enter = [&](const S& s) -> std::optional<Family> {
    budget.charge();
    ++out.counts.nodes;
    if (const auto at = done.find(s); at != done.end()) {
      ++out.counts.table_hits;
      return at->second;
    }
    const auto outcomes = evaluation(s);
    if (const auto* x = outcomes.certain()) {
      ++out.counts.leaves;
      return Family{{*x}};
    }
    if (s.player() == search::kTerminal) needs_outcomes("a frontier");
    std::vector<Move> moves;
    s.moves(moves);
    if (moves.empty()) search::no_moves();
    stack.push_back({s, std::move(moves)});
    return std::nullopt;
  };
  try {
    std::optional<Family> returned = enter(root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (returned) {
        if (!frame.family) {
          frame.family = std::move(returned);
        } else if (frame.state.player() == 0) {
          frame.family->insert(frame.family->end(), returned->begin(), returned->end());
          frame.family = strongest(poset, *frame.family);
        } else {
          frame.family = detail::combined(poset, *frame.family, *returned, budget);
        }
        returned = std::nullopt;
      }
      if (frame.next == frame.moves.size()) {
        done[frame.state] = *frame.family;
        returned = std::move(frame.family);
        stack.pop_back();
        continue;
      }
      S child = frame.state;
      child.play(frame.moves[frame.next++]);
      returned = enter(child);
    }
    out.bounds = std::move(*returned);
  } catch (const BudgetExhausted& spent) {
    out.complete = false;
    out.stop = spent.reason();
  }
  return out;
}

// The different outcomes of the leaves that can be reached, in the order of discovery. Throws
// BudgetExhausted, and Error for unknown leaves, which `what` needs to be certain.
template <search::State S, Poset P, PartialEvaluation<S, P> E>
BoundOf<P> outcomes_of(const P&, const E& evaluation, const S& root, Budget& budget,
                       const char* what = "a frontier") {
  BoundOf<P> found;
  FlatSet<S, search::StateHash<S>> seen;
  std::vector<S> open{root};
  seen.insert(root);
  std::vector<typename S::Move> moves;
  while (!open.empty()) {
    budget.charge();
    const S s = open.back();
    open.pop_back();
    const auto outcomes = evaluation(s);
    if (const auto* x = outcomes.certain()) {
      if (std::find(found.begin(), found.end(), *x) == found.end()) found.push_back(*x);
      continue;
    }
    if (s.player() == search::kTerminal) needs_outcomes(what);
    moves.clear();
    s.moves(moves);
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
      S child = s;
      child.play(*move);
      if (seen.insert(child).second) open.push_back(child);
    }
  }
  return found;
}

// Up-sets of a finite poset, of which some are known to succeed and some to fail: success is
// inherited by larger up-sets, failure by smaller ones. The part of frontier_by_queries that knows
// no search.
class CGT_API UpSetDualizer {
 public:
  using UpSet = std::vector<bool>;

  explicit UpSetDualizer(const ExplicitPoset& order) : order_(order) {}

  // An up-set that neither contains a success nor is part of a failure, if there is one. Throws
  // BudgetExhausted.
  std::optional<UpSet> undecided(Budget& budget) const;
  bool known_success(const UpSet& u) const;
  bool known_failure(const UpSet& u) const;
  void add_success(UpSet u) { successes_.push_back(std::move(u)); }
  void add_failure(UpSet u) { failures_.push_back(std::move(u)); }
  UpSet all() const { return UpSet(order_.size(), true); }
  // Without x and all that is below it; with x and all that is above it.
  UpSet without(UpSet u, ExplicitPoset::Element x) const;
  UpSet with(UpSet u, ExplicitPoset::Element x) const;
  std::vector<ExplicitPoset::Element> minimal(const UpSet& u) const;
  const std::vector<UpSet>& successes() const { return successes_; }
  const std::vector<UpSet>& failures() const { return failures_; }

 private:
  const ExplicitPoset& order_;
  std::vector<UpSet> successes_;
  std::vector<UpSet> failures_;
};

// `search` may be any engine. Bounds that were found when the budget ended are achievable.
template <search::State S, Poset P, PartialEvaluation<S, P> E>
Frontier<P> frontier_by_queries(PobSearch<S, P, E>& search, const S& root, Budget& budget) {
  Frontier<P> out;
  try {
    const BoundOf<P> outcomes = outcomes_of(search.poset(), search.evaluation(), root, budget);
    const ExplicitPoset order = ExplicitPoset::of(search.poset(), outcomes);
    UpSetDualizer sets(order);
    const auto bound_of = [&](const UpSetDualizer::UpSet& u) {
      BoundOf<P> bound;
      for (const auto x : sets.minimal(u)) bound.push_back(outcomes[x]);
      return bound;
    };
    const auto wins = [&](const UpSetDualizer::UpSet& u) {
      if (sets.known_success(u)) return true;
      if (sets.known_failure(u)) return false;
      const auto answer = search.query(root, bound_of(u), budget);
      ++out.queries;
      out.counts += answer.counts;
      if (answer.stop != StopReason::kSolved) {
        out.stop = answer.stop;
        out.complete = false;
      } else if (answer.verdict == Verdict::kUnknown) {
        needs_outcomes("a frontier");
      }
      return answer.verdict == Verdict::kWin;
    };
    while (out.complete) {
      auto u = sets.undecided(budget);
      if (!u) break;
      const bool win = wins(*u);
      for (ExplicitPoset::Element x = 0; x < order.size() && out.complete; ++x) {
        if ((*u)[x] != win) continue;
        auto smaller_or_larger = win ? sets.without(*u, x) : sets.with(*u, x);
        if (wins(smaller_or_larger) == win) u = std::move(smaller_or_larger);
      }
      if (!out.complete && !win) break;  // not asked to the end: says nothing
      if (win) {
        out.bounds.push_back(bound_of(*u));
        sets.add_success(std::move(*u));
      } else {
        sets.add_failure(std::move(*u));
      }
    }
    out.failing = sets.failures().size();
  } catch (const BudgetExhausted& spent) {
    out.complete = false;
    out.stop = spent.reason();
  }
  return out;
}

}  // namespace cgt::pob
