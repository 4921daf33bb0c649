// Games whose positions are two numbers.
//
// Wythoff (Wythoff 1907): two heaps; take any number from one, or the same number from both.
// GenWythoff(f) (Fraenkel 1998): or k from one and l from the other, 0 < k <= l < f(k).
// Wythoff is f(k) = k + 1; from the command line f(k) = k + slack.
//
// GenMem(allowed): a heap and the number that was taken from it last, the memory m: take j with
// allowed(m, j). Mem: no fewer than last time. TakeAway(limit) (Schwenk 1970): at most limit times
// as many; FibonacciNim (Whinihan 1963): limit 2. A first move that may be anything is a memory as
// large as the heap.
//
// PartizanEuclid (McKay, Nowakowski 2013), of p and q, p = kq + r with 0 < r < q: Left moves to
// (q, r), Right to (q, q - r). If one divides the other, the game is over.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "decomp/position/ruleset.hpp"
#include "decomp/rules/heap/code.hpp"

namespace cgt::heap {

inline constexpr std::int64_t kMaxCoordinate = 1'000'000;

class PairRules {
 public:
  using Visit = std::function<void(Coordinate)>;
  // `key` tells rules of one class apart; equal classes with equal keys are the same game.
  PairRules(std::string class_name, std::string key)
      : class_name_(std::move(class_name)), key_(std::move(key)) {}
  PairRules(const PairRules&) = delete;
  PairRules& operator=(const PairRules&) = delete;
  virtual ~PairRules() = default;

  const std::string& class_name() const { return class_name_; }
  friend bool operator==(const PairRules& a, const PairRules& b) {
    return &a == &b || (a.class_name_ == b.class_name_ && a.key_ == b.key_);
  }

  // Every option once. Charges the budget for each one, and for the way to it.
  virtual void options(Coordinate at, Player player, Budget& budget, const Visit& visit) const = 0;
  // True only if neither player has a move; found without listing moves.
  virtual bool dead(Coordinate at) const = 0;
  // A position of the same value, chosen so that as many positions as is easy share it.
  virtual Coordinate canonical(Coordinate at) const { return at; }

 private:
  std::string class_name_;
  std::string key_;
};

template <bool kImpartialRules>
class Pair {
 public:
  static constexpr bool kImpartial = kImpartialRules;

  Pair() = default;
  Pair(std::shared_ptr<const PairRules> rules, Coordinate at) : rules_(std::move(rules)), at_(at) {}

  Coordinate at() const { return at_; }
  std::vector<Option<Pair>> options(Player player) const;
  std::vector<Option<Pair>> options(Player player, Budget& budget) const;
  std::int64_t split(std::vector<Summand<Pair>>& sum) const;
  std::uint64_t hash() const;
  std::string text() const;  // "(3,5)"
  friend bool operator==(const Pair& a, const Pair& b) {
    return a.at_ == b.at_ && (a.rules_ == b.rules_ || (a.rules_ != nullptr && b.rules_ != nullptr &&
                                                       *a.rules_ == *b.rules_));
  }

 private:
  std::shared_ptr<const PairRules> rules_;
  Coordinate at_{};
};

// The rules, for callers with functions of their own. Every call of f and allowed may be made
// at any time while positions live; `key` must tell the functions apart.
std::shared_ptr<const PairRules> gen_wythoff(std::function<std::int64_t(std::int64_t)> f,
                                             std::string key);
std::shared_ptr<const PairRules> gen_mem(
    std::function<bool(std::int64_t memory, std::int64_t taken)> allowed, std::string key);

// One coordinate from an argument: (3,5), also as a text. Throws Error.
Coordinate read_coordinate(RulesetArguments& arguments, std::string_view name, std::size_t place);

// Sums of pairs of heap sizes, as cakes and products are.
using Cells = std::vector<std::pair<Size, Size>>;
// From the argument "position": "(3,5)+(4,4)", a coordinate, a list of them. Throws Error; `missing`
// is what it says where there is none.
Cells read_cells(RulesetArguments arguments, const std::string& missing);
std::uint64_t hash_of(const Cells& cells);
std::string text_of(const Cells& cells);  // "(3,5)+(4,4)"; "(0,0)" if there is none

class PairRuleset : public Ruleset {
 public:
  virtual bool impartial() const = 0;
};

// A ruleset of impartial pairs.
std::shared_ptr<const Ruleset> pair_ruleset(std::shared_ptr<const PairRules> rules);

// Lines of the registry.
std::vector<RulesetEntry> pair_entries();

}  // namespace cgt::heap
