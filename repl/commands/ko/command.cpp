#include "repl/commands/ko/command.hpp"

#include <fmt/format.h>

#include <iostream>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cgt/text/print.hpp"
#include "decomp/solve/go/ko_region.hpp"
#include "repl/commands/ko/report.hpp"
#include "repl/support/files.hpp"
#include "repl/support/running/interrupt.hpp"
#include "repl/support/running/progress.hpp"

namespace cgt::repl {
namespace {

using KoGame = std::variant<KoGraph, go::Region>;

// Only graphs have colons.
KoGame read_ko_game(std::string_view text, const std::string& name) {
  if (text.find(':') != std::string_view::npos) return KoGraph::parse(text, name);
  // What has no place in a diagram either is more likely a graph.
  for (const char sign : {'|', ',', ';'}) {
    if (text.find(sign) != std::string_view::npos &&
        text.find_first_of("0123456789") != std::string_view::npos) {
      return KoGraph::parse(text, name);
    }
  }
  return go::Region::parse(text, name);
}

// --discover plays with coupons of so many parts of a point.
constexpr std::uint32_t kReadingSteps = 24;

// Values are printed within this many units of work.
constexpr std::uint64_t kKoPrinting = 1'000'000;

std::string bound_text(Store& store, GameId value, const KoOptions& options) {
  Budget budget({.nodes = kKoPrinting});
  const Store::BudgetScope scope(store, budget);
  try {
    return to_text(store, value, {options.common.notation, 0});
  } catch (const BudgetExhausted&) {
    return "{...}";
  }
}

// Regions share what was found about their positions.
struct KoRegions {
  Store store;
  solve::LocalSearch<go::Region> search{store};
};

KoReport solve_ko(const std::string& text, const KoGame& game, const KoOptions& options,
                  std::optional<KoRegions>& regions) {
  KoReport report;
  report.game = text;
  Budget budget(options.common.limits, &interrupt_flag());
  std::optional<KoGraph> graph;
  std::int64_t settled = 0;
  try {
    if (const auto* region = std::get_if<go::Region>(&game)) {
      if (!regions) regions.emplace();
      Store& store = regions->store;
      solve::LocalValue value;
      {
        const Store::BudgetScope scope(store, budget);
        value = regions->search.evaluate(*region, budget);
      }
      report.exact = value.exact();
      report.upper = bound_text(store, value.upper, options);
      if (!report.exact) report.lower = bound_text(store, value.lower, options);
      solve::RegionKo ko = solve::region_ko(store, *region, value, budget);
      report.refused = std::move(ko.refused);
      report.thermographs = std::move(ko.thermographs);
      if (ko.graph) {
        settled = ko.graph->settled;
        graph = std::move(ko.graph->graph);
      } else if (options.verify) {
        report.unchecked = "no ko matters";
      }
    } else {
      graph = std::get<KoGraph>(game);
      if (const auto cycle = irregular_cycle(*graph, budget)) {
        report.refused = cycle->text(*graph);
      } else {
        report.thermographs = ko_thermographs(*graph, budget);
      }
    }
    if (options.discover && graph) {
      for (const Komaster komaster : komasters_of(options)) {
        StackReading found = read_stack(*graph, komaster, kReadingSteps, budget);
        found.mean_low += Rational(settled);
        found.mean_high += Rational(settled);
        report.readings[static_cast<std::size_t>(komaster)] = std::move(found);
      }
    }
    if (!options.verify || !graph || !report.thermographs) return report;
    for (const Komaster komaster : komasters_of(options)) {
      KoThermograph walls = (*report.thermographs)[komaster];
      // The stack plays the graph, which is without what is settled.
      for (KoWall& wall : walls.walls.values) wall = tilted(std::move(wall), -settled, 0);
      report.checks[static_cast<std::size_t>(komaster)] =
          check_by_stack(*graph, komaster, walls, budget);
    }
  } catch (const BudgetExhausted& spent) {
    report.stopped = spent.reason();
    if (report.thermographs) report.unchecked = describe(spent.reason());
  } catch (const Error& error) {
    // Scores that no stack can hold.
    if (!report.thermographs && report.refused.empty()) throw;
    report.unchecked = error.what();
  }
  return report;
}

struct KoLine {
  std::string text;
  KoGame game;
};

// The games of a text, one a line. Bad ones are found out before any is solved.
std::vector<KoLine> ko_games(const SourceText& source) {
  std::vector<KoLine> games;
  const std::string_view text = source.text();
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::size_t first = std::min(text.find_first_not_of(" \t\r", from), end);
    std::size_t last = end;
    while (last > first && std::string_view(" \t\r").find(text[last - 1]) != std::string::npos) {
      --last;
    }
    const std::string_view line = text.substr(first, last - first);
    // A diagram may begin with '#'.
    const bool comment = line == "#" || line.starts_with("# ");
    if (!line.empty() && !comment) {
      try {
        games.push_back({std::string(line), read_ko_game(line, source.name())});
      } catch (const InputError& error) {
        throw InputError(error, source, first);
      }
    }
    from = end + 1;
  }
  return games;
}

}  // namespace

ExitCode run_ko(const KoOptions& options) {
  std::optional<KoRegions> regions;
  if (options.file.empty() && options.game != "-") {
    const KoGame game = read_ko_game(options.game, "<game>");
    const KoReport report = [&] {
      const Progress progress("solving", options.common.quiet);
      return solve_ko(options.game, game, options, regions);
    }();
    std::cout << (options.json ? ko_json(report, options) : ko_lines(report, options))
              << std::flush;
    if (!options.svg.empty() && report.thermographs) {
      write_file(options.svg, ko_drawing(report, options));
      if (!options.json) std::cout << "Drawn to " << options.svg << '\n' << std::flush;
    }
    return report.code();
  }
  const std::string path = options.file.empty() ? "-" : options.file;
  const SourceText source(display_name(path), read_file(path));
  ExitCode code = kOk;
  for (const KoLine& line : ko_games(source)) {
    const KoReport report = solve_ko(line.text, line.game, options, regions);
    std::cout << (options.json ? ko_json(report, options) : ko_lines(report, options))
              << std::flush;
    const ExitCode found = report.code();
    if (found == kInterrupted) return found;
    // What is worst counts.
    if (found == kRuntimeError || (found == kOutOfBudget && code == kOk)) code = found;
  }
  return code;
}

}  // namespace cgt::repl
