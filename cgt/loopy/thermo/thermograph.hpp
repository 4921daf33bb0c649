// Thermographs of loopy values, as far as they have one: from temperature 0 up.
#pragma once

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/number/trajectory.hpp"

namespace cgt {

// Of a short game all of it; of a stopper that is near a short game, up to infinitesimals, the part from
// temperature 0 up, and upright walls below, which say nothing. Throws Error where play comes back to a
// position that is close to no number (LoopyGames::modulo_infinitesimals).
Thermograph thermograph_of(LoopyGames& games, const LoopyValue& g);

}  // namespace cgt
