#include "decomp/solve/census/number_ranges.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <utility>
#include <vector>

#include "tests/testing.hpp"

namespace cgt::solve::number_ranges_test {
namespace {

using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// The runs of `wanted` in a row of flags.
Pairs runs(const std::vector<bool>& flags, bool wanted) {
  Pairs out;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] != wanted) continue;
    if (out.empty() || out.back().second != i) out.emplace_back(i, i);
    out.back().second = i + 1;
  }
  return out;
}

Pairs missing(const NumberRanges& ranges, std::uint64_t size) {
  Pairs out;
  for (const NumberRange& r : ranges.missing(size)) out.emplace_back(r.first, r.last);
  return out;
}

TEST_CASE("ranges of numbers join where they touch", "[census]") {
  NumberRanges ranges;
  CHECK(missing(ranges, 0).empty());
  CHECK(missing(ranges, 9) == Pairs{{0, 9}});
  ranges.add({4, 4});
  CHECK(ranges.count() == 0);
  ranges.add({2, 4});
  ranges.add({6, 7});
  CHECK(Pairs(ranges.begin(), ranges.end()) == Pairs{{2, 4}, {6, 7}});
  CHECK(missing(ranges, 9) == Pairs{{0, 2}, {4, 6}, {7, 9}});
  ranges.add({4, 6});
  CHECK(Pairs(ranges.begin(), ranges.end()) == Pairs{{2, 7}});
  ranges.add({0, 2});
  ranges.add({7, 9});
  CHECK(Pairs(ranges.begin(), ranges.end()) == Pairs{{0, 9}});
  CHECK(missing(ranges, 9).empty());
  CHECK(ranges.count() == 9);
}

TEST_CASE("ranges added in any order are those of a row of flags", "[census][random]") {
  std::mt19937_64 random(16);
  std::size_t joined_both = 0;
  for (std::size_t round = 0; round < testing::scaled(300); ++round) {
    const std::size_t size = 1 + random() % 60;
    // Cuts 0 .. size - 1 into pieces and adds them in any order.
    Pairs pieces;
    for (std::uint64_t from = 0; from < size;) {
      const std::uint64_t to = std::min<std::uint64_t>(size, from + 1 + random() % 5);
      pieces.emplace_back(from, to);
      from = to;
    }
    std::shuffle(pieces.begin(), pieces.end(), random);
    NumberRanges ranges;
    std::vector<bool> flags(size);
    for (const auto& [first, last] : pieces) {
      joined_both += first > 0 && last < size && flags[first - 1] && flags[last] ? 1 : 0;
      ranges.add({first, last});
      std::fill(flags.begin() + static_cast<std::ptrdiff_t>(first),
                flags.begin() + static_cast<std::ptrdiff_t>(last), true);
      CHECK(Pairs(ranges.begin(), ranges.end()) == runs(flags, true));
      CHECK(missing(ranges, size) == runs(flags, false));
      CHECK(ranges.count() ==
            static_cast<std::uint64_t>(std::count(flags.begin(), flags.end(), true)));
    }
  }
  CHECK(joined_both > 0);
}

TEST_CASE("shares of numbers cut what is missing", "[census]") {
  for (std::uint64_t size = 0; size <= 40; ++size) {
    for (unsigned of = 1; of <= 5; ++of) {
      std::vector<int> seen(size);
      NumberRanges done;
      if (size > 20) done.add({7, 19});
      const std::vector<NumberRange> left = done.missing(size);
      std::uint64_t count = 0;
      for (unsigned index = 0; index < of; ++index) {
        std::uint64_t before = 0;
        for (const NumberRange& range : NumberShare{index, of}.of_ranges(left, size)) {
          CHECK(range.first < range.last);
          CHECK(range.first >= before);
          before = range.last;
          for (std::uint64_t i = range.first; i < range.last; ++i, ++count) ++seen.at(i);
        }
      }
      CHECK(count == size - done.count());
      for (std::uint64_t i = 0; i < size; ++i)
        CHECK(seen[i] == (size > 20 && i >= 7 && i < 19 ? 0 : 1));
    }
  }
  // Of many numbers each share has 64 blocks that differ by one block at most.
  const std::uint64_t many = (std::uint64_t{1} << 62U) - 3;
  const auto all = NumberShare{2, 3}.of_ranges({{0, many}}, many);
  CHECK(all.size() == 64);
  CHECK(all.back().last == many);
}

TEST_CASE("ranges that meet are noticed", "[census]") {
  NumberRanges ranges;
  ranges.add({3, 5});
  ranges.add({9, 12});
  const auto there = [](std::uint64_t i) { return (i >= 3 && i < 5) || (i >= 9 && i < 12); };
  for (std::uint64_t first = 0; first <= 15; ++first) {
    for (std::uint64_t last = first; last <= 15; ++last) {
      bool any = false;
      for (std::uint64_t i = first; i < last; ++i) any = any || there(i);
      CHECK(ranges.meets({first, last}) == any);
    }
  }
}

}  // namespace
}  // namespace cgt::solve::number_ranges_test
