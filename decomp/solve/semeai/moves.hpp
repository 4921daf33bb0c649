// Moves of a race in order, without those that need not be tried (Mueller 1999).
//
// Of moves that are the same but for names, one is kept, always: points of outside and shared
// regions that touch the same lasting blocks can be exchanged for each other without changing the
// game. Others have values in a partial order, in the view of who moves:
//
//   own liberty, eye or neutral point < pass < outside liberty of the enemy < capture
//                      shared liberty < outside liberty of the enemy
//
// and with `prune` dominated moves are dropped. Moves in eyes of the enemy and in open regions have
// no value: they always stay.
#pragma once

#include <vector>

#include "decomp/pob/move_order.hpp"
#include "decomp/solve/semeai/evaluation.hpp"

namespace cgt::solve::semeai {

enum class MoveValue : std::uint8_t { kUseless, kPass, kShared, kOutside, kCapture };

struct MoveValueOrder {
  using Element = MoveValue;
  bool less_equal(MoveValue a, MoveValue b) const {
    if (a == b || b == MoveValue::kCapture) return true;
    if (b == MoveValue::kPass) return a == MoveValue::kUseless;
    return b == MoveValue::kOutside && a != MoveValue::kCapture;
  }
};

// For pob::OrderedGame.
struct MoveRule {
  bool prune = true;
  void operator()(const State& state, std::vector<State::Move>& moves, std::size_t first) const;
};

using Race = pob::OrderedGame<State, MoveRule>;

// RaceEvaluation of such a game.
struct RaceLeaves {
  RaceEvaluation evaluation;
  pob::Outcomes<RaceValue> operator()(const Race& race) const { return evaluation(race.state()); }
};

}  // namespace cgt::solve::semeai
