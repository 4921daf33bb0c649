#include "cgt/detail/json_document.hpp"

#include "cgt/support/diagnostic.hpp"

namespace cgt {

JsonDocument parse_json(std::string_view text) {
  try {
    return JsonDocument::parse(text);
  } catch (const JsonDocument::parse_error& error) {
    const std::size_t at = error.byte > 0 ? error.byte - 1 : 0;
    throw InputError(SourceText("<json>", std::string(text)),
                     {{Severity::kError, "this is not JSON", {}, {std::min(at, text.size()), 1}}});
  }
}

void JsonNode::refuse(const std::string& message) const {
  throw Error((path_.empty() ? "the document" : path_) + " " + message,
              "values are written by to_json(); see cgt/text/json.hpp for the schema");
}

JsonNode JsonNode::at(const char* key) const {
  if (!json_.is_object()) refuse("is not an object");
  const auto it = json_.find(key);
  if (it == json_.end()) refuse(std::string("has no \"") + key + "\"");
  return {*it, path_.empty() ? key : path_ + "." + key};
}

std::size_t JsonNode::size() const {
  if (!json_.is_array()) refuse("is not a list");
  return json_.size();
}

std::string JsonNode::string() const {
  if (!json_.is_string()) refuse("is not a string");
  return json_.get<std::string>();
}

std::int64_t JsonNode::integer() const {
  const bool fits = json_.is_number_integer() &&
                    !(json_.is_number_unsigned() && json_.get<std::uint64_t>() >> 63U != 0);
  if (!fits) refuse("is not an integer that a word holds");
  return json_.get<std::int64_t>();
}

void JsonNode::expect_format(const char* format) const {
  if (at("format").string() != format) refuse(std::string("is not in the format ") + format);
  if (at("version").integer() != kJsonVersion) at("version").refuse("is not known here");
}

GameId number_up_star(Store& store, const JsonNode& node) {
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

// A limit of 0 is none to a printer; no brace form has a single character.
JsonGames::JsonGames(Store& store, const JsonStyle& style)
    : store_(store),
      dialect_(text_dialect(Notation::kCanonical)),
      printer_(store, *dialect_, std::max<std::size_t>(style.name_length, 1)) {}

void JsonGames::add_entry(GameId g) {
  store_.charge();
  if (!ids_.emplace(g, next_id()).second) return;
  nlohmann::ordered_json entry{{"id", next_id()}};
  if (store_.is_nus(g)) {
    entry["name"] = to_text(store_, g);
  } else {
    if (auto name = printer_.print_if_short(g)) entry["name"] = *std::move(name);
    for (const Player player : kPlayers) {
      auto options = nlohmann::ordered_json::array();
      for (const GameId option : printer_.order().options(g, player))
        options.push_back(ids_.at(option));
      entry[kJsonSides[player]] = std::move(options);
    }
  }
  list.push_back(std::move(entry));
}

std::uint64_t JsonGames::add(GameId g) {
  // Followers of a number-up-star need no entries unless something else has them as options.
  struct Frame {
    GameId g;
    Player player = Player::kLeft;
    std::size_t next = 0;
  };
  std::vector<Frame> stack{{g}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const bool named = store_.is_nus(frame.g);
    if (!named && frame.next < store_.option_count(frame.g, frame.player)) {
      const GameId option = printer_.order().options(frame.g, frame.player)[frame.next++];
      if (!ids_.contains(option)) stack.push_back({option});
    } else if (!named && frame.player == Player::kLeft) {
      frame.player = Player::kRight;
      frame.next = 0;
    } else {
      add_entry(frame.g);
      stack.pop_back();
    }
  }
  return ids_.at(g);
}

}  // namespace cgt
