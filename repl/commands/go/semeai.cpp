// cgt semeai: races to capture on a board (decomp/go/races/races.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/words.hpp"
#include "decomp/go/life/safety_search.hpp"
#include "decomp/go/races/races.hpp"
#include "decomp/go/record/either.hpp"
#include "decomp/go/report/json.hpp"
#include "lang/bindings/go/drawing.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/commands/go/go.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

namespace semeai = go::semeai;

struct SemeaiOptions {
  GoOptions go;    // those of `cgt go` that are offered here
  std::string at;  // points of the blocks that race; "": all races of the board
};

Command add_semeai(const Command& program, SemeaiOptions& options) {
  const Command command = program.add("semeai", "Who wins races to capture on a Go board");
  add_common(command, options.go.common,
             "Stop after N ms with what is solved (default: 10000; 0: no limit)");
  command.option("FILE", options.go.file, "", "SGF, or a diagram (.txt, or - for standard input)")
      .file({"sgf", "txt"});
  command.option("--at", options.at, "POINTS",
                 "The blocks with these stones race: D4,E5 (default: all races of the board)");
  command.option("--assume", options.go.assume, "POINTS",
                 "Take the blocks at D4,Q16 to live (default: those that the file marks, else "
                 "those that search or playouts say live)");
  command.option("--moves", options.go.moves, "N",
                 "The position after N moves of the record, or for -N before "
                 "its last N (default: the last of a game)");
  command.option("--game", options.go.game, "N", "Game N of a collection")
      .positive()
      .with_default();
  command.option("--path", options.go.path, "LIST",
                 "Variations to follow, one for each place with any: 2,1,3");
  command.flag("--json", options.go.json, "Print JSON instead of text");
  command
      .option("--svg", options.go.svg, "OUT", "Draw the board and the liberties of the first race")
      .file({"svg"});
  command.flag("--verify", options.go.verify, "Check by search without formulas and pruning");
  command.needs([&options] { return options.go.file.empty() ? "FILE" : ""; });
  command.examples(
      R"(  cgt semeai race.txt                   all races of a diagram: B and W are stones that live
  cgt semeai game.sgf --moves 120       of a game after 120 moves
  cgt semeai race.txt --at B5,B3        between these two blocks
  cgt semeai race.txt --svg race.svg    with a picture of the liberties
)");
  return command;
}

std::string eye_words(int status) {
  if (status == semeai::kAlive) return "two eyes";
  if (status == 0) return "no eye";
  return status == 1 ? "a small eye" : fmt::format("an eye of {}", status);
}

// "2 (A3 B4)": how many, and where.
std::string liberties_text(const go::Board& board, int count,
                           const std::vector<go::Point>& points) {
  return points.empty() ? std::to_string(count)
                        : fmt::format("{} ({})", count, board.names(points));
}

std::string race_line(const go::Board& board, const semeai::Answer& answer) {
  std::string out;
  for (const semeai::LineMove& move : answer.line) {
    out += fmt::format(" {} {}", go::colour_letter(move.player),
                       move.point ? board.name(*move.point) : "pass");
  }
  return out.empty() ? out : ":" + out;
}

std::string whole_race_text(const go::Board& board, const semeai::RaceReport& race) {
  std::string out = race_title(board, race) + '\n';
  out += fmt::format("  class: {}\n", name(race.kind));
  for (const Player player : kPlayers) {
    const semeai::RaceSide& side = race.sides[player];
    out += fmt::format("  {}: {} outside liberties, {} in eyes, {}\n", go::player_name(player),
                       liberties_text(board, side.outside_liberties, side.outside),
                       liberties_text(board, side.eye_liberties, side.eye),
                       eye_words(side.eye_status));
  }
  out += fmt::format("  shared: {}\n",
                     liberties_text(board, static_cast<int>(race.shared.size()), race.shared));
  if (!race.open.empty()) {
    out += fmt::format("  what they are worth is open: {}\n", board.names(race.open));
  }
  for (const Player first : kPlayers) {
    const semeai::Answer& answer = race.answers[first];
    out += fmt::format(
        "  {} first: {}{} ({})\n", go::player_name(first), verdict_text(race, first),
        race_line(board, answer),
        race.by_formula[first] ? "by formula" : fmt::format("{} positions", answer.counts.nodes));
  }
  return out;
}

// The races of a board, and what they rest on.
struct FoundRaces {
  std::vector<semeai::RaceReport> races;
  Walls walls;
};

FoundRaces find_on(const SemeaiOptions& options, const go::Problem& problem,
                   const std::vector<go::Point>& at, Budget& budget) {
  FoundRaces out;
  const go::Board& board = problem.board;
  out.walls = find_walls(options.go, problem, budget);
  const go::Safety& safety = out.walls.safety;
  if (at.empty()) {
    out.races = semeai::find_races(board, safety, out.walls.told, out.walls.judged, budget);
    return out;
  }
  std::vector<go::Point> walls = out.walls.told;
  for (const go::Point p : out.walls.judged) {
    const std::vector<go::Point> block = board.block(p).stones;
    const bool races =
        std::ranges::any_of(at, [&](go::Point q) { return std::ranges::binary_search(block, q); });
    if (!races) walls.push_back(p);
  }
  out.races.push_back(semeai::describe(semeai::race_on(board, at, safety, walls), budget));
  return out;
}

