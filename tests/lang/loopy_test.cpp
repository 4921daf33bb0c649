// Loopy values in scripts, against what CGSuite answers. Rows are compared as values: its order of
// options is not stable, and ours does not depend on the session.
#include <catch2/catch.hpp>

#include "cgt/loopy/text.hpp"
#include "lang/bindings/bindings.hpp"
#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing {
namespace {

// Both texts are games, and the same one.
bool same_value(LoopyGames& games, const std::string& a, const std::string& b) {
  try {
    return games.equal(parse_loopy(games, a), parse_loopy(games, b));
  } catch (const Error&) {
    return false;
  }
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
      CHECK((result.text == row.expected || same_value(games, result.text, row.expected)));
  }
}

}  // namespace
}  // namespace cgt::lang::testing
