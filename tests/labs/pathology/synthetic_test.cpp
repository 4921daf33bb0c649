#include "decomp/labs/pathology/synthetic.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "decomp/labs/pathology/grid.hpp"
#include "decomp/search/games/tree.hpp"
#include "decomp/search/minimax.hpp"

namespace synthetic_test {

using namespace cgt::search;
using namespace cgt::search::pathology;
using cgt::Budget;

namespace {

ErrorTally cell(ModelParameters parameters, int granularity, std::uint64_t trees,
                std::uint64_t seed = 1) {
  Budget budget;
  return SyntheticExperiment(parameters, {granularity}, seed).run(0, trees, budget)[0];
}

std::vector<ErrorTally> cells(ModelParameters parameters, std::vector<int> granularities,
                              std::uint64_t trees, std::uint64_t seed = 1) {
  Budget budget;
  return SyntheticExperiment(parameters, std::move(granularities), seed).run(0, trees, budget);
}

// Which bucket, from the boundaries as they are described.
int bucket_by_boundaries(double u, int g, double shift) {
  int k = 0;
  while (k < g - 1 && u >= (k + 1.0) / g + shift) ++k;
  return k;
}

}  // namespace

TEST_CASE("fixed points of independent trees", "[pathology]") {
  const double listed[] = {.3820, .3177, .2755, .2451, .2219, .2035, .1883, .1757, .1649};
  for (int b = 2; b <= 10; ++b) {
    CHECK(fixed_point(b) == Approx(listed[b - 2]).margin(0.00006));
  }
}

TEST_CASE("buckets are what their boundaries say", "[pathology]") {
  for (const int g : {2, 3, 4, 5, 10, 60}) {
    for (const double c : {0.05, 0.382, 0.5, 0.618, 0.8351, 0.97}) {
      const Buckets buckets = Buckets::shifted(g, c);
      const double nearest = std::clamp(std::round(c * g), 1.0, static_cast<double>(g - 1)) / g;
      const double shift = c - nearest;
      double least[64];
      double greatest[64] = {};
      std::fill(std::begin(least), std::end(least), 2);
      for (int i = 0; i < 20000; ++i) {
        const double u = (i + 0.5) / 20000;
        const int k = bucket_by_boundaries(u, g, shift);
        REQUIRE(buckets.bucket(static_cast<float>(u)) == static_cast<float>(k));
        least[k] = std::min(least[k], u);
        greatest[k] = std::max(greatest[k], u);
      }
      for (int k = 0; k < g; ++k) {
        if (least[k] > 1) continue;
        CHECK(buckets.centre(static_cast<float>(k)) ==
              Approx((least[k] + greatest[k]) / 2).margin(0.0002));
      }
    }
  }
  // One player: the last bucket begins at .96, the others move along, more of them follow above 1.
  const Buckets narrow = Buckets::below(4, 0.96);
  CHECK(narrow.bucket(0.70F) == 1);
  CHECK(narrow.bucket(0.95F) == 2);
  CHECK(narrow.bucket(0.97F) == 3);
  CHECK(narrow.bucket(1.3F) == 4);
  CHECK(narrow.bucket(0.1F) == 0);
  CHECK(narrow.bucket(-1.0F) == 0);
  CHECK(narrow.centre(0) == Approx(0.46 / 2));
  CHECK(narrow.centre(2) == Approx((0.71 + 0.96) / 2));
  CHECK(narrow.centre(3) == Approx(0.96 + 0.125));
  CHECK(Buckets::below(4, 0.6).shift == 0);
}

TEST_CASE("a tree of a model is searched as any game tree", "[pathology]") {
  // The error at the root by Minimax over an explicit tree, leaves and horizon as the model has
  // them.
  for (const int g : {0, 3, 10}) {
    for (const double s : {0.0, 0.5, 1.0}) {
      ModelParameters parameters{.branching = 3, .height = 4, .similarity = s, .deep = 3};
      const SyntheticExperiment experiment(parameters, {g}, 5);
      const Buckets& buckets = experiment.buckets(0);
      SyntheticTree drawn(parameters);
      for (std::uint64_t t = 0; t < 40; ++t) {
        drawn.draw(5, t);
        Budget budget;
        double errors[2];
        for (const int depth : {3, 1}) {
          // Values behind each move of the root, true ones and estimates.
          std::vector<double> truths;
          std::vector<double> estimates;
          for (std::size_t move = 0; move < 3; ++move) {
            for (const bool estimate : {false, true}) {
              GameTree tree;
              const int last = estimate ? depth : 4;
              const std::function<GameTree::Node(std::size_t, int)> grow = [&](std::size_t i,
                                                                               int level) {
                if (level == last) {
                  const float u = drawn.utilities(level)[i];
                  if (!estimate) return tree.leaf({g == 0 ? u : buckets.bucket(u)});
                  const float z = drawn.noise(level)[i];
                  if (g == 0) return tree.leaf({u + z});
                  return tree.leaf({buckets.bucket(buckets.centre(buckets.bucket(u)) + z)});
                }
                std::vector<GameTree::Node> children;
                for (std::size_t k = 0; k < 3; ++k) {
                  children.push_back(grow(i + k * drawn.width(level), level + 1));
                }
                return tree.node(level % 2, children);
              };
              tree.set_root(grow(move, 1));
              const double value = *Minimax<TreeState>().search(TreeState(tree), budget).value;
              (estimate ? estimates : truths).push_back(value);
            }
          }
          errors[depth == 3 ? 0 : 1] = decision_error(std::span<const double>(estimates),
                                                      std::span<const double>(truths), 1);
        }
        const ErrorTally tally = experiment.run(t, 1, budget)[0];
        REQUIRE(tally.deep == Approx(errors[0]).margin(1e-12));
        REQUIRE(tally.shallow == Approx(errors[1]).margin(1e-12));
      }
    }
  }
}

TEST_CASE("leaves of the models are distributed as they should", "[pathology]") {
  for (const Model model : {Model::kTopDown, Model::kBottomUp, Model::kOnePlayer}) {
    for (const double s : {0.0, 1.0}) {
      INFO(name(model) << " s " << s);
      ModelParameters parameters{.model = model, .branching = 4, .similarity = s};
      SyntheticTree tree(parameters);
      double sum = 0;
      double squares = 0;
      const int trees = 100;
      for (std::uint64_t t = 0; t < trees; ++t) {
        tree.draw(1, t);
        for (const float u : tree.utilities(5)) {
          REQUIRE(u >= 0);
          REQUIRE(u <= 1);
          sum += u;
          squares += u * u;
        }
        if (s == 1 && model == Model::kTopDown) {
          const auto [low, high] =
              std::minmax_element(tree.utilities(5).begin(), tree.utilities(5).end());
          REQUIRE(*low == 0);
          REQUIRE(*high == Approx(1).epsilon(1e-6));
        }
        if (s == 1 && model != Model::kTopDown) {
          // Left to right: the choice at the root is the most significant.
          float last = 0;
          for (std::size_t n = 0; n < 1024; ++n) {
            std::size_t i = 0;
            std::size_t rest = n;
            for (int d = 0; d < 5; ++d, rest /= 4) i = i * 4 + rest % 4;
            REQUIRE(tree.utilities(5)[i] >= last);
            last = tree.utilities(5)[i];
          }
        }
      }
      const double count = trees * 1024.0;
      CHECK(sum / count == Approx(0.5).margin(s == 1 ? 0.02 : 0.005));
      if (s == 0 || model != Model::kTopDown) {
        CHECK(squares / count == Approx(1.0 / 3).margin(0.005));
      }
    }
  }
  // More similar leaves cluster more.
  double last = 1;
  for (const double s : {0.0, 0.5, 1.0}) {
    const double f =
        SyntheticExperiment({.branching = 4, .similarity = s}, {2}, 1).clustering(50).factor();
    CHECK(f < last);
    last = f;
  }
}

TEST_CASE("coarse heuristics of independent trees are pathological", "[pathology]") {
  double last = 1.2;
  for (const int b : {2, 4, 6}) {
    const auto p = cells({.branching = b}, {2, 50}, b == 2 ? 20000 : 4000);
    INFO("b " << b << ": " << p[0].pathology() << " and " << p[1].pathology());
    CHECK(p[0].pathology() > 1.5);
    CHECK(p[0].pathology() > last);
    CHECK(p[1].pathology() < 1);
    last = p[0].pathology();
  }
}

TEST_CASE("with enough granularity pathology ends", "[pathology]") {
  const struct {
    int b, pathological, not_any_more;
    std::uint64_t trees;
  } rows[] = {{2, 5, 20, 8000}, {4, 10, 50, 5000}, {6, 10, 60, 2500}};
  for (const auto& row : rows) {
    const auto p = cells({.branching = row.b}, {row.pathological, row.not_any_more}, row.trees);
    INFO("b " << row.b);
    CHECK(p[0].pathology() > 1);
    CHECK(p[1].pathology() < 1.02);
    CHECK(p[1].pathology() < p[0].pathology());
  }
}

TEST_CASE("similarity cures pathology", "[pathology][long]") {
  for (const int b : {4, 6}) {
    std::vector<std::vector<ErrorTally>> rows;
    for (const double s : {0.0, 0.5, 1.0}) {
      rows.push_back(cells({.branching = b, .similarity = s}, {10, 20, 50}, 2000));
    }
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(rows[2][k].pathology() < rows[1][k].pathology());
      CHECK(rows[1][k].pathology() < rows[0][k].pathology());
    }
  }
}

