// One test a limit: a clear answer, no crash, no hang.
#include <catch2/catch.hpp>

#include <atomic>

#include "lang/machine/vm.hpp"
#include "lang/syntax/parser.hpp"
#include "tests/lang/evaluate.hpp"
#include "tests/slow.hpp"

namespace cgt::lang::testing::limits_test {
namespace {

using cgt::testing::sized;

std::string repeat(const std::string& text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

Result run(const std::string& text) {
  Session session;
  return session.evaluate(text, kLimits);
}

TEST_CASE("brackets nest up to a limit", "[limits]") {
  const std::size_t few = kMaxNesting / 2;
  CHECK(run(repeat("(", few) + "7" + repeat(")", few)).text == "7");
  for (const std::size_t many :
       {std::size_t{kMaxNesting} + 1, std::size_t{10'000}, std::size_t{1'000'000}}) {
    for (const char* open :
         {"(", "[", "{", "{|", "-", "f(", "begin ", "if 1 then ", "x -> ", "2^", "not "}) {
      const Result result = run(repeat(open, many));
      INFO(open);
      CHECK(result.status == Status::kSyntaxError);
      CHECK_THAT(result.diagnostics, Catch::Contains("nested too deeply"));
    }
  }
}

TEST_CASE("long chains are not a nesting", "[limits]") {
  CHECK(run("1" + repeat("+1", 100'000)).text == "100001");
  CHECK(run("true" + repeat(" and true", 50'000)).text == "true");
  CHECK(run(repeat("1;", 100'000) + "2").text == "2");
  CHECK(run("[" + repeat("1,", 100'000) + "1].Size").text == "100001");
  CHECK_THAT(run("1" + repeat(".Abs", 100'000)).diagnostics, Catch::Contains("nested too deeply"));
}

TEST_CASE("a line of many megabytes is read or refused", "[limits][long]") {
  CHECK(run("1" + repeat("+1", 5'000'000)).status == Status::kSyntaxError);  // too many parts
  const std::size_t half = sized(5'000'000, 1'000'000);
  CHECK(run(std::string(2 * half, ' ') + "5").text == "5");
  CHECK(run("\"" + std::string(2 * half, 'a') + "\".Length").text == std::to_string(2 * half));
  CHECK_THAT(run(std::string(2 * half, '9')).diagnostics, Catch::Contains("too long"));
  CHECK(run(std::string(2 * half, '^')).status == Status::kOk);
}

TEST_CASE("any bytes are reported, not crashed on", "[limits]") {
  for (const std::string& text :
       {std::string("\xff\xfe\x80"), std::string("x\0y", 3), std::string("\xc3"),
        std::string("\"\xf0\x9f\""), std::string("\x01\x02")}) {
    const Result result = run(text);
    CHECK(result.status != Status::kIncomplete);
  }
  CHECK(run("\xEF\xBB\xBF"
            "3")
            .text == "3");
  CHECK(run("#! /usr/bin/env cgt\n3").text == "3");
}

TEST_CASE("infinite recursion is an error with a trace", "[limits]") {
  for (const char* text :
       {"j := n -> j(n); j(5)", "j := n -> 1 + j(n + 1); j(5)",
        "def a(x) := b(x); def b(x) := a(x); a(1)", "h := x -> [x].Apply(h); h(1)",
        "s := x -> Sum(s(y) for y in [x]); s(1)"}) {
    const Result result = run(text);
    INFO(text);
    CHECK(result.status == Status::kRuntimeError);
    CHECK_THAT(result.diagnostics, Catch::Contains("recursion"));
    CHECK_THAT(result.trace, Catch::Contains("calls not shown"));
    CHECK(result.trace.size() < 4'000);
  }
  CHECK(run("f := n -> if n == 0 then 0 else 1 + f(n - 1) end; f(15000)").text == "15000");
}

TEST_CASE("numbers have a size limit", "[limits]") {
  for (const char* text :
       {"2^(2^100)", "10^(10^9)", "(1/3)^(10^9)", "2^(-10^9)", "x := 2^3999999; x*x*x", "*(2^40)",
        "*(10^30)", "^(10^30)", "^(2^63)", "x := 3; for i from 1 to 100 do x := x*x end"}) {
    const Result result = run(text);
    INFO(text);
    CHECK(result.status == Status::kRuntimeError);
  }
  CHECK(run("1^(10^100)").text == "1");
  CHECK(run("(-1)^(10^100+1)").text == "-1");
  CHECK(run("0^(2^100)").text == "0");
  CHECK(run("2^63").text == "9223372036854775808");
  CHECK(run("-2^63-1").text == "-9223372036854775809");
  CHECK(run("(2^63)*(2^63)").text == "85070591730234615865843651857942052864");
  CHECK(run("-(-2^63)").text == "9223372036854775808");
  CHECK(run("007").text == "7");
  CHECK(run("089").text == "89");
}

TEST_CASE("collections have limits of depth and size", "[limits]") {
  CHECK_THAT(run("x := []; for i from 1 to 100000 do x := [x] end").diagnostics,
             Catch::Contains("nested too deeply"));
  CHECK_THAT(run("1..10^12").diagnostics, Catch::Contains("too long"));
  CHECK_THAT(run("1..10..0").diagnostics, Catch::Contains("step"));
  CHECK(run("f := x -> x; for i from 1 to 100000 do begin var g := f; f := x -> g(x) end end; 1")
            .ok());
}

TEST_CASE("forms may be deep and share parts, their texts are bounded", "[limits]") {
  Session session;
  CHECK(session.evaluate("f := '{0|0}'; for i from 1 to 100000 do f := '{f|}' end;", kLimits).ok());
  CHECK(session.evaluate("[f.OutcomeClass, f.Birthday, f.FollowerCount]", kLimits).text ==
        "[L,100001,100002]");
  CHECK(session.evaluate("g := '{0|0}'; for i from 1 to 100 do g := '{g|g}' end;", kLimits).ok());
  CHECK(session.evaluate("h := *; for i from 1 to 100 do h := h:'{h|0}' end;", kLimits).ok());
  for (const char* text : {"f", "g", "h", "g.Text", "{g, -g}"}) {
    const Result result = session.evaluate(text, kLimits);
    INFO(text);
    CHECK(result.status == Status::kRuntimeError);
    CHECK_THAT(result.diagnostics, Catch::Contains("too long"));
  }
  session.set_style({Notation::kCanonical, 50});
  CHECK(session.evaluate("g", kLimits).text == "'{...}' 102 followers");
  CHECK(session.evaluate("'{1|0}':*", kLimits).text == "'{1|0}' : *");
}

TEST_CASE("a budget stops everything", "[limits]") {
  Session session;
  const Budget::Limits nodes{100'000, Budget::kUnlimited, Budget::kUnlimited};
  const Budget::Limits time{Budget::kUnlimited, 50, Budget::kUnlimited};
  for (const char* text :
       {"while true do end", "for i from 1 do i end", "[i for i from 1]",
        "x := 0; while true do x := x + 1 end", "try while true do end finally 1 end",
        "[1,2].Apply(x -> begin while true do end end)", "(2^3000000-1) NimProduct (2^3000000-3)",
        "(2^3000000-1) UglyProduct (2^3000000-3)"}) {
    INFO(text);
    CHECK(session.evaluate(text, nodes).status == Status::kOutOfBudget);
    CHECK(session.evaluate(text, time).status == Status::kOutOfBudget);
  }
  CHECK(session.evaluate("1 + 1", nodes).text == "2");
  const std::atomic<bool> stop{true};
  session.set_stop_flag(&stop);
  CHECK(session.evaluate("while true do end").status == Status::kInterrupted);
}

}  // namespace
}  // namespace cgt::lang::testing::limits_test
