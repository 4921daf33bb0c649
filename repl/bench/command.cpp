// cgt bench: times of the main jobs on this machine. Counts are deterministic, times are not.
#include <iostream>
#include <span>

#include "repl/bench/bench.hpp"
#include "repl/command_line/commands.hpp"

namespace cgt::repl {
namespace {

Command add_bench(const Command& program, BenchOptions& options) {
  const Command bench = program.add("bench",
                                    "Benchmarks: kernel, rulesets, search, sums, go, loopy, "
                                    "language, bridge; mcgs, records");
  add_common(bench, options.common);
  bench.option("NAME", options.name, "", "Which one (default: all but mcgs and records)");
  bench.option("FILES", options.files, "",
               "Game records, rows of loopy values to use; mcgs: folders or files "
               "of tests; records: tables, TABLE:SIZE");
  bench.flag(
      "--signature", options.signature,
      "kernel, rulesets, search, sums, bridge: print only the words that stand for all counts");
  bench.flag("--full", options.full,
             "rulesets: also the positions that take minutes; sums: all, when all benchmarks are "
             "run");
  bench.flag("--quick", options.quick, "sums: only those that MCGS solves in a second");
  bench.flag("--without-thermographs", options.without_thermographs,
             "sums: do not cut by thermographs, to see what that brings");
  bench.flag("--publish", options.publish, "records: print the tables as Markdown");
  add_sharding(bench, options.sharding, "records: keep each row there, go on where it stopped");
  bench.examples(
      R"(  cgt bench kernel                single operations, whole jobs, deterministic counts
  cgt bench rulesets --signature  one word that changes when a count does
  cgt bench mcgs mcgs-tests       test files of MCGS below a folder, a line a file
  cgt bench records nogo:12       outcomes of NoGo on strips of 1 to 12 cells
  cgt bench records cram:30 --publish   nim values of Cram as a table of Markdown
)");
  return bench;
}

struct Bench {
  const char* name;
  ExitCode (*run)(const BenchOptions&);
};
// Those that are run where none is named.
constexpr Bench kBenches[] = {
    {"kernel", bench_kernel},
    {"rulesets", bench_rulesets},
    {"search", bench_search},
    {"sums", bench_sums},
    {"go", bench_go},
    {"loopy", bench_loopy},
    {"language", bench_language},
#ifdef CGT_LABS
    {"bridge", bench_bridge},
#endif
};
// These want files, or hours.
constexpr Bench kMore[] = {{"mcgs", bench_mcgs}, {"records", bench_records}};

ExitCode run_bench(const BenchOptions& options) {
  std::string names;
  for (const std::span<const Bench> some : {std::span<const Bench>(kBenches), {kMore}}) {
    for (const Bench& bench : some) {
      if (options.name == bench.name) return bench.run(options);
      names += (names.empty() ? "" : ", ") + std::string(bench.name);
    }
  }
  if (!options.name.empty()) {
    throw UsageError("there is no benchmark " + options.name, "there are: " + names);
  }
  BenchOptions all = options;
  all.quick = !options.full;
  ExitCode first = kOk;
  for (const Bench& bench : kBenches) {
    if (&bench != kBenches) std::cout << '\n';
    const ExitCode code = bench.run(all);
    if (first == kOk) first = code;
  }
  return first;
}

}  // namespace

void offer_bench(Commands& commands) { commands.offer(add_bench, run_bench); }

}  // namespace cgt::repl
