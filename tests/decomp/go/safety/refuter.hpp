// Refutes claims of safety by play, on small boards: whole-board search with nothing in it but the
// rules of the game. And boards for such tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>

#include "cgt/support/player.hpp"
#include "decomp/go/board/board.hpp"

namespace cgt::go::refuter {

// Can the opponent of `owner`, who moves first, take a stone of the owner that stands on a claimed
// point now, or end the game (two passes) with a stone of his on a claimed point? Moves and passes
// anywhere, no suicide, simple ko. Play that goes on for ever refutes nothing. None if more than
// `most_states` positions come up.
std::optional<bool> refuted(const Board& board, Player owner, std::span<const Point> claimed,
                            std::size_t most_states);

// Can the opponent of `owner`, who moves first, end the game so that the owner's area minus his is
// less than `least`? Otherwise as refuted().
std::optional<bool> area_below(const Board& board, Player owner, std::int64_t least,
                               std::size_t most_states);

// Black's stones and surrounded points minus White's.
std::int64_t area(const Board& board);

// A board after that many random moves of alternating players, who do not fill points all whose
// neighbours are their stones.
Board random_board(std::mt19937_64& random, int width, int height, int moves);

// The board of that number to base 3; none if a block on it has no liberty.
std::optional<Board> numbered_board(int width, int height, std::size_t number);

}  // namespace cgt::go::refuter
