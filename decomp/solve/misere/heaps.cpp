#include "decomp/solve/misere/heaps.hpp"

namespace cgt::solve {

std::optional<MiserePeriod> proved_misere_period(std::span<const std::uint32_t> classes,
                                                 std::uint32_t t, std::uint32_t k, Budget& budget) {
  const std::uint64_t known = classes.size();
  for (std::uint64_t p = 1; p < known; ++p) {
    // The least n0 >= 1 from which on classes repeat as far as they are known.
    std::uint64_t n0 = known - p;
    const auto at = [&](std::uint64_t n) { return classes[static_cast<std::size_t>(n)]; };
    while (n0 > 1 && at(n0 - 1) == at(n0 - 1 + p)) --n0;
    budget.charge(1 + (known - p - n0) / 16);
    if (t * n0 + t * p + k <= known) {
      return MiserePeriod{static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(n0)};
    }
  }
  return std::nullopt;
}

MisereHeaps::MisereHeaps(std::shared_ptr<const heap::Rules> rules, QuotientLimits limits)
    : rules_(std::move(rules)),
      search_(
          [rules = rules_.get()](std::uint32_t heap, Budget& budget, const VisitOption& visit) {
            rules->options(heap, budget, visit);
          },
          limits) {}

bool MisereHeaps::extend(std::uint32_t last, Budget& budget) {
  return search_.extend(last, budget);
}

bool MisereHeaps::find_period(std::uint32_t last, Budget& budget) {
  if (period_) return true;
  const auto* code = dynamic_cast<const heap::TakeAndBreak*>(rules_.get());
  const bool theorem = code != nullptr && code->rule().finite() && code->rule().plain() &&
                       code->rule().most() != heap::Digit::kNever;
  while (true) {
    if (theorem && (heaps() >= next_check_ || heaps() >= last)) {
      // Of a code that leaves no heaps every period of one heap is proved as well.
      period_ =
          proved_misere_period(quotient().classes, std::max<std::uint32_t>(code->rule().most(), 1),
                               code->rule().last(), budget);
      if (period_) return true;
      next_check_ = heaps() + 1 + heaps() / 32;
    }
    if (heaps() >= last) return false;
    if (!extend(std::min(last, theorem ? std::max(next_check_, heaps() + 1) : last), budget)) {
      return false;
    }
  }
}

std::optional<std::uint32_t> MisereHeaps::class_of(heap::Size heap, Budget& budget) {
  // Without a period yet, one is looked for on the way.
  if (heap > heaps() && !period_) find_period(heap, budget);
  if (heap > heaps()) {
    if (!period_) return std::nullopt;
    heap = period_->preperiod + (heap - period_->preperiod) % period_->period;
  }
  return quotient().classes[heap];
}

std::optional<bool> MisereHeaps::lost(std::span<const heap::Size> heaps, Budget& budget) {
  // The largest first: the quotient that has it has the others.
  std::uint32_t product = 0;
  std::vector<heap::Size> sorted(heaps.begin(), heaps.end());
  std::ranges::sort(sorted, std::greater());
  for (const heap::Size heap : sorted) {
    const std::optional<std::uint32_t> x = class_of(heap, budget);
    if (!x) return std::nullopt;
    product = quotient().product(product, *x);
  }
  return static_cast<bool>(quotient().lost[product]);
}

}  // namespace cgt::solve
