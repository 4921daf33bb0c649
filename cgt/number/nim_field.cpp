#include "cgt/number/nim_field.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <map>

namespace cgt {

namespace {

// Fields are named by their level k: the numbers below 2^(2^k). One machine word is level 6.
constexpr int kWordLevel = 6;

constexpr std::uint64_t low_bits(int level) { return (std::uint64_t{1} << (1U << level)) - 1; }

// --- one word -----------------------------------------------------------------------------------

constexpr std::uint64_t multiply_plain(std::uint64_t a, std::uint64_t b, int level) {
  if (level == 0) return a & b;
  const int half = level - 1;
  const unsigned shift = 1U << half;
  const std::uint64_t mask = low_bits(half);
  const std::uint64_t a1 = a >> shift;
  const std::uint64_t a0 = a & mask;
  const std::uint64_t b1 = b >> shift;
  const std::uint64_t b0 = b & mask;
  const std::uint64_t high = multiply_plain(a1, b1, half);
  const std::uint64_t low = multiply_plain(a0, b0, half);
  const std::uint64_t cross = multiply_plain(a1 ^ a0, b1 ^ b0, half);
  const std::uint64_t twist = multiply_plain(high, std::uint64_t{1} << (shift - 1), half);
  return ((cross ^ low) << shift) | (low ^ twist);
}

constexpr std::array<std::uint8_t, 256> make_small_products() {
  std::array<std::uint8_t, 256> table{};
  for (unsigned a = 0; a < 16; ++a) {
    for (unsigned b = 0; b < 16; ++b)
      table[a * 16 + b] = static_cast<std::uint8_t>(multiply_plain(a, b, 2));
  }
  return table;
}
constexpr std::array<std::uint8_t, 256> kSmallProducts = make_small_products();

// a, b below the field of the level; levels up to kWordLevel.
std::uint64_t multiply_word(std::uint64_t a, std::uint64_t b, int level) {
  if (a == 0 || b == 0) return 0;
  if ((a | b) < 16) return kSmallProducts[static_cast<std::size_t>(a * 16 + b)];
  const int half = level - 1;
  const unsigned shift = 1U << half;
  const std::uint64_t mask = low_bits(half);
  const std::uint64_t a1 = a >> shift;
  const std::uint64_t b1 = b >> shift;
  if ((a1 | b1) == 0) return multiply_word(a, b, half);
  const std::uint64_t a0 = a & mask;
  const std::uint64_t b0 = b & mask;
  const std::uint64_t high = multiply_word(a1, b1, half);
  const std::uint64_t low = multiply_word(a0, b0, half);
  const std::uint64_t cross = multiply_word(a1 ^ a0, b1 ^ b0, half);
  const std::uint64_t twist = multiply_word(high, std::uint64_t{1} << (shift - 1), half);
  return ((cross ^ low) << shift) | (low ^ twist);
}

// --- any size -----------------------------------------------------------------------------------

struct Halves {
  Integer high;
  Integer low;
};

std::uint64_t bits_of(int level) { return std::uint64_t{1} << level; }

Halves split(const Integer& x, int half) {
  Halves halves;
  const auto shift = static_cast<mp_bitcnt_t>(bits_of(half));
  mpz_fdiv_q_2exp(halves.high.raw(), x.raw(), shift);
  mpz_fdiv_r_2exp(halves.low.raw(), x.raw(), shift);
  return halves;
}

Integer join(const Integer& high, const Integer& low, int half) {
  Integer whole = high << bits_of(half);
  whole |= low;
  return whole;
}

// The smallest field that has x.
int level_of(const Integer& x) {
  if (x <= 1) return 0;
  const auto bits = bit_length(x);
  return static_cast<int>(std::bit_width(bits - 1));
}

class NimField {
 public:
  explicit NimField(Budget& budget) : budget_(budget) {}

  Integer multiply(const Integer& a, const Integer& b, int level) {
    if (a == 0 || b == 0) return 0;
    if (level <= kWordLevel) {
      budget_.charge();
      return multiply_word(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b), level);
    }
    const int half = level - 1;
    const Halves x = split(a, half);
    const Halves y = split(b, half);
    if (x.high == 0 && y.high == 0) return multiply(a, b, half);
    const Integer high = multiply(x.high, y.high, half);
    const Integer low = multiply(x.low, y.low, half);
    const Integer cross = multiply(x.high ^ x.low, y.high ^ y.low, half);
    return join(cross ^ low, low ^ twist(high, level), half);
  }

