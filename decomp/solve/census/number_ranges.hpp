// Sets of numbers as ranges that do not touch: which of 0 .. n - 1 are done.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/db/database.hpp"

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

// Work on numbered positions that several processes share: where a process gets its ranges from, and what
// it tells of them.
//
// Each process has a part (SharedWork): a Census or a DatabaseBuild. One of them has the whole; the others
// hand over what they found and forget it. Between them is a RangeFeed, which knows how to reach the
// others (MPI, threads in tests).

namespace cgt::db {
class Table;
}

namespace cgt::solve {

class CGT_API SharedWork {
 public:
  SharedWork() = default;
  SharedWork(const SharedWork&) = delete;
  SharedWork& operator=(const SharedWork&) = delete;
  virtual ~SharedWork() = default;

  // What was found and not handed over yet; it is forgotten here. Records that a state rests on are taken
  // before it, and added before it is restored. By the thread that works.
  virtual void take_records(std::vector<db::Record>&) {}
  virtual std::string take_state() = 0;
  // Of another part. From any thread, also while the work goes on. restore() throws Error if the state is
  // damaged, or is of other work.
  virtual void add_records(const std::vector<db::Record>&) {}
  virtual void restore(std::string_view state) = 0;
  // Components whose moves were generated here; after the work.
  virtual std::uint64_t components() const = 0;
};

// Called by the thread that works; each call returns within milliseconds, but for end().
class CGT_API RangeFeed {
 public:
  enum class Next : std::uint8_t { kRange, kNotYet, kEnd };

  RangeFeed() = default;
  RangeFeed(const RangeFeed&) = delete;
  RangeFeed& operator=(const RangeFeed&) = delete;
  virtual ~RangeFeed() = default;

  // At the beginning: what is not done yet, ascending, and what is known already. Who has the whole hands
  // it out.
  virtual void begin(SharedWork& work, std::vector<NumberRange> left,
                     std::vector<db::Record> known) = 0;
  virtual Next next(NumberRange& range) = 0;
  // Is it time to exchange()?
  virtual bool due() = 0;
  // Records found here since the last call. Those of others go into the table.
  virtual void exchange(SharedWork& work, std::vector<db::Record> found, db::Table& table) = 0;
  // However the work ended: the others hand over the rest, who has the whole waits for it. `complete`: nothing
  // is left.
  virtual void end(SharedWork& work, bool complete) = 0;
};

}  // namespace cgt::solve
