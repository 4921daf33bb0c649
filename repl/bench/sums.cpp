#include "cgt/support/text_input.hpp"
#include "repl/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "decomp/solve/sums/mcgs/file.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

using solve::Verdict;

constexpr double kMilliseconds = 40'000;
constexpr double kQuickSeconds = 1;
constexpr std::size_t kColumns = 36;  // of a sum in the table

struct SumRow {
  std::string game;
  std::string sum;
  std::string first;
  std::string answer;   // of MCGS; "?": none
  std::string seconds;  // of MCGS; ">9.99": stopped there; "-": not run
  std::string database_seconds;
};

std::vector<SumRow> all_rows() {
  std::vector<SumRow> rows;
  std::string_view text = bench_sums_files().front().text;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line[0] == '#' || line.starts_with("game\t")) continue;
    std::array<std::string, 6> cells;
    for (std::string& cell : cells) {
      const std::size_t tab = std::min(line.find('\t'), line.size());
      cell = line.substr(0, tab);
      line.remove_prefix(std::min(tab + 1, line.size()));
    }
    rows.push_back({cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]});
  }
  return rows;
}

// If MCGS solved it.
std::optional<double> seconds(const std::string& cell) { return parse_number<double>(cell); }

struct SumResult {
  std::string answer;  // "": not found
  std::string trouble;
  std::optional<solve::SumFigures> figures;  // none of nim values
  double seconds = 0;
};

// The answer to the only command of the sum, or none within the budget.
std::optional<std::string> ask(solve::SumOutcome& solver, const solve::McgsSum& sum,
                               SumResult& result, Budget& budget) {
  const std::optional<Player> first = sum.commands.front().first;
  if (!first) return std::to_string(solver.nim_value(sum.sum, budget));
  const solve::SumAnswer answer = solver.solve(sum.sum, *first, budget);
  if (!result.figures) result.figures.emplace();
  *result.figures += answer.figures;
  if (answer.verdict == Verdict::kUnknown) throw BudgetExhausted(*answer.stop);
  return answer.verdict == Verdict::kWins ? "Win" : "Loss";
}

// On empty tables. Budgets count wall-clock time: where a machine is busy the question is asked
// again, and goes on from its tables, until the CPU time is spent.
SumResult solve_cold(const SumRow& row, const BenchOptions& options) {
  Budget::Limits limits = options.common.limits;
  const double most = limits.milliseconds == Budget::kUnlimited
                          ? kMilliseconds
                          : static_cast<double>(limits.milliseconds);
  SumResult result;
  const Stopwatch watch;
  Store store;
  const solve::McgsSum sum =
      solve::parse_mcgs(
          store, SourceText("row", fmt::format("[{}] {} {{{}}}", row.game, row.sum, row.first)),
          false)
          .sums.front();
  solve::SumOptions of_solver;
  of_solver.thermographs = !options.without_thermographs;
  solve::SumOutcome solver(store, of_solver);
  while (result.answer.empty() && result.trouble.empty()) {
    const double left = most - watch.cpu_milliseconds();
    limits.milliseconds = static_cast<std::uint64_t>(std::max(left, 0.0));
    Budget budget(limits, &interrupt_flag());
    try {
      result.answer = ask(solver, sum, result, budget).value_or("");
    } catch (const BudgetExhausted& spent) {
      if (spent.reason() == StopReason::kInterrupted) throw;
      const bool time_left = most - watch.cpu_milliseconds() >= 1;
      if (spent.reason() != StopReason::kTime || !time_left) result.trouble = spent.what();
    }
  }
  result.seconds = watch.cpu_milliseconds() / 1000;
  return result;
}

constexpr auto kTable =
    "{:<21} {:<36} {:<5} {:<7} {:<7} {:>10} {:>10} {:>10} {:>15} {:>8} {:>8} {:>8}\n";

std::string shortened(const std::string& text) {
  return text.size() <= kColumns ? text : text.substr(0, kColumns - 3) + "...";
}

