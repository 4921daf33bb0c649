// cgt sokoban: levels solved, checked and shown.
#include "repl/labs/sokoban.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/pictures/drawing.hpp"
#include "cgt/support/text_input.hpp"
#include "cgt/support/words.hpp"
#include "decomp/labs/sokoban/refutation.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

using sokoban::Method;

Command add_sokoban_action(const Command& outer, const char* name, SokobanOptions::Action action,
                           const char* what, SokobanOptions& options) {
  const Command command = outer.add(name, what);
  command.then([&options, action] { options.action = action; });
  add_common(command, options.common, "Stop after N ms for each level");
  command.option("FILE", options.file, "", "Levels: .xsb, .sok or .slc, or - for standard input")
      .required()
      .file({"xsb", "sok", "slc", "txt"});
  return command;
}

Command add_sokoban(const Command& program, SokobanOptions& options) {
  const Command outer = program.add(
      "sokoban", "Sokoban: solve, hint, rate, verify, show; `cgt sokoban solve --help`");
  outer.require_command();
  using Action = SokobanOptions::Action;
  const Command solve =
      add_sokoban_action(outer, "solve", Action::kSolve, "A solution of a level", options);
  const Command verify = add_sokoban_action(
      outer, "verify", Action::kVerify,
      "Check solutions, one line each: NUMBER LURD, and proofs of hint", options);
  const Command hint = add_sokoban_action(
      outer, "hint", Action::kHint, "What to push next, or since when a level is lost", options);
  const Command rate = add_sokoban_action(
      outer, "rate", Action::kRate, "All levels as a table: pushes, moves, how hard", options);
  const Command show = add_sokoban_action(outer, "show", Action::kShow,
                                          "A level, and its rooms and tunnels", options);
  for (const Command& one : {solve, show, hint})
    one.option("--level", options.level, "N", "Which level, from 1 (default: the first)");
  solve.flag("--all", options.all, "Every level, one line each: NUMBER LURD");
  solve.choice<Method, Method>("--method", options.method,
                               {{"auto", Method::kAuto},
                                {"astar", Method::kAStar},
                                {"ida", Method::kIda},
                                {"weighted", Method::kWeighted},
                                {"abstract", Method::kAbstract},
                                {"scalar", Method::kScalar}},
                               "NAME",
                               "astar or ida: fewest pushes; weighted, abstract, scalar: any "
                               "solution; auto: any solution, by several of them");
  CommandOption best = solve.flag("--best", options.best,
                                  "Go on to fewest pushes; bounds if the budget ends before");
  CommandOption pareto =
      solve.flag("--pareto", options.pareto,
                 "One solution for each pair of pushes and moves that no other beats");
  pareto.excludes(best);
  solve.option("--out", options.out, "OUT", "Write NUMBER LURD of solved levels to this file");
  hint.option("--after", options.after, "LURD", "Moves that are played before: dlUrrrdL");
  hint.flag("--best", options.best, "Go on to the solution with fewest pushes");
  hint.option("--out", options.out, "OUT", "Write the proof that the level is lost to this file");
  hint.flag("--json", options.json, "As one JSON object");
  rate.flag("--best", options.best, "With fewest pushes");
  rate.flag("--json", options.json, "A JSON object for each level");
  verify.option("SOLUTIONS", options.solutions, "",
                "A file, or - for standard input (default: those in the file of the levels)");
  show.option("--svg", options.svg, "OUT", "Draw the level: OUT.svg").file({"svg"});
  show.flag("--rooms", options.rooms, "Rooms as letters, tunnels as - and |, and a line for each");
  outer.examples("  cgt sokoban solve levels.xsb --level 3\n");
  solve.examples(R"(  cgt sokoban solve levels.xsb --level 3 --best
  cgt sokoban solve levels.xsb --all --budget-ms 60000 > solutions.txt
)");
  hint.examples("  cgt sokoban hint levels.xsb --level 1 --after dlUrrrdL\n");
  rate.examples("  cgt sokoban rate levels.xsb --budget-ms 10000\n");
  verify.examples("  cgt sokoban verify levels.xsb solutions.txt\n");
  show.examples("  cgt sokoban show levels.xsb --level 3 --rooms\n");
  return outer;
}

