// Facts from outside: what CGSuite answers. Notation kCgsuite, a fresh scope for every row.
#include <catch2/catch.hpp>

#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing {
namespace {

void check_rows(const std::string& file) {
  Session session;
  session.set_style({Notation::kCgsuite, 0});
  for (const Row& row : read_rows(file)) {
    session.fresh_scope();
    const Result result = session.evaluate(row.expression, kLimits);
    INFO(row.category << ": " << row.expression << "\n" << result.diagnostics);
    if (row.expected.starts_with("!!")) {
      CHECK((result.status == Status::kRuntimeError || result.status == Status::kSyntaxError ||
             result.status == Status::kIncomplete));
    } else {
      CHECK(result.text == row.expected);
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

// Loopy games, transfinite numbers, explicit and misère forms, rulesets, classes as values: refused
// with a position, never answered wrongly.
TEST_CASE("what is not supported yet is refused", "[oracle]") {
  Session session;
  session.set_style({Notation::kCgsuite, 0});
  for (const Row& row : read_rows("later.tsv")) {
    session.fresh_scope();
    const Result result = session.evaluate(row.expression, kLimits);
    INFO(row.expression);
    CHECK_FALSE(result.ok());
    CHECK(result.diagnostics.starts_with("<input>:"));
  }
}

// CGSuite refuses these: its tables of options hold 14 bits. Ours do not.
TEST_CASE("accepted here, refused by CGSuite", "[oracle]") {
  Session session;
  CHECK(session.evaluate("{1|*16384}", kLimits).text == "{1|*16384}");
}

}  // namespace
}  // namespace cgt::lang::testing
