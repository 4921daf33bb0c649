// Take-and-break codes (Guy and Smith 1956; the extended syntax is CGSuite's).
//
//   d0 . d1 d2 d3 ... [ repeated digits ]
//
// Digit k says into how many heaps a heap may be left once k tokens were taken from it: bit j of
// the digit is set if j (non-empty) heaps may remain. Digits are 0-9 and A-Z (10 to 35), or a list
// of the numbers of heaps in braces, where 2+ means two or more: {0,2} is 5, {2+} has no digit.
// After a digit:
//   !   the heaps left must all be of different sizes     4!.0     Grundy's Game
//   =   the heaps left must all be of the same size       {2+}=.0  split evenly
//   ?   the heaps left must not all be of the same size
// A part in [ ] at the end repeats for ever: 0.[3] is Nim.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cgt::heap {

using Size = std::uint32_t;
inline constexpr Size kMaxHeap = 100'000'000;

struct Digit {
  static constexpr Size kNever = ~Size{0};

  std::uint64_t counts = 0;  // bit j: exactly j heaps, j < 64
  Size from = kNever;        // and every number of heaps from here on
  char modifier = 0;         // '!', '=' or '?'

  bool allows(Size heaps) const {
    return heaps >= from || (heaps < 64 && ((counts >> heaps) & 1U) != 0);
  }
  bool empty() const { return counts == 0 && from == kNever; }
  // The most heaps that may be left; kNever if there is no limit.
  Size most() const;
  // May that many tokens be left, as some number of heaps of the right sizes?
  bool divides(Size tokens) const;
  friend bool operator==(const Digit&, const Digit&) = default;
};

class Code {
 public:
  // Throws InputError.
  static Code parse(const std::string& text);
  // Takes each number of `set` away (or, with `allbut`, every other positive number), with the
  // digit given. Throws Error unless the numbers are positive.
  static Code subtraction(std::vector<std::int64_t> set, char digit, bool allbut);

  // As written, or made by subtraction().
  const std::string& text() const { return text_; }
  const Digit& digit(Size taken) const;
  // Digits from here on repeat with period(); kNever (of Digit) if the code is finite.
  bool finite() const { return period_ == 0; }
  // Of a finite code: the largest number of tokens taken. Otherwise where the repetition begins.
  Size last() const { return static_cast<Size>(digits_.size() - 1 - period_); }
  Size period() const { return period_; }
  // The k whose digits are not empty, ascending, up to last() and through the first period.
  const std::vector<Size>& used() const { return used_; }
  // No digit has a modifier.
  bool plain() const { return plain_; }
  // The most heaps that any digit leaves; Digit::kNever if there is no limit.
  Size most() const { return most_; }

 private:
  std::string text_;
  std::vector<Digit> digits_;  // 0 .. last, then one period
  Size period_ = 0;
  std::vector<Size> used_;
  bool plain_ = true;
  Size most_ = 0;
};

}  // namespace cgt::heap