std::string valued(const solve::SumFigures& figures) {
  return fmt::format("{}/{}", figures.components.valued, figures.components.components);
}

void print_row(const SumRow& row, const SumResult& result) {
  const auto count = [&](std::uint64_t solve::SumFigures::*field) {
    return result.figures ? std::to_string((*result.figures).*field) : std::string("-");
  };
  std::cout << fmt::format(kTable, row.game, shortened(row.sum), row.first,
                           result.answer.empty() ? "unknown" : result.answer, row.answer,
                           count(&solve::SumFigures::expansions), count(&solve::SumFigures::states),
                           count(&solve::SumFigures::hits),
                           result.figures ? valued(*result.figures) : "-",
                           fmt::format("{:.3f}", result.seconds), row.seconds, row.database_seconds)
            << std::flush;
}

// The word with the answer and all counts of a row.
std::uint64_t mixed(std::uint64_t word, const SumResult& result) {
  for (const char c : result.answer) word = mix(word, static_cast<unsigned char>(c));
  if (!result.figures) return word;
  const solve::SumFigures& f = *result.figures;
  for (const std::uint64_t count :
       {f.states, f.expansions, f.hits, f.cuts, f.components.components, f.components.valued,
        f.components.tries, f.components.evaluated}) {
    word = mix(word, count);
  }
  return word;
}

}  // namespace

ExitCode bench_sums(const BenchOptions& options) {
  std::vector<SumRow> rows = all_rows();
  if (options.quick || options.signature) {
    std::erase_if(rows, [](const SumRow& row) {
      return row.answer == "?" || seconds(row.seconds).value_or(kQuickSeconds + 1) > kQuickSeconds;
    });
  }
  if (!options.signature) {
    std::cout
        << "Who wins sums of games, each on empty tables. CPU seconds of one thread, and those "
           "of MCGS 1.7 (Folkersen,\nMueller, Du) on another machine of its kind, without and "
           "with its database; > is where it was stopped.\n\n";
    std::cout << fmt::format(kTable, "game", "sum", "first", "answer", "MCGS", "expanded", "states",
                             "hits", "valued/met", "s", "MCGS s", "with db");
  }
  solve::SumFigures total;
  double spent = 0;
  double peer = 0;         // seconds of MCGS
  double spent_there = 0;  // ours, where both found an answer
  std::size_t solved = 0;
  std::size_t solved_there = 0;
  std::size_t wrong = 0;
  std::uint64_t word = 0;
  for (const SumRow& row : rows) {
    SumResult result;
    {
      const Progress progress(row.game + " " + shortened(row.sum), options.common.quiet);
      result = solve_cold(row, options);
    }
    word = mixed(word, result);
    if (!options.signature) print_row(row, result);
    spent += result.seconds;
    if (result.figures) total += *result.figures;
    if (result.answer.empty()) continue;
    ++solved;
    if (row.answer != "?" && row.answer != result.answer) ++wrong;
    if (const std::optional<double> theirs = seconds(row.seconds)) {
      ++solved_there;
      peer += *theirs;
      spent_there += result.seconds;
    }
  }
  if (options.signature) {
    std::cout << fmt::format("signature {:016x}\n", word);
    if (solved < rows.size()) return kOutOfBudget;
    return wrong == 0 ? kOk : kRuntimeError;
  }
  std::cout << fmt::format(
      "\n{} of {} solved, {} wrong: {} expanded, {} states, {} hits, {} cut by thermographs or "
      "bounds, {} "
      "components valued, {:.3f} "
      "s; the {} that MCGS solved without\ndatabase, too: {:.3f} s, MCGS {:.2f} s\n",
      solved, rows.size(), wrong, total.expansions, total.states, total.hits, total.cuts,
      valued(total), spent, solved_there, spent_there, peer);
  std::cout << std::flush;
  return wrong == 0 ? kOk : kRuntimeError;
}

}  // namespace cgt::repl
