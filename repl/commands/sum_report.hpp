// What `cgt sum` says about one sum: as lines for people, as a row of a table, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "decomp/solve/sums/sum_outcome.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/sum.hpp"

namespace cgt::repl {

// A winning move, in the notation of the input.
struct MoveReport {
  std::size_t term = 0;  // from 1
  std::string from;
  std::string to;
  friend bool operator==(const MoveReport&, const MoveReport&) = default;
};

// One first player's question.
struct SideReport {
  solve::Verdict verdict = solve::Verdict::kUnknown;
  std::optional<solve::SumScore> score;  // --scores: what is played for
  std::optional<StopReason> stop;        // why it, or its moves, are unknown
  std::vector<MoveReport> moves;  // one, or all; none unless it wins, draws or keeps the score
  bool moves_known = false;
};

struct SumReport {
  std::string text;
  std::size_t terms = 0;
  std::size_t valued = 0;  // of them
  bool loopy = false;      // settled by loopy values
  PerPlayer<std::optional<SideReport>> sides;
  solve::SumFigures figures;  // of all questions
  double milliseconds = 0;    // CPU
  std::string trouble;        // "": none; why the sum was refused

  // If both first players' verdicts are asked for and known.
  std::optional<LoopyOutcome> outcome() const;
  ExitCode code() const;
};

MoveReport move_report(Store& store, const solve::Sum& sum, const solve::SumMove& move);
// Moves that leave the same position count once.
void add_move(std::vector<MoveReport>& moves, MoveReport move);

class KnownGames;

// Of the solver for such a command, with so many threads on one sum. `known` must outlive it.
solve::SumOptions solver_options(const SumCommandOptions& options, KnownGames& known,
                                 unsigned threads = 1);

// Asks what the options ask for, with so many threads on the sum. Each first player's question has the
// whole budget. Throws Error.
SumReport solve_sum(Store& store, const solve::Sum& sum, const SumCommandOptions& options,
                    KnownGames& known, unsigned threads = 1);

std::string lines_of(const SumReport& report, const SumCommandOptions& options);
std::string tsv_header(const SumCommandOptions& options);
std::string tsv_row(const SumReport& report, const SumCommandOptions& options);
nlohmann::ordered_json json_of(const SumReport& report, const SumCommandOptions& options);

nlohmann::ordered_json json_of(const MoveReport& move);

}  // namespace cgt::repl
