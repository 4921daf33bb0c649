// Positions of rulesets in scripts, and what is made of positions.
//
// A position is an instance of a class that extends Game. Its methods are called from here and from
// the solver of the session: Options of both players, Decomposition where the class has one. What
// finds values of positions is a PositionSolver that the session is given; the packages of
// lang/bindings bring the searches of decomp. Without one, the value of a position is that of its
// form: right, but every option of every follower is looked at.
//
// Sums with other games, negatives, multiples and ordinal sums of positions are compounds: they
// keep what they are made of, and have the value that follows from it.
//
// All walks have explicit stacks: how deep a game is does not matter. A position that can be reached
// again from itself has a loopy value, and neither a canonical form nor an explicit one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cgt/algebra/form.hpp"
#include "cgt/loopy/loopy_games.hpp"
#include "cgt/loopy/value.hpp"
#include "cgt/support/known_so_far.hpp"
#include "cgt/thermo/game_bounds.hpp"
#include "lang/context.hpp"
#include "lang/values/class.hpp"
#include "lang/values/position_table.hpp"
#include "lang/values/token.hpp"

namespace cgt::lang {

class CompoundObject final : public NativeObject {
 public:
  enum class Operation : std::uint8_t { kSum, kNegative, kMultiple, kOrdinalSum };

  // Of kNegative, b is Nothing; of kMultiple, a is the number of copies. Throws Error if compounds
  // lie too deep in each other.
  CompoundObject(Operation operation, Value a, Value b);
  const char* class_name() const override { return "Compound"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override;
  // How deep games lie in each other.
  std::uint32_t depth() const { return depth_; }

  const Operation operation;
  const Value a;
  const Value b;

 private:
  std::uint32_t depth_ = 1;
  std::uint64_t hash_ = 0;
};

// A position of a ruleset that a package brings.
class PositionObject : public NativeObject {
 public:
  // Impartial positions also understand what ImpartialGame does.
  const char* class_name() const override { return impartial() ? "ImpartialGame" : "Position"; }
  const char* base_class() const override { return impartial() ? "Position" : nullptr; }
  virtual bool impartial() const = 0;
  // Throws Error if play can come back to a position; then it has a loopy value only.
  virtual GameId value(Context& context) const = 0;
  virtual LoopyValue loopy_value(Context& context) const = 0;
  virtual std::vector<Value> options(Context& context, Player player) const = 0;
  // The independent parts that it is the sum of: positions, negatives of positions, integers.
  virtual std::vector<Value> parts(Context& context) const = 0;
  using NativeObject::parts;
  // The ruleset it belongs to; Nothing if there is none.
  virtual Value enclosing() const { return {}; }
  // What is proved of it where its value is out of reach, with at most the budget, and the same as a
  // fact (cgt/support/known_so_far.hpp). Throw std::bad_alloc alone.
  virtual GameBounds bounds(Context& context, Budget& budget) const = 0;
  virtual KnownSoFar known(Context& context) const = 0;
};

inline const PositionObject* as_native_position(const Value& v) {
  return v.as_native<PositionObject>();
}
inline const CompoundObject* as_compound(const Value& v) { return v.as_native<CompoundObject>(); }
// A position, of a script or native, or a compound.
bool has_options(const Value& v);

// Finds values of positions of scripts.
class PositionSolver {
 public:
  PositionSolver() = default;
  PositionSolver(const PositionSolver&) = delete;
  PositionSolver& operator=(const PositionSolver&) = delete;
  virtual ~PositionSolver() = default;

  // Requires is_position(v). May be asked while it answers: Options of a class may ask for values.
  // Throws BudgetExhausted (what was found stays known), Error if the game is loopy, and what the
  // methods of the class throw.
  virtual GameId value(Context& context, const Value& v) = 0;
  // The same for any game: the loopy value where play can come back.
  virtual LoopyValue loopy_value(Context& context, const Value& v) = 0;
  // Positions met so far.
  virtual std::size_t size() const = 0;
  // Forgets everything. Only while it answers nothing.
  virtual void clear() = 0;
};

class Positions {
 public:
  // Null: none.
  void set_solver(std::unique_ptr<PositionSolver> solver) { solver_ = std::move(solver); }
  // Requires has_options(v). Throws Error, also what the methods of the class throw.
  // Unfinished tells what is known of a native position, and of sums of such and values.
  GameId value(Context& context, const Value& v);
  // The same for any game: the loopy value, as one of the table of the session, where play can come
  // back to a position.
  LoopyValue loopy_value(Context& context, const Value& v);
  // The position as a form: its options, not simplified.
  Form form(Context& context, const Value& v);
  // Positions met so far.
  std::size_t size() const;
  void clear();

 private:
  struct ShortValues;
  struct LoopyValues;
  // Of sums, negatives and multiples by the values of their parts; `values` has those of the rest.
  template <class Values>
  typename Values::Known::mapped_type value_by(Values values, const Value& root);

  std::unique_ptr<PositionSolver> solver_;
  // Values of compounds and of their parts.
  FlatMap<Value, GameId, ValueHash> compounds_;
  FlatMap<Value, LoopyValue, ValueHash> loopy_compounds_;
  PositionTable<Form> forms_;
};

// A number, a game or a form: what has a value without being a position.
bool is_leaf_game(const Value& v);

// The options of a player, as the class of the position lists them.
std::vector<Value> position_options(Context& context, const Value& v, Player player);
// a op b where at least one is a position or a compound; empty if that makes no game.
std::optional<Value> compound(Context& context, Token op, const Value& a, const Value& b);
Value negative_compound(const Value& a);

}  // namespace cgt::lang
