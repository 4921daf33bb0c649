// What reading and writing JSON of short and of loopy values share.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "cgt/store/store.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/printer.hpp"

namespace cgt {

// Documents are written in the order of the schema, as nlohmann::ordered_json, and read into sorted
// keys, which cost no more for hostile ones.
using JsonDocument = nlohmann::json;

inline constexpr int kJsonVersion = 1;
inline constexpr PerPlayer<const char*> kJsonSides{{"left", "right"}};

// Throws InputError with its place.
JsonDocument parse_json(std::string_view text);

// A part of a document with the path that leads to it, for messages. All that ask throw Error where
// the part is something else.
class JsonNode {
 public:
  JsonNode(const JsonDocument& json, std::string path) : json_(json), path_(std::move(path)) {}

  [[noreturn]] void refuse(const std::string& message) const;
  bool has(const char* key) const { return json_.is_object() && json_.contains(key); }
  JsonNode at(const char* key) const;
  std::size_t size() const;
  JsonNode at(std::size_t i) const { return {json_[i], path_ + "[" + std::to_string(i) + "]"}; }
  std::string string() const;
  std::int64_t integer() const;
  void expect_format(const char* format) const;

 private:
  const JsonDocument& json_;
  std::string path_;
};

// A number-up-star, which is all that an entry without options may be. Names of other values are
// not even read: ^[100000] is short, but long to make.
GameId number_up_star(Store& store, const JsonNode& name);
// The value of a whole document of the format "cgt-value".
GameId value_from_json(Store& store, const JsonNode& document);

// The entries of games and their followers, options before the games that have them. Their order is
// that in which options print, so that equal games have equal entries whatever their stores hold.
class JsonGames {
 public:
  JsonGames(Store& store, const JsonStyle& style);

  // The id of its entry.
  std::uint64_t add(GameId g);
  // The next entry, of something that is not a short game.
  std::uint64_t next_id() const { return list.size(); }

  nlohmann::ordered_json list = nlohmann::ordered_json::array();

 private:
  void add_entry(GameId g);

  Store& store_;
  std::unique_ptr<const Dialect> dialect_;
  Printer printer_;
  FlatMap<GameId, std::uint64_t> ids_;
};

}  // namespace cgt
