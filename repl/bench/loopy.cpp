#include "repl/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "cgt/text/loopy_text.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/session.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

constexpr int kLoopyRuns = 7;
constexpr auto kLoopyRow = "{:<34} {:>6} {:>8} {:>10} {:>8}\n";

using Cells = std::vector<std::string>;

// Cells between tabs; lines that begin with # say what the others are.
std::vector<Cells> rows_of(const std::string& path) {
  std::vector<Cells> rows;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    Cells& cells = rows.emplace_back();
    for (std::size_t at = 0; at != std::string::npos;) {
      const std::size_t tab = line.find('\t', at);
      cells.push_back(line.substr(at, tab == std::string::npos ? tab : tab - at));
      at = tab == std::string::npos ? tab : tab + 1;
    }
  }
  return rows;
}

struct LoopyRun {
  std::size_t refused = 0;
  double milliseconds = 0;
};

// Category, expression, expected: in a session, whose set-up is not counted.
LoopyRun run_expressions(const std::vector<Cells>& rows, const Budget::Limits& limits) {
  lang::Session session;
  lang::add_all_packages(session);
  session.set_stop_flag(&interrupt_flag());
  LoopyRun run;
  const Stopwatch watch;
  for (const Cells& row : rows) {
    session.fresh_scope();
    run.refused += session.evaluate(row[1], limits).ok() ? 0 : 1;
  }
  run.milliseconds = watch.cpu_milliseconds();
  return run;
}

// Kind, a, b, expected: from texts to the value that is asked for.
void ask(LoopyGames& games, const Cells& row) {
  const std::string& kind = row[0];
  const LoopyValue g = parse_loopy(games, row[1]);
  if (kind == "cmp") {
    games.compare(g, parse_loopy(games, row[2]));
  } else if (kind == "sum") {
    games.add(g, parse_loopy(games, row[2]));
  } else if (kind == "degree") {
    games.degree(g.stopper());
  } else if (kind == "outcome") {
    games.outcome(g);
  } else if (kind == "vertices") {
    games.followers(g.stopper());
  }
}

LoopyRun run_questions(const std::vector<Cells>& rows, const Budget::Limits& limits) {
  Store store;
  LoopyGames games(store);
  LoopyRun run;
  const Stopwatch watch;
  for (const Cells& row : rows) {
    Budget budget(limits, &interrupt_flag());
    const Store::BudgetScope scope(store, budget);
    try {
      ask(games, row);
    } catch (const Error&) {
      ++run.refused;
    } catch (const BudgetExhausted&) {
      ++run.refused;
    }
  }
  run.milliseconds = watch.cpu_milliseconds();
  return run;
}

}  // namespace

ExitCode bench_loopy(const BenchOptions& options) {
  std::vector<std::string> files = options.files;
  if (files.empty()) files = {CGT_TESTS "/lang/data/loopy.tsv", CGT_TESTS "/cgt/data/loopy.tsv"};
  std::cout << "CPU ms of the fastest of " << kLoopyRuns
            << " cold runs: from the texts to the values. Refused: rows that are errors.\n\n"
            << fmt::format(kLoopyRow, "rows of", "rows", "refused", "ms", "us/row");
  double all = 0;
  for (const std::string& path : files) {
    const std::vector<Cells> rows = rows_of(path);
    const std::size_t cells = rows.empty() ? 0 : rows[0].size();
    const bool even = std::ranges::all_of(rows, [&](const Cells& r) { return r.size() == cells; });
    if ((cells != 3 && cells != 4) || !even) {
      throw UsageError(path +
                       " has no rows of three cells (category, expression, value) or of four "
                       "(kind, a, b, answer)");
    }
    LoopyRun best;
    for (int i = 0; i < kLoopyRuns; ++i) {
      const LoopyRun run = cells == 3 ? run_expressions(rows, options.common.limits)
                                      : run_questions(rows, options.common.limits);
      if (i == 0 || run.milliseconds < best.milliseconds) best = run;
    }
    all += best.milliseconds;
    const std::size_t shown = path.size() < 34 ? 0 : path.size() - 34;
    std::cout << fmt::format(kLoopyRow, path.substr(shown), rows.size(), best.refused,
                             fmt::format("{:.1f}", best.milliseconds),
                             fmt::format("{:.1f}", best.milliseconds * 1e3 /
                                                       static_cast<double>(rows.size())))
              << std::flush;
  }
  std::cout << fmt::format(kLoopyRow, "all", "", "", fmt::format("{:.1f}", all), "");
  return kOk;
}

}  // namespace cgt::repl
