#include "repl/bench/bench.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "decomp/go/races/examples.hpp"
#include "decomp/go/races/semeai.hpp"
#include "decomp/search/alpha_beta.hpp"
#include "decomp/search/df_pn.hpp"
#include "decomp/search/games/line_game.hpp"
#include "decomp/search/minimax.hpp"
#include "decomp/search/mtd.hpp"
#include "decomp/search/proof_number.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

using namespace search;  // NOLINT: the names of this benchmark

using Small = LineGame<3, 3, 3>;
using Board = LineGame<4, 4, 4>;
using Goal = UtilityGoal<Board>;

struct Even : UtilityEvaluation<Board> {
  static int evaluate(const Board&) { return 0; }
};

struct Found {
  std::string value;
  Counts counts;
  StopReason stop = StopReason::kSolved;
};

struct SearchJob {
  std::string game;
  std::string search;
  std::function<Found(Budget&)> run;
  bool quick = true;  // counted in the signature
};

template <class R>
Found scalar(const R& result) {
  return {result.value ? fmt::format("{}", *result.value) : "?", result.counts, result.stop};
}
template <class R>
Found proof(const R& result) {
  const char* text = result.proof == Proof::kProved      ? "proved"
                     : result.proof == Proof::kDisproved ? "disproved"
                                                         : "?";
  return {text, result.counts, result.stop};
}

std::vector<SearchJob> search_jobs() {
  constexpr std::size_t kEntries = std::size_t{1} << 20U;
  const auto alpha_beta = [](AlphaBetaOptions options) {
    return [options](Budget& b) { return scalar(AlphaBeta<Board, Even>(options).search({}, b)); };
  };
  const auto df_pn = [](double least, std::size_t entries) {
    return [least, entries](Budget& b) {
      DfPnOptions options;
      options.table_entries = entries;
      options.line_moves = 0;
      return proof(DfPn<Board, Goal>(Goal{least}, options).search({}, b));
    };
  };
  return {
      {"3x3", "minimax", [](Budget& b) { return scalar(Minimax<Small>().search({}, b)); }},
      {"4x4", "minimax, 7 plies",
       [](Budget& b) { return scalar(Minimax<Board, Even>().search({}, b, 7)); }, false},
      {"4x4", "alpha-beta, no table, 10 plies",
       alpha_beta({.max_depth = 10, .scout = false, .table_entries = 0})},
      {"4x4", "alpha-beta, table", alpha_beta({.scout = false, .table_entries = kEntries})},
      {"4x4", "null windows, table", alpha_beta({.table_entries = kEntries})},
      {"4x4", "MTD(f)",
       [](Budget& b) {
         return scalar(Mtd<Board, Even>({.table_entries = std::size_t{1} << 20U}).search({}, b));
       }},
      {"4x4", "df-pn, first player wins?", df_pn(1, kEntries * 4), false},
      {"4x4", "df-pn, first player draws?", df_pn(0, kEntries), false},
      {"3x3", "PNS, first player draws?",
       [](Budget& b) {
         using SmallGoal = UtilityGoal<Small>;
         return proof(ProofNumberSearch<Small, SmallGoal>(SmallGoal{0}).search({}, b));
       }},
  };
}

constexpr auto kSearchRow = "{:<5} {:<32} {:>10} {:>12} {:>10} {:>8} {:>8}\n";

// Nodes that four searches expand on races to capture: the table of Mueller (1999) on positions of
// our own.
struct SemeaiTable {
  static constexpr auto kTableRow = "{:<22} {:<5} {:<6} {:>9} {:>11} {:>9} {:>11}\n";
  std::array<std::uint64_t, 4> total{};
  std::uint64_t word = 0;
  bool complete = true;

  void run(const BenchOptions& options) {
    using go::semeai::kExamples;
    using go::semeai::kNodeTable;
    if (!options.signature) {
      std::cout << "\nRaces to capture, nodes: partial order bounding, the same without move "
                   "pruning, alpha-beta with it, plain.\n\n";
      std::cout << fmt::format(kTableRow, "race", "first", "answer", "POB", "no pruning",
                               "ab+prune", "ab");
    }
    for (const auto& example : kExamples) {
      // Large ones take seconds, and tests compare signatures.
      const bool small = example.diagram.size() <= 64;
      if (options.signature && !small) continue;
      const auto problem = go::semeai::parse_problem(example.diagram, std::string(example.name));
      for (const Player first : kPlayers) {
        const Progress progress(problem.name, options.common.quiet);
        std::array<std::string, 4> nodes;
        std::string verdict = "?";
        for (std::size_t i = 0; i < kNodeTable.size(); ++i) {
          Budget budget(options.common.limits, &interrupt_flag());
          go::semeai::Solver solver(problem, kNodeTable[i]);
          const auto answer = solver.solve(first, budget);
          if (answer.stop == StopReason::kInterrupted) throw BudgetExhausted(answer.stop);
          complete = complete && answer.outcome().has_value();
          if (answer.outcome()) verdict = go::semeai::verdict_name(*answer.outcome());
          total[i] += answer.counts.nodes;
          if (small) word = mix(word, answer.counts.nodes);
          nodes[i] = std::to_string(answer.counts.nodes) + (answer.outcome() ? "" : "+");
        }
        if (options.signature) continue;
        std::cout << fmt::format(kTableRow, problem.name, first == Player::kLeft ? "B" : "W",
                                 verdict, nodes[0], nodes[1], nodes[2], nodes[3])
                  << std::flush;
      }
    }
    if (options.signature) return;
    std::cout << fmt::format(kTableRow, "total", "", "", total[0], total[1], total[2], total[3]);
  }
};

}  // namespace

ExitCode bench_search(const BenchOptions& options) {
  if (!options.signature) {
    std::cout << "Tic-tac-toe on 3x3 (three in a row) and 4x4 (four in a row), from the empty "
                 "board, one thread.\n\n";
    std::cout << fmt::format(kSearchRow, "game", "search", "answer", "nodes", "from table", "s",
                             "M nodes/s");
  }
  std::uint64_t word = 0;
  ExitCode code = kOk;
  for (const SearchJob& job : search_jobs()) {
    if (options.signature && !job.quick) continue;
    const Progress progress(job.game + " " + job.search, options.common.quiet);
    Budget budget(options.common.limits, &interrupt_flag());
    const Stopwatch watch;
    const Found found = job.run(budget);
    const double seconds = watch.cpu_milliseconds() / 1000;
    if (found.stop == StopReason::kInterrupted) throw BudgetExhausted(found.stop);
    const bool done = found.stop == StopReason::kSolved || found.stop == StopReason::kDepthLimit;
    if (!done) code = kOutOfBudget;
    if (job.quick) word = mix(mix(word, found.counts.nodes), found.counts.table_hits);
    if (options.signature) continue;
    std::cout << fmt::format(
        kSearchRow, job.game, job.search, found.value, found.counts.nodes, found.counts.table_hits,
        fmt::format("{:.2f}", seconds),
        fmt::format("{:.1f}", static_cast<double>(found.counts.nodes) / seconds / 1e6));
    std::cout << std::flush;
  }
  SemeaiTable table;
  table.run(options);
  if (!table.complete) code = kOutOfBudget;
  word = mix(word, table.word);
  std::cout << fmt::format("{}signature {:016x}\n", options.signature ? "" : "\n", word);
  return code;
}

}  // namespace cgt::repl
