// Dots and Boxes: how many more boxes than the opponent does the player to move take, if both play best?
//
// Alpha-beta search with a table of bounds, on the strings that are left. Moves that are left out never change the
// score (Barker, Korf 2012, and checked against plain search). A coin whose string leads to the ground or to a coin of
// three strings or more is taken at once. Of a chain to be taken, all but the last two coins (of a loop: the last four)
// are taken at once; then they are taken, or left to the opponent by the string in the middle, which gains the move.
// Of the strings of a chain of three or more coins, or of a loop, one stands for all.
//
//   const boxes::Board board = boxes::Board::parse("2x2");
//   boxes::ScoreSearch search(board);
//   Budget budget;
//   const boxes::ScoreBounds score = search.score(board.strings(), budget);
//   CGT_EXPECTS(score.exact() && score.lower == 2, "the first player takes three boxes of four");
//
// Thread rule: one thread a search.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/boxes/board.hpp"

namespace cgt::boxes {

// Boxes of the player to move minus those of the opponent, of those that are still to be taken.
struct CGT_API ScoreBounds {
  int lower = 0;
  int upper = 0;
  std::optional<StopReason> stopped;  // why they are apart
  bool exact() const { return lower == upper; }
};

struct CGT_API ScoredMove {
  int string = 0;
  int taken = 0;
  int score = 0;  // for the player to move, with these coins
};

class CGT_API ScoreSearch {
 public:
  // The board must outlive the search.
  explicit ScoreSearch(const Board& board);
  ScoreSearch(const ScoreSearch&) = delete;
  ScoreSearch& operator=(const ScoreSearch&) = delete;
  ~ScoreSearch();

  // Out of budget the bounds that were proved by then.
  ScoreBounds score(Strings left, Budget& budget);
  // Is the score `bound` or more? Throws BudgetExhausted.
  bool at_least(Strings left, int bound, Budget& budget);
  // Every move with its score, best first. Throws BudgetExhausted.
  std::vector<ScoredMove> moves(Strings left, Budget& budget);
  // Best play to the end: strings in turn. Throws BudgetExhausted.
  std::vector<int> line(Strings left, Budget& budget);
  std::uint64_t positions() const;

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace cgt::boxes
