#include "decomp/labs/pathology/experiments.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "decomp/search/random.hpp"

namespace remedies_test {

using namespace cgt::search;
using namespace cgt::search::pathology;
using cgt::Budget;

namespace {

PruningAccuracy accuracy(PruningTree tree, int height, double p) {
  Budget budget;
  return pruning_accuracy(tree, height, p, budget);
}

// A tree as it is drawn and searched, node by node, from the description of the model.
class DrawnTree {
 public:
  DrawnTree(PruningTree tree, double p, std::uint64_t index)
      : tree_(tree), p_(p), random_(2, 1, index) {}

  struct Node {
    int truth;  // strength for MAX, by the whole tree
    int seems;  // by the search
  };
  bool wins(int strength) const {
    return tree_ == PruningTree::kIncremental ? strength >= 0 : strength == 1;
  }

  Node grow(int height, bool maximise, int sum) {
    if (height == 0) {
      // The root of x^3 + x = 1 below MIN, where MAX is to move.
      const double win = maximise ? 0.6823278 : 1 - 0.6823278;
      if (tree_ == PruningTree::kIndependent) sum = random_.uniform() < win ? 1 : 0;
      return {sum, sum};
    }
    const std::vector<Node> children = children_of(height, maximise, sum);
    const std::vector<Node> kept = kept_of(children, maximise, false);
    const auto best = [&](const std::vector<Node>& nodes, auto value) {
      int found = value(nodes[0]);
      for (const Node& n : nodes) {
        found = maximise ? std::max(found, value(n)) : std::min(found, value(n));
      }
      return found;
    };
    return {best(children, [](const Node& n) { return n.truth; }),
            best(kept, [](const Node& n) { return n.seems; })};
  }

  std::vector<Node> children_of(int height, bool maximise, int sum) {
    std::vector<Node> children;
    for (int i = 0; i < 3; ++i) {
      const bool step = tree_ == PruningTree::kIncremental && !maximise;
      const int by = !step ? 0 : random_.uniform() < 0.6180340 ? 1 : -1;
      children.push_back(grow(height - 1, !maximise, sum + by));
    }
    return children;
  }

  // The two moves that are kept of three, by strength, or by who wins alone.
  std::vector<Node> kept_of(std::vector<Node> children, bool maximise, bool by_wins) {
    // In random order, then the best for who chooses first.
    for (std::size_t i = 3; i > 1; --i) std::swap(children[i - 1], children[random_.below(i)]);
    const auto strength = [&](const Node& n) { return by_wins ? int{wins(n.truth)} : n.truth; };
    std::stable_sort(children.begin(), children.end(), [&](const Node& a, const Node& b) {
      return maximise ? strength(a) > strength(b) : strength(a) < strength(b);
    });
    const double draw = random_.uniform();
    const std::size_t gone = draw < p_ ? 2 : draw < p_ + p_ * (1 - p_) ? 1 : 0;
    children.erase(children.begin() + static_cast<std::ptrdiff_t>(gone));
    return children;
  }

