// Positions and rulesets of decomp as values of the language.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cgt/misere/misere_games.hpp"
#include "cgt/support/embedded_file.hpp"
#include "decomp/position/ruleset.hpp"
#include "lang/registry.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {

// The library of rulesets in scripts: examples/rulesets.
std::span<const EmbeddedFile> ruleset_scripts();

class NativePosition final : public PositionObject {
 public:
  // `r` is a RulesetObject.
  NativePosition(AnyPosition p, Value r) : position(std::move(p)), ruleset(std::move(r)) {}

  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override { return position.hash(); }
  bool impartial() const override { return position.impartial(); }
  GameId value(Context& context) const override;
  LoopyValue loopy_value(Context& context) const override;
  std::vector<Value> options(Context& context, Player player) const override;
  std::vector<Value> parts(Context& context) const override;
  Value enclosing() const override { return ruleset; }
  GameBounds bounds(Context& context, Budget& budget) const override;
  KnownSoFar known(Context& context) const override;

  const AnyPosition position;
  const Value ruleset;
};

class RulesetObject final : public NativeObject {
 public:
  // `text` reads back: "game.heap.Subtraction([1,2])".
  RulesetObject(std::shared_ptr<const Ruleset> r, std::string t)
      : ruleset(std::move(r)), text(std::move(t)) {}
  const char* class_name() const override { return "NativeRuleset"; }
  const char* base_class() const override { return "Ruleset"; }
  // Its family, and what the classes of scripts that it might be are called.
  bool belongs_to(std::string_view name) const override;
  std::string to_text(Context&, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override { return std::hash<std::string>()(text); }
  // Makes a position.
  Value call(Context& context, std::span<const Value> arguments,
             std::span<const std::string> names) const override;

  const std::shared_ptr<const Ruleset> ruleset;
  const std::string text;
};

inline const RulesetObject& ruleset_of(const Value& v) { return *v.as_native<RulesetObject>(); }
// Arguments of rulesets and positions from values of the language. Throws Error.
RulesetArguments arguments_of(Context& context, std::span<const Value> arguments,
                              std::span<const std::string> names);
// Throws Error if the value is not a position of a native ruleset.
const NativePosition& native_of(const Value& v);

// The misere canonical form of an impartial position, native or of a script, of a sum of such, of a
// nim heap or a form. Throws Error, BudgetExhausted.
MisereId misere_form(Context& context, const Value& v);

// What rulesets and positions understand beyond what follows from the registry: rows of the classes
// Ruleset, Position and ImpartialGame.
void add_heap_rows(Package& package);
// Joins and products of heap games.
void add_product_rows(Package& package);
// Misere quotients and universes; see docs/misere.md.
void add_misere_rows(Package& package);
// X.Svg of positions on grids, strips and graphs, and of heaps.
void add_picture_rows(Package& package);
// Values of Fox and Geese for every place of the fox.
void add_fox_rows(Package& package);

}  // namespace cgt::lang
