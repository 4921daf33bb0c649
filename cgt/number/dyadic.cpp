#include "cgt/number/dyadic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <ostream>

#include "cgt/support/hash.hpp"

namespace cgt {

namespace {

mpz_class shifted(const mpz_class& x, std::uint64_t bits) {
  mpz_class out;
  mpz_mul_2exp(out.get_mpz_t(), x.get_mpz_t(), bits);
  return out;
}

// x << bits, or false if it leaves int64.
bool shift_small(std::int64_t x, std::uint32_t bits, std::int64_t& out) {
  if (bits >= 63) return x == 0 ? (out = 0, true) : false;
  return !__builtin_mul_overflow(x, std::int64_t{1} << bits, &out);
}

}  // namespace

Dyadic::Dyadic(std::int64_t numerator, std::uint32_t exponent)
    : small_(numerator), exponent_(exponent) {
  if (small_ == 0) {
    exponent_ = 0;
  } else if (exponent_ > 0) {
    const auto twos =
        static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(small_)));
    const std::uint32_t drop = twos < exponent_ ? twos : exponent_;
    small_ >>= drop;  // exact: the dropped bits are zero
    exponent_ -= drop;
  }
}

Dyadic::Dyadic(mpz_class numerator, std::uint32_t exponent) {
  reduce(std::move(numerator), exponent);
}

Dyadic::Dyadic(const Dyadic& other)
    : small_(other.small_),
      exponent_(other.exponent_),
      big_(other.big_ ? std::make_unique<mpz_class>(*other.big_) : nullptr) {}

Dyadic& Dyadic::operator=(const Dyadic& other) {
  if (this != &other) {
    small_ = other.small_;
    exponent_ = other.exponent_;
    big_ = other.big_ ? std::make_unique<mpz_class>(*other.big_) : nullptr;
  }
  return *this;
}

void Dyadic::reduce(mpz_class numerator, std::uint32_t exponent) {
  if (numerator == 0) {
    exponent = 0;
  } else if (exponent > 0) {
    const auto twos = static_cast<std::uint64_t>(mpz_scan1(numerator.get_mpz_t(), 0));
    const auto drop = static_cast<std::uint32_t>(twos < exponent ? twos : exponent);
    mpz_tdiv_q_2exp(numerator.get_mpz_t(), numerator.get_mpz_t(), drop);
    exponent -= drop;
  }
  exponent_ = exponent;
  if (numerator.fits_slong_p()) {
    small_ = numerator.get_si();
    big_.reset();
  } else {
    small_ = 0;
    big_ = std::make_unique<mpz_class>(std::move(numerator));
  }
}

mpz_class Dyadic::numerator() const { return big_ ? *big_ : mpz_class(small_); }

int Dyadic::sign() const {
  if (big_) return sgn(*big_);
  return small_ < 0 ? -1 : small_ > 0 ? 1 : 0;
}

Dyadic Dyadic::floor() const {
  if (is_integer()) return *this;
  if (!big_ && exponent_ < 64)
    return Dyadic(exponent_ >= 63 ? (small_ < 0 ? -1 : 0) : small_ >> exponent_);
  mpz_class out;
  mpz_fdiv_q_2exp(out.get_mpz_t(), numerator().get_mpz_t(), exponent_);
  return {std::move(out), 0};
}

Dyadic Dyadic::ceil() const { return -(-*this).floor(); }

Dyadic Dyadic::scaled(std::int64_t power) const {
  if (is_zero() || power == 0) return *this;
  if (power < 0) {
    const auto down = 0 - static_cast<std::uint64_t>(power);
    CGT_EXPECTS(down + exponent_ <= std::numeric_limits<std::uint32_t>::max(),
                "the denominator of a dyadic stays below 2^(2^32)");
    const auto exponent = exponent_ + static_cast<std::uint32_t>(down);
    return big_ ? Dyadic(*big_, exponent) : Dyadic(small_, exponent);
  }
  const auto up = static_cast<std::uint64_t>(power);
  if (up <= exponent_) {
    const auto exponent = exponent_ - static_cast<std::uint32_t>(up);
    return big_ ? Dyadic(*big_, exponent) : Dyadic(small_, exponent);
  }
  return {shifted(numerator(), up - exponent_), 0};
}

Dyadic Dyadic::operator-() const {
  if (!big_ && small_ != std::numeric_limits<std::int64_t>::min()) {
    Dyadic out;
    out.small_ = -small_;
    out.exponent_ = exponent_;
    return out;
  }
  return {-numerator(), exponent_};
}

Dyadic operator+(const Dyadic& a, const Dyadic& b) {
  const std::uint32_t exponent = a.exponent_ > b.exponent_ ? a.exponent_ : b.exponent_;
  if (!a.big_ && !b.big_) {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t sum = 0;
    if (shift_small(a.small_, exponent - a.exponent_, x) &&
        shift_small(b.small_, exponent - b.exponent_, y) && !__builtin_add_overflow(x, y, &sum)) {
      return {sum, exponent};
    }
  }
  return {mpz_class(shifted(a.numerator(), exponent - a.exponent_) +
                    shifted(b.numerator(), exponent - b.exponent_)),
          exponent};
}

Dyadic operator-(const Dyadic& a, const Dyadic& b) { return a + -b; }

