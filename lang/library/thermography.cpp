// Stops, thermographs, cooling and heating.
#include <utility>

#include "cgt/pictures/svg.hpp"
#include "cgt/support/hash.hpp"
#include "lang/library/core.hpp"
#include "lang/values/thermographs.hpp"

namespace cgt::lang {
namespace {

const ThermographObject& thermograph_of(const Value& v) {
  return *v.as_native<ThermographObject>();
}
const Trajectory& wall_of(const Value& v) { return v.as_native<TrajectoryObject>()->wall; }

Dyadic temperature_argument(Context& c, const Value& v, const char* what) {
  Dyadic t = c.dyadic(v, what);
  if (t < Dyadic(-1)) throw Error("temperatures start at -1");
  return t;
}

}  // namespace

void register_thermography(Registry& registry) {
  const Rows games(registry, "Game");
  const Rows thermographs(registry, "Thermograph");
  const Rows trajectories(registry, "Trajectory");
  games.add("Mean", "Mean value: the mast of the thermograph.", "{3||2|1}.Mean --> 9/4",
            [](Context& c, Arguments a) { return Value::number(c.store().mean(c.game(a[0]))); });
  games.add("Temperature", "Where the mast begins; -1/2^k for a number m/2^k, -1 for an integer.",
            "{1|-1}.Temperature --> 1", [](Context& c, Arguments a) {
              return Value::number(c.store().temperature(c.game(a[0])));
            });
  games.add("LeftStop", "The number reached when Left moves first.", "{3|1}.LeftStop --> 3",
            [](Context& c, Arguments a) {
              return Value::number(c.store().stop(c.game(a[0]), Player::kLeft));
            });
  games.add("RightStop", "The number reached when Right moves first.", "{3|1}.RightStop --> 1",
            [](Context& c, Arguments a) {
              return Value::number(c.store().stop(c.game(a[0]), Player::kRight));
            });
  games.add("Stop(player)", "The number reached when the player moves first.",
            "{3|1}.Stop(Right) --> 1", [](Context& c, Arguments a) {
              return Value::number(c.store().stop(c.game(a[0]), c.player(a[1], "Stop")));
            });
  games.add("Thermograph", "Both walls over the temperatures from -1 up.",
            "{3|1}.Thermograph --> Thermograph(2,[1],[0,-1],2,[1],[0,1])",
            [](Context& c, Arguments a) {
              return make_thermograph(c.store().thermograph(c.game(a[0])), c.text(a[0]));
            });
  games.add("Cool(t)", "Cooled by t > -1: every move is taxed t.", "{3|1}.Cool(1) --> 2+*",
            [](Context& c, Arguments a) {
              return c.wrap(c.store().cool(c.game(a[0]), c.dyadic(a[1], "Cool")));
            });
  games.add("Chilled", "Cooled by 1.", "{3|1}.Chilled --> 2+*", [](Context& c, Arguments a) {
    return c.wrap(c.store().cool(c.game(a[0]), Dyadic(1)));
  });
  games.add("Heat(t)", "Heated by t, any game: {G^L + t|G^R - t}, numbers unchanged.",
            "* Heat 2 --> +-2", [](Context& c, Arguments a) {
              return c.wrap(c.store().heat(c.game(a[0]), c.game(a[1], "Heat")));
            });
  games.add("Freeze", "Cooled by its own temperature.", "{3|1}.Freeze --> 2+*",
            [](Context& c, Arguments a) { return c.wrap(c.store().freeze(c.game(a[0]))); });

  thermographs.add(
      "Mast", "The value at high temperatures: the mean.", "{3|1}.Thermograph.Mast --> 2",
      [](Context&, Arguments a) { return Value::number(thermograph_of(a[0]).thermograph.mean()); });
  thermographs.add("Mean", "The mast.", "{3|1}.Thermograph.Mean --> 2", [](Context&, Arguments a) {
    return Value::number(thermograph_of(a[0]).thermograph.mean());
  });
  thermographs.add("Temperature", "Where the mast begins.", "{3|1}.Thermograph.Temperature --> 1",
                   [](Context&, Arguments a) {
                     return Value::number(thermograph_of(a[0]).thermograph.temperature());
                   });
  thermographs.add("Wall(player)", "The wall of a player.",
                   "{3|1}.Thermograph.Wall(Right) --> Trajectory(2,[1],[0,1])",
                   [](Context& c, Arguments a) {
                     return Value::native<TrajectoryObject>(
                         thermograph_of(a[0]).thermograph.wall(c.player(a[1], "Wall")));
                   });
  thermographs.add("LeftWall", "Left's wall.",
                   "{3|1}.Thermograph.LeftWall --> Trajectory(2,[1],[0,-1])",
                   [](Context&, Arguments a) {
                     return Value::native<TrajectoryObject>(
                         thermograph_of(a[0]).thermograph.wall(Player::kLeft));
                   });
  thermographs.add("RightWall", "Right's wall.",
                   "{3|1}.Thermograph.RightWall --> Trajectory(2,[1],[0,1])",
                   [](Context&, Arguments a) {
                     return Value::native<TrajectoryObject>(
                         thermograph_of(a[0]).thermograph.wall(Player::kRight));
                   });
  thermographs.add("Svg(title?)", "The picture as an SVG document, in a string.",
                   "{3|1}.Thermograph.Svg.Substring(1, 4) --> \"<svg\"",
                   [](Context& c, Arguments a) {
                     const ThermographObject& t = thermograph_of(a[0]);
                     return Value::string(thermograph_svg(
                         t.thermograph, a[1].is_nothing() ? t.title : c.string(a[1], "Svg")));
                   });
  trajectories.add("At(t)", "The value at temperature t >= -1.",
                   "{3||2|1}.Thermograph.LeftWall.At(0) --> 3", [](Context& c, Arguments a) {
                     return Value::number(wall_of(a[0]).at(temperature_argument(c, a[1], "At")));
                   });
  trajectories.add("Mast", "The value at high temperatures.",
                   "{3|1}.Thermograph.LeftWall.Mast --> 2",
                   [](Context&, Arguments a) { return Value::number(wall_of(a[0]).mast); });
}

}  // namespace cgt::lang
