// Atomic weights: how many ups a game is worth.
//
// For an all-small game G the atomic weight A is the one game with
//     down + far star  <  G - A.^  <  ^ + far star
// where A.^ is the Norton product and the far star is any *n that is not a follower of the game: all
// that is smaller than ^ + far star counts as nothing. A game of weight >= 2 is positive whoever
// moves, in one of weight >= 1 Left wins if she moves first. Weights add: the weight of a sum
// is the sum of the weights (Berlekamp, Conway, Guy 1982, chapter 8; Siegel 2013, section II.7).
//
// A game that is not all-small but infinitesimal may still satisfy these bounds for some A (Tiny(2)
// does, with A = 0): then it is called atomic and A is its weight. The bounds determine A, if there
// is one. Calculation: every number below the game is replaced by so many ups (or downs) that it
// decides what it decided before; the game is all-small then; and the bounds are verified for the
// original game with the weight of the other.
#pragma once

#include <optional>

#include "cgt/store/store.hpp"

namespace cgt {

// Does g satisfy the bounds for some A? All-small games always do.
CGT_API bool is_atomic(Store& store, GameId g);
// The weight. Throws Error if g is not atomic.
CGT_API GameId atomic_weight(Store& store, GameId g);
// The weight, or empty if g is not atomic.
CGT_API std::optional<GameId> find_atomic_weight(Store& store, GameId g);

// The least nimber *n, n a power of two and at least 2, that exceeds every nimber among the
// followers of g: remote for g and all its followers. Throws Error if it would not fit.
CGT_API GameId far_star(Store& store, GameId g);
// How g compares with its far star. Never kEqual.
CGT_API Relation compare_far_star(Store& store, GameId g);

}  // namespace cgt
