// load "FILE" in texts: each file once, relative to who loads it, with errors where they are.
#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

#include "lang/bindings/bindings.hpp"
#include "tests/files.hpp"
#include "tests/lang/evaluate.hpp"
#include "tests/scratch.hpp"

namespace cgt::lang::testing::load_test {
namespace {

struct Fixture {
  Fixture() {
    add_all_packages(session);
    std::filesystem::create_directories(folder / "in/deep");
    session.set_directory(folder / "in");
  }
  void write(const std::string& name, const std::string& text) {
    cgt::testing::write_bytes(folder / name, text);
  }
  Result run(const std::string& text) { return session.evaluate(text, kLimits); }

  cgt::testing::Scratch folder;
  Session session;
};

TEST_CASE_METHOD(Fixture, "a file runs once, whoever loads it", "[load]") {
  write("in/a.cgs",
        "load \"deep/b.cgs\"; load \"deep/c.cgs\"; def f(x) := g(x) + h(x); Print(\"a\");");
  write("in/deep/b.cgs", "load \"c.cgs\"; def g(x) := 2 * h(x); Print(\"b\");");
  write("in/deep/c.cgs", "#!/usr/bin/env cgt\ndef h(x) := x + 1; Print(\"c\");");
  const Result first = run("load \"a.cgs\"; f(10)");
  INFO(first.diagnostics);
  CHECK(first.text == "33");
  CHECK(first.output == "c\nb\na\n");
  // By another name it is the same file; without other statements nothing is printed.
  const Result again = run("load \"deep/../a.cgs\"; load \"deep/c.cgs\"");
  CHECK((again.ok() && again.text.empty() && again.output.empty()));
  CHECK(run("f(1)").text == "6");
  // A changed file runs again, and those that it had loaded do not.
  write("in/a.cgs", "load \"deep/b.cgs\"; def f(x) := g(x) * 1000; Print(\"new\");");
  const Result changed = run("load \"a.cgs\"; f(10)");
  CHECK(changed.text == "22000");
  CHECK(changed.output == "new\n");
  // Forgetting what they defined forgets the files.
  session.fresh_scope();
  CHECK(run("load \"deep/c.cgs\"; h(1)").output == "c\n");
}

TEST_CASE_METHOD(Fixture, "a class file that is wrong fails those who name it alone", "[load]") {
  write("in/Half.cgs", "singleton class Half\n  def Of(x) := x/2;\nend\n");
  CHECK(run("Half.Of(3)").text == "3/2");
  write("in/Half.cgs", "singleton class Half\n  def Of(x) := y/2 + 1;\nend\n");
  CHECK(run("1 + 1").text == "2");
  const Result named = run("Half.Of(3)");
  CHECK(!named.ok());
  CHECK_THAT(named.diagnostics, Catch::Contains("unknown name 'y'"));
  CHECK(run("1 + 1").text == "2");
  write("in/Half.cgs", "singleton class Half\n  def Of(x) := x/2 + 10;\nend\n");
  CHECK(run("Half.Of(3)").text == "23/2");
}

TEST_CASE_METHOD(Fixture, "files may load each other", "[load]") {
  write("in/a.cgs", "load \"b.cgs\"; def even(n) := n == 0 or odd(n - 1); Print(\"a\");");
  write("in/b.cgs", "load \"a.cgs\"; def twice(n) := 2 * n; Print(\"b\");");
  CHECK(run("load \"a.cgs\"; twice(4)").text == "8");
  CHECK(run("load \"a.cgs\"; even(4)").diagnostics.find("'odd'") != std::string::npos);
  write("in/a.cgs", "load \"b.cgs\"; def even(n) := twice(n) % 4 == 0; Print(\"a\");");
  const Result result = run("load \"a.cgs\"; even(4)");
  CHECK(result.text == "true");
  CHECK(result.output == "a\n");  // b did not fail, so it stands
  // The text that is evaluated may be a file, too: it does not run within itself.
  session.fresh_scope();
  const std::string main = folder / "in/a.cgs";
  CHECK(session.evaluate(SourceText(main, cgt::testing::read_file(main)), kLimits).output ==
        "b\na\n");
  // A long chain ends in an error, not in the end of the stack.
  for (int i = 0; i < 150; ++i) {
    write("in/n" + std::to_string(i) + ".cgs", "load \"n" + std::to_string(i + 1) + ".cgs\";");
  }
  CHECK_THAT(run("load \"n0.cgs\"").diagnostics, Catch::Contains("too many files load each other"));
  CHECK(run("load \"n60.cgs\"").diagnostics.find("no file") != std::string::npos);
  write("in/n150.cgs", "depth := 150;");
  CHECK(run("load \"n60.cgs\"; depth").text == "150");
}

TEST_CASE_METHOD(Fixture, "errors of loaded files are shown where they are", "[load]") {
  write("in/syntax.cgs", "x := 1;\ny := (2");
  const Result syntax = run("load \"syntax.cgs\"; x");
  CHECK_FALSE(syntax.ok());
  CHECK_THAT(syntax.diagnostics, Catch::Contains("syntax.cgs:2:"));
  write("in/deep/fails.cgs", "def f(l) := l[4];\nf([1,2]);");
  write("in/outer.cgs", "\n  load \"deep/fails.cgs\"; f([1])");
  const Result failing = run("load \"outer.cgs\"");
  CHECK(failing.status == Status::kRuntimeError);
  CHECK_THAT(failing.diagnostics, Catch::Contains("fails.cgs:1:"));
  CHECK_THAT(failing.trace, Catch::Contains("fails.cgs:2:") && Catch::Contains("outer.cgs:2:3") &&
                                Catch::Contains("<input>:1:1"));
  // A file that failed is tried again.
  write("in/deep/fails.cgs", "def f(l) := l[1];\nf([1,2]);");
  CHECK(run("load \"outer.cgs\"; f([7])").text == "7");

  CHECK_THAT(run("load \"none.cgs\"").diagnostics,
             Catch::Contains("<input>:1:1: error: there is no file"));
  CHECK_THAT(run("load \"deep\"").diagnostics, Catch::Contains("there is no file"));
  write("out.cgs", "1");
  CHECK_THAT(run("load \"../out.cgs\"").diagnostics, Catch::Contains("may not read"));
  session.set_read_everywhere(true);
  CHECK(run("load \"../out.cgs\"").ok());
  CHECK_THAT(run("x := 1; load \"outer.cgs\"").diagnostics,
             Catch::Contains("<input>:1:9: error: files are loaded before all other statements"));
  CHECK_THAT(run("if true then load \"outer.cgs\" end").diagnostics,
             Catch::Contains("at the beginning of a text"));
  CHECK(run("load := 3; load + 1").text == "4");
}

TEST_CASE_METHOD(Fixture, "texts that are part of a program can be loaded", "[load]") {
  session.provide("lib/means.cgs", "load \"cold.cgs\"; def mean(g) := cold(g).Mean;");
  session.provide("lib/cold.cgs", "def cold(g) := g.Freeze; Print(\"once\");");
  CHECK(run("load \"lib/means.cgs\"; mean({3|1})").text == "2");
  CHECK(run("load \"lib/cold.cgs\"; 1").output.empty());
}

}  // namespace
}  // namespace cgt::lang::testing::load_test
