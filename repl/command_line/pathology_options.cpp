#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "repl/command_line/option_groups.hpp"

namespace cgt::repl {
namespace {

using Action = PathologyOptions::Action;
using Output = PathologyOptions::Output;

template <class T>
void add_list(CLI::App* app, const char* name, std::vector<T>& values, const char* what) {
  app->add_option(name, values, what)->delimiter(',')->type_name("LIST");
}
void add_branching(CLI::App* app, PathologyOptions& o) {
  add_list(app, "-b,--branching", o.branchings, "Moves a node");
}
void add_granularity(CLI::App* app, PathologyOptions& o) {
  add_list(app, "-g,--granularity", o.granularities, "Buckets; 0: values as they are");
}

// `what` ends in what the experiment takes by itself, in parentheses.
template <class T>
void add_number(CLI::App* app, const char* name, std::optional<T>& value, const char* what) {
  app->add_option(name, value, what)->type_name(std::is_integral_v<T> ? "N" : "X");
}
void add_count(CLI::App* app, const char* name, PathologyOptions& o, const char* what) {
  app->add_option(name, o.trees, what)->check(CLI::PositiveNumber)->type_name("N");
}

CLI::Option* add_default(CLI::App* app, const char* name, int& value, const char* what) {
  return app->add_option(name, value, what)->capture_default_str()->type_name("N");
}
void add_depths(CLI::App* app, PathologyOptions& o) {
  add_default(app, "--deep", o.deep, "Depth of the deeper search");
  add_default(app, "--shallow", o.shallow, "Of the shallower one");
}

// Of experiments on synthetic games.
void add_synthetic(CLI::App* app, PathologyOptions& o, const std::vector<std::string>& models) {
  app->add_option("--model", o.model, fmt::format("{}", fmt::join(models, ", ")))
      ->check(CLI::IsMember(models))
      ->capture_default_str()
      ->type_name("NAME");
  add_branching(app, o);
  add_list(app, "-s,--similarity", o.similarities, "0 .. 1");
  add_granularity(app, o);
  add_number(app, "--height", o.height, "Of the trees (5)");
  add_number(app, "--sigma", o.sigma, "Deviation of the noise (0.1)");
  app->add_flag("--noise-first", o.noise_first, "Noise, then buckets; else buckets before it, too");
  app->add_flag("--equal-buckets", o.equal_buckets, "Do not fit the buckets to the model");
  add_depths(app, o);
}

}  // namespace

void add_pathology(CLI::App& app, PathologyOptions& o) {
  app.require_subcommand(1);
  const std::map<std::string, Output> outputs{
      {"table", Output::kTable}, {"csv", Output::kCsv}, {"json", Output::kJson}};
  const auto command = [&](const char* name, Action action, const char* what) {
    CLI::App* out = app.add_subcommand(name, what);
    out->parse_complete_callback([&o, action] { o.action = action; });
    add_common(*out, o.common);
    // What is not drawn has no seed, what takes a moment no threads.
    if (action != Action::kPruning && action != Action::kPuzzle) {
      out->add_option("--threads", o.threads, "0: as many as the machine has")->type_name("N");
    }
    if (action != Action::kPruning) {
      out->add_option("--seed", o.seed, "Other draws")->capture_default_str()->type_name("N");
    }
    if (action != Action::kFigure) {
      out->add_option("--output", o.output, "table, csv or json")
          ->transform(CLI::CheckedTransformer(outputs))
          ->type_name("NAME");
    }
    return out;
  };

  CLI::App* figure = command("figure", Action::kFigure,
                             "Figure 7 to 14 of Nau et al. 2010: CSV, JSON, SVG and a sketch");
  figure->add_option("N", o.figure, "7 .. 14")->required()->check(CLI::Range(7, 14))->type_name("");
  figure->add_option("--out", o.out, "Folder for the files")->required()->type_name("DIR");
  figure->add_flag("--quick", o.quick, "Seconds instead of minutes: fewer cells, smaller games");
  figure->add_flag("--resume", o.resume, "Go on with the journal in the folder");

  CLI::App* grid = command("grid", Action::kGrid, "Synthetic games: any b, s, g");
  add_synthetic(grid, o, {"top-down", "bottom-up", "one-player"});
  add_count(grid, "--trees", o, "A cell (2,000)");
  grid->add_option("--state", o.state, "Journal: go on where it stopped")->type_name("FILE");

  CLI::App* puzzle = command("puzzle", Action::kPuzzle, "All states of the 8-puzzle");
  add_granularity(puzzle, o);
  puzzle->add_flag("--noise", o.noisy, "True distance plus noise, not Manhattan distance");
  add_number(puzzle, "--sigma", o.sigma, "Deviation of the noise in moves (2)");
  add_depths(puzzle, o);

  CLI::App* chess = command("chess", Action::kChess, "Endgames of three or four men");
  chess->add_option("MATERIAL", o.material, "KQK, KRK, KBBK, KQKR, ..")->required()->type_name("");
  add_granularity(chess, o);
  chess->add_flag("--counts", o.counts, "Only what the table says: wins, draws, longest win");
  chess->add_flag("--search-captures", o.search_captures, "Look past captures");
  add_number(chess, "--sigma", o.sigma, "Deviation of the noise in moves (2)");
  add_depths(chess, o);

  CLI::App* kalah = command("kalah", Action::kKalah, "Modified kalah of 8 plies, random boards");
  add_list(kalah, "-b,--pits", o.branchings, "A side (4,5,6)");
  add_granularity(kalah, o);
  add_default(kalah, "--seeds", o.seeds, "A pit, on the average");
  add_count(kalah, "--boards", o, "Of each size (200)");
  add_number(kalah, "--sigma", o.sigma, "Deviation of the noise in seeds (0.9)");
  add_depths(kalah, o);

  CLI::App* remedies =
      command("remedies", Action::kRemedies, "Mean errors of other ways to back values up");
  add_synthetic(remedies, o, {"top-down", "bottom-up"});
  add_count(remedies, "--trees", o, "A line (1,000)");

  CLI::App* pruning = command("pruning", Action::kPruning,
                              "Forward pruning in ternary trees: how often the choice is right");
  add_list(pruning, "-p,--accuracy", o.accuracies, "Of the guess that prunes, 0 .. 1");
  add_default(pruning, "--rounds", o.rounds, "Greatest height, in moves of both players")
      ->check(CLI::Range(1, 200));

  CLI::App* win_loss =
      command("win-loss", Action::kWinLoss, "The earlier models: P-games and N-games");
  add_branching(win_loss, o);
  add_number(win_loss, "--height", o.height, "Of the trees (10)");
  add_count(win_loss, "--trees", o, "Of each kind (10,000)");
}

}  // namespace cgt::repl
