#include "decomp/rules/heap/code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "cgt/support/diagnostic.hpp"

namespace cgt::heap {
namespace {

constexpr Size kMaxDigits = 1'000'000;

class CodeReader {
 public:
  explicit CodeReader(const std::string& text) : source_("code", text), text_(source_.text()) {}

  void read(std::vector<Digit>& digits, Size& period) {
    if (text_.empty()) fail(0, "a code is missing", "0.77 is Kayles");
    digits.push_back(digit());
    const Digit& split = digits.front();
    if (split.allows(1)) {
      fail(0, "a move that takes nothing must leave two or more heaps", "4.0 splits a heap");
    }
    if (at_ == text_.size() || text_[at_] != '.') {
      fail(at_, "'.' is missing after the first digit", "0.77 is Kayles, 4!.0 Grundy's Game");
    }
    ++at_;
    while (at_ < text_.size() && text_[at_] != '[') digits.push_back(digit());
    if (at_ == text_.size()) return;
    const std::size_t open = at_++;
    while (at_ < text_.size() && text_[at_] != ']') {
      digits.push_back(digit());
      ++period;
    }
    if (at_ == text_.size()) fail(open, "this bracket is not closed");
    if (period == 0) fail(open, "no digit repeats here", "0.[3] is Nim");
    if (++at_ < text_.size()) fail(at_, "nothing may follow the digits that repeat");
  }

 private:
  [[noreturn]] void fail(std::size_t from, std::string message, std::string hint = {}) const {
    throw InputError(source_, {{Severity::kError, std::move(message), std::move(hint), {from, 1}}});
  }

  static int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return -1;
  }

  Digit digit() {
    if (at_ == text_.size()) fail(at_, "a digit is missing");
    Digit d;
    const int value = digit_value(text_[at_]);
    if (value >= 0) {
      d.counts = static_cast<std::uint64_t>(value);
      ++at_;
    } else if (text_[at_] == '{') {
      counts(d);
    } else {
      fail(at_, fmt::format("'{}' is not a digit of a take-and-break code", text_[at_]),
           "digits are 0-9, A-Z and lists such as {1,3+}; after them !, ? or =");
    }
    if (at_ < text_.size() && std::string_view("!?=").find(text_[at_]) != std::string_view::npos) {
      d.modifier = text_[at_++];
    }
    return d;
  }

  // "{0,2,5+}"
  void counts(Digit& d) {
    const std::size_t open = at_++;
    while (true) {
      const std::size_t start = at_;
      std::uint64_t number = 0;
      while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && number < 1000) {
        number = 10 * number + static_cast<std::uint64_t>(text_[at_++] - '0');
      }
      if (at_ == start)
        fail(start, "a number of heaps is missing", "{1,3+} is one heap, or three or more");
      const bool more = at_ < text_.size() && text_[at_] == '+';
      if (number >= 64) fail(start, "a number of heaps is at most 63");
      if (more) {
        ++at_;
        d.from = std::min(d.from, static_cast<Size>(number));
      } else {
        d.counts |= std::uint64_t{1} << number;
      }
      if (at_ == text_.size()) fail(open, "this bracket is not closed");
      if (text_[at_] == '}') break;
      if (text_[at_] != ',') fail(at_, "',' or '}' is missing");
      ++at_;
    }
    ++at_;
  }

  SourceText source_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Size Digit::most() const {
  if (from != kNever) return kNever;
  return counts == 0 ? 0 : static_cast<Size>(63 - std::countl_zero(counts));
}

bool Digit::divides(Size tokens) const {
  if (tokens == 0) return allows(0);
  // The fewest heaps need the fewest tokens, whatever the modifier but '='.
  const std::uint64_t positive = counts & ~std::uint64_t{1};
  const Size few = std::min(positive == 0 ? kNever : static_cast<Size>(std::countr_zero(positive)),
                            std::max<Size>(from, 1));
  switch (modifier) {
    case '!': return few <= tokens && static_cast<std::uint64_t>(few) * (few + 1) / 2 <= tokens;
    case '=':
      for (Size heaps = 1; heaps < 64 && heaps <= tokens; ++heaps) {
        if (allows(heaps) && tokens % heaps == 0) return true;
      }
      return tokens >= std::max<Size>(from, 1);  // single tokens
    case '?': return few == 1 || few < tokens;
    default: return few <= tokens;
  }
}

Code Code::parse(const std::string& text) {
  Code code;
  code.text_ = text;
  CodeReader(text).read(code.digits_, code.period_);
  for (Size k = 0; k < code.digits_.size(); ++k) {
    const Digit& digit = code.digits_[k];
    if (!digit.empty()) code.used_.push_back(k);
    code.plain_ = code.plain_ && digit.modifier == 0;
    code.most_ = std::max(code.most_, digit.most());
  }
  return code;
}

Code Code::subtraction(std::vector<std::int64_t> set, char digit, bool allbut) {
  std::ranges::sort(set);
  if (!set.empty() && set.front() < 1) {
    throw Error("a subtraction set holds positive numbers",
                "the least here is " + std::to_string(set.front()));
  }
  if (!set.empty() && set.back() > kMaxDigits)
    throw Error("a subtraction set goes to 1000000 at most");
  std::string digits(set.empty() ? 0 : static_cast<std::size_t>(set.back()), allbut ? digit : '0');
  for (const std::int64_t s : set) digits[static_cast<std::size_t>(s - 1)] = allbut ? '0' : digit;
  return parse(allbut ? fmt::format("0.{}[{}]", digits, digit)
                      : "0." + (digits.empty() ? "0" : digits));
}

const Digit& Code::digit(Size taken) const {
  static const Digit none;
  if (taken < digits_.size()) return digits_[taken];
  if (period_ == 0) return none;
  const std::size_t begin = digits_.size() - period_;
  return digits_[begin + (taken - begin) % period_];
}

}  // namespace cgt::heap
