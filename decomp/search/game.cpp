#include "decomp/search/game.hpp"

#include "decomp/search/exact_chance.hpp"
#include "decomp/search/single_agent.hpp"

namespace cgt::search {

const char* name(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kMinimax: return "minimax";
    case Algorithm::kAlphaBeta: return "alpha-beta";
    case Algorithm::kMaxN: return "max^n";
    case Algorithm::kExpectiminimax: return "expectiminimax";
    case Algorithm::kProofNumber: return "proof-number search";
    case Algorithm::kMonteCarlo: return "Monte Carlo tree search";
    case Algorithm::kRetrograde: return "retrograde analysis";
  }
  return "?";
}

std::string objection(Algorithm algorithm, const GameType& type, bool depth_limited) {
  const auto about = [&](const std::string& reason) {
    return std::string(name(algorithm)) + " " + reason;
  };
  if (type.information != Information::kPerfect) return about("needs perfect information");
  const bool chance = type.chance != ChanceMode::kDeterministic;
  const bool takes_chance =
      algorithm == Algorithm::kExpectiminimax || algorithm == Algorithm::kMonteCarlo;
  if (chance && !takes_chance) return about("knows no chance nodes");
  const bool many = algorithm == Algorithm::kMaxN || algorithm == Algorithm::kMonteCarlo;
  if (!many) {
    if (type.players > 2) {
      return about("is for two players, this game has " + std::to_string(type.players));
    }
    const bool adversarial =
        type.players == 1 || type.sum == UtilitySum::kZero || type.sum == UtilitySum::kConstant;
    if (!adversarial) return about("needs a zero-sum or constant-sum game");
  }
  const bool ends = depth_limited || !type.may_repeat || algorithm == Algorithm::kProofNumber ||
                    algorithm == Algorithm::kRetrograde;
  if (!ends) return about("needs a depth limit where play may repeat");
  return "";
}

void require(Algorithm algorithm, const GameType& type, bool depth_limited) {
  const std::string reason = objection(algorithm, type, depth_limited);
  if (!reason.empty()) throw Error(reason);
}

void require_exact_chance(const GameType& type) {
  if (type.information != Information::kPerfect)
    throw Error("exact expectiminimax needs perfect information");
  if (type.players > 2 || (type.players == 2 && type.sum != UtilitySum::kZero)) {
    throw Error(
        "exact expectiminimax is for one player, or two of whom one loses what the other gains");
  }
}

void check_probabilities(const std::vector<Rational>& all) {
  Rational sum(0);
  for (const Rational& one : all) {
    if (one < Rational(0) || Rational(1) < one) throw Error("a probability is not between 0 and 1");
    sum += one;
  }
  if (!(sum == Rational(1))) throw Error("the probabilities of a chance node do not add up to 1");
}

void require_single_agent(const GameType& type, const char* algorithm) {
  const auto refuse = [&](const char* reason) { throw Error(std::string(algorithm) + reason); };
  if (type.players != 1) refuse(" is for games of one player");
  if (type.chance != ChanceMode::kDeterministic) refuse(" knows no chance nodes");
  if (type.information != Information::kPerfect) refuse(" needs perfect information");
}

namespace single_agent {

void refuse_cost(std::int64_t cost) {
  throw Error("a move costs " + std::to_string(cost), "costs are integers from 0 to 2^40");
}

void refuse_estimate(std::int64_t estimate) {
  throw Error("an estimate of " + std::to_string(estimate),
              "what is left to pay is estimated by integers from 0 to 2^40");
}

}  // namespace single_agent

}  // namespace cgt::search
