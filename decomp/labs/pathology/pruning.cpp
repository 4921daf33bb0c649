#include "decomp/labs/pathology/pruning.hpp"

#include <array>
#include <vector>

#include "cgt/support/error.hpp"

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

}  // namespace cgt::search::pathology
