#include "decomp/go/record/decimal.hpp"

namespace cgt::go {

Decimal read_decimal(std::string_view text) {
  Decimal out;
  if (text.size() > kLongestDecimal) return out;
  std::string digits;
  std::uint32_t decimals = 0;
  bool point = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c >= '0' && c <= '9') {
      digits += c;
      if (point) ++decimals;
    } else if (c == '.' && !point) {
      point = true;
    } else if (!((c == '-' || c == '+') && i == 0)) {
      return out;
    }
  }
  if (digits.empty()) return out;
  out.number = true;
  mpz_class scaled(digits, 10);
  if (text.front() == '-') scaled = -scaled;
  // digits / 10^decimals is dyadic iff 5^decimals divides the digits.
  mpz_class fives;
  mpz_ui_pow_ui(fives.get_mpz_t(), 5, decimals);
  out.dyadic = mpz_divisible_p(scaled.get_mpz_t(), fives.get_mpz_t()) != 0;
  if (out.dyadic) out.value = Dyadic(mpz_class(scaled / fives), decimals);
  return out;
}

// m / 2^k = m * 5^k / 10^k.
std::string decimal_text(const Dyadic& number) {
  mpz_class fives;
  mpz_ui_pow_ui(fives.get_mpz_t(), 5, number.exponent());
  const mpz_class scaled = abs(number.numerator()) * fives;
  std::string digits = scaled.get_str();
  const std::size_t decimals = number.exponent();
  if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
  if (decimals > 0) digits.insert(digits.size() - decimals, ".");
  return (number.sign() < 0 ? "-" : "") + digits;
}

}  // namespace cgt::go
