// cgt ko: thermographs of positions with kos.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cgt/ko/stack.hpp"
#include "cgt/ko/thermograph.hpp"
#include "cgt/pictures/ko_drawing.hpp"
#include "cgt/support/json_answer.hpp"
#include "cgt/support/text_input.hpp"
#include "cgt/text/text.hpp"
#include "decomp/go/endgame/ko_region.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"
#include "repl/support/table.hpp"

namespace cgt::repl {
namespace {

// cgt ko GAME|DIAGRAM
struct KoOptions {
  CommonOptions common;
  std::string game;                  // "-": one a line from standard input
  std::string file;                  // one a line; "": none
  std::optional<Komaster> komaster;  // none: all three
  bool json = false;
  std::string svg;  // "": no drawing
  bool plot = false;
  bool verify = false;
  bool discover = false;  // mean and temperature as the stack of coupons tells them
};

Command add_ko(const Command& program, KoOptions& options) {
  const Command ko = program.add("ko", "Thermographs of positions with kos, for each komaster");
  add_common(ko, options.common);
  const CommandOption game = ko.option(
      "GAME", options.game, "",
      "A score graph, 'A: B | 0; B: 30 | A', or a region of Go, '#BW#/B.XW/#BW#'; - reads "
      "one a line");
  const CommandOption file =
      ko.option("--file", options.file, "FILE", "Games, one a line; # and a blank start a comment")
          .excludes(game);
  using Wanted = std::optional<Komaster>;
  ko.choice<Wanted, Wanted>("--komaster", options.komaster,
                            {{"none", Wanted(Komaster::kNone)},
                             {"L", Wanted(Komaster::kLeft)},
                             {"R", Wanted(Komaster::kRight)},
                             {"all", std::nullopt}},
                            "WHO", "Who can win every ko: none, L, R or all (default: all)");
  ko.flag("--json", options.json, "Print JSON, one object a line");
  ko.flag("--plot", options.plot, "Draw the thermographs in text");
  ko.option("--svg", options.svg, "FILE", "Draw the thermographs of one game: FILE.svg")
      .file({"svg"})
      .excludes(file);
  ko.flag("--verify", options.verify, "Check them by search beside a stack of coupons, too");
  ko.flag("--discover", options.discover,
          "Tell mean and temperature by play beside coupons alone, for any cycles");
  ko.needs([&options] {
    if (options.game.empty() && options.file.empty()) return "GAME or --file";
    if (options.game == "-" && !options.svg.empty()) return "one GAME, for a drawing,";
    return "";
  });
  ko.examples(R"(  cgt ko 'A: B | 0; B: 30 | A'          a ko of 30 points, Left to take
  cgt ko '#BW#/B.XW/#BW#' --komaster R  a ko on the board, White can afford threats
  cgt ko --file kos.txt --json          a game a line
  cgt ko 'A: B, C | 0; B: D | A; C: D | A; D: 9 | B, C' --discover
                                        a double ko, by play alone
)");
  return ko;
}

struct KoReport {
  std::string game;  // as it was written
  std::optional<KoThermographs> thermographs;
  std::string refused;  // the irregular cycle
  bool exact = false;   // of a region: no ko matters
  std::string lower;    // of a region whose value depends on ko: the bounds
  std::string upper;
  std::optional<StopReason> stopped;
  std::array<std::optional<StackCheck>, 3> checks;  // by komaster, if asked for
  std::string unchecked;                            // why there is none
  std::array<std::optional<StackReading>, 3> readings;

