// Rational numbers and players. What only integers have is in integer.cpp.
#include <fmt/format.h>

#include "cgt/number/integer.hpp"
#include "lang/library/core.hpp"
#include "lang/values/arithmetic.hpp"
#include "lang/values/infinity.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang {
namespace {

Integer top(const Value& v) { return numerator(v.as_rational()); }
Integer bottom(const Value& v) { return denominator(v.as_rational()); }

// +1, 0, -1.
int rational_sign(const Value& v) { return v.as_rational().sign(); }

Value number_argument(const Value& v, const char* what) {
  if (!v.is_number()) throw Error(fmt::format("{} needs a number, not {}", what, v.described()));
  return v;
}

}  // namespace

void register_numbers(Registry& registry) {
  for (const auto& [name, quarters] : {std::pair{"¼", 1}, std::pair{"½", 2}, std::pair{"¾", 3}})
    registry.add(Constant{name, "A fraction.", Value::rational(Rational(quarters, 4))});
  const Rows rationals(registry, "Rational");
  const Rows games(registry, "Game");
  const Rows players(registry, "Player");
  const Rows enums = Rows(registry, "Enum").after("enum Suit Clubs, Hearts; end;");
  enums.add("Ordinal", "The place of the member in its enum: 1 for the first.",
            "Suit.Hearts.Ordinal --> 2",
            [](Context&, Arguments a) { return Value::integer(a[0].as_enum().ordinal + 1); });
  rationals.add("Abs", "Absolute value.", "(-3/2).Abs --> 3/2", [](Context&, Arguments a) {
    return rational_sign(a[0]) < 0 ? Value::rational(-a[0].as_rational()) : a[0];
  });
  rationals.add("Sign", "1, 0 or -1.", "(-3/2).Sign --> -1",
                [](Context&, Arguments a) { return Value::integer(rational_sign(a[0])); });
  rationals.add("Numerator", "Numerator in lowest terms.", "(6/4).Numerator --> 3",
                [](Context&, Arguments a) { return whole(top(a[0])); });
  rationals.add("Denominator", "Denominator in lowest terms, > 0.", "(6/4).Denominator --> 2",
                [](Context&, Arguments a) { return whole(bottom(a[0])); });
  rationals.add("Floor", "The largest integer not above.", "(-3/2).Floor --> -2",
                [](Context&, Arguments a) { return whole(floor(a[0].as_rational())); });
  rationals.add("Ceiling", "The smallest integer not below.", "(3/2).Ceiling --> 2",
                [](Context&, Arguments a) { return whole(ceiling(a[0].as_rational())); });
  rationals.add(
      "Reciprocal", "1/x; inf for 0.", "(3/2).Reciprocal --> 2/3",
      [](Context& c, Arguments a) { return binary(c, Token::kSlash, Value::integer(1), a[0]); });
  rationals.add("IsDyadic", "Is the denominator a power of 2?", "(1/3).IsDyadic --> false",
                [](Context&, Arguments a) {
                  return Value::boolean(to_dyadic(a[0].as_rational()).has_value());
                });
  rationals.add("IsNumber", "Always true.", "(1/3).IsNumber --> true",
                [](Context&, Arguments) { return Value::boolean(true); });
  rationals.add("IsInteger", "Is it an integer?", "(1/3).IsInteger --> false",
                [](Context&, Arguments a) { return Value::boolean(a[0].is_integer()); });
  rationals.add("IsZero", "Is it 0?", "(1/3).IsZero --> false",
                [](Context&, Arguments a) { return Value::boolean(rational_sign(a[0]) == 0); });
  rationals.add("OutcomeClass", "L if positive, R if negative, P if 0.", "(1/3).OutcomeClass --> L",
                [](Context&, Arguments a) {
                  const int s = rational_sign(a[0]);
                  return Value::outcome(s > 0   ? OutcomeClass::kLeft
                                        : s < 0 ? OutcomeClass::kRight
                                                : OutcomeClass::kPrevious);
                });
  rationals.add("Birthday", "Depth of the canonical form.", "(3/4).Birthday --> 3",
                [](Context& c, Arguments a) {
                  const auto game = as_short_game(c.store(), a[0]);
                  if (!game) return transfinite_value(c, Ordinal::omega());
                  return Value::rational(Rational(c.store().birthday(*game)));
                });
  rationals.add(
      "Max(x)", "The greater of two numbers.", "3 Max 5 --> 5", [](Context&, Arguments a) {
        if (const int sign = infinity_sign(a[1]); sign != 0) return sign > 0 ? a[1] : a[0];
        return number_argument(a[1], "Max").as_rational() > a[0].as_rational() ? a[1] : a[0];
      });
  rationals.add(
      "Min(x)", "The smaller of two numbers.", "3 Min 5 --> 3", [](Context&, Arguments a) {
        if (const int sign = infinity_sign(a[1]); sign != 0) return sign < 0 ? a[1] : a[0];
        return number_argument(a[1], "Min").as_rational() < a[0].as_rational() ? a[1] : a[0];
      });

  games.add("NimValue", "k of a nimber *k.", "*3.NimValue --> 3", [](Context& c, Arguments a) {
    const auto nus = c.store().as_nus(c.game(a[0]));
    if (!nus || !nus->number.is_zero() || nus->ups != 0)
      throw Error("only nimbers have a nim value");
    return Value::integer(nus->nimber);
  });

  players.add("Opponent", "The other player.", "Left.Opponent --> Right",
              [](Context&, Arguments a) { return Value::player(opponent(*a[0].as_player())); });
  players.add("Sign", "1 for Left, -1 for Right.", "Right.Sign --> -1",
              [](Context&, Arguments a) { return Value::integer(sign(*a[0].as_player())); });
  players.add("Ordinal", "1 for Left, 2 for Right.", "Left.Ordinal --> 1",
              [](Context&, Arguments a) { return Value::integer(a[0].as_enum().ordinal + 1); });
  for (const Player player : kPlayers) {
    registry.add(Constant{name(player), "A player.", Value::player(player)});
    registry.add(
        Constant{fmt::format("Player.{}", name(player)), "A player.", Value::player(player)});
  }
  for (const EnumMember& member : outcome_type().members) {
    registry.add(Constant{fmt::format("OutcomeClass.{}", member.name), "An outcome class.",
                          Value::member(member)});
  }
}

}  // namespace cgt::lang
