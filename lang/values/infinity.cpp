#include "lang/values/infinity.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cgt/support/error.hpp"

namespace cgt::lang {
namespace {

class InfinityObject final : public NativeObject {
 public:
  explicit InfinityObject(int s) : sign(s) {}
  const char* class_name() const override { return "Infinity"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    return sign > 0 ? "inf" : "-inf";
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const InfinityObject*>(&other);
    return o != nullptr && o->sign == sign;
  }
  std::uint64_t hash() const override { return sign > 0 ? 1 : 2; }
  const int sign;
};

// Sign of a number or an infinity.
int sign_of(const Value& v) {
  const int infinite = infinity_sign(v);
  return infinite != 0 ? infinite : v.as_rational().sign();
}

[[noreturn]] void undefined(Token op, const Value& a, const Value& b) {
  const auto name = [](const Value& v) {
    const int s = infinity_sign(v);
    return s > 0 ? std::string("inf") : s < 0 ? std::string("-inf") : v.class_name();
  };
  throw Error(fmt::format("{} is not defined for {} and {}", spelling(op), name(a), name(b)));
}

Value sum(Token op, const Value& a, const Value& b) {
  const int x = infinity_sign(a);
  const int y = op == Token::kMinus ? -infinity_sign(b) : infinity_sign(b);
  if (x != 0 && y != 0 && x != y) undefined(op, a, b);
  return infinity(x != 0 ? x : y);
}

Value infinite_power(const Value& base, const Value& exponent) {
  const int sign = infinity_sign(base);
  if (sign == 0 || !exponent.is_integer() || sign_of(exponent) == 0)
    undefined(Token::kCarets, base, exponent);
  if (sign_of(exponent) < 0) return Value::integer(0);
  const bool odd = numerator(exponent.as_rational()) % 2 != 0;
  return infinity(odd ? sign : 1);
}

}  // namespace

Value infinity(int sign) { return Value::native<InfinityObject>(sign); }

int infinity_sign(const Value& v) {
  if (v.kind() != Kind::kNative) return 0;
  const auto* object = v.as_native<InfinityObject>();
  return object == nullptr ? 0 : object->sign;
}

Value number_value(double x) {
  if (std::isinf(x)) return infinity(x > 0 ? 1 : -1);
  return Value::rational(Rational(x));
}

Value infinite_binary(Token op, const Value& a, const Value& b) {
  const auto counts = [](const Value& v) { return v.is_number() || infinity_sign(v) != 0; };
  if (!counts(a) || !counts(b)) undefined(op, a, b);
  switch (op) {
    case Token::kPlus:
    case Token::kMinus: return sum(op, a, b);
    case Token::kStar: {
      const int sign = sign_of(a) * sign_of(b);
      if (sign == 0) undefined(op, a, b);
      return infinity(sign);
    }
    case Token::kSlash:
      if (infinity_sign(b) != 0) {
        if (infinity_sign(a) != 0) undefined(op, a, b);
        return Value::integer(0);
      }
      return infinity(sign_of(b) < 0 ? -infinity_sign(a) : infinity_sign(a));
    case Token::kCarets: return infinite_power(a, b);
    default: undefined(op, a, b);
  }
}

Relation infinite_compare(const Value& a, const Value& b) {
  const int x = infinity_sign(a);
  const int y = infinity_sign(b);
  return x == y ? Relation::kEqual : x < y ? Relation::kLess : Relation::kGreater;
}

}  // namespace cgt::lang
