#include "cgt/text/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cgt/support/containers.hpp"
#include "cgt/support/contract.hpp"
#include "cgt/support/diagnostic.hpp"
#include "cgt/text/parse.hpp"
#include "cgt/text/printer.hpp"

namespace cgt {
namespace {

// Documents are written in the order of the schema, and read into sorted keys, which cost no more
// for hostile ones.
using Json = nlohmann::ordered_json;
using Document = nlohmann::json;

constexpr int kVersion = 1;
constexpr PerPlayer<const char*> kSideNames{{"left", "right"}};

std::string dump(const Json& json, const JsonStyle& style) { return json.dump(style.indent); }

Document parse_json(std::string_view text) {
  try {
    return Document::parse(text);
  } catch (const Document::parse_error& error) {
    const std::size_t at = error.byte > 0 ? error.byte - 1 : 0;
    throw InputError(SourceText("<json>", std::string(text)),
                     {{Severity::kError, "this is not JSON", {}, {std::min(at, text.size()), 1}}});
  }
}

// A part of a document with the path that leads to it, for messages.
class Node {
 public:
  Node(const Document& json, std::string path) : json_(json), path_(std::move(path)) {}

  [[noreturn]] void refuse(const std::string& message) const {
    throw Error((path_.empty() ? "the document" : path_) + " " + message,
                "values are written by to_json(); see cgt/text/json.hpp for the schema");
  }
  bool has(const char* key) const { return json_.is_object() && json_.contains(key); }
  Node at(const char* key) const {
    if (!json_.is_object()) refuse("is not an object");
    const auto it = json_.find(key);
    if (it == json_.end()) refuse(std::string("has no \"") + key + "\"");
    return {*it, path_.empty() ? key : path_ + "." + key};
  }
  std::size_t size() const {
    if (!json_.is_array()) refuse("is not a list");
    return json_.size();
  }
  Node at(std::size_t i) const { return {json_[i], path_ + "[" + std::to_string(i) + "]"}; }
  std::string string() const {
    if (!json_.is_string()) refuse("is not a string");
    return json_.get<std::string>();
  }
  std::int64_t integer() const {
    const bool fits = json_.is_number_integer() &&
                      !(json_.is_number_unsigned() && json_.get<std::uint64_t>() >> 63U != 0);
    if (!fits) refuse("is not an integer that a word holds");
    return json_.get<std::int64_t>();
  }
  void expect_format(const char* format) const {
    if (at("format").string() != format) refuse(std::string("is not in the format ") + format);
    if (at("version").integer() != kVersion) at("version").refuse("is not known here");
  }

 private:
  const Document& json_;
  std::string path_;
};

// A number-up-star, which is all that an entry without options may be. Names of other values are
// not even read: ^[100000] is short, but long to make.
GameId nus_from_name(Store& store, const Node& node) {
  const std::string name = node.string();
  if (name.empty() || name.find_first_not_of("0123456789+-/^v*") != std::string::npos) {
    node.refuse("is not the name of a number-up-star");
  }
  GameId g;
  try {
    g = parse_value(store, name);
  } catch (const InputError& error) {
    node.refuse("is not a value: " + error.message());
  }
  if (!store.is_nus(g)) node.refuse("is not the name of a number-up-star");
  return g;
}

Dyadic dyadic_from(const Node& node) {
  // A store of its own, as numbers stay in the store that reads them.
  Store store;
  const GameId g = nus_from_name(store, node);
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

std::string to_json(Store& store, GameId g, const JsonStyle& style) {
  CGT_EXPECTS(!g.is_none(), "only a game has a JSON form");
  const auto dialect = text_dialect(Notation::kCanonical);
  // A limit of 0 is none to a printer; no brace form has a single character.
  Printer printer(store, *dialect, std::max<std::size_t>(style.name_length, 1));
  FlatMap<GameId, std::uint64_t> ids;
  Json games = Json::array();
  const auto add = [&](GameId x) {
    store.charge();
    const std::uint64_t id = ids.size();
    if (!ids.emplace(x, id).second) return;
    Json entry{{"id", id}};
    if (store.is_nus(x)) {
      entry["name"] = to_text(store, x);
    } else {
      if (auto name = printer.print_if_short(x)) entry["name"] = *std::move(name);
      for (const Player player : kPlayers) {
        Json list = Json::array();
        for (const GameId option : store.options(x, player)) list.push_back(ids.at(option));
        entry[kSideNames[player]] = std::move(list);
      }
    }
    games.push_back(std::move(entry));
  };
  // Followers of a number-up-star need no entries unless something else has them as options.
  struct Frame {
    GameId g;
    Player player = Player::kLeft;
    std::uint64_t next = 0;
  };
  std::vector<Frame> stack{{g}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (!store.is_nus(frame.g) && frame.next < store.option_count(frame.g, frame.player)) {
      const GameId option = store.option(frame.g, frame.player, frame.next++);
      if (!ids.contains(option)) stack.push_back({option});
    } else if (!store.is_nus(frame.g) && frame.player == Player::kLeft) {
      frame.player = Player::kRight;
      frame.next = 0;
    } else {
      add(frame.g);
      stack.pop_back();
    }
  }
  Json out{{"format", "cgt-value"}, {"version", kVersion}, {"root", ids.at(g)}};
  out["games"] = std::move(games);
  if (style.thermal) {
    out["mean"] = store.mean(g).to_string();
    out["temperature"] = store.temperature(g).to_string();
  }
  for (const Player player : kPlayers) {
    out[std::string(kSideNames[player]) + "_stop"] = store.stop(g, player).to_string();
  }
  return dump(out, style);
}

std::string to_json(const Thermograph& thermograph, const JsonStyle& style) {
  Json out{{"format", "cgt-thermograph"},
           {"version", kVersion},
           {"mean", thermograph.mean().to_string()},
           {"temperature", thermograph.temperature().to_string()}};
  for (const Player player : kPlayers)
    out[kSideNames[player]] = wall_json(thermograph.wall(player));
  return dump(out, style);
}

GameId value_from_json(Store& store, std::string_view text) {
  const Document json = parse_json(text);
  const Node document(json, "");
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
        const Node list = entry.at(kSideNames[player]);
        for (std::size_t k = 0; k < list.size(); ++k) {
          sides[player].push_back(look_up(list.at(k)));
        }
      }
      g = store.construct(sides[Player::kLeft], sides[Player::kRight]);
    } else {
      g = nus_from_name(store, entry.at("name"));
    }
    if (!known.emplace(id, g).second) entry.at("id").refuse("names two games");
  }
  return look_up(document.at("root"));
}

Thermograph thermograph_from_json(std::string_view text) {
  const Document json = parse_json(text);
  const Node document(json, "");
  document.expect_format("cgt-thermograph");
  Thermograph out;
  for (const Player player : kPlayers) {
    out.walls[player] = wall_from(document.at(kSideNames[player]));
  }
  if (out.wall(Player::kLeft).mast != out.wall(Player::kRight).mast) {
    document.refuse("has walls with different masts");
  }
  return out;
}

}  // namespace cgt
