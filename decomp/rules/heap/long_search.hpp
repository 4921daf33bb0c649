// One long search for the period of a take-and-break game, which can be interrupted and gone on with.
//
//   LongSearch search(Code::parse("0.07"));
//   search.extend(1000, budget);    // true: a period is proved
//   search.period();                // Periodicity(Period => 34, Preperiod => 53, Saltus => 0)
//   search.values();                // of as many heaps as it took
//   search.sparse_space();          // the mask 0x7, 82 heaps of sparse values, ...
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "decomp/rules/heap/rules.hpp"

namespace cgt::heap {

// The heaps of sparse values by the mask with the fewest of them (pair_scan.hpp).
struct SparseSpace {
  std::uint32_t mask = 0;
  bool by_position = false;
  std::uint64_t heaps = 0;  // with sparse values; the heap 0 is one of them
  Size last = 0;            // the largest of them
};

class LongSearch {
 public:
  explicit LongSearch(Code code);
  LongSearch(const LongSearch&) = delete;
  LongSearch& operator=(const LongSearch&) = delete;

  // Goes on with values that an earlier search of this code found. Requires values[0] = 0, and that
  // nothing was looked for yet. They are not checked.
  void restore(std::vector<std::uint32_t> values);

  // Makes the values of the heaps up to `last` known, or those that prove a period. True if one is
  // proved. Throws BudgetExhausted; what was found by then stays.
  bool extend(Size last, Budget& budget);
  // Looks for a period in all values that are known; extend() does so whenever their number has
  // doubled.
  bool find_period(Budget& budget);

  const Code& code() const { return game_.rule(); }
  // Of the heaps 0, 1, ...
  std::span<const std::uint32_t> values() const { return values_; }
  const std::optional<Periodicity>& period() const { return period_; }
  // Requires a period.
  std::string proof(Budget& budget) const;
  SparseSpace sparse_space() const;

  // Bytes that a search up to `last` holds at most, but for the sets of codes that leave three heaps.
  static std::uint64_t bytes(const Code& code, Size last);
  // Makes room for them at once. Throws BudgetExhausted if the budget has not so many.
  void reserve(Size last, Budget& budget);

 private:
  // What is protected there is called here.
  class Game final : public TakeAndBreak {
   public:
    using TakeAndBreak::extend;
    using TakeAndBreak::TakeAndBreak;
  };

  Game game_;
  std::vector<std::uint32_t> values_{0};
  std::optional<Periodicity> period_;
  std::size_t searched_ = 0;  // values in which no period was found
};

}  // namespace cgt::heap
