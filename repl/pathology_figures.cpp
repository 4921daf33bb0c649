#include "repl/pathology_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <variant>

#include "decomp/search/pathology/chess.hpp"
#include "decomp/search/pathology/kalah.hpp"
#include "decomp/search/pathology/puzzle.hpp"
#include "repl/chart.hpp"
#include "repl/files.hpp"
#include "repl/interrupt.hpp"
#include "repl/progress.hpp"

namespace cgt::repl {
namespace {

namespace fs = std::filesystem;
using namespace search::pathology;

using Chart = std::variant<LineChart, HeatMap, ContourChart>;

struct Figure {
  PathologyTable table;
  Chart chart;
  std::optional<StopReason> stopped;
};

// A journal that is written to as units are finished.
class Journal {
 public:
  Journal(Grid& grid, const std::string& path, bool resume, bool quiet) : path_(path) {
    if (path.empty()) return;
    std::string kept = grid.header();
    if (resume && fs::exists(path)) {
      const std::string text = read_file(path);
      const std::size_t good = grid.restore(text);
      if (good > 0) kept = text.substr(0, good);
      if (!quiet && grid.units_done() > 0) {
        std::cerr << fmt::format("going on at {} of {} units, from {}\n", grid.units_done(),
                                 grid.units(), path);
      }
    }
    replace_file(path, kept);
    out_.open(path, std::ios::binary | std::ios::app);
    if (!out_) throw FileError(path + ": cannot be written");
  }
  void append(const std::string& line) {
    if (path_.empty()) return;
    out_ << line << std::flush;
    if (!out_) throw FileError(path_ + ": cannot be written");
  }

 private:
  std::string path_;
  std::ofstream out_;
};

std::string list_name(Model model, bool quick) {
  return fmt::format("{}{}.journal", name(model), quick ? "-quick" : "");
}

GridParameters figure_grid(const PathologyOptions& options, Model model) {
  GridParameters out = options.quick ? GridParameters::quick(model) : GridParameters::full(model);
  out.seed = options.seed;
  return out;
}

Figure surface(const PathologyOptions& options, Model model) {
  Grid grid(figure_grid(options, model));
  Figure out;
  out.stopped =
      run_grid(grid, options, (fs::path(options.out) / list_name(model, options.quick)).string(),
               options.resume);
  const GridParameters& p = grid.parameters();
  ContourChart chart;
  chart.title = fmt::format("Figure {}: needed granularity, {}", options.figure, name(model));
  chart.x.label = "b, moves a node";
  chart.y.label = "s, local similarity";
  chart.value_label = "needed g";
  chart.unknown = fmt::format("p > 1 still at g = {}", p.granularities.back());
  chart.levels = {5, 10, 20, 40};
  if (model == Model::kOnePlayer) chart.levels = {5, 20, 60, 150};
  for (const int b : p.branchings) chart.columns.push_back(b);
  chart.rows = p.similarities;
  out.table.columns = {"b", "s", "needed_g"};
  for (std::size_t s = 0; s < p.similarities.size(); ++s) {
    chart.values.emplace_back();
    for (std::size_t b = 0; b < p.branchings.size(); ++b) {
      const double g = needed_granularity(grid, b, s);
      chart.values.back().push_back(g);
      out.table.add(
          {std::to_string(p.branchings[b]), fmt::format("{:g}", p.similarities[s]), number(g)});
    }
  }
  out.chart = std::move(chart);
  return out;
}

Figure heat_maps(const PathologyOptions& options) {
  const Model model = Model::kTopDown;
  Grid grid(figure_grid(options, model));
  Figure out;
  out.stopped =
      run_grid(grid, options, (fs::path(options.out) / list_name(model, options.quick)).string(),
               options.resume);
  out.table = grid_table(grid);
  const GridParameters& p = grid.parameters();
  HeatMap chart;
  chart.title = "Figure 10: p(root, 5, 1) of top-down trees";
  chart.x_label = "g, granularity";
  chart.y_label = "s, similarity";
  chart.value_label = "p";
  for (const int g : p.granularities) chart.columns.push_back(std::to_string(g));
  for (std::size_t s = p.similarities.size(); s-- > 0;) {
    chart.rows.push_back(fmt::format("{:g}", p.similarities[s]));
  }
  for (std::size_t b = 0; b < p.branchings.size(); ++b) {
    HeatMap::Panel panel{fmt::format("b = {}", p.branchings[b]), {}};
    for (std::size_t s = p.similarities.size(); s-- > 0;) {
      panel.values.emplace_back();
      for (std::size_t g = 0; g < p.granularities.size(); ++g) {
        panel.values.back().push_back(grid.tally(b, s, g).pathology());
      }
    }
    chart.panels.push_back(std::move(panel));
  }
  out.chart = std::move(chart);
  return out;
}

// Adds the curves of a table: points at column x, named by column `series` if it is there.
LineChart curves_of(const PathologyTable& table, const std::string& x, const std::string& series) {
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(table.columns.begin(), table.columns.end(), name) -
                                    table.columns.begin());
  };
  const std::size_t at = column(x);
  const std::size_t p = column("p");
  const std::size_t error = column("p_error");
  const std::size_t label = column(series);
  LineChart out;
  out.level = 1;
  for (const auto& row : table.rows) {
    const std::string& name = row[label];
    if (out.curves.empty() || out.curves.back().name != name) out.curves.push_back({name, {}});
    const double bar = std::stod(row[error]);
    out.curves.back().points.push_back(
        {std::stod(row[at]), std::stod(row[p]), std::isfinite(bar) ? bar : 0});
  }
  out.y.label = "p, degree of pathology";
  return out;
}

