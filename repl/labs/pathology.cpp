#include <fmt/format.h>

#include <iostream>

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/labs/pathology_experiments.hpp"
#include "repl/labs/pathology_figures.hpp"
#include "repl/labs/pathology_grid.hpp"
#include "repl/labs/pathology_options.hpp"
#include "repl/support/running/interrupt.hpp"

namespace cgt::repl {
namespace {

using namespace search::pathology;

ExitCode run_grid_command(const PathologyOptions& o) {
  const ModelParameters model = model_of(o);
  GridParameters parameters = GridParameters::quick(model.model);
  parameters.model = model;
  parameters.branchings = given_or(o.branchings, parameters.branchings);
  parameters.similarities = given_or(o.similarities, parameters.similarities);
  parameters.granularities = given_or(o.granularities, parameters.granularities);
  parameters.trees = o.trees.value_or(parameters.trees);
  parameters.seed = o.seed;
  Grid grid(parameters);
  if (o.sharding.merging()) {
    merge_grid(grid, o);
    std::cout << grid_table(grid).text(o.output);
    return kOk;
  }
  grid.set_share(o.sharding.share.index - 1, o.sharding.share.of);
  const std::optional<StopReason> stopped = run_grid(grid, o, o.sharding.state, true);
  if (!o.sharding.given) {
    std::cout << grid_table(grid).text(o.output);
  } else if (!o.common.quiet) {
    std::cerr << fmt::format("shard {}: {} of {} units in {}\n", o.sharding.share.text(),
                             grid.share_done(), grid.share_units(), o.sharding.state);
  }
  if (!stopped) return kOk;
  std::cerr << fmt::format("Incomplete ({}): {} of {} units{}\n", describe(*stopped),
                           grid.share_done(), grid.share_units(),
                           o.sharding.state.empty() ? "" : "; the same command goes on");
  return *stopped == StopReason::kInterrupted ? kInterrupted : kOutOfBudget;
}

}  // namespace

static ExitCode run_pathology(const PathologyOptions& options) {
  using Action = PathologyOptions::Action;
  const auto print = [&](PathologyTable (*table)(const PathologyOptions&, Budget&)) {
    Budget budget(options.common.limits, &interrupt_flag());
    std::cout << table(options, budget).text(options.output);
    return kOk;
  };
  switch (options.action) {
    case Action::kFigure: return run_figure(options);
    case Action::kGrid: return run_grid_command(options);
    case Action::kPuzzle: return print(puzzle_table);
    case Action::kChess: return print(chess_table);
    case Action::kKalah: return print(kalah_table);
    case Action::kRemedies: return print(remedies_table);
    case Action::kPruning: return print(pruning_table);
    case Action::kWinLoss: return print(win_loss_table);
  }
  return kOk;
}

void offer_pathology(Commands& commands) { commands.offer(add_pathology, run_pathology); }

}  // namespace cgt::repl
