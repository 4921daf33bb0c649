// Heating in general. Store::cool, Store::heat and Store::freeze are the other ways of warming and
// cooling.
#pragma once

#include "cgt/store/store.hpp"

namespace cgt {

// G overheated from s to t: n copies of s if G is the integer n, else
// {overheat(G^L) + t | overheat(G^R) - t}. With s = t = 1 it warms Go positions (Berlekamp 1988,
// "Blockbusting and Domineering"; Berlekamp and Wolfe 1994). Read from the canonical form of G; it
// is additive and independent of form if s > 0 and s, t are suitable, for instance 0 < s <= t
// numbers.
GameId overheat(Store& store, GameId g, GameId s, GameId t);

}  // namespace cgt