void rename(LineChart& chart, const std::string& pattern) {
  for (ChartCurve& curve : chart.curves)
    curve.name = fmt::format(fmt::runtime(pattern), curve.name);
}

std::vector<int> steps(int last) {
  std::vector<int> out{2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 35, 40, 50, 60};
  std::erase_if(out, [last](int g) { return g > last; });
  return out;
}

Figure chess_figure(PathologyOptions options) {
  Figure out;
  if (options.granularities.empty()) options.granularities = steps(40);
  const char* full[] = {"KBBK", "KQKR"};
  const char* quick[] = {"KQK", "KRK"};
  for (const char* material : options.quick ? quick : full) {
    options.material = material;
    PathologyTable one = chess_table(options);
    out.table.columns = one.columns;
    out.table.rows.insert(out.table.rows.end(), one.rows.begin(), one.rows.end());
  }
  LineChart chart = curves_of(out.table, "g", "material");
  chart.title = "Figure 11: p(x, 5, 1) of chess endgames";
  chart.x.label = "g, granularity";
  chart.x.logarithmic = true;
  out.chart = std::move(chart);
  return out;
}

PathologyOptions kalah_figure_options(const PathologyOptions& options) {
  PathologyOptions out = options;
  out.branchings = options.quick ? std::vector<int>{4, 5} : std::vector<int>{4, 5, 6};
  out.trees = options.quick ? 60 : 1000;
  if (out.granularities.empty()) out.granularities = {3, 5, 7, 9, 11, 13, 17, 21, 25, 33, 49, 65};
  return out;
}

Figure kalah_figure(const PathologyOptions& options) {
  Figure out;
  out.table = kalah_table(kalah_figure_options(options));
  LineChart chart = curves_of(out.table, "g", "b");
  rename(chart, "b = {}");
  chart.title = "Figure 12: p(x, 5, 1) of modified kalah";
  chart.x.label = "g, granularity";
  chart.x.logarithmic = true;
  out.chart = std::move(chart);
  return out;
}

KalahExperiment kalah_experiment(const PathologyOptions& options, int pits) {
  KalahExperiment out;
  out.pits = pits;
  out.seeds = options.seeds;
  out.deep = options.deep;
  out.shallow = options.shallow;
  if (!options.granularities.empty()) out.granularities = options.granularities;
  if (options.sigma >= 0) out.sigma = options.sigma;
  if (options.trees > 0) out.boards = options.trees;
  out.seed = options.seed;
  out.threads = options.threads;
  return out;
}

// Boards in classes of equal size, by their clustering.
Figure kalah_similarity(const PathologyOptions& options) {
  constexpr int kClasses = 5;
  PathologyOptions own = kalah_figure_options(options);
  own.granularities = {9};
  Figure out;
  out.table.columns = {"b", "f"};
  for (const std::string& column : tally_columns()) out.table.columns.push_back(column);
  for (const int pits : own.branchings) {
    Budget budget(options.common.limits, &interrupt_flag());
    const Progress progress(fmt::format("kalah, {} pits", pits), options.common.quiet);
    KalahCurve curve = kalah_pathology(kalah_experiment(own, pits), budget);
    std::erase_if(curve.boards, [](const auto& board) { return !std::isfinite(board.clustering); });
    std::sort(curve.boards.begin(), curve.boards.end(),
              [](const auto& a, const auto& b) { return a.clustering < b.clustering; });
    for (int k = 0; k < kClasses; ++k) {
      const std::size_t from = curve.boards.size() * static_cast<std::size_t>(k) / kClasses;
      const std::size_t to = curve.boards.size() * static_cast<std::size_t>(k + 1) / kClasses;
      ErrorTally tally;
      double f = 0;
      for (std::size_t i = from; i < to; ++i) {
        tally.add(curve.boards[i].errors[0]);
        f += curve.boards[i].clustering / static_cast<double>(to - from);
      }
      if (from == to) continue;
      std::vector<std::string> row{std::to_string(pits), number(f)};
      for (std::string& cell : tally_cells(tally)) row.push_back(std::move(cell));
      out.table.add(std::move(row));
    }
  }
  LineChart chart = curves_of(out.table, "f", "b");
  rename(chart, "b = {}");
  chart.title = "Figure 13: kalah, g = 9, boards by clustering factor";
  chart.x.label = "f, clustering factor (mean of each fifth)";
  out.chart = std::move(chart);
  return out;
}

