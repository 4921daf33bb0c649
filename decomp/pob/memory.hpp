// What POB queries found out about states, kept from one bound to the next by monotony: a win for B
// is a win for every weaker bound, a loss for B a loss for every stronger one.
//
// One entry a state: the strongest bound won that is known, the weakest lost. Of two that are
// incomparable the newer one stays. Bounds are numbered, and compared once a pair.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/pob/antichain.hpp"
#include "decomp/search/proof.hpp"
#include "decomp/search/table.hpp"

namespace cgt::pob {

template <search::State S, Poset P>
class BoundMemory {
 public:
  explicit BoundMemory(P poset, std::size_t entries) : poset_(std::move(poset)), table_(entries) {}

  // All questions and answers from here on are about this bound.
  void set_bound(const BoundOf<P>& bound) {
    for (current_ = 0; current_ < bounds_.size(); ++current_) {
      if (same(poset_, bounds_[current_], bound)) return;
    }
    bounds_.push_back(bound);
  }

  search::Verdict find(const S& s) {
    const Entry* entry = table_.find(s, s.hash());
    if (entry == nullptr) return search::Verdict::kUnknown;
    if (entry->won != kNone && stronger(entry->won, current_)) return search::Verdict::kWin;
    if (entry->lost != kNone && stronger(current_, entry->lost)) return search::Verdict::kLoss;
    return search::Verdict::kUnknown;
  }

  void learn(const S& s, search::Verdict verdict) {
    if (verdict == search::Verdict::kUnknown) return;
    const Entry* old = table_.find(s, s.hash());
    Entry entry = old != nullptr ? *old : Entry{};
    if (verdict == search::Verdict::kWin) {
      if (entry.won == kNone || !stronger(entry.won, current_)) entry.won = current_;
    } else if (entry.lost == kNone || !stronger(current_, entry.lost)) {
      entry.lost = current_;
    }
    table_.store(s, s.hash(), entry, 1);
  }

  std::uint64_t bytes() const { return table_.bytes(); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Entry {
    std::uint32_t won = kNone;
    std::uint32_t lost = kNone;
  };

  // S(a) is part of S(b).
  bool stronger(std::uint32_t a, std::uint32_t b) {
    if (a == b) return true;
    const auto [at, fresh] = compared_.try_emplace(std::uint64_t{a} << 32U | b, false);
    if (fresh) at->second = at_least_as_strong(poset_, bounds_[a], bounds_[b]);
    return at->second;
  }

  P poset_;
  search::Table<S, Entry> table_;
  std::vector<BoundOf<P>> bounds_;
  std::uint32_t current_ = 0;
  FlatMap<std::uint64_t, bool> compared_;
};

}  // namespace cgt::pob
