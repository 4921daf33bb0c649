// Safety: which stones are never captured and which points end as whose area, whatever the opponent
// does. One entry for all methods of proof; each claim names the rule that proves it.
//
//   const Board board = parse_board(".X.O/XXOO/.X.O").board;
//   const Safety found = safety(board, SafetyMethod::kBenson, budget);
//   found.territory[Player::kLeft].size();
//
// Blocks may be taken to live without proof ("assumed"). What is claimed then holds if they live:
// they count as immortal, a region that holds assumed stones of the enemy is nobody's eye, and they
// are no part of a claim.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/player.hpp"
#include "decomp/rules/go/board.hpp"

namespace cgt::go {

enum class SafetyMethod : std::uint8_t {
  kBenson,  // unconditional life (Benson 1976): the owner may pass for ever
  kStatic,  // rules for alternating play (Mueller 1997)
  kSearch,  // the same, and search of single regions (Niu and Mueller 2004)
};

// "benson", "static", "search".
const char* name(SafetyMethod method);

// Blocks and areas that are safe together. Points in board order.
struct SafetyClaim {
  Player owner = Player::kLeft;
  std::vector<Point> stones;
  std::vector<Point> territory;  // dead stones of the enemy included
  std::string rule;
};

struct Safety {
  std::vector<SafetyClaim> claims;
  // Of all claims together, by owner, in board order; `dead` by owner of the *stones*.
  PerPlayer<std::vector<Point>> stones, territory, dead;
};

// Requires a board on which every block has a liberty. Throws BudgetExhausted, and Error for a
// method that this program does not have.
Safety safety(const Board& board, SafetyMethod method, Budget& budget);
// The same if the blocks of these stones live; empty points are ignored.
Safety safety(const Board& board, SafetyMethod method, std::span<const Point> assumed,
              Budget& budget);

}  // namespace cgt::go
