#include "decomp/rules/turning.hpp"

#include <fmt/format.h>

#include <cctype>

namespace cgt::turning {
namespace {

using grid::Board;

constexpr Board::Cell kTails = 0;
constexpr Board::Cell kHeads = 1;
constexpr std::size_t kMaxCount = 1000;
constexpr std::size_t kMaxOptions = 1'000'000;

}  // namespace

Rules rules_of(const std::string& code) {
  const SourceText source("<Turning>", code);
  std::size_t at = 0;
  const auto refuse = [&](std::string message) {
    const std::size_t place = std::min(at, code.size());
    throw InputError(source, {{Severity::kError,
                               std::move(message),
                               "counts of coins are written like \"1-3\", \"2\", \"1,3\" or \"2+\"",
                               {place, place < code.size() ? 1U : 0U}}});
  };
  const auto number = [&] {
    const std::size_t start = at;
    std::size_t value = 0;
    while (at < code.size() && std::isdigit(static_cast<unsigned char>(code[at])) != 0) {
      value = value * 10 + static_cast<std::size_t>(code[at++] - '0');
      if (value > kMaxCount) refuse(fmt::format("no count is greater than {}", kMaxCount));
    }
    if (at == start) refuse("a number of coins is missing here");
    return value;
  };
  Rules rules;
  const auto allow = [&](std::size_t first, std::size_t last) {
    if (rules.counts.size() <= last) rules.counts.resize(last + 1, rules.more);
    for (std::size_t n = first; n <= last; ++n) rules.counts[n] = true;
  };
  while (true) {
    const std::size_t first = number();
    std::size_t last = first;
    if (at < code.size() && code[at] == '-') {
      ++at;
      last = number();
      if (last < first) refuse("this range goes backwards");
    }
    allow(first, last);
    if (at < code.size() && code[at] == '+') {
      ++at;
      for (std::size_t n = first; n < rules.counts.size(); ++n) rules.counts[n] = true;
      rules.more = true;
    }
    if (at == code.size()) break;
    if (code[at] != ',') refuse("this was not expected here");
    ++at;
  }
  rules.counts[0] = false;
  while (!rules.counts.empty() && rules.counts.back() == rules.more) rules.counts.pop_back();
  if (rules.counts.empty()) rules.counts.push_back(false);
  return rules;
}

std::vector<Option<Position>> Position::options(Player /*player*/) const {
  std::vector<Option<Position>> out;
  const std::size_t most =
      rules_->more ? static_cast<std::size_t>(coins_.size()) : rules_->counts.size() - 1;
  for (int last = 0; last < coins_.size(); ++last) {
    if (coins_[last] != kHeads) continue;
    Board after = coins_;
    after.set(last, kTails);
    // Depth first over the sets of coins to the left.
    const auto turn = [&](const auto& self, int below, std::size_t turned) -> void {
      if (rules_->may_turn(turned)) {
        if (out.size() == kMaxOptions) throw Error("there are too many moves from " + text());
        out.push_back({static_cast<std::uint32_t>(out.size()), Position(after, rules_)});
      }
      if (turned == most) return;
      for (int i = below - 1; i >= 0; --i) {
        after.set(i, kHeads - after[i]);
        self(self, i, turned + 1);
        after.set(i, kHeads - after[i]);
      }
    };
    turn(turn, last, 1);
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  for (int i = 0; i < coins_.size(); ++i) {
    if (coins_[i] != kHeads) continue;
    Board one(1, i + 1, kTails);
    one.set(i, kHeads);
    sum.push_back({Position(std::move(one), rules_), false});
  }
  return 0;
}

std::uint64_t Position::hash() const {
  return mix(coins_.hash(), reinterpret_cast<std::uintptr_t>(rules_));
}

RulesetEntry turning_entry() {
  return {"turning",
          "game.strip.Turning",
          "coins are turned, the rightmost of them from heads to tails",
          "h is heads, t is tails",
          "htththh",
          "code?",
          [](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
            const Rules* made = interned(rules_of(arguments.string("code", 0, "1-3")));
            arguments.finish();
            return std::make_shared<PlainRuleset>(
                "Turning", Position::kCharMap, [made](RulesetArguments& position) {
                  return Position(Board::read_strip(position, Position::kCharMap, "Turning"), made);
                });
          }};
}

}  // namespace cgt::turning
