#include "repl/labs/pathology.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {

namespace {

using Output = PathologyOptions::Output;

void add_branching(const Command& command, PathologyOptions& o) {
  command.option("-b,--branching", o.branchings, "LIST", "Moves a node");
}
void add_granularity(const Command& command, PathologyOptions& o) {
  command.option("-g,--granularity", o.granularities, "LIST", "Buckets; 0: values as they are");
}
// `what` ends in what the experiment takes by itself, in parentheses.
void add_count(const Command& command, const char* name, PathologyOptions& o, const char* what) {
  command.option(name, o.trees, "N", what).positive();
}
void add_depths(const Command& command, PathologyOptions& o) {
  command.option("--deep", o.deep, "N", "Depth of the deeper search").with_default();
  command.option("--shallow", o.shallow, "N", "Of the shallower one").with_default();
}

// Of experiments on synthetic games.
void add_synthetic(const Command& command, PathologyOptions& o, Choices<std::string> models) {
  std::vector<std::string> names;
  for (const auto& model : models) names.push_back(model.second);
  command.choice<std::string, std::string>(
      "--model", o.model, models, "NAME",
      fmt::format("{} (default: {})", fmt::join(names, ", "), o.model).c_str());
  add_branching(command, o);
  command.option("-s,--similarity", o.similarities, "LIST", "0 .. 1");
  add_granularity(command, o);
  command.option("--height", o.height, "N", "Of the trees (5)");
  command.option("--sigma", o.sigma, "X", "Deviation of the noise (0.1)");
  add_depths(command, o);
}

// What the experiments have in common.
Command add_pathology_action(const Command& pathology, const char* name,
                             PathologyOptions::Action action, const char* what,
                             PathologyOptions& o) {
  const Command command = pathology.add(name, what);
  command.then([&o, action] { o.action = action; });
  add_common(command, o.common);
  // What is not drawn has no seed, what takes a moment no threads.
  if (action != PathologyOptions::Action::kPruning && action != PathologyOptions::Action::kPuzzle)
    command.option("--threads", o.threads, "N", "0: as many as the machine has");
  if (action != PathologyOptions::Action::kPruning)
    command.option("--seed", o.seed, "N", "Other draws").with_default();
  if (action != PathologyOptions::Action::kFigure) {
    command.choice<Output, Output>(
        "--format", o.output,
        {{"table", Output::kTable}, {"csv", Output::kCsv}, {"json", Output::kJson}}, "NAME",
        "table, csv or json");
  }
  return command;
}

void add_figure(const Command& pathology, PathologyOptions& o) {
  const Command figure =
      add_pathology_action(pathology, "figure", PathologyOptions::Action::kFigure,
                           "Figure 7 to 14 of Nau et al. 2010: CSV, JSON and SVG", o);
  figure.option("N", o.figure, "", "Which one").required().between(7, 14);
  figure.option("--out", o.out, "DIR", "Folder for the files").required();
  add_granularity(figure, o);
  figure.flag("--quick", o.quick, "Seconds instead of minutes: fewer cells, smaller games");
  figure.flag("--resume", o.resume, "Go on with the journal in the folder");
  figure.examples("  cgt pathology figure 7 --quick --out figures\n");
}

void add_grid(const Command& pathology, PathologyOptions& o) {
  const Command grid = add_pathology_action(pathology, "grid", PathologyOptions::Action::kGrid,
                                            "Synthetic games: any b, s, g", o);
  add_synthetic(
      grid, o,
      {{"top-down", "top-down"}, {"bottom-up", "bottom-up"}, {"one-player", "one-player"}});
  add_count(grid, "--trees", o, "A cell (2,000)");
  add_sharding(grid, o.sharding, "Journal: go on where it stopped");
  grid.examples("  cgt pathology grid -b 2,3 -s 0,0.5,1 -g 0,5 --trees 100\n");
}

void add_puzzle(const Command& pathology, PathologyOptions& o) {
  const Command puzzle = add_pathology_action(
      pathology, "puzzle", PathologyOptions::Action::kPuzzle, "All states of the 8-puzzle", o);
  add_granularity(puzzle, o);
  puzzle.flag("--noise", o.noisy, "True distance plus noise, not Manhattan distance");
  puzzle.option("--sigma", o.sigma, "X", "Deviation of the noise in moves (2)");
  add_depths(puzzle, o);
  puzzle.examples("  cgt pathology puzzle --noise --sigma 3\n");
}

void add_chess(const Command& pathology, PathologyOptions& o) {
  const Command chess = add_pathology_action(pathology, "chess", PathologyOptions::Action::kChess,
                                             "Endgames of three or four men", o);
  chess.option("MATERIAL", o.material, "", "KQK, KRK, KBBK, KQKR, ..").required();
  add_granularity(chess, o);
  chess.flag("--counts", o.counts, "Only what the table says: wins, draws, longest win");
  chess.option("--sigma", o.sigma, "X", "Deviation of the noise in moves (2)");
  add_depths(chess, o);
  chess.examples("  cgt pathology chess KRK --counts\n");
}

void add_kalah(const Command& pathology, PathologyOptions& o) {
  const Command kalah = add_pathology_action(pathology, "kalah", PathologyOptions::Action::kKalah,
                                             "Modified kalah of 8 plies, random boards", o);
  kalah.option("-b,--pits", o.branchings, "LIST", "A side (4,5,6)");
  add_granularity(kalah, o);
  kalah.option("--seeds", o.seeds, "N", "A pit, on the average").with_default();
  add_count(kalah, "--boards", o, "Of each size (200)");
  using Utility = search::KalahUtility;
  kalah.choice<Utility, Utility>(
      "--utility", o.utility, {{"captured", Utility::kCaptured}, {"stored", Utility::kStored}},
      "NAME", "Seeds that count: captured, or all in the store (stored)");
  kalah.option("--range", o.range, "X", "Buckets cut -X .. X seeds (default: seeds of a side)");
  kalah.option("--sigma", o.sigma, "X", "Deviation of the noise in seeds (0.9)");
  add_depths(kalah, o);
  kalah.examples("  cgt pathology kalah --pits 4,5 --boards 50\n");
}

void add_models(const Command& pathology, PathologyOptions& o) {
  const Command remedies =
      add_pathology_action(pathology, "remedies", PathologyOptions::Action::kRemedies,
                           "Mean errors of other ways to back values up", o);
  add_synthetic(remedies, o, {{"top-down", "top-down"}, {"bottom-up", "bottom-up"}});
  add_count(remedies, "--trees", o, "A line (1,000)");
  remedies.examples("  cgt pathology remedies --model bottom-up --trees 100\n");

  const Command pruning =
      add_pathology_action(pathology, "pruning", PathologyOptions::Action::kPruning,
                           "Forward pruning in ternary trees: how often the choice is right", o);
  pruning.option("-p,--accuracy", o.accuracies, "LIST", "Of the guess that prunes, 0 .. 1");
  pruning.option("--rounds", o.rounds, "N", "Greatest height, in moves of both players")
      .between(1, 200)
      .with_default();
  pruning.examples("  cgt pathology pruning -p 0.75,0.95 --rounds 20\n");

  const Command win_loss =
      add_pathology_action(pathology, "win-loss", PathologyOptions::Action::kWinLoss,
                           "The earlier models: P-games and N-games", o);
  add_branching(win_loss, o);
  win_loss.option("--height", o.height, "N", "Of the trees (10)");
  add_count(win_loss, "--trees", o, "Of each kind (10,000)");
  win_loss.examples("  cgt pathology win-loss --height 8\n");
}

Command add_pathology(const Command& program, PathologyOptions& options) {
  const Command pathology = program.add(
      "pathology", "When looking farther ahead makes worse decisions: figures and experiments");
  pathology.require_command();
  add_figure(pathology, options);
  add_grid(pathology, options);
  add_puzzle(pathology, options);
  add_chess(pathology, options);
  add_kalah(pathology, options);
  add_models(pathology, options);
  pathology.examples(R"(  cgt pathology figure 7 --quick --out figures
  cgt pathology chess KRK --counts
)");
  return pathology;
}

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
  return exit_code(*stopped);
}

ExitCode run_pathology(const PathologyOptions& options) {
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

}  // namespace

void offer_pathology(Commands& commands) { commands.offer(add_pathology, run_pathology); }

}  // namespace cgt::repl
