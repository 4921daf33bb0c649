#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <optional>

#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/endgame/ko_play.hpp"
#include "decomp/go/endgame/verify.hpp"
#include "decomp/go/record/either.hpp"
#include "decomp/go/record/generator.hpp"
#include "decomp/go/report/json.hpp"
#include "decomp/go/safety/safety.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/commands/go/go.hpp"
#include "repl/commands/go/review.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

// cgt go generate
struct GenerateOptions {
  CommonOptions common;
  int size = 19;
  std::uint64_t seed = 1;
  std::vector<go::SubgameKind> kinds;  // none: all
  std::string out;                     // "": standard output
};

Command add_go(const Command& program, GoOptions& options) {
  const Command go = program.add("go", "Solve a Go endgame; `cgt go generate` makes one");
  add_common(go, options.common,
             "Stop after N ms with what is solved (default: 10000; 0: no limit)");
  go.option("FILE", options.file, "", "SGF, or a diagram (.txt, or - for standard input)")
      .file({"sgf", "txt"});
  const CommandOption to_play = go.choice<std::optional<Player>, Player>(
      "--to-play", options.to_play,
      {{"B", Player::kLeft}, {"W", Player::kRight}, {"b", Player::kLeft}, {"w", Player::kRight}},
      "COLOUR", "Who moves first, B or W; otherwise the file says");
  const CommandOption moves =
      go.option("--moves", options.moves, "N",
                "The position after N moves of the record, or for -N before "
                "its last N (default: the last of a game)");
  using go::SafetyMethod;
  go.choice<SafetyMethod, SafetyMethod>(
      "--safety", options.safety,
      {{go::name(SafetyMethod::kBenson), SafetyMethod::kBenson},
       {go::name(SafetyMethod::kStatic), SafetyMethod::kStatic},
       {go::name(SafetyMethod::kSearch), SafetyMethod::kSearch}},
      "METHOD", "How stones are proved safe: benson, static or search (default: static)");
  go.option("--assume", options.assume, "POINTS",
            "Take the blocks at D4,Q16 to live; auto: those that search or playouts say live");
  go.option("--dead", options.dead, "POINTS",
            "The game is over: the blocks at D4,E5 are dead, all others live; or none");
  const CommandOption life_from =
      go.option("--life-from", options.life_from, "COMMAND",
                "Ask this GTP engine what lives, for the estimate and --assume auto");
  using go::Scoring;
  go.choice<std::optional<Scoring>, Scoring>(
      "--rules", options.scoring, {{"territory", Scoring::kTerritory}, {"area", Scoring::kArea}},
      "RULES", "Scoring: territory or area (default: as RU of the record says, else territory)");
  go.option("--komi", options.komi, "N", "Points for White: 6.5 or 13/2; otherwise the file says");
  go.option("--handicap", options.rules.handicap, "N",
            "Area: N points more for White, as Chinese rules give for handicap stones")
      .between(0, 99);
  go.option("--prisoners", options.prisoners, "B,W",
            "Territory: stones that Black and White took before this position; otherwise by the "
            "moves played");
  go.flag("--button", options.rules.button, "Area: who passes first takes half a point");
  go.option("--game", options.game, "N", "Game N of a collection").positive().with_default();
  go.option("--path", options.path, "LIST",
            "Variations to follow, one for each place with any: 2,1,3");
  CommandOption review =
      go.flag("--review", options.review,
              "Go through the whole game: what was decided when, what moves lost");
  go.option("--sgf", options.sgf, "OUT", "--review writes the record with its findings as notes")
      .file({"sgf"});
  go.flag("--groups", options.groups,
          "Tell life and death of the groups that are not proved to live");
  CommandOption status =
      go.option("--status", options.status, "POINTS",
                "Tell only whether the blocks at these points live, and by which moves");
  status.excludes(review);
  go.flag("--json", options.json, "Print JSON instead of a table");
  go.option("--svg", options.svg, "OUT", "Draw the board, the values and the thermograph")
      .file({"svg"});
  const CommandOption verify =
      go.flag("--verify", options.verify, "Check the answers by search without game values");
  using go::KoStrategy;
  const CommandOption line = go.choices<KoStrategy>(
      "--line", options.line,
      {{"hotstrat", KoStrategy::kHotstrat}, {"sentestrat", KoStrategy::kSentestrat}}, "STRATEGY",
      "Play it out by hotstrat or sentestrat; with two names, of Black and of White");
  // A review is of all positions, each with its own player to move.
  review.excludes(to_play).excludes(moves).excludes(life_from).excludes(verify).excludes(line);
  go.option("--after", options.after, "POINTS", "--line begins after these moves: F4,G2");
  go.choice<Komaster, Komaster>(
      "--komaster", options.komaster,
      {{"none", Komaster::kNone}, {"B", Komaster::kLeft}, {"W", Komaster::kRight}}, "WHO",
      "Who wins every ko of --line: none, B or W (default: none)");
  go.needs([&options] {
    if (options.line.size() > 2) return "one strategy or two";
    const bool area = options.scoring == Scoring::kArea;
    if (!area && (options.rules.button || options.rules.handicap != 0)) return "--rules area";
    if (area && !options.prisoners.empty()) return "--rules territory";
    if (!options.dead.empty() && !options.assume.empty()) return "--dead or --assume, not both";
    if (area && !options.line.empty()) return "--rules territory";
    if (!options.sgf.empty() && !options.review) return "--review";
    const bool details = !options.after.empty() || options.komaster != Komaster::kNone;
    if (details && options.line.empty()) return "--line";
    return options.file.empty() ? "FILE" : "";
  });
  go.examples(R"(  cgt go endgame.sgf                    score, best moves and value of each region
  cgt go endgame.sgf --svg out.svg      draw it, too
  cgt go game.sgf                       the end of a game: what is proved, and an estimate
  cgt go game.sgf --moves -20 --to-play W
                                        the position before the last 20 moves, White to play
  cgt go game.sgf --dead C4,H7          count a finished game in which these stones are dead
  cgt go game.sgf --review --sgf notes.sgf --svg strip.svg
                                        every position of a game, and what its moves lost
  cgt go game.sgf --review --assume auto
                                        the same if the groups that look alive at its end live
  cgt go problem.sgf --status D4        does this block live, and which move kills or saves it
  cgt go endgame.sgf --line sentestrat  play on by thermographs, kos too
)");
  return go;
}

