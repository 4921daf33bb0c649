// The options of cgt bench.
#pragma once

#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"
#include "repl/support/parts/part.hpp"

namespace cgt::repl {

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
};

void offer_bench(class Commands& commands);

}  // namespace cgt::repl
