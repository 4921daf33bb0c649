// Texts that once took minutes or all memory: a clear answer, within limits of time and memory that
// are far above what they take (below a second each).
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "tests/lang/evaluate.hpp"
#include "tests/slow.hpp"

namespace cgt::lang::testing::hostile_test {
namespace {

using cgt::testing::kSlow;
using cgt::testing::sized;

std::string repeat(const std::string& text, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += text;
  return out;
}

void check_refused(const std::string& text, const char* message) {
  Session session;
  const Result result = session.evaluate(text, kLimits);
  INFO(text.substr(0, 100) << "\n" << result.diagnostics.substr(0, 300));
  CHECK_FALSE(result.ok());
  CHECK_THAT(result.diagnostics.substr(0, 300), Catch::Contains(message));
  CHECK(result.diagnostics.size() < 100'000);
}

TEST_CASE("texts that are too long are refused at once", "[hostile]") {
  std::vector<const char*> texts{"\xff\xc3(", "1+"};
  // The length is seen before the text is.
  if (!kSlow) texts.insert(texts.end(), {";", "[", "9", "x", ") ", "@;", "/*", "a.", "\"", "v"});
  for (const char* text : texts) check_refused(repeat(text, 50'000'000), "this text is too long");
}

TEST_CASE("texts of many megabytes are read or refused", "[hostile][long]") {
  const std::size_t signs = sized(15'000'000, 3'000'000);
  for (const char* text : {"\xff\xc3(", ") ", "@;"}) check_refused(repeat(text, signs), "error: ");
  check_refused(repeat("x", signs), "unknown name");
  // Graphs are measured before they are read.
  check_refused("Graph(\"" + repeat("-", 15'000'000) + "\")", "too large");
  check_refused("Graph(\"" + repeat("(-", 15'000'000) + "\")", "too large");
}

TEST_CASE("values that share their parts are not taken apart", "[hostile][long]") {
  check_refused("x := []; for i from 1 to 60 do x := [x,x] end; x", "too long to print");
  check_refused("x := {}; for i from 1 to 60 do x := {x,[x]} end; x", "too long to print");
  check_refused("x := 1; for i from 1 to 60 do x := {1 => x, 2 => x} end; x.Json", "too long");
  check_refused("x := 1; for i from 1 to 60 do x := {1 => x, 2 => x} end; x.LaTeX", "too long");
  check_refused("x := 1; for i from 1 to 60 do x := MutableList([x,x]) end; x", "too long");
  check_refused(
      "x := 1; for i from 1 to 60 do x := Graph(\"-\").UpdatedVertexLabels({1 => x, 2 => x})"
      " end; x",
      "too long");
  Session session;
  for (const char* make : {"[x,x]", "{x,[x]}", "{1 => x, x => 2}", "[{x},[[x]]]",
                           "Graph(\"-\").UpdatedVertexLabels({1 => x, 2 => x})", "Table([[x,x]])",
                           "{x => x}.Entries.Head"}) {
    const std::string text = std::string("def f(n) begin var x := []; for i from 1 to n do x := ") +
                             make + " end; return x end;";
    CHECK(session.evaluate(text, kLimits).ok());
    CHECK(
        session
            .evaluate("[f(60) == f(60), f(60) == f(59), MutableSet([f(60),f(60)]).Add(f(60)) == 0]",
                      kLimits)
            .text == "[true,false,false]");
  }
}

TEST_CASE("a list may change while it is sorted or walked", "[hostile]") {
  Session session;
  CHECK(session
            .evaluate("x := MutableList([3,2,1]); x.SortWith((a,b) -> begin x.Clear; a - b end)",
                      kLimits)
            .text == "MutableList(1, 2, 3)");
  CHECK(session.evaluate("for a in x do x.Clear; x.Add(a) end; x", kLimits).text ==
        "MutableList(3)");
  CHECK(session.evaluate("MutableMap({1 => x, 2 => x}).Size + x.Clear.Size", kLimits).text == "2");
}

TEST_CASE("collections and strings that double have an end", "[hostile][long]") {
  check_refused("x := [1]; for i from 1 to 60 do x := x Concat x end", "too long");
  check_refused("x := MutableList([1]); for i from 1 to 60 do x.AddAll(x) end", "too large");
  check_refused("x := \"ab\"; for i from 1 to 60 do x := x + x end", "too long");
  check_refused("\"a\".Repeated(10^7).Split(\"\")", "too many parts");
  check_refused("\"a\".Repeated(10^7).Replace(\"a\", \"aaaaaaaa\")", "too long");
  check_refused("\"a\".Repeated(10^7) Matches \"(a*)*b\"", "too many steps");
  check_refused("(1..10^7).ToList.Reversed.ToSet", "too large");
}

}  // namespace
}  // namespace cgt::lang::testing::hostile_test
