// What is proved of a game whose value is out of reach: intervals for the figures that people ask about,
// and how those of a sum follow from those of its terms.
//
//   Store store;
//   const GameBounds hot = bounds_of(store, parse_value(store, "{4|1}"));
//   std::cout << (hot + hot + hot).text();  // Left stop in [15/2, 9], Right stop in [6, 15/2], mean 15/2, ...
//   assert(multiple(Dyadic(3), hot).mean == DyadicInterval::point(Dyadic(15, 1)));
//
// Of the sum of G and H (Conway 1976, chapters 8 and 9; Siegel 2013, II.3.20 and II.5.19):
//   R(G) + R(H) <= R(G+H) <= L(G) + R(H) <= L(G+H) <= L(G) + L(H) for the stops L and R;
//   the mean is the sum of the means, the temperature at most the greater of the two.
// Of one game: R <= mean <= L, and both stops are within the temperature, or 0, of the mean.
#pragma once

#include <string>

#include "cgt/number/dyadic.hpp"
#include "cgt/store/store.hpp"

namespace cgt {

struct GameBounds {
  DyadicInterval value;  // lower <= G <= upper in the order of games
  PerPlayer<DyadicInterval> stops;
  DyadicInterval mean;
  DyadicInterval temperature;

  // Makes each interval as narrow as the others allow.
  void tighten();
  // "0 <= value <= 3, Left stop in [1, 3], mean 3/2, outcome L or N"; "" if nothing is known.
  std::string text() const;

  GameBounds operator-() const;
  friend GameBounds operator+(const GameBounds& a, const GameBounds& b);
};

// Of the number itself.
GameBounds bounds_of(const Dyadic& number);
// The figures of a game, as far as the budget in scope allows. Throws nothing but std::bad_alloc.
GameBounds bounds_of(Store& store, GameId g);
// Of n copies, n an integer of any sign.
GameBounds multiple(const Dyadic& n, const GameBounds& g);

}  // namespace cgt
