// How an answer in JSON says whether it is proved: alike in every command.
#pragma once

#include <string>
#include <vector>

namespace cgt {

// Puts "proved": true; or false, and in "because" a sentence for each thing that is assumed or estimated, or that
// ended the search. `Json` is an object of nlohmann's, of either order.
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

}  // namespace cgt
