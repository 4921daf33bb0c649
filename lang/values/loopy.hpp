// Loopy values in scripts: on, {0|pass}, a{0|{1|a}}, S & T. A value that is equal to a short game is
// a number or a game, never one of these.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cgt/loopy/loopy_games.hpp"
#include "lang/context.hpp"

namespace cgt::lang {

// Its class is what can be said of it: "Pseudonumber", "CanonicalStopper" (it has options),
// "StopperSidedValue" or "SidedValue" (it has none); all understand the methods of "LoopyGame".
class LoopyObject final : public NativeObject {
 public:
  LoopyObject(LoopyGames& g, LoopyValue v);
  const char* class_name() const override { return class_name_; }
  const char* base_class() const override { return "LoopyGame"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override;

  const LoopyValue value;

 private:
  LoopyGames& games_;
  const char* class_name_;
};

// The table of the session.
LoopyGames& loopy_games(Context& context);
inline bool is_loopy(const Value& v) {
  return v.kind() == Kind::kNative && v.as_native<LoopyObject>() != nullptr;
}
Value loopy_value(Context& context, const LoopyValue& g);
// A member of OutcomeClass.
Value outcome_value(LoopyOutcome outcome);
// "play in over can go over -> over for ever": why there is no answer. Requires a loopy value.
std::string cycle_of(Context& context, const LoopyValue& g);
// Which of two stoppers is printed first: negative, 0 or positive.
int print_order(Context& context, const LoopyObject& g, const LoopyObject& h);

// How the braces around loops were written: a vertex for each pair of braces, and between them the
// moves that are names or passes. The other options come as lists, two for each vertex.
struct LoopyShape final : Object {
  struct Move {
    std::uint32_t from = 0;
    Player player = Player::kLeft;
    std::uint32_t to = 0;
  };
  std::uint32_t vertices = 0;
  std::vector<Move> moves;
};

// The loopy values that values of any kind have: positions by their moves, braces by their options.

// The value of a number, a game, a position or a loopy value. Throws Error naming `what` for
// anything else.
LoopyValue loopy_of(Context& context, const Value& v, std::string_view what = "this operation");
// The stopper that it is. Throws Error naming `what` if it is none.
LoopyId stopper_of(Context& context, const Value& v, std::string_view what);
Value make_loopy(Context& context, const LoopyShape& shape, std::span<const Value> lists);

}  // namespace cgt::lang
