#include "decomp/rules/heap/rules.hpp"

#include <fmt/format.h>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/hash.hpp"

namespace cgt::heap {
namespace {

// All ways to write `total` as a sum of `count` positive parts, in descending order, kept by the
// modifier.
class Partitions {
 public:
  Partitions(char modifier, Budget& budget, const Rules::Visit& visit)
      : modifier_(modifier), budget_(budget), visit_(visit) {}

  void each(Size total, Size count) {
    budget_.charge();
    if (count == 0) {
      if (total == 0) visit_({});
      return;
    }
    if (count > total) return;
    if (modifier_ == '=') {
      if (total % count != 0) return;
      budget_.charge(count / 16);
      parts_.assign(count, total / count);
      visit_(parts_);
      return;
    }
    place_all(total, count);
  }

 private:
  // Depth first over the parts from the first to the last but one; the last is what is left. Each
  // part goes from the largest that leaves enough for the others to the smallest that does not
  // leave too much for them, so no choice is in vain (but for '?', few are).
  void place_all(Size total, Size count) {
    const std::uint64_t strict = modifier_ == '!' ? 1 : 0;
    // The sum of 0, 1, .., n - 1.
    const auto steps = [&](std::uint64_t n) { return strict * (n * (n - 1) / 2); };
    if (steps(count + std::uint64_t{1}) > total) return;
    budget_.charge(count / 16);
    parts_.assign(count, 0);
    rest_.assign(count, total);
    if (count == 1) return finish();
    // One more than the largest part that may stand at `index`, whose rest is known.
    const auto start = [&](Size index) {
      const std::uint64_t others = count - index - 1;
      const std::uint64_t top = rest_[index] - others - steps(others);
      return static_cast<Size>(1 + (index == 0 ? top : std::min(top, parts_[index - 1] - strict)));
    };
    Size index = 0;
    parts_[0] = start(0);
    while (true) {
      budget_.charge();
      const Size part = --parts_[index];
      const std::uint64_t left = count - index;
      if (part == 0 || part * left < rest_[index] + steps(left)) {
        if (index == 0) return;
        --index;
        continue;
      }
      rest_[index + 1] = rest_[index] - part;
      if (index + 2 == count) {
        finish();
      } else {
        ++index;
        parts_[index] = start(index);
      }
    }
  }

  void finish() {
    const std::size_t count = parts_.size();
    const Size last = rest_.back();
    if (count > 1) {
      const Size before = parts_[count - 2];
      if (last > before || (modifier_ == '!' && last == before)) return;
      if (modifier_ == '?' && parts_.front() == last) return;
    }
    parts_.back() = last;
    visit_(parts_);
  }

