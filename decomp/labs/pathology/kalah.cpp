#include "decomp/labs/pathology/kalah.hpp"

#include "decomp/labs/pathology/lookahead.hpp"
#include "decomp/labs/pathology/measures.hpp"

namespace cgt::search::pathology {

Kalah kalah_board(const KalahExperiment& experiment, std::uint64_t i) {
  Random random(experiment.seed, 0xca1a4 + static_cast<std::uint64_t>(experiment.pits), i);
  const auto pits = static_cast<std::uint64_t>(experiment.pits);
  std::vector<int> side[2];
  for (auto& s : side) s.assign(pits, 0);
  for (std::uint64_t k = 0; k < 2 * pits * static_cast<std::uint64_t>(experiment.seeds); ++k) {
    const std::uint64_t at = random.below(2 * pits);
    ++side[at / pits][at % pits];
  }
  return {side[0], side[1], experiment.plies};
}

KalahCurve kalah_pathology(const KalahExperiment& experiment, Budget& budget) {
  if (experiment.pits < 1 || experiment.pits > Kalah::kMostPits || experiment.seeds < 1 ||
      2 * experiment.pits * experiment.seeds > 255) {
    throw Error("boards have 1 to 8 pits a side and at most 255 seeds");
  }
  LookaheadParameters parameters;
  parameters.deep = experiment.deep;
  parameters.shallow = experiment.shallow;
  parameters.granularities = experiment.granularities;
  parameters.highest = experiment.range > 0 ? experiment.range : experiment.pits * experiment.seeds;
  parameters.lowest = -parameters.highest;
  parameters.sigma = experiment.sigma;
  parameters.seed = experiment.seed;
  std::vector<KalahCurve> parts(experiment.boards);
  for_each_part(experiment.boards, experiment.threads, budget, [&](std::size_t i, Budget& mine) {
    LookaheadExperiment<Kalah> one(parameters);
    one.add(kalah_board(experiment, i), mine);
    parts[i] = {one.tallies(), one.clustering(), {{one.clustering().factor(), one.pairs()}}};
  });
  KalahCurve out;
  out.tallies.resize(experiment.granularities.size());
  for (const KalahCurve& part : parts) {
    out.clustering += part.clustering;
    out.boards.push_back(part.boards.front());
    for (std::size_t k = 0; k < out.tallies.size(); ++k) out.tallies[k] += part.tallies[k];
  }
  return out;
}

}  // namespace cgt::search::pathology
