// `cgt bench rulesets`: positions of many rulesets with the times that other programs take for
// them. The counts do not depend on the machine; one word for each game, of its quick positions,
// stands for them.
#pragma once

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

ExitCode bench_rulesets(const BenchOptions& options);

}  // namespace cgt::repl
