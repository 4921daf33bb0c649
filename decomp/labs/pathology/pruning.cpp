#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "decomp/labs/pathology/buckets.hpp"
#include "decomp/labs/pathology/experiments.hpp"
#include "decomp/labs/pathology/measures.hpp"
#include "decomp/search/random.hpp"

namespace cgt::search::pathology {

namespace {

constexpr double kUp = 0.61803398874989484820;  // of a move of MIN in incremental trees

// A subtree: is it a win of MAX, and does the search say so?
struct Outcome {
  bool wins;
  bool seems;
};
constexpr Outcome kOutcomes[4] = {{false, false}, {false, true}, {true, false}, {true, true}};
using Joint = std::array<double, 4>;  // probabilities of kOutcomes

// Probability that move `gone` of three is the one that is pruned; good[i] tells whether move i
// wins for who chooses.
double pruned(const bool (&good)[3], int gone, double p) {
  const int winning = good[0] + good[1] + good[2];
  if (winning == 0 || winning == 3) return 1.0 / 3;
  if (winning == 2) return good[gone] ? (1 - p) / 2 : p;
  const double worst = (1 - p) * (1 - p);
  return good[gone] ? worst : (1 - worst) / 2;
}

// Calls body(children, which is pruned, probability) for all families of three.
template <class Body>
void for_each_family(const Joint& child, bool maximise, double p, Body body) {
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      for (std::size_t c = 0; c < 4; ++c) {
        const double chance = child[a] * child[b] * child[c];
        if (chance == 0) continue;
        const Outcome family[3] = {kOutcomes[a], kOutcomes[b], kOutcomes[c]};
        const bool good[3] = {family[0].wins == maximise, family[1].wins == maximise,
                              family[2].wins == maximise};
        for (int gone = 0; gone < 3; ++gone) {
          body(family, good, gone, chance * pruned(good, gone, p));
        }
      }
    }
  }
}

// What the search makes of a family for who chooses.
bool finds_win(const Outcome (&family)[3], int gone, bool maximise) {
  for (int i = 0; i < 3; ++i) {
    if (i != gone && family[i].seems == maximise) return true;
  }
  return false;
}

Joint node(const Joint& child, bool maximise, double p) {
  Joint out{};
  for_each_family(child, maximise, p,
                  [&](const auto& family, const auto& good, int gone, double chance) {
                    const bool wins = (good[0] || good[1] || good[2]) == maximise;
                    const bool seems = finds_win(family, gone, maximise) == maximise;
                    out[2U * (wins ? 1 : 0) + (seems ? 1 : 0)] += chance;
                  });
  return out;
}

// A win of MAX at a node of an independent tree, at the leaves as at every level of its kind.
double win_of(bool below_max) {
  constexpr double kBelowMin = 0.68232780382801932737;  // x^3 + x = 1
  return below_max ? 1 - kBelowMin : kBelowMin;
}

// Rounding errors of the whole triple from level to level, and those of an independent tree's wins
// nearly double from round to round: both are known, and set right. Without a node that wins (or
// loses) there is nothing to scale.
void scale(Joint& joint, double wins) {
  for (const bool win : {false, true}) {
    double& seems_lost = joint[win ? 2 : 0];
    double& seems_won = joint[win ? 3 : 1];
    const double sum = seems_lost + seems_won;
    if (sum == 0) continue;
    const double factor = (win ? wins : 1 - wins) / sum;
    seems_lost *= factor;
    seems_won *= factor;
  }
}

// Of the children of the root.
Joint child_of_root(PruningTree tree, int height, double p, Budget& budget) {
  // The root is at level 0 and MAX; leaves are at level height + 1.
  const int leaves = height + 1;
  const bool incremental = tree == PruningTree::kIncremental;
  // By the sum of the path, from -levels to levels.
  const int span = incremental ? leaves : 0;
  std::vector<Joint> at(static_cast<std::size_t>(2 * span + 1));
  for (int sum = -span; sum <= span; ++sum) {
    const bool below_max = height % 2 == 0;
    const double win = incremental ? (sum >= 0 ? 1 : 0) : win_of(below_max);
    at[static_cast<std::size_t>(sum + span)] = {1 - win, 0, 0, win};
  }
  for (int level = height; level >= 1; --level) {
    const bool maximise = level % 2 == 0;
    std::vector<Joint> next(at.size());
    budget.charge(at.size());
    for (int sum = -span; sum <= span; ++sum) {
      const auto here = static_cast<std::size_t>(sum + span);
      Joint child = at[here];
      if (incremental && !maximise && here > 0 && here + 1 < at.size()) {
        for (std::size_t i = 0; i < 4; ++i) {
          child[i] = kUp * at[here + 1][i] + (1 - kUp) * at[here - 1][i];
        }
      }
      Joint& joint = next[here] = node(child, maximise, p);
      const double won = joint[2] + joint[3];
      scale(joint, incremental ? won / (joint[0] + joint[1] + won) : win_of(!maximise));
    }
    at.swap(next);
  }
  return at[static_cast<std::size_t>(span)];
}

struct Sums {
  double all[4] = {};  // families by the number of winning moves
  double correct[4] = {};
  double guessed[4] = {};
};

