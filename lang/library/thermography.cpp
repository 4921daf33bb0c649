// Stops, thermographs, cooling and heating.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/thermo/strategies.hpp"
#include "cgt/thermo/temperature.hpp"
#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
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
  thermographs.add("Sente",
                   "Whose move at the temperature must be answered; Nothing for gote and numbers.",
                   "{10|2||0}.Thermograph.Sente --> Left", [](Context&, Arguments a) {
                     const auto player = sente(thermograph_of(a[0]).thermograph);
                     return player ? Value::player(*player) : Value();
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

// Playing a list of components well without adding it up.

namespace {

constexpr Strategy kStrategies[] = {Strategy::kHotstrat, Strategy::kThermostrat,
                                    Strategy::kSentestrat, Strategy::kOptimal};

const EnumType& strategy_type() {
  static const EnumType type = [] {
    EnumType t{"Strategy", {}};
    int ordinal = 0;
    for (const char* name : {"Hotstrat", "Thermostrat", "Sentestrat", "Optimal"})
      t.members.push_back({&type, name, ordinal++});
    return t;
  }();
  return type;
}

std::vector<GameId> components(Context& c, const Value& v, const char* what) {
  std::vector<GameId> games;
  for (const Value& item : c.elements(v, what)) games.push_back(c.game(item, what));
  return games;
}

Strategy strategy(const Value& v, const char* what) {
  if (v.kind() != Kind::kEnum || v.as_enum().type != &strategy_type()) {
    throw Error(fmt::format("{} needs a strategy, not {}", what, v.described()),
                "Strategy.Hotstrat, Strategy.Thermostrat, Strategy.Sentestrat, Strategy.Optimal");
  }
  return kStrategies[v.as_enum().ordinal];
}

// [number of the component, from 1; option], or Nothing if all are numbers.
Value move_value(Context& c, const std::optional<StrategyMove>& move) {
  if (!move) return {};
  return Value::list(
      {Value::integer(static_cast<std::int64_t>(move->component) + 1), c.wrap(move->option)});
}

Value chosen(Context& c, Strategy how, Arguments a, const char* what) {
  PlayState state;
  state.components = components(c, a[0], what);
  return move_value(c, choose_move(c.store(), how, state, c.player(a[1], what)));
}

Thermostat reading(Context& c, Arguments a, const char* what) {
  const auto games = components(c, a[0], what);
  const bool hot =
      std::any_of(games.begin(), games.end(), [&](GameId g) { return !c.store().is_number(g); });
  if (!hot) throw Error(fmt::format("{} needs a component that is not a number", what));
  return thermostat(c.store(), games, c.player(a[1], what));
}

// Sentestrat knows how cold it has been, and where the opponent has moved.
Value sentestrat(Context& c, Arguments a) {
  PlayState state;
  state.components = components(c, a[0], "Sentestrat");
  if (!a[2].is_nothing()) state.ambient = c.dyadic(a[2], "Sentestrat");
  if (!a[3].is_nothing()) {
    const std::int64_t last = c.integer(a[3], "Sentestrat");
    if (last < 1 || static_cast<std::uint64_t>(last) > state.components.size())
      throw Error("Sentestrat: there is no such component");
    state.last = static_cast<std::size_t>(last) - 1;
  }
  return move_value(
      c, choose_move(c.store(), Strategy::kSentestrat, state, c.player(a[1], "Sentestrat")));
}

}  // namespace

void register_strategies(Registry& registry) {
  const Rows rows(registry, "");
  for (const EnumMember& member : strategy_type().members) {
    registry.add(Constant{fmt::format("Strategy.{}", member.name),
                          "A way to play a sum by looking at its components.",
                          Value::member(member)});
  }
  rows.add("Hotstrat(components, player)", "[component, option]: a move in one of the hottest.",
           "Hotstrat([+-1, +-3], Left) --> [2,3]",
           [](Context& c, Arguments a) { return chosen(c, Strategy::kHotstrat, a, "Hotstrat"); });
  rows.add("Thermostrat(components, player)",
           "[component, option]: a move where it is widest at the ambient temperature.",
           "Thermostrat([+-1, +-3], Left) --> [2,3]", [](Context& c, Arguments a) {
             return chosen(c, Strategy::kThermostrat, a, "Thermostrat");
           });
  rows.add("Sentestrat(components, player, ambient?, last?)",
           "[component, option]: answers in the component `last` if it got hotter than `ambient`.",
           "Sentestrat([+-1, +-3], Left) --> [2,3]", sentestrat);
  rows.add("OptimalMove(components, player)",
           "[component, option]: a move to the best stop of the sum.",
           "OptimalMove([+-1, +-3], Left) --> [2,3]",
           [](Context& c, Arguments a) { return chosen(c, Strategy::kOptimal, a, "OptimalMove"); });
  rows.add("AmbientTemperature(components, player)", "The temperature that Thermostrat plays at.",
           "AmbientTemperature([{9|5||-5|-9}, +-3], Left) --> 2", [](Context& c, Arguments a) {
             return Value::number(reading(c, a, "AmbientTemperature").temperature);
           });
  rows.add("ThermostatWorth(components, player)",
           "A stop that Thermostrat reaches or betters if the player moves first.",
           "ThermostatWorth([+-1, +-3], Left) --> 2", [](Context& c, Arguments a) {
             return Value::number(reading(c, a, "ThermostatWorth").worth);
           });
  rows.add("PlayOut(components, first, strategy, other?)",
           "The stop if `first` follows a strategy and the opponent another (or the same).",
           "PlayOut([+-1, +-3], Left, Strategy.Hotstrat) --> 2", [](Context& c, Arguments a) {
             const auto games = components(c, a[0], "PlayOut");
             const Player first = c.player(a[1], "PlayOut");
             PerPlayer<Strategy> strategies;
             strategies[first] = strategy(a[2], "PlayOut");
             strategies[opponent(first)] =
                 a[3].is_nothing() ? strategies[first] : strategy(a[3], "PlayOut");
             return Value::number(play_out(c.store(), games, first, strategies));
           });
  rows.add("GuaranteedStop(components, player, strategy, first?)",
           "The worst stop for a player who follows a strategy, over all plays of the opponent.",
           "GuaranteedStop([+-1, +-3], Left, Strategy.Hotstrat) --> 2",
           [](Context& c, Arguments a) {
             const auto games = components(c, a[0], "GuaranteedStop");
             const Player player = c.player(a[1], "GuaranteedStop");
             const Player first = a[3].is_nothing() ? player : c.player(a[3], "GuaranteedStop");
             return Value::number(guaranteed_stop(c.store(), games, player,
                                                  strategy(a[2], "GuaranteedStop"), first));
           });
  rows.add("UndominatedMoves(components, player)",
           "[component, option, incentive] of the moves that no other incentive exceeds.",
           "UndominatedMoves([+-1, +-3], Left) --> [[2,3,{6|0}]]", [](Context& c, Arguments a) {
             const auto games = components(c, a[0], "UndominatedMoves");
             std::vector<Value> items;
             for (const RatedMove& rated :
                  undominated_moves(c.store(), games, c.player(a[1], "UndominatedMoves"))) {
               items.push_back(
                   Value::list({Value::integer(static_cast<std::int64_t>(rated.move.component) + 1),
                                c.wrap(rated.move.option), c.wrap(rated.incentive)}));
             }
             return Value::list(std::move(items));
           });
}

}  // namespace cgt::lang
