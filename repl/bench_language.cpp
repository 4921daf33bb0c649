#include "repl/bench_language.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "cgt/text/print.hpp"
#include "lang/session.hpp"
#include "repl/interrupt.hpp"
#include "repl/naive_boards.hpp"
#include "repl/stopwatch.hpp"

namespace cgt::repl {
namespace {

constexpr int kRuns = 7;
constexpr double kEnoughMilliseconds = 3000;
constexpr auto kRow = "{:<22} {:>9} {:>12} {:>10} {:>7} {:>9} {:>7}  {}\n";

// What C++ did with the same position.
struct Native {
  std::string value;
  double milliseconds = 0;
};
using NativeRun = std::function<Native(const Budget::Limits&)>;

struct Workload {
  std::string name;
  std::string script;
  NativeRun native = {};  // empty: there is nothing to compare with
};

struct Measured {
  lang::Result result;
  lang::Statistics counts;
  double milliseconds = 0;
};

template <class Rules>
NativeRun naive_run(naive::Board board) {
  return [board = std::move(board)](const Budget::Limits& limits) {
    Budget budget(limits, &interrupt_flag());
    const Stopwatch watch;
    Store store;
    const Store::BudgetScope scope(store, budget);
    naive::Evaluator<Rules> evaluator(store, budget);
    const GameId g = evaluator.value(board);
    return Native{to_text(store, g), watch.cpu_milliseconds()};
  };
}

naive::Board empty_board(int rows, int columns) {
  return {rows, columns, std::vector<std::uint8_t>(static_cast<std::size_t>(rows * columns), 0)};
}

// x and o by turns.
naive::Board checkered(int rows, int columns) {
  naive::Board board = empty_board(rows, columns);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column)
      board.cells[board.place(row, column)] = (row + column) % 2 == 0 ? 1 : 2;
  }
  return board;
}

// The ratio of a ruleset is to the search of naive_boards.hpp. A workload may name a better one.
std::vector<Workload> workloads() {
  return {
      {"Clobber 3x4", "Clobber(\"xoxo|oxox|xoxo\").CanonicalForm",
       naive_run<naive::Clobber>(checkered(3, 4))},
      {"Domineering 4x4", "Domineering(Grid.Empty(4,4)).CanonicalForm",
       naive_run<naive::Domineering>(empty_board(4, 4))},
      {"Domineering 4x5", "Domineering(Grid.Empty(4,5)).CanonicalForm",
       naive_run<naive::Domineering>(empty_board(4, 5))},
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
Measured run_script(const Workload& workload, const std::string& folder,
                    const Budget::Limits& limits) {
  Measured out;
  lang::Session session;
  session.set_directory(folder);
  session.set_stop_flag(&interrupt_flag());
  const Stopwatch watch;
  out.result = session.evaluate(workload.script, limits);
  out.milliseconds = watch.cpu_milliseconds();
  out.counts = session.statistics();
  return out;
}

bool measure(const Workload& workload, const std::string& folder, const Budget::Limits& limits) {
  std::vector<Measured> runs;
  std::vector<double> native_times;
  std::string native_value;
  double spent = 0;
  while (runs.empty() || (runs.size() < kRuns && spent < kEnoughMilliseconds)) {
    runs.push_back(run_script(workload, folder, limits));
    spent += runs.back().milliseconds;
    if (!runs.back().result.ok()) {
      std::cerr << runs.back().result.diagnostics << '\n';
      return false;
    }
    if (!workload.native) continue;
    Native native = workload.native(limits);
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
  std::cout << fmt::format(kRow, workload.name, median.counts.positions, median.counts.instructions,
                           fmt::format("{:.1f}", median.milliseconds),
                           fmt::format("{:.1f}", median.milliseconds * 1e6 / count), native, ratio,
                           same ? "" : "the values differ!")
            << std::flush;
  return same;
}

}  // namespace

ExitCode bench_language(const BenchOptions& options) {
  const auto folder = rulesets_folder();
  if (!folder) {
    std::cerr << "error: no folder examples/rulesets here\n";
    return kUsageError;
  }
  std::cout
      << "CPU ms, median of up to " << kRuns
      << " fresh sessions. Positions of rulesets valued, instructions of the machine executed\n"
         "(both the same in every run), ns an instruction. Ratio: the same ruleset in naive "
         "C++.\n\n";
  std::cout << fmt::format(kRow, "workload", "positions", "instructions", "ms", "ns", "C++ ms",
                           "ratio", "");
  bool same = true;
  for (const Workload& workload : workloads())
    same = measure(workload, *folder, options.common.limits) && same;
  return same ? kOk : kRuntimeError;
}

}  // namespace cgt::repl
