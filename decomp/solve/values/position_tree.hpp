// The game tree of a position, with its positions: for people to look at and for other programs.
#pragma once

#include <span>
#include <string>

#include "cgt/pictures/tree_drawing.hpp"
#include "decomp/solve/values/evaluator.hpp"

namespace cgt::solve {

struct PositionTreeStyle {
  // At most so many positions, nearest to the root first.
  std::size_t max_nodes = 60;
  // Each position once, at the end of all moves that lead there; else each line of play its own.
  bool shared = true;
  // Only moves whose value is at least as good as a canonical option of the position.
  bool sensible = false;
  bool values = true;  // a value beside each position
};

// A move is sensible if its value is at least as good as a canonical option of the whole: G^L >= a
// Left option of the canonical form, G^R <= a Right option.
bool is_sensible(Store& store, GameId whole, GameId option, Player player);
// The same of loopy values, where `wanted` are the player's canonical options of the whole.
bool is_sensible(LoopyGames& games, std::span<const LoopyId> wanted, const LoopyValue& option,
                 Player player);

// Throws BudgetExhausted, and Error where a value is needed and does not exist.
TreeDrawing position_tree(Store& store, Evaluator& evaluator, const AnyPosition& root,
                          const PositionTreeStyle& style, Budget& budget);

// {"format": "cgt-position-tree", "version": 1, "complete": true, "nodes": [{"id": 0, "position":
// "xo|ox", "value": "*", "left": [1], "right": [2]}, ...]}: nodes by id, the root first; "omitted"
// counts options that are left out.
std::string position_tree_json(Store& store, Evaluator& evaluator, const AnyPosition& root,
                               const PositionTreeStyle& style, Budget& budget);

}  // namespace cgt::solve