Command add_generate(const Command& go, GenerateOptions& options) {
  const Command generate = go.add("generate", "Make a comb of independent endgames, as SGF");
  generate.option("--size", options.size, "N", "Lines of the board").between(9, 52).with_default();
  generate.option("--seed", options.seed, "N", "The same seed makes the same board").with_default();
  using Kind = go::SubgameKind;
  generate.choices<Kind>("--kinds", options.kinds,
                         {{"numbers", Kind::kNumbers},
                          {"ups", Kind::kUps},
                          {"tinies", Kind::kTinies},
                          {"hot", Kind::kHot},
                          {"forks", Kind::kForks}},
                         "LIST", "Some of numbers,ups,tinies,hot,forks (default: all)");
  generate.option("--out", options.out, "FILE", "File to write").file({"sgf"});
  generate.examples(R"(  cgt go generate --size 13 --seed 5 --out comb.sgf
  cgt go generate --kinds ups,tinies
)");
  return generate;
}

ExitCode outcome(const go::GoReport& report) {
  if (report.stopped == StopReason::kInterrupted) return kInterrupted;
  if (report.stopped) return kOutOfBudget;
  return report.exact() ? kOk : kOutOfBudget;
}

// Safety and sekis are checked on every board, values and scores on those that are solved.
go::VerifyReport verified(go::GoEndgame& endgame, const go::GoReport& report, Store& store,
                          const Budget::Limits& limits, bool quiet) {
  Budget budget(limits, &interrupt_flag());
  const std::optional<Progress> progress(std::in_place, "verifying", quiet);
  go::VerifyReport out;
  const auto add = [&](go::VerifyReport found) {
    std::ranges::move(found.lines, std::back_inserter(out.lines));
    std::ranges::move(found.wrong, std::back_inserter(out.wrong));
  };
  const bool solved = endgame.complete() && endgame.rules().scoring == go::Scoring::kTerritory;
  add(go::verify_safety(endgame, budget));
  if (report.groups) {
    add(go::verify_groups(endgame.problem().board, report.groups->safety, report.groups->assumed,
                          report.groups->lives, budget));
  }
  go::VerifyReport values =
      solved ? go::verify(endgame, store, budget) : go::verify_sekis(endgame, budget);
  const std::string summary = values.summary;
  add(std::move(values));
  Budget others(limits, &interrupt_flag());
  add(go::verify_others(endgame, report.scores, others));
  if (solved && out.wrong.empty()) out.lines.push_back(summary);
  return out;
}

// kRuntimeError if a check by --verify failed; kOutOfBudget if the score is an interval, for want of
// budget, because regions depend on each other, or for a ko.
ExitCode run_go(const GoOptions& options) {
  go::Problem problem =
      go::parse_either(read_file(options.file), display_name(options.file), sgf_options(options));
  for (const std::string& warning : problem.warnings) std::cerr << warning << '\n';
  if (!options.status.empty()) return run_status(options, problem);

  Store store;
  std::optional<Progress> progress(std::in_place, "solving", options.common.quiet);
  GoAnswer answer = answer_go(store, options, std::move(problem));
  progress.reset();
  answer.report.file = display_name(options.file);
  go::VerifyReport checked;
  if (options.verify && answer.endgame->partitioned()) {
    checked = verified(*answer.endgame, answer.report, store, go_limits(options.common.limits),
                       options.common.quiet);
    if (!checked.wrong.empty()) withdraw(store, options, answer, checked.wrong);
  }
  const go::GoReport& report = answer.report;

  std::cout << (options.json ? go::go_json(report) : go_table(report)) << std::flush;
  if (!options.svg.empty()) {
    write_file(options.svg, go_svg(report));
    if (!options.json) std::cout << "Drawn to " << options.svg << '\n';
  }
  // JSON stays the only thing on standard output.
  std::ostream& out = options.json ? std::cerr : std::cout;
  for (const std::string& line : checked.lines) out << "Check: " << line << '\n';
  std::cout.flush();
  return checked.wrong.empty() ? outcome(report) : kRuntimeError;
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

}  // namespace

void offer_go(Commands& commands) {
  const Command go = commands.offer(add_go, [](const GoOptions& options) {
    return options.review ? run_review(options) : run_go(options);
  });
  commands.offer_in(go, add_generate, run_generate);
}

}  // namespace cgt::repl