// A complete <svg> element: walls dark, goals as rings, boxes as squares, the player as a disc. The
// level as text is given to screen readers.
std::string sokoban_svg(const sokoban::Level& level, const std::string& title) {
  constexpr int kSquare = 24;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\">\n<title>{2}</title>\n<desc>{3}</desc>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#f4efe4\"/>\n",
      level.width * kSquare, level.height * kSquare, escape_xml(title), escape_xml(level.text()));
  for (int row = 0; row < level.height; ++row) {
    for (int column = 0; column < level.width; ++column) {
      const char cell = level.at(row, column);
      const int x = column * kSquare;
      const int y = row * kSquare;
      const auto is = [cell](std::string_view any) { return any.find(cell) != any.npos; };
      if (cell == '#') {
        out += fmt::format(
            "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" fill=\"#5b5348\"/>\n", x, y,
            kSquare);
      }
      if (is("$*")) {
        out += fmt::format(
            "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" rx=\"3\" fill=\"{3}\" "
            "stroke=\"#6b4a1c\"/>\n",
            x + 3, y + 3, kSquare - 6, cell == '*' ? "#8fbf7f" : "#d9a95a");
      }
      if (is("@+")) {
        out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"8\" fill=\"#1f5fa8\"/>\n",
                           x + kSquare / 2, y + kSquare / 2);
      }
      if (is(".*+")) {
        out += fmt::format(
            "<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"none\" stroke=\"#2c7d46\" "
            "stroke-width=\"2\"/>\n",
            x + kSquare / 2, y + kSquare / 2);
      }
    }
  }
  return out + "</svg>\n";
}

using sokoban::Level;
using sokoban::Solution;

std::size_t index_of(const std::vector<Level>& levels, const SokobanOptions& options) {
  const std::uint32_t number = options.level.value_or(1);
  if (number < 1 || number > levels.size()) {
    throw Error(fmt::format("there is no level {}", number),
                fmt::format("{} holds {}", options.file, counted(levels.size(), "level")));
  }
  return number - 1;
}

}  // namespace

std::string head_of(std::size_t index, const Level& level) {
  std::string out = fmt::format("level {}", index + 1);
  if (!level.title.empty() && level.title != std::to_string(index + 1))
    out += " (" + level.title + ")";
  return out;
}

// "solved: 8 pushes, 33 moves, fewest pushes"
std::string verdict_of(const Solution& found, const sokoban::Play& play) {
  if (found.pushes) {
    std::string out = fmt::format("solved: {}, {}", counted(play.pushes, "push", "pushes"),
                                  counted(play.moves, "move"));
    if (found.optimal()) return out + ", fewest pushes";
    return out + fmt::format(", at least {} are needed",
                             counted(static_cast<std::uint64_t>(found.lower), "push", "pushes"));
  }
  if (found.impossible()) return "no solution: everything was looked at";
  return fmt::format("unknown: {}; at least {}", describe(found.stop),
                     counted(static_cast<std::uint64_t>(found.lower), "push", "pushes"));
}

ExitCode code_of(const Solution& found) {
  if (found.stop == StopReason::kInterrupted) return kInterrupted;
  if (found.pushes) return kOk;
  return found.impossible() ? kRuntimeError : kOutOfBudget;
}

// A solution that is none would be a fault of the program: it is never shown.
std::string checked_lurd(const sokoban::Board& board, const Level& level, const Solution& found,
                         sokoban::Play& play) {
  std::string moves = lurd(board, *found.pushes);
  play = sokoban::play(level, moves);
  if (!play.solved) throw Error("the solver found what is not a solution: " + play.fault);
  return moves;
}