 private:
  PruningTree tree_;
  double p_;
  Random random_;
};

// How often the choice at the root is right, over trees that are drawn.
PruningAccuracy drawn_accuracy(PruningTree tree, int height, double p, std::uint64_t trees) {
  double all[4] = {};
  double right[4] = {};
  for (std::uint64_t t = 0; t < trees; ++t) {
    DrawnTree drawn(tree, p, t);
    const std::vector<DrawnTree::Node> children = drawn.children_of(height + 1, true, 0);
    const auto winning = static_cast<std::size_t>(
        std::count_if(children.begin(), children.end(),
                      [&](const auto& node) { return drawn.wins(node.truth); }));
    std::vector<DrawnTree::Node> kept = drawn.kept_of(children, true, true);
    const bool any = drawn.wins(kept[0].seems) || drawn.wins(kept[1].seems);
    std::erase_if(kept, [&](const auto& node) { return drawn.wins(node.seems) != any; });
    double good = 0;
    for (const auto& node : kept) good += drawn.wins(node.truth) ? 1 : 0;
    all[winning] += 1;
    right[winning] += good / static_cast<double>(kept.size());
  }
  return {right[1] / all[1], right[2] / all[2], (right[1] + right[2]) / (all[1] + all[2]), 0};
}

}  // namespace

TEST_CASE("minimising errors beats looking five moves ahead", "[pathology]") {
  Budget budget;
  const ModelParameters parameters{.branching = 6};
  const auto one = compare_remedies(parameters, 2, 300, 1, 1, budget);
  const ErrorMean& minimax = one[0];
  const ErrorMean& shallow = one[1];
  const ErrorMean& choice = one[2];
  const ErrorMean& minimising = one[3];
  CHECK(minimax.count == 300);
  CHECK(minimising.mean() + 3 * minimising.standard_error() <
        minimax.mean() - 3 * minimax.standard_error());
  // In a pathological game the choice between the depths is the shallow one.
  CHECK(choice.mean() == shallow.mean());
  CHECK(shallow.mean() < minimax.mean());
  const auto three = compare_remedies(parameters, 2, 300, 1, 3, budget);
  for (std::size_t r = 0; r < kRemedies.size(); ++r) CHECK(one[r].sum == three[r].sum);
  // The same trees and noise as the model's own experiment.
  const ErrorTally own = SyntheticExperiment(parameters, {2}, 1).run(0, 300, budget)[0];
  CHECK(std::abs(own.mean_deep() - minimax.mean()) < 3 * std::sqrt(2.0) * minimax.standard_error());
}

TEST_CASE("remedies where lookahead helps", "[pathology]") {
  Budget budget;
  const auto errors = compare_remedies({.branching = 4, .similarity = 1}, 20, 400, 1, 1, budget);
  CHECK(errors[2].mean() == errors[0].mean());
  CHECK(errors[0].mean() < errors[1].mean());
  CHECK(errors[4].mean() < errors[1].mean());
  CHECK_THROWS_AS(compare_remedies({.model = Model::kOnePlayer}, 20, 10, 1, 1, budget), cgt::Error);
}

TEST_CASE("without noise, no remedy errs but the product", "[pathology]") {
  Budget budget;
  for (const int g : {2, 7}) {
    const auto errors = compare_remedies({.branching = 3, .sigma = 0}, g, 100, 1, 1, budget);
    for (const std::size_t r : {0, 1, 2, 3}) CHECK(errors[r].sum == 0);
  }
}

TEST_CASE("what the buckets tell is what the noise does", "[pathology]") {
  // Rows add up to 1; drawing true buckets uniformly gives the same table.
  const Buckets buckets = Buckets::shifted(4, 0.7245);
  const std::vector<double> table = bucket_posterior(buckets, 0.15);
  std::vector<double> seen(16);
  SyntheticTree tree({.branching = 64, .height = 3, .sigma = 0.15, .deep = 3});
  tree.draw(3, 0);
  std::vector<double> of_true(4);
  for (std::size_t i = 0; i < tree.width(3); ++i) {
    const float u = tree.utilities(3)[i];
    const float z = tree.noise(3)[i];
    const float k = buckets.bucket(u);
    seen[static_cast<std::size_t>(4 * buckets.bucket(buckets.centre(k) + z) + k)] += 1;
    of_true[static_cast<std::size_t>(k)] += 1;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    double row = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      seen[4 * i + j] /= of_true[j];
      row += seen[4 * i + j];
    }
    for (std::size_t j = 0; j < 4; ++j) {
      CHECK(table[4 * i + j] == Approx(seen[4 * i + j] / row).margin(0.01));
    }
  }
}

TEST_CASE("forward pruning of independent trees", "[pathology]") {
  // By an independent program, p = .9, one to six rounds.
  const double listed[] = {.9909, .9833, .9734, .9605, .9442, .9240};
  double last = 1;
  for (int h = 1; h <= 6; ++h) {
    const PruningAccuracy a = accuracy(PruningTree::kIndependent, 2 * h - 1, 0.9);
    CHECK(a.either == Approx(listed[h - 1]).margin(0.00006));
    CHECK(a.guess == Approx(.4392).margin(0.00006));
    CHECK(a.either < last);
    last = a.either;
  }
}

TEST_CASE("forward pruning of incremental trees goes by strengths", "[pathology]") {
  // By an independent program that adds up appendix A.2, p = .75, rounds 1, 5 and 6.
  CHECK(accuracy(PruningTree::kIncremental, 1, 0.75).either == Approx(.9384).margin(0.00006));
  CHECK(accuracy(PruningTree::kIncremental, 9, 0.75).either == Approx(.8715).margin(0.00006));
  CHECK(accuracy(PruningTree::kIncremental, 11, 0.75).either == Approx(.8940).margin(0.00006));
}

