#include "decomp/rules/heap/pairs.hpp"

#include <fmt/format.h>

#include "cgt/support/text_input.hpp"

namespace cgt::heap {
namespace {

// Options are counted as memory that is held, one report for so many.

class Wythoff final : public PairRules {
 public:
  Wythoff(std::function<std::int64_t(std::int64_t)> f, std::string key)
      : PairRules("GenWythoff", std::move(key)), f_(std::move(f)) {}

  void options(Coordinate at, Player /*player*/, Budget& budget,
               const Visit& visit) const override {
    const auto [a, b] = at;
    for (std::int64_t k = 1; k <= a; ++k) visit({a - k, b});
    for (std::int64_t k = 1; k <= b; ++k) visit({a, b - k});
    for (std::int64_t k = 1; k <= std::min(a, b); ++k) {
      budget.charge();
      const std::int64_t end = std::min(f_(k), std::max(a, b) + 1);
      for (std::int64_t l = k; l < end; ++l) {
        if (l <= b) visit({a - k, b - l});
        if (l != k && l <= a) visit({a - l, b - k});
      }
    }
  }
  bool dead(Coordinate at) const override { return at.first == 0 && at.second == 0; }
  Coordinate canonical(Coordinate at) const override {
    return {std::min(at.first, at.second), std::max(at.first, at.second)};
  }

 private:
  std::function<std::int64_t(std::int64_t)> f_;
};

class Memory final : public PairRules {
 public:
  Memory(std::function<bool(std::int64_t, std::int64_t)> allowed, std::string key)
      : PairRules("GenMem", std::move(key)), allowed_(std::move(allowed)) {}

  void options(Coordinate at, Player /*player*/, Budget& budget,
               const Visit& visit) const override {
    for (std::int64_t j = 1; j <= at.first; ++j) {
      budget.charge();
      if (allowed_(at.second, j)) visit({at.first - j, j});
    }
  }
  // What one's own function forbids is not looked at.
  bool dead(Coordinate at) const override { return at.first == 0; }

 private:
  std::function<bool(std::int64_t, std::int64_t)> allowed_;
};

class Euclid final : public PairRules {
 public:
  Euclid() : PairRules("PartizanEuclid", "") {}

  void options(Coordinate at, Player player, Budget& /*budget*/,
               const Visit& visit) const override {
    if (dead(at)) return;
    const auto [q, p] = std::minmax(at.first, at.second);
    visit({q, player == Player::kLeft ? p % q : q - p % q});
  }
  bool dead(Coordinate at) const override {
    const auto [q, p] = std::minmax(at.first, at.second);
    return q == 0 || p % q == 0;
  }
  Coordinate canonical(Coordinate at) const override {
    return {std::max(at.first, at.second), std::min(at.first, at.second)};
  }
};

template <bool kImpartialRules>
class RulesetOf final : public PairRuleset {
 public:
  explicit RulesetOf(std::shared_ptr<const PairRules> rules) : rules_(std::move(rules)) {}
  bool impartial() const override { return kImpartialRules; }
  std::string class_name() const override { return rules_->class_name(); }
  using Ruleset::position;
  AnyPosition position(RulesetArguments arguments) const override {
    const Coordinate at = read_coordinate(arguments, "position", 0);
    arguments.finish();
    return AnyPosition(Pair<kImpartialRules>(rules_, at));
  }

