// An independent check of what group_life() says of a group: its proofs are replayed on boards of
// characters, without a search.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "decomp/go/board/board.hpp"
#include "decomp/go/life/group_status.hpp"
#include "decomp/go/safety/safety.hpp"

namespace cgt::go {

struct CGT_API GroupCheck {
  bool confirmed = false;
  std::string wrong;          // why the proofs are none; empty also where there are no proofs
  std::uint64_t nodes = 0;    // positions looked at
  std::uint64_t answers = 0;  // replayed
};

// `safety` and `assumed` as they were given to group_life(); whether the claims of safety hold is for
// check_safety() to say. Requires a board on which every block has a liberty. Throws BudgetExhausted.
CGT_API GroupCheck check_group(const Board& board, const GroupLife& life, const Safety& safety,
                               std::span<const Point> assumed, Budget& budget);

}  // namespace cgt::go
