// Life and death of a group that living enemy stones enclose (Kishimoto and Mueller 2005), by
// search with either side first and with either side winning all kos.
//
//   const go::Board board = go::parse_board("..O.X/.OXXX/OOX../.XX../XX...").board;
//   Budget budget;
//   const std::vector<Point> living{go::Point::at(4, 0)};
//   const go::Safety safe = go::searched_safety(board, living, budget);
//   go::group_status(board, go::Point::at(2, 0), safe, living, budget);
#pragma once

#include <cstdint>
#include <span>

#include "cgt/support/api.hpp"
#include "cgt/support/budget.hpp"
#include "decomp/rules/go/analysis/safety.hpp"
#include "decomp/rules/go/board.hpp"

namespace cgt::go {

enum class GroupStatus : std::uint8_t {
  kAlive,      // safe: it has eyes
  kSeki,       // cannot be taken, though the enemy moves first, but is not proved to have two eyes
  kDead,       // is taken even if it moves first and wins every ko
  kUnsettled,  // who moves first decides, without ko
  kKo,         // a ko decides, for one of the first movers at least
  kUnknown     // not enclosed by safe stones, more than 64 points, or out of nodes
};
// "alive", "seki", "dead", "unsettled", "ko", "unknown".
CGT_API const char* name(GroupStatus status);

// Of the block at `stone`, on a board whose safe points are given. Stones around that are safe, or
// `assumed` to be, do not die; `nodes` for each search. Requires a stone there, and that every
// block has a liberty. Throws BudgetExhausted.
CGT_API GroupStatus group_status(const Board& board, Point stone, const Safety& safety,
                                 std::span<const Point> assumed, Budget& budget,
                                 std::uint64_t nodes = 100'000);

}  // namespace cgt::go
