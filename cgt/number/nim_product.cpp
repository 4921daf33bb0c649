#include "cgt/number/nim_product.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "cgt/number/nim_field.hpp"
#include "cgt/support/contract.hpp"
#include "cgt/support/error.hpp"

namespace cgt {
namespace {

// OEIS A380496: 0, 1 or 4, for the odd primes from 3 on.
constexpr std::string_view kExcess =
    "001100410101111100011110101001010101401010000001111001011010100111011"
    "011001110000101001101110110000011110";
static_assert(kExcess.size() == kLenstraPrimes);

constexpr std::array<std::uint32_t, kLenstraPrimes> make_odd_primes() {
  std::array<std::uint32_t, kLenstraPrimes> primes{};
  std::size_t found = 0;
  for (std::uint32_t n = 3; found < primes.size(); n += 2) {
    bool prime = true;
    for (std::uint32_t d = 3; d * d <= n; d += 2) prime = prime && n % d != 0;
    if (prime) primes[found++] = n;
  }
  return primes;
}
constexpr std::array<std::uint32_t, kLenstraPrimes> kOddPrimes = make_odd_primes();

std::uint32_t prime_number(std::uint32_t p) {
  return static_cast<std::uint32_t>(std::ranges::find(kOddPrimes, p) - kOddPrimes.begin());
}

// The exponent w^0 * n_0 + w^1 * n_1 + ... of w; no 0 at the end.
using Monomial = std::vector<Integer>;
// A sum of products of powers of w with integers that are not 0.
using NimElement = std::map<Monomial, Integer>;

void add_term(NimElement& sum, const Monomial& monomial, const Integer& factor) {
  Integer& held = sum[monomial];
  held = nim_sum(held, factor);
  if (held == 0) sum.erase(monomial);
}

// K(q) of a prime power q = p^n.
NimElement kappa_of(std::uint32_t p, std::uint32_t n) {
  if (p == 2) return {{Monomial{}, Integer(1) << (std::uint64_t{1} << (n - 1))}};
  Integer power = 1;
  for (std::uint32_t i = 1; i < n; ++i) power *= p;
  Monomial monomial(prime_number(p) + 1, Integer(0));
  monomial.back() = power;
  return {{monomial, Integer(1)}};
}

struct LenstraRow {
  NimElement alpha;
  Integer degree;  // of K(p)
};

Integer common_multiple(const Integer& a, const Integer& b) { return a / gcd(a, b) * b; }

LenstraRow make_row(std::uint32_t k, const std::vector<LenstraRow>& before) {
  const std::uint32_t p = kOddPrimes[k];
  std::uint32_t order = 1;
  for (std::uint32_t x = 2 % p; x != 1; x = x * 2 % p) ++order;
  struct Factor {
    std::uint32_t prime;
    std::uint32_t exponent;
    Integer power;
  };
  std::vector<Factor> factors;
  for (std::uint32_t q = 2; order > 1; ++q) {
    if (order % q != 0) continue;
    factors.push_back({q, 0, 1});
    for (; order % q == 0; order /= q) {
      ++factors.back().exponent;
      factors.back().power *= q;
    }
  }
  LenstraRow row{{}, 1};
  for (auto f = factors.rbegin(); f != factors.rend(); ++f) {
    if (row.degree % f->power == 0) continue;
    for (const auto& [monomial, factor] : kappa_of(f->prime, f->exponent))
      add_term(row.alpha, monomial, factor);
    // K(q^n) is a root of degree q of K(q^(n-1)), and K(q) one of alpha(q).
    const Integer degree =
        f->prime == 2 ? f->power
                      : f->power / Integer(f->prime) * before[prime_number(f->prime)].degree;
    row.degree = common_multiple(row.degree, degree);
  }
  const Integer excess = kExcess[k] - '0';
  if (excess != 0) add_term(row.alpha, {}, excess);
  // 4 lies in the field of 16 elements.
  if (excess == 4) row.degree = common_multiple(row.degree, 4);
  row.degree *= p;
  return row;
}

const LenstraRow& lenstra_row(std::uint32_t k) {
  // Made once, when first needed; never changed.
  static const std::vector<LenstraRow> rows = [] {
    std::vector<LenstraRow> made;
    for (std::uint32_t i = 0; i < kLenstraPrimes; ++i) made.push_back(make_row(i, made));
    return made;
  }();
  return rows[k];
}

std::vector<std::uint32_t> digits_of(Integer n, std::uint32_t p) {
  std::vector<std::uint32_t> digits;
  for (; n != 0; n /= p) digits.push_back(static_cast<std::uint32_t>(n % Integer(p)));
  return digits;
}

NimElement multiply_elements(const NimElement& a, const NimElement& b, Budget& budget);

// Powers of K(p^n) that reach p are carried down to K(p^(n-1)); what is carried below K(p) is a factor
// alpha(p). That has to do with smaller primes only, so the recursion is as deep as there are primes.
NimElement multiply_monomials(const Monomial& a, const Monomial& b, Budget& budget) {
  Monomial product(std::max(a.size(), b.size()), Integer(0));
  std::vector<std::uint32_t> carried;
  for (std::uint32_t k = 0; k < product.size(); ++k) {
    budget.charge();
    if (k >= a.size() || k >= b.size() || a[k] == 0 || b[k] == 0) {
      product[k] = (k < a.size() ? a[k] : Integer(0)) + (k < b.size() ? b[k] : Integer(0));
      continue;
    }
    const std::uint32_t p = kOddPrimes[k];
    std::vector<std::uint32_t> x = digits_of(a[k], p);
    std::vector<std::uint32_t> y = digits_of(b[k], p);
    x.resize(std::max(x.size(), y.size()), 0);
    y.resize(x.size(), 0);
    budget.charge(x.size());
    std::uint32_t carry = 0;
    for (std::size_t i = x.size(); i-- > 0;) {
      x[i] += y[i] + carry;
      carry = x[i] >= p ? 1 : 0;
      x[i] -= carry * p;
    }
    for (std::size_t i = x.size(); i-- > 0;) product[k] = product[k] * p + x[i];
    if (carry != 0) carried.push_back(k);
  }
  while (!product.empty() && product.back() == 0) product.pop_back();
  NimElement result{{std::move(product), Integer(1)}};
  for (const std::uint32_t k : carried)
    result = multiply_elements(result, lenstra_row(k).alpha, budget);
  return result;
}

NimElement multiply_elements(const NimElement& a, const NimElement& b, Budget& budget) {
  NimElement sum;
  for (const auto& [x, f] : a) {
    for (const auto& [y, g] : b) {
      const Integer factor = nim_product(f, g, budget);
      for (const auto& [monomial, h] : multiply_monomials(x, y, budget))
        add_term(sum, monomial, nim_product(factor, h, budget));
    }
  }
  return sum;
}

NimElement element_of(const Ordinal& a) {
  CGT_EXPECTS(a.is_ordinal(), "nim multiplication is that of ordinals");
  NimElement element;
  for (const Ordinal::Term& term : a.terms()) {
    Monomial monomial;
    for (const Ordinal::Term& part : term.exponent.terms()) {
      const auto k = part.exponent.as_integer();
      if (!k) {
        throw Error(fmt::format("{} has no nim products here", a.text()),
                    "ordinals below ω^ω^ω have");
      }
      if (*k >= kLenstraPrimes) {
        throw Error(fmt::format("nim products of {} need the excess of the odd prime number {}",
                                a.text(), to_string(*k + Integer(1))),
                    fmt::format("known are those of {} primes, to ω^ω^{}", kLenstraPrimes,
                                kLenstraPrimes - 1));
      }
      const auto place = static_cast<std::size_t>(*k);
      if (monomial.size() <= place) monomial.resize(place + 1, Integer(0));
      monomial[place] = part.coefficient;
    }
    element.emplace(std::move(monomial), term.coefficient);
  }
  return element;
}

Ordinal ordinal_of_element(const NimElement& element) {
  Budget unlimited;
  Ordinal sum;
  for (const auto& [monomial, factor] : element) {
    Ordinal exponent;
    for (std::size_t k = 0; k < monomial.size(); ++k) {
      if (monomial[k] == 0) continue;
      const Ordinal power = Ordinal::omega_power(Ordinal(static_cast<std::int64_t>(k)));
      exponent = exponent + multiply(power, Ordinal(monomial[k]), unlimited);
    }
    sum = sum + multiply(Ordinal::omega_power(exponent), Ordinal(factor), unlimited);
  }
  return sum;
}

}  // namespace

Ordinal nim_product(const Ordinal& a, const Ordinal& b, Budget& budget) {
  return ordinal_of_element(multiply_elements(element_of(a), element_of(b), budget));
}

Ordinal nim_power(const Ordinal& a, const Integer& n, Budget& budget) {
  CGT_EXPECTS(n >= 0, "a nim power has an exponent >= 0");
  NimElement result{{Monomial{}, Integer(1)}};
  const NimElement base = element_of(a);
  for (std::size_t bit = bit_length(n); bit-- > 0;) {
    result = multiply_elements(result, result, budget);
    if (mpz_tstbit(n.raw(), bit) != 0) result = multiply_elements(result, base, budget);
  }
  return ordinal_of_element(result);
}

Ordinal lenstra_alpha(std::uint32_t k) {
  CGT_EXPECTS(k < kLenstraPrimes, "the excess of that prime is not in the table");
  return ordinal_of_element(lenstra_row(k).alpha);
}

Integer lenstra_degree(std::uint32_t k) {
  CGT_EXPECTS(k < kLenstraPrimes, "the excess of that prime is not in the table");
  return lenstra_row(k).degree;
}

}  // namespace cgt
