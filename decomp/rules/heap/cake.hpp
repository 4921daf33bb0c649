// Cake games (Berlekamp, Conway, Guy 1982, chapter 2): cakes of r rows and c columns. Left cuts
// between columns, Right between rows, each as a heap rule says: a heap of c tokens that a move
// turns into heaps a, b, ... is a cake cut into cakes of a, b, ... columns (rows).
//
//   Cutcake        into two pieces                                   4.0
//   MaundyCake     into any number of equal pieces                   {2+}=.0
//   Eatcake        a column (row) is eaten; the rest falls apart     0.7
//   TurnAndEatcake Eatcake, and the cake is turned by 90 degrees before each move
//   GenCutcake(left, right, twisted): by any two rules
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "decomp/rules/heap/heap.hpp"

namespace cgt::heap {

struct CakeRules {
  RulePair cuts;
  bool twisted = false;
};

// Cakes in ascending order. `move` is the number of the option.
class Cakes {
 public:
  using Cake = std::pair<Size, Size>;  // rows, columns

  Cakes() = default;
  Cakes(std::shared_ptr<const CakeRules> rules, std::vector<Cake> cakes);

  const std::vector<Cake>& cakes() const { return cakes_; }
  std::vector<Option<Cakes>> options(Player player) const;
  std::vector<Option<Cakes>> options(Player player, Budget& budget) const;
  std::int64_t split(std::vector<Summand<Cakes>>& sum) const;
  std::uint64_t hash() const;
  std::string text() const;  // "(3,5)+(4,4)"; "(0,0)" if there is none
  friend bool operator==(const Cakes& a, const Cakes& b);

 private:
  std::shared_ptr<const CakeRules> rules_;
  std::vector<Cake> cakes_;
};

// CakeProduct: Left cuts columns by the first rule, Right cuts rows by the second.
std::shared_ptr<const Ruleset> cake_ruleset(std::string class_name,
                                            std::shared_ptr<const Rules> left,
                                            std::shared_ptr<const Rules> right, bool twisted);

// Lines of the registry.
std::vector<RulesetEntry> cake_entries();

}  // namespace cgt::heap
