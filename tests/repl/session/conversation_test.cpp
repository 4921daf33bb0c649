// A conversation without prompt and kernel: what it completes, and where it says errors are.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lang/lang.hpp"
#include "repl/session/conversation.hpp"

namespace conversation_test {

namespace {

using cgt::repl::Conversation;
using cgt::repl::kOk;
using cgt::repl::kOutOfBudget;
using cgt::repl::kRuntimeError;
using cgt::repl::kSyntaxError;
using cgt::repl::kUsageError;

// Writes down what it hears.
class Notes : public cgt::repl::Listener {
 public:
  void result(const cgt::lang::Result& result, const std::string& name) override {
    heard.push_back(name + "=" + result.text);
  }
  void failure(const cgt::lang::Result& result) override {
    heard.push_back("!" + result.diagnostics.substr(0, result.diagnostics.find('\n')));
  }
  void complaint(const std::string& message) override { heard.push_back("?" + message); }
  void plot(const std::string& drawing, const cgt::Thermograph&) override {
    heard.push_back(drawing.find("mean 3/2") == std::string::npos ? "plot" : "plot 3/2");
  }
  void page(const std::string&) override { heard.emplace_back("page"); }
  void wipe() override { heard.emplace_back("wipe"); }
  int width() const override { return 80; }

  std::vector<std::string> heard;
};

using Heard = std::vector<std::string>;

struct Fixture {
  Fixture() : conversation(session, {}, notes) {
    session.set_history(true);
    conversation.set_source("<here>");
  }
  cgt::lang::Session session;
  Notes notes;
  Conversation conversation;
};

}  // namespace

TEST_CASE_METHOD(Fixture, "a statement ends where it is complete", "[repl]") {
  CHECK(conversation.take("{3||") == kOk);
  CHECK(conversation.incomplete());
  CHECK(conversation.open().find("'{'") != std::string::npos);
  CHECK(conversation.taken().empty());
  CHECK(conversation.take("2|1}") == kOk);
  CHECK_FALSE(conversation.incomplete());
  CHECK(conversation.taken() == "{3||\n2|1}");
  conversation.take("[1,");
  conversation.drop();
  CHECK(conversation.take("// nothing") == kOk);
  CHECK(conversation.taken().empty());
  CHECK(conversation.take(":wipe") == kOk);
  CHECK(conversation.take(":plot {2|1}") == kOk);
  CHECK(conversation.take("??Mean") == kOk);
  conversation.take("(1");
  CHECK(conversation.finish() == kSyntaxError);
  CHECK(notes.heard.size() == 5);
  CHECK(Heard(notes.heard.begin(), notes.heard.begin() + 4) ==
        Heard{"%1={3||2|1}", "wipe", "plot 3/2", "page"});
}

TEST_CASE_METHOD(Fixture, "places are those of the whole text", "[repl]") {
  CHECK(conversation.take_all("1;\n\n// two\nx := [2,\n  3];\n\n  0/0\n9") == kRuntimeError);
  CHECK(conversation.take_all("1\n:nonsense\n2") == kUsageError);
  CHECK(conversation.take_all("7;\n(8") == kSyntaxError);
  CHECK(notes.heard == Heard{"!<here>:7:3: error: division by zero", "%1=1",
                             "?no command :nonsense; :help lists them",
                             "!<here>:3:1: error: the input ends too early: expected ')' after the "
                             "expression"});
}

TEST_CASE_METHOD(Fixture, "a text is checked as it would be taken", "[repl]") {
  using cgt::lang::Status;
  for (const char* text : {"", "1", "// x", ":nonsense", "?x\n1", "x := 1;\nx + 1", "[1,\n2]"})
    CHECK(conversation.check(text) == Status::kOk);
  for (const char* text : {"(", "1;\n[2,", "def f(x) begin", ":set max 3\n{2|"})
    CHECK(conversation.check(text) == Status::kIncomplete);
  for (const char* text : {"x = 3", "1\n)", "[1,\n2}"})
    CHECK(conversation.check(text) == Status::kSyntaxError);
  CHECK(notes.heard.empty());
}

TEST_CASE_METHOD(Fixture, "budgets are settings", "[repl]") {
  CHECK(conversation.take(":set budget_nodes 1000") == kOk);
  CHECK(conversation.settings().limits.nodes == 1000);
  CHECK(conversation.take("while true do end") == kOutOfBudget);
  CHECK(conversation.take(":budget_nodes off") == kOk);
  CHECK(conversation.settings().limits.nodes == cgt::Budget::kUnlimited);
  CHECK(conversation.take("Sum(n for n in 1..1000)") == kOk);
  CHECK(conversation.take(":set budget_ms 0") == kUsageError);
  CHECK(conversation.take(":set budget_mb many") == kUsageError);
  CHECK(notes.heard.at(1) == "%1=500500");
}

TEST_CASE_METHOD(Fixture, "variables are topics", "[repl]") {
  conversation.take("hot := {7|3};");
  CHECK(conversation.about("hot") == "hot: Game\n  {7|3}\n");
  CHECK(conversation.about("Mean").value_or("").rfind("Game.Mean\n", 0) == 0);
  CHECK_FALSE(conversation.about("cold").has_value());
  // It was no result.
  CHECK(conversation.take("1") == kOk);
  CHECK(notes.heard == Heard{"%1=1"});
}

TEST_CASE_METHOD(Fixture, "own commands are known like the others", "[repl]") {
  std::string said;
  conversation.add({"echo", "WORD", "say it", [&](const std::string& rest) { said = rest; }});
  CHECK(conversation.take(":echo  hello there ") == kOk);
  CHECK(said == "hello there");
  CHECK(conversation.complete(":ec", 3).candidates == std::vector<std::string>{":echo"});
  CHECK(conversation.take(":ech") == kUsageError);
  CHECK(notes.heard.back().find("did you mean :echo?") != std::string::npos);
  const auto found = conversation.complete("1 + Therm", 9);
  CHECK(found.start == 4);
}

TEST_CASE_METHOD(Fixture, ":quit is over with the next line", "[repl]") {
  CHECK(conversation.take_all("1\n:quit\n2") == kOk);
  CHECK(conversation.finished());
  CHECK(conversation.take("3") == kOk);
  CHECK_FALSE(conversation.finished());
  CHECK(notes.heard == Heard{"%1=1", "%2=3"});
}

}  // namespace conversation_test
