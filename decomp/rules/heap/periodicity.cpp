// Periods of nim values: found by comparing the sequence with itself, proved by
// verify_periodicity().
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "decomp/rules/heap/rules.hpp"
#include "decomp/rules/heap/saltus.hpp"

namespace cgt::heap {
namespace {

using Value = std::uint32_t;

// The number of values n with preperiod <= n that must agree with their successors, from the
// theorem; beyond any length if no theorem applies.
std::uint64_t window_end(const Code& code, const Periodicity& p) {
  const Size most = code.most();
  if (!code.finite() || !code.plain() || most == Digit::kNever) return ~std::uint64_t{0};
  const std::uint64_t heaps = std::max<Size>(most, 1);
  const std::uint64_t first = std::max<Size>(p.preperiod, 1);
  return heaps * first + (heaps - 1) * p.period + code.last();
}

// Codes of the second theorem.
bool one_heap_forever(const Code& code) {
  return code.period() == 1 && code.plain() && code.most() <= 1;
}

// What the value of heap n depends on, besides the values of n - 1 .. n - code.last().
struct TailState {
  Value mex = 0;
  std::vector<Value> above;  // ascending
};

TailState tail_state(const Code& code, std::span<const Value> values, std::size_t n) {
  const Digit& tail = code.digit(code.last() + 1);
  std::vector<bool> seen(1, tail.allows(0));
  if (tail.allows(1)) {
    for (std::size_t m = 1; m + code.last() + 1 <= n; ++m) {
      if (values[m] >= seen.size()) seen.resize(2 * static_cast<std::size_t>(values[m]) + 1);
      seen[values[m]] = true;
    }
  }
  TailState found;
  while (found.mex < seen.size() && seen[found.mex]) ++found.mex;
  for (Value v = found.mex; v < seen.size(); ++v) {
    if (seen[v]) found.above.push_back(v);
  }
  return found;
}

bool verify_one_heap(const Code& code, std::span<const Value> values, const Periodicity& p) {
  const std::size_t size = values.size();
  const std::size_t last = code.last();
  // Compared at the last place where there are values.
  if (size < p.period || size - p.period < last + 1) return false;
  const std::size_t n = size - p.period;
  if (p.preperiod > n) return false;
  const auto moved = [&](Value v) { return static_cast<std::uint64_t>(v) + p.saltus; };
  const TailState here = tail_state(code, values, n);
  const TailState there = tail_state(code, values, size);
  if (there.mex != moved(here.mex)) return false;
  if (!std::ranges::equal(here.above, there.above,
                          [&](Value a, Value b) { return moved(a) == b; })) {
    return false;
  }
  for (std::size_t j = 1; j <= last; ++j) {
    const Value a = values[n - j];
    const Value b = values[size - j];
    if (b != moved(a) && !(a < here.mex && b < there.mex)) return false;
  }
  for (std::size_t m = p.preperiod; m < n; ++m) {
    if (values[m + p.period] != moved(values[m])) return false;
  }
  return true;
}

// agree[p]: how many of the last differences of neighbours are equal to those p places before them;
// by the Z function of the reversed sequence (Gusfield 1997), in time proportional to the length.
std::vector<Size> agreements(std::span<const Value> values) {
  const auto size = static_cast<Size>(values.size() - 1);
  const auto at = [&](Size i) { return values[size - i] - values[size - i - 1]; };
  std::vector<Size> agree(size, 0);
  Size begin = 0;  // the window that reaches furthest: [begin, end) is equal to [0, end - begin)
  Size end = 0;
  for (Size p = 1; p < size; ++p) {
    Size n = p < end ? std::min(end - p, agree[p - begin]) : 0;
    while (p + n < size && at(n) == at(p + n)) ++n;
    agree[p] = n;
    if (p + n > end) {
      begin = p;
      end = p + n;
    }
  }
  return agree;
}

}  // namespace

namespace {

// Codes whose periods may have a saltus that decide_saltus() decides: octal ones have none.
bool many_heaps(const Code& code) { return saltus_decidable(code) && code.most() >= 3; }

// A conjecture is worth a decision if it was seen for so many periods, and for half of the heaps: few
// values repeat somewhere for a while, and the work grows with the heaps before.
constexpr std::uint64_t kPeriodsSeen = 4;

bool seen_often(const Periodicity& p, std::size_t size) {
  return std::uint64_t{2} * p.preperiod + kPeriodsSeen * p.period <= size;
}

bool agrees(std::span<const Value> values, const Periodicity& p) {
  for (std::size_t n = p.preperiod; n + p.period < values.size(); ++n) {
    if (values[n + p.period] != static_cast<std::uint64_t>(values[n]) + p.saltus) return false;
  }
  return true;
}

}  // namespace

bool has_period_theorem(const Code& code) {
  return one_heap_forever(code) || (code.finite() && code.plain());
}

// The least period that the values prove.
std::optional<Periodicity> find_period(const Code& code, std::span<const Value> values,
                                       Budget& budget) {
  const auto size = static_cast<Size>(values.size());
  const bool tail = one_heap_forever(code);
  if (size < 2 || (!tail && window_end(code, {1, 0, 0}) >= size)) return {};
  budget.charge(size / 16 + 1);
  MemoryMeter meter;
  meter.set(budget, size * sizeof(Size));
  const std::vector<Size> agree = agreements(values);
  for (Size period = 1; period + 1 < size; ++period) {
    const Value now = values[size - 1];
    const Value before = values[size - 1 - period];
    if (now < before || (!tail && now != before && !many_heaps(code))) continue;
    const Periodicity p{period, size - period - agree[period] - 1, now - before};
    if (tail) {
      // What agrees for less than a period and the tokens that are looked back is not tried.
      if (agree[period] < std::max(period, code.last())) continue;
      budget.charge(size / 4 + 1);
    } else if (p.saltus > 0) {
      if (!seen_often(p, size)) continue;
      if (decide_saltus(code, values, p, budget).holds) return p;
      continue;
    } else if (window_end(code, p) + period > size) {
      continue;
    }
    if (verify_periodicity(code, values, p)) return p;
  }
  return {};
}

bool verify_periodicity(const Code& code, std::span<const std::uint32_t> values,
                        const Periodicity& periodicity) {
  if (periodicity.period == 0) return false;
  if (one_heap_forever(code)) return verify_one_heap(code, values, periodicity);
  if (periodicity.saltus != 0) {
    if (!many_heaps(code) || !seen_often(periodicity, values.size())) return false;
    Budget unlimited;
    return agrees(values, periodicity) && decide_saltus(code, values, periodicity, unlimited).holds;
  }
  const std::uint64_t end = window_end(code, periodicity);
  if (end >= values.size() || end + periodicity.period > values.size()) return false;
  const auto at = [&](std::uint64_t n) { return values[static_cast<std::size_t>(n)]; };
  for (std::uint64_t n = periodicity.preperiod; n < end; ++n) {
    if (at(n) != at(n + periodicity.period)) return false;
  }
  return true;
}

std::string period_proof(const Code& code, std::span<const std::uint32_t> values,
                         const Periodicity& p, Budget& budget) {
  if (one_heap_forever(code)) {
    return fmt::format(
        "one heap is left at most, and as many tokens as one likes may be taken from {} on: heaps "
        "{} "
        "and {} have the same options, {} apart",
        code.last() + 1, values.size() - p.period, values.size(), p.saltus);
  }
  if (p.saltus == 0) {
    return fmt::format(
        "Guy and Smith (1956): a move takes at most {} and leaves at most {} heaps, and G(n + {}) "
        "= "
        "G(n) for {} <= n < {}",
        code.last(), std::max<Size>(code.most(), 1), p.period, std::max<Size>(p.preperiod, 1),
        window_end(code, p));
  }
  const SaltusDecision decision = decide_saltus(code, values, p, budget);
  return fmt::format(
      "for all n >= {}, no option of n has the value G(n), and all smaller values are those of "
      "options: decided by {} automata with {} states",
      std::max<Size>(p.preperiod, 1), decision.automata, decision.states);
}

}  // namespace cgt::heap