Solution solved(const sokoban::Board& board, const SokobanOptions& options) {
  Budget budget(options.common.limits, &interrupt_flag());
  return sokoban::solve(board, {.method = options.method, .best = options.best}, budget);
}

namespace {

ExitCode run_solve_one(const SokobanOptions& options, const SourceText& source,
                       const std::vector<Level>& levels) {
  const std::size_t index = index_of(levels, options);
  const Level& level = levels[index];
  require_sound(level, source);
  const sokoban::Board board(level);
  const Solution found = [&] {
    const Progress progress("solving", options.common.quiet);
    return solved(board, options);
  }();
  sokoban::Play play;
  std::string moves;
  if (found.pushes) moves = checked_lurd(board, level, found, play);
  std::cout << head_of(index, level) << ": " << verdict_of(found, play) << '\n';
  if (found.pushes) std::cout << moves << '\n';
  if (!options.out.empty())
    write_file(options.out, found.pushes ? fmt::format("{} {}\n", index + 1, moves) : "");
  return code_of(found);
}

ExitCode run_pareto(const SokobanOptions& options, const SourceText& source,
                    const std::vector<Level>& levels) {
  const std::size_t index = index_of(levels, options);
  const Level& level = levels[index];
  require_sound(level, source);
  const sokoban::Board board(level);
  Budget budget(options.common.limits, &interrupt_flag());
  const sokoban::ParetoAnswer found = [&] {
    const Progress progress("solving", options.common.quiet);
    return solve_pareto(board, budget);
  }();
  std::string written;
  std::cout << head_of(index, level) << ": " << counted(found.solutions.size(), "solution") << '\n';
  for (const sokoban::ParetoSolution& one : found.solutions) {
    const std::string moves = lurd(board, one.pushes);
    const sokoban::Play play = sokoban::play(level, moves);
    if (!play.solved) throw Error("the solver found what is not a solution: " + play.fault);
    std::cout << fmt::format("{}, {}\n{}\n", counted(play.pushes, "push", "pushes"),
                             counted(play.moves, "move"), moves);
    written += fmt::format("{} {}\n", index + 1, moves);
  }
  if (!options.out.empty()) write_file(options.out, written);
  if (found.stop == StopReason::kSolved) {
    std::cout << "proved: no other is better in pushes and moves\n";
    return kOk;
  }
  if (found.stop == StopReason::kExhausted) {
    std::cout << "no solution: everything was looked at\n";
    return kRuntimeError;
  }
  std::cout << describe(found.stop) << ": there may be more\n";
  return exit_code(found.stop);
}

ExitCode run_solve_all(const SokobanOptions& options, const std::vector<Level>& levels) {
  std::string written;
  std::size_t done = 0;
  std::size_t fewest = 0;
  for (std::size_t i = 0; i < levels.size() && !interrupt_flag(); ++i) {
    std::string line;
    try {
      const sokoban::Board board(levels[i]);
      const Solution found = solved(board, options);
      if (found.pushes) {
        sokoban::Play play;
        line = fmt::format("{} {}\n", i + 1, checked_lurd(board, levels[i], found, play));
        ++done;
        fewest += found.optimal();
      } else if (!options.common.quiet) {
        std::cerr << head_of(i, levels[i]) << ": " << verdict_of(found, {}) << '\n';
      }
    } catch (const Error& error) {
      std::cerr << head_of(i, levels[i]) << ": " << error.what() << '\n';
    }
    std::cout << line << std::flush;
    written += line;
  }
  if (!options.out.empty()) write_file(options.out, written);
  if (!options.common.quiet) {
    std::cerr << fmt::format("{} of {} solved, {} with fewest pushes\n", done, levels.size(),
                             fewest);
  }
  if (interrupt_flag()) return kInterrupted;
  return done == levels.size() ? kOk : kOutOfBudget;
}

// Between the moves and the boxes of a proof.
constexpr std::string_view kLostMark = "lost";
constexpr std::size_t kMostPositions = 1'000'000;  // that a proof may take

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Where the mark stands in a line as a word of its own, from `at` on.
std::size_t find_lost_mark(std::string_view line, std::size_t at) {
  while ((at = line.find(kLostMark, at)) != std::string_view::npos) {
    const std::size_t end = at + kLostMark.size();
    if (at > 0 && is_blank(line[at - 1]) && (end == line.size() || is_blank(line[end]))) return at;
    at = end;
  }
  return at;
}

// "3,4 3,5": rows and columns from 1.
std::vector<sokoban::Cell> cells_of(const SourceText& source, std::size_t offset,
                                    std::string_view text) {
  std::vector<sokoban::Cell> out;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const std::size_t comma = std::min(word.find(','), word.size());
    const auto row = parse_number<int>(word.substr(0, comma));
    const auto column = parse_number<int>(word.substr(std::min(comma + 1, word.size())));
    if (!row || !column || *row < 1 || *column < 1 || *row > 65536 || *column > 65536) {
      throw InputError(source, {{Severity::kError,
                                 fmt::format("\"{}\" is not a place of a box", word),
                                 "row,column, each from 1: 3,4",
                                 {offset + at, word.size()}}});
    }
    out.push_back({*row - 1, *column - 1});
    at = end;
  }
  return out;
}

