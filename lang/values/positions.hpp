// Positions of rulesets in scripts: their values.
//
// A position is an instance of a class that extends Game. Its methods are called from here: Options
// of both players, and Decomposition where the class has one; the canonical form follows. Values
// are remembered per position (class, ruleset and fields), so equal positions cost one look-up.
// The search has an explicit stack: how deep a game is does not matter. A position that can be
// reached again from itself is refused, as loopy games have no canonical form.
//
// Sums with other games, negatives, multiples and ordinal sums of positions are compounds: they
// keep what they are made of, and have the value that follows from it.
#pragma once

#include <optional>
#include <string>

#include "cgt/algebra/form.hpp"
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
  virtual GameId value(Context& context) const = 0;
  virtual std::vector<Value> options(Context& context, Player player) const = 0;
  // The independent parts that it is the sum of: positions, negatives of positions, integers.
  virtual std::vector<Value> parts(Context& context) const = 0;
  using NativeObject::parts;
};

inline const PositionObject* as_native_position(const Value& v) {
  return v.as_native<PositionObject>();
}
inline const CompoundObject* as_compound(const Value& v) { return v.as_native<CompoundObject>(); }
// A position, of a script or native, or a compound.
bool has_options(const Value& v);

class Positions {
 public:
  // Requires has_options(v). Throws Error, also what the methods of the class throw.
  GameId value(Context& context, const Value& v);
  // The position as a form: its options, not simplified.
  Form form(Context& context, const Value& v);
  // Positions whose value is known.
  std::size_t size() const { return values_.size(); }
  void clear() {
    values_.clear();
    forms_.clear();
  }

 private:
  PositionTable<GameId> values_;
  PositionTable<Form> forms_;
};

// The options of a player, as the class of the position lists them.
std::vector<Value> position_options(Context& context, const Value& v, Player player);
// a op b where at least one is a position or a compound; empty if that makes no game.
std::optional<Value> compound(Context& context, Token op, const Value& a, const Value& b);
Value negative_compound(const Value& a);

}  // namespace cgt::lang
