// The verifier against the definitions, on plans that were changed at random.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "tests/decomp/htn/hddl/naive.hpp"
#include "tests/decomp/htn/hddl/random_hddl.hpp"
#include "tests/files.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace hddl_verify_test {

using namespace cgt::htn::hddl;
using cgt::Budget;
using cgt::InputError;
using cgt::SourceText;
using cgt::htn::hddl::testing::Naive;
using cgt::htn::hddl::testing::RandomHddl;

namespace {

std::string example(const std::string& name) {
  return cgt::testing::read_file(cgt::testing::source_root() + "/examples/htn/hddl/" + name +
                                 ".hddl");
}

Model example_model(const std::string& name) {
  return read_model(SourceText("d", example(name + "-domain")),
                    SourceText("p", example(name + "-problem")));
}

WrittenPlan plan_for(const Model& model) {
  Budget budget;
  const Solution found = find_plan(model, {}, budget);
  if (found.result.plans.empty()) return {};
  return written(*found.domain, found.result.plans[0]);
}

bool is_valid(const Model& model, const WrittenPlan& plan) {
  Budget budget;
  const PlanVerdict verdict = verify(model, plan, budget);
  CHECK(verdict.valid == verdict.reason.empty());
  return verdict.valid;
}

class Mutator {
 public:
  Mutator(const Model& model, unsigned seed) : model_(model), random_(seed) {}

  // One change; some of them leave the plan what it is.
  WrittenPlan changed(WrittenPlan plan) {
    switch (below(14)) {
      case 0: erase(plan.steps); break;
      case 1: erase(plan.decompositions); break;
      case 2: exchange(plan.steps); break;
      case 3: exchange(plan.decompositions); break;  // the order of their lines means nothing
      case 4: exchange(plan.root); break;
      case 5: erase(plan.root); break;
      case 6: object(plan.steps); break;
      case 7: object(plan.decompositions); break;
      case 8: {
        auto& one = any(plan.decompositions);
        one.method = static_cast<Index>(below(model_.methods.size()));
        break;
      }
      case 9: exchange(any(plan.decompositions).subtasks); break;
      case 10: erase(any(plan.decompositions).subtasks); break;
      case 11: {
        auto& ids = any(plan.decompositions).subtasks;
        ids.insert(ids.begin() + static_cast<std::ptrdiff_t>(below(ids.size() + 1)),
                   below(plan.steps.size() + plan.decompositions.size() + 1));
        break;
      }
      case 12: renumber(plan); break;
      default:
        any(plan.steps).id = any(plan.steps).id;
        twins(plan);
        break;
    }
    return plan;
  }

 private:
  const Model& model_;
  std::mt19937 random_;

  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  template <class T>
  T& any(std::vector<T>& list) {
    return list[below(list.size())];
  }
  template <class T>
  void erase(std::vector<T>& list) {
    if (!list.empty()) list.erase(list.begin() + static_cast<std::ptrdiff_t>(below(list.size())));
  }
  template <class T>
  void exchange(std::vector<T>& list) {
    if (!list.empty()) std::swap(any(list), any(list));
  }
  template <class T>
  void object(std::vector<T>& list) {
    auto& objects = any(list).objects;
    if (!objects.empty()) any(objects) = static_cast<Index>(below(model_.objects.size()));
  }
  // Gives all tasks other numbers.
  void renumber(WrittenPlan& plan) {
    const std::uint64_t factor = 2 * below(1000) + 1;
    const std::uint64_t shift = below(1'000'000);
    const auto now = [&](std::uint64_t& id) { id = id * factor + shift; };
    for (auto& step : plan.steps) now(step.id);
    for (auto& id : plan.root) now(id);
    for (auto& each : plan.decompositions) {
      now(each.id);
      for (auto& id : each.subtasks) now(id);
    }
  }
  // Writes a step twice.
  void twins(WrittenPlan& plan) { plan.steps.push_back(any(plan.steps)); }
};

}  // namespace

