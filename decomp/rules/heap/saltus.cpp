#include "decomp/rules/heap/saltus.hpp"

#include <bit>
#include <map>
#include <set>

namespace cgt::heap {
namespace {

// What is left to be read of one way to move. With q_i the numbers of the heaps of classes, read so
// far only in their low digits, and `factor` the odd part of the saltus:
//   sum of the rest of the q_i, plus balance = rest of q
//   xor of (factor * rest of q_i + carry_i), xor rest of constant = rest of w
// The words are balance, constant, carry_1 <= carry_2 <= ...
using Guess = std::vector<std::int64_t>;

std::int64_t floor_half(std::int64_t v) { return (v - (v & 1)) / 2; }

// The nondeterministic automaton, made as it is reached.
class Guesses {
 public:
  explicit Guesses(std::int64_t factor) : factor_(factor) {}

  std::uint32_t id(const Guess& guess) {
    const auto [at, is_new] = ids_.try_emplace(guess, static_cast<std::uint32_t>(all_.size()));
    if (is_new) all_.push_back({&at->first, {}, {}, {}});
    return at->second;
  }

  // After the digits q_bit of q and w_bit of w.
  const std::vector<std::uint32_t>& next(std::uint32_t state, unsigned q_bit, unsigned w_bit,
                                         Budget& budget) {
    const unsigned letter = 2 * q_bit + w_bit;
    if (!all_[state].known[letter]) {
      std::vector<std::uint32_t> found = successors(*all_[state].guess, q_bit, w_bit, budget);
      all_[state].known[letter] = true;
      all_[state].next[letter] = std::move(found);
    }
    return all_[state].next[letter];
  }

  // Does the way exist if all digits to come are 0 in q and w?
  bool accepts(std::uint32_t state, Budget& budget) {
    if (all_[state].accepts) return *all_[state].accepts;
    std::vector<std::uint32_t> todo{state};
    std::vector<std::uint32_t> seen{state};
    bool found = false;
    while (!todo.empty() && !found) {
      const std::uint32_t now = todo.back();
      todo.pop_back();
      found = std::ranges::all_of(*all_[now].guess, [](std::int64_t word) { return word == 0; });
      const std::vector<std::uint32_t> more = next(now, 0, 0, budget);
      for (const std::uint32_t s : more) {
        if (std::ranges::find(seen, s) != seen.end()) continue;
        seen.push_back(s);
        todo.push_back(s);
      }
    }
    all_[state].accepts = found;
    return found;
  }

 private:
  struct State {
    const Guess* guess;
    std::vector<std::uint32_t> next[4];
    bool known[4];
    std::optional<bool> accepts;
  };

