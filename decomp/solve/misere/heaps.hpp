// Misere play of heap games by their quotients: which heaps behave alike, for all heaps if the map
// from heaps to the quotient is periodic, and who wins any sum of heaps.
//
//   MisereHeaps kayles(std::make_shared<heap::TakeAndBreak>(heap::Code::parse("0.77")));
//   kayles.find_period(1000, budget);         // period 12 from heap 71 on, order 40
//   kayles.lost(std::vector{30U, 31U, 25U}, budget);   // false: the next player wins
//
// Proof of the period (the analogue of Guy and Smith 1956 in Plambeck, Siegel 2008): a finite code
// without modifiers leaves at most t heaps and takes at most k tokens. If the classes of n and n + p
// are equal for n0 <= n < t n0 + (t - 1) p + k, n0 >= 1, and all heaps below t n0 + t p + k are in the
// proved quotient, then the options of greater heaps repeat, class by class, for ever.
//
// Thread rule: one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "decomp/rules/heap/rules.hpp"
#include "decomp/solve/misere/quotient.hpp"

namespace cgt::solve {

// The classes of n and n + period are equal for all n >= preperiod.
struct MiserePeriod {
  std::uint32_t period = 0;
  std::uint32_t preperiod = 0;
  friend bool operator==(const MiserePeriod&, const MiserePeriod&) = default;
};

// The least period that the classes of the heaps 0, 1, ... prove: at most t heaps are left, at most k
// tokens taken.
std::optional<MiserePeriod> proved_misere_period(std::span<const std::uint32_t> classes,
                                                 std::uint32_t t, std::uint32_t k, Budget& budget);

class MisereHeaps {
 public:
  explicit MisereHeaps(std::shared_ptr<const heap::Rules> rules, QuotientLimits limits = {});

  const heap::Rules& rules() const { return *rules_; }
  // The quotient of the heaps 1 .. last; see MisereQuotientSearch::extend.
  bool extend(std::uint32_t last, Budget& budget);
  // Goes on until a period is proved, to heap `last` at most. False if none is.
  bool find_period(std::uint32_t last, Budget& budget);
  const std::optional<MiserePeriod>& period() const { return period_; }
  const MisereQuotient& quotient() const { return search_.quotient(); }
  std::uint32_t heaps() const { return search_.games(); }
  MisereQuotientSearch::Stuck stuck() const { return search_.stuck(); }

  // The class of a heap: as far as the quotient reaches, or of any heap if it is periodic. Empty if
  // no quotient is found that has it.
  std::optional<std::uint32_t> class_of(heap::Size heap, Budget& budget);
  // Is the sum a P-position? Empty if that is not known.
  std::optional<bool> lost(std::span<const heap::Size> heaps, Budget& budget);

 private:
  std::shared_ptr<const heap::Rules> rules_;
  MisereQuotientSearch search_;
  std::optional<MiserePeriod> period_;
  std::uint32_t next_check_ = 4;
};

}  // namespace cgt::solve
