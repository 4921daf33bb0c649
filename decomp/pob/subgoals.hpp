// Posets of subgoals (Mueller 2002, "adversarial planning"): outcomes are formulas made of goals by
// `and` and `or`; one is at least as good as another iff whoever reaches it has reached the other.
// Goals may imply others: "C is at least as good as A and B".
//
//   Subgoals goals({"A", "B", "C"});
//   goals.imply("C", "A & B");
//   goals.less_equal(goals.parse("A & B"), goals.parse("C"));     // true
//   goals.less_equal(goals.parse("A | B"), goals.parse("A"));     // true
//
// A formula is the set of all sets of goals that satisfy it, 2^n bits for n goals, so the order is
// decided exactly; at most kMaxGoals goals. Formulas that the implications make equivalent are
// equal elements.
//
// The formulas form a distributive lattice: join is `and`, meet is `or`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/pob/poset.hpp"

namespace cgt::pob {

class Subgoals {
 public:
  static constexpr std::size_t kMaxGoals = 16;

  // The sets of goals, as bits of the index, that satisfy the formula and keep all implications.
  class Element {
   public:
    friend bool operator==(const Element&, const Element&) = default;

   private:
    friend class Subgoals;
    std::vector<std::uint64_t> worlds_;
  };

  // Names are letters, digits and underscores. Throws Error for more than kMaxGoals.
  explicit Subgoals(std::vector<std::string> goals);

  // Whoever reaches `premise` has reached `conclusion`. Elements made before no longer belong to
  // this poset. Throws InputError.
  void imply(std::string_view premise, std::string_view conclusion);
  // Goals, `&`, `|` (which binds less tightly), parentheses; `true` always holds. Throws
  // InputError with the place.
  Element parse(std::string_view formula) const;
  // A disjunction of conjunctions without superfluous goals.
  std::string text(const Element& x) const;

  bool less_equal(const Element& a, const Element& b) const;
  Element join(const Element& a, const Element& b) const;
  Element meet(const Element& a, const Element& b) const;
  Element bottom() const;  // true
  Element top() const;     // all goals

  // All elements but bottom, generated from the goals by `and` and `or`, weaker ones first. Throws
  // Error for more than 5 goals (7,579 formulas; 7,828,352 for six).
  std::vector<Element> all() const;

 private:
  friend class FormulaParser;
  std::size_t worlds() const { return std::size_t{1} << goals_.size(); }
  Element goal(std::size_t i) const;

  std::vector<std::string> goals_;
  Element possible_;  // worlds that keep the implications
};

}  // namespace cgt::pob
