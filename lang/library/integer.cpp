// Integers of any size: division, roots, bits, nim arithmetic.
#include <fmt/format.h>

#include "cgt/number/integer.hpp"
#include "cgt/number/nim_field.hpp"
#include "lang/library/core.hpp"
#include "lang/values/arithmetic.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang {
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
  if (!digits) throw Error(fmt::format("'{}' is no integer", text.substr(0, 40)));
  if (text.size() > kMaxBits / 4) throw Error("this number is too large");
  return whole(Integer(text));
}

}  // namespace

void register_integers(Registry& registry) {
  const Rows functions(registry, "");
  const Rows rows(registry, "Integer");
  rows.add("Div(n)", "Quotient rounded down.", "17.Div(4) --> 4", [](Context&, Arguments a) {
    const Integer d = integer_argument(a[1], "Div");
    if (d == 0) throw Error("division by zero");
    return whole(floor_quotient(a[0].as_rational(), Rational(d)));
  });
  rows.add("Gcd(n)", "Greatest common divisor.", "12.Gcd(18) --> 6", [](Context&, Arguments a) {
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

  rows.add("NimSum(n)", "Sum without carrying: *a + *b is *(a NimSum b).", "11 NimSum 5 --> 14",
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
  rows.add("NimProduct(n)", "Product of the nim field, in which 4 times 4 is 6.",
           "8 NimProduct 8 --> 13", [](Context& c, Arguments a) {
             if (is_transfinite(a[1])) return ordinal_nim_product(c, a[0], a[1]);
             return whole(
                 nim_product(natural(a[0], "NimProduct"), natural(a[1], "NimProduct"), c.budget()));
           });
  rows.add("NimExp(n)", "The product of n copies in the nim field.", "2 NimExp 3 --> 1",
           [](Context& c, Arguments a) { return ordinal_nim_power(c, a[0], a[1]); });
  rows.add("NimInverse", "1 divided by n in the nim field.", "2.NimInverse --> 3",
           [](Context& c, Arguments a) {
             return whole(nim_inverse(divisor(a[0], "NimInverse"), c.budget()));
           });
  rows.add(
      "NimDiv(n)", "Quotient in the nim field.", "11 NimDiv 2 --> 6", [](Context& c, Arguments a) {
        return whole(nim_quotient(natural(a[0], "NimDiv"), divisor(a[1], "NimDiv"), c.budget()));
      });
  rows.add("NimSqrt", "The square root in the nim field; every n has one.", "2.NimSqrt --> 3",
           [](Context& c, Arguments a) {
             return whole(nim_square_root(natural(a[0], "NimSqrt"), c.budget()));
           });
  rows.add("UglyProduct(n)", "The ugly product (Winning Ways ch. 14).", "4 UglyProduct 4 --> 2",
           [](Context& c, Arguments a) {
             return whole(ugly_product(natural(a[0], "UglyProduct"), natural(a[1], "UglyProduct"),
                                       c.budget()));
           });
  functions.add("Integer.Parse(text)", "The integer that a string writes.",
                "Integer.Parse(\"-17\") --> -17",
                [](Context& c, Arguments a) { return parse_integer(c.string(a[0], "Parse")); });
}

}  // namespace cgt::lang
