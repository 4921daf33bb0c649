// What a question about a sum comes to: who wins it, or its score, as each player moves first, and by which
// moves, in the notation of the input.
//
//   Store store;
//   const solve::Sum sum = solve::parse_sum(store, "clobber:xoxo|oxox + ^*");
//   const solve::SumReport report = solve::report_sum(store, sum, {.all_moves = true}, {}, Budget());
//   if (const auto& left = report.sides[Player::kLeft]; left->verdict == solve::Verdict::kWins) {
//     std::cout << left->moves.front().to << '\n';
//   };
//
// A spent budget is an answer: what is unknown says why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "decomp/solve/sums/sum_outcome.hpp"

namespace cgt::solve {

struct SumQuestion {
  std::optional<Player> first{};  // none: both
  bool all_moves = false;         // else one
  bool misere = false;            // who makes the last move loses
  bool scores = false;            // played for a score, not for the last move
};

// A move as it is written.
struct CGT_API WrittenMove {
  std::size_t term = 0;  // from 1
  std::string from;
  std::string to;
  friend bool operator==(const WrittenMove&, const WrittenMove&) = default;
};
CGT_API WrittenMove written_move(Store& store, const Sum& sum, const SumMove& move);

// One first player's question.
struct CGT_API SideReport {
  Verdict verdict = Verdict::kUnknown;
  std::optional<SumScore> score;
  std::optional<StopReason> stop;  // why it, or its moves, are unknown
  std::vector<WrittenMove> moves;  // none unless it wins, draws or keeps the score; none twice
  bool moves_known = false;
};

struct CGT_API SumReport {
  std::size_t terms = 0;
  std::size_t valued = 0;                      // of them
  bool loopy = false;                          // settled by loopy values
  PerPlayer<std::optional<SideReport>> sides;  // those that were asked for
  SumFigures figures;                          // of all questions

  // If both first players' verdicts are asked for and known.
  std::optional<LoopyOutcome> outcome() const;
  // Why something is unknown; an interrupt before all else.
  std::optional<StopReason> stop() const;
};

// Each first player's question has the whole of the budget. Throws Error.
CGT_API SumReport report_sum(Store& store, const Sum& sum, const SumQuestion& question,
                             const SumOptions& options, const Budget& whole);

}  // namespace cgt::solve
