#include <map>

#include "repl/pathology_command.hpp"

namespace cgt::repl {
namespace {

using Action = PathologyOptions::Action;
using Output = PathologyOptions::Output;

void add_model(CLI::App& app, PathologyOptions& o) {
  app.add_option("--height", o.height, "Of the trees")->capture_default_str()->type_name("N");
  app.add_option("--sigma", o.sigma, "Deviation of the noise (0.1)")->type_name("X");
  app.add_flag("--noise-first", o.noise_first, "Noise, then buckets; else buckets before it, too");
  app.add_flag("--equal-buckets", o.equal_buckets, "Do not fit the buckets to the model");
}

void add_depths(CLI::App& app, PathologyOptions& o) {
  app.add_option("--deep", o.deep, "Depth of the deeper search")
      ->capture_default_str()
      ->type_name("N");
  app.add_option("--shallow", o.shallow, "Of the shallower one")
      ->capture_default_str()
      ->type_name("N");
}

}  // namespace

void add_pathology(CLI::App& app, PathologyOptions& o,
                   const std::function<void(CLI::App&, CommonOptions&)>& add_common) {
  app.require_subcommand(1);
  const std::map<std::string, Output> outputs{
      {"table", Output::kTable}, {"csv", Output::kCsv}, {"json", Output::kJson}};
  const auto command = [&](const char* name, Action action, const char* what) {
    CLI::App* out = app.add_subcommand(name, what);
    out->parse_complete_callback([&o, action] { o.action = action; });
    add_common(*out, o.common);
    out->add_option("--threads", o.threads, "0: as many as the machine has")->type_name("N");
    out->add_option("--seed", o.seed, "Other draws")->capture_default_str()->type_name("N");
    if (action != Action::kFigure) {
      out->add_option("--output", o.output, "table, csv or json")
          ->transform(CLI::CheckedTransformer(outputs))
          ->type_name("NAME");
    }
    return out;
  };
  const auto lists = [&](CLI::App* sub, bool b, bool s, bool g) {
    if (b) {
      sub->add_option("-b,--branching", o.branchings, "Moves a node")
          ->delimiter(',')
          ->type_name("LIST");
    }
    if (s) {
      sub->add_option("-s,--similarity", o.similarities, "0 .. 1")
          ->delimiter(',')
          ->type_name("LIST");
    }
    if (g) {
      sub->add_option("-g,--granularity", o.granularities, "Buckets; 0: values as they are")
          ->delimiter(',')
          ->type_name("LIST");
    }
  };

  CLI::App* figure = command("figure", Action::kFigure,
                             "Figure 7 to 14 of Nau et al. 2010: CSV, JSON, SVG and a sketch");
  figure->add_option("N", o.figure, "7 .. 14")->required()->check(CLI::Range(7, 14))->type_name("");
  figure->add_option("--out", o.out, "Folder for the files")->required()->type_name("DIR");
  figure->add_flag("--quick", o.quick, "Seconds instead of minutes: fewer cells, smaller games");
  figure->add_flag("--resume", o.resume, "Go on with the journal in the folder");

  CLI::App* grid = command("grid", Action::kGrid, "Synthetic games: any b, s, g");
  grid->add_option("--model", o.model, "top-down, bottom-up or one-player")
      ->check(CLI::IsMember({"top-down", "bottom-up", "one-player"}))
      ->capture_default_str()
      ->type_name("NAME");
  lists(grid, true, true, true);
  grid->add_option("--trees", o.trees, "A cell (2,000)")->type_name("N");
  add_model(*grid, o);
  add_depths(*grid, o);
  grid->add_option("--state", o.state, "Journal: go on where it stopped")->type_name("FILE");

  CLI::App* puzzle = command("puzzle", Action::kPuzzle, "All states of the 8-puzzle");
  lists(puzzle, false, false, true);
  puzzle->add_flag("--noise", o.noisy, "True distance plus noise, not Manhattan distance");
  puzzle->add_option("--sigma", o.sigma, "Deviation of the noise in moves (2)")->type_name("X");
  add_depths(*puzzle, o);

  CLI::App* chess = command("chess", Action::kChess, "Endgames of three or four men");
  chess->add_option("MATERIAL", o.material, "KQK, KRK, KBBK, KQKR, ..")->required()->type_name("");
  lists(chess, false, false, true);
  chess->add_flag("--counts", o.counts, "Only what the table says: wins, draws, longest win");
  chess->add_flag("--search-captures", o.search_captures, "Look past captures");
  chess->add_option("--sigma", o.sigma, "Deviation of the noise in moves (2)")->type_name("X");
  add_depths(*chess, o);

  CLI::App* kalah = command("kalah", Action::kKalah, "Modified kalah of 8 plies, random boards");
  kalah->add_option("-b,--pits", o.branchings, "A side (4,5,6)")->delimiter(',')->type_name("LIST");
  lists(kalah, false, false, true);
  kalah->add_option("--seeds", o.seeds, "A pit, on the average")
      ->capture_default_str()
      ->type_name("N");
  kalah->add_option("--boards", o.trees, "Of each size (200)")->type_name("N");
  kalah->add_option("--sigma", o.sigma, "Deviation of the noise in seeds (0.9)")->type_name("X");
  add_depths(*kalah, o);

  CLI::App* remedies =
      command("remedies", Action::kRemedies, "Mean errors of other ways to back values up");
  remedies->add_option("--model", o.model, "top-down or bottom-up")
      ->check(CLI::IsMember({"top-down", "bottom-up"}))
      ->capture_default_str()
      ->type_name("NAME");
  lists(remedies, true, true, true);
  remedies->add_option("--trees", o.trees, "A line (1,000)")->type_name("N");
  add_model(*remedies, o);
  add_depths(*remedies, o);

  CLI::App* pruning = command("pruning", Action::kPruning,
                              "Forward pruning in ternary trees: how often the choice is right");
  pruning->add_option("-p,--accuracy", o.accuracies, "Of the guess that prunes, 0 .. 1")
      ->delimiter(',')
      ->type_name("LIST");
  pruning->add_option("--rounds", o.rounds, "Greatest height, in moves of both players")
      ->capture_default_str()
      ->check(CLI::Range(1, 200))
      ->type_name("N");

  CLI::App* win_loss =
      command("win-loss", Action::kWinLoss, "The earlier models: P-games and N-games");
  lists(win_loss, true, false, false);
  win_loss->add_option("--height", o.trees_height, "Of the trees")
      ->capture_default_str()
      ->type_name("N");
  win_loss->add_option("--trees", o.trees, "Of each kind (10,000)")->type_name("N");
}

}  // namespace cgt::repl
