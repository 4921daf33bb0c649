#include "repl/explorer/api/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cgt::repl {
namespace {

constexpr int kDeepest = 64;
constexpr std::size_t kMostTabName = 64;

Error wrong(const char* name, const std::string& what) {
  return Error(fmt::format("\"{}\" of the request is {}", name, what));
}

const Json& needed(const Json& object, const char* name) {
  const auto at = object.find(name);
  if (at == object.end()) throw Error(fmt::format("the request has no \"{}\"", name));
  return *at;
}

}  // namespace

Json parse_object(const std::string& text) {
  try {
    Json json = Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
      if (depth > kDeepest) throw Error("the request is nested too deeply");
      return true;
    });
    if (!json.is_object()) throw Error("a request is an object of JSON");
    return json;
  } catch (const nlohmann::json::exception& error) {
    throw Error(std::string("the request is not JSON: ") + error.what());
  }
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool has(const Json& object, const char* name) {
  const auto at = object.find(name);
  return at != object.end() && !at->is_null();
}

std::string text_in(const Json& object, const char* name) {
  const Json& found = needed(object, name);
  if (!found.is_string()) throw wrong(name, "no text");
  return found.get<std::string>();
}

std::string text_in(const Json& object, const char* name, const std::string& otherwise) {
  return has(object, name) ? text_in(object, name) : otherwise;
}

bool flag_in(const Json& object, const char* name) {
  if (!has(object, name)) return false;
  const Json& found = needed(object, name);
  if (!found.is_boolean()) throw wrong(name, "neither true nor false");
  return found.get<bool>();
}

std::int64_t integer_of(const Json& json, const std::string& what, std::int64_t least,
                        std::int64_t most) {
  const bool small = json.is_number_integer() &&
                     (!json.is_number_unsigned() ||
                      json.get<std::uint64_t>() <=
                          static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
  if (!small) throw Error(what + " is not an integer");
  const auto number = json.get<std::int64_t>();
  if (number < least || number > most)
    throw Error(fmt::format("{} is {}, not from {} to {}", what, number, least, most));
  return number;
}

std::string string_of(const Json& json, const std::string& what) {
  if (!json.is_string()) throw Error(what + " is not a text");
  return json.get<std::string>();
}

std::int64_t integer_in(const Json& object, const char* name, std::int64_t least,
                        std::int64_t most) {
  return integer_of(needed(object, name), fmt::format("\"{}\" of the request", name), least, most);
}

std::int64_t integer_in(const Json& object, const char* name, std::int64_t least, std::int64_t most,
                        std::int64_t otherwise) {
  return has(object, name) ? integer_in(object, name, least, most) : otherwise;
}

Player player_in(const Json& object, const char* name) {
  const std::string word = text_in(object, name);
  if (word == "left") return Player::kLeft;
  if (word == "right") return Player::kRight;
  throw wrong(name, "neither left nor right");
}

const Json& list_in(const Json& object, const char* name) {
  const Json& found = needed(object, name);
  if (!found.is_array()) throw wrong(name, "no list");
  return found;
}

const char* player_word(Player player) { return player == Player::kLeft ? "left" : "right"; }

std::string error_text(const std::string& message, const std::string& hint,
                       const Json& diagnostics) {
  return text_of({{"error", {{"message", message}, {"hint", hint}, {"diagnostics", diagnostics}}}});
}

Json diagnostics_of(const InputError& error) {
  Json list = Json::array();
  for (const Diagnostic& one : error.diagnostics()) {
    Json row{{"severity", one.severity == Severity::kError ? "error" : "warning"},
             {"message", one.message},
             {"hint", one.hint}};
    // The place of the first one; the offsets of all.
    if (list.empty()) {
      row["line"] = error.place().line;
      row["col"] = error.place().column;
    }
    row["offset"] = one.span.offset;
    row["length"] = one.span.length;
    list.push_back(std::move(row));
  }
  return list;
}

bool is_tab(const std::string& name) {
  return !name.empty() && name.size() <= kMostTabName &&
         std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
}

RequestHead read_head(const std::string& body) {
  const Json request = parse_object(body);
  RequestHead head;
  head.tab = text_in(request, "tab");
  if (!is_tab(head.tab))
    throw wrong("tab",
                fmt::format("no name of 1 to {} letters, digits, '-' and '_'", kMostTabName));
  head.budget = std::chrono::milliseconds(
      integer_in(request, "budget_ms", 1, kMostMilliseconds, kMostMilliseconds));
  head.poll = flag_in(request, "poll");
  return head;
}

std::string with_member(const std::string& object, const char* name, const std::string& json) {
  Json all = parse_object(object);
  all[name] = Json::parse(json);
  return text_of(all);
}

}  // namespace cgt::repl
