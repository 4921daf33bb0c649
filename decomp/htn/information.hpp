// What a planner knows of a state that it cannot see (Smith 1997, 4.3): an information set, as
// ground literals that are known to hold or known not to hold, and beliefs about the rest.
//
//   Information i(3);                        // three literals, nothing known
//   i.assume(0, true);                       // from now on literal 0 holds
//   Beliefs beliefs;                         // the worlds that are possible, with weights
//   beliefs.add({true, false, true}, 0.25);
//   const Literal two[] = {{2, true}};
//   beliefs.probability(i, two);             // of literal 2, given what is known
//
// Information is a state for CodeDomain: it is changed in place with an undo trail and has a hash.
// A method for a task of the planner itself asks knows(); a method for a task of another agent is
// possible if allows() says so, makes its condition a first subtask (an operator that assumes it,
// so that it is undone like all else), and has the probability of the condition as its weight. The
// methods of one task should assume conditions that exclude each other and leave nothing out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "decomp/htn/domain.hpp"

namespace cgt::htn {

using LiteralId = std::uint32_t;
struct Literal {
  LiteralId id = 0;
  bool holds = true;
};

class Information {
 public:
  explicit Information(std::size_t literals = 0) : known_(literals, kUnknown) {}

  std::size_t size() const { return known_.size(); }
  bool knows(Literal l) const { return known_[l.id] == (l.holds ? kHolds : kHoldsNot); }
  bool allows(Literal l) const { return known_[l.id] == kUnknown || knows(l); }
  bool is_known(LiteralId id) const { return known_[id] != kUnknown; }
  bool knows_all(std::span<const Literal> literals) const;
  bool allows_all(std::span<const Literal> literals) const;

  // False, and nothing is changed, if the contrary of one of them is known.
  bool assume(std::span<const Literal> literals);
  bool assume(LiteralId id, bool holds) {
    const Literal one{id, holds};
    return assume({&one, 1});
  }
  // Actions change what holds: true or false whatever was known before.
  void set(LiteralId id, bool holds) { put(id, holds ? kHolds : kHoldsNot); }
  void forget(LiteralId id) { put(id, kUnknown); }

  Word mark() const { return trail_.size(); }
  void undo(Word mark);
  Hash128 hash128() const { return hash_; }

 private:
  enum Truth : std::uint8_t { kUnknown, kHolds, kHoldsNot };
  void put(LiteralId id, Truth truth);
  void write(LiteralId id, Truth truth);

  std::vector<Truth> known_;
  std::vector<std::pair<LiteralId, Truth>> trail_;  // what was known before
  Hash128 hash_;
};

// A distribution over complete states: Smith's belief function on the states that are consistent
// with an information set. Weight: double (Beliefs), or an exact number.
template <class Weight>
class BasicBeliefs {
 public:
  // A world, one truth value for each literal, and a weight that is positive; weights need not add
  // up to 1.
  void add(std::vector<bool> world, Weight weight) {
    CGT_EXPECTS(weight > 0 && weight - weight == 0,
                "the weight of a world is positive, and finite");
    worlds_.push_back(std::move(world));
    weights_.push_back(std::move(weight));
  }
  std::size_t size() const { return weights_.size(); }

  bool is_consistent(std::size_t world, const Information& information) const {
    for (LiteralId id = 0; id < information.size(); ++id) {
      if (!information.allows({id, worlds_[world][id]})) return false;
    }
    return true;
  }
  // Do the literals hold in some, or in all, consistent worlds? (All: also if there is none.)
  bool possible(const Information& information, std::span<const Literal> literals) const {
    return !none(information, literals, true);
  }
  bool certain(const Information& information, std::span<const Literal> literals) const {
    return none(information, literals, false);
  }
  // Of all literals together, given what is known; 0 if no world is consistent with that.
  Weight probability(const Information& information, std::span<const Literal> literals) const {
    return mean(information, [&](std::size_t w) { return Weight(satisfies(w, literals) ? 1 : 0); });
  }
  // The mean of value(world) over the consistent worlds: Smith's distributed evaluator.
  template <class Value>
  Weight expectation(const Information& information, Value value) const {
    return mean(information, [&](std::size_t w) { return Weight(value(worlds_[w])); });
  }

 private:
  bool satisfies(std::size_t world, std::span<const Literal> literals) const {
    return std::all_of(literals.begin(), literals.end(),
                       [&](Literal l) { return worlds_[world][l.id] == l.holds; });
  }
  // Is there no consistent world that satisfies the literals, or does not?
  bool none(const Information& information, std::span<const Literal> literals, bool holds) const {
    for (std::size_t w = 0; w < worlds_.size(); ++w) {
      if (is_consistent(w, information) && satisfies(w, literals) == holds) return false;
    }
    return true;
  }
  template <class Value>
  Weight mean(const Information& information, Value value) const {
    Weight all(0);
    Weight sum(0);
    for (std::size_t w = 0; w < worlds_.size(); ++w) {
      if (!is_consistent(w, information)) continue;
      all += weights_[w];
      sum += weights_[w] * value(w);
    }
    return all > 0 ? Weight(sum / all) : Weight(0);
  }

  std::vector<std::vector<bool>> worlds_;
  std::vector<Weight> weights_;
};
using Beliefs = BasicBeliefs<double>;

// The probability that k of n things, each equally likely in either of two places, are in the
// first: C(n, k) / 2^n. (Smith's model of a suit: cards of both opponents are independent.)
double split_probability(int n, int k);

}  // namespace cgt::htn
