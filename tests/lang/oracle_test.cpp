// Facts from outside: what CGSuite answers. Notation kCgsuite, a fresh scope for every row.
#include <catch2/catch.hpp>

#include "lang/bindings/bindings.hpp"
#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing::lang_oracle_test {
namespace {

// The tables write a line break as \\n.
std::string on_one_line(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at))
    text.replace(at, 1, "\\n");
  return text;
}

void check_rows(const std::string& file) {
  Session session;
  add_all_packages(session);
  session.set_style({Notation::kCgsuite, 0});
  for (const Row& row : read_rows(file)) {
    session.fresh_scope();
    const Result result = session.evaluate(row.expression, kLimits);
    INFO(row.category << ": " << row.expression << "\n" << result.diagnostics);
    if (row.expected.starts_with("!!")) {
      CHECK((result.status == Status::kRuntimeError || result.status == Status::kSyntaxError ||
             result.status == Status::kIncomplete));
    } else {
      CHECK(on_one_line(result.text) == row.expected);
    }
  }
}

TEST_CASE("the language answers as CGSuite's own test tables say", "[oracle]") {
  check_rows("lang.tsv");
}
TEST_CASE("collections and numbers answer as CGSuite's own test tables say", "[oracle]") {
  check_rows("library.tsv");
}
TEST_CASE("values answer as CGSuite does", "[oracle]") { check_rows("values.tsv"); }
TEST_CASE("operations on short values answer as CGSuite does", "[oracle]") {
  check_rows("short.tsv");
}
TEST_CASE("native rulesets answer as CGSuite does", "[oracle][long]") { check_rows("native.tsv"); }

// docs/language/cgsuite.md says why. The rows have our answer as fourth column.
TEST_CASE("what differs from CGSuite is known and listed", "[oracle]") {
  Session session;
  add_all_packages(session);
  session.set_style({Notation::kCgsuite, 0});
  for (const Row& row : read_rows("differs.tsv")) {
    session.fresh_scope();
    const std::size_t tab = row.expected.find('\t');
    REQUIRE(tab != std::string::npos);
    const Result result = session.evaluate(row.expression, kLimits);
    INFO(row.expression << "\n" << result.diagnostics);
    CHECK(result.text == row.expected.substr(tab + 1));
    CHECK(result.text != row.expected.substr(0, tab));
  }
}

}  // namespace
}  // namespace cgt::lang::testing::lang_oracle_test
