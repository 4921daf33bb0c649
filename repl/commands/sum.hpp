// cgt sum: who wins sums of positions and values.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "decomp/solve/sums/sum_report.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/rulesets.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {

// cgt sum SUM
struct SumCommandOptions {
  CommonOptions common;
  Sharding sharding;  // of sums in a file
  std::string sum;    // "-": one a line from standard input
  std::string file;   // one a line; "": none
  std::string mcgs;   // file of MCGS; "": none
  solve::SumQuestion question;
  bool json = false;
  bool time = false;
  bool fresh = false;       // each sum of a file of MCGS with empty tables
  std::string certificate;  // file for the strategy of the winner; "": none
  std::string svg;          // file for a drawing; "": none
  std::string db;           // database of values known before; "": none
  solve::SumMethod method = solve::SumMethod::kProofNumbers;
  unsigned threads = 1;  // 0: as many as the machine has
};

// Of the solver for such a command, with so many threads on one sum. `known` must outlive it.
solve::SumOptions solver_options(const SumCommandOptions& options, GameTables& known,
                                 unsigned threads = 1);

// --- what is said about one sum: as lines for people, as a row of a table, as JSON ---

struct AnsweredSum : solve::SumReport {
  std::string text;
  double milliseconds = 0;  // CPU
  std::string trouble;      // "": none; why the sum was refused

  ExitCode code() const { return trouble.empty() ? exit_code(stop()) : kRuntimeError; }
};

std::string lines_of(const AnsweredSum& answer, const SumCommandOptions& options);
std::string tsv_header(const SumCommandOptions& options);
std::string tsv_row(const AnsweredSum& answer, const SumCommandOptions& options);
nlohmann::ordered_json json_of(const AnsweredSum& answer, const SumCommandOptions& options);
nlohmann::ordered_json move_json(const solve::WrittenMove& move);

// --- cgt sum --mcgs: the commands of a file of MCGS, answered and compared with what it expects ---

// What became of the commands of a file.
struct McgsCounts {
  std::size_t sums = 0;
  std::size_t commands = 0;
  std::size_t as_expected = 0;
  std::size_t different = 0;
  std::size_t not_compared = 0;  // the file expects nothing
  std::size_t unknown = 0;       // out of budget
  std::size_t refused = 0;
  bool interrupted = false;
  double seconds = 0;  // CPU

  McgsCounts& operator+=(const McgsCounts& other);
  ExitCode code() const;
};

// Answers the commands of a file one after the other, and prints nothing. Each has the milliseconds
// of the budget as CPU time: on a busy machine it is asked again, and goes on from its tables. Throws
// InputError, FileError.
McgsCounts count_mcgs(const std::string& path, const SumCommandOptions& options);

// kRuntimeError if an answer differs. Throws InputError, FileError.
ExitCode run_sum_mcgs(const SumCommandOptions& options);

}  // namespace cgt::repl