TEST_CASE("bottom-up trees err as top-down ones at s = 0, and little at s = 1", "[pathology]") {
  // At s = 0 both two-player models are the same.
  for (const int b : {2, 4}) {
    for (const int g : {2, 10}) {
      const ErrorTally down = cell({.branching = b}, g, 4000);
      const ErrorTally up = cell({.model = Model::kBottomUp, .branching = b}, g, 4000);
      const double apart = std::abs(down.pathology() - up.pathology());
      INFO("b " << b << " g " << g);
      CHECK(apart < 3 * std::hypot(down.pathology_error(), up.pathology_error()));
      CHECK(apart > 0);
    }
  }
  // Sorted leaves are more alike than those of a walk.
  for (const ErrorTally& p :
       cells({.model = Model::kBottomUp, .branching = 4, .similarity = 1}, {2, 5, 10, 50}, 2000)) {
    CHECK(p.pathology() <= 0.4);
  }
}

TEST_CASE("one player needs more granularity with more moves", "[pathology]") {
  const auto at = [](int b, std::uint64_t trees) {
    return cell({.model = Model::kOnePlayer, .branching = b}, 50, trees);
  };
  CHECK(at(2, 60000).pathology() < 1);
  CHECK(at(4, 20000).pathology() > 1);
}

TEST_CASE("one player needs less granularity with more similarity", "[pathology]") {
  const auto at = [](double s) {
    return cell({.model = Model::kOnePlayer, .branching = 4, .similarity = s}, 9, 2000);
  };
  double last = at(0).pathology();
  for (const double s : {.3, .7, .9}) {
    const double p = at(s).pathology();
    CHECK(p < last - 0.1);
    last = p;
  }
  CHECK(last < 0.6);
}