Dyadic operator*(const Dyadic& a, const Dyadic& b) {
  const std::uint64_t exponent = std::uint64_t{a.exponent_} + b.exponent_;
  CGT_EXPECTS(exponent <= std::numeric_limits<std::uint32_t>::max(),
              "the denominator of a dyadic stays below 2^(2^32)");
  std::int64_t product = 0;
  if (!a.big_ && !b.big_ && !__builtin_mul_overflow(a.small_, b.small_, &product)) {
    return {product, static_cast<std::uint32_t>(exponent)};
  }
  return {mpz_class(a.numerator() * b.numerator()), static_cast<std::uint32_t>(exponent)};
}

bool operator==(const Dyadic& a, const Dyadic& b) {
  if (a.exponent_ != b.exponent_ || a.is_small() != b.is_small()) return false;
  return a.is_small() ? a.small_ == b.small_ : *a.big_ == *b.big_;
}

std::strong_ordering operator<=>(const Dyadic& a, const Dyadic& b) {
  if (!a.big_ && !b.big_) {
    if (a.exponent_ == b.exponent_) return a.small_ <=> b.small_;
    std::int64_t x = 0;
    std::int64_t y = 0;
    const std::uint32_t exponent = a.exponent_ > b.exponent_ ? a.exponent_ : b.exponent_;
    if (shift_small(a.small_, exponent - a.exponent_, x) &&
        shift_small(b.small_, exponent - b.exponent_, y)) {
      return x <=> y;
    }
  }
  const int sign = (a - b).sign();
  return sign <=> 0;
}

std::uint64_t Dyadic::hash() const {
  if (!big_) return mix(static_cast<std::uint64_t>(small_), exponent_);
  std::uint64_t h = mix(exponent_, static_cast<std::uint64_t>(sgn(*big_)));
  for (std::size_t i = 0; i < mpz_size(big_->get_mpz_t()); ++i) {
    h = mix(h, mpz_getlimbn(big_->get_mpz_t(), static_cast<mp_size_t>(i)));
  }
  return h;
}

std::ostream& operator<<(std::ostream& out, const Dyadic& x) { return out << x.to_string(); }

std::string Dyadic::to_string() const {
  std::string out = big_ ? big_->get_str() : std::to_string(small_);
  if (exponent_ > 0) {
    mpz_class denominator;
    mpz_ui_pow_ui(denominator.get_mpz_t(), 2, exponent_);
    out += "/" + denominator.get_str();
  }
  return out;
}

Dyadic simplest_between(const Dyadic& low, bool low_admitted, const Dyadic& high,
                        bool high_admitted) {
  CGT_EXPECTS(low < high || (low == high && low_admitted && high_admitted),
              "the interval of a simplest number is not empty");
  const auto fits = [&](const Dyadic& x) {
    return (low < x || (low_admitted && low == x)) && (x < high || (high_admitted && x == high));
  };
  if (fits(Dyadic())) return {};
  // The integer nearest to 0 that fits, if any.
  if (low.sign() >= 0) {
    Dyadic n = low.ceil();
    if (!fits(n)) n += 1;
    if (fits(n)) return n;
  } else {
    Dyadic n = high.floor();
    if (!fits(n)) n -= 1;
    if (fits(n)) return n;
  }
  // Otherwise the multiple of the largest 1/2^k that fits; it is unique at the first such k. If a
  // multiple of 1/2^k fits, so does one of every finer grid, so k is found by bisection.
  const auto multiple = [&](std::uint32_t k) {
    const Dyadic n = low.scaled(k).ceil();
    const Dyadic x = n.scaled(-std::int64_t{k});
    return fits(x) ? x : (n + 1).scaled(-std::int64_t{k});
  };
  std::uint32_t too_coarse = 0;
  std::uint32_t fine = std::max(low.exponent(), high.exponent()) + 2;
  while (too_coarse + 1 < fine) {
    const std::uint32_t k = too_coarse + (fine - too_coarse) / 2;
    (fits(multiple(k)) ? fine : too_coarse) = k;
  }
  return multiple(fine);
}

void DyadicInterval::raise(const std::optional<Dyadic>& least) {
  if (least && (!lower || *least > *lower)) lower = least;
}

void DyadicInterval::reduce(const std::optional<Dyadic>& greatest) {
  if (greatest && (!upper || *greatest < *upper)) upper = greatest;
}

std::string DyadicInterval::text() const {
  if (exact()) return lower->to_string();
  if (lower && upper) return fmt::format("{} to {}", lower->to_string(), upper->to_string());
  if (lower) return "at least " + lower->to_string();
  return upper ? "at most " + upper->to_string() : "unknown";
}

std::string DyadicInterval::text_of(std::string_view name) const {
  if (exact()) return fmt::format("{} {}", name, lower->to_string());
  if (lower && upper)
    return fmt::format("{} in [{}, {}]", name, lower->to_string(), upper->to_string());
  if (lower) return fmt::format("{} >= {}", name, lower->to_string());
  return upper ? fmt::format("{} <= {}", name, upper->to_string()) : "";
}

DyadicInterval DyadicInterval::operator-() const {
  DyadicInterval out;
  if (upper) out.lower = -*upper;
  if (lower) out.upper = -*lower;
  return out;
}

DyadicInterval operator+(const DyadicInterval& a, const DyadicInterval& b) {
  DyadicInterval out;
  if (a.lower && b.lower) out.lower = *a.lower + *b.lower;
  if (a.upper && b.upper) out.upper = *a.upper + *b.upper;
  return out;
}

DyadicInterval operator*(const Dyadic& x, const DyadicInterval& a) {
  DyadicInterval out;
  if (a.lower) out.lower = x * *a.lower;
  if (a.upper) out.upper = x * *a.upper;
  return out;
}

}  // namespace cgt
