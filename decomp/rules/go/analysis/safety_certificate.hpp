// Checks claims of safety by their certificates. It shares nothing with what finds them but the
// board: regions, blocks, chains and miai pairs are worked out anew from the points named, and small
// searches are done again, on boards.
//
//   const Board board = parse_board("..X.O./X.XOO./XXXO.O/OOOOO./......").board;
//   Budget budget;
//   const Safety safe = safety(board, SafetyMethod::kStatic, budget);
//   check_safety(board, safe, {}, budget).empty();   // true
#pragma once

#include <span>
#include <string>

#include "cgt/support/budget.hpp"
#include "decomp/rules/go/analysis/safety.hpp"
#include "decomp/rules/go/board.hpp"

namespace cgt::go {

// What is wrong with the first claim that does not hold, naming a point; "" if all do. `assumed` as
// it was given to safety(). Claims by search (SafetyRule::kSearch) have no certificate: they are
// refused unless `trust_search`. Requires a board on which every block has a liberty. Throws
// BudgetExhausted.
std::string check_safety(const Board& board, const Safety& safety, std::span<const Point> assumed,
                         Budget& budget, bool trust_search = false);

}  // namespace cgt::go
