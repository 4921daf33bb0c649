// Search by private preferences (Dasgupta, Chakrabarti, DeSarkar 1996), one of the alternatives to
// POB that Mueller (2002) surveys. Outcomes are partially ordered; each player has in addition a
// total preference phi, which the other need not know. MIN nodes unite the outcome sets of their
// children; at MAX nodes Compare chooses one set. The result is one bound that MAX can achieve,
// where frontier.hpp gives all of them; if phi calls incomparable outcomes equal, the choice may be
// random.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "decomp/pob/evaluation.hpp"

namespace cgt::pob {

// Compare(S1, S2, phi): true if the first set is chosen. Repeatedly: if exactly one set is empty,
// the other is chosen; if both are, chance decides; else the set whose worst element is better
// under phi. On a tie all elements that are tied for worst go, from both. phi: Element -> a number;
// coin: () -> bool.
template <class Element, class Phi, class Coin>
bool prefers_first(const std::vector<Element>& first, const std::vector<Element>& second,
                   const Phi& phi, Coin&& coin) {
  const auto ranked = [&](const std::vector<Element>& set) {
    std::vector<decltype(phi(set.front()))> out;
    for (const Element& x : set) out.push_back(phi(x));
    std::sort(out.begin(), out.end());
    return out;
  };
  const auto a = ranked(first);
  const auto b = ranked(second);
  std::size_t i = 0;
  std::size_t j = 0;
  while (true) {
    if (i == a.size() && j == b.size()) return coin();
    if (i == a.size()) return false;
    if (j == b.size()) return true;
    if (a[i] != b[j]) return a[i] > b[j];
    const auto& worst = a[i];
    while (i < a.size() && a[i] == worst) ++i;
    while (j < b.size() && b[j] == worst) ++j;
  }
}

template <Poset P, class Move>
struct PreferenceResult {
  std::optional<BoundOf<P>> bound;  // achievable by MAX; empty: out of budget
  std::vector<Move> best;
  search::Counts counts;
  StopReason stop = StopReason::kSolved;
};

// Deterministic for a seed. Throws Error at a leaf without a certain outcome.
template <search::State S, Poset P, PartialEvaluation<S, P> E, class Phi>
PreferenceResult<P, typename S::Move> preference_search(const P& poset, const E& evaluation,
                                                        const Phi& phi, const S& root,
                                                        std::uint64_t seed, Budget& budget) {
  using Move = typename S::Move;
  struct Frame {
    S state;
    std::vector<Move> moves;
    std::size_t next = 0;
    std::optional<BoundOf<P>> set{};
    std::size_t chosen = 0;
  };
  search::require(search::Algorithm::kMinimax, root.type());
  PreferenceResult<P, Move> out;
  std::mt19937_64 random(seed);
  const auto coin = [&] { return (random() & 1U) != 0; };
  std::vector<Frame> stack;
  std::optional<BoundOf<P>> returned;
  const auto enter = [&](const S& s) {
    budget.charge();
    ++out.counts.nodes;
    const auto outcomes = evaluation(s);
    if (const auto* x = outcomes.certain()) {
      ++out.counts.leaves;
      returned = BoundOf<P>{*x};
      return;
    }
    if (s.player() == search::kTerminal) needs_outcomes("search by preferences");
    std::vector<Move> moves;
    s.moves(moves);
    if (moves.empty()) search::no_moves();
    stack.push_back({s, std::move(moves)});
  };
  try {
    enter(root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (returned) {
        BoundOf<P> set = *std::exchange(returned, std::nullopt);
        if (!frame.set) {
          frame.set = std::move(set);
        } else if (frame.state.player() == 0) {
          if (!prefers_first(*frame.set, set, phi, coin)) {
            frame.set = std::move(set);
            frame.chosen = frame.next - 1;
          }
        } else {
          frame.set->insert(frame.set->end(), set.begin(), set.end());
          frame.set = minimal(poset, *frame.set);
        }
      }
      if (frame.next == frame.moves.size()) {
        if (stack.size() == 1 && frame.state.player() == 0) {
          out.best.assign(1, frame.moves[frame.chosen]);
        }
        returned = std::move(frame.set);
        stack.pop_back();
        continue;
      }
      S child = frame.state;
      child.play(frame.moves[frame.next++]);
      enter(child);
    }
    out.bound = std::move(returned);
  } catch (const BudgetExhausted& spent) {
    out.stop = spent.reason();
  }
  return out;
}

}  // namespace cgt::pob