  char modifier_;
  Budget& budget_;
  const Rules::Visit& visit_;
  std::vector<Size> parts_;
  std::vector<Size> rest_;  // what parts_[i], parts_[i + 1], ... add up to
};

template <class Use>
void each_count(const Digit& digit, Size rest, const Use& use) {
  if (rest == 0) {
    if (digit.allows(0)) use(0);
    return;
  }
  const Size most = std::min(digit.most(), rest);
  for (Size count = 1; count <= most; ++count) {
    if (digit.allows(count)) use(count);
  }
}

}  // namespace

std::string text(const Periodicity& periodicity) {
  return fmt::format("Periodicity(Period => {}, Preperiod => {}, Saltus => {})", periodicity.period,
                     periodicity.preperiod, periodicity.saltus);
}

Rules::Rules(std::string class_name, std::string code)
    : class_name_(std::move(class_name)), code_(std::move(code)) {
  hash_ = class_name_.size();
  for (const char c : class_name_ + "\n" + code_) hash_ = mix(hash_, static_cast<unsigned char>(c));
}

std::uint64_t Rules::options_count(Size heap, Budget& budget) const {
  std::uint64_t count = 0;
  options(heap, budget, [&](std::span<const Size>) { ++count; });
  return count;
}

void Rules::reach(Size last, Budget& budget) const {
  if (values_.empty()) values_.push_back(0);
  if (values_.size() <= last && !period_) period_ = extend(values_, last, budget);
}

std::uint32_t Rules::value_at(Size heap) const {
  if (heap < values_.size()) return values_[heap];
  const Size periods = (heap - period_->preperiod) / period_->period;
  return values_[heap - periods * period_->period] + periods * period_->saltus;
}

std::vector<std::uint32_t> Rules::nim_values(Size last, Budget& budget) const {
  const std::scoped_lock lock(mutex_);
  reach(last, budget);
  MemoryMeter meter;
  meter.set(budget, (last + std::uint64_t{1}) * sizeof(std::uint32_t));
  std::vector<std::uint32_t> values;
  values.reserve(last + std::size_t{1});
  for (Size n = 0; n <= last; ++n) {
    if (n % 16 == 0) budget.charge();
    values.push_back(value_at(n));
  }
  return values;
}

std::uint32_t Rules::nim_value(Size heap, Budget& budget) const {
  const std::scoped_lock lock(mutex_);
  reach(heap, budget);
  return value_at(heap);
}

std::optional<Periodicity> Rules::check_periodicity(Size /*last*/, Budget& /*budget*/) const {
  return {};
}

std::optional<std::string> Rules::period_proof(Size /*last*/, Budget& /*budget*/) const {
  return {};
}

std::optional<Periodicity> Rules::extend(std::vector<std::uint32_t>& values, Size last,
                                         Budget& budget) const {
  std::vector<Size> seen;  // seen[v] = n: an option of heap n has the value v
  for (Size n = static_cast<Size>(values.size()); n <= last; ++n) {
    options(n, budget, [&](std::span<const Size> heaps) {
      std::uint32_t value = 0;
      for (const Size heap : heaps) value ^= values[heap];
      if (value >= seen.size()) seen.resize(2 * static_cast<std::size_t>(value) + 16, 0);
      seen[value] = n;
    });
    const auto free = std::ranges::find_if(seen, [&](Size mark) { return mark != n; });
    budget.charge(static_cast<std::uint64_t>(free - seen.begin()) / 16);
    values.push_back(n == 0 ? 0 : static_cast<std::uint32_t>(free - seen.begin()));
  }
  return {};
}

// --- take and break ---

template <class Use>
void TakeAndBreak::each_taken(Size heap, const Use& use) const {
  for (const Size taken : rule_.used()) {
    if (taken > heap) return;
    if ((taken > 0 || heap > 0) && !use(taken)) return;
  }
  if (rule_.finite()) return;
  for (Size taken = rule_.last() + rule_.period() + 1; taken <= heap; ++taken) {
    if (!rule_.digit(taken).empty() && !use(taken)) return;
  }
}

void TakeAndBreak::options(Size heap, Budget& budget, const Visit& visit) const {
  each_taken(heap, [&](Size taken) {
    const Digit& digit = rule_.digit(taken);
    Partitions partitions(digit.modifier, budget, visit);
    each_count(digit, heap - taken, [&](Size count) { partitions.each(heap - taken, count); });
    return true;
  });
}

std::uint64_t TakeAndBreak::options_count(Size heap, Budget& budget) const {
  std::uint64_t total = 0;
  each_taken(heap, [&](Size taken) {
    const Digit& digit = rule_.digit(taken);
    const Size rest = heap - taken;
    each_count(digit, rest, [&](Size count) {
      budget.charge();
      if (count <= 1) {
        ++total;
      } else if (count == 2 && digit.modifier == 0) {
        total += rest / 2;
      } else if (count == 2 && digit.modifier != '=') {
        total += (rest - 1) / 2;
      } else {
        Partitions(digit.modifier, budget, [&](std::span<const Size>) {
          ++total;
        }).each(rest, count);
      }
    });
    return true;
  });
  return total;
}

bool TakeAndBreak::dead(Size heap) const {
  bool dead = true;
  each_taken(heap, [&](Size taken) {
    dead = !rule_.digit(taken).divides(heap - taken);
    return dead;
  });
  return dead;
}

// --- spawning ---

Spawning::Spawning(const std::string& code) : Rules("Spawning", code) {
  const SourceText source("code", code);
  std::size_t at = 0;
  const auto fail = [&](std::string message, std::string hint = {}) {
    throw InputError(source, {{Severity::kError, std::move(message), std::move(hint), {at, 1}}});
  };
  const auto peek = [&] { return at < code.size() ? code[at] : '\0'; };
  const auto number = [&] {
    if (peek() < '0' || peek() > '9') fail("a number of coins is missing", "1-3, 1+C, 4FS");
    std::uint64_t n = 0;
    while (peek() >= '0' && peek() <= '9') {
      n = 10 * n + static_cast<std::uint64_t>(code[at++] - '0');
      if (n > kMaxHeap) fail("this number is too large");
    }
    return static_cast<Size>(n);
  };
  do {
    if (!counts_.empty()) ++at;
    const Size low = number();
    Size high = low;
    if (peek() == '-') {
      ++at;
      high = number();
      if (high < low) fail("a range goes upwards");
    } else if (peek() == '+') {
      ++at;
      high = Digit::kNever;
    }
    counts_.emplace_back(low, high);
  } while (peek() == ',');
  while (at < code.size()) {
    const char c = code[at++];
    if (c == 'C' && peek() == '(') {
      ++at;
      window_ = number();
      if (peek() != ')') fail("')' is missing");
      ++at;
    } else if (c == 'C') {
      contiguous_ = true;
    } else if (c == 'E') {
      equal_ = true;
    } else if (c == 'F') {
      first_ = true;
    } else if (c == 'S') {
      symmetric_ = true;
    } else {
      --at;
      fail(fmt::format("'{}' has no meaning in a code for turning coins", c),
           "C, C(k), E, F and S may follow the number of coins");
    }
  }
}

bool Spawning::count_allowed(Size coins) const {
  return std::ranges::any_of(
      counts_, [&](const auto& range) { return range.first <= coins && coins <= range.second; });
}

// Sets of coins from the right to the left, the rightmost one given.
struct Spawning::Walk {
  const Spawning& rules;
  Budget& budget;
  const Visit& visit;
  Size most = 0;  // coins turned at most
  std::vector<Size> coins;

