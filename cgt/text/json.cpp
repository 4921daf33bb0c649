#include "cgt/text/json.hpp"

#include <variant>

#include "cgt/detail/json_document.hpp"
#include "cgt/text/loopy_text.hpp"

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

namespace {

constexpr const char* kLoopyFormat = "cgt-loopy-value";

// Entries of the positions of both sides. Short ones are written before the first loopy one.
class LoopyEntries {
 public:
  LoopyEntries(LoopyGames& games, const JsonStyle& style)
      : games_(games), style_(style), entries_(games.store(), style) {}

  void reach(const LoopySide& root) {
    if (add(root)) queue_.push_back(root);
    while (next_ < queue_.size()) {
      games_.store().charge();
      const LoopySide g = queue_[next_++];
      for (const Player player : kPlayers) {
        for (const LoopySide& o : games_.options(g, player)) {
          if (add(o)) queue_.push_back(o);
        }
      }
    }
  }

  nlohmann::ordered_json write() {
    const std::uint64_t first = entries_.next_id();
    for (std::size_t i = 0; i < queue_.size(); ++i) ids_[queue_[i]] = first + i;
    for (const LoopySide& g : queue_) {
      games_.store().charge();
      nlohmann::ordered_json entry{{"id", id(g)}};
      if (auto name = text_if_short(games_, g, std::max<std::size_t>(style_.name_length, 1)))
        entry["name"] = *std::move(name);
      for (const Player player : kPlayers) {
        std::vector<std::uint64_t> list;
        for (const LoopySide& o : games_.options(g, player)) list.push_back(id(o));
        std::ranges::sort(list);
        entry[kJsonSides[player]] = list;
      }
      entries_.list.push_back(std::move(entry));
    }
    return std::move(entries_.list);
  }

  std::uint64_t id(const LoopySide& g) const { return ids_.at(g); }

 private:
  // Is it new and loopy? A short game has its entry from now on.
  bool add(const LoopySide& g) {
    if (!ids_.emplace(g, 0).second) return false;
    if (!g.id.is_short()) return true;
    ids_[g] = entries_.add(g.id.game());
    return false;
  }

  LoopyGames& games_;
  const JsonStyle& style_;
  JsonGames entries_;
  FlatMap<LoopySide, std::uint64_t> ids_;
  std::vector<LoopySide> queue_;
  std::size_t next_ = 0;
};

// What entries are, and what is asked of them once all are known.
class LoopyJsonReader {
 public:
  explicit LoopyJsonReader(LoopyGames& games) : games_(games) {}

  LoopyValue read(const JsonNode& document) {
    document.expect_format(kLoopyFormat);
    const JsonNode list = document.at("games");
    for (std::size_t i = 0; i < list.size(); ++i) {
      games_.store().charge();
      const JsonNode entry = list.at(i);
      Entry read;
      if (entry.has("left") || entry.has("right")) {
        read = system_.add();
      } else {
        read = number_up_star(games_.store(), entry.at("name"));
      }
      if (!entries_.emplace(entry.at("id").integer(), read).second)
        entry.at("id").refuse("names two games");
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      const JsonNode entry = list.at(i);
      const Entry from = entries_.at(entry.at("id").integer());
      if (std::holds_alternative<GameId>(from)) continue;
      for (const Player player : kPlayers) {
        const JsonNode options = entry.at(kJsonSides[player]);
        for (std::size_t k = 0; k < options.size(); ++k) {
          const Entry& to = find(options.at(k));
          if (const auto* game = std::get_if<GameId>(&to)) {
            system_.add_option(std::get<Vertex>(from), player, LoopyValue(*game));
          } else {
            system_.add_move(std::get<Vertex>(from), player, std::get<Vertex>(to));
          }
        }
      }
    }
    const Entry onside = find(document.at("onside"));
    const Entry offside = find(document.at("offside"));
    values_ = games_.values(system_);
    return games_.sides(value(onside), value(offside));
  }

 private:
  using Vertex = std::uint32_t;
  using Entry = std::variant<GameId, Vertex>;

  const Entry& find(const JsonNode& node) const {
    const auto it = entries_.find(node.integer());
    if (it == entries_.end()) node.refuse("is not the id of a game");
    return it->second;
  }
  LoopyValue value(const Entry& entry) const {
    if (const auto* game = std::get_if<GameId>(&entry)) return LoopyValue(*game);
    return values_[std::get<Vertex>(entry)];
  }

  LoopyGames& games_;
  LoopySystem system_;
  FlatMap<std::int64_t, Entry> entries_;
  std::vector<LoopyValue> values_;
};

}  // namespace

std::string to_json(LoopyGames& games, const LoopyValue& g, const JsonStyle& style) {
  if (g.is_short()) return to_json(games.store(), g.stopper().game(), style);
  LoopyEntries entries(games, style);
  for (const Side side : kSides) entries.reach(g.side(side));
  nlohmann::ordered_json list = entries.write();
  nlohmann::ordered_json out{{"format", kLoopyFormat}, {"version", kJsonVersion}};
  const std::string name = to_text(games, g, {Notation::kCanonical, style.name_length});
  if (name.size() <= style.name_length) out["name"] = name;
  out["onside"] = entries.id(g.side(Side::kOnside));
  out["offside"] = entries.id(g.side(Side::kOffside));
  out["games"] = std::move(list);
  out["outcome"] = cgt::name(games.outcome(g));
  if (g.is_stopper()) {
    for (const Player player : kPlayers) {
      const LoopyId stop = games.make(games.stop(g.stopper(), player));
      out[std::string(kJsonSides[player]) + "_stop"] = to_text(games, LoopyValue(stop));
    }
  }
  return out.dump(style.indent);
}

LoopyValue loopy_from_json(LoopyGames& games, std::string_view text) {
  const JsonDocument json = parse_json(text);
  const JsonNode document(json, "");
  if (document.at("format").string() != kLoopyFormat)
    return value_from_json(games.store(), document);
  return LoopyJsonReader(games).read(document);
}

}  // namespace cgt