Figure puzzle_figure(PathologyOptions options) {
  Figure out;
  if (options.granularities.empty()) options.granularities = steps(60);
  for (const bool noisy : {false, true}) {
    options.noisy = noisy;
    PathologyTable one = puzzle_table(options);
    out.table.columns = one.columns;
    out.table.rows.insert(out.table.rows.end(), one.rows.begin(), one.rows.end());
  }
  LineChart chart = curves_of(out.table, "g", "heuristic");
  chart.title = "Figure 14: p(x, 5, 1) of the 8-puzzle, all states";
  chart.x.label = "g, granularity";
  chart.x.logarithmic = true;
  out.chart = std::move(chart);
  return out;
}

Figure make(const PathologyOptions& options) {
  switch (options.figure) {
    case 7: return surface(options, Model::kTopDown);
    case 8: return surface(options, Model::kBottomUp);
    case 9: return surface(options, Model::kOnePlayer);
    case 10: return heat_maps(options);
    case 11: return chess_figure(options);
    case 12: return kalah_figure(options);
    case 13: return kalah_similarity(options);
    default: return puzzle_figure(options);
  }
}

}  // namespace

std::optional<StopReason> run_grid(Grid& grid, const PathologyOptions& options,
                                   const std::string& state, bool resume) {
  Journal journal(grid, state, resume, options.common.quiet);
  const auto start = std::chrono::steady_clock::now();
  // In millions of leaves valued.
  const auto millions = [](double work) { return static_cast<std::uint64_t>(work / 1e6); };
  const std::uint64_t before = millions(grid.work_done());
  const Progress progress(
      [&] {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        return progress_text(millions(grid.work_done()), millions(grid.work()), before,
                             elapsed.count(),
                             fmt::format("{}/{} units", grid.units_done(), grid.units()));
      },
      options.common.quiet);
  return grid.run(options.common.limits, &interrupt_flag(), options.threads,
                  [&](const std::string& line) { journal.append(line); });
}

PathologyTable grid_table(const Grid& grid) {
  PathologyTable out;
  out.columns = {"b", "s", "g"};
  for (const std::string& column : tally_columns()) out.columns.push_back(column);
  const GridParameters& p = grid.parameters();
  for (std::size_t b = 0; b < p.branchings.size(); ++b) {
    for (std::size_t s = 0; s < p.similarities.size(); ++s) {
      for (std::size_t g = 0; g < p.granularities.size(); ++g) {
        std::vector<std::string> row{std::to_string(p.branchings[b]),
                                     fmt::format("{:g}", p.similarities[s]),
                                     std::to_string(p.granularities[g])};
        for (std::string& cell : tally_cells(grid.tally(b, s, g))) row.push_back(std::move(cell));
        out.add(std::move(row));
      }
    }
  }
  return out;
}

double needed_granularity(const Grid& grid, std::size_t branching, std::size_t similarity) {
  const std::vector<int>& g = grid.parameters().granularities;
  double last = g.front();
  for (std::size_t k = 0; k < g.size(); ++k) {
    const ErrorTally here = grid.tally(branching, similarity, k);
    if (!(here.pathology() - here.pathology_error() > 1)) continue;
    if (k + 1 == g.size()) return NAN;
    const double p = here.pathology();
    const double next = std::min(grid.tally(branching, similarity, k + 1).pathology(), 1.0);
    last = g[k] + (g[k + 1] - g[k]) * (p - 1) / (p - next);
  }
  return last;
}

PathologyTable puzzle_table(const PathologyOptions& options) {
  const search::EightPuzzleSpace space;
  PathologyTable out;
  out.columns = {"heuristic", "g"};
  for (const std::string& column : tally_columns()) out.columns.push_back(column);
  for (const char* column : {"better", "worse", "equal"}) out.columns.emplace_back(column);
  if (options.deep < 1 || options.shallow < 1) {
    throw Error("a search looks at least one move ahead");
  }
  const std::vector<int> whole{0};
  for (const int g : options.granularities.empty() ? whole : options.granularities) {
    if (g < 0 || g == 1) throw Error("a granularity is at least 2, or 0 for values as they are");
    PuzzleHeuristic heuristic;
    heuristic.granularity = g;
    heuristic.seed = options.seed;
    if (options.sigma >= 0) heuristic.sigma = options.sigma;
    if (options.noisy) heuristic.kind = PuzzleHeuristic::Kind::kNoise;
    const ErrorTally tally =
        puzzle_tally(space, puzzle_heuristic(space, heuristic), options.deep, options.shallow);
    std::vector<std::string> row{
        options.noisy ? fmt::format("distance + noise {:g}", heuristic.sigma) : "Manhattan",
        std::to_string(g)};
    for (std::string& cell : tally_cells(tally)) row.push_back(std::move(cell));
    for (const double n : {tally.better, tally.worse, tally.equal()}) {
      row.push_back(fmt::format("{:.0f}", n));
    }
    out.add(std::move(row));
  }
  return out;
}