  void done() {
    budget.charge(1 + coins.size() / 16);
    if (!rules.count_allowed(static_cast<Size>(coins.size()))) return;
    if (rules.first_ && coins.back() != 1) return;
    if (rules.symmetric_ && !symmetric()) return;
    visit(std::span(coins).subspan(1));
  }
  bool symmetric() const {
    for (std::size_t i = 0; i < coins.size(); ++i) {
      if (coins[i] + coins[coins.size() - 1 - i] != coins.front() + coins.back()) return false;
    }
    return true;
  }
  // Coins at distance `step`, as many as there is room for.
  void progression(Size step) {
    budget.charge();
    const Size heap = coins.front();
    while (coins.size() < most) {
      const Size last = coins.back();
      if (last <= step || heap - (last - step) >= rules.window_) return;
      coins.push_back(last - step);
      done();
    }
  }
  // Depth first: a coin further left is added, or the last one gives way to its left neighbour.
  void subsets() {
    done();
    const Size heap = coins.front();
    const auto free = [&](Size coin) { return coin >= 1 && heap - coin < rules.window_; };
    while (true) {
      if (coins.size() < most && free(coins.back() - 1)) {
        coins.push_back(coins.back() - 1);
      } else {
        while (coins.size() > 1 && !free(coins.back() - 1)) coins.pop_back();
        if (coins.size() == 1) return;
        --coins.back();
      }
      done();
    }
  }
  // Between the ends heap and `low`: sets of pairs heap - i, low + i, 1 <= i <= pairs, in the order
  // of subsets(), each with and without the coin in the middle.
  void mirrored(Size low) {
    const Size heap = coins.front();
    const Size pairs = (heap - low - 1) / 2;
    const bool middle = (heap - low) % 2 == 0;
    const auto emit = [&](bool with_middle) {
      if (2 + 2 * inner.size() + (with_middle ? 1 : 0) > most) return;
      coins.resize(1);
      for (const Size i : inner) coins.push_back(heap - i);
      if (with_middle) coins.push_back(low + (heap - low) / 2);
      for (auto i = inner.rbegin(); i != inner.rend(); ++i) coins.push_back(low + *i);
      coins.push_back(low);
      done();
    };
    inner.clear();
    while (true) {
      budget.charge();
      emit(false);
      if (middle) emit(true);
      const Size next = inner.empty() ? 1 : inner.back() + 1;
      if (next <= pairs && 2 + 2 * (inner.size() + 1) <= most) {
        inner.push_back(next);
        continue;
      }
      while (!inner.empty() && inner.back() == pairs) inner.pop_back();
      if (inner.empty()) return;
      ++inner.back();
    }
  }
  std::vector<Size> inner = {};  // of mirrored()
};

void Spawning::options(Size heap, Budget& budget, const Visit& visit) const {
  if (heap == 0) return;
  Size most = 0;
  for (const auto& range : counts_) most = std::max(most, range.second);
  Walk walk{*this, budget, visit, most, {heap}};
  if (most == 0) return;
  if (contiguous_) {
    walk.done();
    walk.progression(1);
  } else if (equal_) {
    walk.done();
    for (Size step = 1; step < heap && step < window_; ++step) {
      walk.coins.resize(1);
      // Two coins are equally spaced once, whatever the step.
      walk.progression(step);
    }
  } else if (symmetric_) {
    walk.done();
    for (Size low = first_ ? 1 : heap - 1; low >= 1 && low < heap; --low) {
      if (heap - low >= window_) break;
      walk.coins.resize(1);
      walk.mirrored(low);
    }
  } else {
    walk.subsets();
  }
}

}  // namespace cgt::heap
