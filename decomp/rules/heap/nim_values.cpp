// Nim values of take-and-break games.
//
// Per heap n the values of all options are wanted only as far as the least missing one. One heap
// left: a look-up; for an infinite code that repeats one digit the set of all values so far. Two
// heaps: sparse space (Berlekamp, Conway, Guy 1982, chapter 4; Gangolli, Plambeck 1989). The values
// are cut into a few sparse ones, those v with an even number of bits in v & mask, and the common
// ones. The xor of two values of one kind is sparse, of different kinds common. So options with one
// sparse heap give every common value that occurs; only sparse values below the least common one
// missing can stand in the way, and pairs of common heaps are looked at only until those are seen.
// The mask matters for speed alone; it is chosen by a Walsh-Hadamard transform of the counts of the
// values. More heaps: the sets of values of all ways to leave j heaps, as bits.
#include <algorithm>
#include <bit>

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
    if (v / 64 >= words_.size()) words_.resize(std::bit_ceil(v / 64 + 1ULL), 0);
    words_[v / 64] |= std::uint64_t{1} << (v % 64);
  }
  // Adds v ^ x for every v in the other set.
  void add_moved(const BitSet& other, Value x) {
    if (other.words_.empty()) return;
    const std::size_t need = std::bit_ceil((x / 64) + 1ULL);
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

class Engine {
 public:
  Engine(const Code& code, std::vector<Value>& values, Budget& budget)
      : code_(code), values_(values), budget_(budget) {
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
    const Size known = static_cast<Size>(values_.size());
    for (Size n = 0; n < known; ++n) {
      prepare(n);
      keep(n);
    }
    if (known > 0) widest_ = std::ranges::max(values_);
  }

  void run(Size last) {
    if (generic_) return;
    for (Size n = static_cast<Size>(values_.size()); n <= last; ++n) {
      if (n >= next_mask_) choose_mask();
      prepare(n);
      values_.push_back(next_value(n));
      keep(n);
      if (values_.back() > widest_) widest_ = values_.back();
    }
  }
  bool generic() const { return generic_; }

 private:
  bool sparse(Value v) const { return std::popcount(v & mask_) % 2 == 0; }

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
    budget_.charge(n * most_sets_ / 16 + 1);
  }

  void keep(Size n) {
    if (sparse(values_[n]) && n > 0) sparse_heaps_.push_back(n);
    if (most_sets_ < 3) return;
    BitSet set;
    if (n > 0) set.add(values_[n]);
    sets_[1].push_back(std::move(set));
  }

  Value next_value(Size n) {
    marks_.next();
    pairs_.clear();
    const Size finite = code_.finite() || simple_tail_ ? std::min(code_.last(), n) : n;
    for (Size k = 0; k <= finite; ++k) {
      const Digit& d = code_.digit(k);
      if (!d.empty()) take(d, n - k, k);
    }
    if (simple_tail_ && n > code_.last()) tail(n);
    if (pairs_.empty()) return least_missing();
    for (const Pair& pair : pairs_) sparse_pairs(pair);
    Value common = 0;  // the least common value that no option has
    while (sparse(common) || marks_.has(common)) ++common;
    std::size_t missing = 0;
    for (Value v = 0; v < common; ++v) missing += marks_.has(v) ? 0U : 1U;
    for (const Pair& pair : pairs_) {
      if (missing == 0) break;
      common_pairs(pair, common, missing);
    }
    return missing == 0 ? common : marks_.least_missing();
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
  };

  void sparse_pairs(const Pair& pair) {
    const Value* values = values_.data();
    for (const Size a : sparse_heaps_) {
      if (a >= pair.rest) break;
      if (pair.different && 2 * a == pair.rest) continue;
      marks_.add(values[a] ^ values[pair.rest - a]);
    }
    budget_.charge(sparse_heaps_.size() / 16 + 1);
  }

  void common_pairs(const Pair& pair, Value common, std::size_t& missing) {
    const Value* values = values_.data();
    const Size half = pair.different ? (pair.rest - 1) / 2 : pair.rest / 2;
    Size a = 1;
    for (; a <= half && missing > 0; ++a) {
      const Value v = values[a] ^ values[pair.rest - a];
      if (v < common && marks_.add(v)) --missing;
    }
    budget_.charge(a / 16 + 1);
  }

  // The mask with the fewest sparse heaps, by the transform sum over v of count(v) (-1)^|v & mask|.
  void choose_mask() {
    next_mask_ = std::max<Size>(2 * static_cast<Size>(values_.size()), 64);
    const std::size_t size = std::bit_ceil(static_cast<std::size_t>(widest_) + 2);
    std::vector<std::int64_t> sum(size, 0);
    for (const Value v : values_) ++sum[v];
    for (std::size_t step = 1; step < size; step *= 2) {
      for (std::size_t i = 0; i < size; i += 2 * step) {
        for (std::size_t j = i; j < i + step; ++j) {
          const std::int64_t a = sum[j];
          const std::int64_t b = sum[j + step];
          sum[j] = a + b;
          sum[j + step] = a - b;
        }
      }
    }
    mask_ = static_cast<Value>(std::min_element(sum.begin() + 1, sum.end()) - sum.begin());
    sparse_heaps_.clear();
    for (Size n = 1; n < values_.size(); ++n) {
      if (sparse(values_[n])) sparse_heaps_.push_back(n);
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
  Budget& budget_;
  bool generic_ = false;
  bool simple_tail_ = false;
  Size most_sets_ = 0;
  Marks marks_;
  std::vector<Pair> pairs_;
  std::vector<std::vector<BitSet>> sets_;
  Prefix before_;
  Value mask_ = 1;  // never 0: there are common values
  Size next_mask_ = 64;
  Value widest_ = 0;
  std::vector<Size> sparse_heaps_;
};

// The least preperiod of `period`, given that it is one at the end of the values.
Size preperiod(std::span<const Value> values, Size period) {
  auto n = static_cast<Size>(values.size() - period);
  while (n > 0 && values[n - 1] == values[n - 1 + period]) --n;
  return n;
}

// The number of values n with preperiod <= n that must agree with their successors, from the
// theorem; beyond any length if no theorem applies.
std::uint64_t window_end(const Code& code, const Periodicity& p) {
  const Size most = code.most();
  if (!code.finite() || !code.plain() || most == Digit::kNever) return ~std::uint64_t{0};
  const std::uint64_t heaps = std::max<Size>(most, 1);
  const std::uint64_t first = std::max<Size>(p.preperiod, 1);
  return heaps * first + (heaps - 1) * p.period + code.last();
}

std::optional<Periodicity> find_period(const Code& code, std::span<const Value> values) {
  // The period must fit into the values with the window that the theorem asks for. The last value
  // tells most wrong periods apart at once.
  const auto size = static_cast<Size>(values.size());
  for (Size period = 1; period < size; ++period) {
    if (values[size - 1] != values[size - 1 - period]) continue;
    const Periodicity p{period, preperiod(values, period), 0};
    if (window_end(code, p) + period <= size) return p;
  }
  return {};
}

}  // namespace

bool verify_periodicity(const Code& code, std::span<const std::uint32_t> values,
                        const Periodicity& periodicity) {
  if (periodicity.saltus != 0 || periodicity.period == 0) return false;
  const std::uint64_t end = window_end(code, periodicity);
  if (end >= values.size() || end + periodicity.period > values.size()) return false;
  for (std::uint64_t n = periodicity.preperiod; n < end; ++n) {
    if (values[n] != values[n + periodicity.period]) return false;
  }
  return true;
}

void TakeAndBreak::extend(std::vector<std::uint32_t>& values, Size last, Budget& budget) const {
  // A period that is proved gives the rest. Looked for each time that the values have doubled.
  const bool theorem = rule_.finite() && rule_.plain();
  std::optional<Engine> engine;
  Size stop = std::max<Size>(256, static_cast<Size>(2 * values.size()));
  while (values.size() <= last) {
    if (theorem && values.size() >= 256) {
      if (const auto p = find_period(rule_, values); p && verify_periodicity(rule_, values, *p)) {
        while (values.size() <= last) values.push_back(values[values.size() - p->period]);
        return;
      }
    }
    if (!engine) engine.emplace(rule_, values, budget);
    if (engine->generic()) return Rules::extend(values, last, budget);
    engine->run(std::min(last, stop));
    stop = static_cast<Size>(std::min<std::uint64_t>(kMaxHeap, 2ULL * stop));
  }
}

std::optional<Periodicity> TakeAndBreak::check_periodicity(Size last, Budget& budget) const {
  if (!rule_.finite() || !rule_.plain()) return {};
  const std::vector<std::uint32_t> values = nim_values(last, budget);
  const std::optional<Periodicity> p = find_period(rule_, values);
  if (p && verify_periodicity(rule_, values, *p)) return p;
  return {};
}

}  // namespace cgt::heap
