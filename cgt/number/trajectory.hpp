// Exact piecewise linear walls of thermographs.
//
// A wall is a function of the temperature t on [-1, oo): constant (the mast) above its highest
// critical temperature, with integer slopes below. Invariants: critical temperatures strictly
// descend and are > -1; slopes has one entry more than critical; slopes[0] == 0 (the mast); two
// neighbouring slopes differ.
#pragma once

#include <vector>

#include "cgt/number/dyadic.hpp"
#include "cgt/support/player.hpp"
#include "cgt/support/small_vector.hpp"

namespace cgt {

struct CGT_API Trajectory {
  Dyadic mast;
  std::vector<Dyadic> critical;
  SmallVector<int, 6> slopes;

  // Must not allocate: GCC 12 takes the constructor of an array of these for one that cannot throw.
  Trajectory() { slopes.push_back(0); }

  // Value at temperature t. Requires t >= -1.
  Dyadic at(const Dyadic& t) const;
  friend bool operator==(const Trajectory&, const Trajectory&) = default;
};

// Both walls of a game. Left's wall is never below Right's (as values); they meet in the mast.
// (Conway 1976; Berlekamp 1996 for the part below temperature 0.)
struct CGT_API Thermograph {
  PerPlayer<Trajectory> walls;

  const Trajectory& wall(Player player) const { return walls[player]; }
  const Dyadic& mean() const { return walls[Player::kLeft].mast; }
  // Where the mast begins: -1/2^k for a number m/2^k with k > 0, -1 for an integer.
  Dyadic temperature() const;
  friend bool operator==(const Thermograph&, const Thermograph&) = default;
};

}  // namespace cgt
