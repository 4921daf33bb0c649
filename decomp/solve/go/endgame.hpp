// Go endgames by decomposition (Mueller 1999): partition the board, search every part locally,
// value it as a combinatorial game, and play the sum.
//
//   cgt::Store store;
//   cgt::solve::GoEndgame endgame(store, cgt::go::load_sgf("problem.sgf"));
//   cgt::Budget budget;
//   endgame.solve(budget);
//   endgame.score(cgt::Player::kLeft, budget);  // Black minus White when Black moves first
//   endgame.line(cgt::Player::kLeft, budget);
//
// Black is Left. Scores are Black minus White, territory plus prisoners, komi counted. What a
// result rests on is listed by assumptions().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/rules/go/analysis/partition.hpp"
#include "decomp/rules/go/record/problem.hpp"

namespace cgt::solve {

// One independent part of the board.
struct Subgame {
  std::vector<go::Point> points;  // its playable points and unsafe stones, board order
  std::string diagram;            // as game.go.Region() reads it
  bool searched = false;          // false: the budget ended first, or it is too large; values none
  bool exact = false;             // true: lower == upper
  GameId lower;                   // value, or the bounds of a value that depends on ko
  GameId upper;
  GameId chilled;  // cooled by 1; none unless exact
  Dyadic mean;     // of the exact value
  Dyadic temperature;
  bool coupled = false;         // areas of it are tied together by blocks that are not safe
  std::string note;             // "" or why it is not exact, or what couples it
  std::uint64_t positions = 0;  // new local positions searched for it
};

// A first move and what it leads to.
struct MoveReport {
  go::Point point;
  std::size_t subgame = 0;
  Dyadic score;  // final score after it with best play
  Dyadic loss;   // points that it gives away, >= 0
};

// The points of the moves that lose nothing, in their order.
std::vector<go::Point> best_of(const std::vector<MoveReport>& moves);

struct LineMove {
  Player player = Player::kLeft;
  go::Point point;
  bool single_incentive = false;  // one undominated incentive decided it, no search
};

struct GoStatistics {
  std::uint64_t local_positions = 0;  // positions expanded by the local searches
  std::uint64_t sum_states = 0;       // states expanded by the sum search
  std::uint64_t games = 0;            // canonical games in the store
  double partition_ms = 0;
  double local_ms = 0;
  double sum_ms = 0;
};

class GoEndgame {
 public:
  // The store must outlive the endgame.
  GoEndgame(Store& store, go::Problem problem);
  ~GoEndgame();
  GoEndgame(GoEndgame&&) noexcept;

  const go::Problem& problem() const;

  // Partition, local searches and values. Every subgame gets a small share of the budget before
  // any gets a large one, so that a hard one does not keep the others from being solved. When the
  // budget ends, the subgames not solved stay unsearched, and the scores are bounds or unknown;
  // another call goes on where it ended. Returns complete().
  bool solve(Budget& budget);

  // Is the board cut into its parts? False before solve(), or if the budget ended even before that;
  // then there are no subgames, and the fixed score is not known.
  bool partitioned() const;
  const go::Partition& partition() const;
  const std::vector<Subgame>& subgames() const;
  // Safe stones' territory, dead stones and prisoners of the fixed part, minus komi. Requires
  // partitioned().
  Dyadic fixed_score() const;
  // True if every subgame has an exact value.
  bool complete() const;

  // Value of the whole board, fixed score included: may be a very large game. Requires complete().
  GameId total_value();

  // Final score when `first` moves first; bounds when ko values or a budget leave them open.
  struct Score {
    std::optional<Dyadic> lower;  // none: unknown
    std::optional<Dyadic> upper;
    bool exact() const { return lower && upper && *lower == *upper; }
  };
  Score score(Player first, Budget& budget);

  // Every legal first move in a subgame with its score, best first. Requires complete().
  std::vector<MoveReport> moves(Player first, Budget& budget);
  // best_of(moves()): empty if passing is best or nothing is left to play.
  std::vector<go::Point> best_moves(Player first, Budget& budget);
  // One optimal line, to the end of the last subgame. Requires complete().
  std::vector<LineMove> line(Player first, Budget& budget);

  // Thermograph of the sum of all subgames: exact when the sum is small, otherwise none.
  std::optional<Thermograph> thermograph(Budget& budget);

  std::vector<std::string> assumptions() const;
  const GoStatistics& statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt::solve
