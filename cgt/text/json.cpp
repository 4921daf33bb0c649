#include "cgt/text/json.hpp"

#include <utility>

#include "cgt/detail/json_document.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/contract.hpp"

namespace cgt {
namespace {

using Json = nlohmann::ordered_json;
using Node = JsonNode;

std::string dump(const Json& json, const JsonStyle& style) { return json.dump(style.indent); }

Dyadic dyadic_from(const Node& node) {
  // A store of its own, as numbers stay in the store that reads them.
  Store store;
  const GameId g = number_up_star(store, node);
  if (!store.is_number(g)) node.refuse("is not a number");
  return store.number_value(g);
}

Json wall_json(const Trajectory& wall) {
  Json critical = Json::array();
  for (const Dyadic& t : wall.critical) critical.push_back(t.to_string());
  return {{"mast", wall.mast.to_string()}, {"critical", critical}, {"slopes", wall.slopes}};
}

Trajectory wall_from(const Node& node) {
  Trajectory wall;
  wall.mast = dyadic_from(node.at("mast"));
  const Node critical = node.at("critical");
  for (std::size_t i = 0; i < critical.size(); ++i) {
    wall.critical.push_back(dyadic_from(critical.at(i)));
    const bool descends =
        wall.critical[i] > Dyadic(-1) && (i == 0 || wall.critical[i] < wall.critical[i - 1]);
    if (!descends) critical.at(i).refuse("is not below the one before, or not above -1");
  }
  const Node slopes = node.at("slopes");
  wall.slopes.clear();
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    const std::int64_t slope = slopes.at(i).integer();
    if (slope < -1 || slope > 1) slopes.at(i).refuse("is not -1, 0 or 1");
    if (i == 0 ? slope != 0 : slope == wall.slopes.back()) {
      slopes.at(i).refuse(i == 0 ? "is not the mast's 0" : "repeats the slope before");
    }
    wall.slopes.push_back(static_cast<int>(slope));
  }
  if (wall.slopes.size() != wall.critical.size() + 1) {
    slopes.refuse("has not one entry more than \"critical\"");
  }
  return wall;
}

}  // namespace

std::string json_string(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string to_json(Store& store, GameId g, const JsonStyle& style) {
  CGT_EXPECTS(!g.is_none(), "only a game has a JSON form");
  JsonGames games(store, style);
  const std::uint64_t root = games.add(g);
  Json out{{"format", "cgt-value"}, {"version", kJsonVersion}, {"root", root}};
  out["games"] = std::move(games.list);
  if (style.thermal) {
    out["mean"] = store.mean(g).to_string();
    out["temperature"] = store.temperature(g).to_string();
  }
  for (const Player player : kPlayers) {
    out[std::string(kJsonSides[player]) + "_stop"] = store.stop(g, player).to_string();
  }
  return dump(out, style);
}

std::string to_json(const Thermograph& thermograph, const JsonStyle& style) {
  Json out{{"format", "cgt-thermograph"},
           {"version", kJsonVersion},
           {"mean", thermograph.mean().to_string()},
           {"temperature", thermograph.temperature().to_string()}};
  for (const Player player : kPlayers)
    out[kJsonSides[player]] = wall_json(thermograph.wall(player));
  return dump(out, style);
}

GameId value_from_json(Store& store, std::string_view text) {
  const JsonDocument json = parse_json(text);
  return value_from_json(store, Node(json, ""));
}

GameId value_from_json(Store& store, const JsonNode& document) {
  document.expect_format("cgt-value");
  const Node games = document.at("games");
  FlatMap<std::int64_t, GameId> known;
  const auto look_up = [&](const Node& node) {
    const auto it = known.find(node.integer());
    if (it == known.end()) node.refuse("is not the id of an earlier game");
    return it->second;
  };
  for (std::size_t i = 0; i < games.size(); ++i) {
    const Node entry = games.at(i);
    const std::int64_t id = entry.at("id").integer();
    GameId g;
    if (entry.has("left") || entry.has("right")) {
      PerPlayer<GameList> sides;
      for (const Player player : kPlayers) {
        const Node list = entry.at(kJsonSides[player]);
        for (std::size_t k = 0; k < list.size(); ++k) {
          sides[player].push_back(look_up(list.at(k)));
        }
      }
      g = store.construct(sides[Player::kLeft], sides[Player::kRight]);
    } else {
      g = number_up_star(store, entry.at("name"));
    }
    if (!known.emplace(id, g).second) entry.at("id").refuse("names two games");
  }
  return look_up(document.at("root"));
}

Thermograph thermograph_from_json(std::string_view text) {
  const JsonDocument json = parse_json(text);
  const Node document(json, "");
  document.expect_format("cgt-thermograph");
  Thermograph out;
  for (const Player player : kPlayers) {
    out.walls[player] = wall_from(document.at(kJsonSides[player]));
  }
  if (out.wall(Player::kLeft).mast != out.wall(Player::kRight).mast) {
    document.refuse("has walls with different masts");
  }
  return out;
}

}  // namespace cgt