  // a^2 (F/2) + ab + b^2 for x = aF + b.
  Integer inverse(const Integer& x, int level) {
    if (level == 0) return x;
    const int half = level - 1;
    const Halves parts = split(x, half);
    if (parts.high == 0) return inverse(x, half);
    const Integer both = parts.high ^ parts.low;
    const Integer norm =
        twist(multiply(parts.high, parts.high, half), level) ^ multiply(parts.low, both, half);
    const Integer scale = inverse(norm, half);
    return join(multiply(parts.high, scale, half), multiply(both, scale, half), half);
  }

  // (aF + b)^2 = a^2 F + a^2 (F/2) + b^2.
  Integer square_root(const Integer& x, int level) {
    if (level == 0) return x;
    const int half = level - 1;
    const Halves parts = split(x, half);
    return join(square_root(parts.high, half),
                square_root(parts.low ^ twist(parts.high, level), half), half);
  }

 private:
  // x times half the Fermat power F of the level, for x < F: this F/2 is G * (G/2) for the Fermat
  // power G below, and (aG + b) * G = (a + b)G + a(G/2).
  Integer twist(const Integer& x, int level) {
    if (x == 0) return 0;
    if (level - 1 <= kWordLevel) {
      budget_.charge();
      const int half = level - 1;
      return multiply_word(static_cast<std::uint64_t>(x), std::uint64_t{1} << (bits_of(half) - 1),
                           half);
    }
    const int half = level - 2;
    const Halves parts = split(x, half);
    return join(twist(parts.high ^ parts.low, level - 1),
                twist(twist(parts.high, level - 1), level - 1), half);
  }

  Budget& budget_;
};

void check(const Integer& n) { CGT_EXPECTS(n >= 0, "nim arithmetic is on integers >= 0"); }

}  // namespace

Integer nim_sum(const Integer& a, const Integer& b) {
  check(a);
  check(b);
  return a ^ b;
}

std::uint64_t nim_product(std::uint64_t a, std::uint64_t b) {
  return multiply_word(a, b, kWordLevel);
}

Integer nim_product(const Integer& a, const Integer& b, Budget& budget) {
  check(a);
  check(b);
  return NimField(budget).multiply(a, b, std::max(level_of(a), level_of(b)));
}

Integer nim_inverse(const Integer& a, Budget& budget) {
  check(a);
  CGT_EXPECTS(a != 0, "0 has no inverse");
  return NimField(budget).inverse(a, level_of(a));
}

Integer nim_quotient(const Integer& a, const Integer& b, Budget& budget) {
  return nim_product(a, nim_inverse(b, budget), budget);
}

Integer nim_square_root(const Integer& a, Budget& budget) {
  check(a);
  return NimField(budget).square_root(a, level_of(a));
}

Integer ugly_product(const Integer& a, const Integer& b, Budget& budget) {
  check(a);
  check(b);
  // The pairs i < j give, for every bit j of b, 2^j if an odd number of bits i < j of a are set,
  // and the shifted bits of a below j; the same with a and b exchanged. What is below the diagonal
  // of both is the part that the exchange does not double.
  Integer product = 0;
  const Integer shifted_a = a >> 1;
  const Integer shifted_b = b >> 1;
  const auto cross = [&](const Integer& x, const Integer& y, const Integer& shifted) {
    if (x == 0 || y == 0) return;
    bool odd = false;  // an odd number of bits of x below j
    for (std::uint64_t j = 0; j < bit_length(y); ++j) {
      budget.charge(1 + j / 64);
      if (mpz_tstbit(y.raw(), j) != 0) {
        if (odd) mpz_combit(product.raw(), j);
        if (j > 0) {
          Integer below;
          mpz_fdiv_r_2exp(below.raw(), shifted.raw(), j - 1);
          product ^= below;
        }
      }
      if (mpz_tstbit(x.raw(), j) != 0) odd = !odd;
    }
  };
  cross(a, b, shifted_a);
  cross(b, a, shifted_b);
  product ^= shifted_a & shifted_b;
  if ((a & b & 1) != 0) product ^= 1;
  return product;
}

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
  for (std::uint64_t bit = bit_length(n); bit-- > 0;) {
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
