// What `cgt bench` times, one function a job; sums.hpp has one more.
#pragma once

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

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

}  // namespace cgt::repl
