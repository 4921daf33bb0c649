// Nim values of take-and-break games.
//
// Per heap n the values of all options are wanted only as far as the least missing one. One heap
// left: a look-up; for an infinite code that repeats one digit the set of all values so far. Two
// heaps: sparse space (Berlekamp, Conway, Guy 1982, chapter 4; Gangolli, Plambeck 1989). The values
// are cut into a few sparse ones and the common ones (pair_scan.hpp). The xor of two values of one
// kind is sparse, of different kinds common. So options with one sparse heap give every common value
// that occurs; only sparse values below the least common one missing can stand in the way, and pairs of
// common heaps are looked at only until those are seen. The mask matters for speed alone. Where sparse
// heaps are many, a sample of pairs is gone through, once for several heaps in a row (Lanes), and what
// values it leaves are looked for in all pairs, many pairs at a time (PairScan). More heaps: the sets of
// values of all ways to leave j heaps, as bits.
#include <algorithm>
#include <bit>

#include "decomp/rules/heap/pair_scan.hpp"
#include "decomp/rules/heap/rules.hpp"

namespace cgt::heap {
namespace {

using Value = std::uint32_t;

// Which values were seen for the present heap; never cleared but by counting on.
class Marks {
 public:
  void next() { ++now_; }
  // True if it is new.
  bool add(Value v) {
    if (v >= seen_.size()) seen_.resize(2 * static_cast<std::size_t>(v) + 64, 0);
    if (seen_[v] == now_) return false;
    seen_[v] = now_;
    return true;
  }
  bool has(Value v) const { return v < seen_.size() && seen_[v] == now_; }
  Value least_missing() const {
    Value v = 0;
    while (has(v)) ++v;
    return v;
  }

