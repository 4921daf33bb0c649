#include <algorithm>
#include <cmath>

#include "decomp/labs/pathology/experiments.hpp"
#include "decomp/labs/pathology/lookahead.hpp"
#include "decomp/labs/pathology/measures.hpp"
#include "decomp/search/random.hpp"

namespace cgt::search::pathology {

namespace {

// Number of the bucket of a value when the range 0 .. top, ends included, is cut into g.
float bucket(double value, double top, int g) {
  return static_cast<float>(std::clamp(std::floor(value * g / top), 0.0, g - 1.0));
}

}  // namespace

std::vector<float> puzzle_heuristic(const EightPuzzleSpace& space,
                                    const PuzzleHeuristic& heuristic) {
  check_granularity(heuristic.granularity);
  check_deviation(heuristic.sigma);
  const bool manhattan = heuristic.kind == PuzzleHeuristic::Kind::kManhattan;
  std::vector<float> out(EightPuzzleSpace::kStates);
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    const double value =
        manhattan ? space.manhattan(i)
                  : space.distance(i) + heuristic.sigma * Random(heuristic.seed, 0x9, i).normal();
    out[i] = heuristic.granularity == 0
                 ? static_cast<float>(value)
                 : bucket(value, manhattan ? 22.0 : 31.0, heuristic.granularity);
  }
  return out;
}

std::vector<ErrorPair> puzzle_errors(const EightPuzzleSpace& space,
                                     std::span<const float> heuristic, int deep, int shallow,
                                     Budget& budget) {
  check_depths(deep, shallow);
  CGT_EXPECTS(heuristic.size() == EightPuzzleSpace::kStates, "every state has a value");
  std::vector<ErrorPair> out(EightPuzzleSpace::kStates - 1);
  std::vector<float> values(heuristic.begin(), heuristic.end());
  std::vector<float> next(values.size());
  for (int depth = 1; depth <= std::max(deep, shallow); ++depth) {
    // `values` are those of searches to depth - 1.
    budget.charge(EightPuzzleSpace::kStates);
    if (depth == deep || depth == shallow) {
      for (std::uint32_t i = 1; i < EightPuzzleSpace::kStates; ++i) {
        float estimates[4];
        int truths[4];
        const auto neighbours = space.neighbours(i);
        for (std::size_t k = 0; k < neighbours.size(); ++k) {
          estimates[k] = values[neighbours[k]];
          truths[k] = space.distance(neighbours[k]);
        }
        const double error = decision_error(std::span<const float>(estimates, neighbours.size()),
                                            std::span<const int>(truths, neighbours.size()), -1);
        if (depth == deep) out[i - 1].deep = error;
        if (depth == shallow) out[i - 1].shallow = error;
      }
    }
    for (std::uint32_t i = 0; i < EightPuzzleSpace::kStates; ++i) {
      float least = INFINITY;
      for (const std::uint32_t n : space.neighbours(i)) least = std::min(least, values[n]);
      next[i] = least;
    }
    values.swap(next);
  }
  return out;
}

ErrorTally puzzle_tally(const EightPuzzleSpace& space, std::span<const float> heuristic, int deep,
                        int shallow, Budget& budget) {
  ErrorTally tally;
  for (const ErrorPair& pair : puzzle_errors(space, heuristic, deep, shallow, budget)) {
    tally.add(pair);
  }
  return tally;
}

MeanClustering puzzle_clustering(const EightPuzzleSpace& space) {
  MeanClustering out;
  std::vector<double> family;
  for (std::uint32_t i = 0; i < EightPuzzleSpace::kStates; ++i) {
    ClusteringFactor one;
    for (const std::uint32_t child : space.neighbours(i)) {
      family.clear();
      for (const std::uint32_t n : space.neighbours(child)) family.push_back(space.distance(n));
      one.add(family);
    }
    out.add(one);
  }
  return out;
}

Kalah kalah_board(const KalahExperiment& experiment, std::uint64_t i) {
  Random random(experiment.seed, 0xca1a4 + static_cast<std::uint64_t>(experiment.pits), i);
  const auto pits = static_cast<std::uint64_t>(experiment.pits);
  std::vector<int> side[2];
  for (auto& s : side) s.assign(static_cast<std::size_t>(pits), 0);
  for (std::uint64_t k = 0; k < 2 * pits * static_cast<std::uint64_t>(experiment.seeds); ++k) {
    const std::uint64_t at = random.below(2 * pits);
    ++side[at / pits][static_cast<std::size_t>(at % pits)];
  }
  return {side[0], side[1], experiment.plies, experiment.utility};
}

KalahCurve kalah_pathology(const KalahExperiment& experiment, Budget& budget) {
  if (experiment.pits < 1 || experiment.pits > Kalah::kMostPits || experiment.seeds < 1 ||
      2 * experiment.pits * experiment.seeds > 255) {
    throw Error("boards have 1 to 8 pits a side and at most 255 seeds");
  }
  if (!(experiment.range >= 0 && experiment.range <= 1000))
    throw Error("buckets cut a range of at most 1000 seeds");
  LookaheadParameters parameters;
  parameters.deep = experiment.deep;
  parameters.shallow = experiment.shallow;
  parameters.granularities = experiment.granularities;
  parameters.highest = experiment.range > 0 ? experiment.range : experiment.pits * experiment.seeds;
  parameters.lowest = -parameters.highest;
  parameters.sigma = experiment.sigma;
  parameters.seed = experiment.seed;
  std::vector<KalahCurve> parts(static_cast<std::size_t>(experiment.boards));
  for_each_part(parts.size(), experiment.threads, budget, [&](std::size_t i, Budget& mine) {
    LookaheadExperiment<Kalah> one(parameters);
    one.add(kalah_board(experiment, i), mine);
    parts[i].tallies = one.tallies();
    parts[i].clustering.add(one.clustering());
    parts[i].boards = {{one.clustering().factor(), one.pairs()}};
  });
  KalahCurve out;
  out.tallies.resize(experiment.granularities.size());
  for (const KalahCurve& part : parts) {
    out.boards.push_back(part.boards.front());
    out.clustering += part.clustering;
    for (std::size_t k = 0; k < out.tallies.size(); ++k) out.tallies[k] += part.tallies[k];
  }
  return out;
}

}  // namespace cgt::search::pathology
