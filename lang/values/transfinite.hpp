// Numbers beyond the rational ones: omega and what + - * / and powers make of it, the surreal numbers
// of cgt/number. Also nimbers *(omega+1).
//
// is_number() is false for them, so code that asks for a rational never meets one. What turns out to be
// rational (omega/omega) is a rational again.
#pragma once

#include "cgt/number/ordinal.hpp"
#include "lang/context.hpp"
#include "lang/values/token.hpp"

namespace cgt::lang {

// Class "GeneralizedOrdinal" if the denominator is 1, else "SurrealNumber".
class TransfiniteObject final : public NativeObject {
 public:
  explicit TransfiniteObject(SurrealFraction x) : number(std::move(x)) {}
  const char* class_name() const override;
  std::string to_text(Context&, const PrintStyle&) const override { return number.text(); }
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override;
  const SurrealFraction number;
};

// *a for an ordinal a that is not an integer.
class TransfiniteNimber final : public NativeObject {
 public:
  explicit TransfiniteNimber(Ordinal a) : size(std::move(a)) {}
  const char* class_name() const override { return "TransfiniteNimber"; }
  std::string to_text(Context&, const PrintStyle&) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override { return size.hash() + 1; }
  const Ordinal size;
};

bool is_transfinite(const Value& v);
bool is_transfinite_nimber(const Value& v);
// The value of numerator / denominator. Requires a denominator that is not 0.
Value transfinite_value(Context& context, const Ordinal& numerator, const Ordinal& denominator);
inline Value transfinite_value(Context& context, const Ordinal& x) {
  return transfinite_value(context, x, Ordinal(1));
}
// The ordinal, integer or quotient that a value is. Throws Error naming `what`.
SurrealFraction surreal_of(Context& context, const Value& v, std::string_view what);
Ordinal ordinal_of(Context& context, const Value& v, std::string_view what);
// Ups and the nimber *n of the store. Requires an integer n; throws Error unless 0 <= n <= kMaxNimber.
Value ups_and_finite_nimber(Context& context, std::int64_t ups, const Value& n);
// *a for an ordinal a; a nimber of the store if it is an integer.
Value nimber_of_ordinal(Context& context, const Ordinal& a);

// In the field of nimbers below ω^ω^ω. Throw Error for what is not an ordinal, or an exponent that is no
// integer >= 0.
Value ordinal_nim_product(Context& context, const Value& a, const Value& b);
Value ordinal_nim_power(Context& context, const Value& a, const Value& n);
// The Conway product of two nimbers.
Value nimber_product(Context& context, const Value& a, const Value& b);
// op on two values of which at least one is transfinite.
Value transfinite_binary(Context& context, Token op, const Value& a, const Value& b);
Value transfinite_negative(Context& context, const Value& a);
// Of numbers, at least one of them transfinite; infinite ones beside short games too.
Relation transfinite_compare(Context& context, const Value& a, const Value& b);

// inf and -inf: what 1/0 and -1/0 are. They end the line of rational numbers: compared and added
// like numbers, but no games. What has no answer (inf - inf, 0 * inf, 0/0) is an Error.
//
// is_number() is false for a value of class Infinity, so code that asks for a rational never meets
// one.

// sign is 1 or -1.
Value infinity(int sign);
// 1, -1, or 0 for everything else.
int infinity_sign(const Value& v);
// Exactly the double, or an infinity. Requires that it is a number.
Value number_value(double x);

// op on two values of which at least one is infinite.
Value infinite_binary(Token op, const Value& a, const Value& b);
// Requires numbers, games or infinities, at least one of them infinite.
Relation infinite_compare(const Value& a, const Value& b);

}  // namespace cgt::lang
