// Playing a sum without adding it up.
//
// left_wins() decides the outcome of a sum by minimax over undominated incentives only: if one
// incentive is >= another, its move is at least as good in every context, so the other need not be
// searched. States are multisets of interned components. Before a state is looked up, numbers and
// number parts are taken out and added, number-up-stars are added to one, every component is
// shifted to mean 0, and inverse pairs G, -G cancel; so the states are few. No sum of games is
// formed. Sums are refuted early by mean and temperature: LS(S) >= mean(S) >= RS(S), and both stay
// within the highest temperature of the mean. A player with something hot to play never moves in a
// number (number avoidance, Conway 1976).
//
// stop() reduces the stops of a sum to outcomes. Let every number among the followers be a multiple
// of d (a power of two; d = 1 in Go), and G_d be G cooled by d. For multiples m of d:
//     LS(G) >= m + d  iff  Left wins G_d - m moving first,
//     RS(G) >= m      iff  Left wins G_d - m moving second.
// Proof by induction over the followers: cooling by d makes each move cost d, the least by which
// numbers differ. For games of temperature <= d this is the rounding theorem (Berlekamp and Wolfe
// 1994): the cooled sum is a number x plus an infinitesimal, the stops are x rounded up and down if
// x is not a multiple of d, and the infinitesimal decides otherwise.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "cgt/store/store.hpp"

namespace cgt::solve {

class CGT_API IncentivePlay {
 public:
  // The store must outlive the solver.
  explicit IncentivePlay(Store& store);
  ~IncentivePlay();
  IncentivePlay(IncentivePlay&&) noexcept;

  // Does Left win the sum of the components when `first` moves first? Throws BudgetExhausted.
  bool left_wins(std::span<const GameId> components, Player first, Budget& budget);

  // The Left stop (`first` = Left) or Right stop of the sum. Throws BudgetExhausted.
  Dyadic stop(std::span<const GameId> components, Player first, Budget& budget);

  // States whose moves were generated, over the life of the solver.
  std::uint64_t states() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt::solve
