// The threads of `cgt pathology`: what one thread finds, several find, too.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "decomp/labs/pathology/experiments.hpp"
#include "decomp/labs/pathology/grid.hpp"

namespace cgt::solve::pathology_threads_test {
namespace {

constexpr unsigned kThreads = 3;

}  // namespace

TEST_CASE("threads of experiments on pathology have the figures of one", "[parallel][pathology]") {
  using namespace search::pathology;
  GridParameters grid = GridParameters::quick(Model::kTopDown);
  grid.branchings = {2};
  grid.granularities = {2, 7};
  grid.trees = 100;
  grid.model.height = 4;
  grid.model.deep = 4;
  const auto cells = [&](unsigned threads) {
    Grid whole(grid);
    std::size_t lines = 0;
    CHECK_FALSE(whole.run({}, nullptr, threads,
                          [&](const std::string& line) { lines += line.ends_with('\n') ? 1 : 0; }));
    CHECK(lines == whole.units());
    return whole.tally(0, 1, 1).fields();
  };
  CHECK(cells(kThreads) == cells(1));
  const auto errors = [](unsigned threads) {
    Budget budget;
    std::vector<std::vector<double>> out;
    for (const WinLossLevel& level :
         win_loss_levels({.height = 5, .trees = 300, .threads = threads}, budget)) {
      out.push_back(level.errors.fields());
      out.back().push_back(level.sibling_correlation());
    }
    return out;
  };
  CHECK(errors(kThreads) == errors(1));
  const auto boards = [](unsigned threads) {
    Budget budget;
    const KalahCurve curve = kalah_pathology(
        {.pits = 3, .seeds = 2, .plies = 4, .deep = 3, .boards = 8, .threads = threads}, budget);
    return curve.tallies.at(0).fields();
  };
  CHECK(boards(kThreads) == boards(1));
  const auto remedies = [](unsigned threads) {
    Budget budget;
    std::vector<double> out;
    ModelParameters model;
    model.height = 4;
    model.deep = 4;
    for (const ErrorMean& mean : compare_remedies(model, 5, 60, 1, threads, budget)) {
      out.push_back(mean.mean());
    }
    return out;
  };
  CHECK(remedies(kThreads) == remedies(1));
}

}  // namespace cgt::solve::pathology_threads_test
