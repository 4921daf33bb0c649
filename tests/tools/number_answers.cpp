// Random operations on integers, fractions and dyadic numbers, and what comes of them, a line for each
// thousand: `number_answers COUNT [SEED]`. Built once with GMP and once with the numbers that stand for
// it where there is none (lang/npm/numbers.hpp), so that the two can be compared.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

#include "cgt/number/dyadic.hpp"
#include "cgt/number/rational.hpp"

namespace {

using cgt::Dyadic;
using cgt::Integer;
using cgt::Rational;

class Source {
 public:
  explicit Source(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  // Short ones mostly, of either sign, and the ends of machine integers.
  Integer integer() {
    const std::uint64_t kind = below(8);
    Integer n(random_() >> below(64));
    if (kind == 0) n = Integer(std::int64_t{1}) << 63;
    if (kind > 4) {
      for (std::uint64_t words = below(kind == 7 ? 40 : 4); words > 0; --words) {
        n = (n << 64) + Integer(random_());
      }
    }
    if (below(16) == 0) n = 0;
    return below(2) == 0 ? n : -n;
  }
  Integer other_than_0() {
    Integer n = integer();
    return n == 0 ? Integer(7) : n;
  }
  Rational rational() { return Rational(integer(), other_than_0()); }

 private:
  std::mt19937_64 random_;
};

std::string answer(Source& source) {
  const Integer a = source.integer();
  const Integer b = source.integer();
  const Integer d = source.other_than_0();
  switch (source.below(24)) {
    case 0: return to_string(a + b);
    case 1: return to_string(a - b);
    case 2: return to_string(a * b);
    case 3: return to_string(a / d) + ' ' + to_string(a % d);
    case 4: return to_string(a & b);
    case 5: return to_string(a | b);
    case 6: return to_string(a ^ b);
    case 7: return to_string(a << source.below(200));
    case 8: return to_string(a >> source.below(200));
    case 9: return to_string(gcd(a, b)) + ' ' + to_string(abs(a));
    case 10: return to_string(pow(a >> 40, source.below(9)));
    case 11: return to_string(integer_sqrt(abs(a))) + ' ' + std::to_string(bit_length(a));
    case 12: return std::to_string(a.hash()) + (a < b ? '<' : a == b ? '=' : '>');
    case 13: return std::to_string(is_evil(abs(a))) + std::to_string(is_two_power(abs(a)));
    case 14: return std::to_string(a.fits<std::int64_t>()) + (a < 17 ? '<' : '>');
    default: break;
  }
  const Rational x = source.rational();
  const Rational y = source.rational();
  switch (source.below(8)) {
    case 0: return to_string(x + y) + ' ' + std::to_string((x + y).hash());
    case 1: return to_string(x - y);
    case 2: return to_string(x * y);
    case 3: return y == 0 ? "" : to_string(x / y);
    case 4: return to_string(floor(x)) + ' ' + to_string(ceiling(x)) + (x < y ? '<' : '>');
    case 5: {
      const double near = x.to_double();
      return std::isfinite(near) ? std::to_string(near) + ' ' + to_string(Rational(near)) : "inf";
    }
    case 6: {
      const Dyadic p(mpz_class(a.raw()), static_cast<std::uint32_t>(source.below(300)));
      const Dyadic q(mpz_class(b.raw()), static_cast<std::uint32_t>(source.below(300)));
      return (p + q).to_string() + ' ' + (p * q).to_string() + ' ' + p.floor().to_string() +
             (p < q ? '<' : '>') + std::to_string((p - q).hash());
    }
    default: {
      const auto n = static_cast<std::int64_t>(source.below(1U << 16U));
      const Rational z = to_rational(Dyadic(n, 9)) * x;
      const auto dyadic = to_dyadic(z);
      return dyadic ? dyadic->to_string() : to_string(z);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000;
  Source source(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  // Fowler, Noll, Vo.
  std::uint64_t hash = 14695981039346656037ULL;
  for (std::uint64_t i = 1; i <= count; ++i) {
    const std::string text = answer(source);
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    if (i % 1'000 == 0) std::cout << i << ' ' << hash << ' ' << text.substr(0, 60) << '\n';
  }
  return 0;
}
