#include "decomp/rules/heap/heap.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cgt::heap {
namespace {

// Options are counted as memory that is held, one report for so many.

}  // namespace

template <bool kImpartialRules>
Heaps<kImpartialRules>::Heaps(std::shared_ptr<const RulePair> rules, std::vector<Size> heaps)
    : rules_(std::move(rules)), heaps_(std::move(heaps)) {
  std::erase(heaps_, 0);
  std::ranges::sort(heaps_);
}

template <bool kImpartialRules>
bool Heaps<kImpartialRules>::same_rules(const Heaps& a, const Heaps& b) {
  if (a.rules_ == nullptr || b.rules_ == nullptr) return false;
  return *(*a.rules_)[Player::kLeft] == *(*b.rules_)[Player::kLeft] &&
         *(*a.rules_)[Player::kRight] == *(*b.rules_)[Player::kRight];
}

template <bool kImpartialRules>
std::vector<Option<Heaps<kImpartialRules>>> Heaps<kImpartialRules>::options(Player player) const {
  Budget budget;
  return options(player, budget);
}

template <bool kImpartialRules>
std::vector<Option<Heaps<kImpartialRules>>> Heaps<kImpartialRules>::options(Player player,
                                                                            Budget& budget) const {
  std::vector<Option<Heaps>> out;
  std::uint64_t bytes = 0;
  MemoryMeter meter;
  for (std::size_t i = 0; i < heaps_.size(); ++i) {
    if (i > 0 && heaps_[i] == heaps_[i - 1]) continue;
    std::vector<Size> others = heaps_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    (*rules_)[player]->options(heaps_[i], budget, [&](std::span<const Size> left) {
      std::vector<Size> heaps;
      heaps.reserve(others.size() + left.size());
      heaps.insert(heaps.end(), others.begin(), others.end());
      heaps.insert(heaps.end(), left.begin(), left.end());
      budget.charge(heaps.size() / 16);
      bytes += sizeof(Option<Heaps>) + heaps.size() * sizeof(Size);
      out.push_back({static_cast<std::uint32_t>(out.size()), Heaps(rules_, std::move(heaps))});
      if (out.size() % kMemoryInterval == 0) meter.set(budget, bytes);
    });
  }
  return out;
}

// Sprague (1935), Grundy (1939).
template <bool kImpartialRules>
std::uint32_t Heaps<kImpartialRules>::nim_value(Budget& budget) const requires kImpartialRules {
  std::uint32_t value = 0;
  for (const Size heap : heaps_) value ^= (*rules_)[Player::kLeft]->nim_value(heap, budget);
  return value;
}

template <bool kImpartialRules>
std::int64_t Heaps<kImpartialRules>::split(std::vector<Summand<Heaps>>& sum) const {
  for (const Size heap : heaps_) {
    bool dead = true;
    for (const Player player : kPlayers) dead = dead && (*rules_)[player]->dead(heap);
    if (!dead) sum.push_back({Heaps(rules_, {heap}), false});
  }
  return 0;
}

template <bool kImpartialRules>
std::uint64_t Heaps<kImpartialRules>::hash() const {
  std::uint64_t h = rules_ == nullptr
                        ? 0
                        : mix((*rules_)[Player::kLeft]->hash(), (*rules_)[Player::kRight]->hash());
  for (const Size heap : heaps_) h = mix(h, heap);
  return h;
}

template <bool kImpartialRules>
std::string Heaps<kImpartialRules>::text() const {
  return heaps_.empty() ? "0" : fmt::format("{}", fmt::join(heaps_, "+"));
}

template class Heaps<true>;
template class Heaps<false>;

std::vector<Size> read_heaps(RulesetArguments& arguments) {
  std::vector<Size> heaps;
  const auto add = [&](std::int64_t n) {
    if (n < 0 || n > kMaxHeap) {
      throw Error(fmt::format("{} is not a size of a heap", n),
                  fmt::format("sizes go from 0 to {}", kMaxHeap));
    }
    heaps.push_back(static_cast<Size>(n));
  };
  const RulesetArgument* given = arguments.find("heap", 0);
  if (given == nullptr) throw Error("the size of a heap is missing");
  if (const auto* one = std::get_if<std::int64_t>(given)) {
    add(*one);
  } else if (const auto* list = std::get_if<std::vector<std::int64_t>>(given)) {
    for (const std::int64_t n : *list) add(n);
  } else if (const auto* string = std::get_if<std::string>(given)) {
    const SourceText source("heaps", *string);
    const std::string_view text = source.text();
    std::size_t at = 0;
    while (true) {
      const std::size_t start = at;
      std::int64_t n = 0;
      while (at < text.size() && text[at] >= '0' && text[at] <= '9' && n <= kMaxHeap) {
        n = 10 * n + (text[at++] - '0');
      }
      if (at == start || (at < text.size() && text[at] != '+')) {
        throw InputError(source, {{Severity::kError,
                                   "the size of a heap is missing here",
                                   "write 5, or 3+5 for two heaps",
                                   {at, 1}}});
      }
      add(n);
      if (at++ == text.size()) break;
    }
  } else {
    throw Error("a heap is an integer");
  }
  return heaps;
}

HeapRuleset::HeapRuleset(std::shared_ptr<const Rules> rules)
    : rules_(std::move(rules)),
      pair_(std::make_shared<const RulePair>(RulePair{{rules_, rules_}})) {}

AnyPosition HeapRuleset::position(RulesetArguments arguments) const {
  std::vector<Size> heaps = read_heaps(arguments);
  arguments.finish();
  return AnyPosition(Position(pair_, std::move(heaps)));
}

