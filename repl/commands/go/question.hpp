// What the options of `cgt go` ask of a record, and the answer: for the command and for other programs
// that ask the same.
#pragma once

#include <memory>

#include "cgt/store/store.hpp"
#include "decomp/rules/go/record/problem.hpp"
#include "decomp/solve/go/report/report.hpp"
#include "repl/commands/go/options.hpp"

namespace cgt::repl {

// --moves, --game and --path. Throws InputError for a path that is none.
go::SgfOptions sgf_options(const GoOptions& options);

// Stones that each took before, as --prisoners says. Throws InputError.
PerPlayer<std::int64_t> prisoners_of(const GoOptions& options);

// How the board is cut: --safety and --assume. What the file marks as living is dropped from `problem`
// if the user names blocks. Throws InputError.
go::PartitionOptions partition_options(const GoOptions& options, go::Problem& problem);
// How it is counted; prisoners of --prisoners, or those that the moves played took. --komi goes to
// `problem`. Throws InputError.
solve::ScoringRules scoring_rules(const GoOptions& options, go::Problem& problem);

// Local search and full-width search are exponential, and boards of real games often have a part
// that no patience will see solved: without a limit of the user's own each ends after this time and
// says how far it came.
inline constexpr std::uint64_t kGoMilliseconds = 10'000;
// --budget-ms 0 lifts that limit.
Budget::Limits go_limits(const Budget::Limits& given);

struct GoAnswer {
  std::unique_ptr<solve::GoEndgame> endgame;
  solve::GoReport report;  // of it; `file` is left to the caller
};

// The endgame of a position that sgf_options() told to read, as the other options want it cut, counted
// and played out; with the thermograph of the sum if a drawing is wanted. The store outlives it. A
// spent budget ends in the report. Throws InputError for an option that does not fit the board.
GoAnswer answer_go(Store& store, const GoOptions& options, go::Problem problem);

}  // namespace cgt::repl
