#include "repl/bench/command.hpp"

#include <iostream>

#include "repl/bench/jobs/jobs.hpp"
#include "repl/bench/jobs/sums.hpp"
#include "repl/bench/mcgs.hpp"
#include "repl/bench/records.hpp"
#include "repl/bench/scale.hpp"

namespace cgt::repl {
ExitCode run_bench(const BenchOptions& options) {
  if (options.name == "bridge") return bench_bridge(options);
  if (options.name == "go") return bench_go(options);
  if (options.name == "kernel") return bench_kernel(options);
  if (options.name == "language") return bench_language(options);
  if (options.name == "loopy") return bench_loopy(options);
  if (options.name == "mcgs") return bench_mcgs(options);
  if (options.name == "records") return bench_records(options);
  if (options.name == "rulesets") return bench_rulesets(options);
  if (options.name == "scale") return bench_scale(options);
  if (options.name == "search") return bench_search(options);
  if (options.name == "sums") return bench_sums(options);
  if (!options.name.empty()) {
    std::cerr << "error: no benchmark \"" << options.name
              << "\"; there are: kernel, rulesets, search, sums, go, loopy, language, "
                 "bridge, mcgs, records, scale\n";
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
  const ExitCode bridge = bench_bridge(options);
  for (const ExitCode code : {kernel, rulesets, searches, sums, go, loopy, language, bridge}) {
    if (code != kOk) return code;
  }
  return kOk;
}

}  // namespace cgt::repl
