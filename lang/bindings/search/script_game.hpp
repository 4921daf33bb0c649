// Games that scripts define, as states for the searches of decomp. A state is an instance of any
// class of the script with the members
//   ToMove         who moves: Left or 1, Right or 2, 3, ...; "Chance"; Nothing at the end
//   Moves          a list of moves, any values
//   Play(move)     the state after it
//   Utility        at the end: an integer for player 1, whose negative player 2 gets, or a list of
//                  integers, one a player
//   Estimate       of player 1, if a depth limit is set
//   Quiet          false where Estimate says nothing: the search goes on beyond the limit (quiescence)
//   Outcome        for partial order bounding: an element of the poset, a set of those that are
//                  possible, or Nothing where it is not known; of any state
//   Players        how many there are, if not two
//   Information    what the player to move knows, any value: states of his with equal ones look alike to him. A class
//                  that has it is a game of imperfect information, which only some searches take
//   Probability(move)   of what may happen at a chance node: fractions that add up to 1. A class that
//                  has it is a game with chance, which only some searches take
// or a state that native code plays (StateObject), or a tree of nested lists (TreeObject), whose ends are numbers, outcomes, or utilities (1,2,6). Searches copy states and compare them by value, so that
// equal states must have equal futures.
//
// Moves, plays and ends are calls of the interpreter, each charged by it; searches keep stacks of
// their own, so games may be as long as memory allows. What a member throws ends the search.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "cgt/support/known_so_far.hpp"
#include "decomp/search/game.hpp"
#include "lang/context.hpp"
#include "lang/value.hpp"

namespace cgt::lang {

struct Package;

// Lists within lists: whoever moves takes an element; what is not a list is an end.
class TreeObject final : public NativeObject {
 public:
  explicit TreeObject(Value r) : root(std::move(r)) {}
  const char* class_name() const override { return "Search.Tree"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override { return root.hash(); }
  const Value root;
};

// A state of native code, which has the members ToMove, Moves, Play(move) and Utility as rows of Search.State.
class StateObject : public NativeObject {
 public:
  const char* base_class() const override { return "Search.State"; }
  virtual Value to_move(Context& c) const = 0;
  virtual std::vector<Value> moves(Context& c) const = 0;
  // Throws Error for what is not a move.
  virtual Value play(Context& c, const Value& move) const = 0;
  virtual Value utility(Context& c) const = 0;
  // The state that answers for all other members, or Nothing.
  virtual Value inner() const { return {}; }
};

// A table of who wins from each of some states; its rows are those of Search.Endings.
class EndingsTable : public NativeObject {
 public:
  const char* class_name() const override { return "Search.Endings"; }
  // 1: player 1 wins, -1, 0. Throw Error for a state that is not in the table.
  virtual int value(Context& c, const Value& state) const = 0;
  // Moves to the end, if either wins.
  virtual std::optional<std::uint32_t> plies(Context& c, const Value& state) const = 0;
  virtual std::vector<Value> best(Context& c, const Value& state) const = 0;
  // Won by player 1, by player 2, by neither.
  virtual std::array<std::uint64_t, 3> counts() const = 0;
  virtual std::uint32_t longest() const = 0;
};

struct ScriptMove {
  Value value;
  std::uint32_t code() const { return static_cast<std::uint32_t>(value.hash()); }
  friend bool operator==(const ScriptMove&, const ScriptMove&) = default;
};

// What all states of one game share.
class ScriptGame {
 public:
  // Throws Error if the value is not a state of a game. `vectors`: ends of a tree that are (1,2,6) are
  // utilities of so many players, who move in turn.
  ScriptGame(Context& context, const Value& root, const char* what, bool vectors = false);

  Context& context() const { return *context_; }
  const Value& root() const { return root_; }
  bool is_tree() const { return tree_; }
  bool has_vectors() const { return vectors_; }
  const search::GameType& type() const { return type_; }
  const char* what() const { return what_; }
  bool has(const Value& state, const char* member) const;
  // The member of a state; of a class that lacks it, an error that says so.
  Value ask(const Value& state, const char* member, std::span<const Value> arguments = {}) const;

