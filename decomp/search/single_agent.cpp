#include "decomp/search/single_agent.hpp"

#include <string>

namespace cgt::search {

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
