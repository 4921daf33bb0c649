// What an evaluation says about a state under POB, and what a bound makes of it. An evaluation is a
// function object from states to Outcomes: nothing, the one outcome of the state, a set of outcomes
// that are possible, or an interval of them. It may settle inner states as well as leaves.
//
// A set that lies in S(B) is a win, one that does not meet it a loss, any other is unknown: so the
// verdict is what every completion agrees on. Of an interval only the ends matter.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "decomp/pob/antichain.hpp"
#include "decomp/search/proof.hpp"

namespace cgt::pob {

using search::Verdict;

template <class Element>
struct Outcomes {
  enum class Kind : std::uint8_t { kNothing, kSet, kInterval };
  Kind kind = Kind::kNothing;
  std::vector<Element> values;  // the set, or {low, high}

  static Outcomes nothing() { return {}; }
  static Outcomes one(Element x) { return {Kind::kSet, {std::move(x)}}; }
  // Not empty.
  static Outcomes any_of(std::vector<Element> xs) { return {Kind::kSet, std::move(xs)}; }
  // All x with low <= x <= high; low <= high.
  static Outcomes between(Element low, Element high) {
    return {Kind::kInterval, {std::move(low), std::move(high)}};
  }
  // The outcome, if it is certain.
  const Element* certain() const {
    return kind == Kind::kSet && values.size() == 1 ? &values.front() : nullptr;
  }
};

template <Poset P>
Verdict judge(const P& poset, const BoundOf<P>& bound,
              const Outcomes<typename P::Element>& outcomes) {
  using Kind = typename Outcomes<typename P::Element>::Kind;
  switch (outcomes.kind) {
    case Kind::kNothing: return Verdict::kUnknown;
    case Kind::kSet: {
      CGT_EXPECTS(!outcomes.values.empty(), "a set of possible outcomes is not empty");
      std::size_t wins = 0;
      for (const auto& x : outcomes.values) wins += succeeds(poset, bound, x) ? 1 : 0;
      if (wins == outcomes.values.size()) return Verdict::kWin;
      return wins == 0 ? Verdict::kLoss : Verdict::kUnknown;
    }
    case Kind::kInterval: {
      CGT_ASSERT(poset.less_equal(outcomes.values[0], outcomes.values[1]), "low <= high");
      if (succeeds(poset, bound, outcomes.values[0])) return Verdict::kWin;
      return succeeds(poset, bound, outcomes.values[1]) ? Verdict::kUnknown : Verdict::kLoss;
    }
  }
  return Verdict::kUnknown;
}

// Of a search that knows no other leaves.
[[noreturn]] inline void needs_outcomes(const char* what) {
  throw Error(std::string(what) + " needs one certain outcome at every leaf");
}

template <class E, class S, class P>
concept PartialEvaluation = Poset<P> && search::State<S> && requires(const E& e, const S& s) {
  { e(s) } -> std::same_as<Outcomes<typename P::Element>>;
};

}  // namespace cgt::pob
