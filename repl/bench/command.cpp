// cgt bench: times of the main jobs on this machine. Counts are deterministic, times are not.
#include <iostream>

#include "repl/bench/jobs/jobs.hpp"
#include "repl/bench/jobs/sums.hpp"
#include "repl/bench/mcgs.hpp"
#include "repl/bench/records.hpp"
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
  add_sharding(bench, options.sharding, "records: keep each row there, go on where it stopped");
  bench.examples(
      R"(  cgt bench kernel                single operations, whole jobs, deterministic counts
  cgt bench rulesets --signature  one word that changes when a count does
  cgt bench mcgs mcgs-tests       test files of MCGS below a folder, a line a file
  cgt bench records nogo:12       outcomes of NoGo on strips of 1 to 12 cells
)");
  return bench;
}

ExitCode run_bench(const BenchOptions& options) {
#ifdef CGT_LABS
  if (options.name == "bridge") return bench_bridge(options);
#endif
  if (options.name == "go") return bench_go(options);
  if (options.name == "kernel") return bench_kernel(options);
  if (options.name == "language") return bench_language(options);
  if (options.name == "loopy") return bench_loopy(options);
  if (options.name == "mcgs") return bench_mcgs(options);
  if (options.name == "records") return bench_records(options);
  if (options.name == "rulesets") return bench_rulesets(options);
  if (options.name == "search") return bench_search(options);
  if (options.name == "sums") return bench_sums(options);
  if (!options.name.empty()) {
    std::cerr << "error: no benchmark \"" << options.name
              << "\"; there are: kernel, rulesets, search, sums, go, loopy, language, "
                 "bridge, mcgs, records\n";
    return kUsageError;
  }
  const ExitCode kernel = bench_kernel(options);
  std::cout << '\n';
  const ExitCode rulesets = bench_rulesets(options);
  std::cout << '\n';
  const ExitCode searches = bench_search(options);
  std::cout << '\n';
  BenchOptions of_sums = options;
  of_sums.quick = !options.full;
  const ExitCode sums = bench_sums(of_sums);
  std::cout << '\n';
  const ExitCode go = bench_go(options);
  std::cout << '\n';
  const ExitCode loopy = bench_loopy(options);
  std::cout << '\n';
  const ExitCode language = bench_language(options);
  std::cout << '\n';
#ifdef CGT_LABS
  const ExitCode bridge = bench_bridge(options);
#else
  const ExitCode bridge = kOk;
#endif
  for (const ExitCode code : {kernel, rulesets, searches, sums, go, loopy, language, bridge}) {
    if (code != kOk) return code;
  }
  return kOk;
}

}  // namespace

void offer_bench(Commands& commands) { commands.offer(add_bench, run_bench); }

}  // namespace cgt::repl
