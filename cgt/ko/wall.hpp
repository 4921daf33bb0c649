// Walls of thermographs with kos: piecewise linear functions of the temperature t on [-1, oo), with
// rational corners and integer slopes. Unlike those of loop-free games (number/trajectory.hpp) they
// need not be vertical where both meet, and their slopes may be any integers.
#pragma once

#include <optional>
#include <vector>

#include "cgt/number/dyadic.hpp"
#include "cgt/number/rational.hpp"
#include "cgt/number/trajectory.hpp"

namespace cgt {

// Invariants: corners ascend, the first one is at -1, neighbours differ in slope. The last slope
// holds for ever.
struct CGT_API KoWall {
  struct Corner {
    Rational t;
    Rational value;
    int slope = 0;  // of the value, from here up

    friend bool operator==(const Corner&, const Corner&) = default;
  };
  std::vector<Corner> corners;

  // Requires t >= -1.
  Rational at(const Rational& t) const;
  friend bool operator==(const KoWall&, const KoWall&) = default;
};

CGT_API KoWall to_ko_wall(const Trajectory& wall);
// wall + shift + tilt * t.
CGT_API KoWall tilted(KoWall wall, const Rational& shift, int tilt);
// The better of the two for `player` at every temperature: the greater for Left.
CGT_API KoWall better_wall(const KoWall& a, const KoWall& b, Player player);
// Both walls of a position from its scaffolds (none: the player has no move). Where the scaffolds
// are crossed nobody moves, and both walls go on from below, as far as the scaffolds leave room
// between them (Berlekamp 1996). Requires integers at t = -1.
CGT_API PerPlayer<KoWall> walls_of_scaffolds(const std::optional<KoWall>& left,
                                             const std::optional<KoWall>& right);
// Both walls of a number.
CGT_API PerPlayer<KoWall> walls_of_number(const Dyadic& number);

}  // namespace cgt
