#include "repl/commands/go/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "decomp/rules/go/record/generator.hpp"
#include "decomp/solve/go/endgame.hpp"
#include "decomp/solve/go/verify.hpp"
#include "repl/commands/go/present.hpp"
#include "repl/commands/go/report.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

ExitCode outcome(const GoReport& report) {
  if (report.stopped == StopReason::kInterrupted) return kInterrupted;
  if (report.stopped) return kOutOfBudget;
  if (report.no_safe_stones || !report.refused.empty()) return kRuntimeError;
  return report.scores[report.to_play].exact() ? kOk : kOutOfBudget;
}

// Local search and full-width search are exponential, and boards of real games often have a part
// that no patience will see solved: without a limit of the user's own each ends after this time and
// says how far it came.
constexpr std::uint64_t kDefaultMilliseconds = 10'000;

// --budget-ms 0 lifts the default limit.
Budget::Limits go_limits(const Budget::Limits& given) {
  Budget::Limits limits = given;
  if (given.milliseconds == Budget::kUnlimited) limits.milliseconds = kDefaultMilliseconds;
  if (given.milliseconds == 0) limits.milliseconds = Budget::kUnlimited;
  return limits;
}

ExitCode verified(solve::GoEndgame& endgame, Store& store, const Budget::Limits& limits, bool quiet,
                  std::ostream& out) {
  Budget budget(limits, &interrupt_flag());
  std::optional<Progress> progress(std::in_place, "verifying", quiet);
  const solve::VerifyReport checked = solve::verify(endgame, store, budget);
  progress.reset();
  for (const std::string& line : checked.lines) out << "Check: " << line << '\n';
  out << "Check: " << checked.summary << '\n';
  return checked.ok ? kOk : kRuntimeError;
}

// Points with commas between.
solve::KoLineRules play_out_rules(const GoOptions& options, const go::Board& board) {
  solve::KoLineRules rules;
  rules.strategies = {{options.line.front(), options.line.back()}};
  rules.komaster = options.komaster;
  const SourceText source("--after", options.after);
  for (std::size_t from = 0; from < options.after.size();) {
    const std::size_t end = std::min(options.after.find(',', from), options.after.size());
    const std::string word = options.after.substr(from, end - from);
    const std::optional<go::Point> point = board.point(word);
    if (!point) {
      throw InputError(source, {{Severity::kError,
                                 "this is no point of the board",
                                 "columns are A to Z without I, rows count from below: F4,G2",
                                 {from, word.size()}}});
    }
    rules.given.push_back(*point);
    from = end + 1;
  }
  return rules;
}

}  // namespace

bool is_sgf(const std::string& text, const std::string& path) {
  const bool named_sgf = path.size() > 4 && path.substr(path.size() - 4) == ".sgf";
  const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return named_sgf || (first != std::string::npos && text[first] == '(');
}

go::Problem parse_problem(const std::string& text, const std::string& path,
                          const go::SgfOptions& which) {
  const std::string name = display_name(path);
  if (is_sgf(text, path)) return go::parse_sgf(text, name, which);
  if (which.game > 1 || !which.path.empty()) {
    throw Error(name + " is a diagram: it has one position", "--game and --path are for SGF");
  }
  return go::parse_board(text, name);
}

go::SgfOptions sgf_options(const GoOptions& options) {
  go::SgfOptions out{.moves = options.moves, .game = options.game};
  for (std::size_t from = 0; from < options.path.size();) {
    const std::size_t end = std::min(options.path.find(',', from), options.path.size());
    const std::string word = options.path.substr(from, end - from);
    const bool digits = !word.empty() && word.size() < 7 &&
                        std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || std::stoul(word) == 0) {
      throw InputError(SourceText("--path", options.path),
                       {{Severity::kError,
                         "this is no number of a variation",
                         "numbers from 1 with commas between: 2,1,3",
                         {from, std::max<std::size_t>(word.size(), 1)}}});
    }
    out.path.push_back(std::stoul(word));
    from = end + 1;
  }
  return out;
}

ExitCode run_go(const GoOptions& options) {
  go::Problem problem = parse_problem(read_file(options.file), options.file, sgf_options(options));
  for (const std::string& warning : problem.warnings) std::cerr << warning << '\n';
  const std::optional<Player> told = problem.to_play;
  const Player to_play = options.to_play.value_or(told.value_or(Player::kLeft));

  Store store;
  const Budget::Limits limits = go_limits(options.common.limits);
  Budget budget(limits, &interrupt_flag());
  solve::GoEndgame endgame(store, std::move(problem));
  std::optional<Progress> progress(std::in_place, "solving", options.common.quiet);
  GoReport report = make_report(store, endgame, to_play, {options.common.notation, 0},
                                !options.svg.empty(), budget);
  if (!options.line.empty()) {
    add_play_out(store, endgame, play_out_rules(options, endgame.problem().board), budget, report);
  }
  progress.reset();
  report.file = display_name(options.file);
  if (options.common.limits.milliseconds == Budget::kUnlimited) {
    report.default_milliseconds = kDefaultMilliseconds;
  }
  report.to_play_source = options.to_play ? "as asked"
                          : told          ? "as the file says"
                                          : "the file does not say; --to-play W for White";

  std::cout << (options.json ? go_json(report) : go_table(report)) << std::flush;
  if (!options.svg.empty()) {
    write_file(options.svg, go_svg(report));
    if (!options.json) std::cout << "Drawn to " << options.svg << '\n';
  }
  ExitCode code = outcome(report);
  if (options.verify && endgame.complete()) {
    // JSON stays the only thing on standard output.
    const ExitCode check = verified(endgame, store, limits, options.common.quiet,
                                    options.json ? std::cerr : std::cout);
    if (check != kOk) code = check;
  }
  std::cout.flush();
  return code;
}

ExitCode run_generate(const GenerateOptions& options) {
  go::GeneratorOptions wanted;
  wanted.size = options.size;
  wanted.seed = options.seed;
  if (!options.kinds.empty()) wanted.kinds = {options.kinds.begin(), options.kinds.end()};
  const std::string text = go::to_sgf(go::generate(wanted)) + "\n";
  if (options.out.empty()) {
    std::cout << text << std::flush;
  } else {
    write_file(options.out, text);
  }
  return kOk;
}

}  // namespace cgt::repl