TEST_CASE("the similar bottom-up tree is softened, and keeps its share", "[pathology]") {
  // Needed g at b = 4: about 5 at s = .3, between 2 and 3 at s = .5.
  const auto at = [](double s) {
    return cells({.model = Model::kBottomUp, .branching = 4, .similarity = s}, {2, 3, 4, 7}, 3000);
  };
  const auto third = at(.3);
  CHECK(third[2].pathology() > 1);
  CHECK(third[3].pathology() < 1);
  const auto half = at(.5);
  CHECK(half[0].pathology() > 0.95);
  CHECK(half[1].pathology() < 0.9);
}

namespace {

struct Listed {
  int b;
  double s;
  int g;
  double p, error;  // error of an independent program; 0: between .01 and .1, not listed
};

// From an independent program: 10,000 trees a cell (40,000 at b = 2, s = 0, g = 2 and 50; 1,500 at
// b = 8), other draws.
constexpr Listed kListed[] = {
    {2, 0, 2, 2.39, .12},  {2, 0, 3, 1.76, .11},  {2, 0, 5, 1.21, .05},  {2, 0, 10, .98, 0},
    {2, 0, 20, .94, 0},    {2, 0, 50, .92, .02},  {2, .5, 2, 1.75, .20}, {2, .5, 3, 1.57, 0},
    {2, .5, 5, 1.09, 0},   {2, .5, 10, .90, 0},   {2, .5, 20, .84, 0},   {2, .5, 50, .84, 0},
    {2, 1, 2, .64, .12},   {2, 1, 3, 1.21, .08},  {2, 1, 5, .91, 0},     {2, 1, 10, .84, 0},
    {2, 1, 20, .83, 0},    {2, 1, 50, .82, 0},    {4, 0, 2, 5.35, .29},  {4, 0, 3, 2.81, 0},
    {4, 0, 5, 1.63, 0},    {4, 0, 10, 1.18, .02}, {4, 0, 20, .96, 0},    {4, 0, 50, .94, 0},
    {4, .5, 2, 3.26, .31}, {4, .5, 3, 2.52, 0},   {4, .5, 5, 1.52, 0},   {4, .5, 10, .97, 0},
    {4, .5, 20, .78, 0},   {4, .5, 50, .78, 0},   {4, 1, 2, 1.14, .15},  {4, 1, 3, 1.35, 0},
    {4, 1, 5, 1.10, 0},    {4, 1, 10, .63, 0},    {4, 1, 20, .54, 0},    {4, 1, 50, .56, 0},
    {6, 0, 2, 8.92, .39},  {6, 0, 3, 3.49, 0},    {6, 0, 5, 1.76, 0},    {6, 0, 10, 1.30, .02},
    {6, 0, 20, 1.05, .01}, {6, 0, 50, .95, 0},    {6, .5, 2, 4.96, .43}, {6, .5, 3, 3.29, 0},
    {6, .5, 5, 1.89, 0},   {6, .5, 10, 1.05, 0},  {6, .5, 20, .75, 0},   {6, .5, 50, .72, 0},
    {6, 1, 2, 1.03, .12},  {6, 1, 3, 1.66, 0},    {6, 1, 5, 1.50, 0},    {6, 1, 10, .64, 0},
    {6, 1, 20, .45, 0},    {6, 1, 50, .47, 0},    {8, 0, 2, 9.8, .9},    {8, 0, 5, 1.72, 0},
    {8, 0, 10, 1.32, 0},   {8, 0, 20, 1.09, .03}, {8, 0, 50, .98, .02},  {8, 1, 2, .90, .25},
    {8, 1, 5, 1.78, 0},    {8, 1, 10, .63, 0},    {8, 1, 20, .40, 0},    {8, 1, 50, .44, 0},
};

}  // namespace