TEST_CASE("ten thousand spoilt plans are refused, and none that is only written differently",
          "[hddl][random][long]") {
  const std::size_t wanted = cgt::testing::scaled(cgt::testing::sized(10'000, 5'000));
  std::size_t refused = 0;
  std::size_t kept = 0;
  unsigned seed = 0;
  const auto spoil = [&](const Model& model, std::size_t times) {
    const WrittenPlan plan = plan_for(model);
    if (plan.steps.empty() || plan.decompositions.empty()) return;
    const Naive naive(model);
    REQUIRE(naive.verify(plan));
    REQUIRE(is_valid(model, plan));
    Mutator mutator(model, ++seed);
    for (std::size_t i = 0; i < times; ++i) {
      WrittenPlan other = mutator.changed(plan);
      if (i % 4 == 0 && !other.steps.empty() && !other.decompositions.empty()) {
        other = mutator.changed(other);
      }
      const bool valid = naive.verify(other);
      INFO("change " << i << " of seed " << seed << "\n" << ipc_text(model, other));
      REQUIRE(is_valid(model, other) == valid);
      // As text it says the same.
      const SourceText source("plan", ipc_text(model, other));
      REQUIRE(is_valid(model, read_plan(model, source)) == valid);
      ++(valid ? kept : refused);
    }
  };
  for (const char* name : {"travel", "blocks", "logistics", "towers", "transport"}) {
    spoil(example_model(name), wanted * 16 / 100);
  }
  for (unsigned r = 0; refused < wanted; ++r) {
    const auto [domain, problem] = RandomHddl(50'000 + r).texts();
    const Model model = read_model(SourceText("d", domain), SourceText("p", problem));
    spoil(model, 30);
  }
  cgt::testing::expect_share(kept, kept + refused, 0.1);  // 0.3
}

TEST_CASE("refusals name the line and the reason", "[hddl]") {
  const Model model = example_model("travel");
  Budget budget;
  const auto reason = [&](const std::string& text) {
    const SourceText source("plan.txt", text);
    return verify(model, read_plan(model, source), budget).reason;
  };
  const std::string good =
      "cgt\n==>\n0 walk me home park\n7 call-taxi me park\n3 drive me park airport\n"
      "4 pay me park airport\nroot 10 20\n10 travel me park -> on-foot 0\n"
      "20 travel me airport -> by-taxi 7 21\n21 ride me airport -> ride-and-pay 3 4\n<==\n";
  CHECK(reason(good).empty());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return reason(text);
  };
  CHECK(with("root 10 20", "root 10") == "the problem has 2 tasks, not 1");
  CHECK(with("by-taxi 7 21", "by-taxi 7 22") == "no task has number 22");
  CHECK(with("by-taxi 7 21", "stay 7 21") ==
        "method stay of (travel me airport) has 0 tasks, not 2");
  CHECK(with("0 walk me home park", "0 walk me home airport") ==
        "(walk me home airport) is not task 1 of method on-foot of (travel me park)");
  CHECK(with("0 walk me home park", "0 walk home home park") ==
        "home is of type place, not person");
  CHECK(with("7 call-taxi", "0 call-taxi") == "the number 0 is given twice");
  CHECK(with("ride-and-pay 3 4", "ride-and-pay 4 3") ==
        "(pay me park airport) is not task 1 of method ride-and-pay of (ride me airport)");
  CHECK(with("<==", "30 travel me park -> stay\n<==") == "(travel me park) belongs to no task");
  const std::string far =
      "==>\n0 walk me home airport\nroot 1 2\n1 travel me park -> stay\n"
      "2 travel me airport -> on-foot 0\n<==\n";
  CHECK(reason(far) ==
        "the precondition of method stay of (travel me park) does not hold, whatever its variables "
        "are");
}

