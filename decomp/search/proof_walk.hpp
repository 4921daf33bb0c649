// The walk of df-pn (Nagai 2002): depth first, into the child that is the easiest to decide, until
// another would be easier. What it walks through is a Space: games of any kind with a table that
// forgets (df_pn.hpp), sums of games with all states in memory (decomp/solve/sums/proof_search.hpp).
//
// Numbers are in the view of the player to move (negamax, as Nagai's phi and delta): `one` is the
// proof number, for which one child is enough, `all` the disproof number, which takes all children.
//
// A Space has
//   struct Frame { ProofView limits; ... }      a state on the path
//   void look(frame, scan, budget)     tells the scan the numbers of the children; it may lower the limits
//   void note(frame, numbers)          what the scan makes of them
//   bool lingers(frame, numbers)       although a limit is reached: it has raised the limits
//   void descend(frame, child, limits, budget)   pushes a frame for the child of that index (limits
//                                      as the frame's mover sees them), or learns its numbers
//                                      otherwise; a cycle is its to judge or to refuse
//   void leave(frame, numbers, budget) pops the frame
// and is free in where it keeps numbers and in what it forgets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "decomp/search/proof.hpp"

namespace cgt::search {

struct CGT_API ProofView {
  ProofNumber one = 1;
  ProofNumber all = 1;
  bool solved() const { return one == 0 || all == 0; }
};

// The same as it is kept in memory: numbers end at 2^32 - 1.
struct CGT_API StoredProof {
  std::uint32_t one = 0;
  std::uint32_t all = 0;

  static StoredProof of(const ProofView& view) {
    constexpr ProofNumber kMost = std::numeric_limits<std::uint32_t>::max();
    return {static_cast<std::uint32_t>(std::min(view.one, kMost)),
            static_cast<std::uint32_t>(std::min(view.all, kMost))};
  }
};

struct CGT_API ProofPolicy {
  // How far a search goes beyond the second best child, as a share of its number (1 + epsilon
  // trick, Pawlewicz and Lew 2007); 0: the thresholds of Nagai.
  double epsilon = 0.25;
  // Disproof numbers are the largest of the children plus one for each of the others (weak PNS,
  // Ueda et al. 2008), which does not explode on DAGs. Else their sum.
  bool weak = false;

  ProofNumber widened(ProofNumber second) const {
    if (second == kInfinite) return kInfinite;
    const double extra = std::min(static_cast<double>(second) * epsilon, 1e18);
    return above(second, std::max<ProofNumber>(1, static_cast<ProofNumber>(extra)));
  }
  // More than n, also where sums have stopped one below infinity (which cycles bring about soon).
  static constexpr ProofNumber above(ProofNumber n, ProofNumber extra) {
    const ProofNumber sum = add(n, extra);
    return sum >= kInfinite - 1 ? kInfinite : sum;
  }
};

// One look at all children of a state.
struct CGT_API ProofScan {
  std::size_t chosen = 0;  // the child that is the easiest to decide, or seems so
  ProofView best{kInfinite, 0};
  ProofNumber least = kInfinite;
  ProofNumber easiest = kInfinite;  // as the chosen child seems
  ProofNumber second = kInfinite;
  ProofNumber sum = 0;
  ProofNumber largest = 0;
  ProofNumber open = 0;

  // The numbers of a child as the player to move at its parent sees them.
  void child(std::size_t i, ProofView numbers) { child(i, numbers, numbers.one); }
  // One that seems harder than it is, or easier, for other searches are below it: `seems` is its virtual
  // proof number (Kaneko 2010). Only the choice among the children goes by that, so what is noted of a
  // state does not depend on who looks.
  void child(std::size_t i, ProofView numbers, ProofNumber seems) {
    sum = add(sum, numbers.all);
    largest = std::max(largest, numbers.all);
    open += numbers.all > 0 ? 1 : 0;
    least = std::min(least, numbers.one);
    if (seems < easiest) {
      second = easiest;
      easiest = seems;
      best = numbers;
      chosen = i;
    } else {
      second = std::min(second, seems);
    }
  }
  // A child that decides: the player to move wins.
  void won(std::size_t i) { child(i, {0, kInfinite}); }

  ProofView numbers(const ProofPolicy& policy) const {
    return {least, policy.weak && open > 0 ? add(largest, open - 1) : sum};
  }
  // Of the chosen child, where the state has these limits. One that is chosen although others are easier may
  // go beyond the limit of the state, or there would be nothing to do below it.
  ProofView limits(const ProofPolicy& policy, ProofView state) const {
    ProofNumber all = kInfinite;
    if (state.all != kInfinite) {
      all = state.all - (policy.weak ? open - 1 : sum - best.all);
    }
    const ProofNumber one = std::min(state.one, policy.widened(second));
    return {one > best.one ? one : policy.widened(best.one), all};
  }
};

// Until the stack is empty.
template <class Space, class Frame>
void proof_walk(Space& space, std::vector<Frame>& stack, const ProofPolicy& policy,
                Budget& budget) {
  while (!stack.empty()) {
    Frame& frame = stack.back();
    ProofScan scan;
    space.look(frame, scan, budget);
    const ProofView numbers = scan.numbers(policy);
    space.note(frame, numbers);
    if (numbers.one < frame.limits.one && numbers.all < frame.limits.all) {
      space.descend(frame, scan.chosen, scan.limits(policy, frame.limits), budget);
    } else if (!space.lingers(frame, numbers)) {
      space.leave(frame, numbers, budget);
    }
  }
}

}  // namespace cgt::search
