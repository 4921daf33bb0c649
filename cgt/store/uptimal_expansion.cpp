// Expansions as words of digits; uptimal.cpp connects them with games.
#include "cgt/store/uptimal.hpp"

#include <algorithm>

#include "cgt/support/hash.hpp"

namespace cgt {
namespace {

using Run = UptimalExpansion::Run;

void append(std::vector<Run>& runs, Run run) {
  if (run.count == 0) return;
  if (!runs.empty() && runs.back().coefficient == run.coefficient) {
    runs.back().count += run.count;
  } else {
    runs.push_back(run);
  }
}

std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw Error("too many ups");
  return sum;
}

// Calls visit(x, y, count) for stretches on which both words are constant; the shorter is padded
// with zeros. Stops when visit returns false.
template <class Visit>
void zip(const std::vector<Run>& a, const std::vector<Run>& b, Visit visit) {
  std::size_t i = 0;
  std::size_t j = 0;
  Run x{};
  Run y{};
  while (true) {
    if (x.count == 0 && i < a.size()) x = a[i++];
    if (y.count == 0 && j < b.size()) y = b[j++];
    if (x.count == 0 && y.count == 0) return;
    const std::uint32_t count = x.count == 0   ? y.count
                                : y.count == 0 ? x.count
                                               : std::min(x.count, y.count);
    if (!visit(x.count == 0 ? 0 : x.coefficient, y.count == 0 ? 0 : y.coefficient, count)) return;
    if (x.count != 0) x.count -= count;
    if (y.count != 0) y.count -= count;
  }
}

std::vector<Run> sum_of(const std::vector<Run>& a, const std::vector<Run>& b) {
  std::vector<Run> sum;
  zip(a, b, [&](std::int64_t x, std::int64_t y, std::uint32_t count) {
    append(sum, {checked_sum(x, y), count});
    return true;
  });
  while (!sum.empty() && sum.back().coefficient == 0) sum.pop_back();
  return sum;
}

std::int64_t checked_negative(std::int64_t x) {
  std::int64_t negative = 0;
  if (__builtin_sub_overflow(std::int64_t{0}, x, &negative)) throw Error("too many ups");
  return negative;
}

}  // namespace

UptimalExpansion::UptimalExpansion(Dyadic x, std::uint32_t m,
                                   const std::vector<std::int64_t>& coefficients)
    : number(std::move(x)), nimber(m) {
  for (const std::int64_t a : coefficients) append(runs_, {a, 1});
  while (!runs_.empty() && runs_.back().coefficient == 0) runs_.pop_back();
}

UptimalExpansion UptimalExpansion::power(std::uint32_t k, Player rising) {
  UptimalExpansion out;
  out.add(k, k, sign(rising));
  return out;
}

UptimalExpansion UptimalExpansion::powers_to(std::uint32_t k, Player rising) {
  UptimalExpansion out;
  out.add(1, k, sign(rising));
  return out;
}

std::int64_t UptimalExpansion::coefficient(std::uint32_t k) const {
  CGT_EXPECTS(k >= 1, "powers of up count from 1");
  std::uint32_t end = 0;
  for (const Run& run : runs_) {
    end += run.count;
    if (k <= end) return run.coefficient;
  }
  return 0;
}

std::uint32_t UptimalExpansion::length() const {
  std::uint32_t length = 0;
  for (const Run& run : runs_) length += run.count;
  return length;
}

std::vector<std::int64_t> UptimalExpansion::coefficients() const {
  std::vector<std::int64_t> out;
  out.reserve(length());
  for (const Run& run : runs_) out.insert(out.end(), run.count, run.coefficient);
  return out;
}

void UptimalExpansion::add(std::uint32_t first, std::uint32_t last, std::int64_t amount) {
  CGT_EXPECTS(first >= 1 && first <= last, "the places are a range from 1");
  std::vector<Run> change;
  append(change, {0, first - 1});
  append(change, {amount, last - first + 1});
  runs_ = sum_of(runs_, change);
}

void UptimalExpansion::cut(std::uint32_t length) {
  std::vector<Run> kept;
  for (const Run& run : runs_) {
    append(kept, {run.coefficient, std::min(run.count, length)});
    length -= std::min(run.count, length);
  }
  while (!kept.empty() && kept.back().coefficient == 0) kept.pop_back();
  runs_ = std::move(kept);
}

UptimalExpansion UptimalExpansion::operator-() const {
  UptimalExpansion out = *this;
  out.number = -number;
  for (Run& run : out.runs_) run.coefficient = checked_negative(run.coefficient);
  return out;
}

UptimalExpansion operator+(const UptimalExpansion& a, const UptimalExpansion& b) {
  UptimalExpansion out;
  out.number = a.number + b.number;
  out.nimber = a.nimber ^ b.nimber;
  out.runs_ = sum_of(a.runs_, b.runs_);
  return out;
}

