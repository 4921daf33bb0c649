// What game.search and game.pob answer.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lang/bindings/search/script_game.hpp"

namespace cgt::lang {

struct SearchAnswer {
  Value value;
  bool exact = false;
  std::vector<Value> best;
  std::vector<Value> line;
  search::Counts counts;
  StopReason stop = StopReason::kSolved;
  Value trace;                  // Search.Trace, or Nothing
  const char* ended = nullptr;  // why, in other words than those of `stop`
  std::string reason() const { return ended != nullptr ? ended : describe(stop); }

  // All but the value, of a result of a search.
  template <class Found>
  static SearchAnswer of(const Found& found) {
    SearchAnswer answer;
    for (const ScriptMove& move : found.best) answer.best.push_back(move.value);
    for (const ScriptMove& move : found.line) answer.line.push_back(move.value);
    answer.counts = found.counts;
    answer.stop = found.stop;
    return answer;
  }
};

class SearchResult final : public NativeObject {
 public:
  explicit SearchResult(SearchAnswer a) : answer(std::move(a)) {}
  const char* class_name() const override { return "Search.Result"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  const SearchAnswer answer;
};

}  // namespace cgt::lang
