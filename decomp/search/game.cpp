#include "decomp/search/game.hpp"

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

}  // namespace cgt::search
