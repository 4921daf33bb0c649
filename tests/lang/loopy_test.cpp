// Loopy values in scripts, against what CGSuite answers. Rows are compared as values: its order of
// options is not stable, and ours does not depend on the session.
#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>

#include "cgt/text/loopy_text.hpp"
#include "lang/bindings/bindings.hpp"
#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing::lang_loopy_test {
namespace {

// Both texts are games, and the same one.
bool same_value(LoopyGames& games, const std::string& a, const std::string& b) {
  try {
    return games.equal(parse_loopy(games, a), parse_loopy(games, b));
  } catch (const Error&) {
    return false;
  }
}

// The elements of "{a,b,c}", in the order of their texts; empty if it is not a set.
std::vector<std::string> elements_of(const std::string& text) {
  std::vector<std::string> out;
  if (text.size() < 2 || text.front() != '{' || text.find('|') == std::string::npos) return out;
  int depth = 0;
  std::string item;
  for (const char c : text.substr(1, text.size() - 2)) {
    depth += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
    if (depth == 0 && c == '|') return {};
    if (depth == 0 && c == ',')
      out.push_back(std::exchange(item, {}));
    else
      item += c;
  }
  out.push_back(item);
  std::ranges::sort(out);
  return out;
}
bool same_set(const std::string& a, const std::string& b) {
  const std::vector<std::string> mine = elements_of(a);
  const std::vector<std::string> theirs = elements_of(b);
  if (mine.size() != theirs.size() || mine.empty()) return false;
  Store store;
  LoopyGames games(store);
  return std::ranges::all_of(mine, [&](const std::string& x) {
    return std::ranges::any_of(theirs,
                               [&](const std::string& y) { return same_value(games, x, y); });
  });
}

TEST_CASE("loopy games answer as CGSuite does", "[oracle][loopy]") {
  Session session;
  add_all_packages(session);
  session.set_style({Notation::kCgsuite, 0});
  Store store;
  LoopyGames games(store);
  for (const Row& row : read_rows("loopy.tsv")) {
    session.fresh_scope();
    const Result result = session.evaluate(row.expression, kLimits);
    INFO(row.category << ": " << row.expression << " --> " << row.expected << "\n"
                      << result.text << result.diagnostics);
    if (row.expected.starts_with("!!"))
      CHECK_FALSE(result.ok());
    else
      CHECK((result.text == row.expected || same_value(games, result.text, row.expected) ||
             same_set(result.text, row.expected)));
  }
}

}  // namespace
}  // namespace cgt::lang::testing::lang_loopy_test
