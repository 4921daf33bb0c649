// Ordinals below epsilon-0 in Cantor normal form, and what sums and products of them with integers of
// any sign make: finite sums of w^e * c, w the first infinite ordinal, e an ordinal, c an integer. They
// are surreal numbers (Conway 1976, chapter 3), so sums and products are the natural ones: commutative,
// term by term.
//
//   const Ordinal w = Ordinal::omega();
//   (multiply(w, w, budget) + w + Ordinal(5)).text();   // "ω^2+ω+5"
//   (w - Ordinal(5)) > Ordinal(1000);               // true
//
// Quotients of two are the numbers of SurrealFraction.
//
// Thread rule: that of int.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgt/number/rational.hpp"
#include "cgt/support/budget.hpp"

namespace cgt {

class CGT_API Ordinal {
 public:
  struct Term;
  // Towers of powers are no higher; operations go down them.
  static constexpr std::uint32_t kMaxHeight = 200;

  Ordinal();
  explicit Ordinal(Integer n);
  explicit Ordinal(std::int64_t n) : Ordinal(Integer(n)) {}
  Ordinal(const Ordinal&);
  Ordinal(Ordinal&&) noexcept;
  Ordinal& operator=(const Ordinal&);
  Ordinal& operator=(Ordinal&&) noexcept;
  ~Ordinal();
  static Ordinal omega();
  // w^exponent. Requires an ordinal; throws Error beyond kMaxHeight.
  static Ordinal omega_power(Ordinal exponent);

  // Greatest exponent first.
  const std::vector<Term>& terms() const { return terms_; }
  bool is_zero() const { return terms_.empty(); }
  // The integer that it is, if it is one.
  std::optional<Integer> as_integer() const;
  // No coefficient is negative.
  bool is_ordinal() const;
  int sign() const;
  // The day on which it is born: every coefficient without its sign.
  Ordinal birthday() const;
  // Coefficients added without carrying, *a + *b = *(a nim_sum b). Requires ordinals.
  Ordinal nim_sum(const Ordinal& other) const;
  std::string text() const;
  // Is its text one power without a coefficient, or a number of one sign: ω, ω^2, 7?
  bool is_single() const;
  std::uint64_t hash() const;

  Ordinal operator-() const;
  CGT_API friend Ordinal operator+(const Ordinal& a, const Ordinal& b);
  friend Ordinal operator-(const Ordinal& a, const Ordinal& b) { return a + -b; }
  CGT_API friend std::strong_ordering operator<=>(const Ordinal& a, const Ordinal& b);
  CGT_API friend bool operator==(const Ordinal& a, const Ordinal& b);

 private:
  std::vector<Term> terms_;
  std::uint32_t height_ = 0;  // of the tower
  CGT_API friend Ordinal multiply(const Ordinal& a, const Ordinal& b, Budget& budget);
  void append(Ordinal exponent, Integer coefficient);
};

struct CGT_API Ordinal::Term {
  Ordinal exponent;
  Integer coefficient;  // not 0
};

// These throw BudgetExhausted.
CGT_API Ordinal multiply(const Ordinal& a, const Ordinal& b, Budget& budget);
CGT_API Ordinal power(const Ordinal& a, std::uint64_t n, Budget& budget);
// A greatest common divisor with a positive leading coefficient, of what are polynomials in powers
// w^(w^b) with integer coefficients. One of huge degree is not looked for: then that of all
// coefficients is given. Requires that not both are 0.
CGT_API Ordinal common_divisor(const Ordinal& a, const Ordinal& b, Budget& budget);
// a / b, if b divides a.
CGT_API std::optional<Ordinal> divide(const Ordinal& a, const Ordinal& b, Budget& budget);

// A quotient of two, with a denominator > 0, without common divisors.
class CGT_API SurrealFraction {
 public:
  // Requires a denominator that is not 0.
  SurrealFraction(const Ordinal& numerator, const Ordinal& denominator, Budget& budget);

  const Ordinal& numerator() const { return numerator_; }
  const Ordinal& denominator() const { return denominator_; }
  // "(ω+7)/ω×7"
  std::string text() const;

 private:
  Ordinal numerator_;
  Ordinal denominator_;
};

CGT_API std::strong_ordering compare(const SurrealFraction& a, const SurrealFraction& b,
                                     Budget& budget);

}  // namespace cgt
