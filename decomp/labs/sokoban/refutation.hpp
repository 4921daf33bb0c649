// Why a position is lost: some of its boxes that cannot all come to goals even if all other boxes are taken away.
//
// Taking boxes away only makes a level easier, so such boxes prove that the position has no solution, wherever the
// others stand. The proof is the list of boxes; who checks it looks at every position that the player can reach with
// them alone. The checker reads the text of the level and shares nothing with any solver but the rules.
//
//   const SourceText source("two.xsb", "#####\n#@$ #\n# . #\n#####\n");
//   const std::vector<Level> levels = read_levels(source);
//   check_refutation(levels[0], {{1, 2}}, 1000).holds;  // true: a box at the upper wall stays there
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/sokoban/level.hpp"

namespace cgt::sokoban {

// Row and column, both from 0.
struct Cell {
  int row = 0;
  int column = 0;
  friend auto operator<=>(const Cell&, const Cell&) = default;
};

struct RefutationCheck {
  bool holds = false;
  std::uint64_t positions = 0;  // that were looked at
  std::string fault;  // why it does not hold, or that it would take more positions; else ""
};

// Looks at all positions of these boxes, from where the player and they stand in the level. Positions are not looked
// into if a box can reach no goal even alone, or if two of the boxes, or more, need the same goal. Throws
// BudgetExhausted at one of the `limits`, a unit for each position.
RefutationCheck check_refutation(const Level& level, const std::vector<Cell>& boxes,
                                 std::size_t most, const Budget& limits = Budget());

// Boxes of which none can be left out, or nothing if the search finds none: the level may have a solution, or a proof
// needs more than `most` positions. `seed`: the box to begin with, that was pushed last; without one all are tried.
std::optional<std::vector<Cell>> refute(const Level& level, std::optional<Cell> seed,
                                        std::size_t most, Budget& budget);

}  // namespace cgt::sokoban
