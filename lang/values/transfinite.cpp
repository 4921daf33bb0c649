#include "lang/values/transfinite.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cgt/number/nim_field.hpp"

namespace cgt::lang {

namespace {

[[noreturn]] void refuse_transfinite(Token op, const Value& a, const Value& b,
                                     const char* hint = "") {
  throw Error(
      fmt::format("{} is not defined for {} and {}", spelling(op), a.class_name(), b.class_name()),
      hint);
}

Value transfinite_power(Context& c, const Value& a, const Value& b) {
  const auto refuse = [&] {
    refuse_transfinite(Token::kCarets, a, b,
                       "powers are omega^a for an ordinal a, and x^n for an integer n");
  };
  if (!(is_transfinite(a) || a.is_number()) || !(is_transfinite(b) || b.is_number())) refuse();
  const SurrealFraction base = surreal_of(c, a, "a power");
  if (const auto n = b.small_integer()) {
    if (*n == std::numeric_limits<std::int64_t>::min()) refuse();
    const auto size = static_cast<std::uint64_t>(*n < 0 ? -*n : *n);
    const Ordinal top = power(base.numerator(), size, c.budget());
    const Ordinal bottom = power(base.denominator(), size, c.budget());
    return *n < 0 ? transfinite_value(c, bottom, top) : transfinite_value(c, top, bottom);
  }
  // (w^e)^b = w^(e*b).
  const SurrealFraction exponent = surreal_of(c, b, "a power");
  const auto& terms = base.numerator().terms();
  if (base.denominator() != Ordinal(1) || exponent.denominator() != Ordinal(1) ||
      !exponent.numerator().is_ordinal() || terms.size() != 1 || terms[0].coefficient != 1) {
    refuse();
  }
  return transfinite_value(
      c, Ordinal::omega_power(multiply(terms[0].exponent, exponent.numerator(), c.budget())));
}

// The nimber that a value is, by its size.
std::optional<Ordinal> nimber_size(Context& c, const Value& v) {
  if (const auto* object = v.as_native<TransfiniteNimber>()) return object->size;
  if (v.kind() != Kind::kGame && !v.is_integer()) return std::nullopt;
  const auto nus = c.store().as_nus(c.game(v));
  if (!nus || nus->ups != 0 || !nus->number.is_zero()) return std::nullopt;
  return Ordinal(static_cast<std::int64_t>(nus->nimber));
}

}  // namespace

const char* TransfiniteObject::class_name() const {
  return number.denominator() == Ordinal(1) ? "GeneralizedOrdinal" : "SurrealNumber";
}

bool TransfiniteObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const TransfiniteObject*>(&other);
  // Crosswise: of huge degree, common divisors may be left.
  Budget budget;
  return o != nullptr && compare(o->number, number, budget) == 0;
}

std::uint64_t TransfiniteObject::hash() const {
  // By the quotient of the leading terms, which common divisors leave as it is.
  const Ordinal::Term& top = number.numerator().terms().front();
  const Ordinal::Term& bottom = number.denominator().terms().front();
  const std::string lead = to_string(Rational(top.coefficient) / Rational(bottom.coefficient));
  return mix((top.exponent - bottom.exponent).hash(), std::hash<std::string>()(lead));
}

std::string TransfiniteNimber::to_text(Context&, const PrintStyle&) const {
  return size.is_single() ? "*" + size.text() : "*(" + size.text() + ")";
}

bool TransfiniteNimber::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const TransfiniteNimber*>(&other);
  return o != nullptr && o->size == size;
}

bool is_transfinite(const Value& v) { return v.as_native<TransfiniteObject>() != nullptr; }
bool is_transfinite_nimber(const Value& v) { return v.as_native<TransfiniteNimber>() != nullptr; }

Value transfinite_value(Context& context, const Ordinal& numerator, const Ordinal& denominator) {
  if (denominator.is_zero()) throw Error("division by zero");
  SurrealFraction x(numerator, denominator, context.budget());
  const auto top = x.numerator().as_integer();
  const auto bottom = x.denominator().as_integer();
  if (top && bottom) return Value::rational(Rational(*top) / Rational(*bottom));
  return Value::native<TransfiniteObject>(std::move(x));
}

SurrealFraction surreal_of(Context& context, const Value& v, std::string_view what) {
  if (const auto* object = v.as_native<TransfiniteObject>()) return object->number;
  if (!v.is_number()) throw Error(fmt::format("{} needs a number, not {}", what, v.described()));
  const Rational x = v.as_rational();
  return {Ordinal(numerator(x)), Ordinal(denominator(x)), context.budget()};
}

Ordinal ordinal_of(Context& context, const Value& v, std::string_view what) {
  const SurrealFraction x = surreal_of(context, v, what);
  if (x.denominator() != Ordinal(1) || !x.numerator().is_ordinal()) {
    throw Error(fmt::format("{} needs an ordinal, not {}", what, context.text(v)));
  }
  return x.numerator();
}

