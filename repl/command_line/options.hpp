// The command line: one table of options for the program and its commands, from which parsing,
// checking and --help follow (CLI11).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/player.hpp"
#include "cgt/text/print.hpp"
#include "decomp/rules/go/record/generator.hpp"
#include "decomp/solve/census/census.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/values/wanted.hpp"
#include "lang/values/export.hpp"

namespace cgt::repl {

// What every command takes.
struct CommonOptions {
  Budget::Limits limits;
  Notation notation = Notation::kCanonical;
  bool quiet = false;
  // Of commands that print values of the language.
  lang::Format format = lang::Format::kText;
  std::optional<std::size_t> max_length;  // 0: none
  bool json_diagnostics = false;          // errors as JSON, one object a line
  bool allow_read = false;                // scripts may read files outside of their folder
};

// cgt [FILE [ARGS]] [-e EXPR]...
struct SessionOptions {
  CommonOptions common;
  std::vector<std::string> expressions;
  std::optional<std::string> file;  // "-": standard input
  std::vector<std::string> arguments;
  bool interactive = false;
  bool no_init = false;
  bool no_history = false;
  bool keep_going = false;
};

// cgt batch FILE
struct BatchOptions {
  CommonOptions common;
  std::string file;
  bool time = false;
};

// cgt go FILE
struct GoOptions {
  CommonOptions common;
  std::string file;
  std::optional<Player> to_play;
  std::size_t moves = 0;  // of the record, played before the position is solved
  bool json = false;
  std::string svg;  // "": no drawing
  bool verify = false;
};

// cgt go generate
struct GenerateOptions {
  CommonOptions common;
  int size = 19;
  std::uint64_t seed = 1;
  std::vector<go::SubgameKind> kinds;  // none: all
  std::string out;                     // "": standard output
};

// cgt eval GAME POSITION...
struct EvalOptions {
  CommonOptions common;
  std::string game;
  std::vector<std::string> positions;  // "-": one a line from standard input
  bool list = false;
  bool json = false;
  bool moves = false;
  enum class Only : std::uint8_t { kAll, kOutcome, kThermograph };
  Only only = Only::kAll;      // what is found without the canonical form
  unsigned threads = 1;        // 0: as many as the machine has
  std::string tree;            // file; "": no drawing
  std::string positions_tree;  // file
  bool sensible = false;       // of that tree: only sensible moves
  std::string thermograph;     // file
  std::string db;              // database of values known before; "": none
};

// cgt census GAME SIZE
struct CensusOptions {
  CommonOptions common;
  std::string game;
  std::string size;   // "4x4": boards, "0..20": heaps
  std::string cells;  // "": those that differ
  bool all = false;   // no symmetries
  std::optional<solve::CensusKey> by;
  std::optional<std::size_t> hottest;
  bool unique = false;
  std::optional<std::size_t> top;
  bool tsv = false;
  bool json = false;
  std::string state;        // checkpoint; "": none
  double save_seconds = 5;  // between checkpoints
  unsigned threads = 1;     // 0: as many as the machine has
  std::string db;           // database of values known before; "": none
};

// cgt db build|info|verify|export|merge
struct DbOptions {
  enum class Action : std::uint8_t { kBuild, kInfo, kVerify, kExport, kMerge };
  CommonOptions common;
  Action action = Action::kInfo;
  std::vector<std::string> files;  // of merge the new one first
  bool json = false;
  // build
  std::string command;  // as it was typed
  std::string game;
  std::string size;   // "3x4": boards, "20": heaps
  std::string cells;  // "": those that differ
  solve::Wanted wanted = solve::Wanted::kValues;
  std::string out;          // "": named after the game
  double save_seconds = 1;  // between commits
  unsigned threads = 1;     // 0: as many as the machine has
  // verify
  std::string recompute;  // a number, "all", or ""
  std::uint64_t seed = 1;
  // export
  std::string ruleset;  // "": all
};

// cgt sum SUM
struct SumCommandOptions {
  CommonOptions common;
  std::string sum;              // "-": one a line from standard input
  std::string file;             // one a line; "": none
  std::string mcgs;             // file of MCGS; "": none
  std::optional<Player> first;  // none: both
  bool moves = false;           // all winning moves
  bool scores = false;          // played for a score, not for the last move
  bool json = false;
  bool time = false;
  std::string certificate;  // file for the strategy of the winner; "": none
  std::string db;           // database of values known before; "": none
  solve::SumMethod method = solve::SumMethod::kProofNumbers;
  unsigned threads = 1;  // 0: as many as the machine has
};

// cgt edaps FILE
struct EdapsOptions {
  CommonOptions common;
  std::string file;                // "-": standard input
  std::string library;             // folder; "": the one that is part of the program
  std::vector<std::string> edits;  // "LINE=TEXT"
  bool no_echo = false;
  bool no_pruner = false;
  bool tree = false;
};

// cgt bench [NAME [FILES]]
struct BenchOptions {
  CommonOptions common;
  std::string name;
  std::vector<std::string> files;
  bool signature = false;
  bool full = false;   // rulesets: also what takes minutes; sums: also in a run of all benchmarks
  bool quick = false;  // sums: only what MCGS solves in a second
};

// cgt verify FILE...
struct VerifyOptions {
  CommonOptions common;
  std::vector<std::string> files;
};

// cgt htn plan|verify|bench
struct HtnOptions {
  enum class Action : std::uint8_t { kPlan, kVerify, kBench };
  enum class Aim : std::uint8_t { kFirst, kAll, kBest, kPareto };
  enum class Format : std::uint8_t { kText, kTree, kIpc, kJson };
  CommonOptions common;
  Action action = Action::kPlan;
  std::string domain;  // files
  std::string problem;
  std::string plan;    // of verify; "-": standard input
  std::string folder;  // of bench
  Aim aim = Aim::kFirst;
  Format format = Format::kText;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint32_t> nested;  // how often a task may be inside of itself
};

// cgt pathology
struct PathologyOptions {
  enum class Action : std::uint8_t {
    kFigure,
    kGrid,
    kPuzzle,
    kChess,
    kKalah,
    kRemedies,
    kPruning,
    kWinLoss,
  };
  enum class Output : std::uint8_t { kTable, kCsv, kJson };
  CommonOptions common;
  Action action = Action::kFigure;
  Output output = Output::kTable;
  int figure = 0;
  std::string out;    // folder of the figure
  std::string state;  // journal of a grid; "": none
  bool quick = false;
  bool resume = false;
  unsigned threads = 1;  // 0: as many as the machine has
  std::uint64_t seed = 1;
  std::string model = "top-down";
  std::vector<int> branchings;
  std::vector<double> similarities;
  std::vector<int> granularities;
  std::optional<std::uint64_t> trees;  // or boards; none: as the experiment has it
  std::optional<int> height;           // the same
  int deep = 5;
  int shallow = 1;
  std::optional<double> sigma;  // the same
  bool noise_first = false;
  bool equal_buckets = false;
  bool noisy = false;  // puzzle: true distances plus noise
  std::string material = "KQK";
  bool counts = false;
  bool search_captures = false;
  int seeds = 4;
  std::vector<double> accuracies;
  int rounds = 15;
};

// cgt docs PAGE
struct DocsOptions {
  CommonOptions common;
  std::string page;
};

// The request, or the exit code if the line was wrong or only asked for help; then everything has
// been said already.
using Request =
    std::variant<int, SessionOptions, BatchOptions, GoOptions, GenerateOptions, EvalOptions,
                 CensusOptions, DbOptions, SumCommandOptions, EdapsOptions, PathologyOptions,
                 BenchOptions, VerifyOptions, HtnOptions, DocsOptions>;

Request parse_command_line(int argc, const char* const* argv);

// "cgt 0.1.0"
std::string version_line();

}  // namespace cgt::repl
