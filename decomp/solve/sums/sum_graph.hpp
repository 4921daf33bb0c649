// SumGraph: sums of components as numbered states of a game of win and loss.
//
// A state is a sum with Left to move; a sum with Right to move is the state of its negative. So one
// state serves both, and every state asks the same question: does the player to move win?
//
// A state is decided without search when
//   - no part is left: by the order of games;
//   - two games are left: by comparing the one with the negative of the other;
//   - all parts but the game are all small (both players can move in every follower, or neither)
//     and a stop of the game is not 0: infinitesimals do not change stops;
//   - all other parts have integer bounds that the ruleset knows, and the sum with these in their
//     place is decided: by the order of games if the game alone is left beside them, else by stops (a stop of a
//     sum lies between the sums of the Right and of the Left stops) or as follows;
//   - all parts are games, all small or bounded by integers, and thermographs bound the Left stop of the
//     sum away from 0. Write L and R for the walls of the terms at a temperature t >= 0; those of an all small term
//     are 0, those of a bounded one the bound. The Left stop is at most sum L + t: cooling by t is linear, a stop of a sum is at most
//     the sum of the stops, and cooling takes at most t from a Left stop. It is at least sum R + the
//     largest L - R: Left moves there first and answers Right where he moves, and cooling adds to
//     no Left stop (Thermostrat: Berlekamp, Conway, Guy 1982, chapter 6). At the largest temperature
//     of the terms these say that it lies between the mean and the mean + temperature;
//   - the same parts were decided beside another game: with G + P known and H >= G, Left wins
//     H + P where she wins G + P, moving first or second; and if she wins G + P moving second, she
//     wins H + P moving first unless H <= G (each follows from adding H - G).
//
// Thread rule: that of the store's handle.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "decomp/solve/sums/components.hpp"

namespace cgt::solve {

using StateId = std::uint32_t;

class SumGraph {
 public:
  // Without `thermographs` they decide nothing, for comparison.
  SumGraph(Store& store, Components& components, bool thermographs = true)
      : store_(store), components_(components), thermographs_(thermographs) {}

  // What is decided here and by other searches of the same store goes by way of `shared`
  // (Components::share); so do proof numbers.
  void share(SumTable* shared);
  bool shares() const { return shared_ != nullptr; }
  // The record that others see of an open state, from now on. Requires shares(). Its address stays.
  SumTable::Sum& shared_sum(StateId state);
  // The same where it was asked for before; else null.
  SumTable::Sum* shared_before(StateId state) const {
    return state < shared_sums_.size() ? shared_sums_[state] : nullptr;
  }

  // The state of a sum with `first` to move. Throws BudgetExhausted.
  StateId state(PartSum sum, Player first, Budget& budget);

  Known known(StateId state) {
    if (shared_ != nullptr && states_[state].known == Known::kOpen) take_shared(state);
    return states_[state].known;
  }
  // Looks again, now that more is decided. Among others, before a state is searched.
  Known look_again(StateId state);
  void decide(StateId state, Known known);

  // The states after each move, without repetitions and without those that are known to lose; one
  // that is known to win ends the list. Requires an open state; it may be decided then. Holds until
  // the next call.
  std::span<const StateId> children(StateId state, Budget& budget);
  bool expanded(StateId state) const { return states_[state].child_count != kNotExpanded; }

  PartSum sum(StateId state) const;
  // The approximate number of moves in the parts.
  PerPlayer<std::uint32_t> mobility(StateId state);

  std::uint64_t size() const { return states_.size(); }
  std::uint64_t expansions() const { return expansions_; }
  std::uint64_t hits() const { return hits_; }
  // States that only thermographs or bounds decided at once.
  std::uint64_t cuts() const { return cuts_; }
  // States that another search had decided.
  std::uint64_t taken() const { return taken_; }
  std::uint64_t bytes() const;
  // Tells the budget what it and the components hold. Throws BudgetExhausted.
  void note_memory(Budget& budget);

 private:
  static constexpr std::uint32_t kNotExpanded = ~std::uint32_t{0};
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // The parts of states: each multiset once.
  struct Set {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    bool all_small = true;
    bool any_small = false;
    bool any_games = false;
    bool bounded = true;         // no parts but games, all small ones and those with bounds
    IntegerBounds bounds;        // their sum, of these last
    SumTable::Games games;       // beside which it is known
    std::uint32_t next = kNone;  // of the same hash
  };
  struct State {
    GameId game;
    std::uint32_t set = 0;
    std::uint32_t first_child = 0;
    std::uint32_t child_count = kNotExpanded;
    Known known = Known::kOpen;
  };

  // Looks if another search has decided the open state, as far as its record was asked for.
  void take_shared(StateId state);
  SumTable::Set& shared_set(std::uint32_t set);
  // The games beside which others know the parts.
  void take_games(std::uint32_t set);
  void remember(StateId state, Known known);
  // Finds the children of an open state, the sum.
  void expand(StateId state, const PartSum& sum, Budget& budget);
  StateId intern(const PartSum& sum);
  std::uint32_t intern_set(const Parts& parts);
  Known at_once(const State& state);
  Known from_others(const State& state) const;
  // By the bounds of parts, beside games or not.
  Known by_bounds(const State& state);
  // Of the sum: above 0, below 0, or not told by thermographs.
  Known by_thermographs(const State& state);

  Store& store_;
  Components& components_;
  std::vector<Part, HugePages<Part>> parts_;
  SegmentedVector<Set> sets_;
  SegmentedVector<State> states_;
  std::vector<StateId, HugePages<StateId>> children_;
  using Index =
      FlatMap<std::uint64_t, std::uint32_t, std::hash<std::uint64_t>, std::equal_to<std::uint64_t>,
              HugePages<std::pair<const std::uint64_t, std::uint32_t>>>;
  Index set_index_;  // the last set of each hash
  Index index_;      // states
  std::uint64_t expansions_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t cuts_ = 0;
  std::uint64_t taken_ = 0;
  SumTable* shared_ = nullptr;
  struct SharedSet {
    SumTable::Set* set = nullptr;
    std::uint32_t version = 0;  // of the games that were taken
  };
  std::vector<SharedSet> shared_sets_;       // of sets_; null: not asked for yet
  std::vector<SumTable::Sum*> shared_sums_;  // of states_
  bool thermographs_;
  MemoryMeter meter_;
  std::vector<StateId> found_;  // of expand()
};

}  // namespace cgt::solve
