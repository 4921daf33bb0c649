// The thermograph of a game from the thermographs of all its options, which need not be canonical:
// dominated and reversible ones do no harm.
//
// The scaffolds are the best walls of the options, taxed by the move. Where they do not cross at
// temperature -1, the game is an integer: the simplest one between them (Conway 1976, chapter 9;
// Berlekamp 1996 for temperatures below 0).
#pragma once

#include <span>

#include "cgt/number/trajectory.hpp"

namespace cgt {

Thermograph thermograph_of_options(std::span<const Thermograph* const> left,
                                   std::span<const Thermograph* const> right);
// The thermograph of G + x.
Thermograph shifted(Thermograph thermograph, const Dyadic& x);

}  // namespace cgt
