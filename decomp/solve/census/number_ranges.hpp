// Sets of numbers as ranges that do not touch: which of 0 .. n - 1 are done.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

#include "cgt/support/api.hpp"

namespace cgt::solve {

struct CGT_API NumberRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  // excluded
};

class CGT_API NumberRanges {
 public:
  // Requires that nothing of the range is there.
  void add(NumberRange range) {
    if (range.first == range.last) return;
    auto next = ranges_.lower_bound(range.first);
    if (next != ranges_.begin() && std::prev(next)->second == range.first) {
      --next;
      next->second = range.last;
    } else {
      next = ranges_.emplace_hint(next, range.first, range.last);
    }
    const auto after = std::next(next);
    if (after == ranges_.end() || after->first != next->second) return;
    next->second = after->second;
    ranges_.erase(after);
  }

  // What is missing of 0 .. size - 1, ascending.
  std::vector<NumberRange> missing(std::uint64_t size) const {
    std::vector<NumberRange> out;
    std::uint64_t from = 0;
    for (const auto& [first, last] : ranges_) {
      if (from < first) out.push_back({from, first});
      from = last;
    }
    if (from < size) out.push_back({from, size});
    return out;
  }

  // Is any of these there already?
  bool meets(NumberRange range) const {
    if (range.first == range.last) return false;
    const auto next = ranges_.lower_bound(range.last);
    return next != ranges_.begin() && std::prev(next)->second > range.first;
  }

  std::uint64_t count() const {
    std::uint64_t out = 0;
    for (const auto& [first, last] : ranges_) out += last - first;
    return out;
  }

  auto begin() const { return ranges_.begin(); }
  auto end() const { return ranges_.end(); }

 private:
  std::map<std::uint64_t, std::uint64_t> ranges_;  // first, last
};

// A share of the numbers: 0 .. size - 1 are cut into blocks of one length, and block i belongs to share
// i mod `of`, counted from 0. Neighbouring numbers cost much the same, so each share has 64 blocks where
// there are so many numbers: what is left unequal is small, and so is the text that names the blocks.
struct CGT_API NumberShare {
  unsigned index = 0;
  unsigned of = 1;

  // What of `ranges` belongs to it; both ascend.
  std::vector<NumberRange> of_ranges(const std::vector<NumberRange>& ranges,
                                     std::uint64_t size) const {
    if (of == 1) return ranges;
    constexpr std::uint64_t kBlocks = 64;
    const std::uint64_t parts = kBlocks * of;
    const std::uint64_t length = size / parts + (size % parts != 0 ? 1 : 0);
    std::vector<NumberRange> out;
    for (const NumberRange& range : ranges) {
      for (std::uint64_t block = range.first / length; block * length < range.last; ++block) {
        if (block % of != index) continue;
        const std::uint64_t begin = std::max(range.first, block * length);
        out.push_back({begin, std::min(range.last, begin - begin % length + length)});
      }
    }
    return out;
  }
};

// The numbers that a thread goes through at a time.
inline constexpr std::uint64_t kRangeSize = 256;

// Takes up to `most` numbers below `end` off the last of the ranges that are left, which must begin
// below `end`.
inline NumberRange take_last(std::vector<NumberRange>& left, std::uint64_t end,
                             std::uint64_t most = kRangeSize) {
  NumberRange& range = left.back();
  const std::uint64_t limit = std::min(range.last, end);
  const NumberRange out{range.first, limit - range.first > most ? range.first + most : limit};
  range.first = out.last;
  if (range.first == range.last) left.pop_back();
  return out;
}

}  // namespace cgt::solve