std::vector<std::vector<Size>> HeapRuleset::heap_options(Size heap, Budget& budget) const {
  std::vector<std::vector<Size>> out;
  rules_->options(heap, budget,
                  [&](std::span<const Size> left) { out.emplace_back(left.begin(), left.end()); });
  return out;
}

PartizanHeapRuleset::PartizanHeapRuleset(std::string class_name, std::shared_ptr<const Rules> left,
                                         std::shared_ptr<const Rules> right)
    : class_name_(std::move(class_name)),
      pair_(std::make_shared<const RulePair>(RulePair{{std::move(left), std::move(right)}})) {}

AnyPosition PartizanHeapRuleset::position(RulesetArguments arguments) const {
  std::vector<Size> heaps = read_heaps(arguments);
  arguments.finish();
  return AnyPosition(PartizanPosition(pair_, std::move(heaps)));
}

// --- the registry ---

namespace {

constexpr const char* kBoard = "the size of a heap; 3+5 is two heaps";

std::shared_ptr<const Rules> take_and_break(Code code, std::string class_name = "TakeAndBreak") {
  return std::make_shared<const TakeAndBreak>(std::move(code), std::move(class_name));
}

RulesetEntry coded(std::string name, std::string path, std::string summary, std::string code) {
  return {std::move(name),
          std::move(path),
          std::move(summary),
          kBoard,
          "12",
          "",
          [code](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
            arguments.finish();
            return std::make_shared<HeapRuleset>(take_and_break(Code::parse(code)));
          }};
}

std::vector<std::int64_t> required_set(RulesetArguments& arguments, std::string_view name,
                                       std::size_t place) {
  if (arguments.find(name, place) == nullptr) {
    throw Error(fmt::format("the set '{}' is missing", name), "Subtraction([2,3,7])");
  }
  return arguments.integers(name, place, {});
}

std::string required_code(RulesetArguments& arguments, std::string_view name, std::size_t place) {
  if (arguments.find(name, place) == nullptr) {
    throw Error(fmt::format("the code '{}' is missing", name), "TakeAndBreak(\"0.77\")");
  }
  return arguments.string(name, place, "");
}

RulesetEntry set_entry(std::string name, std::string path, std::string summary, char digit) {
  return {
      std::move(name),
      std::move(path),
      std::move(summary),
      kBoard,
      "12",
      "removals, allbut?",
      [digit](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
        const std::vector<std::int64_t> set = required_set(arguments, "removals", 0);
        const bool allbut = arguments.boolean("allbut", 1, false);
        arguments.finish();
        return std::make_shared<HeapRuleset>(take_and_break(Code::subtraction(set, digit, allbut)));
      }};
}

RulesetEntry partizan_set_entry(std::string name, std::string path, std::string summary,
                                std::string class_name, char digit) {
  return {std::move(name),
          std::move(path),
          std::move(summary),
          kBoard,
          "12",
          "left, right",
          [=](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
            const std::vector<std::int64_t> left = required_set(arguments, "left", 0);
            const std::vector<std::int64_t> right = required_set(arguments, "right", 1);
            arguments.finish();
            return std::make_shared<PartizanHeapRuleset>(
                class_name, take_and_break(Code::subtraction(left, digit, false)),
                take_and_break(Code::subtraction(right, digit, false)));
          }};
}

}  // namespace

std::vector<RulesetEntry> heap_entries() {
  return {
      coded("nim", "game.heap.Nim", "take any number of tokens from a heap", "0.[3]"),
      coded("kayles", "game.heap.Kayles", "take one or two tokens, perhaps splitting the rest",
            "0.77"),
      coded("dawsons-kayles", "game.heap.DawsonsKayles",
            "take two tokens, perhaps splitting the rest", "0.07"),
      coded("grundys-game", "game.heap.GrundysGame", "split a heap into two of different sizes",
            "4!.0"),
      set_entry("subtraction", "game.heap.Subtraction",
                "take a number of tokens that is in a set (allbut: not in it)", '3'),
      set_entry("splittles", "game.heap.Splittles",
                "take a number of tokens that is in a set, perhaps splitting the rest", '7'),
      {"take-and-break", "game.heap.TakeAndBreak",
       "take tokens and split the rest as the digits of a code say", kBoard, "12", "code",
       [](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
         const std::string code = required_code(arguments, "code", 0);
         arguments.finish();
         return std::make_shared<HeapRuleset>(take_and_break(Code::parse(code)));
       }},
      {"spawning", "game.heap.Spawning", "replace a heap by smaller ones, as coins are turned",
       kBoard, "12", "code",
       [](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
         const std::string code = required_code(arguments, "code", 0);
         arguments.finish();
         return std::make_shared<HeapRuleset>(std::make_shared<const Spawning>(code));
       }},
      partizan_set_entry("partizan-subtraction", "game.heap.PartizanSubtraction",
                         "each player takes a number of tokens that is in the player's set",
                         "PartizanSubtraction", '3'),
      partizan_set_entry("partizan-splittles", "game.heap.PartizanSplittles",
                         "each player takes a number in the player's set, perhaps splitting",
                         "PartizanSplittles", '7'),
      {"partizan-take-and-break", "game.heap.PartizanTakeAndBreak",
       "each player takes and splits as the player's code says", kBoard, "12", "left, right",
       [](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
         const std::string left = required_code(arguments, "left", 0);
         const std::string right = required_code(arguments, "right", 1);
         arguments.finish();
         return std::make_shared<PartizanHeapRuleset>("PartizanTakeAndBreak",
                                                      take_and_break(Code::parse(left)),
                                                      take_and_break(Code::parse(right)));
       }},
  };
}

}  // namespace cgt::heap
