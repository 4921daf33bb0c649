// Games up to infinitesimals, and the names for what kind of game one is.
//
// G is infinitesimally close to H if G - H lies between all negative and all positive numbers. Each
// class of close games has one simplest member, the reduced canonical form rcf(G). It is computed
// as Calistrate (1996) proposed and Grossman and Siegel (2009, "Reductions of partizan games")
// proved: heat by *, then project every x + * to x. rcf(G) = rcf(H) iff G and H are close.
#pragma once

#include <optional>

#include "cgt/store/store.hpp"

namespace cgt {

// kNumber: cold. kTepid: infinitesimally close to a number, but none. kHot: the stops differ.
enum class Warmth { kNumber, kTepid, kHot };

// p(G): x if G is x or x + * for a number x, else {p(G^L) | p(G^R)}.
CGT_API GameId star_projection(Store& store, GameId g);
// rcf(G), the simplest game infinitesimally close to g.
CGT_API GameId reduced_canonical_form(Store& store, GameId g);

CGT_API Warmth warmth(Store& store, GameId g);
// Both stops are 0.
CGT_API bool is_infinitesimal(Store& store, GameId g);
// Both stops are the same number: the game is that number plus an infinitesimal.
CGT_API bool is_numberish(Store& store, GameId g);
// The number that g is infinitesimally close to. Throws Error unless g is numberish.
CGT_API Dyadic number_part(Store& store, GameId g);
// g - number_part(g). Throws Error unless g is numberish.
CGT_API GameId infinitesimal_part(Store& store, GameId g);

// Every follower has moves for both players or for neither.
CGT_API bool is_all_small(Store& store, GameId g);
// A pure nimber *k, k >= 0.
CGT_API bool is_nimber(Store& store, GameId g);
// g + g = g. Of all short games, 0 only.
CGT_API bool is_idempotent(Store& store, GameId g);

// x + tiny(H) or x + miny(H): the game {x || x | K} or its mirror image with a number x and a game
// K whose mean is on the far side of x; then H = x - K (K - x).
struct CGT_API NumberTiny {
  Dyadic number;
  Player favours = Player::kLeft;  // kLeft: tiny, kRight: miny
  GameId subscript;
};
CGT_API std::optional<NumberTiny> as_number_tiny(Store& store, GameId g);
// A number, or a number plus a tiny or miny.
CGT_API bool is_number_tiny(Store& store, GameId g);

}  // namespace cgt
