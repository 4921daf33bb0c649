// Answers in JSON: whether they are proved, and their text, alike in every command. `Json` is an object of nlohmann's,
// of either order.
#pragma once

#include <string>
#include <vector>

namespace cgt {

// Puts "proved": true; or false, and in "because" a sentence for each thing that is assumed or estimated, or that
// ended the search.
template <class Json>
void put_doubts(Json& into, const std::vector<std::string>& doubts) {
  into["proved"] = doubts.empty();
  if (!doubts.empty()) into["because"] = doubts;
}

// The same of an answer that at most one thing left open; no text: it is proved.
template <class Json>
void put_doubt(Json& into, const std::string& doubt) {
  put_doubts(into, doubt.empty() ? std::vector<std::string>{} : std::vector{doubt});
}

// On one line, or indented. Names from files of others may have bytes that are not UTF-8: these become U+FFFD.
template <class Json>
std::string json_line(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace cgt
