// Texts from files, numbers from texts and back: what scripts need to read tables and to print
// them.
#include <fmt/format.h>

#include "cgt/number/integer.hpp"
#include "cgt/support/characters.hpp"
#include "cgt/support/error.hpp"
#include "lang/library/core.hpp"
#include "lang/library/sandbox.hpp"
#include "lang/values/arithmetic.hpp"

namespace cgt::lang {
namespace {

// Characters of a number in a text. Reading more takes time with the square of their number.
constexpr std::size_t kMaxNumberText = 100'000;
constexpr std::int64_t kMaxDecimals = 10'000;

// The digits from `at` on as an integer; moves `at` behind them. Empty: there is none.
std::string digits(const std::string& text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return text.substr(begin, at - begin);
}

Integer power_of_ten(std::size_t n) { return pow(Integer(10), n); }

// 12, -1.5, .25, 2/21; Nothing for everything else.
Value to_number(Context&, Arguments a) {
  const std::string& text = a[0].as_string();
  if (text.size() > kMaxNumberText) {
    throw Error("ToNumber: this number is too long",
                fmt::format("at most {} characters", kMaxNumberText));
  }
  std::size_t at = 0;
  const bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) ++at;
  const std::string whole = digits(text, at);
  Rational value(whole.empty() ? Integer(0) : Integer(whole));
  if (at < text.size() && text[at] == '.') {
    ++at;
    const std::string part = digits(text, at);
    if (part.empty()) return {};
    value += Rational(Integer(part), power_of_ten(part.size()));
  } else if (whole.empty()) {
    return {};
  } else if (at < text.size() && text[at] == '/') {
    ++at;
    const std::string below = digits(text, at);
    if (below.empty()) return {};
    const Integer divisor(below);
    if (divisor == 0) return {};
    value /= divisor;
  }
  if (at != text.size()) return {};
  return Value::rational(negative ? -value : value);
}

// Rounded to the nearest, halves away from 0.
Value to_decimal(Context& c, Arguments a) {
  const std::int64_t places = c.integer(a[1], "ToDecimal");
  if (places < 0 || places > kMaxDecimals)
    throw Error(fmt::format("ToDecimal needs 0 to {} digits, not {}", kMaxDecimals, places));
  const Rational value = a[0].as_rational();
  const Rational scaled =
      abs(value) * power_of_ten(static_cast<std::size_t>(places)) + Rational(1, 2);
  const Integer shown = floor(scaled);
  std::string text = to_string(shown);
  const auto width = static_cast<std::size_t>(places) + 1;
  if (text.size() < width) text.insert(0, width - text.size(), '0');
  if (places > 0) text.insert(text.size() - static_cast<std::size_t>(places), 1, '.');
  return Value::string((value < 0 && shown != 0 ? "-" : "") + text);
}

Value padded(Context& c, Arguments a, bool left, const char* what) {
  const std::int64_t width = c.integer(a[1], what);
  const std::string& text = a[0].as_string();
  if (width <= static_cast<std::int64_t>(text.size())) return a[0];
  check_text(static_cast<std::size_t>(width));
  const std::string blanks(static_cast<std::size_t>(width) - text.size(), ' ');
  return Value::string(left ? blanks + text : text + blanks);
}

Value read_text(Context& c, Arguments a) {
  return Value::string(readable_text(c, c.string(a[0], "ReadText")));
}

// Without their ends; a text that ends in a line end has no empty line after it.
Value lines(Context& c, Arguments a) {
  const std::string& text = a[0].as_string();
  std::vector<Value> out;
  std::size_t at = 0;
  while (at < text.size()) {
    c.budget().charge();
    std::size_t end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    const std::size_t length = end > at && text[end - 1] == '\r' ? end - at - 1 : end - at;
    out.push_back(Value::string(text.substr(at, length)));
    at = end + 1;
  }
  return Value::list(std::move(out));
}

}  // namespace

void register_reading(Registry& registry) {
  const Rows functions(registry, "");
  const Rows strings(registry, "String");
  const Rows rationals(registry, "Rational");
  functions.add(
      "ReadText(path)", "The text of a file; the path starts at the folder of the script.",
      "ReadText(\"examples/corridors.cgs\").Substring(1, 20) --> \"// Blocked corridors\"",
      read_text);
  strings.add("ToNumber", "The number that it writes (12, -1.5, .25, 2/21), or Nothing.",
              "[\"-1.5\".ToNumber, \"2/21\".ToNumber, \"1.5 in\".ToNumber] --> [-3/2,2/21,Nothing]",
              to_number);
  rationals.add(
      "ToDecimal(digits)", "With so many digits after the point, rounded; halves away from 0.",
      "[(2/3).ToDecimal(2), (-1/8).ToDecimal(2), 5.ToDecimal(0)] --> [\"0.67\",\"-0.13\",\"5\"]",
      to_decimal);
  strings.add("Lines", "The lines, without their ends.", "\"a\\nb\\n\".Lines --> [\"a\",\"b\"]",
              lines);
  strings.add("PaddedLeft(width)", "With blanks before it, up to a width.",
              "\"ab\".PaddedLeft(4) --> \"  ab\"",
              [](Context& c, Arguments a) { return padded(c, a, true, "PaddedLeft"); });
  strings.add("PaddedRight(width)", "With blanks behind it, up to a width.",
              "\"ab\".PaddedRight(4) --> \"ab  \"",
              [](Context& c, Arguments a) { return padded(c, a, false, "PaddedRight"); });
}

}  // namespace cgt::lang
