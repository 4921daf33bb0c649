// Moves of a race in order, without those that need not be tried (Mueller 1999).
//
// Of moves that are the same but for names, one is kept, always: points of outside and shared
// regions of which all points touch the same lasting blocks. A stone there joins one of these blocks
// and all points left touch what the stone has joined: nothing but their number counts.
//
// With one essential block a side, others have values in a partial order, in the view of who moves:
//
//   own liberty, eye or neutral point < pass < outside liberty of the enemy < capture
//                      shared liberty < outside liberty of the enemy
//   own liberty, eye or neutral point < pass that ends the race < capture
//
// and with `prune` dominated moves are dropped. Moves in eyes of the enemy and in open regions have
// no value: they always stay.
//
// Why they are dominated. Let M move, N be the enemy.
//   1. Where no ko is banned, a pass of M never wins, since N may pass too and end the race; so
//      there M wins by a stone or not at all, and whether N passed before does not matter to that.
//   2. A liberty less. Let P' be P but for an outside liberty e of one side that is filled (by
//      either side: on e a stone only joins what cannot be taken). It is no better for that side,
//      and wins take no longer for the other one. What a side can force in the worse position it
//      forces in the better one with the same moves, its own stone on e replaced by a pass and the
//      enemy's taken for one: every other move is legal there if it is here, takes the same stones,
//      and leaves the same ban, as no ko is next to e. Where such a pass would end or has ended
//      what the other play goes on with, no ban is left, and 1. says that nothing is lost.
//   3. Own liberty < pass: a pass keeps the liberty (2.), and where it ends the race although M has
//      a win by filling, N passes after that and M wins by another stone, which by 2. wins now.
//      An eye of one or two empty points, which all touch the block, is worth no less before M fills
//      it: N can fill the second one last only. Neutral points are elsewhere (state.hpp).
//   4. Pass < outside liberty of N: by 2., for the race goes on after either. A pass that ends it is
//      another matter: it saves M where N should not have passed, so it is compared to neither.
//   5. Shared < outside liberty of N: with s the one and e the other, M keeps s and plays it when he
//      would play e, and takes N's stone on s for one on e. N has as many liberties as before in
//      all that follows and M has no fewer.
// 2. to 5. never make a win longer, so that moves that are left out are not missed in cycles either.
#pragma once

#include <vector>

#include "decomp/go/races/evaluation.hpp"
#include "decomp/pob/move_order.hpp"

namespace cgt::go::semeai {

enum class MoveValue : std::uint8_t { kUseless, kPass, kEnd, kShared, kOutside, kCapture };

struct CGT_API MoveValueOrder {
  using Element = MoveValue;
  bool less_equal(MoveValue a, MoveValue b) const {
    if (a == b || b == MoveValue::kCapture) return true;
    if (b == MoveValue::kPass || b == MoveValue::kEnd) return a == MoveValue::kUseless;
    return b == MoveValue::kOutside && a != MoveValue::kCapture && a != MoveValue::kEnd;
  }
};

// For pob::OrderedGame.
struct CGT_API MoveRule {
  bool prune = true;
  void operator()(const State& state, std::vector<State::Move>& moves, std::size_t first) const;
};

using Race = pob::OrderedGame<State, MoveRule>;

// RaceEvaluation of such a game.
struct CGT_API RaceLeaves {
  RaceEvaluation evaluation;
  pob::Outcomes<RaceValue> operator()(const Race& race) const { return evaluation(race.state()); }
};

}  // namespace cgt::go::semeai