TEST_CASE("the table of top-down trees has the errors of the paper", "[.][nightly][pathology]") {
  const std::vector<int> granularities{2, 3, 5, 10, 20, 50};
  double beyond_two = 0;
  for (const int b : {2, 4, 6, 8}) {
    for (const double s : {0.0, 0.5, 1.0}) {
      const std::uint64_t trees = b == 2 ? 40000 : b == 8 ? 4000 : 10000;
      const auto found = cells({.branching = b, .similarity = s}, granularities, trees);
      for (const Listed& row : kListed) {
        if (row.b != b || row.s != s) continue;
        const auto k = static_cast<std::size_t>(
            std::find(granularities.begin(), granularities.end(), row.g) - granularities.begin());
        const ErrorTally& tally = found[k];
        // Standard errors of equal samples are alike.
        const double samples = b == 8 ? 1500 : 10000;
        const double theirs = row.error > 0 ? row.error
                                            : tally.pathology_error() *
                                                  std::sqrt(static_cast<double>(trees) / samples);
        const double error = std::hypot(tally.pathology_error(), theirs, 0.005);
        const double z = (tally.pathology() - row.p) / error;
        INFO("b " << b << " s " << s << " g " << row.g << ": " << tally.pathology() << ", listed "
                  << row.p << ", " << z << " standard errors");
        CHECK(std::abs(z) < 3);
        beyond_two += std::abs(z) > 2 ? 1 : 0;
      }
    }
  }
  // As many as chance would have it, with room.
  CHECK(beyond_two < 0.15 * std::size(kListed));
}

