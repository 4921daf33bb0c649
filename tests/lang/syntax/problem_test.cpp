#include "lang/session.hpp"

#include <catch2/catch.hpp>

#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing::problem_test {
namespace {

TEST_CASE("errors in parts: place, hint, calls", "[problems]") {
  Session session;
  CHECK(session.evaluate("1 + 1").problems.empty());
  const Result unknown = session.evaluate(SourceText("a.cgs", "foo := 1;\n  Foot + x1"), kLimits);
  REQUIRE(unknown.problems.size() == 2);
  CHECK(to_json(unknown.problems[0]) ==
        R"({"file":"a.cgs","line":2,"col":3,"end":{"line":2,"col":7},"severity":"error",)"
        R"("message":"unknown name 'Foot'","hint":"did you mean 'foo'?","stack":[]})");
  const Result failed = session.evaluate(
      SourceText("b.cgs", "def f(x) := x + [];\ndef g(x) := f(x) + 1;\ng(3)"), kLimits);
  REQUIRE(failed.problems.size() == 1);
  CHECK(to_json(failed.problems[0]) ==
        R"({"file":"b.cgs","line":1,"col":13,"end":{"line":1,"col":19},"severity":"error",)"
        R"("message":"'+' is not defined for Integer and List","hint":"","stack":[)"
        R"({"function":"f","file":"b.cgs","line":1,"col":13},)"
        R"({"function":"g","file":"b.cgs","line":2,"col":13},)"
        R"({"function":"","file":"b.cgs","line":3,"col":1}]})");
  const Result spent = session.evaluate("while true do end", {1'000, 1'000, 1'000});
  REQUIRE(spent.problems.size() == 1);
  CHECK(to_json(spent.problems[0]).find("\"line\"") == std::string::npos);
  CHECK(session.evaluate("(1").problems.size() == 1);
}

TEST_CASE("every statement of a file has its syntax error", "[problems]") {
  Session session;
  const Result result = session.evaluate(
      "x := ;\nif true then 3 4; 5 end;\ny := 2;\nbegin [1,; 7 end;\nfoo(;\n)", kLimits);
  CHECK(result.status == Status::kSyntaxError);
  std::vector<std::size_t> lines;
  for (const Problem& problem : result.problems) lines.push_back(problem.begin.line);
  CHECK(lines == std::vector<std::size_t>{1, 2, 4, 5, 6});
}

TEST_CASE("JSON of a text is UTF-8 whatever its bytes are", "[problems]") {
  Session session;
  CHECK(session.evaluate("\"a\xff\xC3\xA9\".Json").text == "\"\\\"a\xEF\xBF\xBD\xC3\xA9\\\"\"");
}

TEST_CASE("JSON of a problem is UTF-8 whatever the text was", "[problems]") {
  Problem problem;
  problem.message = "a\"\\\n\x01 \xC3\xA9 \xff \xED\xA0\x80 \xF0\x9F";
  CHECK(to_json(problem).find("a\\\"\\\\\\n\\u0001 \xC3\xA9 \xEF\xBF\xBD ") != std::string::npos);
  CHECK(to_json(problem).find('\xff') == std::string::npos);
  CHECK(to_json(problem).find("\xED\xA0") == std::string::npos);
}

}  // namespace
}  // namespace cgt::lang::testing::problem_test