TEST_CASE("accuracy falls with height and rises with p, more so without similarity",
          "[pathology]") {
  using enum PruningTree;
  for (const double p : {0.6, 0.7, 0.8, 0.9}) {
    for (int h = 1; h <= 15; ++h) {
      const double plain = accuracy(kIndependent, 2 * h - 1, p).either;
      const double alike = accuracy(kIncremental, 2 * h - 1, p).either;
      INFO("p " << p << " h " << h);
      // One round leaves no time for siblings to differ.
      if (h >= 2) CHECK(alike > plain);
      for (const PruningTree tree : {kIndependent, kIncremental}) {
        // Sums of an even and an odd number of steps are different games.
        const int step = tree == kIncremental ? 4 : 2;
        // In the end accuracy settles.
        const double now = accuracy(tree, 2 * h - 1, p).either;
        const double later = accuracy(tree, 2 * h - 1 + step, p).either;
        CHECK(later <= now + 1e-12);
        if (h <= 6) CHECK(later < now);
        CHECK(accuracy(tree, 2 * h - 1, p + 0.05).either > accuracy(tree, 2 * h - 1, p).either);
      }
    }
  }
  // No error in the choice, no error in the result.
  CHECK(accuracy(kIndependent, 9, 1).either == Approx(1));
  CHECK(accuracy(kIncremental, 9, 1).either == Approx(1));
}

TEST_CASE("the recursion agrees with drawn trees", "[pathology][long]") {
  for (const PruningTree tree : {PruningTree::kIndependent, PruningTree::kIncremental}) {
    for (const int height : {1, 2, 3, 4}) {
      const PruningAccuracy exact = accuracy(tree, height, 0.7);
      const PruningAccuracy drawn = drawn_accuracy(tree, height, 0.7, 4000);
      CHECK(drawn.one == Approx(exact.one).margin(0.02));
      CHECK(drawn.two == Approx(exact.two).margin(0.02));
      CHECK(drawn.either == Approx(exact.either).margin(0.017));
    }
  }
}

TEST_CASE("forward pruning takes trees of any height", "[pathology]") {
  // Wins are as frequent at all levels of independent trees, so a guess is right as often.
  const double lost = 0.68232780382801932737;  // of the children of MAX; x^3 + x = 1
  const double one = 3 * (1 - lost) * lost * lost;
  const double two = 3 * (1 - lost) * (1 - lost) * lost;
  double last = 1;
  for (const int height : {1, 9, 39, 79, 399}) {
    const PruningAccuracy a = accuracy(PruningTree::kIndependent, height, 0.9);
    CHECK(a.guess == Approx((one + 2 * two) / 3 / (one + two)).epsilon(1e-12));
    CHECK(a.either < last + 1e-12);
    // Never worse than the guess.
    CHECK(a.either > a.guess);
    last = a.either;
    const PruningAccuracy alike = accuracy(PruningTree::kIncremental, height, 0.9);
    CHECK(alike.either > 0.95);
    CHECK(alike.either < 1);
  }
  Budget small({.nodes = 5000});
  CHECK_THROWS_AS(pruning_accuracy(PruningTree::kIncremental, 399, 0.9, small),
                  cgt::BudgetExhausted);
  for (const double bad : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_AS(accuracy(PruningTree::kIndependent, 3, bad), cgt::Error);
  }
}

TEST_CASE("P-games are pathological, N-games are not", "[pathology]") {
  Budget budget;
  const auto plain = win_loss_levels({.trees = 6000}, budget);
  const auto alike = win_loss_levels({.model = WinLossModel::kIncremental, .trees = 6000}, budget);
  REQUIRE(plain.size() == 10);
  // Nau 1982: the error of P-games grows with depth until the end is in sight.
  CHECK(plain[7].errors.pathology() - 2 * plain[7].errors.pathology_error() > 1);
  CHECK(plain[5].errors.mean_deep() > plain[0].errors.mean_deep());
  for (std::size_t d = 1; d < 8; ++d) {
    CHECK(alike[d].errors.mean_deep() < alike[d - 1].errors.mean_deep());
  }
  for (const auto* levels : {&plain, &alike}) {
    CHECK((*levels)[9].errors.deep == 0);
    CHECK((*levels)[8].errors.deep == 0);  // the heuristic is exact one move before the end
    CHECK((*levels)[0].sibling_correlation() == Approx(1));
  }
}

TEST_CASE("siblings of N-games are alike, those of P-games are not", "[pathology]") {
  Budget budget;
  for (const WinLossLevel& level : win_loss_levels({.trees = 6000}, budget))
    CHECK(level.sibling_correlation() == Approx(1).margin(0.02));
  const auto alike = win_loss_levels({.model = WinLossModel::kIncremental, .trees = 6000}, budget);
  for (std::size_t d = 2; d < alike.size(); ++d) CHECK(alike[d].sibling_correlation() > 1.2);
  // Four leaves: siblings differ with probability 1/4, others with 3/8.
  const auto small =
      win_loss_levels({.model = WinLossModel::kIncremental, .height = 2, .trees = 40000}, budget);
  CHECK(small[1].sibling_correlation() == Approx(4. / 3).margin(0.03));
}

}  // namespace remedies_test
