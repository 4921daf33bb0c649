// Alpha-beta on a lattice (Ginsberg 2001 for bridge; Ginsberg and Jaffray 2002, "Alpha-beta pruning
// under partial orders"): MAX takes the join of the children, MIN the meet. One value comes back
// instead of a family of bounds: in a distributive lattice the join, over the bounds of the
// frontier (frontier.hpp), of the meet of each. It need not be an outcome that anybody can force.
// On a chain it is the minimax value.
//
// A state is searched for ((alpha v value) ^ beta) only, and left as soon as alpha v (value so far)
// >= beta for MAX, or beta ^ (value so far) <= alpha for MIN. Cuts at a distance of more than one
// ply need the distributive law: the value of the root is exact in distributive lattices (products
// of chains, sets, intervals by their ends). `deep = false` keeps the cuts against the parent only,
// which are right in every lattice.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "decomp/pob/evaluation.hpp"

namespace cgt::pob {

template <Poset P>
struct LatticeResult {
  std::optional<typename P::Element> value;  // empty: out of budget
  search::Counts counts;
  StopReason stop = StopReason::kSolved;
};

// An order with joins and meets, with a least and a greatest element beside those that it has. bound(join, a, b) is the
// least element above both, or the greatest below both.
template <Poset P, class Bound>
struct WithEnds {
  enum class Place : std::uint8_t { kBottom, kInside, kTop };
  struct Element {
    Place place = Place::kInside;
    typename P::Element value{};
    friend bool operator==(const Element&, const Element&) = default;
  };
  P order;
  Bound bound;
  bool less_equal(const Element& a, const Element& b) const {
    if (a.place == Place::kInside && b.place == Place::kInside)
      return order.less_equal(a.value, b.value);
    return a.place == Place::kBottom || b.place == Place::kTop;
  }
  Element join(const Element& a, const Element& b) const { return of_both(true, a, b); }
  Element meet(const Element& a, const Element& b) const { return of_both(false, a, b); }
  Element bottom() const { return {Place::kBottom, {}}; }
  Element top() const { return {Place::kTop, {}}; }

 private:
  Element of_both(bool join, const Element& a, const Element& b) const {
    if (a.place != Place::kInside || b.place != Place::kInside)
      return less_equal(a, b) == join ? b : a;
    return {Place::kInside, bound(join, a.value, b.value)};
  }
};

enum class LatticeCuts : std::uint8_t { kNone, kShallow, kDeep };

// Throws Error at a leaf without a certain outcome.
template <search::State S, Lattice P, PartialEvaluation<S, P> E>
LatticeResult<P> lattice_search(const P& lattice, const E& evaluation, const S& root,
                                LatticeCuts cuts, Budget& budget) {
  using Element = typename P::Element;
  using Move = typename S::Move;
  struct Frame {
    S state;
    std::vector<Move> moves;
    bool maximum;
    Element alpha, beta;
    Element value;
    std::size_t next = 0;
  };
  search::require(search::Algorithm::kAlphaBeta, root.type());
  LatticeResult<P> out;
  std::vector<Frame> stack;
  std::optional<Element> returned;
  const auto enter = [&](const S& s, const Element& alpha, const Element& beta) {
    budget.charge();
    ++out.counts.nodes;
    const auto outcomes = evaluation(s);
    if (const auto* x = outcomes.certain()) {
      ++out.counts.leaves;
      returned = *x;
      return;
    }
    if (s.player() == search::kTerminal) needs_outcomes("lattice search");
    std::vector<Move> moves;
    s.moves(moves);
    if (moves.empty()) search::no_moves();
    const bool maximum = s.player() == 0;
    stack.push_back(
        {s, std::move(moves), maximum, alpha, beta, maximum ? lattice.bottom() : lattice.top()});
  };
  try {
    enter(root, lattice.bottom(), lattice.top());
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (returned) {
        frame.value = frame.maximum ? lattice.join(frame.value, *returned)
                                    : lattice.meet(frame.value, *returned);
        returned.reset();
      }
      const Element alpha = frame.maximum ? lattice.join(frame.alpha, frame.value) : frame.alpha;
      const Element beta = frame.maximum ? frame.beta : lattice.meet(frame.beta, frame.value);
      // The first look is never cut: every state needs a value.
      const bool cut =
          cuts != LatticeCuts::kNone && frame.next > 0 && lattice.less_equal(beta, alpha);
      if (cut || frame.next == frame.moves.size()) {
        if (cut && frame.next < frame.moves.size()) ++out.counts.cutoffs;
        returned = std::move(frame.value);
        stack.pop_back();
        continue;
      }
      S child = frame.state;
      child.play(frame.moves[frame.next++]);
      if (cuts == LatticeCuts::kDeep) {
        enter(child, alpha, beta);
      } else {
        // Only what the parent itself has so far.
        enter(child, frame.maximum ? frame.value : lattice.bottom(),
              frame.maximum ? lattice.top() : frame.value);
      }
    }
    out.value = std::move(returned);
  } catch (const BudgetExhausted& spent) {
    out.stop = spent.reason();
  }
  return out;
}

// The same with cuts that are right in every lattice, of an order that has no ends.
template <search::State S, Poset P, class Bound, PartialEvaluation<S, P> E>
LatticeResult<P> lattice_search(const P& order, const Bound& bound, const E& evaluation,
                                const S& root, Budget& budget) {
  using Ended = WithEnds<P, Bound>;
  const auto inside = [&](const S& s) {
    Outcomes<typename Ended::Element> out;
    auto here = evaluation(s);
    out.kind = static_cast<decltype(out.kind)>(here.kind);
    for (auto& v : here.values) out.values.push_back({Ended::Place::kInside, std::move(v)});
    return out;
  };
  auto found = lattice_search(Ended{order, bound}, inside, root, LatticeCuts::kShallow, budget);
  LatticeResult<P> out{std::nullopt, found.counts, found.stop};
  if (found.value) out.value = std::move(found.value->value);
  return out;
}

}  // namespace cgt::pob
