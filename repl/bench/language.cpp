#include "repl/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/session.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

constexpr int kMostSessions = 7;
constexpr double kEnoughOfSessions = 3000;
constexpr auto kLanguageRow = "{:<22} {:>9} {:>12} {:>10} {:>7} {:>9} {:>7}  {}\n";

struct ScriptWorkload {
  std::string name;
  std::string script;
  // The same position of the native ruleset; empty: there is nothing to compare with.
  std::string game = {};
  std::string board = {};
};

struct Measured {
  lang::Result result;
  lang::Statistics counts;
  double milliseconds = 0;
};

// What C++ did with the same position.
struct Native {
  std::string value;
  double milliseconds = 0;
};

Native run_native(const ScriptWorkload& workload, const Budget::Limits& limits) {
  Budget budget(limits, &interrupt_flag());
  const AnyPosition position = find_ruleset(workload.game)->make({})->position(workload.board);
  const Stopwatch watch;
  Store store;
  solve::Evaluator evaluator(store);
  const GameId g = evaluator.value(position, budget);
  return {to_text(store, g), watch.cpu_milliseconds()};
}

std::vector<ScriptWorkload> workloads() {
  return {
      {"Clobber 3x4", "Clobber(\"xoxo|oxox|xoxo\").CanonicalForm", "clobber", "xoxo|oxox|xoxo"},
      {"Domineering 4x4", "Domineering(Grid.Empty(4,4)).CanonicalForm", "domineering",
       "....|....|....|...."},
      {"Domineering 4x5", "Domineering(Grid.Empty(4,5)).CanonicalForm", "domineering",
       ".....|.....|.....|....."},
      {"sum of 1..10^6", "s := 0; for i from 1 to 1000000 do s := s + i end; s"},
      {"200000 calls", "f := x -> x + 1; s := 0; for i from 1 to 200000 do s := f(s) end; s"},
      {"22nd Fibonacci number",
       "fib := n -> if n < 2 then n else fib(n-1) + fib(n-2) end; fib(22)"},
      {"list of 200000", "[n*n for n in 1..300000 where n % 3 != 0][200000]"},
  };
}

std::optional<std::string> rulesets_folder() {
  std::error_code error;
  for (const std::string folder : {"examples/rulesets", CGT_EXAMPLES "/rulesets"}) {
    if (std::filesystem::is_directory(folder, error)) return folder;
  }
  return std::nullopt;
}

// From a fresh session, whose set-up is not counted, to the value.
Measured run_script(const ScriptWorkload& workload, const std::string& folder,
                    const Budget::Limits& limits) {
  Measured out;
  lang::Session session;
  lang::add_all_packages(session);
  session.set_directory(folder);
  session.set_stop_flag(&interrupt_flag());
  const Stopwatch watch;
  out.result = session.evaluate(workload.script, limits);
  out.milliseconds = watch.cpu_milliseconds();
  out.counts = session.statistics();
  return out;
}

bool measure(const ScriptWorkload& workload, const std::string& folder,
             const Budget::Limits& limits) {
  std::vector<Measured> runs;
  std::vector<double> native_times;
  std::string native_value;
  double spent = 0;
  while (runs.empty() || (runs.size() < kMostSessions && spent < kEnoughOfSessions)) {
    runs.push_back(run_script(workload, folder, limits));
    spent += runs.back().milliseconds;
    if (!runs.back().result.ok()) {
      std::cerr << runs.back().result.diagnostics << '\n';
      return false;
    }
    if (workload.game.empty()) continue;
    Native native = run_native(workload, limits);
    native_times.push_back(native.milliseconds);
    native_value = std::move(native.value);
  }
  const auto faster = [](const Measured& a, const Measured& b) {
    return a.milliseconds < b.milliseconds;
  };
  std::nth_element(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2),
                   runs.end(), faster);
  const Measured& median = runs[runs.size() / 2];
  std::string native = "-";
  std::string ratio = "-";
  bool same = true;
  if (!native_times.empty()) {
    std::sort(native_times.begin(), native_times.end());
    const double milliseconds = native_times[native_times.size() / 2];
    native = fmt::format("{:.1f}", milliseconds);
    ratio = fmt::format("{:.1f}", median.milliseconds / std::max(milliseconds, 1e-3));
    same = native_value == median.result.text;
  }
  const auto count = static_cast<double>(std::max<std::uint64_t>(median.counts.instructions, 1));
  std::cout << fmt::format(kLanguageRow, workload.name, median.counts.positions,
                           median.counts.instructions, fmt::format("{:.1f}", median.milliseconds),
                           fmt::format("{:.1f}", median.milliseconds * 1e6 / count), native, ratio,
                           same ? "" : "the values differ!")
            << std::flush;
  return same;
}

}  // namespace

ExitCode bench_language(const BenchOptions& options) {
  const auto folder = rulesets_folder();
  if (!folder) {
    throw UsageError("there is no folder examples/rulesets here");
  }
  std::cout
      << "CPU ms, median of up to " << kMostSessions
      << " fresh sessions. Positions of rulesets valued, instructions of the machine executed\n"
         "(both the same in every run), ns an instruction. Ratio: to the native "
         "ruleset.\n\n";
  std::cout << fmt::format(kLanguageRow, "workload", "positions", "instructions", "ms", "ns",
                           "C++ ms", "ratio", "");
  bool same = true;
  for (const ScriptWorkload& workload : workloads())
    same = measure(workload, *folder, options.common.limits) && same;
  return same ? kOk : kRuntimeError;
}

}  // namespace cgt::repl
