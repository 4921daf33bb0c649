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

// A move of the root: is it a win of MAX, and does the search say so?
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

// Calls body(children, which of them win, which is pruned, probability) for all families of the root.
template <class Body>
void for_each_family(const Joint& child, double p, Body body) {
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      for (std::size_t c = 0; c < 4; ++c) {
        const double chance = child[a] * child[b] * child[c];
        if (chance == 0) continue;
        const Outcome family[3] = {kOutcomes[a], kOutcomes[b], kOutcomes[c]};
        const bool good[3] = {family[0].wins, family[1].wins, family[2].wins};
        for (int gone = 0; gone < 3; ++gone) {
          body(family, good, gone, chance * pruned(good, gone, p));
        }
      }
    }
  }
}

// A win of MAX at a node of an independent tree, at the leaves as at every level of its kind.
double win_of(bool below_max) {
  constexpr double kBelowMin = 0.68232780382801932737;  // x^3 + x = 1
  return below_max ? 1 - kBelowMin : kBelowMin;
}

// Probabilities of the strength that the search sees and of the true one, of a subtree: at(seen,
// truth), both from 0 (worst for MAX) to size - 1.
class Strengths {
 public:
  explicit Strengths(std::size_t size) : size_(size), all_(size * size) {}
  std::size_t size() const { return size_; }
  double& at(std::size_t seen, std::size_t truth) { return all_[seen * size_ + truth]; }
  double at(std::size_t seen, std::size_t truth) const { return all_[seen * size_ + truth]; }
  // Rounding errors of the sum of all triple from level to level: they are set right.
  void normalise() {
    double sum = 0;
    for (const double chance : all_) sum += chance;
    for (double& chance : all_) chance /= sum;
  }
  // The best for MAX becomes the worst.
  void turn() { std::reverse(all_.begin(), all_.end()); }

 private:
  std::size_t size_;
  std::vector<double> all_;
};

// A node where MIN chooses among three. The chance that it is worth y, and seems to be worth x at
// least, is a sum over what is pruned: where all three differ, where two are alike, where all are.
Strengths after_min(const Strengths& child, double p) {
  const std::size_t n = child.size();
  const double q = p * (1 - p);
  const double r = (1 - p) * (1 - p);
  // Of a child: worth y, or more than y, whatever it seems to be.
  std::vector<double> same(n);
  std::vector<double> more(n);
  for (std::size_t y = n; y-- > 0;) {
    for (std::size_t x = 0; x < n; ++x) same[y] += child.at(x, y);
    if (y > 0) more[y - 1] = more[y] + same[y];
  }
  Strengths out(n);
  std::vector<double> a(n);  // seems x or more, and is worth y
  std::vector<double> above(n);
  for (std::size_t x = n; x-- > 0;) {
    for (std::size_t y = 0; y < n; ++y) a[y] += child.at(x, y);
    // Seems x or more, and is worth more than y; and sums of pairs of children that are both worth
    // more than y: the worse one, the better one, or none of them is pruned; of equals, one or none.
    double b = 0;
    double worse = 0;
    double better = 0;
    double neither = 0;
    double one = 0;
    double none = 0;
    for (std::size_t y = n; y-- > 0;) {
      const double seen = 6 * (a[y] * (p * worse + q * better) + r * same[y] * neither) +
                          3 * ((1 - r) * a[y] * one + r * same[y] * none) +
                          3 * a[y] * (p * a[y] * more[y] + (1 - p) * same[y] * b) +
                          a[y] * a[y] * same[y];
      out.at(x, y) = std::max(0.0, seen - above[y]);
      above[y] = seen;
      worse += a[y] * more[y];
      better += same[y] * b;
      neither += a[y] * b;
      one += a[y] * same[y];
      none += a[y] * a[y];
      b += a[y];
    }
  }
  return out;
}

// A random step up or down of what is below.
Strengths stepped(const Strengths& child) {
  Strengths out(child.size() + 1);
  for (std::size_t x = 0; x < child.size(); ++x) {
    for (std::size_t y = 0; y < child.size(); ++y) {
      out.at(x, y) += (1 - kUp) * child.at(x, y);
      out.at(x + 1, y + 1) += kUp * child.at(x, y);
    }
  }
  return out;
}

// The frequency of wins in independent trees nearly doubles a rounding error from round to round; it
// is known, and set right.
void set_wins(Strengths& strengths, double wins) {
  for (const std::size_t y : {0U, 1U}) {
    const double sum = strengths.at(0, y) + strengths.at(1, y);
    for (const std::size_t x : {0U, 1U}) {
      if (sum > 0) strengths.at(x, y) *= (y == 1 ? wins : 1 - wins) / sum;
    }
  }
}

