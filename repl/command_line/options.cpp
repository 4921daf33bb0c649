#include "repl/command_line/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>

#include "repl/command_line/option_groups.hpp"
#include "repl/support/exit_code.hpp"

namespace cgt::repl {
namespace {

// Keeps a runaway evaluation from taking the machine down.
constexpr std::uint64_t kDefaultMegabytes = 4096;

constexpr const char* kFooter = R"(
Exit codes: 0 ok, 1 runtime error, 2 wrong usage or unreadable file, 3 syntax error,
            4 out of budget, 130 interrupted.
Examples:
  cgt                              calculate interactively; :help shows the way
  cgt -e '{2|1||0}.Mean'           print one value
  cgt script.cgs 19 fast           run a script; `args` is ["19", "fast"]
  cgt go endgame.sgf --svg out.svg solve a Go endgame and draw it
  cgt census domineering 4x4       the values of all boards, and how often
  cgt db build clobber --max 3x4   keep the values of all components in a file
  cgt sum 'clobber:xoxo + ^*'      who wins a sum of games, and by which move
  cgt htn plan domain.hddl p.hddl  a plan for a problem of hierarchical tasks
)";

void add_printing(CLI::App& app, CommonOptions& common) {
  const std::map<std::string, lang::Format> formats{{"text", lang::Format::kText},
                                                    {"latex", lang::Format::kLatex},
                                                    {"json", lang::Format::kJson}};
  app.add_option("--format", common.format, "How values are written: text, latex or json")
      ->transform(CLI::CheckedTransformer(formats))
      ->type_name("NAME");
  app.add_option("--max", common.max_length,
                 "Of values longer than N characters print the size (0: all of them whole)")
      ->type_name("N");
}

void add_scripting(CLI::App& app, CommonOptions& common) {
  const std::map<std::string, bool> forms{{"text", false}, {"json", true}};
  app.add_option("--diagnostics", common.json_diagnostics,
                 "How errors are written: text, or json, one object a line")
      ->transform(CLI::CheckedTransformer(forms))
      ->type_name("NAME");
  app.add_flag("--allow-read", common.allow_read,
               "Scripts may read files outside of their own folder");
}

// As a shell would read it as one word.
std::string quoted(const std::string& word) {
  constexpr const char* kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Does this option of the main program take its value from the next word?
bool takes_next_word(const CLI::App& app, const std::string& word) {
  if (word.find('=') != std::string::npos) return false;
  if (word.size() > 2 && word[0] == '-' && word[1] != '-') return false;  // -eEXPR
  const CLI::Option* option = app.get_option_no_throw(word);
  return option != nullptr && option->get_expected_min() > 0;
}

// Words after the name of a script belong to the script, whatever they look like. Returns the index
// of the first of them, or words.size() if a command is asked for or there is no script.
std::size_t first_script_argument(const CLI::App& app, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") return std::min(i + 2, words.size());
    if (word.size() > 1 && word[0] == '-') {
      if (takes_next_word(app, word)) ++i;
      continue;
    }
    const auto commands =
        app.get_subcommands([&](const CLI::App* command) { return command->check_name(word); });
    return commands.empty() ? i + 1 : words.size();
  }
  return words.size();
}

}  // namespace

void add_common(CLI::App& app, CommonOptions& common) {
  const std::map<std::string, Notation> notations{{"canonical", Notation::kCanonical},
                                                  {"cgsuite", Notation::kCgsuite}};
  app.add_option("--notation", common.notation,
                 "How values print: canonical (reads back) or cgsuite (as CGSuite prints)")
      ->transform(CLI::CheckedTransformer(notations))
      ->type_name("NAME");
  app.add_option("--budget-ms", common.limits.milliseconds, "Stop a computation after N ms")
      ->type_name("N");
  app.add_option("--budget-nodes", common.limits.nodes, "Stop it after N units of work")
      ->type_name("N");
  app.add_option("--budget-mb", common.limits.megabytes,
                 "Stop it when its tables hold N megabytes (4096 unless told)")
      ->type_name("N");
  app.add_flag("-q,--quiet", common.quiet, "No banner, no prompts, no progress");
}

std::string version_line() { return "cgt " CGT_VERSION; }

