#include "repl/bench/jobs/options.hpp"

namespace cgt::repl {

Command add_bench(const Command& program, BenchOptions& options) {
  const Command bench = program.add("bench",
                                    "Benchmarks: kernel, rulesets, search, sums, go, loopy, "
                                    "language, bridge; mcgs, records, scale");
  add_common(bench, options.common);
  bench.option("NAME", options.name, "",
               "Which one; all unless told, but for mcgs, records and scale");
  bench.option("FILES", options.files, "",
               "Game records, rows of loopy values, costs of scale, to use; mcgs: folders or files "
               "of tests; records: tables, TABLE:SIZE");
  bench
      .option("--hours", options.hours, "H",
              "scale: the job that is modelled, in hours of one processor")
      .between(0.01, 1e4)
      .with_default();
  bench.option("--times", options.times, "K", "scale: as if each range had taken K times as long")
      .between(0.001, 1e6)
      .with_default();
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
  cgt bench scale costs.tsv --hours 1
                                  what cgt db build --costs recorded, on up to 4096 ranks
)");
  return bench;
}

}  // namespace cgt::repl