// What became of a solution that was played.
std::string told(const sokoban::Play& play) {
  if (!play.solved) return "refused: " + play.fault;
  return fmt::format("valid: {}, {}", counted(play.pushes, "push", "pushes"),
                     counted(play.moves, "move"));
}

// A proof that a level is lost after some moves.
bool check_lost(const sokoban::Play& play, const std::string& moves, const Level& end,
                const std::vector<sokoban::Cell>& boxes, const Budget::Limits& limits) {
  if (play.moves < moves.size()) {
    std::cout << "refused: " << play.fault << '\n';
    return false;
  }
  if (boxes.empty()) {
    std::cout << "refused: the proof names no box\n";
    return false;
  }
  sokoban::RefutationCheck check;
  try {
    check =
        sokoban::check_refutation(end, boxes, kMostPositions, Budget(limits, &interrupt_flag()));
  } catch (const BudgetExhausted& spent) {
    std::cout << "unknown: " << describe(spent.reason()) << '\n';
    return false;
  }
  if (check.holds) {
    std::cout << fmt::format("lost after {}: {}, {}, none solved\n", counted(play.moves, "move"),
                             counted(boxes.size(), "box", "boxes"),
                             counted(check.positions, "position"));
  } else {
    std::cout << "refused: " << check.fault << '\n';
  }
  return check.holds;
}