  std::vector<std::uint32_t> successors(const Guess& guess, unsigned q_bit, unsigned w_bit,
                                        Budget& budget) {
    const std::size_t heaps = guess.size() - 2;
    std::vector<std::uint32_t> out;
    Guess after(guess.size());
    for (std::uint64_t digits = 0; digits < (std::uint64_t{1} << heaps); ++digits) {
      budget.charge();
      const std::int64_t balance = guess[0] + std::popcount(digits) - q_bit;
      if ((balance & 1) != 0) continue;
      std::int64_t value = guess[1];
      for (std::size_t i = 0; i < heaps; ++i) {
        const std::int64_t sum =
            guess[i + 2] + (((digits >> i) & 1U) != 0 ? factor_ : std::int64_t{0});
        value ^= sum;
        after[i + 2] = sum >> 1U;
      }
      if ((value & 1) != static_cast<std::int64_t>(w_bit)) continue;
      after[0] = balance / 2;
      after[1] = guess[1] >> 1U;
      // Nothing is left to make up for it.
      if (heaps == 0 && after[0] < 0) continue;
      std::sort(after.begin() + 2, after.end());
      out.push_back(id(after));
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  std::int64_t factor_;
  std::map<Guess, std::uint32_t> ids_;
  std::vector<State> all_;
};

class Decision {
 public:
  Decision(const Code& code, std::span<const std::uint32_t> values, const Periodicity& p,
           Budget& budget)
      : code_(code),
        values_(values),
        budget_(budget),
        period_(p.period),
        first_(std::max<Size>(p.preperiod, 1)),
        low_digits_(p.saltus == 0 ? 0 : static_cast<unsigned>(std::countr_zero(p.saltus))),
        factor_(p.saltus >> low_digits_),
        guesses_(factor_) {}

  SaltusDecision run() {
    collect();
    const std::uint64_t ends = std::uint64_t{1} << low_digits_;
    for (std::uint64_t c = 0; c < period_; ++c) {
      for (std::uint64_t end = 0; end < ends; ++end) {
        if (!check(c, end)) return answer_;
      }
    }
    answer_.holds = true;
    return answer_;
  }

 private:
  std::uint64_t low(std::uint64_t value) const {
    return value & ((std::uint64_t{1} << low_digits_) - 1);
  }

  // All ways to leave heaps, up to the q_i: for each class, each end of w.
  void collect() {
    starts_.assign(static_cast<std::size_t>(period_ << low_digits_), {});
    Size most = 0;
    for (const Size k : code_.used()) most = std::max(most, code_.digit(k).most());
    for (Size heaps = 0; heaps <= most; ++heaps) {
      taken_.clear();
      for (const Size k : code_.used()) {
        if (code_.digit(k).allows(heaps) && (k > 0 || heaps > 1)) taken_.push_back(k);
      }
      if (!taken_.empty()) choose(heaps, 1);
    }
    for (auto& start : starts_) {
      std::ranges::sort(start);
      start.erase(std::unique(start.begin(), start.end()), start.end());
    }
  }

  // Heaps in ascending order, by the least heap of their class. An explicit stack: there may be as
  // many heaps as a digit allows.
  void choose(Size heaps, Size least) {
    const Size end = static_cast<Size>(first_ + period_);
    std::vector<Size> chosen;
    if (heaps == 0) {
      leave(chosen);
      return;
    }
    chosen.push_back(least);
    while (!chosen.empty()) {
      budget_.charge();
      if (chosen.back() >= end) {
        chosen.pop_back();
        if (!chosen.empty()) ++chosen.back();
        continue;
      }
      if (chosen.size() == heaps) {
        leave(chosen);
        ++chosen.back();
      } else {
        chosen.push_back(chosen.back());
      }
    }
  }

  void leave(const std::vector<Size>& heaps) {
    std::uint64_t tokens = 0;
    std::uint64_t ends = 0;
    Guess guess(2, 0);
    for (const Size heap : heaps) {
      const std::uint64_t value = values_[heap];
      tokens += heap;
      ends ^= low(value);
      if (heap < first_) {
        guess[1] ^= static_cast<std::int64_t>(value >> low_digits_);
      } else {
        guess.push_back(static_cast<std::int64_t>(value >> low_digits_));
      }
    }
    std::sort(guess.begin() + 2, guess.end());
    for (const Size k : taken_) {
      // tokens + k = first + c + period * balance
      const auto rest = static_cast<std::int64_t>(tokens + k) - static_cast<std::int64_t>(first_);
      const auto period = static_cast<std::int64_t>(period_);
      const std::int64_t c = (rest % period + period) % period;
      guess[0] = (rest - c) / period;
      if (guess.size() == 2 && guess[0] < 0) continue;
      budget_.charge();
      starts_[static_cast<std::size_t>((static_cast<std::uint64_t>(c) << low_digits_) | ends)]
          .push_back(guesses_.id(guess));
    }
  }

  // A state of the deterministic automaton: a set of guesses; the rest of w minus the rest of
  // factor * q; have all digits of both been equal so far?
  struct Key {
    std::uint32_t set;
    std::int64_t difference;
    bool equal;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Reached {
    Key key;
    std::uint32_t before;  // place in reached_; itself at the start
    bool digit;            // of q
  };

  std::uint32_t set_id(std::vector<std::uint32_t> set) {
    const auto [at, is_new] =
        sets_.try_emplace(std::move(set), static_cast<std::uint32_t>(all_.size()));
    if (is_new) {
      bool accepts = false;
      for (const std::uint32_t s : at->first) accepts = accepts || guesses_.accepts(s, budget_);
      all_.push_back({&at->first, accepts, {kUnknown, kUnknown, kUnknown, kUnknown}});
    }
    return at->second;
  }

  std::uint32_t set_next(std::uint32_t set, unsigned q_bit, unsigned w_bit) {
    const unsigned letter = 2 * q_bit + w_bit;
    if (all_[set].next[letter] == kUnknown) {
      std::vector<std::uint32_t> after;
      for (const std::uint32_t s : *all_[set].guesses) {
        const auto& more = guesses_.next(s, q_bit, w_bit, budget_);
        after.insert(after.end(), more.begin(), more.end());
      }
      std::ranges::sort(after);
      after.erase(std::unique(after.begin(), after.end()), after.end());
      const std::uint32_t id = set_id(std::move(after));
      all_[set].next[letter] = id;
    }
    return all_[set].next[letter];
  }

  bool check(std::uint64_t c, std::uint64_t end) {
    ++answer_.automata;
    const std::uint64_t value = values_[static_cast<std::size_t>(first_ + c)];
    const auto bound =
        static_cast<std::int64_t>((value >> low_digits_) + (end < low(value) ? 1 : 0));
    reached_.clear();
    const auto reach = [&](const Key& key, std::uint32_t before, bool digit) {
      if (!seen_.insert(key).second) return;
      reached_.push_back({key, before, digit});
    };
    reach({set_id(starts_[static_cast<std::size_t>((c << low_digits_) | end)]), -bound,
           end == low(value)},
          0, false);
    for (std::uint32_t i = 0; i < reached_.size(); ++i) {
      budget_.charge();
      ++answer_.states;
      const Key key = reached_[i].key;
      const bool option = all_[key.set].accepts;
      const bool smaller = key.difference < 0;
      const bool same = key.equal && key.difference == 0;
      if ((smaller && !option) || (same && option)) {
        answer_.fails_at = first_ + c + period_ * number(i);
        return false;
      }
      for (unsigned q = 0; q < 2; ++q) {
        for (unsigned w = 0; w < 2; ++w) {
          const std::int64_t d = key.difference + w - (q != 0 ? factor_ : 0);
          reach({set_next(key.set, q, w), floor_half(d), key.equal && (d & 1) == 0}, i, q != 0);
        }
      }
    }
    return true;
  }

  // The q that leads to a place in reached_.
  std::uint64_t number(std::uint32_t place) const {
    std::uint64_t q = 0;
    while (reached_[place].before != place) {
      q = 2 * q + (reached_[place].digit ? 1 : 0);
      place = reached_[place].before;
    }
    return q;
  }

  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  struct GuessSet {
    const std::vector<std::uint32_t>* guesses;
    bool accepts;
    std::uint32_t next[4];
  };

  const Code& code_;
  std::span<const std::uint32_t> values_;
  Budget& budget_;
  std::uint64_t period_;
  Size first_;
  unsigned low_digits_;
  std::int64_t factor_;
  Guesses guesses_;
  std::vector<Size> taken_;
  std::vector<std::vector<std::uint32_t>> starts_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> sets_;
  std::vector<GuessSet> all_;
  std::set<Key> seen_;  // of all classes
  std::vector<Reached> reached_;
  SaltusDecision answer_;
};

}  // namespace

bool saltus_decidable(const Code& code) {
  return code.finite() && code.plain() && code.most() != Digit::kNever;
}

SaltusDecision decide_saltus(const Code& code, std::span<const std::uint32_t> values,
                             const Periodicity& periodicity, Budget& budget) {
  CGT_EXPECTS(saltus_decidable(code) && periodicity.period > 0,
              "an arithmetic period is decided of a finite code");
  const std::size_t first = std::max<Size>(periodicity.preperiod, 1);
  CGT_EXPECTS(values.size() >= first + periodicity.period, "the values of one period are given");
  // The heap 0 is not left, so its value is not a part of the method.
  if (periodicity.preperiod == 0 && values[periodicity.period] != values[0] + periodicity.saltus) {
    return {false, periodicity.period, 0, 0};
  }
  return Decision(code, values, periodicity, budget).run();
}

}  // namespace cgt::heap
