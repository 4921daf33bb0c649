// Partially ordered moves: where moves have values in a poset, any linear extension orders them,
// and where those values are exact, dominated moves need not be tried (Mueller 1999).
//
// OrderedGame puts this around any game, so that every search makes use of it. A rule is a function
// object that is given the state and its moves and may reorder and remove some.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "decomp/pob/antichain.hpp"
#include "decomp/search/game.hpp"

namespace cgt::pob {

// Numbers of the values, greater ones before smaller ones, otherwise in the order given.
template <Poset P>
std::vector<std::size_t> descending(const P& poset, const BoundOf<P>& values) {
  // Kahn's algorithm, always the first value that nothing left over is greater than.
  const std::size_t n = values.size();
  std::vector<std::size_t> above(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) above[i] += less(poset, values[i], values[j]) ? 1 : 0;
  }
  std::vector<bool> used(n);
  std::vector<std::size_t> out;
  while (out.size() < n) {
    std::size_t i = 0;
    while (used[i] || above[i] > 0) ++i;
    used[i] = true;
    out.push_back(i);
    for (std::size_t j = 0; j < n; ++j) above[j] -= less(poset, values[j], values[i]) ? 1 : 0;
  }
  return out;
}

// Numbers of the maximal values, of equal ones the first, in the order given.
template <Poset P>
std::vector<std::size_t> undominated(const P& poset, const BoundOf<P>& values) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    bool kept = true;
    for (std::size_t j = 0; j < values.size() && kept; ++j) {
      if (i == j || !poset.less_equal(values[i], values[j])) continue;
      kept = poset.less_equal(values[j], values[i]) && i < j;
    }
    if (kept) out.push_back(i);
  }
  return out;
}

// The rule that orders moves by `value(state, move)`, an optional element of the poset, in the view
// of the player who moves; moves without a value come last. With `prune` the values are taken for
// exact: a move is dropped if another is worth more, or as much and comes before it.
template <Poset P, class MoveValue>
struct PartialOrderRule {
  P poset;
  MoveValue value;
  bool prune = true;

  template <class S>
  void operator()(const S& state, std::vector<typename S::Move>& moves, std::size_t first) const {
    BoundOf<P> values;
    std::vector<std::size_t> valued;
    std::vector<typename S::Move> rest;
    for (std::size_t i = first; i < moves.size(); ++i) {
      if (auto v = value(state, moves[i])) {
        values.push_back(std::move(*v));
        valued.push_back(i);
      } else {
        rest.push_back(moves[i]);
      }
    }
    std::vector<bool> kept(values.size(), !prune);
    if (prune) {
      for (const std::size_t i : undominated(poset, values)) kept[i] = true;
    }
    std::vector<typename S::Move> ordered;
    for (const std::size_t i : descending(poset, values)) {
      if (kept[i]) ordered.push_back(moves[valued[i]]);
    }
    ordered.insert(ordered.end(), rest.begin(), rest.end());
    moves.resize(first);
    moves.insert(moves.end(), ordered.begin(), ordered.end());
  }
};

// The game S with its moves reordered and pruned by a rule, which outlives it.
template <search::State S, class Rule>
class OrderedGame {
 public:
  using Move = typename S::Move;
  OrderedGame(S state, const Rule& rule) : state_(std::move(state)), rule_(&rule) {}

  const S& state() const { return state_; }
  decltype(auto) type() const { return state_.type(); }
  int player() const { return state_.player(); }
  void moves(std::vector<Move>& out) const {
    const std::size_t first = out.size();
    state_.moves(out);
    (*rule_)(state_, out, first);
  }
  void play(const Move& move) { state_.play(move); }
  auto utility(int player) const requires search::UtilityState<S> { return state_.utility(player); }
  std::uint64_t hash() const { return state_.hash(); }
  friend bool operator==(const OrderedGame& a, const OrderedGame& b) {
    return a.state_ == b.state_;
  }

 private:
  S state_;
  const Rule* rule_;
};

}  // namespace cgt::pob
