// The moves of a position by the cells of its picture.
//
// Changed cells are found by comparing the boards before and after; where a ruleset numbers vertices,
// edges or points of its own, by that number. A move reads as that of a piece if one kind of piece is
// gone from one cell and stands on another.
//
// Invariant: the clicks of the moves of one player are all different, and none is the beginning of
// another. So clicks on cells choose a move without knowing any rule. Moves that the cells do not tell
// apart, such as those on one heap, have none, nor have those that lead to a board that an earlier one leads
// to.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "repl/explorer/api/picture.hpp"

namespace cgt::repl {

struct BoardMove {
  std::size_t index = 0;  // of the option
  Option<AnyPosition> option;
  std::string board;                 // the text after it
  std::vector<std::size_t> cells;    // that it changes, ascending
  std::vector<std::size_t> filled;   // of them: a piece comes to a free cell,
  std::vector<std::size_t> vacated;  // or the piece there is gone;
  std::vector<std::size_t> own;      // there was a piece that the player moves
  std::optional<std::size_t> from;
  std::optional<std::size_t> to;
  std::optional<std::vector<std::size_t>> clicks;
  std::string label;  // "a1-a2", "5: leave 3 and 2"
};

// All moves of the player, in the order of the options.
std::vector<BoardMove> moves_of(const NamedRuleset& ruleset, const AnyPosition& position,
                                const Picture& picture, Player player, Budget& budget);

Json json_of(const BoardMove& move);

// The reply that shows a position, for all requests that end in one.

// {"game", "board", "kind", "picture", "text", "left", "right", "over", "impartial"}. Throws
// BudgetExhausted.
Json position_reply(const NamedRuleset& ruleset, const AnyPosition& position, Budget& budget);

}  // namespace cgt::repl
