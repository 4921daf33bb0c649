// `cgt htn` as a program.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace cli_htn_test {

using cgt::testing::ProcessInput;
using cgt::testing::ProcessResult;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using Json = nlohmann::json;

namespace {

const std::string kFolder = cgt::testing::source_root() + "/examples/htn/hddl/";

ProcessResult plan(const std::string& name, std::vector<std::string> options = {},
                   const std::string& command = "plan") {
  std::vector<std::string> words{"htn", command, kFolder + name + "-domain.hddl",
                                 kFolder + name + "-problem.hddl"};
  words.insert(words.end(), options.begin(), options.end());
  return run_cgt(words);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("every example in HDDL has a plan that is verified", "[cli][htn]") {
  for (const char* name : {"travel", "blocks", "logistics", "towers", "transport"}) {
    INFO(name);
    for (const std::vector<std::string>& aim :
         {std::vector<std::string>{}, {"--best"}, {"--seed", "7"}, {"--best", "--nested", "1"}}) {
      std::vector<std::string> options = aim;
      options.insert(options.end(), {"--format", "ipc", "--budget-nodes", "200000"});
      const ProcessResult found = plan(name, options);
      REQUIRE(found.exit_code == 0);
      const TemporaryFile file(found.out);
      const ProcessResult verified = plan(name, {file.path()}, "verify");
      CHECK(verified.exit_code == 0);
      CHECK(contains(verified.out, ": valid: "));
    }
  }
}

TEST_CASE("all, best and Pareto plans agree", "[cli][htn]") {
  const ProcessResult all = plan("travel", {"--all", "--format", "json"});
  REQUIRE(all.exit_code == 0);
  CHECK(contains(all.err, "these are all plans"));
  double least = 1e9;
  for (std::size_t at = 0; at < all.out.size(); at = all.out.find('\n', at) + 1) {
    const Json one = Json::parse(all.out.substr(at, all.out.find('\n', at) - at));
    CHECK(one["proved"] == true);
    if (one.contains("plans")) break;  // the last line: how many there are
    least = std::min(least, one["values"]["metric"].get<double>());
    CHECK(one["root"].size() == 2);
    CHECK(one["steps"].size() >= 2);
  }
  const ProcessResult best = plan("travel", {"--best", "--format", "json"});
  CHECK(Json::parse(best.out)["values"]["metric"] == least);
  const ProcessResult pareto = plan("transport", {"--pareto"});
  CHECK(contains(pareto.out, "plan: 12 steps, time 15, money 10\n"));
  CHECK(contains(pareto.out, "plan: 13 steps, time 29, money 3\n"));
  CHECK(contains(pareto.out, "proved: no plan is better\n"));
}

TEST_CASE("no plan, no budget, no text: exit codes of cgt htn", "[cli][htn]") {
  const std::string domain =
      "(define (domain d) (:predicates (p)) (:task t :parameters ())"
      " (:method m :parameters () :task (t) :ordered-subtasks (and (a) (t)))"
      " (:method n :parameters () :task (t) :precondition (p) :ordered-subtasks ())"
      " (:action a :parameters ()))";
  const TemporaryFile d(domain);
  const TemporaryFile p("(define (problem x) (:domain d) (:htn :subtasks (t)) (:init))");
  const ProcessResult none = run_cgt({"htn", "plan", d.path(), p.path()});
  CHECK(none.exit_code == 1);
  CHECK(
      none.err.starts_with("there is no plan (proved: not even if nothing were ever undone)\n"
                           "method n of (t): (p) is missing in :init, and no action makes it\n"
                           "any one of these may be all that is missing:\n"
                           "  in :init of the problem: (p)\n"));
  CHECK(none.out.empty());
  const Json proved =
      Json::parse(run_cgt({"htn", "plan", d.path(), p.path(), "--format", "json"}).out);
  CHECK(proved["answer"] == "no plan");
  CHECK(proved["proof"] == "relaxed");
  CHECK(proved["because"][0]["asked by"] == "method n of (t)");
  CHECK(proved["because"][0]["file"] == "problem");
  CHECK(proved["enough"][0] == Json{{"what", "(p)"}, {"file", "problem"}, {"proved", false}});
  // What (a) needs is undone by the first (a).
  const TemporaryFile once(
      "(define (domain d) (:predicates (p)) (:task t :parameters ())"
      " (:method m :parameters () :task (t) :ordered-subtasks (and (a) (a)))"
      " (:action a :parameters () :precondition (p) :effect (not (p))))");
  const TemporaryFile given("(define (problem x) (:domain d) (:htn :subtasks (t)) (:init (p)))");
  const ProcessResult searched = run_cgt({"htn", "plan", once.path(), given.path()});
  CHECK(searched.exit_code == 1);
  CHECK(searched.err.starts_with("there is no plan (the search has looked at everything)\n"));
  CHECK(contains(searched.err,
                 "there is a plan with any one of these:\n"
                 "  in the domain: a method for (t)\n"));
  const ProcessResult spent = plan("transport", {"--best", "--budget-nodes", "5"});
  CHECK(spent.exit_code == 4);
  CHECK(contains(spent.err, "unknown: "));
  const Json unknown =
      Json::parse(plan("transport", {"--best", "--budget-nodes", "5", "--format", "json"}).out);
  CHECK(unknown["answer"] == "unknown");
  CHECK(unknown["proof"].is_null());
  const ProcessResult wrong = run_cgt({"htn", "plan", p.path(), d.path()});
  CHECK(wrong.exit_code == 3);
  CHECK(contains(wrong.err, ":1:9: error: expected (define (domain NAME) ...)"));
  CHECK(run_cgt({"htn", "plan", d.path(), "/nowhere"}).exit_code == 2);
  CHECK(run_cgt({"htn", "plan", d.path()}).exit_code == 2);
  CHECK(run_cgt({"htn", "bench", "/nowhere"}).exit_code == 2);
}

TEST_CASE("a search is told at four levels, and lint gives places", "[cli][htn]") {
  CHECK(plan("travel", {"--trace", "0"}).err.empty());
  const std::string ends = plan("travel", {"--trace", "1"}).err;
  CHECK(ends.starts_with("depth 0: tasks: "));
  CHECK(contains(ends, "no task is left: a plan\n"));
  CHECK_FALSE(contains(ends, "action"));
  const ProcessResult steps = plan("travel", {"--trace", "2"});
  CHECK(steps.exit_code == 0);
  CHECK(contains(steps.err, "task (travel me park)\n"));
  CHECK(contains(steps.err, "action (call-taxi me park)\n"));
  CHECK(contains(steps.err, ": its condition does not hold\n"));
  CHECK_FALSE(contains(steps.err, "because"));
  CHECK(contains(plan("travel", {"--trace", "3"}).err, "  because (and (at me home)"));
  CHECK(plan("travel", {"--trace", "4"}).exit_code == 2);
  CHECK(plan("travel", {"--trace", "1", "--best"}).exit_code == 2);
  const ProcessResult linted = plan("travel", {}, "lint");
  CHECK(linted.exit_code == 0);
  CHECK(contains(linted.out, "total order; not recursive\n"));
  ProcessInput input;
  input.text =
      "(define (domain d) (:predicates (p))\n (:task t :parameters ())\n"
      " (:action a :parameters () :effect (p)))";
  const ProcessResult piped = run_cgt({"htn", "lint", "-"}, input);
  CHECK(piped.exit_code == 0);
  CHECK(contains(piped.out, "<stdin>:3:11: "));
}

TEST_CASE("a plan that is wrong is refused", "[cli][htn]") {
  const TemporaryFile wrong(
      "==>\n0 walk me home airport\nroot 1 2\n1 travel me park -> stay\n"
      "2 travel me airport -> on-foot 0\n<==\n");
  const ProcessResult refused = plan("travel", {wrong.path()}, "verify");
  CHECK(refused.exit_code == 1);
  CHECK(contains(refused.out, ":4: refused: the precondition of method stay"));
  const TemporaryFile broken("==>\n0 walk me home\n");
  const ProcessResult unread = plan("travel", {broken.path()}, "verify");
  CHECK(unread.exit_code == 3);
  CHECK(contains(unread.err, ":2:1: error: \"walk\" takes 3 arguments, not 2"));
}

TEST_CASE("a folder of problems is run, and every plan verified", "[cli][htn]") {
  const ProcessResult bench = run_cgt({"htn", "bench", kFolder});
  CHECK(bench.exit_code == 0);
  CHECK(contains(bench.err, "5 of 5 solved in "));
  CHECK(contains(bench.err, "5 verified, 0 refused"));
}

TEST_CASE("acting: answers, chance, and what is no answer", "[cli][htn]") {
  const TemporaryFile answers("failed\n; a remark\n(taxi-at home)\n");
  const ProcessResult acted =
      plan("travel", {"--answers", answers.path(), "--format", "json"}, "act");
  REQUIRE(acted.exit_code == 0);
  const Json json = Json::parse(acted.out);
  CHECK(json["finished"] == true);
  CHECK(json["replans"] == 2);
  CHECK(json["events"][1]["event"] == "failed");
  CHECK(json["steps"][0] == "(walk me home park)");
  // Chance depends on the seed alone; what never works has no plan.
  const std::vector<std::string> chance{"--success", ".7", "--seed", "3", "--retries", "2"};
  CHECK(plan("logistics", chance, "act").out == plan("logistics", chance, "act").out);
  const ProcessResult never = plan("blocks", {"--success", "0"}, "act");
  CHECK(never.exit_code == 1);
  CHECK(contains(never.out, "not finished: 0 steps"));
  // A task that is itself the step that failed has no level to plan anew: that is no plan, and no limit.
  const TemporaryFile domain(
      "(define (domain d) (:requirements :hierarchy) (:predicates (s))\n"
      "(:action f :parameters () :effect (s)) (:action g :parameters () :effect (s)))\n");
  const TemporaryFile problem(
      "(define (problem p) (:domain d)\n"
      "(:htn :parameters () :ordered-subtasks (and (g) (f))) (:init))\n");
  const ProcessResult step =
      run_cgt({"htn", "act", domain.path(), problem.path(), "--success", "f=0"});
  CHECK(step.exit_code == 1);
  CHECK(contains(step.out, "no plan after (f)"));
  // What is said of one action goes before what is said of all.
  const ProcessResult taxi = plan("travel", {"--success", "call-taxi=0", "--success", "1"}, "act");
  CHECK(contains(taxi.out, "failed (call-taxi me home)"));
  CHECK(contains(taxi.out, "done (walk me home park)"));
  const ProcessResult unknown = plan("travel", {"--success", "walkk=.5"}, "act");
  CHECK(unknown.exit_code == 2);
  CHECK(contains(unknown.err, "did you mean \"walk\"?"));
  for (const char* wrong : {"2", "walk=-1", "walk=", "nan"}) {
    CAPTURE(wrong);
    CHECK(plan("travel", {"--success", wrong}, "act").exit_code == 2);
  }
  // Answers that no step asks for.
  const TemporaryFile many("ok\nok\nok\nok\nok\nok\n\n; the end\n ok\nfailed\n");
  const ProcessResult rest = plan("travel", {"--answers", many.path()}, "act");
  CHECK(rest.exit_code == 0);
  CHECK(contains(rest.err, many.path() + ":9:2: warning: 2 answers too many"));
  CHECK(plan("travel", {"--answers", answers.path()}, "act").err.empty());
  ProcessInput input;
  input.text = "ok\nok (taxi-at homee)\n";
  const std::string base = kFolder + "travel-";
  const ProcessResult wrong =
      run_cgt({"htn", "act", base + "domain.hddl", base + "problem.hddl", "--answers", "-"}, input);
  CHECK(wrong.exit_code == 3);
  CHECK(contains(wrong.out, "do (call-taxi me home)"));
  CHECK(contains(wrong.err, "<stdin>:2:13: error: no object is called \"homee\""));
  CHECK(contains(wrong.err, "did you mean \"home\"?"));
}

}  // namespace cli_htn_test
