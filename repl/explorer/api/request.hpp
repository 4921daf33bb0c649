// Requests and replies as JSON: what stands in a request is taken out by name and type, and whatever is
// wrong with it is told as an Error.
#pragma once

#include <unistd.h>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cgt/number/dyadic.hpp"
#include "cgt/support/diagnostic.hpp"
#include "cgt/support/player.hpp"

namespace cgt::repl {

using Json = nlohmann::ordered_json;

// A request that is refused with another status than 400, or with diagnostics.
class RequestError : public Error {
 public:
  RequestError(int status, const std::string& message, const std::string& hint = {},
               Json diagnostics = Json::array())
      : Error(message, hint), status_(status), diagnostics_(std::move(diagnostics)) {}
  int status() const { return status_; }
  const Json& diagnostics() const { return diagnostics_; }

 private:
  int status_;
  Json diagnostics_;
};

// An object of JSON in which nothing lies deeper than a person writes. Throws Error.
Json parse_object(const std::string& text);
// The text of a reply; bytes that are not UTF-8 become U+FFFD.
std::string text_of(const Json& json);

// --- what stands in a request; all throw Error that names the member ---
bool has(const Json& object, const char* name);
std::string text_in(const Json& object, const char* name);
std::string text_in(const Json& object, const char* name, const std::string& otherwise);
bool flag_in(const Json& object, const char* name);
std::int64_t integer_in(const Json& object, const char* name, std::int64_t least,
                        std::int64_t most);
std::int64_t integer_in(const Json& object, const char* name, std::int64_t least, std::int64_t most,
                        std::int64_t otherwise);
Player player_in(const Json& object, const char* name);
const Json& list_in(const Json& object, const char* name);
// An element of a list, or what an operation of an editor holds.
std::int64_t integer_of(const Json& json, const std::string& what, std::int64_t least,
                        std::int64_t most);
std::string string_of(const Json& json, const std::string& what);

// "left", "right"
const char* player_word(Player player);

// {"error": {"message", "hint", "diagnostics": []}}
std::string error_text(const std::string& message, const std::string& hint = {},
                       const Json& diagnostics = Json::array());
// As --diagnostics json has it, of one that says where it is; `source` is what was read.
Json diagnostics_of(const InputError& error);

// --- what the server wants to know of every request ---
struct RequestHead {
  std::string tab;
  std::chrono::milliseconds budget{};
  bool poll = false;
};
inline constexpr std::int64_t kMostMilliseconds = 10'000;
// Throws Error.
RequestHead read_head(const std::string& body);
bool is_tab(const std::string& name);
// The object with one member more, whose value is JSON. Requires that both were read before.
std::string with_member(const std::string& object, const char* name, const std::string& json);

// How much memory a process has, as Linux tells.

// Bytes in memory of a process, by its number, or of this one; 0 if there is no such process.
inline std::uint64_t resident_bytes(const std::string& process = "self") {
  std::ifstream file("/proc/" + process + "/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace cgt::repl
