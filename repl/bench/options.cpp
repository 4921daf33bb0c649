#include "repl/bench/options.hpp"

namespace cgt::repl {

Command add_bench(const Command& program, BenchOptions& options) {
  const Command bench =
      program.add("bench", "Benchmarks: kernel, rulesets, search, sums, go, loopy, language");
  add_common(bench, options.common);
  bench.option("NAME", options.name, "", "Which one; all unless told");
  bench.option("FILES", options.files, "", "Game records, or rows of loopy values, to use");
  bench.flag("--signature", options.signature,
             "kernel, rulesets: print only the words that stand for all counts");
  bench.flag("--full", options.full,
             "rulesets: also the positions that take minutes; sums: all, when all benchmarks are "
             "run");
  bench.flag("--quick", options.quick, "sums: only those that MCGS solves in a second");
  bench.examples(
      R"(  cgt bench kernel                single operations, whole jobs, deterministic counts
  cgt bench rulesets --signature  one word that changes when a count does
)");
  return bench;
}

}  // namespace cgt::repl