  ExitCode code() const;
};

// The settings that are asked for, in order.
std::vector<Komaster> komasters_of(const KoOptions& options);
// Each ends with a newline.
std::string ko_lines(const KoReport& report, const KoOptions& options);
std::string ko_json(const KoReport& report, const KoOptions& options);
// Requires thermographs.
std::string ko_drawing(const KoReport& report, const KoOptions& options);

using Json = nlohmann::ordered_json;

const char* title_of(Komaster komaster) {
  return komaster == Komaster::kNone   ? "no komaster"
         : komaster == Komaster::kLeft ? "Left is komaster"
                                       : "Right is komaster";
}

std::string knots_text(const KoThermograph& graph, Player player) {
  std::string out;
  for (const KoThermograph::Knot& knot : graph.knots(player)) {
    out += fmt::format("{}{}:{}", out.empty() ? "" : " ", to_string(knot.temperature),
                       to_string(knot.value));
  }
  return out;
}

Json check_json(const StackCheck& check) {
  Json steps = Json::object();
  for (const StackCheck::Round& round : check.rounds) {
    steps[fmt::format("1/{}", round.per_point)] = to_string(round.steps);
  }
  return {{"agrees", check.agrees},
          {"threats", check.threats},
          {"passes", check.end == StackEnd::kFreePasses ? "free" : "costly"},
          {"steps", steps}};
}

Json reading_json(const StackReading& reading) {
  return {{"mean", {to_string(reading.mean_low), to_string(reading.mean_high)}},
          {"temperature",
           {reading.temperature_low.sign() == 0 ? "<=0" : to_string(reading.temperature_low),
            to_string(reading.temperature_high)}},
          {"step", fmt::format("1/{}", reading.per_point)},
          {"threats", reading.threats},
          {"proved", false},
          {"because",
           {"read off two sizes of coupons; no theorem says that smaller ones give the same"}}};
}

ExitCode KoReport::code() const {
  if (stopped) return exit_code(*stopped);
  // Play alone answers what thermography refuses.
  const bool answered = std::ranges::any_of(readings, [](const auto& r) { return r.has_value(); });
  if (!refused.empty() && !answered) return kRuntimeError;
  // A thermograph that the stack does not confirm is still that of the rules.
  return kOk;
}

std::vector<Komaster> komasters_of(const KoOptions& options) {
  if (options.komaster) return {*options.komaster};
  return {kKomasters.begin(), kKomasters.end()};
}

std::string ko_lines(const KoReport& report, const KoOptions& options) {
  std::string out = report.game + "\n";
  if (!report.lower.empty()) {
    out += fmt::format("value: depends on ko, between {} and {}\n", report.lower, report.upper);
  }
  if (report.exact)
    out += "no ko matters: the thermograph is that of the value " + report.upper + "\n";
  std::string read;
  for (const Komaster komaster : komasters_of(options)) {
    const auto& reading = report.readings[static_cast<std::size_t>(komaster)];
    if (reading) read += fmt::format("{}: {}\n", title_of(komaster), reading->text());
  }
  const std::string unchecked =
      report.unchecked.empty() ? "" : "not checked: " + report.unchecked + "\n";
  if (!report.refused.empty()) return out + "refused: " + report.refused + "\n" + read + unchecked;
  if (!report.thermographs) {
    return out + "unknown: " + (report.stopped ? describe(*report.stopped) : "") + "\n";
  }
  TextTable table{{{"  komaster"}, {"mean"}, {"temperature"}, {"Left's wall"}, {"Right's wall"}},
                  {}};
  for (const Komaster komaster : komasters_of(options)) {
    const KoThermograph& graph = (*report.thermographs)[komaster];
    table.lines.push_back({fmt::format("  {}", name(komaster)), to_string(graph.mast()),
                           graph.temperature_text(), knots_text(graph, Player::kLeft),
                           knots_text(graph, Player::kRight)});
  }
  out += table.aligned();
  out += fmt::format("class: {}\n", name(report.thermographs->kind()));
  for (const Komaster komaster : komasters_of(options)) {
    if (!options.plot) break;
    out += fmt::format("\n{}:\n{}", title_of(komaster), plot_ko((*report.thermographs)[komaster]));
  }
  for (const Komaster komaster : komasters_of(options)) {
    const auto& check = report.checks[static_cast<std::size_t>(komaster)];
    if (check) out += fmt::format("{}: {}\n", title_of(komaster), check->text());
  }
  return out + read + unchecked;
}

std::string ko_json(const KoReport& report, const KoOptions& options) {
  // Put together as text: a file may hold many games, and all but the name of one are short.
  std::string out;
  const auto add_text = [&out](const char* key, const std::string& json) {
    out += fmt::format("{}\"{}\":{}", out.empty() ? "{" : ",", key, json);
  };
  const auto add = [&add_text](const char* key, const Json& json) {
    add_text(key, json_line(json));
  };
  add("game", report.game);
  if (!report.refused.empty()) {
    add("refused", report.refused);
  } else if (!report.thermographs) {
    add("unknown", report.stopped ? describe(*report.stopped) : "");
  } else {
    for (const Komaster komaster : komasters_of(options)) {
      add_text(name(komaster), to_json((*report.thermographs)[komaster]));
    }
    add("class", name(report.thermographs->kind()));
    Json checks = Json::object();
    for (const Komaster komaster : komasters_of(options)) {
      const auto& check = report.checks[static_cast<std::size_t>(komaster)];
      if (check) checks[name(komaster)] = check_json(*check);
    }
    if (!checks.empty()) add("stack", checks);
  }
  if (!report.unchecked.empty()) add("not_checked", report.unchecked);
  Json readings = Json::object();
  for (const Komaster komaster : komasters_of(options)) {
    const auto& reading = report.readings[static_cast<std::size_t>(komaster)];
    if (reading) readings[name(komaster)] = reading_json(*reading);
  }
  if (!readings.empty()) add("discovered", readings);
  if (!report.lower.empty()) {
    add("lower", report.lower);
    add("upper", report.upper);
  }
  Json proof;
  put_doubt(proof,
            report.refused.empty() && report.stopped ? describe(*report.stopped) : report.refused);
  for (const auto& [key, said] : proof.items()) add(key.c_str(), said);
  return out + "}\n";
}

std::string ko_drawing(const KoReport& report, const KoOptions& options) {
  std::vector<KoPanel> panels;
  for (const Komaster komaster : komasters_of(options)) {
    panels.push_back({title_of(komaster), (*report.thermographs)[komaster]});
  }
  return ko_svg(report.game, panels);
}

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
      go::RegionKo ko = go::region_ko(store, *region, value, budget);
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
  // A diagram may begin with '#'.
  for (const SourceSpan& span : written_lines(source.text(), "# ")) {
    const std::string_view line = source.text().substr(span.offset, span.length);
    if (line == "#") continue;
    try {
      games.push_back({std::string(line), read_ko_game(line, source.name())});
    } catch (const InputError& error) {
      throw InputError(error, source, span.offset);
    }
  }
  return games;
}

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
    code = worse(code, report.code());
    if (code == kInterrupted) break;
  }
  return code;
}

}  // namespace

void offer_ko(Commands& commands) { commands.offer(add_ko, run_ko); }

}  // namespace cgt::repl