 private:
  std::shared_ptr<const PairRules> rules_;
};

std::shared_ptr<const PairRules> take_away(std::int64_t limit) {
  // More than all tokens are no more than all.
  const std::int64_t times = std::clamp<std::int64_t>(limit, 0, kMaxCoordinate);
  return gen_mem([times](std::int64_t memory, std::int64_t j) { return j <= times * memory; },
                 fmt::format("TakeAway({})", limit));
}

using Make = std::function<std::shared_ptr<const Ruleset>(RulesetArguments&)>;

RulesetEntry entry(std::string name, std::string path, std::string summary, std::string board,
                   std::string signature, Make make) {
  return {std::move(name),
          std::move(path),
          std::move(summary),
          std::move(board),
          "(10,7)",
          std::move(signature),
          [make](RulesetArguments arguments) {
            std::shared_ptr<const Ruleset> made = make(arguments);
            arguments.finish();
            return made;
          }};
}

}  // namespace

template <bool kImpartialRules>
std::vector<Option<Pair<kImpartialRules>>> Pair<kImpartialRules>::options(Player player) const {
  Budget budget;
  return options(player, budget);
}

template <bool kImpartialRules>
std::vector<Option<Pair<kImpartialRules>>> Pair<kImpartialRules>::options(Player player,
                                                                          Budget& budget) const {
  std::vector<Option<Pair>> out;
  MemoryMeter meter;
  rules_->options(at_, player, budget, [&](Coordinate to) {
    budget.charge();
    out.push_back({static_cast<std::uint32_t>(out.size()), Pair(rules_, to)});
    if (out.size() % kMemoryInterval == 0) meter.set(budget, out.size() * sizeof(Option<Pair>));
  });
  return out;
}

template <bool kImpartialRules>
std::int64_t Pair<kImpartialRules>::split(std::vector<Summand<Pair>>& sum) const {
  if (!rules_->dead(at_)) sum.push_back({Pair(rules_, rules_->canonical(at_)), false});
  return 0;
}

template <bool kImpartialRules>
std::uint64_t Pair<kImpartialRules>::hash() const {
  return mix(static_cast<std::uint64_t>(at_.first), static_cast<std::uint64_t>(at_.second));
}

template <bool kImpartialRules>
std::string Pair<kImpartialRules>::text() const {
  return fmt::format("({},{})", at_.first, at_.second);
}

template class Pair<true>;
template class Pair<false>;

std::shared_ptr<const PairRules> gen_wythoff(std::function<std::int64_t(std::int64_t)> f,
                                             std::string key) {
  return std::make_shared<const Wythoff>(std::move(f), std::move(key));
}

std::shared_ptr<const PairRules> gen_mem(
    std::function<bool(std::int64_t memory, std::int64_t taken)> allowed, std::string key) {
  return std::make_shared<const Memory>(std::move(allowed), std::move(key));
}

Coordinate read_coordinate(RulesetArguments& arguments, std::string_view name, std::size_t place) {
  const RulesetArgument* given = arguments.find(name, place);
  if (given == nullptr) throw Error("a pair of numbers is missing", "(10,7)");
  Coordinate at;
  if (const auto* list = std::get_if<std::vector<Coordinate>>(given); list && list->size() == 1) {
    at = list->front();
  } else if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(given);
             numbers && numbers->size() == 2) {
    at = {numbers->front(), numbers->back()};
  } else if (const auto* string = std::get_if<std::string>(given)) {
    const SourceText source("position", *string);
    const char* const begin = string->data();
    const char* const end = begin + string->size();
    const char* c = begin;
    const auto expect = [&](bool right, const char* what) {
      if (right) return;
      throw InputError(source, {{Severity::kError,
                                 fmt::format("{} is missing here", what),
                                 "a position is a pair of numbers: (10,7)",
                                 {static_cast<std::size_t>(c - begin), 1}}});
    };
    const auto number = [&](std::int64_t& n) {
      std::string_view rest(c, static_cast<std::size_t>(end - c));
      const std::optional<std::int64_t> found = take_number<std::int64_t>(rest);
      expect(found.has_value(), "a number");
      n = *found;
      c = rest.data();
    };
    const bool bracket = c != end && *c == '(';
    if (bracket) ++c;
    number(at.first);
    expect(c != end && *c == ',', "','");
    ++c;
    number(at.second);
    if (bracket) {
      expect(c != end && *c == ')', "')'");
      ++c;
    }
    expect(c == end, "the end");
  } else {
    throw Error("a position is a pair of numbers", "(10,7)");
  }
  for (const std::int64_t n : {at.first, at.second}) {
    if (n < 0 || n > kMaxCoordinate) {
      throw Error(fmt::format("{} is out of range", n),
                  fmt::format("from 0 to {}", kMaxCoordinate));
    }
  }
  return at;
}

