#include "cgt/loopy/thermo/thermograph.hpp"

#include <optional>
#include <utility>

#include "cgt/loopy/text/text.hpp"
#include "cgt/support/error.hpp"

namespace cgt {
namespace {

// The same from temperature 0 up; below, the walls are left upright.
Thermograph from_zero_up(Thermograph thermograph) {
  for (Trajectory& wall : thermograph.walls.values) {
    while (!wall.critical.empty() && wall.critical.back().sign() <= 0) {
      wall.critical.pop_back();
      wall.slopes.pop_back();
    }
    if (wall.slopes.back() == 0) continue;
    wall.critical.emplace_back();
    wall.slopes.push_back(0);
  }
  return thermograph;
}

}  // namespace

Thermograph thermograph_of(LoopyGames& games, const LoopyValue& g) {
  if (g.is_short()) return games.store().thermograph(g.stopper().game());
  std::optional<GameId> near;
  if (g.is_stopper()) near = games.modulo_infinitesimals(g.stopper());
  if (!near) throw Error("there is no thermograph: " + cycle_text(games, g));
  return from_zero_up(games.store().thermograph(*near));
}

}  // namespace cgt
