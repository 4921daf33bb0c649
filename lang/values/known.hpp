// What is known of a game of a script whose evaluation was stopped (cgt/support/known.hpp): bounds of
// sums follow from what their terms know.
#pragma once

#include "cgt/support/known.hpp"
#include "lang/context.hpp"

namespace cgt::lang {

// Of a game, a position of a native ruleset, or sums, negatives and multiples of such; nothing of
// anything else. Named by its text, cut where that is long.
KnownSoFar known_of(Context& context, const Value& v);
// Of the sum of games, with integers as numbers of copies, for which `subject` stands.
struct KnownTerm {
  GameId game;
  Dyadic copies = 1;
};
KnownSoFar known_of_sum(Context& context, std::span<const KnownTerm> terms, const char* subject);

}  // namespace cgt::lang