std::string race_picture(const go::Board& board, const semeai::RaceReport& race) {
  std::vector<lang::GoTint> tints;
  const auto add = [&](const std::vector<go::Point>& points, const char* colour, std::string text) {
    if (!points.empty()) tints.push_back({points, colour, std::move(text)});
  };
  for (const Player player : kPlayers) {
    const bool black = player == Player::kLeft;
    const std::string who = go::player_name(player);
    add(race.sides[player].stones, black ? "#4f8ed9" : "#e2836a", who + "'s block of the race");
    add(race.sides[player].outside, black ? "#a9c9ef" : "#f3c0b1", who + "'s outside liberties");
    add(race.sides[player].eye, black ? "#7fd0a0" : "#c9dd7a", who + "'s eye");
  }
  add(race.shared, "#c39be0", "shared liberties");
  add(race.open, "#d8d2c4", "liberties that no formula counts");
  return lang::go_board_svg(board, race_title(board, race), tints);
}

ExitCode run_semeai(const SemeaiOptions& options) {
  const go::Problem problem = go::parse_either(
      read_file(options.go.file), display_name(options.go.file), sgf_options(options.go));
  for (const std::string& warning : problem.warnings) std::cerr << warning << '\n';
  const go::Board& board = problem.board;
  const std::vector<go::Point> at = named_stones("--at", options.at, board);
  Budget budget(go_limits(options.go.common.limits), &interrupt_flag());
  std::optional<Progress> progress(std::in_place, "searching", options.go.common.quiet);
  FoundRaces found = find_on(options, problem, at, budget);
  std::vector<std::string> checks;
  bool ok = true;
  bool known = true;
  for (std::size_t i = 0; i < found.races.size(); ++i) {
    for (const Player first : kPlayers) {
      if (options.go.verify) {
        const auto same = semeai::confirm(found.races[i], first, budget);
        checks.push_back(fmt::format("race {}, {} first: {} by plain search", i + 1,
                                     go::colour_name(first),
                                     !same   ? "not confirmed"
                                     : *same ? "confirmed"
                                             : "CONTRADICTED"));
        ok = ok && same.value_or(true);
      }
      known = known && found.races[i].answers[first].outcome().has_value();
    }
  }
  progress.reset();
  std::vector<go::Point> racing;
  for (const semeai::RaceReport& race : found.races) {
    for (const Player player : kPlayers) racing.push_back(race.sides[player].stones.front());
  }
  const std::string condition = condition_of(board, found.walls, racing);
  std::vector<std::string> because;
  if (!condition.empty()) because.push_back(condition);
  std::string unfinished;
  try {
    budget.poll();
  } catch (const BudgetExhausted& spent) {
    unfinished = fmt::format("{}, there may be more", describe(spent.reason()));
    because.push_back(unfinished);
  }
  std::string text;
  if (options.go.json) {
    text = go::races_json(board, found.races, because);
  } else {
    if (found.races.empty()) text = "No race was found.\n";
    for (const semeai::RaceReport& race : found.races) text += whole_race_text(board, race) + '\n';
    if (because.size() > (condition.empty() ? 0 : 1))
      text += "Unfinished: " + because.back() + '\n';
    text += walls_text(found.walls, condition);
  }
  std::cout << text;
  std::ostream& out = options.go.json ? std::cerr : std::cout;
  for (const std::string& line : checks) out << "Check: " << line << '\n';
  if (!options.go.svg.empty() && !found.races.empty()) {
    write_file(options.go.svg, race_picture(board, found.races.front()));
    if (!options.go.json) std::cout << "Drawn to " << options.go.svg << '\n';
  }
  std::cout.flush();
  if (!ok) return kRuntimeError;
  if (take_interrupt()) return kInterrupted;
  const bool sure = condition.empty() || !found.walls.told.empty();
  return known && sure && unfinished.empty() ? kOk : kOutOfBudget;
}

}  // namespace

std::string race_title(const go::Board& board, const semeai::RaceReport& race) {
  const auto block = [&](Player player) {
    const std::vector<go::Point>& stones = race.sides[player].stones;
    return fmt::format("{} {} ({})", go::player_name(player), board.name(stones.front()),
                       counted(stones.size(), "stone"));
  };
  return fmt::format("{} against {}: {}", block(Player::kLeft), block(Player::kRight),
                     summary_text(race));
}

void offer_semeai(Commands& commands) { commands.offer(add_semeai, run_semeai); }

}  // namespace cgt::repl