PathologyTable chess_table(const PathologyOptions& options) {
  namespace chess = search::chess;
  Budget budget(options.common.limits, &interrupt_flag());
  const Progress progress("chess, " + options.material, options.common.quiet);
  const chess::Endgame endgame(chess::Material(options.material), budget);
  PathologyTable out;
  if (options.counts) {
    out.columns = {"mover", "positions", "wins", "losses", "draws", "mates", "longest_win"};
    for (const int mover : {chess::kWhite, chess::kBlack}) {
      const chess::EndgameCounts n = endgame.counts(mover);
      out.add({mover == chess::kWhite ? "White" : "Black", std::to_string(n.legal),
               std::to_string(n.wins), std::to_string(n.losses), std::to_string(n.draws),
               std::to_string(n.mates), std::to_string(n.longest_win)});
    }
    return out;
  }
  ChessExperiment experiment;
  if (!options.granularities.empty()) experiment.granularities = options.granularities;
  for (const int g : experiment.granularities) {
    if (g < 0 || g == 1) throw Error("a granularity is at least 2, or 0 for values as they are");
  }
  experiment.deep = options.deep;
  experiment.shallow = options.shallow;
  if (options.sigma >= 0) experiment.sigma = options.sigma;
  experiment.seed = options.seed;
  experiment.threads = options.threads;
  if (options.search_captures) experiment.captures = Captures::kSearched;
  const ChessCurve curve = chess_pathology(endgame, experiment, budget);
  out.columns = {"material", "g"};
  for (const std::string& column : tally_columns()) out.columns.push_back(column);
  for (const char* column : {"mean_moves", "f"}) out.columns.emplace_back(column);
  for (std::size_t k = 0; k < curve.tallies.size(); ++k) {
    std::vector<std::string> row{options.material, std::to_string(curve.granularities[k])};
    for (std::string& cell : tally_cells(curve.tallies[k])) row.push_back(std::move(cell));
    row.push_back(number(curve.mean_moves));
    row.push_back(number(curve.clustering.factor()));
    out.add(std::move(row));
  }
  return out;
}

PathologyTable kalah_table(const PathologyOptions& options) {
  PathologyTable out;
  out.columns = {"b", "g"};
  for (const std::string& column : tally_columns()) out.columns.push_back(column);
  out.columns.emplace_back("f");
  const std::vector<int> usual{4, 5, 6};
  for (const int pits : options.branchings.empty() ? usual : options.branchings) {
    const KalahExperiment experiment = kalah_experiment(options, pits);
    for (const int g : experiment.granularities) {
      if (g < 0 || g == 1) throw Error("a granularity is at least 2, or 0 for values as they are");
    }
    Budget budget(options.common.limits, &interrupt_flag());
    const Progress progress(fmt::format("kalah, {} pits", pits), options.common.quiet);
    const KalahCurve curve = kalah_pathology(experiment, budget);
    for (std::size_t k = 0; k < curve.tallies.size(); ++k) {
      std::vector<std::string> row{std::to_string(pits),
                                   std::to_string(experiment.granularities[k])};
      for (std::string& cell : tally_cells(curve.tallies[k])) row.push_back(std::move(cell));
      row.push_back(number(curve.clustering.factor()));
      out.add(std::move(row));
    }
  }
  return out;
}

ExitCode run_figure(const PathologyOptions& options) {
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error) throw FileError(options.out + ": " + error.message());
  const Figure figure = make(options);
  const std::string base =
      (fs::path(options.out) / fmt::format("figure{}", options.figure)).string();
  replace_file(base + ".csv", figure.table.csv());
  replace_file(base + ".json", figure.table.json());
  std::visit(
      [&](const auto& chart) {
        replace_file(base + ".svg", svg(chart));
        std::cout << sketch(chart);
      },
      figure.chart);
  std::cout << fmt::format("{0}.csv {0}.json {0}.svg\n", base);
  if (!figure.stopped) return kOk;
  std::cout << "Incomplete: --resume goes on\n";
  return *figure.stopped == StopReason::kInterrupted ? kInterrupted : kOutOfBudget;
}

}  // namespace cgt::repl