 private:
  std::vector<std::uint32_t> seen_;
  std::uint32_t now_ = 0;
};

// A set of values that is moved by xor.
class BitSet {
 public:
  void add(Value v) {
    if (v / 64 >= words_.size())
      words_.resize(static_cast<std::size_t>(std::bit_ceil(v / 64 + 1ULL)), 0);
    words_[v / 64] |= std::uint64_t{1} << (v % 64);
  }
  // Adds v ^ x for every v in the other set.
  void add_moved(const BitSet& other, Value x) {
    if (other.words_.empty()) return;
    const std::size_t need = static_cast<std::size_t>(std::bit_ceil((x / 64) + 1ULL));
    words_.resize(std::max({words_.size(), other.words_.size(), need}), 0);
    for (std::size_t i = 0; i < other.words_.size(); ++i) {
      if (other.words_[i] != 0) words_[i ^ (x / 64)] |= moved(other.words_[i], x % 64);
    }
  }
  template <class Use>
  void each(const Use& use) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t w = words_[i]; w != 0; w &= w - 1) {
        use(static_cast<Value>(64 * i + static_cast<std::size_t>(std::countr_zero(w))));
      }
    }
  }

 private:
  static std::uint64_t moved(std::uint64_t w, Value x) {
    constexpr std::uint64_t kLow[] = {0x5555555555555555U, 0x3333333333333333U,
                                      0x0f0f0f0f0f0f0f0fU, 0x00ff00ff00ff00ffU,
                                      0x0000ffff0000ffffU, 0x00000000ffffffffU};
    for (unsigned b = 0; b < 6; ++b) {
      if (((x >> b) & 1U) == 0) continue;
      w = ((w >> (1U << b)) & kLow[b]) | ((w & kLow[b]) << (1U << b));
    }
    return w;
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace

class TakeAndBreak::Engine {
 public:
  Engine(const Code& code, std::vector<Value>& values, Budget& budget)
      : code_(code), values_(values), budget_(&budget) {
    // sets_[j] is kept for the numbers of heaps that some unmodified digit leaves.
    const Size digits = code_.last() + code_.period();
    for (Size k = 0; k <= digits; ++k) {
      const Digit& d = code_.digit(k);
      if (d.from != Digit::kNever || (d.modifier != 0 && d.most() > 2)) {
        generic_ = generic_ || d.modifier != '=';
        continue;
      }
      if (d.most() > 2) most_sets_ = std::max(most_sets_, d.most());
    }
    if (code_.period() == 1) {
      const Digit& tail = code_.digit(code_.last() + 1);
      simple_tail_ = tail.modifier == 0 && tail.most() <= 1;
    }
    if (code_.finite() || simple_tail_) {
      for (const Size k : code_.used()) {
        if (k > code_.last() || !code_.digit(k).allows(2)) continue;
        if (code_.digit(k).modifier != 0) {
          breaking_.clear();
          break;
        }
        breaking_.push_back(k);
      }
    }
    const Size known = static_cast<Size>(values_.size());
    budget.charge(known / 16);
    for (Size n = 0; n < known; ++n) {
      prepare(n);
      keep(n);
    }
    if (known > 0) widest_ = std::ranges::max(values_);
  }

  // An engine that was stopped by its budget is of no use any more.
  void run(Size last, Budget& budget) {
    budget_ = &budget;
    for (Size n = static_cast<Size>(values_.size()); n <= last; ++n) {
      if (!lanes_.holds(n)) {
        if (n >= next_mask_) choose_mask();
        fill_lanes(n);
      }
      prepare(n);
      values_.push_back(next_value(n));
      keep(n);
      if (values_.back() > widest_) widest_ = values_.back();
    }
  }
  bool generic() const { return generic_; }
  std::size_t bytes() const { return scan_.bytes() + sparse_heaps_.capacity() * sizeof(Size); }

 private:
  // The sets of two and more heaps with n tokens: before the value of n is known, since a move that
  // takes nothing asks for them.
  void prepare(Size n) {
    if (most_sets_ < 3) return;
    sets_.resize(most_sets_ + 1);
    for (Size j = 2; j <= most_sets_; ++j) {
      BitSet set;
      for (Size a = 1; a + j - 1 <= n; ++a) set.add_moved(sets_[j - 1][n - a], values_[a]);
      sets_[j].push_back(std::move(set));
    }
    budget_->charge(n * most_sets_ / 16 + 1);
  }

  void keep(Size n) {
    if (n > 0 && mask_.sparse(n, values_[n])) sparse_heaps_.push_back(n);
    if (most_sets_ < 3) return;
    BitSet set;
    if (n > 0) set.add(values_[n]);
    sets_[1].push_back(std::move(set));
  }

  Value next_value(Size n) {
    marks_.next();
    pairs_.clear();
    std::uint64_t steps = 1;
    for (const Size k : code_.used()) {
      if (k > n || (simple_tail_ && k > code_.last())) break;
      take(code_.digit(k), n - k, k);
      ++steps;
    }
    if (simple_tail_) {
      if (n > code_.last()) tail(n);
    } else if (!code_.finite()) {
      for (Size k = code_.last() + code_.period() + 1; k <= n; ++k) {
        const Digit& d = code_.digit(k);
        if (!d.empty()) take(d, n - k, k);
        ++steps;
      }
    }
    budget_->charge(steps);
    if (pairs_.empty()) return least_missing();
    if (lanes_.holds(n) && scans()) return value_beside_lanes(n);
    for (const Pair& pair : pairs_) sparse_pairs(pair);
    Value common = 0;  // the least common value that no option has
    while (mask_.sparse(n, common) || marks_.has(common)) ++common;
    std::size_t missing = 0;
    for (Value v = 0; v < common; ++v) missing += marks_.has(v) ? 0U : 1U;
    const bool scanning = n >= kFewHeaps && scans();
    const Size marked = scanning ? 4 * widest_ + 64 : n;
    for (const Pair& pair : pairs_) {
      if (missing == 0) break;
      common_pairs(pair, marked, common, missing);
    }
    if (missing == 0) return common;
    if (!scanning) return marks_.least_missing();
    const auto unseen = [&](Value v) { return !marks_.has(v); };
    ranges_.clear();
    for (const Pair& pair : pairs_) ranges_.push_back({pair.rest, marked + 1, pair.last()});
    return least_without_pair(common, unseen);
  }

  // Pairs with one sum, by their smaller heap.
  struct Range {
    Size sum;
    Size from;
    Size to;
  };

  // The least unseen value below `end` that no pair of ranges_ has; `end` if there is none. Most values
  // are met soon, so a few are looked for together in the first pairs of each range, and what is left
  // of them in the others, two together: there to read the pairs is what costs.
  template <class Unseen>
  Value least_without_pair(Value end, const Unseen& unseen) {
    std::uint16_t wanted[PairScan::kTogether];
    for (Value v = 0; v < end;) {
      std::size_t count = 0;
      for (; v < end && v <= 0xffffU && count < PairScan::kTogether; ++v) {
        if (unseen(v)) wanted[count++] = static_cast<std::uint16_t>(v);
      }
      // A value of more bits is none of a pair.
      while (count == 0 && v < end && !unseen(v)) ++v;
      if (count == 0) return v;
      for (const Range& range : ranges_) {
        if (count == 0 || range.from > range.to) continue;
        const Size to = std::min(range.to, range.from + kFirstPairs - 1);
        budget_->charge((to - range.from) / 256 + 1);
        count = scan_.strike(range.sum, range.from, to, wanted, count);
      }
      std::uint16_t* next = wanted;
      while (count > 0) {
        const std::size_t two = std::min<std::size_t>(count, 2);
        std::size_t left = two;
        for (const Range& range : ranges_) {
          if (left == 0) break;
          const Size from = range.from + kFirstPairs;
          if (from > range.to) continue;
          budget_->charge((range.to - from) / 256 + 1);
          left = scan_.strike(range.sum, from, range.to, next, left);
        }
        if (left > 0) return next[0];
        next += two;
        count -= two;
      }
    }
    return end;
  }

  // Marks for heaps n, n + 1, .. that are made together: reading a sparse heap once for all of them
  // saves most of the work. A pair of which one heap is below kLanes may ask for a value of the block
  // itself, and is not among these marks.
  //
  // To mark a pair costs as much as to look for a value in some twenty. So only as many pairs are
  // marked, with sparse heaps for the common values and without for the sparse ones, as leave a few
  // values to be looked for.
  static constexpr Size kLanes = 4;
  struct Lanes {
    Size first = 0;
    bool ready = false;
    Size low = 0;     // pairs with a smaller heap below this are all marked,
    Size middle = 0;  // and those with the greatest smaller heaps, so many for the first heap
    bool all_sparse = false;  // all pairs with a sparse heap are marked
    std::vector<std::uint8_t> seen[kLanes];

    bool holds(Size n) const { return ready && n - first < kLanes; }
  };

  // Marks pairs for all lanes. The pointers are its own: a mark, being a byte, might change any other.
  class Marker {
   public:
    explicit Marker(std::vector<std::uint8_t> (&seen)[kLanes])
        : seen0_(seen[0].data()),
          seen1_(seen[1].data()),
          seen2_(seen[2].data()),
          seen3_(seen[3].data()) {}
    // Of a heap with this value, beside the heaps whose values begin there.
    void mark(const std::uint16_t* others, std::uint32_t value) const {
      seen0_[others[0] ^ value] = 1;
      seen1_[others[1] ^ value] = 1;
      seen2_[others[2] ^ value] = 1;
      seen3_[others[3] ^ value] = 1;
    }

   private:
    std::uint8_t* const seen0_;
    std::uint8_t* const seen1_;
    std::uint8_t* const seen2_;
    std::uint8_t* const seen3_;
  };

  void fill_lanes(Size n) {
    lanes_.ready = false;
    if (breaking_.empty() || sparse_heaps_.size() < kManySparse || n < kFewHeaps ||
        n <= code_.last() + 4 * kLanes || !scans()) {
      return;
    }
    lanes_.first = n;
    lanes_.ready = true;
    // As many values as a xor of two may be.
    const std::size_t values = std::bit_ceil(static_cast<std::size_t>(widest_) + 1);
    for (std::vector<std::uint8_t>& seen : lanes_.seen) seen.assign(values, 0);
    const Size least_rest = n - breaking_.back();
    // Small heaps beside great ones have other values than heaps of one size, so some of both.
    lanes_.middle = std::min(lane_pairs_, least_rest / 2 - kLanes) / 2;
    lanes_.low = kLanes + lanes_.middle;
    lanes_.all_sparse = true;
    std::size_t marked = 0;
    const Marker marker(lanes_.seen);
    const std::uint16_t* const at = scan_.values();
    for (const Size k : breaking_) {
      const Size rest = n - k;
      const std::uint16_t* const at_rest = at + rest;
      const auto mark_from = [&](Size from, Size end) {
        for (Size a = from; a < end; ++a) marker.mark(at_rest - a, at[a]);
        marked += end - from;
      };
      mark_from(kLanes, lanes_.low);
      mark_from(rest / 2 + 1 - lanes_.middle, rest / 2 + 1);
      const Size* const heaps = sparse_heaps_.data();
      const auto index = [&](Size heap) {
        return static_cast<std::size_t>(std::ranges::lower_bound(sparse_heaps_, heap) -
                                        sparse_heaps_.begin());
      };
      const std::size_t first = index(lanes_.low);
      const std::size_t end = index(rest);
      if (first >= end) continue;
      // Evenly chosen; all if they are so few that marks prove sooner than pairs that a common value is
      // missing.
      const std::size_t most = std::max<std::size_t>(lane_sparse_, rest / kPairsForMark);
      const std::size_t step = std::max<std::size_t>((end - first) / most, 1);
      if (step > 1) lanes_.all_sparse = false;
      for (std::size_t i = first + n / kLanes % step; i < end; i += step) {
        marker.mark(at_rest - heaps[i], at[heaps[i]]);
      }
      marked += (end - first) / step;
    }
    budget_->charge(marked * kLanes / 16 + 1);
  }

  Value value_beside_lanes(Size n) {
    ranges_.clear();
    for (const Pair& pair : pairs_) {
      for (Size a = 1; a < kLanes && a <= pair.last(); ++a) {
        marks_.add(values_[a] ^ values_[pair.rest - a]);
      }
      const Size middle = (pair.rest - (n - lanes_.first)) / 2;
      ranges_.push_back({pair.rest, lanes_.low, middle - lanes_.middle});
      ranges_.push_back({pair.rest, middle + 1, pair.last()});
    }
    const std::vector<std::uint8_t>& lane = lanes_.seen[n - lanes_.first];
    const auto seen = [&](Value v) { return (v < lane.size() && lane[v] != 0) || marks_.has(v); };
    Value end = ~Value{0};
    if (lanes_.all_sparse) {
      end = 0;
      while (mask_.sparse(n, end) || seen(end)) ++end;
    }
    PerKind asked;
    const auto unseen = [&](Value v) {
      if (seen(v)) return false;
      ++(mask_.sparse(n, v) ? asked.sparse : asked.common);
      return true;
    };
    const Value value = least_without_pair(end, unseen);
    adapt(lane_pairs_, asked.sparse);
    if (!lanes_.all_sparse) adapt(lane_sparse_, asked.common);
    return value;
  }
  struct PerKind {
    Size sparse = 0;
    Size common = 0;
  };
  // How many pairs are marked, by how many values had to be looked for: some, but not many.
  static void adapt(Size& marked, Size asked) {
    if (asked > kManyAsked && marked < kMostMarked) marked += marked / 64;
    if (asked < kFewAsked && marked > 64) marked -= marked / 64;
  }
  // Room as the values themselves have, which may have been made at once.
  bool scans() {
    scan_.reserve(static_cast<Size>(values_.capacity() - 1));
    return scan_.follow(values_);
  }
  void take(const Digit& d, Size rest, Size taken) {
    if (rest == 0) {
      if (d.allows(0) && taken > 0) marks_.add(0);
      return;
    }
    if (d.modifier == '=') {
      for (Size j = 1; j <= rest && j <= d.most(); ++j) {
        if (d.allows(j) && rest % j == 0) marks_.add(j % 2 == 1 ? values_[rest / j] : 0);
      }
      return;
    }
    if (d.allows(1) && taken > 0) marks_.add(values_[rest]);
    if (d.allows(2) && rest >= 2) pairs_.push_back({rest, d.modifier != 0});
    for (Size j = 3; j <= d.most() && j <= rest; ++j) {
      if (d.allows(j)) sets_[j][rest].each([&](Value v) { marks_.add(v); });
    }
  }

  // Takes any number from last + 1 on: the values of all heaps below n - last.
  void tail(Size n) {
    const Digit& d = code_.digit(code_.last() + 1);
    if (d.allows(0)) marks_.add(0);
    if (!d.allows(1)) return;
    const Size below = n - code_.last();  // heaps 1 .. below - 1
    before_.advance(values_, below);
    if (pairs_.empty()) return;  // next_value() asks before_ itself
    before_.each([&](Value v) { marks_.add(v); });
    budget_->charge(below / 16);
  }

  Value least_missing() const {
    if (!simple_tail_) return marks_.least_missing();
    Value v = 0;
    if (!marks_.has(0) && !before_.has(0)) return 0;
    v = std::max<Value>(before_.least_above_zero(), 1);
    // Everything from 1 to v - 1 is in before_.
    while (marks_.has(v) || before_.has(v)) ++v;
    return v;
  }

  struct Pair {
    Size rest;
    bool different;
    // Of the smaller heap.
    Size last() const { return different ? (rest - 1) / 2 : rest / 2; }
  };

  void sparse_pairs(const Pair& pair) {
    const Value* values = values_.data();
    for (const Size a : sparse_heaps_) {
      if (a >= pair.rest) break;
      if (pair.different && 2 * a == pair.rest) continue;
      marks_.add(values[a] ^ values[pair.rest - a]);
    }
    budget_->charge(sparse_heaps_.size() / 16 + 1);
  }

  // Pairs whose smaller heap has at most `last` tokens.
  void common_pairs(const Pair& pair, Size last, Value common, std::size_t& missing) {
    const Value* values = values_.data();
    Size a = 1;
    for (const Size end = std::min(last, pair.last()); a <= end && missing > 0; ++a) {
      const Value v = values[a] ^ values[pair.rest - a];
      if (v < common && marks_.add(v)) --missing;
    }
    budget_->charge(a / 16 + 1);
  }

  void choose_mask() {
    next_mask_ = std::max<Size>(2 * static_cast<Size>(values_.size()), 64);
    mask_ = best_mask(code_, values_);
    sparse_heaps_.clear();
    for (Size n = 1; n < values_.size(); ++n) {
      if (mask_.sparse(n, values_[n])) sparse_heaps_.push_back(n);
    }
  }

  // The set of the values of the heaps 1 .. n - 1 for growing n.
  class Prefix {
   public:
    void advance(const std::vector<Value>& values, Size end) {
      for (; next_ < end; ++next_) {
        const Value v = values[next_];
        if (v >= has_.size()) has_.resize(2 * static_cast<std::size_t>(v) + 64, false);
        has_[v] = true;
        while (least_ < has_.size() && has_[least_]) ++least_;
      }
    }
    bool has(Value v) const { return v < has_.size() && has_[v]; }
    // The least positive value that is missing.
    Value least_above_zero() const { return least_; }
    template <class Use>
    void each(const Use& use) const {
      for (Value v = 0; v < has_.size(); ++v) {
        if (has_[v]) use(v);
      }
    }

   private:
    Size next_ = 1;
    Value least_ = 1;
    std::vector<bool> has_;
  };

  const Code& code_;
  std::vector<Value>& values_;
  Budget* budget_;
  bool generic_ = false;
  bool simple_tail_ = false;
  Size most_sets_ = 0;
  Marks marks_;
  std::vector<Pair> pairs_;
  std::vector<std::vector<BitSet>> sets_;
  Prefix before_;
  SparseMask mask_;
  Size next_mask_ = 64;
  Value widest_ = 0;
  std::vector<Size> sparse_heaps_;

  static constexpr std::size_t kManySparse = 512;
  static constexpr Size kFewHeaps = 2048;
  static constexpr Size kFewAsked = 8;
  static constexpr Size kMostMarked = 1U << 24U;
  static constexpr Size kFirstPairs = 8192;
  static constexpr Size kPairsForMark = 32;  // looked through in the time of a mark, about
  static constexpr Size kManyAsked = 14;
  std::vector<Size> breaking_;  // tokens taken where two heaps are left, if lanes suit the code
  Size lane_pairs_ = 512;       // marked, with a smaller heap from kLanes on
  Size lane_sparse_ = 4096;     // sparse heaps behind those, marked
  Lanes lanes_;
  std::vector<Range> ranges_;
  PairScan scan_;
};

// Heaps between two looks at the memory.
constexpr Size kStep = 1U << 16U;

TakeAndBreak::TakeAndBreak(Code code, std::string class_name)
    : Rules(std::move(class_name), code.text()), rule_(std::move(code)) {}

TakeAndBreak::~TakeAndBreak() = default;

std::optional<Periodicity> TakeAndBreak::extend(std::vector<std::uint32_t>& values, Size last,
                                                Budget& budget) const {
  const bool theorem = has_period_theorem(rule_);
  while (values.size() <= last) {
    if (theorem && values.size() >= next_check_) {
      if (const auto p = find_period(rule_, values, budget)) {
        engine_.reset();
        return p;
      }
      next_check_ = static_cast<Size>(2 * values.size());
    }
    if (!engine_) engine_ = std::make_unique<Engine>(rule_, values, budget);
    meter_.set(budget, values.capacity() * sizeof(Value) + engine_->bytes());
    if (engine_->generic()) return Rules::extend(values, last, budget);
    const Size step = std::min(last, static_cast<Size>(values.size() + kStep - 1));
    try {
      engine_->run(theorem ? std::min(step, next_check_ - 1) : step, budget);
    } catch (...) {
      engine_.reset();
      throw;
    }
  }
  return {};
}

std::optional<Periodicity> TakeAndBreak::check_periodicity(Size last, Budget& budget) const {
  if (!has_period_theorem(rule_)) return {};
  return find_period(rule_, nim_values(last, budget), budget);
}

std::optional<std::string> TakeAndBreak::period_proof(Size last, Budget& budget) const {
  if (!has_period_theorem(rule_)) return {};
  const std::vector<Value> values = nim_values(last, budget);
  const auto found = find_period(rule_, values, budget);
  if (!found) return {};
  return heap::period_proof(rule_, values, *found, budget);
}

}  // namespace cgt::heap