Value ups_and_finite_nimber(Context& context, std::int64_t ups, const Value& n) {
  const auto k = n.small_integer();
  if (k && *k < 0) throw Error("a nimber *n needs n >= 0");
  if (!k || *k > kMaxNimber) {
    throw Error("this nimber is too large", fmt::format("the largest is *{}", kMaxNimber));
  }
  return context.wrap(context.store().up(ups, static_cast<std::uint32_t>(*k)));
}

Value nimber_of_ordinal(Context& context, const Ordinal& a) {
  if (const auto n = a.as_integer()) {
    return ups_and_finite_nimber(context, 0, Value::rational(Rational(*n)));
  }
  return Value::native<TransfiniteNimber>(a);
}

Value ordinal_nim_product(Context& context, const Value& a, const Value& b) {
  return transfinite_value(context,
                           nim_product(ordinal_of(context, a, "NimProduct"),
                                       ordinal_of(context, b, "NimProduct"), context.budget()));
}

Value ordinal_nim_power(Context& context, const Value& a, const Value& n) {
  const Ordinal base = ordinal_of(context, a, "NimExp");
  const auto exponent = ordinal_of(context, n, "NimExp").as_integer();
  if (!exponent) throw Error("the exponent of NimExp is an integer >= 0");
  return transfinite_value(context, nim_power(base, *exponent, context.budget()));
}

Value nimber_product(Context& context, const Value& a, const Value& b) {
  const auto x = nimber_size(context, a);
  const auto y = nimber_size(context, b);
  if (!x || !y) {
    throw Error(
        fmt::format("the product of {} and {} is not known", context.text(a), context.text(b)),
        "nimbers beyond the finite ones are multiplied by nimbers");
  }
  return nimber_of_ordinal(context, nim_product(*x, *y, context.budget()));
}

Value transfinite_binary(Context& context, Token op, const Value& a, const Value& b) {
  if (is_transfinite_nimber(a) || is_transfinite_nimber(b)) {
    const auto x = nimber_size(context, a);
    const auto y = nimber_size(context, b);
    if (!x || !y || (op != Token::kPlus && op != Token::kMinus)) refuse_transfinite(op, a, b);
    return nimber_of_ordinal(context, x->nim_sum(*y));
  }
  if (op == Token::kCarets) return transfinite_power(context, a, b);
  const auto counts = [](const Value& v) { return v.is_number() || is_transfinite(v); };
  if (!counts(a) || !counts(b)) refuse_transfinite(op, a, b);
  const SurrealFraction x = surreal_of(context, a, "arithmetic");
  const SurrealFraction y = surreal_of(context, b, "arithmetic");
  Budget& budget = context.budget();
  const auto times = [&](const Ordinal& f, const Ordinal& g) { return multiply(f, g, budget); };
  switch (op) {
    case Token::kPlus:
    case Token::kMinus: {
      const Ordinal left = times(x.numerator(), y.denominator());
      const Ordinal right = times(y.numerator(), x.denominator());
      return transfinite_value(context, op == Token::kPlus ? left + right : left - right,
                               times(x.denominator(), y.denominator()));
    }
    case Token::kStar:
      return transfinite_value(context, times(x.numerator(), y.numerator()),
                               times(x.denominator(), y.denominator()));
    case Token::kSlash:
      return transfinite_value(context, times(x.numerator(), y.denominator()),
                               times(x.denominator(), y.numerator()));
    default: refuse_transfinite(op, a, b);
  }
}

Value transfinite_negative(Context& context, const Value& a) {
  if (is_transfinite_nimber(a)) return a;
  const SurrealFraction x = surreal_of(context, a, "the negative");
  return transfinite_value(context, -x.numerator(), x.denominator());
}

Relation transfinite_compare(Context& context, const Value& a, const Value& b) {
  const auto counts = [](const Value& v) { return v.is_number() || is_transfinite(v); };
  const auto relation = [](std::strong_ordering order) {
    return order < 0 ? Relation::kLess : order > 0 ? Relation::kGreater : Relation::kEqual;
  };
  if (counts(a) && counts(b)) {
    return relation(compare(surreal_of(context, a, "the order of numbers"),
                            surreal_of(context, b, "the order of numbers"), context.budget()));
  }
  // A short game lies between two integers.
  for (const bool first : {true, false}) {
    const auto* number = (first ? a : b).as_native<TransfiniteObject>();
    if (number == nullptr || (first ? b : a).kind() != Kind::kGame) continue;
    const Ordinal& top = number->number.numerator();
    const Ordinal& bottom = number->number.denominator();
    if (top.birthday().terms().front().exponent <= bottom.terms().front().exponent) continue;
    return (top.sign() > 0) == first ? Relation::kGreater : Relation::kLess;
  }
  throw Error(fmt::format("{} and {} cannot be compared", a.class_name(), b.class_name()));
}

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