Request parse_command_line(int argc, const char* const* argv) {
  CLI::App app{"cgt: combinatorial game theory, exactly"};
  app.name("cgt");
  app.set_version_flag("--version", version_line());
  app.set_help_flag("-h,--help", "Print this help");
  app.footer(kFooter);
  app.require_subcommand(0, 1);

  SessionOptions session;
  add_common(app, session.common);
  add_printing(app, session.common);
  add_scripting(app, session.common);
  app.add_option("-e", session.expressions, "Evaluate EXPR and print its value; repeatable")
      ->type_name("EXPR")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      // Otherwise "[1,2]" would be taken apart as a list of values of the option.
      ->allow_extra_args(false);
  app.add_option("FILE", session.file, "Script to run, or - for standard input")->type_name("");
  app.add_flag("-i", session.interactive, "Go on interactively after -e or FILE");
  app.add_flag("--no-init", session.no_init, "Do not run the start file");
  app.add_flag("--no-history", session.no_history, "Neither read nor write the history file");
  app.add_flag("--keep-going", session.keep_going, "Go on after an error; the first one counts");

  BatchOptions batch;
  CLI::App* batch_app = app.add_subcommand(
      "batch", "One expression a line, each in a fresh scope; prints one line for each");
  add_common(*batch_app, batch.common);
  add_printing(*batch_app, batch.common);
  batch_app->add_option("FILE", batch.file, "Expressions, or - for standard input")
      ->required()
      ->type_name("");
  batch_app->add_flag("--time", batch.time, "Add the CPU milliseconds as a second column");

  GoOptions go;
  GenerateOptions generate;
  CLI::App* go_app = app.add_subcommand("go", "Solve a Go endgame; `cgt go generate` makes one");
  add_common(*go_app, go.common);
  go_app->get_option("--budget-ms")
      ->description("Stop after N ms (10000 unless told), with what is solved; 0: no limit");
  go_app->add_option("FILE", go.file, "SGF, or a diagram (.txt, or - for standard input)")
      ->type_name("");
  const std::map<std::string, Player> colours{{"B", Player::kLeft}, {"W", Player::kRight}};
  Player to_play = Player::kLeft;
  CLI::Option* to_play_option =
      go_app->add_option("--to-play", to_play, "Who moves first, B or W; otherwise the file says")
          ->transform(CLI::CheckedTransformer(colours, CLI::ignore_case))
          ->type_name("COLOUR");
  go_app->add_option("--moves", go.moves, "Play the first N moves of the record before solving")
      ->type_name("N");
  go_app->add_flag("--json", go.json, "Print JSON instead of a table");
  go_app->add_option("--svg", go.svg, "Draw the board, the values and the thermograph")
      ->type_name("OUT");
  go_app->add_flag("--verify", go.verify, "Check the answers by search without game values");

  CLI::App* generate_app =
      go_app->add_subcommand("generate", "Make a comb of independent endgames, as SGF");
  generate_app->add_option("--size", generate.size, "Lines of the board")
      ->check(CLI::Range(9, 52))
      ->capture_default_str();
  generate_app->add_option("--seed", generate.seed, "The same seed makes the same board")
      ->capture_default_str();
  const std::map<std::string, go::SubgameKind> kinds{{"numbers", go::SubgameKind::kNumbers},
                                                     {"ups", go::SubgameKind::kUps},
                                                     {"tinies", go::SubgameKind::kTinies},
                                                     {"hot", go::SubgameKind::kHot},
                                                     {"forks", go::SubgameKind::kForks}};
  generate_app
      ->add_option("--kinds", generate.kinds,
                   "Some of numbers,ups,tinies,hot,forks; all unless told")
      ->delimiter(',')
      ->transform(CLI::CheckedTransformer(kinds))
      ->type_name("LIST");
  generate_app->add_option("--out", generate.out, "File to write")->type_name("FILE");

  EvalOptions eval;
  CLI::App* eval_app = app.add_subcommand("eval", "The value of a position of a native ruleset");
  add_common(*eval_app, eval.common);
  add_printing(*eval_app, eval.common);
  eval_app
      ->add_option("GAME", eval.game, "domineering, game.heap.Subtraction([1,2]), ...; see --list")
      ->type_name("");
  eval_app->add_option("POSITION", eval.positions, "Boards as text; - reads one a line")
      ->type_name("");
  eval_app->add_flag("--list", eval.list, "Print all games, how boards are written, an example");
  eval_app->add_flag("--json", eval.json, "Print JSON, one object a line");
  eval_app->add_flag("--moves", eval.moves, "Print all first moves with their values");
  const std::map<std::string, EvalOptions::Only> modes{
      {"outcome", EvalOptions::Only::kOutcome}, {"thermograph", EvalOptions::Only::kThermograph}};
  eval_app
      ->add_option("--only", eval.only,
                   "outcome or thermograph: find that alone, without the canonical form")
      ->transform(CLI::CheckedTransformer(modes))
      ->type_name("WHAT");
  eval_app->add_option("--threads", eval.threads, "Positions at a time; 0: as the machine has")
      ->type_name("N");
  eval_app->add_option("--tree", eval.tree, "Draw the tree of the value: FILE.svg or FILE.dot")
      ->type_name("FILE");
  eval_app
      ->add_option("--positions", eval.positions_tree,
                   "Draw the tree of positions: FILE.svg, FILE.dot or FILE.json")
      ->type_name("FILE");
  eval_app->add_flag("--sensible", eval.sensible, "Of that tree only the sensible moves");
  eval_app->add_option("--thermograph", eval.thermograph, "Draw the thermograph: FILE.svg")
      ->type_name("FILE");
  eval_app->add_option("--db", eval.db, kKnown)->type_name("FILE");

  CensusOptions census;
  CLI::App* census_app = app.add_subcommand(
      "census", "The values of all boards of one size, or of a range of heaps, and how often");
  add_census(*census_app, census);

  DbOptions db;
  CLI::App* db_app = app.add_subcommand(
      "db", "Databases of positions: build, info, verify, export, merge; `cgt db build --help`");
  add_db(*db_app, db);

  SumCommandOptions sum;
  CLI::App* sum_app =
      app.add_subcommand("sum", "Who wins a sum of positions and values, and by which move");
  add_sum(*sum_app, sum);

  PathologyOptions pathology;
  CLI::App* pathology_app = app.add_subcommand(
      "pathology", "When looking farther ahead makes worse decisions: figures and experiments");
  add_pathology(*pathology_app, pathology);

  EdapsOptions edaps;
  CLI::App* edaps_app =
      app.add_subcommand("edaps", "The process plan of a microwave module, or why there is none");
  add_edaps(*edaps_app, edaps);

  BenchOptions bench;
  CLI::App* bench_app =
      app.add_subcommand("bench", "Benchmarks: kernel, rulesets, search, sums, go, language");
  add_common(*bench_app, bench.common);
  bench_app->add_option("NAME", bench.name, "Which one; all unless told")->type_name("");
  bench_app->add_option("FILES", bench.files, "Game records to use")->type_name("");
  bench_app->add_flag("--signature", bench.signature,
                      "kernel, rulesets: print only the words that stand for all counts");
  bench_app->add_flag("--full", bench.full,
                      "rulesets: also the positions that take minutes; sums: all, when all "
                      "benchmarks are run");
  bench_app->add_flag("--quick", bench.quick, "sums: only those that MCGS solves in a second");

  VerifyOptions verify;
  CLI::App* verify_app =
      app.add_subcommand("verify", "Check certificates of won sums: replay the strategies in them");
  add_common(*verify_app, verify.common);
  verify_app->add_option("FILES", verify.files, "Certificates, or - for standard input")
      ->required()
      ->type_name("");

  HtnOptions htn;
  CLI::App* htn_app = app.add_subcommand(
      "htn", "Plans for problems in HDDL: plan, verify, bench; `cgt htn plan --help`");
  add_htn(*htn_app, htn);

  DocsOptions docs;
  CLI::App* docs_app = app.add_subcommand(
      "docs", "Pages of the manual that the program writes: reference, rulesets");
  docs_app->add_option("PAGE", docs.page, "Which one")->required()->type_name("");

  for (CommonOptions* common :
       {&session.common, &batch.common, &go.common, &generate.common, &eval.common, &census.common,
        &db.common, &sum.common, &edaps.common, &pathology.common, &bench.common, &verify.common,
        &htn.common}) {
    common->limits.megabytes = kDefaultMegabytes;
  }

  std::vector<std::string> words(argv + 1, argv + argc);
  const auto script_arguments =
      words.begin() + static_cast<std::ptrdiff_t>(first_script_argument(app, words));
  session.arguments.assign(script_arguments, words.end());
  words.erase(script_arguments, words.end());
  // CLI11 reads its words from the back.
  std::reverse(words.begin(), words.end());
  try {
    app.parse(words);
    if (go_app->parsed() && !generate_app->parsed() && go.file.empty()) {
      throw CLI::RequiredError("FILE");
    }
    if (eval_app->parsed() && !eval.list && eval.positions.empty()) {
      throw CLI::RequiredError(eval.game.empty() ? "GAME" : "POSITION");
    }
    if (sum_app->parsed() && sum.sum.empty() && sum.file.empty() && sum.mcgs.empty()) {
      throw CLI::RequiredError("SUM, --file or --mcgs");
    }
    if (sum_app->parsed() && !sum.certificate.empty() && (!sum.first || sum.sum == "-")) {
      throw CLI::RequiredError("one SUM and --first L or R, for a certificate,");
    }
  } catch (const CLI::ParseError& error) {
    const bool only_help = error.get_exit_code() == 0;
    app.exit(error);
    return only_help ? static_cast<int>(kOk) : static_cast<int>(kUsageError);
  }
  if (*to_play_option) go.to_play = to_play;
  if (batch_app->parsed()) return batch;
  if (generate_app->parsed()) return generate;
  if (go_app->parsed()) return go;
  if (eval_app->parsed()) return eval;
  if (census_app->parsed()) return census;
  if (db_app->parsed()) {
    db.command = "cgt";
    for (int i = 1; i < argc; ++i) db.command += fmt::format(" {}", quoted(argv[i]));
    return db;
  }
  if (sum_app->parsed()) return sum;
  if (pathology_app->parsed()) return pathology;
  if (edaps_app->parsed()) return edaps;
  if (bench_app->parsed()) return bench;
  if (verify_app->parsed()) return verify;
  if (htn_app->parsed()) return htn;
  if (docs_app->parsed()) return docs;
  return session;
}

}  // namespace cgt::repl
