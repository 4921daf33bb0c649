#include "decomp/labs/pathology/lookahead.hpp"

namespace cgt::search::pathology {

void check_parameters(const LookaheadParameters& parameters) {
  check_depths(parameters.deep, parameters.shallow);
  check_granularities(parameters.granularities);
  check_deviation(parameters.sigma);
  if (!(parameters.lowest < parameters.highest)) throw Error("buckets cut a range of utilities");
}

void require_lookahead(const GameType& type) {
  if (type.players < 1 || type.players > 2 || type.chance != ChanceMode::kDeterministic ||
      type.information != Information::kPerfect) {
    throw Error("decisions are judged in games of one or two players without chance and secrets");
  }
}

}  // namespace cgt::search::pathology
