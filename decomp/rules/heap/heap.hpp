// Heap games: sums of heaps of tokens, each moved in by the same rule.
//
//   const auto kayles = find_ruleset("kayles")->make({});
//   const auto* heaps = dynamic_cast<const heap::HeapRuleset*>(kayles.get());
//   Budget budget;
//   heaps->nim_values(20, budget);             // heaps 0 .. 20: 0,1,2,3,1,4,3,2,1,4,2,...
//   heaps->check_periodicity(2000, budget);    // period 12, preperiod 71
//   heaps->options_count(20, budget);          // 20
//   heaps->position("20");                     // a Position; "3+5" is a sum of two heaps
//
// Partizan heap games have one rule for each player: PartizanHeapRuleset, which knows no nim
// values; the evaluator finds the values of its positions (GameValueSequence: of positions 1 .. n).
//
// Named games and sources: Nim (Bouton 1901); Kayles 0.77, Dawson's Kayles 0.07 (Guy, Smith 1956);
// Grundy's Game 4!.0 (Grundy 1939); subtraction games; splittles (0 or 7 as digits: take a number
// of the set and perhaps split the rest); take-and-break codes (code.hpp); spawning games
// (rules.hpp); partizan subtraction, splittles, take-and-break (Fraenkel, Kotzig 1987).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decomp/position/ruleset.hpp"
#include "decomp/rules/heap/rules.hpp"

namespace cgt::heap {

// The moves of both players. Impartial games have one rule twice.
using RulePair = PerPlayer<std::shared_ptr<const Rules>>;

// Heaps in ascending order, none of them empty. `move` is the number of the option of the heap,
// heaps one after another.
template <bool kImpartialRules>
class Heaps {
 public:
  static constexpr bool kImpartial = kImpartialRules;

  Heaps() = default;
  Heaps(std::shared_ptr<const RulePair> rules, std::vector<Size> heaps);

  const std::vector<Size>& heaps() const { return heaps_; }
  const RulePair& rules() const { return *rules_; }

  std::vector<Option<Heaps>> options(Player player) const;
  std::vector<Option<Heaps>> options(Player player, Budget& budget) const;
  std::uint32_t nim_value(Budget& budget) const requires kImpartialRules;
  std::int64_t split(std::vector<Summand<Heaps>>& sum) const;
  std::uint64_t hash() const;
  std::string text() const;  // "3+5"; "0" if there is no heap
  friend bool operator==(const Heaps& a, const Heaps& b) {
    return a.heaps_ == b.heaps_ && (a.rules_ == b.rules_ || same_rules(a, b));
  }

 private:
  static bool same_rules(const Heaps& a, const Heaps& b);

  std::shared_ptr<const RulePair> rules_;
  std::vector<Size> heaps_;
};

using Position = Heaps<true>;
using PartizanPosition = Heaps<false>;

// Heaps from an argument: a size, a list of sizes or a text "3+5". Throws Error.
std::vector<Size> read_heaps(RulesetArguments& arguments);

class HeapRuleset final : public Ruleset {
 public:
  explicit HeapRuleset(std::shared_ptr<const Rules> rules);

  std::string class_name() const override { return rules_->class_name(); }
  // Of a heap, several heaps, or a text.
  AnyPosition position(RulesetArguments arguments) const override;
  using Ruleset::position;

  const std::shared_ptr<const Rules>& rules() const { return rules_; }
  // As CGSuite prints it: "0.77"; "" for games without a code.
  const std::string& code() const { return rules_->code(); }

  // All of these throw BudgetExhausted; what was found by then stays known.
  std::uint64_t options_count(Size heap, Budget& budget) const {
    return rules_->options_count(heap, budget);
  }
  // The heaps that each option leaves.
  std::vector<std::vector<Size>> heap_options(Size heap, Budget& budget) const;
  std::vector<std::uint32_t> nim_values(Size last, Budget& budget) const {
    return rules_->nim_values(last, budget);
  }
  std::uint32_t nim_value(Size heap, Budget& budget) const {
    return rules_->nim_value(heap, budget);
  }
  std::optional<Periodicity> check_periodicity(Size last, Budget& budget) const {
    return rules_->check_periodicity(last, budget);
  }
  std::optional<std::string> period_proof(Size last, Budget& budget) const {
    return rules_->period_proof(last, budget);
  }

 private:
  std::shared_ptr<const Rules> rules_;
  std::shared_ptr<const RulePair> pair_;
};

class PartizanHeapRuleset final : public Ruleset {
 public:
  // PartizanJoin of two impartial games: Left moves by the first, Right by the second.
  PartizanHeapRuleset(std::string class_name, std::shared_ptr<const Rules> left,
                      std::shared_ptr<const Rules> right);

  std::string class_name() const override { return class_name_; }
  AnyPosition position(RulesetArguments arguments) const override;
  using Ruleset::position;
  const Rules& rules(Player player) const { return *(*pair_)[player]; }

 private:
  std::string class_name_;
  std::shared_ptr<const RulePair> pair_;
};

// Lines of the registry.
std::vector<RulesetEntry> heap_entries();

}  // namespace cgt::heap