 private:
  Context* context_;
  Value root_;
  const char* what_;
  bool tree_ = false;
  bool vectors_ = false;
  search::GameType type_;
};

class ScriptState {
 public:
  using Move = ScriptMove;

  explicit ScriptState(const ScriptGame& game) : ScriptState(game, game.root()) {}
  // Another state of the same game.
  ScriptState(const ScriptGame& game, Value state);

  const ScriptGame& game() const { return *game_; }
  const Value& value() const { return value_; }
  const search::GameType& type() const { return game_->type(); }
  int player() const { return player_; }
  void moves(std::vector<Move>& out) const;
  void play(const Move& move);
  // An integer, exact as a double. Throws Error for other numbers.
  double utility(int player) const;
  // Of player 1: any number. Throws Error if it is none.
  Rational exact_utility() const;
  // What the player to move knows.
  Value information() const { return game_->ask(value_, "Information"); }
  // At a chance node.
  Rational exact_probability(const Move& move) const;
  double probability(const Move& move) const { return exact_probability(move).to_double(); }
  // For searches of one number: that of player 1.
  std::int64_t scalar() const;
  std::int64_t estimate() const;
  Rational exact_estimate() const;
  // May it be estimated?
  bool is_quiet() const;
  // Nothing where it is not known. Of a tree: the leaf.
  Value outcome() const;
  std::uint64_t hash() const { return mix(value_.hash(), static_cast<std::uint64_t>(player_ + 2)); }
  friend bool operator==(const ScriptState& a, const ScriptState& b) {
    return a.player_ == b.player_ && a.value_ == b.value_;
  }

 private:
  void find_player();
  std::int64_t integer(const Value& number, const char* member) const;

  const ScriptGame* game_;
  Value value_;
  int player_ = search::kTerminal;
};

// The budget of one search: that of the session, or a part of it.
class SearchBudget {
 public:
  // `nodes` Nothing: all that is left.
  SearchBudget(Context& context, const Value& nodes, const char* what);
  Budget& get() { return part_ ? *part_ : context_->budget(); }
  // To be called after the search: throws BudgetExhausted if the session's budget is spent.
  void settle(StopReason stop);

 private:
  Context* context_;
  std::unique_ptr<Budget> part_;
};

// Integers of scripts, as doubles hold them: what player 1 gets lies between, whatever is known.
inline constexpr std::int64_t kLeastUtility = -(std::int64_t{1} << 53U);
inline constexpr std::int64_t kGreatestUtility = -kLeastUtility;
// Bounds that a search for one number has proved.
KnownSoFar known_of_search(const ScriptGame& game, std::int64_t lower, std::int64_t upper);

// What run(state, budget) finds from the position `root`, which is searched with at most `nodes`.
// `what` names the search in errors.
template <class Run>
auto search_from(Context& context, const Value& root, const Value& nodes, const char* what,
                 const Run& run, bool vectors = false) {
  const ScriptGame game(context, root, what, vectors);
  SearchBudget budget(context, nodes, what);
  auto found = run(ScriptState(game), budget.get());
  telling_what_is_known([&] { budget.settle(found.stop); },
                        [&] {
                          KnownSoFar known;
                          // What a search for one number has proved (decomp/search/game.hpp).
                          if constexpr (requires { std::int64_t{found.lower + found.upper}; })
                            known = known_of_search(game, found.lower, found.upper);
                          return known;
                        });
  return found;
}

// Rows of game.search: Retrograde; Play, Belief and Ordered; Chess and Endgame; Equilibrium, Cfr and Clairvoyance.
void add_retrograde_rows(Package& package);
void add_state_rows(Package& package);
void add_chess_rows(Package& package);
void add_information_rows(Package& package);

}  // namespace cgt::lang
