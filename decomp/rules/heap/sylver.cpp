// Sylver Coinage (Conway; Berlekamp, Conway, Guy 1982, chapter 18): players in turn name numbers that are not sums of
// numbers named before, each as often as one likes. Who has to name 1 loses; so the game is that of the gaps other
// than 1, and who has none left has lost. Impartial.
//
// A position is what has been named, its numbers without a common factor: else infinitely many moves are left. What
// can be said is a numerical semigroup, and its gaps are finitely many (Sylvester 1884).
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "cgt/support/text_input.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt::sylver {

constexpr const char* kName = "SylverCoinage";
// Of the least number and the greatest that is needed: there are never more gaps.
constexpr std::uint64_t kMostProduct = 1'000'000;

class Position {
 public:
  static constexpr bool kImpartial = true;

  Position() = default;
  explicit Position(std::vector<bool> gaps) : gaps_(std::move(gaps)) {}

  // `move` is the number that is named.
  std::vector<Option<Position>> options(Player player, Budget& budget) const;
  std::vector<Option<Position>> options(Player player) const {
    Budget budget;
    return options(player, budget);
  }
  std::int64_t split(std::vector<Summand<Position>>& sum) const {
    if (gaps_.size() > 2) sum.push_back({*this, false});
    return 0;
  }
  std::uint32_t depth_hint() const {
    return static_cast<std::uint32_t>(std::ranges::count(gaps_, true));
  }
  std::uint64_t hash() const { return std::hash<std::vector<bool>>()(gaps_); }
  // The numbers that are not sums of others.
  std::string text() const;
  friend bool operator==(const Position&, const Position&) = default;

 private:
  std::vector<bool> gaps_;  // by number, up to the largest gap
};

namespace {

// What stays a gap once `named` can be said, too.
std::vector<bool> without(std::vector<bool> gaps, std::size_t named) {
  for (std::size_t n = named; n < gaps.size(); ++n) {
    if (n == named || !gaps[n - named]) gaps[n] = false;
  }
  while (!gaps.empty() && !gaps.back()) gaps.pop_back();
  return gaps;
}

std::vector<bool> gaps_of(std::vector<std::uint64_t> named) {
  std::ranges::sort(named);
  std::uint64_t common = 0;
  for (const std::uint64_t n : named) common = std::gcd(common, n);
  if (common != 1) {
    throw Error(
        named.empty()
            ? "no number is named, so infinitely many moves are left"
            : fmt::format("all numbers are multiples of {}, so infinitely many moves are left",
                          common),
        "name numbers without a common factor, \"4,5\"");
  }
  // The greatest that is needed: with the numbers before it nothing is common to all.
  std::uint64_t factor = 0;
  std::size_t needed = 0;
  while (factor != 1) factor = std::gcd(factor, named[needed++]);
  const std::uint64_t greatest = named[needed - 1];
  // Some two may have a common factor; the largest gap is below (least - 1) * greatest all the same (Schur 1935).
  if (named.front() > kMostProduct / greatest + 1)
    throw Error("these numbers leave too many gaps",
                fmt::format("least times greatest is at most {}", kMostProduct));
  std::vector<bool> gaps((named.front() - 1) * greatest + 1, true);
  if (!gaps.empty()) gaps[0] = false;
  for (std::size_t n = 1; n < gaps.size(); ++n) {
    for (const std::uint64_t m : named) {
      if (m > n) break;
      if (!gaps[n - m]) gaps[n] = false;
    }
  }
  while (!gaps.empty() && !gaps.back()) gaps.pop_back();
  return gaps;
}

Position read(RulesetArguments& arguments) {
  std::vector<std::uint64_t> named;
  const auto refuse = [](const auto& found) {
    throw Error(fmt::format("expected positive numbers with commas between; found \"{}\"", found));
  };
  // (4,5), or a text.
  const RulesetArgument* first = arguments.find("named", 0);
  if (first != nullptr && std::holds_alternative<std::int64_t>(*first)) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::int64_t n = arguments.integer("named", i, 0);
      if (n <= 0) refuse(n);
      named.push_back(static_cast<std::uint64_t>(n));
    }
    return Position(gaps_of(std::move(named)));
  }
  const std::string text = arguments.string("named", 0, "4,5");
  std::string_view rest = text;
  while (!(rest = trimmed(rest)).empty()) {
    const std::optional<std::uint64_t> n = take_number<std::uint64_t>(rest);
    rest = trimmed(rest);
    if (!n || *n == 0 || (!rest.empty() && rest.front() != ',')) refuse(text);
    named.push_back(*n);
    if (!rest.empty()) rest.remove_prefix(1);
  }
  return Position(gaps_of(std::move(named)));
}

}  // namespace

std::vector<Option<Position>> Position::options(Player /*player*/, Budget& budget) const {
  std::vector<Option<Position>> out;
  MemoryMeter meter;
  std::uint64_t bytes = 0;
  for (std::size_t n = 2; n < gaps_.size(); ++n) {
    if (!gaps_[n]) continue;
    budget.charge(1 + gaps_.size() / 64);
    out.push_back({static_cast<std::uint32_t>(n), Position(without(gaps_, n))});
    bytes += sizeof(Option<Position>) + gaps_.size() / 8;
    if (out.size() % 64 == 0) meter.set(budget, bytes);
  }
  return out;
}

std::string Position::text() const {
  // The least number of each class modulo the least one generates; beyond the gaps all can be said.
  std::size_t least = 1;
  while (least < gaps_.size() && gaps_[least]) ++least;
  std::string out = std::to_string(least);
  std::vector<bool> made(gaps_.size() + least + 1);  // sums of those before
  made[0] = true;
  const auto add = [&](std::size_t n) {
    for (std::size_t i = n; i < made.size(); ++i) made[i] = made[i] || made[i - n];
  };
  add(least);
  for (std::size_t n = least + 1; n < made.size(); ++n) {
    if ((n < gaps_.size() && gaps_[n]) || made[n]) continue;
    out += fmt::format(",{}", n);
    add(n);
  }
  return out;
}

RulesetEntry sylver_entry() {
  return plain_entry(
      "sylver", fmt::format("game.heap.{}", kName),
      "players name numbers that are not sums of those named before; who names 1 loses",
      "the numbers that have been named, \"4,5\", without a common factor", "4,5", kName, "", read);
}

}  // namespace cgt::sylver
