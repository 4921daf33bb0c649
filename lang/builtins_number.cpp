// Numbers: integers of any size and rationals; players.
#include <fmt/format.h>

#include "lang/arithmetic.hpp"
#include "lang/builtins.hpp"

namespace cgt::lang {
namespace {

using boost::multiprecision::denominator;
using boost::multiprecision::numerator;

Integer top(const Value& v) { return Integer(numerator(v.as_rational())); }
Integer bottom(const Value& v) { return Integer(denominator(v.as_rational())); }
Value whole(const Integer& n) { return Value::rational(Rational(n)); }

Integer floor_of(const Value& v) {
  const Integer n = top(v);
  const Integer d = bottom(v);
  Integer q = n / d;
  if (n < 0 && q * d != n) --q;
  return q;
}

Integer integer_argument(const Value& v, const char* what) {
  if (!v.is_integer())
    throw Error(fmt::format("{} needs an integer, not a {}", what, v.class_name()));
  return top(v);
}

Integer natural(const Value& v, const char* what) {
  const Integer n = integer_argument(v, what);
  if (n < 0) throw Error(fmt::format("{} needs integers >= 0", what));
  return n;
}

// +1, 0, -1.
int sign_of(const Value& v) { return v.as_rational().sign(); }

Value number_argument(const Value& v, const char* what) {
  if (!v.is_number()) throw Error(fmt::format("{} needs a number, not a {}", what, v.class_name()));
  return v;
}

bool even_ones(const Integer& n) {
  Integer rest = n;
  unsigned ones = 0;
  for (; rest > 0; rest >>= 64) {
    ones += static_cast<unsigned>(
        __builtin_popcountll(static_cast<std::uint64_t>(rest & Integer(~std::uint64_t{0}))));
  }
  return ones % 2 == 0;
}

}  // namespace

void register_numbers(Registry& registry) {
  const auto add = [&](const char* owner, const char* signature, const char* doc,
                       const char* example, Builtin::Function f) {
    registry.add(Builtin{owner, signature, doc, example, std::move(f)});
  };
  add("Rational", "Abs", "Absolute value.", "(-3/2).Abs --> 3/2", [](Context&, Arguments a) {
    return sign_of(a[0]) < 0 ? Value::rational(-a[0].as_rational()) : a[0];
  });
  add("Rational", "Sign", "1, 0 or -1.", "(-3/2).Sign --> -1",
      [](Context&, Arguments a) { return Value::integer(sign_of(a[0])); });
  add("Rational", "Numerator", "Numerator in lowest terms.", "(6/4).Numerator --> 3",
      [](Context&, Arguments a) { return whole(top(a[0])); });
  add("Rational", "Denominator", "Denominator in lowest terms, > 0.", "(6/4).Denominator --> 2",
      [](Context&, Arguments a) { return whole(bottom(a[0])); });
  add("Rational", "Floor", "The largest integer not above.", "(-3/2).Floor --> -2",
      [](Context&, Arguments a) { return whole(floor_of(a[0])); });
  add("Rational", "Ceiling", "The smallest integer not below.", "(3/2).Ceiling --> 2",
      [](Context&, Arguments a) { return whole(-floor_of(Value::rational(-a[0].as_rational()))); });
  add("Rational", "Reciprocal", "1/x.", "(3/2).Reciprocal --> 2/3",
      [](Context& c, Arguments a) { return binary(c, Token::kSlash, Value::integer(1), a[0]); });
  add("Rational", "IsDyadic", "Is the denominator a power of 2?", "(1/3).IsDyadic --> false",
      [](Context&, Arguments a) {
        return Value::boolean(to_dyadic(a[0].as_rational()).has_value());
      });
  add("Rational", "IsNumber", "Always true.", "(1/3).IsNumber --> true",
      [](Context&, Arguments) { return Value::boolean(true); });
  add("Rational", "IsInteger", "Is it an integer?", "(1/3).IsInteger --> false",
      [](Context&, Arguments a) { return Value::boolean(a[0].is_integer()); });
  add("Rational", "IsZero", "Is it 0?", "(1/3).IsZero --> false",
      [](Context&, Arguments a) { return Value::boolean(sign_of(a[0]) == 0); });
  add("Rational", "OutcomeClass", "L if positive, R if negative, P if 0.",
      "(1/3).OutcomeClass --> L", [](Context&, Arguments a) {
        const int s = sign_of(a[0]);
        return Value::outcome(s > 0   ? OutcomeClass::kLeft
                              : s < 0 ? OutcomeClass::kRight
                                      : OutcomeClass::kPrevious);
      });
  add("Rational", "Max(x)", "The greater of two numbers.", "3 Max 5 --> 5",
      [](Context&, Arguments a) {
        return number_argument(a[1], "Max").as_rational() > a[0].as_rational() ? a[1] : a[0];
      });
  add("Rational", "Min(x)", "The smaller of two numbers.", "3 Min 5 --> 3",
      [](Context&, Arguments a) {
        return number_argument(a[1], "Min").as_rational() < a[0].as_rational() ? a[1] : a[0];
      });

  add("Integer", "Div(n)", "Quotient rounded down.", "17.Div(4) --> 4", [](Context&, Arguments a) {
    const Integer d = integer_argument(a[1], "Div");
    if (d == 0) throw Error("division by zero");
    return whole(floor_of(Value::rational(a[0].as_rational() / Rational(d))));
  });
  add("Integer", "Gcd(n)", "Greatest common divisor.", "12.Gcd(18) --> 6",
      [](Context&, Arguments a) { return whole(gcd(top(a[0]), integer_argument(a[1], "Gcd"))); });
  add("Integer", "Isqrt", "Square root rounded down.", "17.Isqrt --> 4",
      [](Context&, Arguments a) { return whole(sqrt(natural(a[0], "Isqrt"))); });
  add("Integer", "Lb", "Binary logarithm rounded down.", "17.Lb --> 4", [](Context&, Arguments a) {
    if (sign_of(a[0]) <= 0) throw Error("Lb needs an integer > 0");
    return Value::integer(static_cast<std::int64_t>(msb(top(a[0]))));
  });
  add("Integer", "IsEven", "Is it even?", "4.IsEven --> true",
      [](Context&, Arguments a) { return Value::boolean(top(a[0]) % 2 == 0); });
  add("Integer", "IsOdd", "Is it odd?", "4.IsOdd --> false",
      [](Context&, Arguments a) { return Value::boolean(top(a[0]) % 2 != 0); });
  add("Integer", "IsTwoPower", "Is it 1, 2, 4, ...?", "32.IsTwoPower --> true",
      [](Context&, Arguments a) {
        const Integer n = top(a[0]);
        return Value::boolean(n > 0 && lsb(n) == msb(n));
      });
  add("Integer", "IsEvil", "Has n >= 0 an even number of ones in binary?", "3.IsEvil --> true",
      [](Context&, Arguments a) { return Value::boolean(even_ones(natural(a[0], "IsEvil"))); });
  add("Integer", "IsOdious", "Has n >= 0 an odd number of ones in binary?", "3.IsOdious --> false",
      [](Context&, Arguments a) { return Value::boolean(!even_ones(natural(a[0], "IsOdious"))); });
  add("Integer", "NimSum(n)", "Sum without carrying.", "11 NimSum 5 --> 14",
      [](Context&, Arguments a) {
        return whole(natural(a[0], "NimSum") ^ natural(a[1], "NimSum"));
      });
  add("Integer", "IsSmallInteger", "Does it fit in 32 bits?", "5.IsSmallInteger --> true",
      [](Context&, Arguments a) {
        const auto n = a[0].small_integer();
        return Value::boolean(n && *n >= -(std::int64_t{1} << 31) && *n < (std::int64_t{1} << 31));
      });
  add("Game", "NimValue", "k of a nimber *k.", "*3.NimValue --> 3", [](Context& c, Arguments a) {
    const auto nus = c.store().as_nus(c.game(a[0]));
    if (!nus || !nus->number.is_zero() || nus->ups != 0)
      throw Error("only nimbers have a nim value");
    return Value::integer(nus->nimber);
  });

  add("Player", "Opponent", "The other player.", "Left.Opponent --> Right",
      [](Context&, Arguments a) { return Value::player(opponent(*a[0].as_player())); });
  add("Player", "Sign", "1 for Left, -1 for Right.", "Right.Sign --> -1",
      [](Context&, Arguments a) { return Value::integer(sign(*a[0].as_player())); });
  add("Player", "Ordinal", "1 for Left, 2 for Right.", "Left.Ordinal --> 1",
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
