#include "repl/labs/pathology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <variant>

#include "repl/chart/chart.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"

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

// The grid of a model, gone on with where --resume says so; figures of one model share a journal.
std::optional<StopReason> run_model(Grid& grid, const PathologyOptions& o) {
  const std::string journal =
      fmt::format("{}{}.journal", name(grid.parameters().model.model), o.quick ? "-quick" : "");
  return run_grid(grid, o, (fs::path(o.out) / journal).string(), o.resume);
}

GridParameters figure_grid(const PathologyOptions& o, Model model) {
  GridParameters out = o.quick ? GridParameters::quick(model) : GridParameters::full(model);
  out.seed = o.seed;
  out.granularities = given_or(o.granularities, out.granularities);
  return out;
}

Figure surface(const PathologyOptions& o, Model model) {
  Grid grid(figure_grid(o, model));
  Figure out;
  out.stopped = run_model(grid, o);
  const GridParameters& p = grid.parameters();
  ContourChart chart;
  chart.title = fmt::format("Figure {}: needed granularity, {}", o.figure, name(model));
  chart.x.label = "b, moves a node";
  chart.y.label = "s, local similarity";
  chart.value_label = "needed g";
  chart.unknown = out.stopped ? "not known yet, or p > 1 at all g"
                              : fmt::format("p > 1 still at g = {}", p.granularities.back());
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

Figure heat_maps(const PathologyOptions& o) {
  Grid grid(figure_grid(o, Model::kTopDown));
  Figure out;
  out.stopped = run_model(grid, o);
  out.table = grid_table(grid);
  const GridParameters& p = grid.parameters();
  HeatMap chart;
  chart.title = "Figure 10: p(root, 5, 1) of top-down trees";
  chart.x_label = "g, granularity";
  chart.y_label = "s, similarity";
  chart.value_label = "p";
  for (const int g : p.granularities) chart.columns.push_back(std::to_string(g));
  for (std::size_t b = 0; b < p.branchings.size(); ++b) {
    chart.panels.push_back({fmt::format("b = {}", p.branchings[b]), {}});
  }
  for (std::size_t s = p.similarities.size(); s-- > 0;) {
    chart.rows.push_back(fmt::format("{:g}", p.similarities[s]));
    for (std::size_t b = 0; b < p.branchings.size(); ++b) {
      std::vector<double>& row = chart.panels[b].values.emplace_back();
      for (std::size_t g = 0; g < p.granularities.size(); ++g) {
        row.push_back(grid.tally(b, s, g).pathology());
      }
    }
  }
  out.chart = std::move(chart);
  return out;
}

// p over `x`, a column of the table by that name; a curve for each value of the first column, named
// by a pattern.
Figure curves(PathologyTable table, std::string title, const std::string& column, Axis x,
              const std::string& pattern) {
  const auto find = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(table.columns.begin(), table.columns.end(), name) -
                                    table.columns.begin());
  };
  const std::size_t at = find(column);
  const std::size_t p = find("p");
  const std::size_t error = find("p_error");
  LineChart chart;
  chart.title = std::move(title);
  chart.x = std::move(x);
  chart.y.label = "p, degree of pathology";
  chart.level = 1;
  for (const auto& row : table.rows) {
    const std::string name = fmt::format(fmt::runtime(pattern), row[0]);
    if (chart.curves.empty() || chart.curves.back().name != name) {
      chart.curves.push_back({name, {}});
    }
    // Without an error of the shallow search there is no p.
    if (!std::isfinite(std::stod(row[p]))) continue;
    const double bar = std::stod(row[error]);
    chart.curves.back().points.push_back(
        {std::stod(row[at]), std::stod(row[p]), std::isfinite(bar) ? bar : 0});
  }
  return {std::move(table), std::move(chart), std::nullopt};
}

// The same over granularities.
Figure curves(PathologyTable table, const char* title, const std::string& pattern = "{}") {
  return curves(std::move(table), title, "g", {"g, granularity", true, {}, {}}, pattern);
}

PathologyTable joined(PathologyTable a, const PathologyTable& b) {
  a.rows.insert(a.rows.end(), b.rows.begin(), b.rows.end());
  return a;
}

Figure chess_figure(PathologyOptions o, Budget& budget) {
  o.granularities =
      given_or(o.granularities, {2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 35, 40});
  const auto table = [&](const char* material) {
    o.material = material;
    return chess_table(o, budget);
  };
  PathologyTable first = table(o.quick ? "KQK" : "KBBK");
  return curves(joined(std::move(first), table(o.quick ? "KRK" : "KQKR")),
                "Figure 11: p(x, 5, 1) of chess endgames");
}

Figure puzzle_figure(PathologyOptions o, Budget& budget) {
  o.granularities =
      given_or(o.granularities, {2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 35, 40, 50, 60});
  PathologyTable manhattan = puzzle_table(o, budget);
  o.noisy = true;
  return curves(joined(std::move(manhattan), puzzle_table(o, budget)),
                "Figure 14: p(x, 5, 1) of the 8-puzzle, all states");
}

PathologyOptions kalah_options(PathologyOptions o, std::vector<int> granularities) {
  o.branchings = o.quick ? std::vector{4, 5} : std::vector{4, 5, 6};
  o.trees = o.quick ? 60 : 3000;
  o.granularities = given_or(o.granularities, std::move(granularities));
  return o;
}

Figure kalah_figure(const PathologyOptions& o, Budget& budget) {
  return curves(kalah_table(kalah_options(o, {3, 5, 7, 9, 11, 13, 17, 21, 25, 33, 49, 65}), budget),
                "Figure 12: p(x, 5, 1) of modified kalah", "b = {}");
}

Figure kalah_similarity(const PathologyOptions& given, Budget& budget) {
  const PathologyOptions o = kalah_options(given, {33});
  return curves(
      kalah_classes(o, budget),
      fmt::format("Figure 13: kalah, g = {}, boards by clustering factor", o.granularities.front()),
      "f", {"f, clustering factor (mean of each fifth)", false, {}, {}}, "b = {}");
}

Figure make(const PathologyOptions& o) {
  Budget budget(o.common.limits, &interrupt_flag());
  switch (o.figure) {
    case 7: return surface(o, Model::kTopDown);
    case 8: return surface(o, Model::kBottomUp);
    case 9: return surface(o, Model::kOnePlayer);
    case 10: return heat_maps(o);
    case 11: return chess_figure(o, budget);
    case 12: return kalah_figure(o, budget);
    case 13: return kalah_similarity(o, budget);
    default: return puzzle_figure(o, budget);
  }
}

}  // namespace

ExitCode run_figure(const PathologyOptions& options) {
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error) throw FileError(options.out + ": " + error.message());
  const Figure figure = make(options);
  const std::string base =
      (fs::path(options.out) / fmt::format("figure{}", options.figure)).string();
  replace_file(base + ".csv", figure.table.text(PathologyOptions::Output::kCsv));
  replace_file(base + ".json", figure.table.text(PathologyOptions::Output::kJson));
  std::visit([&](const auto& chart) { replace_file(base + ".svg", svg(chart)); }, figure.chart);
  std::cout << fmt::format("{0}.csv {0}.json {0}.svg\n", base);
  if (!figure.stopped) return kOk;
  std::cout << "Incomplete: --resume goes on\n";
  return exit_code(*figure.stopped);
}

}  // namespace cgt::repl