PruningAccuracy accuracy(const Sums& sums) {
  PruningAccuracy out;
  out.one = sums.correct[1] / sums.all[1];
  out.two = sums.correct[2] / sums.all[2];
  const double both = sums.all[1] + sums.all[2];
  out.either = (sums.correct[1] + sums.correct[2]) / both;
  out.guess = (sums.guessed[1] + sums.guessed[2]) / both;
  return out;
}

// A choice among what is left of three moves of the root.
void add_choice(Sums& sums, const Outcome (&family)[3], const bool (&good)[3], int gone,
                double chance) {
  const int winning = good[0] + good[1] + good[2];
  const bool best = finds_win(family, gone, true);
  int chosen = 0;
  int right = 0;
  for (int i = 0; i < 3; ++i) {
    if (i == gone || family[i].seems != best) continue;
    ++chosen;
    right += good[i] ? 1 : 0;
  }
  sums.all[winning] += chance;
  sums.correct[winning] += chance * right / chosen;
  sums.guessed[winning] += chance * winning / 3;
}

}  // namespace

PruningAccuracy pruning_accuracy(PruningTree tree, int height, double p, Budget& budget) {
  if (height < 0) throw Error("a tree has a height of at least 0");
  if (!(p >= 0 && p <= 1)) throw Error("an accuracy is between 0 and 1");
  const Joint child = child_of_root(tree, height, p, budget);
  Sums sums;
  for_each_family(child, true, p,
                  [&](const auto& family, const auto& good, int gone, double chance) {
                    add_choice(sums, family, good, gone, chance);
                  });
  return accuracy(sums);
}

namespace {

constexpr std::uint64_t kTreesAtOnce = 100;

std::vector<ErrorTally> block_of(const WinLossParameters& p, std::uint64_t first,
                                 std::uint64_t count, Budget& budget) {
  const auto height = static_cast<std::size_t>(p.height);
  const auto b = static_cast<std::size_t>(p.branching);
  std::vector<std::size_t> widths{1};
  while (widths.size() <= height) widths.push_back(widths.back() * b);
  const double c = fixed_point(p.branching);
  const double win = p.height % 2 == 1 ? c : 1 - c;  // MAX or MIN moves last
  std::vector<std::vector<float>> fraction(height + 1);
  for (std::size_t d = 0; d <= height; ++d) fraction[d].resize(widths[d]);
  std::vector<float> values;
  std::vector<float> next;
  std::vector<ErrorTally> out(height);
  std::vector<int> sums;
  for (std::uint64_t t = first; t < first + count; ++t) {
    budget.charge(widths[height]);
    Random random(p.seed, 0x3177 + static_cast<std::uint64_t>(p.model), t);
    std::vector<float>& leaves = fraction[height];
    if (p.model == WinLossModel::kIndependent) {
      for (float& leaf : leaves) leaf = random.uniform() < win ? 1.0F : 0.0F;
    } else {
      sums.assign(1, 0);
      for (std::size_t d = 1; d <= height; ++d) {
        const std::size_t n = widths[d - 1];
        sums.resize(widths[d]);
        for (std::size_t i = widths[d]; i-- > 0;) {
          sums[i] = sums[i % n] + (random.next() >> 63U != 0 ? 1 : -1);
        }
      }
      for (std::size_t i = 0; i < leaves.size(); ++i) leaves[i] = sums[i] >= 0 ? 1.0F : 0.0F;
    }
    for (std::size_t d = height; d-- > 0;) {
      std::fill(fraction[d].begin(), fraction[d].end(), 0.0F);
      for (std::size_t i = 0; i < widths[d + 1]; ++i)
        fraction[d][i % widths[d]] += fraction[d + 1][i];
      for (float& f : fraction[d]) f /= static_cast<float>(b);
    }
    const auto search = [&](std::size_t depth) {
      values = fraction[depth];
      for (std::size_t d = depth; d-- > 1;) {
        next.resize(widths[d]);
        back_up(values.data(), widths[d], p.branching, d % 2 == 0, next.data());
        values.swap(next);
      }
      return values;
    };
    const std::vector<float> truths = search(height);
    double shallow = 0;
    for (std::size_t depth = 1; depth <= height; ++depth) {
      const std::vector<float> estimates = search(depth);
      const double error =
          decision_error(std::span<const float>(estimates), std::span<const float>(truths), 1);
      if (depth == 1) shallow = error;
      out[depth - 1].add({error, shallow});
    }
  }
  return out;
}

}  // namespace

std::vector<ErrorTally> win_loss_errors(const WinLossParameters& p, Budget& budget) {
  if (p.branching < 2 || p.height < 1 || std::pow(p.branching, p.height) > 0x1p26) {
    throw Error("trees have at least two children a node and at most 2^26 leaves");
  }
  const std::uint64_t blocks = (p.trees + kTreesAtOnce - 1) / kTreesAtOnce;
  std::vector<std::vector<ErrorTally>> parts(blocks);
  for_each_part(blocks, p.threads, budget, [&](std::size_t i, Budget& mine) {
    parts[i] =
        block_of(p, i * kTreesAtOnce, std::min(kTreesAtOnce, p.trees - i * kTreesAtOnce), mine);
  });
  std::vector<ErrorTally> out(static_cast<std::size_t>(p.height));
  for (const auto& part : parts) {
    for (std::size_t d = 0; d < out.size(); ++d) out[d] += part[d];
  }
  return out;
}

}  // namespace cgt::search::pathology
