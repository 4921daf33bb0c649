// Heating in general. Store::cool, Store::heat and Store::freeze are the other ways of warming and
// cooling.
#pragma once

#include "cgt/store/store.hpp"
#include "cgt/support/api.hpp"

namespace cgt {

// G overheated from s to t: n copies of s if G is the integer n, else
// {overheat(G^L) + t | overheat(G^R) - t} (Berlekamp 1988, "Blockbusting and Domineering"). From 1
// to 1 + * it warms the positions of a Go endgame (Berlekamp and Wolfe 1994). Read from the
// canonical form of G. It keeps sums and order if integers keep their place, as they do for s = 1,
// t = 1 + * or for numbers s > t >= 0; for s = t it does not, since {0|1} becomes hot.
CGT_API GameId overheat(Store& store, GameId g, GameId s, GameId t);

}  // namespace cgt