// PANDA writes a task above those of the problem, and methods of one name for several tasks.
TEST_CASE("plans of other planners are verified", "[hddl]") {
  const Model model = example_model("travel");
  Budget budget;
  const auto is_good = [&](const std::string& text) {
    const SourceText source("plan.txt", text);
    return verify(model, read_plan(model, source), budget).valid;
  };
  const std::string steps =
      "==>\n0 walk me home park\n1 call-taxi me park\n"
      "2 drive me park airport\n3 pay me park airport\n";
  const std::string below =
      "5 travel me park -> on-foot 0\n6 travel me airport -> by-taxi 1 7\n"
      "7 ride me airport -> ride-and-pay 2 3\n<==\n";
  CHECK(is_good(steps + "root 4\n4 __top -> __top_method 5 6\n" + below));
  CHECK_FALSE(is_good(steps + "root 4\n4 __top -> __top_method 5\n" + below));
  CHECK_FALSE(is_good(steps + "root 5\n4 __top -> __top_method 5 6\n" + below));

  const std::string domain =
      "(define (domain d) (:predicates (p) (q))\n"
      " (:task go :parameters ()) (:task stay :parameters ())\n"
      " (:method m :parameters () :task (stay) :subtasks ())\n"
      " (:method m :parameters () :task (go) :precondition (p) :ordered-subtasks (and (a) (b)))\n"
      " (:method m :parameters () :task (go) :precondition (q) :ordered-subtasks (and (a) (b)))\n"
      " (:method m :parameters () :task (go) :ordered-subtasks (and (b)))\n"
      " (:action a :parameters ()) (:action b :parameters ()))";
  for (const bool q : {true, false}) {
    const Model named = read_model(
        SourceText("d", domain),
        SourceText("p",
                   std::string("(define (problem p) (:domain d) (:htn :ordered-subtasks (and ") +
                       "(stay) (go))) (:init" + (q ? " (q)" : "") + "))"));
    const auto valid = [&](const std::string& text) {
      const SourceText source("plan.txt", text);
      return verify(named, read_plan(named, source), budget).valid;
    };
    CHECK(valid("==>\n0 a\n1 b\nroot 2 3\n2 stay -> m\n3 go -> m 0 1\n<==\n") == q);
    CHECK(valid("==>\n1 b\nroot 2 3\n2 stay -> m\n3 go -> m 1\n<==\n"));
    CHECK_FALSE(valid("==>\n0 a\nroot 2 3\n2 stay -> m\n3 go -> m 0\n<==\n"));
    CHECK(is_valid(named, plan_for(named)));
  }
}

// The effects come after the precondition and before what is below (pandaPIparser).
TEST_CASE("methods may have effects", "[hddl]") {
  for (const char* order : {":ordered-subtasks", ":subtasks"}) {
    const std::string domain =
        std::string("(define (domain d) (:types t) (:predicates (p ?x - t) (q ?x - t))\n") +
        " (:task go :parameters (?x - t))\n"
        " (:method m :parameters (?x ?y - t) :task (go ?x) :precondition (p ?y)\n"
        "  :effect (and (not (p ?y)) (when (p ?y) (q ?x))) " +
        order +
        " (and (s1 (a ?x)) (s2 (a ?x))))\n"
        " (:action a :parameters (?x - t) :precondition (q ?x) :effect ()))";
    const auto plan = [&](const char* init) {
      const Model model = read_model(
          SourceText("d", domain),
          SourceText("p", std::string("(define (problem p) (:domain d) (:objects k l - t) (:htn ") +
                              ":ordered-subtasks (and (go k))) (:init " + init + "))"));
      const WrittenPlan found = plan_for(model);
      CHECK((found.steps.empty() || is_valid(model, found)));
      return found.steps.size();
    };
    CHECK(plan("(p l)") == 3);
    CHECK(plan("(q k)") == 0);
  }
}

TEST_CASE("what is not a plan is refused with its place", "[hddl]") {
  const Model model = example_model("travel");
  const auto message = [&](const std::string& text) -> std::string {
    const SourceText source("plan.txt", text);
    try {
      read_plan(model, source);
    } catch (const InputError& error) {
      const auto place = error.place();
      return std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
             error.message();
    }
    return "";
  };
  CHECK(message("") == "1:1 the text has no line ==>");
  CHECK(message("==>\n0 walk me home park\n") == "2:20 the plan has no root line");
  CHECK(message("==>\n0 walk me home\nroot 0\n") == "2:1 \"walk\" takes 3 arguments, not 2");
  CHECK(message("==>\nzero walk me home park\n") ==
        "2:1 expected the number of a task; found \"zero\"");
  CHECK(message("==>\n0 fly me home park\n") == "2:3 no task or action is called \"fly\"");
  CHECK(message("==>\n0 walk you home park\n") == "2:8 no object is called \"you\"");
  CHECK(message("==>\n0 travel me park\n") ==
        "2:3 a task needs \"-> METHOD ID...\" after its arguments");
  CHECK(message("==>\nroot 1\n1 travel me park -> by-bus\n") ==
        "3:21 no method is called \"by-bus\"");
  CHECK(message("==>\nroot 1\nroot 1\n") == "3:1 there are two root lines");
}

}  // namespace hddl_verify_test
