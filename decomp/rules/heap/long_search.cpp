#include "decomp/rules/heap/long_search.hpp"

#include "decomp/rules/heap/pair_scan.hpp"

namespace cgt::heap {

LongSearch::LongSearch(Code code) : game_(std::move(code)) {}

void LongSearch::restore(std::vector<std::uint32_t> values) {
  CGT_EXPECTS(values_.size() == 1 && !values.empty() && values.front() == 0,
              "values are restored before a search begins");
  // Room that was made stays.
  values_.assign(values.begin(), values.end());
}

bool LongSearch::extend(Size last, Budget& budget) {
  if (!period_ && values_.size() <= last) period_ = game_.extend(values_, last, budget);
  return period_.has_value();
}

bool LongSearch::find_period(Budget& budget) {
  if (!period_ && searched_ != values_.size() && has_period_theorem(code())) {
    period_ = heap::find_period(code(), values_, budget);
    searched_ = values_.size();
  }
  return period_.has_value();
}

std::string LongSearch::proof(Budget& budget) const {
  CGT_EXPECTS(period_.has_value(), "there is a period to be proved");
  return period_proof(code(), values_, *period_, budget);
}

SparseSpace LongSearch::sparse_space() const {
  const SparseMask mask = best_mask(code(), values_);
  SparseSpace out{mask.mask, mask.by_position, 0, 0};
  for (std::size_t n = 0; n < values_.size(); ++n) {
    const auto heap = static_cast<Size>(n);
    if (!mask.sparse(heap, values_[n])) continue;
    ++out.heaps;
    out.last = heap;
  }
  return out;
}

std::uint64_t LongSearch::bytes(const Code& code, Size last) {
  const std::uint64_t heaps = std::uint64_t{last} + 1;
  // The values, and the lengths of agreements while a period is looked for.
  std::uint64_t each = 2 * sizeof(std::uint32_t);
  // The copies that are scanned, and the list of sparse heaps while it grows: at most half of all
  // heaps, in room for twice as many, beside the list before.
  if (code.most() >= 2) each += PairScan::kBytes + 3 * sizeof(Size) / 2;
  // Tables of values, code and program.
  constexpr std::uint64_t kRest = 1U << 20U;
  return heaps * each + kRest;
}

void LongSearch::reserve(Size last, Budget& budget) {
  MemoryMeter meter;
  meter.set(budget, bytes(code(), last));
  values_.reserve(std::size_t{last} + 1);
}

}  // namespace cgt::heap
