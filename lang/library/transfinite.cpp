// The methods of omega, of what arithmetic makes of it, and of nimbers beyond the finite ones.
#include "lang/values/transfinite.hpp"

#include <fmt/format.h>

#include "lang/library/core.hpp"

namespace cgt::lang {
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
               const SurrealFraction& x = fraction(a[0]);
               return Value::boolean(x.denominator() == Ordinal(1) && x.numerator().is_ordinal());
             });
    rows.add("IsNumber", "Always true.", "IsNumber --> true",
             [](Context&, Arguments) { return Value::boolean(true); });
    for (const char* name : {"IsZero", "IsFinite", "IsDyadic"}) {
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
  rows.add("NimSum(n)", "Sum without carrying: *a + *b is *(a NimSum b).",
           "(omega*5+3) NimSum (omega*6) --> ω×3+3", nim_sum);
  rows.add("NimProduct(n)", "Product in the field of nimbers, of ordinals below ω^ω^ω.",
           "omega^3 NimProduct omega^8 --> 2",
           [](Context& c, Arguments a) { return ordinal_nim_product(c, a[0], a[1]); });
  rows.add("NimExp(n)", "The product of n copies in the field of nimbers.",
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
  nimbers.add("ConwayProduct(h)", "The product with another nimber, below *(ω^ω^ω).",
              "*omega ConwayProduct *(omega^2) --> *2",
              [](Context& c, Arguments a) { return nimber_product(c, a[0], a[1]); });
  nimbers.add("OutcomeClass", "N: the next player wins.", "(*omega).OutcomeClass --> N",
              [](Context&, Arguments) { return Value::outcome(OutcomeClass::kNext); });
  nimbers.add("IsNimber", "Always true.", "(*omega).IsNimber --> true",
              [](Context&, Arguments) { return Value::boolean(true); });
}

}  // namespace cgt::lang
