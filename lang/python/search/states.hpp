// Games that are written in Python, as states for the searches of decomp. A state is an object of any
// class with
//   to_move            who moves: LEFT or 0, RIGHT or 1, 2, ...; CHANCE; None at the end
//   moves()            the moves, any objects that can be compared; at a chance node its outcomes
//   play(move)         the state after it
//   utility()          at the end: a number for player 0, whose negative player 1 gets, or a sequence
//                      with one number a player
//   estimate()         the same where a depth limit cuts
//   quiet()            False where that says nothing: the search goes on beyond the limit
//   probability(move)  of an outcome at a chance node
//   information()      what the player to move knows, if he does not see everything: any value
//   outcome()          for partial order bounding: an element of the order, what is known of it, or
//                      None; of any state
// and, as attributes of the class,
//   players            how many there are, if not two
//   may_repeat         True if play can come back to a state
//   utility_range      (least, greatest) of all utilities
// Searches copy references to states and compare them by value, so states must not change.
//
// What members raise passes through the searches. Thread rule: only while the lock of the interpreter
// is held, copies and their end included.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <vector>

#include "decomp/search/game.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"

namespace cgt::python {

// The member of a state, called if it is a method. Throws TypeError for a class that lacks it; `what` names
// the search.
py::object state_member(const py::object& state, const char* member, const char* what);

struct ObjectMove {
  py::object object;
  double probability = 0;  // of an outcome at a chance node
  // Moves that have no hash share one.
  std::uint32_t code() const;
  friend bool operator==(const ObjectMove& a, const ObjectMove& b) {
    return a.object.is(b.object) || (a.object && b.object && a.object.equal(b.object));
  }
};

// What all states of one game share.
class ObjectGame {
 public:
  // `what` names the search in errors. Throws TypeError if the object is not a state of a game.
  ObjectGame(const py::object& root, const char* what, Budget& budget);

  const search::GameType& type() const { return type_; }
  const char* what() const { return what_; }
  // One call of Python is much work, so limits and Ctrl-C are looked at each time.
  void poll() const { budget_->poll(); }
  py::object ask(const py::object& state, const char* member) const {
    return state_member(state, member, what_);
  }
  // A utility, within the range if there is one. `player`: kAll for the number of player 0, which all
  // others share; then a sequence is refused.
  static constexpr int kAll = -1;
  double number(const py::object& utility, int player, const char* member) const;
  bool has_range() const { return has_range_; }
  bool has_quiet() const { return has_quiet_; }
  py::object give(double x) const { return numbers_.give(x); }
  // One number a player, as a tuple.
  py::tuple give_all(const std::vector<double>& vector) const;

 private:
  Budget* budget_;
  const char* what_;
  search::GameType type_;
  bool has_range_ = false;
  bool has_quiet_ = false;
  mutable Doubles numbers_;
};

class ObjectState {
 public:
  using Move = ObjectMove;

  ObjectState(const ObjectGame& game, py::object root);

  const ObjectGame& game() const { return *game_; }
  const py::object& object() const { return object_; }
  const search::GameType& type() const { return game_->type(); }
  int player() const { return player_; }
  void moves(std::vector<Move>& out) const;
  void play(const Move& move);
  double probability(const Move& move) const { return move.probability; }
  double utility(int player) const;
  // For searches of one number: that of player 0.
  double scalar() const;
  double estimate() const;
  // May it be estimated?
  bool is_quiet() const;
  // One estimate a player.
  std::vector<double> estimates() const;
  // Of player 0, and at a chance node. Throw TypeError for floats.
  Rational exact_utility() const;
  Rational exact_probability(const Move& move) const;
  py::object outcome() const { return game_->ask(object_, "outcome"); }
  std::uint64_t hash() const { return hash_; }
  friend bool operator==(const ObjectState& a, const ObjectState& b) {
    return a.object_.is(b.object_) || (a.hash_ == b.hash_ && a.object_.equal(b.object_));
  }

 private:
  void take(py::object object);

  const ObjectGame* game_;
  py::object object_;
  std::uint64_t hash_ = 0;
  int player_ = search::kTerminal;
};

// Moves in the order given.
py::list list_of(const std::vector<ObjectMove>& moves);

// What a search counted, and why it ended, as the fields of cgt.search.Result.
template <class Found>
py::dict answer_of(const Found& found) {
  py::dict out;
  out["best"] = list_of(found.best);
  out["line"] = list_of(found.line);
  out["nodes"] = found.counts.nodes;
  out["leaves"] = found.counts.leaves;
  out["stop"] = describe(found.stop);
  return out;
}

// A search that Ctrl-C ended is made again if the handler of Python lets that pass: ask() sees to it.
inline void pass_on(StopReason stop) {
  if (stop == StopReason::kInterrupted) throw BudgetExhausted(stop);
}

// run(state, budget) finds something with a `stop`; convert(game, found) makes a py::dict of it.
template <class Run, class Convert>
py::dict search_from(const py::object& root, const char* what, const py::object& given,
                     const Run& run, const Convert& convert) {
  return ask(
      given,
      [&](Budget& budget) {
        const ObjectGame game(root, what, budget);
        const auto found = run(ObjectState(game, root), budget);
        pass_on(found.stop);
        return convert(game, found);
      },
      Lock::kKeep);
}

}  // namespace cgt::python
