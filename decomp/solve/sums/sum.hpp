// A sum of games as people give it: values, and positions of any ruleset.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cgt/store/game_id.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt::solve {

// A canonical form of the store at hand, or a position.
using SumGame = std::variant<GameId, AnyPosition>;

struct SumTerm {
  SumGame game;
  std::string ruleset;  // its name in the registry; "" for a value
  std::string text;     // the position or value as it was written
};

using Sum = std::vector<SumTerm>;

}  // namespace cgt::solve
