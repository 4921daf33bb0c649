#include "repl/pathology_command.hpp"

#include <fmt/format.h>

#include <iostream>

#include "decomp/search/pathology/pruning.hpp"
#include "decomp/search/pathology/remedies.hpp"
#include "decomp/search/pathology/win_loss.hpp"
#include "repl/interrupt.hpp"
#include "repl/pathology_figures.hpp"
#include "repl/progress.hpp"

namespace cgt::repl {
namespace {

using namespace search::pathology;

ModelParameters model_of(const PathologyOptions& o) {
  ModelParameters out;
  for (const Model model : {Model::kTopDown, Model::kBottomUp, Model::kOnePlayer}) {
    if (o.model == name(model)) out.model = model;
  }
  out.height = o.height;
  out.deep = o.deep;
  out.shallow = o.shallow;
  if (o.sigma >= 0) out.sigma = o.sigma;
  if (o.noise_first) out.order = NoiseOrder::kNoiseBucket;
  out.adapt_buckets = !o.equal_buckets;
  return out;
}

template <class T>
std::vector<T> given_or(const std::vector<T>& given, std::vector<T> usual) {
  return given.empty() ? std::move(usual) : given;
}

ExitCode run_grid_command(const PathologyOptions& o) {
  const ModelParameters model = model_of(o);
  GridParameters parameters = GridParameters::quick(model.model);
  parameters.model = model;
  parameters.branchings = given_or(o.branchings, parameters.branchings);
  parameters.similarities = given_or(o.similarities, parameters.similarities);
  parameters.granularities = given_or(o.granularities, parameters.granularities);
  if (o.trees > 0) parameters.trees = o.trees;
  parameters.seed = o.seed;
  Grid grid(parameters);
  const std::optional<StopReason> stopped = run_grid(grid, o, o.state, true);
  std::cout << grid_table(grid).text(o.output);
  if (!stopped) return kOk;
  std::cerr << fmt::format("Incomplete ({}): {} of {} units{}\n", describe(*stopped),
                           grid.units_done(), grid.units(),
                           o.state.empty() ? "" : "; the same command goes on");
  return *stopped == StopReason::kInterrupted ? kInterrupted : kOutOfBudget;
}

PathologyTable remedies_table(const PathologyOptions& o) {
  PathologyTable out;
  out.columns = {"b", "s", "g", "remedy", "trees", "error", "standard_error"};
  Budget budget(o.common.limits, &interrupt_flag());
  const Progress progress("remedies", o.common.quiet);
  for (const int b : given_or(o.branchings, {2, 4, 6})) {
    for (const double s : given_or(o.similarities, {0.0, 1.0})) {
      for (const int g : given_or(o.granularities, {2, 10})) {
        ModelParameters model = model_of(o);
        model.branching = b;
        model.similarity = s;
        const auto errors =
            compare_remedies(model, g, o.trees > 0 ? o.trees : 1000, o.seed, o.threads, budget);
        for (std::size_t r = 0; r < kRemedies.size(); ++r) {
          out.add({std::to_string(b), fmt::format("{:g}", s), std::to_string(g), name(kRemedies[r]),
                   fmt::format("{:.0f}", errors[r].count), number(errors[r].mean()),
                   number(errors[r].standard_error())});
        }
      }
    }
  }
  return out;
}

PathologyTable pruning_table(const PathologyOptions& o) {
  PathologyTable out;
  out.columns = {"tree", "p", "rounds", "one_winning", "two_winning", "either", "guess"};
  for (const PruningTree tree : {PruningTree::kIndependent, PruningTree::kIncremental}) {
    for (const double p : given_or(o.accuracies, {0.6, 0.7, 0.8, 0.9, 1.0})) {
      if (p < 0 || p > 1) throw Error("an accuracy is between 0 and 1");
      for (int h = 1; h <= o.rounds; ++h) {
        const PruningAccuracy a = pruning_accuracy(tree, 2 * h - 1, p);
        out.add({tree == PruningTree::kIndependent ? "P-game" : "N-game", fmt::format("{:g}", p),
                 std::to_string(h), number(a.one), number(a.two), number(a.either),
                 number(a.guess)});
      }
    }
  }
  return out;
}

PathologyTable win_loss_table(const PathologyOptions& o) {
  PathologyTable out;
  out.columns = {"game", "b", "depth"};
  for (const std::string& column : tally_columns()) out.columns.push_back(column);
  Budget budget(o.common.limits, &interrupt_flag());
  const Progress progress("P-games and N-games", o.common.quiet);
  for (const WinLossModel model : {WinLossModel::kIndependent, WinLossModel::kIncremental}) {
    for (const int b : given_or(o.branchings, {2})) {
      WinLossParameters parameters;
      parameters.model = model;
      parameters.branching = b;
      parameters.height = o.trees_height;
      if (o.trees > 0) parameters.trees = o.trees;
      parameters.seed = o.seed;
      parameters.threads = o.threads;
      const std::vector<ErrorTally> errors = win_loss_errors(parameters, budget);
      for (std::size_t d = 0; d < errors.size(); ++d) {
        std::vector<std::string> row{model == WinLossModel::kIndependent ? "P-game" : "N-game",
                                     std::to_string(b), std::to_string(d + 1)};
        for (std::string& cell : tally_cells(errors[d])) row.push_back(std::move(cell));
        out.add(std::move(row));
      }
    }
  }
  return out;
}

}  // namespace

ExitCode run_pathology(const PathologyOptions& options) {
  using Action = PathologyOptions::Action;
  const auto print = [&](const PathologyTable& table) {
    std::cout << table.text(options.output);
    return kOk;
  };
  switch (options.action) {
    case Action::kFigure: return run_figure(options);
    case Action::kGrid: return run_grid_command(options);
    case Action::kPuzzle: return print(puzzle_table(options));
    case Action::kChess: return print(chess_table(options));
    case Action::kKalah: return print(kalah_table(options));
    case Action::kRemedies: return print(remedies_table(options));
    case Action::kPruning: return print(pruning_table(options));
    case Action::kWinLoss: return print(win_loss_table(options));
  }
  return kOk;
}

}  // namespace cgt::repl
