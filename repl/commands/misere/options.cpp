#include "repl/commands/misere/options.hpp"

namespace cgt::repl {
namespace {

using MisereAction = MisereOptions::Action;

Command add_misere_action(const Command& misere, const char* name, MisereAction action,
                          const char* what, MisereOptions& options) {
  const Command command = misere.add(name, what);
  command.then([&options, action] { options.action = action; });
  add_common(command, options.common);
  return command;
}

void add_search_limits(const Command& command, MisereOptions& options) {
  command
      .option("--copies", options.copies, "N", "Give up at N copies of a heap that do not repeat")
      .with_default()
      .positive();
  command
      .option("--elements", options.elements, "N", "Give up at a quotient of more than N elements")
      .with_default()
      .positive();
  command.flag("--json", options.json, "Print JSON, one object a line");
}

constexpr const char* kHeapGame = "A code, 0.77, or an impartial heap game, kayles";

}  // namespace

Command add_misere(const Command& program, MisereOptions& options) {
  const Command misere = program.add(
      "misere",
      "Misere play: quotients of heap games, who wins, comparison; `cgt misere quotient --help`");
  misere.require_command();

  const Command quotient =
      add_misere_action(misere, "quotient", MisereAction::kQuotient,
                        "The misere quotient of a heap game, with a proof for all heaps", options);
  const CommandOption game = quotient.option("GAME", options.game, "", kHeapGame);
  const CommandOption games =
      quotient.option("--file", options.file, "FILE", "Games, one a line").excludes(game);
  quotient.option("--heaps", options.heaps, "N",
                  "Of the heaps 1 .. N; otherwise of all, if a period is proved");
  quotient
      .option("--certificate", options.certificate, "FILE",
              "Write what proves it there, for cgt misere verify")
      .excludes(games);
  add_search_limits(quotient, options);
  quotient.needs(
      [&options] { return options.game.empty() && options.file.empty() ? "GAME or --file" : ""; });
  quotient.examples(R"(  cgt misere quotient 0.77              Kayles
  cgt misere quotient 0.07 --heaps 20   no finite quotient of all heaps is known
  cgt misere quotient kayles --certificate kayles.txt
                                        and a proof for cgt misere verify
)");

  const Command outcome = add_misere_action(
      misere, "outcome", MisereAction::kOutcome,
      "Who wins a sum of heaps: N, the next player, or P, the previous one", options);
  outcome.option("GAME", options.game, "", kHeapGame).required();
  const CommandOption sum = outcome.option("SUM", options.question, "", "Heaps: 42+91");
  outcome.option("--file", options.file, "FILE", "Sums, one a line").excludes(sum);
  outcome.flag("--moves", options.moves, "All winning moves, too");
  add_search_limits(outcome, options);
  outcome.needs([&options] {
    if (options.game.empty()) return "GAME";
    return options.question.empty() && options.file.empty() ? "SUM or --file" : "";
  });
  outcome.examples("  cgt misere outcome kayles 30+31+25\n");

  const Command compare = add_misere_action(misere, "compare", MisereAction::kCompare,
                                            "Compare two games within a universe", options);
  const CommandOption pair =
      compare.option("QUESTION", options.question, "",
                     "'G ? H', forms: 0, *, *2, 1, -1, {0|*}; or 'RULESET:BOARD ? RULESET:BOARD'");
  compare.option("--file", options.file, "FILE", "Questions, one a line").excludes(pair);
  using Kind = MisereUniverse::Kind;
  compare.choice<Kind, Kind>(
      "--universe", options.universe,
      {{"all", Kind::kAll}, {"dicot", Kind::kDicot}, {"dead-ending", Kind::kDeadEnding}}, "NAME",
      "The games beside which they are compared: all, dicot or dead-ending (all unless told)");
  compare.flag("--json", options.json, "Print JSON, one object a line, with the simplest forms");
  compare.needs([&options] {
    return options.question.empty() && options.file.empty() ? "QUESTION or --file" : "";
  });
  compare.examples("  cgt misere compare --universe dicot '{*|*} ? 0'\n");

  const Command count =
      add_misere_action(misere, "count", MisereAction::kCount,
                        "How many games are born by a day, in a universe or impartial", options);
  using Counted = MisereOptions::Counted;
  count.choice<Counted, Counted>(
      "--universe", options.counted,
      {{"all", Counted::kAll},
       {"dicot", Counted::kDicot},
       {"dead-ending", Counted::kDeadEnding},
       {"impartial", Counted::kImpartial}},
      "NAME",
      "What is counted: all, dicot, dead-ending or impartial (all unless "
      "told)");
  count.option("--day", options.day, "N", "Born by day N: to 3, impartial ones to 6")
      .with_default();
  count.flag("--json", options.json, "Print JSON");
  count.examples(R"(  cgt misere count --universe dicot --day 3
  cgt misere count --universe impartial --day 6   a formula; the number has 1255831 digits
)");

  const Command verify = add_misere_action(misere, "verify", MisereAction::kVerify,
                                           "Check the certificate of a quotient", options);
  verify.option("FILE", options.file, "", "The certificate, or - for standard input").required();
  verify.examples("  cgt misere verify kayles.txt\n");

  misere.examples(R"(  cgt misere quotient 0.77              the misere quotient of Kayles
  cgt misere outcome 0.77 30+31+25      who wins this sum of heaps
  cgt misere compare --universe dicot '{*|*} ? 0'
                                        are two games the same among dicots?
  cgt misere count --universe dead-ending --day 2
)");
  return misere;
}

}  // namespace cgt::repl