TEST_CASE("parameters of models are checked", "[pathology]") {
  CHECK_THROWS_AS(SyntheticTree({.branching = 1}), cgt::Error);
  CHECK_THROWS_AS(SyntheticTree({.similarity = 1.5}), cgt::Error);
  CHECK_THROWS_AS(SyntheticTree({.similarity = NAN}), cgt::Error);
  CHECK_THROWS_AS(SyntheticTree({.sigma = NAN}), cgt::Error);
  CHECK_THROWS_AS(SyntheticTree({.sigma = -1}), cgt::Error);
  CHECK_THROWS_AS(SyntheticTree({.height = 3}), cgt::Error);
  CHECK_THROWS_AS(SyntheticTree({.branching = 100}), cgt::Error);
  CHECK_THROWS_AS(SyntheticExperiment({}, {1}, 1), cgt::Error);
  GridParameters endless = GridParameters::quick(Model::kTopDown);
  endless.trees = std::uint64_t{1} << 60U;
  CHECK_THROWS_AS(Grid(endless), cgt::Error);
}

TEST_CASE("a grid does not depend on threads, stops and torn journals", "[pathology]") {
  GridParameters parameters = GridParameters::quick(Model::kTopDown);
  parameters.branchings = {2, 3};
  parameters.granularities = {2, 7};
  parameters.trees = 500;
  parameters.model.height = 4;
  parameters.model.deep = 4;
  Grid whole(parameters);
  std::string journal = whole.header();
  REQUIRE_FALSE(whole.run({}, nullptr, 3, [&](const std::string& line) { journal += line; }));
  REQUIRE(whole.complete());
  CHECK(whole.work_done() == whole.work());

  // Half of it, cut in the middle of a line.
  Grid again(parameters);
  const std::size_t middle = journal.size() / 2;
  const std::size_t good = again.restore(std::string_view(journal).substr(0, middle));
  CHECK(good <= middle);
  CHECK(journal[good - 1] == '\n');
  CHECK(again.units_done() > 0);
  CHECK(again.units_done() < again.units());
  REQUIRE_FALSE(again.run({}, nullptr, 1, [](const std::string&) {}));
  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t s = 0; s < 3; ++s) {
      for (std::size_t g = 0; g < 2; ++g) {
        const ErrorTally tally = whole.tally(b, s, g);
        CHECK(tally.count == 500);
        CHECK(tally.fields() == again.tally(b, s, g).fields());
      }
    }
  }
  // A changed figure is noticed.
  std::string spoilt = journal;
  spoilt[journal.find(' ', whole.header().size()) + 1] ^= 1;
  CHECK(Grid(parameters).restore(spoilt) == whole.header().size());
  parameters.seed = 2;
  CHECK_THROWS_AS(Grid(parameters).restore(journal), cgt::Error);

  Grid stopped(parameters);
  CHECK(stopped.run({.nodes = 5000}, nullptr, 2, [](const std::string&) {}) ==
        cgt::StopReason::kNodes);
  CHECK_FALSE(stopped.complete());
}

}  // namespace synthetic_test