Cells read_cells(RulesetArguments arguments, const std::string& missing) {
  Cells cells;
  const auto add = [&](RulesetArguments one) {
    const Coordinate at = read_coordinate(one, "position", 0);
    cells.emplace_back(static_cast<Size>(at.first), static_cast<Size>(at.second));
  };
  const RulesetArgument* given = arguments.find("position", 0);
  arguments.finish();
  if (given == nullptr) throw Error(missing, "(3,5)");
  if (const auto* text = std::get_if<std::string>(given)) {
    for (std::size_t at = 0; at <= text->size();) {
      const std::size_t end = std::min(text->find('+', at), text->size());
      add({{{"", text->substr(at, end - at)}}});
      at = end + 1;
    }
  } else if (const auto* list = std::get_if<std::vector<Coordinate>>(given)) {
    for (const Coordinate& c : *list) add({{{"", std::vector<Coordinate>{c}}}});
  } else {
    add(arguments);
  }
  return cells;
}

std::uint64_t hash_of(const Cells& cells) {
  std::uint64_t h = cells.size();
  for (const auto& [first, second] : cells) h = mix(h, mix(first, second));
  return h;
}

std::string text_of(const Cells& cells) {
  std::string out;
  for (const auto& [first, second] : cells) {
    out += fmt::format("{}({},{})", out.empty() ? "" : "+", first, second);
  }
  return out.empty() ? "(0,0)" : out;
}

std::shared_ptr<const Ruleset> pair_ruleset(std::shared_ptr<const PairRules> rules) {
  return std::make_shared<RulesetOf<true>>(std::move(rules));
}

std::vector<RulesetEntry> pair_entries() {
  const std::string heaps = "two heaps: (10,7)";
  const std::string memory = "a heap and the number taken last: (10,7)";
  const auto wythoff = [](std::int64_t slack) {
    return pair_ruleset(gen_wythoff(
        [most = std::min(slack, kMaxCoordinate + 1)](std::int64_t k) { return k + most; },
        std::to_string(slack)));
  };
  return {
      entry("wythoff", "game.heap.Wythoff",
            "take any number from one heap, or the same number from both", heaps, "",
            [=](RulesetArguments&) { return wythoff(1); }),
      entry("gen-wythoff", "game.heap.GenWythoff",
            "take from one heap, or k and l from both, k <= l < k + slack; in scripts also a "
            "function f: "
            "l < f(k)",
            heaps, "slack",
            [=](RulesetArguments& arguments) { return wythoff(arguments.integer("slack", 0, 1)); }),
      entry("mem", "game.heap.Mem", "take no fewer tokens than were taken last", memory, "",
            [](RulesetArguments&) {
              return pair_ruleset(
                  gen_mem([](std::int64_t m, std::int64_t j) { return j >= m; }, "Mem"));
            }),
      entry("fibonacci-nim", "game.heap.FibonacciNim",
            "take at most twice as many tokens as were taken last", memory, "",
            [](RulesetArguments&) { return pair_ruleset(take_away(2)); }),
      entry("take-away", "game.heap.TakeAway",
            "take at most `limit` times as many tokens as were taken last", memory, "limit",
            [](RulesetArguments& arguments) {
              return pair_ruleset(take_away(arguments.integer("limit", 0, 1)));
            }),
      entry("partizan-euclid", "game.heap.PartizanEuclid",
            "(p,q) with p >= q, p = kq + r: Left moves to (q,r), Right to (q,q-r)",
            "a pair: (10,7)", "",
            [](RulesetArguments&) {
              return std::make_shared<RulesetOf<false>>(std::make_shared<const Euclid>());
            }),
  };
}

}  // namespace cgt::heap
