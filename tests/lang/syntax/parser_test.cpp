#include "lang/syntax/parser.hpp"

#include <catch2/catch.hpp>

#include "tests/lang/evaluate.hpp"

namespace cgt::lang::parser_test {
namespace {

std::string shown(const std::string& text) {
  const ParseResult result = parse(SourceText("t", text));
  if (result.status != ParseResult::Status::kComplete) return "?";
  return unparse(*result.program->root);
}

ParseResult::Status status(const std::string& text) { return parse(SourceText("t", text)).status; }

TEST_CASE("normal spacing of what was read", "[parser]") {
  CHECK(shown("x->x+1") == "x -> x + 1");
  CHECK(shown("(x,y)->(x-y)/2") == "(x, y) -> (x - y) / 2");
  CHECK(shown("()->3") == "() -> 3");
  CHECK(shown("x->begin y:=x+4;y;end") == "x -> begin y := x + 4; y end");
  CHECK(shown("{a,b||c|}") == "{a,b|{c|}}");
  CHECK(shown("^^^^*2+vvv") == "^4*2 + vvv");
  CHECK(shown("f(a,k=>2)[1].M(3)") == "f(a, k => 2)[1].M(3)");
  CHECK(shown("[x^2 for x from 1 to 5 where x>2]") == "[x^2 for x from 1 to 5 where x > 2]");
}

TEST_CASE("an expression is read again as itself", "[parser]") {
  for (const char* text :
       {"x -> if x == 0 then 1 elseif x < 0 then -x else x * f(x - 1) end",
        "for x in L for y in M where x != y do g(x, y); h end",
        "for x from 1 to 9 by 2 yield x yield x + 1 end", "try f(1) finally g(2) end",
        "{1 => 2, \"a\" => [3, 4]}", "1..9..2", "not a and b or c == d", "+-{1,2|3}",
        "G Heat 2 + 1", "var x := 5", "{=>}"}) {
    CHECK(shown(text) == shown(shown(text)));
    CHECK(shown(text) != "?");
  }
}

TEST_CASE("what can be continued is incomplete and names what is open", "[parser]") {
  const auto open = [](const std::string& text) {
    const ParseResult result = parse(SourceText("t", text));
    CHECK(result.status == ParseResult::Status::kIncomplete);
    return result.open;
  };
  CHECK(open("(1 +") == "'(' opened at 1:1");
  CHECK(open("f(2, [3") == "'[' opened at 1:6");
  CHECK(open("{1|") == "'{' opened at 1:1");
  CHECK(open("if x then\n  begin 3;") == "'begin' opened at 2:3");
  CHECK(open("for x in L") == "'for' opened at 1:1");
  CHECK(open("while x do") == "'while' opened at 1:1");
  CHECK(open("\"abc") == "string");
  CHECK(open("1 /* 2") == "comment");
  CHECK(open("3 *") == "expression");
  CHECK(open("x :=") == "expression");
  for (const char* text :
       {"", "// nothing", "*", "^", "3+*", "v3*", "x", "f()", "break;", "{|}", "1;;"}) {
    INFO(text);
    CHECK(status(text) == ParseResult::Status::kComplete);
  }
}

TEST_CASE("every statement's error is reported", "[parser]") {
  const ParseResult result = parse(SourceText("t", "1 +* 2; x := 5; 3 4; f(1 2); )"));
  REQUIRE(result.status == ParseResult::Status::kErrors);
  REQUIRE(result.diagnostics.size() == 4);
  CHECK(result.diagnostics[0].span.offset == 5);
  CHECK(result.diagnostics[1].span.offset == 18);
  CHECK(result.diagnostics[3].span.offset == 29);
}

TEST_CASE("errors say what to write", "[parser]") {
  const auto hint = [](const std::string& text) {
    const ParseResult result = parse(SourceText("t", text));
    return result.diagnostics.empty() ? std::string("none") : result.diagnostics[0].hint;
  };
  CHECK_THAT(hint("{3|2|1}"), Catch::Contains("unequal"));
  CHECK_THAT(hint("1|0"), Catch::Contains("{1|0}"));
  CHECK_THAT(hint("0.5"), Catch::Contains("1/2"));
  CHECK_THAT(hint("x = 3"), Catch::Contains(":="));
  CHECK_THAT(hint("a < b < c"), Catch::Contains("and"));
  CHECK_THAT(hint("^ * 2"), Catch::Contains("^*2"));
  CHECK_THAT(hint("^^3"), Catch::Contains("^3"));
  CHECK_THAT(hint("x := 1\ny := 2"), Catch::Contains("';'"));
}

}  // namespace
}  // namespace cgt::lang::parser_test