// Lines "NUMBER LURD", or "NUMBER LURD lost ROW,COLUMN ..."; a line of moves alone is about the first level.
ExitCode run_verify_solutions(const SokobanOptions& options, const SourceText& source,
                              const std::vector<Level>& levels) {
  const SourceText text(display_name(options.solutions), read_file(options.solutions));
  std::size_t good = 0;
  std::size_t lines = 0;
  std::size_t begin = byte_order_mark(text.text());
  while (begin < text.text().size()) {
    std::size_t line_end = text.text().find('\n', begin);
    if (line_end == std::string_view::npos) line_end = text.text().size();
    const std::string_view line = text.text().substr(begin, line_end - begin);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos && line[first] != '#') {
      ++lines;
      std::size_t after = first;
      std::uint64_t number = 0;
      while (after < line.size() && line[after] >= '0' && line[after] <= '9' && number < 1'000'000)
        number = number * 10 + static_cast<std::uint64_t>(line[after++] - '0');
      // "3R" repeats, "3 R" is about level 3.
      if (after == line.size() || !is_blank(line[after])) {
        after = first;
        number = 1;
      }
      if (number < 1 || number > levels.size()) {
        throw InputError(
            text, {{Severity::kError,
                    fmt::format("there is no level {}", number),
                    fmt::format("{} holds {}", options.file, counted(levels.size(), "level")),
                    {begin + first, after - first}}});
      }
      const std::size_t lost = find_lost_mark(line, after);
      const SourceText part(text.name(), std::string(line.substr(after, lost - after)));
      std::string moves;
      try {
        moves = sokoban::read_moves(part);
      } catch (const InputError& error) {
        throw InputError(error, text, begin + after);
      }
      require_sound(levels[number - 1], source);
      Level end;
      const sokoban::Play play = sokoban::play(levels[number - 1], moves, &end);
      std::cout << fmt::format("level {}: ", number);
      if (lost != std::string_view::npos) {
        const std::size_t from = lost + kLostMark.size();
        const std::vector<sokoban::Cell> boxes =
            cells_of(text, begin + from, line.substr(std::min(from, line.size())));
        good += check_lost(play, moves, end, boxes, options.common.limits);
        begin = line_end + 1;
        continue;
      }
      good += play.solved;
      std::cout << told(play) << '\n';
    }
    begin = line_end + 1;
  }
  if (lines == 0) throw Error(text.name() + " holds no solution", "one line each: NUMBER LURD");
  return good == lines ? kOk : kRuntimeError;
}

// Those that the levels have in their own file.
ExitCode run_verify_stored(const SourceText& source, const std::vector<Level>& levels) {
  std::size_t count = 0;
  std::size_t good = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    for (const sokoban::StoredSolution& stored : levels[i].solutions) {
      if (stored.moves.empty()) continue;  // a heading without moves
      require_sound(levels[i], source);
      ++count;
      const SourceText text(source.name(), stored.moves);
      std::string moves;
      try {
        moves = sokoban::read_moves(text);
      } catch (const InputError& error) {
        throw InputError(source, {{Severity::kError, error.message(), error.hint(), stored.span}});
      }
      const sokoban::Play play = sokoban::play(levels[i], moves);
      good += play.solved;
      std::cout << head_of(i, levels[i]) << ": " << told(play) << '\n';
    }
  }
  if (count == 0)
    throw Error(source.name() + " holds no solution", "behind a line Solution, or in another file");
  return good == count ? kOk : kRuntimeError;
}

ExitCode run_show(const SokobanOptions& options, const SourceText& source,
                  const std::vector<Level>& levels) {
  const std::size_t index = index_of(levels, options);
  const Level& level = levels[index];
  require_sound(level, source);
  std::cout << head_of(index, level) << '\n' << level.text();
  if (!options.svg.empty()) write_file(options.svg, sokoban_svg(level, head_of(index, level)));
  if (options.rooms) {
    const sokoban::Board board(level);
    std::cout << describe(board, level, partition(board));
  }
  return kOk;
}

ExitCode run_sokoban(const SokobanOptions& options) {
  const SourceText source(display_name(options.file), read_file(options.file));
  const std::vector<Level> levels = sokoban::read_levels(source);
  switch (options.action) {
    case SokobanOptions::Action::kSolve:
      if (options.pareto) return run_pareto(options, source, levels);
      return options.all ? run_solve_all(options, levels) : run_solve_one(options, source, levels);
    case SokobanOptions::Action::kVerify:
      return options.solutions.empty() ? run_verify_stored(source, levels)
                                       : run_verify_solutions(options, source, levels);
    case SokobanOptions::Action::kShow: return run_show(options, source, levels);
    case SokobanOptions::Action::kHint: {
      const std::size_t index = index_of(levels, options);
      require_sound(levels[index], source);
      return run_sokoban_hint(options, index, levels[index]);
    }
    case SokobanOptions::Action::kRate: return run_sokoban_rate(options, levels);
  }
  return kUsageError;
}

}  // namespace

void offer_sokoban(Commands& commands) { commands.offer(add_sokoban, run_sokoban); }

}  // namespace cgt::repl
