// What game.search and game.pob answer.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lang/bindings/script_game.hpp"

namespace cgt::lang {

struct SearchAnswer {
  Value value;
  bool exact = false;
  std::vector<Value> best;
  std::vector<Value> line;
  search::Counts counts;
  search::Stop stop = search::Stop::kSolved;
  const char* ended = nullptr;  // why, in other words than those of `stop`
  std::string reason() const { return ended != nullptr ? ended : search::describe(stop); }

  void set_moves(const std::vector<ScriptMove>& best_moves,
                 const std::vector<ScriptMove>& line_moves) {
    for (const ScriptMove& move : best_moves) best.push_back(move.value);
    for (const ScriptMove& move : line_moves) line.push_back(move.value);
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
