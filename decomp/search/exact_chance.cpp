#include "decomp/search/exact_chance.hpp"

namespace cgt::search {

void require_exact_chance(const GameType& type) {
  if (type.information != Information::kPerfect)
    throw Error("exact expectiminimax needs perfect information");
  if (type.players > 2 || (type.players == 2 && type.sum != UtilitySum::kZero)) {
    throw Error(
        "exact expectiminimax is for one player, or two of whom one loses what the other gains");
  }
}

void refuse_repeated_play() {
  throw Error("play comes back to an earlier state, and has no end to value",
              "count the moves in the state");
}

void check_probabilities(const std::vector<Rational>& all) {
  Rational sum(0);
  for (const Rational& one : all) {
    if (one < Rational(0) || Rational(1) < one) throw Error("a probability is not between 0 and 1");
    sum += one;
  }
  if (!(sum == Rational(1))) throw Error("the probabilities of a chance node do not add up to 1");
}

}  // namespace cgt::search
