// Synthetic games of Nau et al. 2010, section 4 and 5: uniform trees whose local similarity is a
// parameter, searched to two depths with a noisy heuristic of limited granularity.
//
//   ModelParameters parameters{.branching = 4, .similarity = 0.5};
//   SyntheticExperiment experiment(parameters, {2, 10, 50}, seed);
//   experiment.run(0, 10000, budget)[0].pathology();       // p(root, 5, 1) at g = 2
//
// Leaves. Similarity s = 0: independent, uniform in [0, 1]. s = 1: similar; top-down, the root is 0
// and each child its parent plus a Gaussian truncated at 3 sigma, and the leaves of a tree are then
// scaled to [0, 1]; bottom-up, b^h uniform numbers in ascending order from left to right. Between,
// each leaf comes from the one tree or the other: top-down from the similar one with probability s,
// bottom-up with probability e^((1 - s) / s), where e is the distance of its value from the one that is
// likeliest to reach the root of independent trees, from 0 there to 1 at the ends of [0, 1]. The mean of that is s.
// The paper asks for more of the low and the high values, which hardly reach the root, and has no formula.
//
// Two players take turns, MAX at the root; one player maximises at every level. The heuristic value
// of a node at the horizon is its bucketed utility plus a Gaussian, bucketed again;
// leaves are not an exception. The best moves of the root are those of greatest bucketed utility.
//
// Buckets. Two players: shifted onto the utility that is reached as often by either player at all
// levels: 1 - c_b or c_b (MAX or MIN moves last) at s = 0; for s > 0 the c at which P(utility < c)
// at the root and P(utility > c) among its children agree, estimated from pilot trees. One player:
// the last bucket shrinks until a child of the root reaches it with probability 1/2, the others move along, and
// noise above 1 falls into further buckets.
//
// Thread rule: run() may be called by several threads. Tree number i is the same in every call.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "decomp/labs/pathology/buckets.hpp"
#include "decomp/labs/pathology/measures.hpp"

namespace cgt::search::pathology {

enum class Model : std::uint8_t { kTopDown, kBottomUp, kOnePlayer };
const char* name(Model model);  // "top-down", "bottom-up", "one-player"

struct ModelParameters {
  Model model = Model::kTopDown;
  int branching = 2;
  int height = 5;
  double similarity = 0;  // s, 0 .. 1
  double sigma = 0.1;     // of the noise
  int deep = 5;
  int shallow = 1;
};

// A tree drawn from a model. Levels are numbered as in buckets.hpp.
class SyntheticTree {
 public:
  // Throws Error for parameters out of range, or trees of more than 2^26 leaves.
  explicit SyntheticTree(const ModelParameters& parameters);

  // Draws utilities and the noise of the levels that are searched to.
  void draw(std::uint64_t seed, std::uint64_t index);

  bool maximises(int level) const {
    return parameters_.model == Model::kOnePlayer || level % 2 == 0;
  }
  std::size_t width(int level) const { return widths_[static_cast<std::size_t>(level)]; }
  // True utilities by minimax.
  std::span<const float> utilities(int level) const {
    return levels_[static_cast<std::size_t>(level)];
  }
  // Noise with the deviation sigma; empty for levels not asked for.
  std::span<const float> noise(int level) const { return noise_[static_cast<std::size_t>(level)]; }
  // Levels that draw() gives noise; by default those of both depths.
  void want_noise(int level) { wanted_[static_cast<std::size_t>(level)] = true; }

  const ModelParameters& parameters() const { return parameters_; }

 private:
  ModelParameters parameters_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<float>> levels_;
  std::vector<std::vector<float>> noise_;
  std::vector<bool> wanted_;
  std::vector<float> similar_;
  std::vector<float> scratch_;
  std::vector<std::uint32_t> left_to_right_;  // numbers of the leaves in this order
  double truncated_tail_ = 0;

  void draw_independent(class FastRandom& random);
  void draw_similar_top_down(class FastRandom& random);
  void draw_similar_in_order(class FastRandom& random);
};

class SyntheticExperiment {
 public:
  // Granularities are 0 (values as they are) or at least 2. Throws Error.
  SyntheticExperiment(const ModelParameters& parameters, std::vector<int> granularities,
                      std::uint64_t seed);

  // Errors at the roots of the trees first, .., first + count - 1; one tally a granularity.
  // A node of the budget is a leaf valued. Throws BudgetExhausted.
  std::vector<ErrorTally> run(std::uint64_t first, std::uint64_t count, Budget& budget) const;

  const ModelParameters& parameters() const { return parameters_; }
  const Buckets& buckets(std::size_t granularity) const { return buckets_[granularity]; }
  // The utility that a boundary is shifted to; 0 with one player.
  double balance() const { return balance_; }
  // Among the leaves.
  ClusteringFactor clustering(std::uint64_t trees) const;

 private:
  ModelParameters parameters_;
  std::vector<int> granularities_;
  std::uint64_t seed_;
  std::vector<Buckets> buckets_;
  double balance_ = 0;

  double find_balance() const;
};

}  // namespace cgt::search::pathology
