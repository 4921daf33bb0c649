// Checks claims of safety by their certificates. It shares nothing with what finds them but the
// board: regions, blocks, chains and miai pairs are worked out anew from the points named, and small
// searches are done again, on boards.
//
//   const Board board = parse_board("..X.O./X.XOO./XXXO.O/OOOOO./......").board;
//   Budget budget;
//   const Safety safe = safety(board, SafetyMethod::kStatic, budget);
//   check_safety(board, safe, {}, budget).empty();   // true
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "decomp/go/board/board.hpp"
#include "decomp/go/safety/safety.hpp"

namespace cgt::go {

inline constexpr int kMostSearchedEmpties = 5;
inline constexpr std::size_t kMostSearchedPoints = 8;

// What is wrong with the first claim that does not hold, naming a point; "" if all do. `assumed` as
// it was given to safety(). The answers that a claim by search comes with (SafetyCertificate::fights)
// are replayed against all that the enemy can do, without a search. One without answers is searched
// again, on boards, if at most kMostSearchedPoints points are its territory, kMostSearchedEmpties of
// them empty; larger ones are refused unless `trust_search`, which takes all of them for granted. Requires a board on
// which every block has a liberty. Throws BudgetExhausted.
CGT_API std::string check_safety(const Board& board, const Safety& safety,
                                 std::span<const Point> assumed, Budget& budget,
                                 bool trust_search = false);

}  // namespace cgt::go
