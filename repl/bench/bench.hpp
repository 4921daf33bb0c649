// cgt bench: its options and its jobs, one function each.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/files.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {

// The options of cgt bench.

// cgt bench [NAME [FILES]]
struct BenchOptions {
  CommonOptions common;
  Sharding sharding;  // records: of rows
  std::string name;
  std::vector<std::string> files;
  bool signature = false;
  bool full = false;  // rulesets: also what takes minutes; sums: also in a run of all benchmarks
  bool without_thermographs = false;  // sums: to see what they bring
  bool quick = false;                 // sums: only what MCGS solves in a second
  bool publish = false;               // records: tables of Markdown
};

// What `cgt bench` times, one function a job; sums.hpp has one more.

// `cgt bench bridge`: exact suits and endings, open cards, plans; and declarers beside each other.
ExitCode bench_bridge(const BenchOptions& options);
// `cgt bench go`: whole boards from the record to a complete line, and random sums of subgames.
ExitCode bench_go(const BenchOptions& options);
// `cgt bench kernel`: the values that decide whether a kernel is usable, with counts beside the
// times. The counts do not depend on the machine; one word, the signature, stands for all of them.
ExitCode bench_kernel(const BenchOptions& options);
// `cgt bench language`: scripts against the clock, and rulesets in scripts against the same in C++.
ExitCode bench_language(const BenchOptions& options);
// `cgt bench loopy`: all rows of the tests about loopy values against the clock.
ExitCode bench_loopy(const BenchOptions& options);
// `cgt bench rulesets`: positions of many rulesets with the times that other programs take for
// them. The counts do not depend on the machine; one word for each game, of its quick positions,
// stands for them.
ExitCode bench_rulesets(const BenchOptions& options);
// `cgt bench search`: nodes per second of the game-tree searches, and how many nodes each needs.
ExitCode bench_search(const BenchOptions& options);

// `cgt bench sums`: sums whose winners MCGS 1.7 found, with the times that it took. Wrong answers
// are errors; an answer not found in time is not.

// Each sum is solved on empty tables within --budget-ms of CPU time (default 40 s). With
// options.quick only those that MCGS solves in a second; with options.signature of those only the word that
// stands for all answers and counts, which no clock changes.
ExitCode bench_sums(const BenchOptions& options);

// The instances, one file: tests/decomp/solve/data/sums.tsv, whose head names the columns.
std::span<const EmbeddedFile> bench_sums_files();

// `cgt bench mcgs DIR...`: the test files of MCGS below these folders, or these files, answered and
// compared: a line a file, and totals.

// Each command has --budget-ms of CPU time (default 2 s); sums of one file share their tables, files
// do not. kRuntimeError if an answer differs; commands out of budget are not errors.
ExitCode bench_mcgs(const BenchOptions& options);

// `cgt bench records [TABLE[:SIZE]...]`: open-ended tables that people of the field cite, row by row
// from the smallest board on, each table with a word that stands for all its rows. With --state rows
// are kept, and a later run goes on.

// Each row has --budget-ms (default 10 s); one that is out of budget is "?", and is tried again by the
// next run unless the job is sharded. Throws FileError.
ExitCode bench_records(const BenchOptions& options);

// A board of x and o in turn, as many rulesets begin.
std::string checkerboard(int rows, int columns);

}  // namespace cgt::repl
