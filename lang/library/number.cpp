// Numbers: rational, integer, infinite, transfinite; players.
#include <fmt/format.h>

#include "cgt/number/nim_field.hpp"
#include "cgt/number/rational.hpp"
#include "lang/library/core.hpp"
#include "lang/values/arithmetic.hpp"
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
      "Max(that)", "The greater of two numbers.", "3 Max 5 --> 5", [](Context&, Arguments a) {
        if (const int sign = infinity_sign(a[1]); sign != 0) return sign > 0 ? a[1] : a[0];
        return number_argument(a[1], "Max").as_rational() > a[0].as_rational() ? a[1] : a[0];
      });
  rationals.add(
      "Min(that)", "The smaller of two numbers.", "3 Min 5 --> 3", [](Context&, Arguments a) {
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

// Integers of any size: division, roots, bits, nim arithmetic.

namespace {

Integer of(const Value& v) { return numerator(v.as_rational()); }

Integer integer_argument(const Value& v, const char* what) {
  if (!v.is_integer()) throw Error(fmt::format("{} needs an integer, not {}", what, v.described()));
  return of(v);
}

Integer natural(const Value& v, const char* what) {
  Integer n = integer_argument(v, what);
  if (n < 0) throw Error(fmt::format("{} needs integers >= 0", what));
  return n;
}

Integer divisor(const Value& v, const char* what) {
  Integer n = natural(v, what);
  if (n == 0) throw Error("0 has no nim inverse");
  return n;
}

// Digits with an optional sign, nothing else.
Value parse_integer(const std::string& text) {
  const std::size_t start = !text.empty() && text[0] == '-' ? 1 : 0;
  const bool digits =
      text.size() > start && text.find_first_not_of("0123456789", start) == std::string::npos;
  if (!digits) throw Error(fmt::format("'{}' is not an integer", text.substr(0, 40)));
  if (text.size() > kMaxBits / 4) throw Error("this number is too large");
  return whole(Integer(text));
}

}  // namespace

void register_integers(Registry& registry) {
  const Rows functions(registry, "");
  const Rows rows(registry, "Integer");
  rows.add("Div(that)", "Quotient rounded towards 0.", "(-17).Div(4) --> -4",
           [](Context&, Arguments a) {
             const Integer d = integer_argument(a[1], "Div");
             if (d == 0) throw Error("division by zero");
             return whole(of(a[0]) / d);
           });
  rows.add("Gcd(that)", "Greatest common divisor.", "12.Gcd(18) --> 6", [](Context&, Arguments a) {
    return whole(gcd(of(a[0]), integer_argument(a[1], "Gcd")));
  });
  rows.add("Isqrt", "Square root rounded down.", "17.Isqrt --> 4",
           [](Context&, Arguments a) { return whole(integer_sqrt(natural(a[0], "Isqrt"))); });
  rows.add("Lb", "Binary logarithm rounded down.", "17.Lb --> 4", [](Context&, Arguments a) {
    if (of(a[0]) <= 0) throw Error("Lb needs an integer > 0");
    return Value::integer(static_cast<std::int64_t>(binary_logarithm(of(a[0]))));
  });
  rows.add("IsEven", "Is it even?", "4.IsEven --> true",
           [](Context&, Arguments a) { return Value::boolean(of(a[0]) % 2 == 0); });
  rows.add("IsOdd", "Is it odd?", "4.IsOdd --> false",
           [](Context&, Arguments a) { return Value::boolean(of(a[0]) % 2 != 0); });
  rows.add("IsTwoPower", "Is it 1, 2, 4, ...?", "32.IsTwoPower --> true",
           [](Context&, Arguments a) { return Value::boolean(is_two_power(of(a[0]))); });
  rows.add("IsEvil", "Has n >= 0 an even number of ones in binary?", "3.IsEvil --> true",
           [](Context&, Arguments a) { return Value::boolean(is_evil(natural(a[0], "IsEvil"))); });
  rows.add(
      "IsOdious", "Has n >= 0 an odd number of ones in binary?", "3.IsOdious --> false",
      [](Context&, Arguments a) { return Value::boolean(!is_evil(natural(a[0], "IsOdious"))); });
  rows.add(
      "IsSmallInteger", "Does it fit in 32 bits?", "5.IsSmallInteger --> true",
      [](Context&, Arguments a) {
        const auto n = a[0].small_integer();
        return Value::boolean(n && *n >= -(std::int64_t{1} << 31) && *n < (std::int64_t{1} << 31));
      });

  rows.add("NimSum(that)", "Sum without carrying: *a + *b is *(a NimSum b).", "11 NimSum 5 --> 14",
           [](Context& c, Arguments a) {
             if (is_transfinite(a[1])) {
               return transfinite_value(
                   c, ordinal_of(c, a[0], "NimSum").nim_sum(ordinal_of(c, a[1], "NimSum")));
             }
             return whole(nim_sum(natural(a[0], "NimSum"), natural(a[1], "NimSum")));
           });
  rows.add("OmegaPower", "omega to this power.", "2.OmegaPower --> ω^2",
           [](Context& c, Arguments a) {
             return transfinite_value(c, Ordinal::omega_power(ordinal_of(c, a[0], "OmegaPower")));
           });
  rows.add("NimProduct(that)", "Product of the nim field, in which 4 times 4 is 6.",
           "8 NimProduct 8 --> 13", [](Context& c, Arguments a) {
             if (is_transfinite(a[1])) return ordinal_nim_product(c, a[0], a[1]);
             return whole(
                 nim_product(natural(a[0], "NimProduct"), natural(a[1], "NimProduct"), c.budget()));
           });
  rows.add("NimExp(that)", "The product of n copies in the nim field.", "2 NimExp 3 --> 1",
           [](Context& c, Arguments a) { return ordinal_nim_power(c, a[0], a[1]); });
  rows.add("NimInverse", "1 divided by n in the nim field.", "2.NimInverse --> 3",
           [](Context& c, Arguments a) {
             return whole(nim_inverse(divisor(a[0], "NimInverse"), c.budget()));
           });
  rows.add(
      "NimDiv(that)", "Quotient in the nim field.", "11 NimDiv 2 --> 6",
      [](Context& c, Arguments a) {
        return whole(nim_quotient(natural(a[0], "NimDiv"), divisor(a[1], "NimDiv"), c.budget()));
      });
  rows.add("NimSqrt", "The square root in the nim field; every n has one.", "2.NimSqrt --> 3",
           [](Context& c, Arguments a) {
             return whole(nim_square_root(natural(a[0], "NimSqrt"), c.budget()));
           });
  rows.add("UglyProduct(that)", "The ugly product (Winning Ways ch. 14).", "4 UglyProduct 4 --> 2",
           [](Context& c, Arguments a) {
             return whole(ugly_product(natural(a[0], "UglyProduct"), natural(a[1], "UglyProduct"),
                                       c.budget()));
           });
  functions.add("Integer.Parse(str)", "The integer that a string writes.",
                "Integer.Parse(\"-17\") --> -17",
                [](Context& c, Arguments a) { return parse_integer(c.string(a[0], "Parse")); });
}

// The methods of inf and -inf.

void register_infinity(Registry& registry) {
  for (const char* name : {"inf", "∞"})
    registry.add(Constant{name, "1/0: greater than every number.", infinity(1)});
  const Rows rows(registry, "Infinity");
  rows.add("Abs", "inf.", "(-inf).Abs --> inf", [](Context&, Arguments) { return infinity(1); });
  rows.add("Sign", "1 or -1.", "(-inf).Sign --> -1",
           [](Context&, Arguments a) { return Value::integer(infinity_sign(a[0])); });
  rows.add("Numerator", "1 or -1.", "(-inf).Numerator --> -1",
           [](Context&, Arguments a) { return Value::integer(infinity_sign(a[0])); });
  rows.add("Denominator", "0.", "inf.Denominator --> 0",
           [](Context&, Arguments) { return Value::integer(0); });
  rows.add("Reciprocal", "0.", "inf.Reciprocal --> 0",
           [](Context&, Arguments) { return Value::integer(0); });
  for (const char* name : {"IsDyadic", "IsInteger", "IsZero"}) {
    rows.add(name, "Always false.", "inf.IsDyadic --> false",
             [](Context&, Arguments) { return Value::boolean(false); });
  }
  rows.add("IsNumber", "Always true.", "inf.IsNumber --> true",
           [](Context&, Arguments) { return Value::boolean(true); });
  rows.add("OutcomeClass", "L or R.", "(-inf).OutcomeClass --> R", [](Context&, Arguments a) {
    return Value::outcome(infinity_sign(a[0]) > 0 ? OutcomeClass::kLeft : OutcomeClass::kRight);
  });
  const auto choose = [](const char* what, int sign) {
    return [what, sign](Context&, Arguments a) {
      if (!a[1].is_number() && infinity_sign(a[1]) == 0)
        throw Error(fmt::format("{} needs a number, not {}", what, a[1].described()));
      return infinity_sign(a[0]) == sign ? a[0] : a[1];
    };
  };
  rows.add("Max(that)", "The greater of two numbers.", "inf Max 5 --> inf", choose("Max", 1));
  rows.add("Min(that)", "The smaller of two numbers.", "inf Min 5 --> 5", choose("Min", -1));
}

// The methods of omega, of what arithmetic makes of it, and of nimbers beyond the finite ones.

namespace {

const SurrealFraction& fraction(const Value& v) { return v.as_native<TransfiniteObject>()->number; }

Value transfinite_abs(Context& c, Arguments a) {
  return fraction(a[0]).numerator().sign() < 0 ? transfinite_negative(c, a[0]) : a[0];
}

OutcomeClass outcome_of_sign(int sign) {
  return sign > 0 ? OutcomeClass::kLeft : sign < 0 ? OutcomeClass::kRight : OutcomeClass::kPrevious;
}

}  // namespace

void register_transfinite(Registry& registry) {
  for (const char* name : {"omega", "ω"}) {
    registry.add(Constant{name, "The first infinite ordinal: greater than every short game.",
                          Value::native<TransfiniteObject>([] {
                            Budget budget;
                            return SurrealFraction(Ordinal::omega(), Ordinal(1), budget);
                          }())});
  }
  for (const char* owner : {"GeneralizedOrdinal", "SurrealNumber"}) {
    const bool ordinal = std::string_view(owner) == "GeneralizedOrdinal";
    const Rows rows = Rows(registry, owner).on(ordinal ? "(omega-5)" : "((1-omega)/(omega+1))");
    rows.add("Abs", "Without its sign.", ordinal ? "Abs --> ω-5" : "Abs --> (ω-1)/(ω+1)",
             transfinite_abs);
    rows.add("Sign", "1 or -1.", ordinal ? "Sign --> 1" : "Sign --> -1", [](Context&, Arguments a) {
      return Value::integer(fraction(a[0]).numerator().sign());
    });
    rows.add("OutcomeClass", "L if positive, R if negative.",
             ordinal ? "OutcomeClass --> L" : "OutcomeClass --> R", [](Context&, Arguments a) {
               return Value::outcome(outcome_of_sign(fraction(a[0]).numerator().sign()));
             });
    rows.add("Numerator", "The numerator in lowest terms.",
             ordinal ? "Numerator --> ω-5" : "Numerator --> -ω+1", [](Context& c, Arguments a) {
               return transfinite_value(c, fraction(a[0]).numerator());
             });
    rows.add("Denominator", "The denominator in lowest terms.",
             ordinal ? "Denominator --> 1" : "Denominator --> ω+1", [](Context& c, Arguments a) {
               return transfinite_value(c, fraction(a[0]).denominator());
             });
    rows.add("IsOrdinal", "Is it a sum of powers of omega without a minus?", "IsOrdinal --> false",
             [](Context&, Arguments a) {
               if (a[0].is_number()) return Value::boolean(false);  // 1/3
               const SurrealFraction& x = fraction(a[0]);
               return Value::boolean(x.denominator() == Ordinal(1) && x.numerator().is_ordinal());
             });
    rows.add("IsInfinitesimal", "Is it between -x and x for every dyadic number x > 0?",
             "IsInfinitesimal --> false", [](Context&, Arguments a) {
               if (a[0].is_number()) return Value::boolean(false);
               const SurrealFraction& x = fraction(a[0]);
               return Value::boolean(x.numerator().terms().front().exponent <
                                     x.denominator().terms().front().exponent);
             });
    rows.add("Max(that)", "The greater of two numbers.",
             ordinal ? "Max(omega) --> ω" : "Max(-2) --> (-ω+1)/(ω+1)",
             [](Context& c, Arguments a) {
               return compare(c, a[0], a[1]) == Relation::kLess ? a[1] : a[0];
             });
    rows.add("Min(that)", "The smaller of two numbers.",
             ordinal ? "Min(omega) --> ω-5" : "Min(-2) --> -2", [](Context& c, Arguments a) {
               return compare(c, a[0], a[1]) == Relation::kGreater ? a[1] : a[0];
             });
    rows.add(
        "Reciprocal", "1/x.", ordinal ? "Reciprocal --> 1/(ω-5)" : "Reciprocal --> (-ω-1)/(ω-1)",
        [](Context& c, Arguments a) { return binary(c, Token::kSlash, Value::integer(1), a[0]); });
    for (const char* name : {"IsNumber", "IsLoopfree", "IsNumberish", "IsPlumtree",
                             "IsPseudonumber", "IsStopper", "IsStopperSided"}) {
      rows.add(name, "Always true.", fmt::format("{} --> true", name),
               [](Context&, Arguments) { return Value::boolean(true); });
    }
    for (const char* name : {"IsZero", "IsFinite", "IsDyadic", "IsInteger", "IsAllSmall",
                             "IsIdempotent", "IsNimber", "IsNumberTiny", "IsUptimal"}) {
      rows.add(name, "Always false.", fmt::format("{} --> false", name),
               [](Context&, Arguments) { return Value::boolean(false); });
    }
  }
  const Rows rows(registry, "GeneralizedOrdinal");
  rows.add("Birthday", "The day on which it is born.", "(omega-5).Birthday --> ω+5",
           [](Context& c, Arguments a) {
             return transfinite_value(c, fraction(a[0]).numerator().birthday());
           });
  const auto nim_sum = [](Context& c, Arguments a) {
    return transfinite_value(c,
                             ordinal_of(c, a[0], "NimSum").nim_sum(ordinal_of(c, a[1], "NimSum")));
  };
  rows.add("NimSum(that)", "Sum without carrying: *a + *b is *(a NimSum b).",
           "(omega*5+3) NimSum (omega*6) --> ω×3+3", nim_sum);
  rows.add("NimProduct(that)", "Product in the field of nimbers, of ordinals below ω^ω^ω.",
           "omega^3 NimProduct omega^8 --> 2",
           [](Context& c, Arguments a) { return ordinal_nim_product(c, a[0], a[1]); });
  rows.add("NimExp(that)", "The product of n copies in the field of nimbers.",
           "omega^27 NimExp 81 --> 2",
           [](Context& c, Arguments a) { return ordinal_nim_power(c, a[0], a[1]); });
  rows.add("OmegaPower", "omega to this power.", "(omega+1).OmegaPower --> ω^(ω+1)",
           [](Context& c, Arguments a) {
             return transfinite_value(c, Ordinal::omega_power(ordinal_of(c, a[0], "OmegaPower")));
           });
  const Rows nimbers(registry, "TransfiniteNimber");
  nimbers.add("NimValue", "The ordinal a of *a.", "(*(omega+5)).NimValue --> ω+5",
              [](Context& c, Arguments a) {
                return transfinite_value(c, a[0].as_native<TransfiniteNimber>()->size);
              });
  nimbers.add("ConwayProduct(that)", "The product with another nimber, below *(ω^ω^ω).",
              "*omega ConwayProduct *(omega^2) --> *2",
              [](Context& c, Arguments a) { return nimber_product(c, a[0], a[1]); });
  nimbers.add("OutcomeClass", "N: the next player wins.", "(*omega).OutcomeClass --> N",
              [](Context&, Arguments) { return Value::outcome(OutcomeClass::kNext); });
  for (const char* name : {"IsNimber", "IsAllSmall", "IsInfinitesimal", "IsLoopfree", "IsNumberish",
                           "IsPlumtree", "IsStopper", "IsStopperSided"}) {
    nimbers.add(name, "Always true.", fmt::format("(*omega).{} --> true", name),
                [](Context&, Arguments) { return Value::boolean(true); });
  }
  for (const char* name : {"IsZero", "IsFinite", "IsInteger", "IsIdempotent", "IsNumber",
                           "IsNumberTiny", "IsOrdinal", "IsPseudonumber", "IsUptimal"}) {
    nimbers.add(name, "Always false.", fmt::format("(*omega).{} --> false", name),
                [](Context&, Arguments) { return Value::boolean(false); });
  }
}

}  // namespace cgt::lang
