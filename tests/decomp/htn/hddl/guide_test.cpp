// Guided planning with HDDL against the definitions: nothing that a guide calls dead has a plan, and
// best-first search finds a plan where there is one.
#include <catch2/catch.hpp>

#include "decomp/htn/hddl/guide/list_guide.hpp"
#include "decomp/htn/hddl/read/read.hpp"
#include "decomp/htn/hddl/read/text.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "tests/decomp/htn/hddl/naive.hpp"
#include "tests/decomp/htn/hddl/random_hddl.hpp"
#include "tests/testing.hpp"

namespace guide_test {

using namespace cgt::htn::hddl;
using cgt::Budget;
using cgt::SourceText;
using cgt::StopReason;
using cgt::htn::Plan;
using cgt::htn::Planner;
using cgt::htn::PlannerOptions;
using cgt::htn::PlanResult;
using cgt::htn::hddl::testing::Naive;
using cgt::htn::hddl::testing::RandomHddl;

namespace {

struct Problem {
  Model model;
  std::multiset<std::string> plans;  // their steps, by the definitions
};

// None if there are too many decompositions to try.
std::optional<Problem> random_problem(unsigned seed) try {
  const auto [domain, problem] = RandomHddl(seed).texts();
  Problem out{read_model(SourceText("d.hddl", domain), SourceText("p.hddl", problem)), {}};
  Naive(out.model).solutions([&](const std::vector<Naive::Call>& steps) {
    std::string text;
    for (const Naive::Call& step : steps)
      text += call_text(out.model, out.model.tasks[step.task].name, step.objects);
    out.plans.insert(text);
  });
  return out;
} catch (const cgt::htn::hddl::testing::TooLarge&) {
  return std::nullopt;
}

// All plans, found with a guide.
std::multiset<std::string> guided(const Model& model, const GuideOptions& guidance,
                                  std::uint64_t& cuts) {
  RelationalDomain domain(model);
  ListGuide guide(domain, guidance);
  PlannerOptions options;
  options.duplicates = options.failures = false;
  options.guide = &guide;
  Planner planner(domain, options);
  Budget budget;
  const PlanResult result = planner.all(budget);
  REQUIRE(result.stop == StopReason::kExhausted);
  cuts += result.statistics.needs_cuts + result.statistics.landmark_cuts;
  std::multiset<std::string> out;
  for (const Plan& plan : result.plans) {
    std::string text;
    for (const std::uint32_t step : plan.steps) text += domain.task_text(plan.nodes[step].task);
    out.insert(text);
  }
  return out;
}

}  // namespace

TEST_CASE("guides leave all plans of random problems", "[hddl][random]") {
  const std::size_t cases = cgt::testing::scaled(1000);
  std::uint64_t by_needs = 0;
  std::uint64_t by_landmarks = 0;
  std::uint64_t by_both = 0;
  std::size_t small = 0;
  std::size_t solvable = 0;
  for (unsigned seed = 20'000; seed < 20'000 + cases; ++seed) {
    INFO("seed " << seed);
    const std::optional<Problem> problem = random_problem(seed);
    if (!problem) continue;
    ++small;
    solvable += problem->plans.empty() ? 0 : 1;
    CHECK(guided(problem->model, {true, false}, by_needs) == problem->plans);
    CHECK(guided(problem->model, {false, true}, by_landmarks) == problem->plans);
    CHECK(guided(problem->model, {true, true}, by_both) == problem->plans);
  }
  cgt::testing::expect_share(small, cases, 0.4);
  cgt::testing::expect_share(solvable, cases, 0.1);
  CAPTURE(by_needs, by_landmarks, by_both);
  CHECK(by_needs > cases / 10);
  CHECK(by_landmarks > cases / 100);
  CHECK(by_both >= by_needs);
}

TEST_CASE("best-first search finds a plan where there is one", "[hddl][random]") {
  const std::size_t cases = cgt::testing::scaled(300);
  std::map<std::string_view, std::size_t> by_search;
  for (unsigned seed = 30'000; seed < 30'000 + cases; ++seed) {
    INFO("seed " << seed);
    const std::optional<Problem> problem = random_problem(seed);
    if (!problem) continue;
    for (const bool composition : {false, true}) {
      SolveOptions options;
      options.guidance.composition = composition;
      options.guidance.tasks = !composition;
      options.guidance.needs = seed % 2 == 0;
      options.guidance.landmarks = seed % 3 == 0;
      // So few that others must find it.
      options.few_nodes = options.many_nodes = 1;
      Budget budget;
      const Solution found = find_plan(problem->model, options, budget);
      CHECK(found.result.plans.empty() == problem->plans.empty());
      if (found.result.plans.empty()) {
        CHECK(found.result.stop == StopReason::kExhausted);
        continue;
      }
      ++by_search[found.search];
      const std::string text =
          ipc_text(problem->model, written(*found.domain, found.result.plans[0]));
      const SourceText source("plan", text);
      const WrittenPlan read = read_plan(problem->model, source);
      CHECK(verify(problem->model, read, budget).valid);
      CHECK(Naive(problem->model).verify(read));
    }
  }
  CAPTURE(by_search);
  cgt::testing::expect_share(by_search["composition"], cases, 0.05);
  cgt::testing::expect_share(by_search["tasks"], cases, 0.05);
}

TEST_CASE("a chain without a choice may be of any length", "[hddl]") {
  // Counts down by one task and one step after the other.
  constexpr int kSteps = 2500;
  std::string numbers;
  std::string next;
  for (int i = 0; i <= kSteps; ++i) {
    numbers += " n" + std::to_string(i);
    if (i > 0) next += " (next n" + std::to_string(i) + " n" + std::to_string(i - 1) + ")";
  }
  const std::string domain =
      "(define (domain count) (:types number - object) (:constants zero - number)\n"
      "(:predicates (at ?n - number) (next ?m ?n - number) (last ?n - number) (over))\n"
      "(:task go :parameters (?n - number))\n"
      "(:method on :parameters (?m ?n - number) :task (go ?m) :precondition (next ?m ?n)\n"
      " :ordered-subtasks (and (down ?m ?n) (go ?n)))\n"
      "(:method end :parameters (?n - number) :task (go ?n) :precondition (last ?n)\n"
      " :ordered-subtasks (and (stop)))\n"
      "(:action down :parameters (?m ?n - number) :precondition (at ?m)\n"
      " :effect (and (not (at ?m)) (at ?n)))\n"
      "(:action stop :parameters () :effect (over)))\n";
  const std::string problem = "(define (problem p) (:domain count) (:objects" + numbers +
                              " - number)\n(:htn :ordered-subtasks (and (go n" +
                              std::to_string(kSteps) + ")))\n(:init (last n0) (at n" +
                              std::to_string(kSteps) + ")" + next + ")\n(:goal (over)))\n";
  const Model model = read_model(SourceText("d", domain), SourceText("p", problem));
  for (const bool composition : {false, true}) {
    SolveOptions options;
    options.guidance.composition = composition;
    options.guidance.tasks = !composition;
    options.few_nodes = options.many_nodes = 1;
    Budget budget;
    const Solution found = find_plan(model, options, budget);
    REQUIRE(found.result.plans.size() == 1);
    CHECK(found.result.plans[0].steps.size() == kSteps + 1);
    CHECK(found.search == (composition ? "composition" : "tasks"));
  }
}

}  // namespace guide_test