std::uint64_t UptimalExpansion::hash() const {
  std::uint64_t h = mix(number.hash(), nimber);
  for (const Run& run : runs_) {
    h = mix(mix(h, static_cast<std::uint64_t>(run.coefficient)), run.count);
  }
  return h;
}

std::string to_text(const UptimalExpansion& expansion) {
  std::string out;
  if (!expansion.number.is_zero() || expansion.nimber == 0) out += expansion.number.to_string();
  if (expansion.nimber != 0) out += "*";
  if (expansion.nimber > 1) out += std::to_string(expansion.nimber);
  out += ".";
  if (expansion.runs().empty()) out += "0";
  for (const Run& run : expansion.runs()) {
    std::string digit = std::to_string(run.coefficient);
    const bool negative = digit[0] == '-';
    if (negative) digit.erase(0, 1);
    if (digit.size() > 1) digit = "(" + digit + ")";
    if (negative) digit += "-";
    for (std::uint32_t i = 0; i < run.count; ++i) out += digit;
  }
  return out;
}

int sign(const UptimalExpansion& expansion, bool& fuzzy) {
  fuzzy = false;
  if (const int s = expansion.number.sign(); s != 0) return s;
  const auto& runs = expansion.runs();
  if (runs.empty()) {
    fuzzy = expansion.nimber != 0;
    return 0;
  }
  const std::size_t first = runs[0].coefficient == 0 ? 1 : 0;
  const int lead = runs[first].coefficient > 0 ? 1 : -1;
  if (expansion.nimber == 0) return lead;
  if (expansion.nimber > 1) {
    fuzzy = first > 0;
    return fuzzy ? 0 : lead;
  }
  // Against *: beyond 0.111...; the digit after a run of ones decides, the end counts as 0.
  if (runs[0].coefficient != lead) {
    fuzzy = first > 0 || runs[0].coefficient * lead < 1;
    return fuzzy ? 0 : lead;
  }
  fuzzy = runs.size() == 1 || runs[1].coefficient * lead < 1;
  return fuzzy ? 0 : lead;
}

Relation compare(const UptimalExpansion& a, const UptimalExpansion& b) {
  bool fuzzy = false;
  const int s = sign(a + -b, fuzzy);
  if (fuzzy) return Relation::kFuzzy;
  return s < 0 ? Relation::kLess : s > 0 ? Relation::kGreater : Relation::kEqual;
}

int word_order(const UptimalExpansion& a, const UptimalExpansion& b) {
  int order = 0;
  std::uint32_t at = 0;
  const std::uint32_t common = std::min(a.length(), b.length());
  zip(a.runs(), b.runs(), [&](std::int64_t x, std::int64_t y, std::uint32_t count) {
    if (at >= common) return false;
    at += count;
    order = x < y ? -1 : x > y ? 1 : 0;
    return order == 0;
  });
  if (order != 0) return order;
  if (a.length() != b.length()) return a.length() < b.length() ? -1 : 1;
  return 0;
}

std::vector<UptimalExpansion> canonical_options(const UptimalExpansion& expansion, Player player) {
  CGT_EXPECTS(expansion.number.is_zero() && expansion.length() > 0,
              "closed forms are for uptimals without number part");
  const auto& runs = expansion.runs();
  const std::uint32_t n = expansion.length();
  const Player rising = runs.back().coefficient > 0 ? Player::kLeft : Player::kRight;
  const std::int64_t unit = sign(rising);
  if (player != rising) {
    UptimalExpansion moved = expansion;
    moved.add(1, n, -unit);
    moved.nimber ^= 1U;
    return {moved};
  }
  // The last place before n of a falling coefficient, and of one that does not rise.
  std::uint32_t falling = 0;
  std::uint32_t flat = 0;
  std::uint32_t end = 0;
  for (const Run& run : runs) {
    end += run.count;
    if (run.coefficient != 0 && (run.coefficient > 0) != (unit > 0)) falling = end;
    if (run.coefficient == 0 || falling == end) flat = end;
  }
  UptimalExpansion main = expansion;
  if (runs.back().coefficient == unit) {
    main.add(n, n, -unit);
  } else {
    main.cut(flat);
  }
  if (falling != 0) {
    UptimalExpansion raised = expansion;
    raised.cut(falling);
    raised.add(1, falling, unit);
    raised.nimber ^= 1U;
    return {main, raised};
  }
  bool fuzzy = false;
  sign(expansion, fuzzy);
  if (!fuzzy) {
    if (main.length() == 0) main.nimber = 0;
    return {main};
  }
  std::vector<UptimalExpansion> out{main};
  for (std::uint32_t k = 0; k < expansion.nimber; ++k) out.emplace_back(Dyadic(), k);
  return out;
}

}  // namespace cgt
