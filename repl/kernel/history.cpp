#include "repl/kernel/history.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace cgt::repl {
namespace {

constexpr int kSession = 1;

}  // namespace

void History::add(int number, std::string input, std::string output) {
  entries_.push_back({number, std::move(input), std::move(output)});
}

History::Json History::reply(const std::vector<const Entry*>& found, int n, bool output) {
  const std::size_t most = n <= 0 ? found.size() : static_cast<std::size_t>(n);
  Json history = Json::array();
  for (std::size_t i = found.size() - std::min(most, found.size()); i < found.size(); ++i) {
    const Entry& entry = *found[i];
    const Json shown = output ? Json::array({entry.input, entry.output}) : Json(entry.input);
    history.push_back(Json::array({kSession, entry.number, shown}));
  }
  return {{"status", "ok"}, {"history", history}};
}

History::Json History::get_tail_impl(int n, bool /*raw*/, bool output) const {
  std::vector<const Entry*> all;
  for (const Entry& entry : entries_) all.push_back(&entry);
  return reply(all, n, output);
}

History::Json History::get_range_impl(int session, int start, int stop, bool /*raw*/,
                                      bool output) const {
  std::vector<const Entry*> found;
  for (const Entry& entry : entries_) {
    const bool inside = entry.number >= start && (stop <= 0 || entry.number < stop);
    if ((session == 0 || session == kSession) && inside) found.push_back(&entry);
  }
  return reply(found, 0, output);
}

History::Json History::search_impl(const std::string& pattern, bool /*raw*/, bool output, int n,
                                   bool unique) const {
  std::vector<const Entry*> found;
  std::set<std::string> seen;
  // The latest of equal ones stays.
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (fnmatch(pattern.c_str(), entry->input.c_str(), 0) != 0) continue;
    if (unique && !seen.insert(entry->input).second) continue;
    found.push_back(&*entry);
  }
  std::ranges::reverse(found);
  return reply(found, n, output);
}

}  // namespace cgt::repl
