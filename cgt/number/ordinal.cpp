#include "cgt/number/ordinal.hpp"

#include <fmt/format.h>

#include <map>

#include "cgt/number/nim_field.hpp"
#include "cgt/support/hash.hpp"

namespace cgt {

Ordinal::Ordinal() = default;
Ordinal::Ordinal(const Ordinal&) = default;
Ordinal::Ordinal(Ordinal&&) noexcept = default;
Ordinal& Ordinal::operator=(const Ordinal&) = default;
Ordinal& Ordinal::operator=(Ordinal&&) noexcept = default;
Ordinal::~Ordinal() = default;

Ordinal::Ordinal(Integer n) {
  if (n != 0) terms_.push_back({Ordinal(), std::move(n)});
}

Ordinal Ordinal::omega() { return omega_power(Ordinal(1)); }

Ordinal Ordinal::omega_power(Ordinal exponent) {
  CGT_EXPECTS(exponent.is_ordinal(), "an exponent is an ordinal");
  Ordinal out;
  out.append(std::move(exponent), 1);
  return out;
}

void Ordinal::append(Ordinal exponent, Integer coefficient) {
  if (coefficient == 0) return;
  height_ = std::max(height_, exponent.is_zero() ? 0 : exponent.height_ + 1);
  if (height_ > kMaxHeight) {
    throw Error(fmt::format("this tower of powers of omega is higher than {}", kMaxHeight));
  }
  terms_.push_back({std::move(exponent), std::move(coefficient)});
}

std::optional<Integer> Ordinal::as_integer() const {
  if (terms_.empty()) return Integer(0);
  if (!terms_.front().exponent.is_zero()) return std::nullopt;
  return terms_.front().coefficient;
}

bool Ordinal::is_ordinal() const {
  return std::ranges::all_of(terms_, [](const Term& t) { return t.coefficient.sign() > 0; });
}

int Ordinal::sign() const { return terms_.empty() ? 0 : terms_.front().coefficient.sign(); }

Ordinal Ordinal::birthday() const {
  Ordinal out = *this;
  for (Term& t : out.terms_) t.coefficient = abs(t.coefficient);
  return out;
}

Ordinal Ordinal::operator-() const {
  Ordinal out = *this;
  for (Term& t : out.terms_) t.coefficient = -t.coefficient;
  return out;
}

std::strong_ordering operator<=>(const Ordinal& a, const Ordinal& b) {
  for (std::size_t i = 0; i < std::max(a.terms_.size(), b.terms_.size()); ++i) {
    // A term that only one has decides by its sign.
    const auto alone = [](int sign) {
      return sign > 0 ? std::strong_ordering::greater : std::strong_ordering::less;
    };
    if (i == b.terms_.size()) return alone(a.terms_[i].coefficient.sign());
    if (i == a.terms_.size()) return alone(-b.terms_[i].coefficient.sign());
    const auto exponents = a.terms_[i].exponent <=> b.terms_[i].exponent;
    if (exponents > 0) return alone(a.terms_[i].coefficient.sign());
    if (exponents < 0) return alone(-b.terms_[i].coefficient.sign());
    const int difference = Integer(a.terms_[i].coefficient - b.terms_[i].coefficient).sign();
    if (difference != 0) return alone(difference);
  }
  return std::strong_ordering::equal;
}

bool operator==(const Ordinal& a, const Ordinal& b) { return (a <=> b) == 0; }

Ordinal operator+(const Ordinal& a, const Ordinal& b) {
  Ordinal out;
  auto x = a.terms_.begin();
  auto y = b.terms_.begin();
  while (x != a.terms_.end() || y != b.terms_.end()) {
    const auto order = x == a.terms_.end()   ? std::strong_ordering::less
                       : y == b.terms_.end() ? std::strong_ordering::greater
                                             : x->exponent <=> y->exponent;
    if (order > 0) {
      out.append(x->exponent, x->coefficient);
      ++x;
    } else if (order < 0) {
      out.append(y->exponent, y->coefficient);
      ++y;
    } else {
      out.append(x->exponent, x->coefficient + y->coefficient);
      ++x;
      ++y;
    }
  }
  return out;
}

Ordinal multiply(const Ordinal& a, const Ordinal& b, Budget& budget) {
  std::map<Ordinal, Integer, std::greater<>> products;
  for (const Ordinal::Term& x : a.terms_) {
    for (const Ordinal::Term& y : b.terms_) {
      budget.charge();
      products[x.exponent + y.exponent] += x.coefficient * y.coefficient;
    }
  }
  Ordinal out;
  for (auto& [exponent, coefficient] : products) out.append(exponent, std::move(coefficient));
  return out;
}

Ordinal power(const Ordinal& a, std::uint64_t n, Budget& budget) {
  // A power of one term is one term, however large n is.
  if (a.terms().size() == 1 && a.terms().front().coefficient == 1) {
    return Ordinal::omega_power(multiply(a.terms().front().exponent, Ordinal(Integer(n)), budget));
  }
  Ordinal out(1);
  Ordinal square = a;
  for (std::uint64_t left = n; left != 0; left >>= 1U) {
    if ((left & 1U) != 0) out = multiply(out, square, budget);
    if (left > 1) square = multiply(square, square, budget);
  }
  return out;
}

Ordinal Ordinal::nim_sum(const Ordinal& other) const {
  CGT_EXPECTS(is_ordinal() && other.is_ordinal(), "nim sums are of ordinals");
  std::map<Ordinal, Integer, std::greater<>> sum;
  for (const Ordinal* x : {this, &other}) {
    for (const Term& t : x->terms_) {
      Integer& c = sum[t.exponent];
      c = cgt::nim_sum(c, t.coefficient);
    }
  }
  Ordinal out;
  for (auto& [exponent, coefficient] : sum) out.append(exponent, std::move(coefficient));
  return out;
}

bool Ordinal::is_single() const {
  return terms_.empty() || (terms_.size() == 1 && (terms_.front().exponent.is_zero()
                                                       ? terms_.front().coefficient.sign() > 0
                                                       : terms_.front().coefficient == 1));
}

std::string Ordinal::text() const {
  if (terms_.empty()) return "0";
  std::string out;
  for (const Term& t : terms_) {
    if (t.coefficient.sign() < 0) {
      out += '-';
    } else if (!out.empty()) {
      out += '+';
    }
    const Integer size = abs(t.coefficient);
    if (t.exponent.is_zero()) {
      out += to_string(size);
      continue;
    }
    out += "ω";
    if (t.exponent != Ordinal(1)) {
      const std::string exponent = t.exponent.text();
      out += t.exponent.is_single() ? "^" + exponent : "^(" + exponent + ")";
    }
    if (size != 1) out += "×" + to_string(size);
  }
  return out;
}

std::uint64_t Ordinal::hash() const {
  std::uint64_t h = terms_.size();
  for (const Term& t : terms_) {
    h = mix(mix(h, t.exponent.hash()), std::hash<std::string>()(to_string(t.coefficient)));
  }
  return h;
}

// --- divisors -----------------------------------------------------------------------------------------
//
// With x = w^(w^b) for the greatest b that any exponent has, an Ordinal is a polynomial in x whose
// coefficients have smaller b only.
namespace {

constexpr std::int64_t kMostDegrees = 300;

// b, if any exponent has one.
std::optional<Ordinal> main_variable(const Ordinal& a) {
  if (a.terms().empty() || a.terms().front().exponent.is_zero()) return std::nullopt;
  return a.terms().front().exponent.terms().front().exponent;
}

// The power of x in a term: the coefficient of w^b in its exponent.
Integer power_in(const Ordinal& exponent, const Ordinal& b) {
  for (const Ordinal::Term& t : exponent.terms()) {
    if (t.exponent == b) return t.coefficient;
  }
  return 0;
}

Integer degree_in(const Ordinal& a, const Ordinal& b) {
  return a.is_zero() ? Integer(-1) : power_in(a.terms().front().exponent, b);
}

Ordinal monomial(const Ordinal& exponent, const Integer& coefficient, Budget& budget) {
  return multiply(Ordinal::omega_power(exponent), Ordinal(coefficient), budget);
}

// The coefficient of x^n.
Ordinal coefficient_in(const Ordinal& a, const Ordinal& b, const Integer& n, Budget& budget) {
  Ordinal out;
  const Ordinal part = multiply(Ordinal::omega_power(b), Ordinal(n), budget);
  for (const Ordinal::Term& t : a.terms()) {
    if (power_in(t.exponent, b) == n)
      out = out + monomial(t.exponent - part, t.coefficient, budget);
  }
  return out;
}

Ordinal power_of_x(const Ordinal& b, const Integer& n, Budget& budget) {
  return Ordinal::omega_power(multiply(Ordinal::omega_power(b), Ordinal(n), budget));
}

Integer content_of_integers(const Ordinal& a) {
  Integer out = 0;
  for (const Ordinal::Term& t : a.terms()) out = gcd(out, t.coefficient);
  return out;
}

// The common divisor of all coefficients in x.
Ordinal content_in(const Ordinal& a, const Ordinal& b, Budget& budget) {
  std::vector<Integer> powers;
  for (const Ordinal::Term& t : a.terms()) {
    const Integer n = power_in(t.exponent, b);
    if (std::ranges::find(powers, n) == powers.end()) powers.push_back(n);
  }
  Ordinal out;
  for (const Integer& n : powers) {
    const Ordinal c = coefficient_in(a, b, n, budget);
    out = out.is_zero() ? c : common_divisor(out, c, budget);
  }
  return out;
}

Ordinal with_positive_lead(const Ordinal& a) { return a.sign() < 0 ? -a : a; }

bool huge_degree(const Ordinal& a) {
  return std::ranges::any_of(a.terms(), [](const Ordinal::Term& t) {
    return std::ranges::any_of(t.exponent.terms(), [](const Ordinal::Term& part) {
      return part.coefficient > kMostDegrees;
    });
  });
}

}  // namespace

std::optional<Ordinal> divide(const Ordinal& a, const Ordinal& b, Budget& budget) {
  if (b.is_zero()) return std::nullopt;
  Ordinal rest = a;
  Ordinal quotient;
  const Ordinal::Term& lead = b.terms().front();
  while (!rest.is_zero()) {
    budget.charge();
    const Ordinal::Term& first = rest.terms().front();
    const Ordinal exponent = first.exponent - lead.exponent;
    if (!exponent.is_ordinal() || first.coefficient % lead.coefficient != 0) return std::nullopt;
    const Ordinal term = monomial(exponent, first.coefficient / lead.coefficient, budget);
    quotient = quotient + term;
    // Leading exponents fall, but with huge gaps between them they may do so for long.
    rest = rest - multiply(term, b, budget);
    if (quotient.terms().size() > 100 * (a.terms().size() + b.terms().size() + 10)) {
      return std::nullopt;
    }
  }
  return quotient;
}

// Primitive remainders (Knuth, volume 2, 4.6.1).
Ordinal common_divisor(const Ordinal& a, const Ordinal& b, Budget& budget) {
  CGT_EXPECTS(!a.is_zero() || !b.is_zero(), "0 and 0 have no greatest common divisor");
  if (a.is_zero()) return with_positive_lead(b);
  if (b.is_zero()) return with_positive_lead(a);
  const auto first = main_variable(a);
  const auto second = main_variable(b);
  if (!first || !second || huge_degree(a) || huge_degree(b)) {
    if (!first && !second) return Ordinal(gcd(*a.as_integer(), *b.as_integer()));
    return Ordinal(gcd(content_of_integers(a), content_of_integers(b)));
  }
  const Ordinal x = std::max(*first, *second);
  const Ordinal content =
      common_divisor(content_in(a, x, budget), content_in(b, x, budget), budget);
  const auto primitive = [&](const Ordinal& p) {
    return divide(p, content_in(p, x, budget), budget).value_or(p);
  };
  Ordinal f = primitive(a);
  Ordinal g = primitive(b);
  if (degree_in(f, x) < degree_in(g, x)) std::swap(f, g);
  while (!g.is_zero()) {
    const Integer n = degree_in(g, x);
    const Ordinal lead = coefficient_in(g, x, n, budget);
    Ordinal rest = f;
    while (!rest.is_zero() && degree_in(rest, x) >= n) {
      budget.charge();
      const Integer m = degree_in(rest, x);
      const Ordinal top = coefficient_in(rest, x, m, budget);
      rest = multiply(lead, rest, budget) -
             multiply(multiply(top, power_of_x(x, m - n, budget), budget), g, budget);
      if (n == 0 && m == 0) break;
    }
    f = std::move(g);
    g = rest.is_zero() ? Ordinal() : primitive(rest);
    if (!g.is_zero() && degree_in(g, x) == 0) {
      // No x is left in a common divisor.
      f = Ordinal(1);
      break;
    }
  }
  return with_positive_lead(multiply(content, primitive(f), budget));
}

SurrealFraction::SurrealFraction(const Ordinal& numerator, const Ordinal& denominator,
                                 Budget& budget)
    : numerator_(numerator), denominator_(denominator) {
  CGT_EXPECTS(!denominator.is_zero(), "a denominator is not 0");
  if (numerator.is_zero()) {
    denominator_ = Ordinal(1);
    return;
  }
  const Ordinal common = common_divisor(numerator, denominator, budget);
  if (auto x = divide(numerator, common, budget), y = divide(denominator, common, budget); x && y) {
    numerator_ = *std::move(x);
    denominator_ = *std::move(y);
  }
  if (denominator_.sign() < 0) {
    numerator_ = -numerator_;
    denominator_ = -denominator_;
  }
}

std::string SurrealFraction::text() const {
  const auto wrapped = [](const Ordinal& a) {
    return a.terms().size() > 1 ? "(" + a.text() + ")" : a.text();
  };
  if (denominator_ == Ordinal(1)) return numerator_.text();
  return wrapped(numerator_) + "/" + wrapped(denominator_);
}

std::strong_ordering compare(const SurrealFraction& a, const SurrealFraction& b, Budget& budget) {
  return multiply(a.numerator(), b.denominator(), budget) <=>
         multiply(b.numerator(), a.denominator(), budget);
}

}  // namespace cgt
