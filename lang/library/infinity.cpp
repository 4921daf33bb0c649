// The methods of inf and -inf.
#include "lang/values/infinity.hpp"

#include <fmt/format.h>

#include "lang/library/core.hpp"

namespace cgt::lang {

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
  rows.add("Max(x)", "The greater of two numbers.", "inf Max 5 --> inf", choose("Max", 1));
  rows.add("Min(x)", "The smaller of two numbers.", "inf Min 5 --> 5", choose("Min", -1));
}

}  // namespace cgt::lang
