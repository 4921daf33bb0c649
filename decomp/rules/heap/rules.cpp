#include "decomp/rules/heap/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/hash.hpp"

namespace cgt::heap {
namespace {

// All ways to write `total` as a sum of `count` positive parts, in descending order, kept by the
// modifier.
class Partitions {
 public:
  Partitions(char modifier, const Rules::Visit& visit) : modifier_(modifier), visit_(visit) {}

  void each(Size total, Size count) {
    if (count == 0) {
      if (total == 0) visit_({});
      return;
    }
    if (count > total) return;
    if (modifier_ == '=') {
      if (total % count != 0) return;
      parts_.assign(count, total / count);
      visit_(parts_);
      return;
    }
    parts_.resize(count);
    place(total, 0);
  }

 private:
  // Recursion as deep as the number of heaps that a digit allows.
  void place(Size rest, Size index) {
    const auto left = static_cast<Size>(parts_.size()) - index;
    const Size most = index == 0 ? rest : parts_[index - 1];
    if (left == 1) {
      if (rest > most || (modifier_ == '!' && index > 0 && rest == most)) return;
      parts_[index] = rest;
      if (modifier_ == '?' && parts_.size() > 1 && parts_.front() == rest) return;
      visit_(parts_);
      return;
    }
    const std::uint64_t strict = modifier_ == '!' ? 1 : 0;
    if (index > 0 && most <= strict) return;
    const Size top =
        std::min<Size>(rest - (left - 1), index == 0 ? rest : most - static_cast<Size>(strict));
    for (Size part = top; part >= 1; --part) {
      // The others are at most as large.
      if (static_cast<std::uint64_t>(part) * left < rest) break;
      parts_[index] = part;
      place(rest - part, index + 1);
    }
  }

  char modifier_;
  const Rules::Visit& visit_;
  std::vector<Size> parts_;
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

std::uint64_t Rules::options_count(Size heap) const {
  std::uint64_t count = 0;
  options(heap, [&](std::span<const Size>) { ++count; });
  return count;
}

std::vector<std::uint32_t> Rules::nim_values(Size last, Budget& budget) const {
  const std::scoped_lock lock(mutex_);
  if (values_.empty()) values_.push_back(0);
  if (values_.size() <= last) extend(values_, last, budget);
  return {values_.begin(), values_.begin() + last + 1};
}

std::uint32_t Rules::nim_value(Size heap, Budget& budget) const {
  const std::scoped_lock lock(mutex_);
  if (values_.empty()) values_.push_back(0);
  if (values_.size() <= heap) extend(values_, heap, budget);
  return values_[heap];
}

std::optional<Periodicity> Rules::check_periodicity(Size /*last*/, Budget& /*budget*/) const {
  return {};
}

void Rules::extend(std::vector<std::uint32_t>& values, Size last, Budget& budget) const {
  std::vector<Size> seen;  // seen[v] = n: an option of heap n has the value v
  for (Size n = static_cast<Size>(values.size()); n <= last; ++n) {
    options(n, [&](std::span<const Size> heaps) {
      budget.charge();
      std::uint32_t value = 0;
      for (const Size heap : heaps) value ^= values[heap];
      if (value >= seen.size()) seen.resize(2 * static_cast<std::size_t>(value) + 16, 0);
      seen[value] = n;
    });
    const auto free = std::ranges::find_if(seen, [&](Size mark) { return mark != n; });
    values.push_back(n == 0 ? 0 : static_cast<std::uint32_t>(free - seen.begin()));
  }
}

// --- take and break ---

TakeAndBreak::TakeAndBreak(Code code, std::string class_name)
    : Rules(std::move(class_name), code.text()), rule_(std::move(code)) {}

void TakeAndBreak::options(Size heap, const Visit& visit) const {
  const Size last = rule_.finite() ? std::min(rule_.last(), heap) : heap;
  for (Size taken = 0; taken <= last; ++taken) {
    const Digit& digit = rule_.digit(taken);
    if (digit.empty() || (taken == 0 && heap == 0)) continue;
    Partitions partitions(digit.modifier, visit);
    each_count(digit, heap - taken, [&](Size count) { partitions.each(heap - taken, count); });
  }
}

std::uint64_t TakeAndBreak::options_count(Size heap) const {
  const Size last = rule_.finite() ? std::min(rule_.last(), heap) : heap;
  std::uint64_t total = 0;
  for (Size taken = 0; taken <= last; ++taken) {
    const Digit& digit = rule_.digit(taken);
    if (digit.empty() || (taken == 0 && heap == 0)) continue;
    const Size rest = heap - taken;
    each_count(digit, rest, [&](Size count) {
      if (count <= 1) {
        ++total;
      } else if (count == 2 && digit.modifier == 0) {
        total += rest / 2;
      } else if (count == 2 && digit.modifier != '=') {
        total += (rest - 1) / 2;
      } else {
        Partitions(digit.modifier, [&](std::span<const Size>) { ++total; }).each(rest, count);
      }
    });
  }
  return total;
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
  const Visit& visit;
  Size most = 0;  // coins turned at most
  std::vector<Size> coins;

  void done() {
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
    const Size heap = coins.front();
    while (coins.size() < most) {
      const Size last = coins.back();
      if (last <= step || heap - (last - step) >= rules.window_) return;
      coins.push_back(last - step);
      done();
    }
  }
  // Recursion as deep as the number of coins turned.
  void subsets() {
    done();
    if (coins.size() == most) return;
    const Size heap = coins.front();
    for (Size next = coins.back() - 1; next >= 1; --next) {
      if (heap - next >= rules.window_) return;
      coins.push_back(next);
      subsets();
      coins.pop_back();
    }
  }
  // The inner coins between the ends, in pairs from the outside.
  void mirrored(Size high, Size low, std::vector<Size>& right, std::vector<Size>& left) {
    const auto emit = [&](bool middle) {
      coins.resize(1);
      coins.insert(coins.end(), right.begin(), right.end());
      if (middle) coins.push_back(high);
      coins.insert(coins.end(), left.rbegin(), left.rend());
      if (coins.size() <= most) done();
    };
    if (2 + 2 * right.size() > most) return;
    if (high < low) return emit(false);
    if (high == low) {
      emit(false);
      return emit(true);
    }
    mirrored(high - 1, low + 1, right, left);
    right.push_back(high);
    left.push_back(low);
    mirrored(high - 1, low + 1, right, left);
    right.pop_back();
    left.pop_back();
  }
};

void Spawning::options(Size heap, const Visit& visit) const {
  if (heap == 0) return;
  Size most = 0;
  for (const auto& range : counts_) most = std::max(most, range.second);
  Walk walk{*this, visit, most, {heap}};
  if (most == 0) return;
  if (contiguous_) {
    walk.done();
    walk.progression(1);
  } else if (equal_) {
    walk.done();
    for (Size step = 1; step < heap; ++step) {
      walk.coins.resize(1);
      // Two coins are equally spaced once, whatever the step.
      walk.progression(step);
    }
  } else if (symmetric_) {
    walk.done();
    for (Size low = first_ ? 1 : heap - 1; low >= 1; --low) {
      if (low == heap || heap - low >= window_) break;
      std::vector<Size> right;
      std::vector<Size> left{low};
      walk.mirrored(heap - 1, low + 1, right, left);
    }
  } else {
    walk.subsets();
  }
}

}  // namespace cgt::heap