// Of the children of the root, as wins and losses.
Joint child_of_root(PruningTree tree, int height, double p, Budget& budget) {
  // The root is at level 0 and MAX; leaves are at level height + 1. Strengths of incremental trees
  // are sums of n steps below a node: -n, -n + 2, ..., n.
  const bool incremental = tree == PruningTree::kIncremental;
  Strengths strengths(incremental ? 1 : 2);
  strengths.at(0, 0) = 1;
  if (!incremental) {
    const double win = win_of(height % 2 == 0);
    strengths.at(0, 0) = 1 - win;
    strengths.at(1, 1) = win;
  }
  for (int level = height; level >= 1; --level) {
    const bool maximise = level % 2 == 0;
    if (incremental && !maximise) strengths = stepped(strengths);
    budget.charge(strengths.size());
    if (maximise) strengths.turn();
    strengths = after_min(strengths, p);
    if (maximise) strengths.turn();
    strengths.normalise();
    if (!incremental) set_wins(strengths, win_of(!maximise));
  }
  const std::size_t n = strengths.size();
  const std::size_t least_win = n / 2;  // a sum of 0, or of 1
  Joint out{};
  for (std::size_t x = 0; x < n; ++x) {
    for (std::size_t y = 0; y < n; ++y) {
      out[2U * (y >= least_win ? 1U : 0U) + (x >= least_win ? 1U : 0U)] += strengths.at(x, y);
    }
  }
  return out;
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
  bool best = false;
  for (int i = 0; i < 3; ++i) best |= i != gone && family[i].seems;
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
  for_each_family(child, p, [&](const auto& family, const auto& good, int gone, double chance) {
    add_choice(sums, family, good, gone, chance);
  });
  return accuracy(sums);
}

namespace {

constexpr std::uint64_t kTreesAtOnce = 100;

std::vector<WinLossLevel> block_of(const WinLossParameters& p, std::uint64_t first,
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
  std::vector<WinLossLevel> out(height);
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
    // Of minimax values, which are 0 and 1: what differs, of pairs in the level and in its families.
    const auto compare = [&](std::size_t d) {
      const std::size_t families = widths[d - 1];
      double ones = 0;
      double differ = 0;
      for (std::size_t i = 0; i < families; ++i) {
        double wins = 0;
        for (std::size_t k = 0; k < b; ++k) wins += values[i + k * families];
        ones += wins;
        differ += wins * (static_cast<double>(b) - wins);
      }
      const auto nodes = static_cast<double>(widths[d]);
      out[d - 1].apart += 2 * ones * (nodes - ones) / (nodes * (nodes - 1));
      out[d - 1].siblings_apart += 2 * differ / (nodes * static_cast<double>(b - 1));
    };
    const auto search = [&](std::size_t depth) {
      values = fraction[depth];
      if (depth == height) compare(depth);
      for (std::size_t d = depth; d-- > 1;) {
        next.resize(widths[d]);
        back_up(values.data(), widths[d], p.branching, d % 2 == 0, next.data());
        values.swap(next);
        if (depth == height) compare(d);
      }
      return values;
    };
    const std::vector<float> truths = search(height);
    double shallow = 0;
    for (std::size_t depth = 1; depth <= height; ++depth) {
      const std::vector<float> estimates = depth == height ? truths : search(depth);
      const double error =
          decision_error(std::span<const float>(estimates), std::span<const float>(truths), 1);
      if (depth == 1) shallow = error;
      out[depth - 1].errors.add({error, shallow});
    }
  }
  return out;
}

}  // namespace

WinLossLevel& WinLossLevel::operator+=(const WinLossLevel& other) {
  errors += other.errors;
  apart += other.apart;
  siblings_apart += other.siblings_apart;
  return *this;
}

std::vector<WinLossLevel> win_loss_levels(const WinLossParameters& p, Budget& budget) {
  if (p.branching < 2 || p.height < 1 || std::pow(p.branching, p.height) > 0x1p26) {
    throw Error("trees have at least two children a node and at most 2^26 leaves");
  }
  const auto blocks = static_cast<std::size_t>((p.trees + kTreesAtOnce - 1) / kTreesAtOnce);
  std::vector<std::vector<WinLossLevel>> parts(blocks);
  for_each_part(blocks, p.threads, budget, [&](std::size_t i, Budget& mine) {
    parts[i] =
        block_of(p, i * kTreesAtOnce, std::min(kTreesAtOnce, p.trees - i * kTreesAtOnce), mine);
  });
  std::vector<WinLossLevel> out(static_cast<std::size_t>(p.height));
  for (const auto& part : parts) {
    for (std::size_t d = 0; d < out.size(); ++d) out[d] += part[d];
  }
  return out;
}

}  // namespace cgt::search::pathology
