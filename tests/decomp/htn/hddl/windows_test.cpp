// Plans made better part by part: valid at any time, never worse, and best where all of the plan is a
// window, as full enumeration by the definitions says.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "decomp/htn/planner/windows.hpp"
#include "tests/decomp/htn/hddl/naive.hpp"
#include "tests/decomp/htn/hddl/random_hddl.hpp"
#include "tests/testing.hpp"

namespace windows_test {

using namespace cgt::htn::hddl;
using cgt::Budget;
using cgt::SourceText;
using cgt::StopReason;
using cgt::htn::MethodId;
using cgt::htn::Plan;
using cgt::htn::Planner;
using cgt::htn::PlanNode;
using cgt::htn::PlanResult;
using cgt::htn::TaskId;
using cgt::htn::WindowOptions;
using cgt::htn::Windows;
using cgt::htn::hddl::testing::model_of;
using cgt::htn::hddl::testing::naive_plans;
using cgt::htn::hddl::testing::RandomHddl;

namespace {

// A random problem whose plans are to be short, or cheap.
std::pair<std::string, std::string> random_texts(unsigned seed, bool metric) {
  auto texts = RandomHddl(seed).texts();
  const std::size_t at = texts.second.find("(:metric");
  REQUIRE(at != std::string::npos);
  if (!metric) texts.second = texts.second.substr(0, at) + ")";
  return texts;
}

// By the checker that knows texts only.
void check_plan(const Model& model, const RelationalDomain& domain, const Plan& plan) {
  const SourceText text("plan", ipc_text(model, written(domain, plan)));
  Budget budget;
  const PlanVerdict verdict = verify(model, read_plan(model, text), budget);
  INFO(verdict.reason << "\n" << text.text());
  CHECK(verdict.valid);
  CHECK(verdict.values == plan.values);
}

// The cost of the best plan: of all by the definitions, or by branch and bound, which other tests
// compare with the definitions.
double least_cost(const Model& model, const std::vector<std::string>& plans) {
  if (model.has_metric) {
    RelationalDomain domain(model);
    Budget budget;
    const PlanResult best = Planner(domain, {}).best(0, budget);
    REQUIRE(best.plans.size() == 1);
    return best.plans[0].values[0];
  }
  double least = 1e9;
  for (const std::string& plan : plans) {
    // "(" begins each action.
    least = std::min(least, static_cast<double>(std::count(plan.begin(), plan.end(), '(')));
  }
  return least;
}

// Does next() give an instance with these subtasks?
bool has_instance(RelationalDomain& domain, const PlanNode& node,
                  const std::vector<TaskId>& subtasks) {
  cgt::htn::ChoicePoint point;
  cgt::htn::Expansion expansion;
  while (domain.next(node.task, node.method, point, expansion)) {
    if (std::equal(subtasks.begin(), subtasks.end(), expansion.subtasks.begin(),
                   expansion.subtasks.end())) {
      return true;
    }
    if (expansion.last) break;
    expansion.clear();
  }
  return false;
}

}  // namespace

TEST_CASE("windows of random plans: the whole plan is best, parts are never worse",
          "[hddl][windows][random][long]") {
  const std::size_t cases = cgt::testing::scaled(600);
  std::size_t plans = 0;
  std::size_t better = 0;
  std::size_t by_parts = 0;
  std::size_t stopped = 0;  // for want of patience
  for (unsigned seed = 70'000; seed < 70'000 + cases; ++seed) {
    const auto texts = random_texts(seed, seed % 2 == 0);
    const Model model = model_of(texts);
    const auto expected = naive_plans(model);
    if (!expected || expected->empty()) continue;
    INFO("seed " << seed << "\n" << texts.first << texts.second);
    RelationalDomain domain(model);
    const cgt::htn::Hash128 start = domain.state_hash();
    Budget budget;
    const PlanResult first = Planner(domain, {}).first(budget);
    REQUIRE(first.plans.size() == 1);
    const Plan& plan = first.plans[0];
    if (!Windows::fits(domain, plan)) continue;
    ++plans;
    // Few nodes, ends in the same state only.
    Windows few(domain, plan);
    WindowOptions little;
    little.nodes = 40;
    little.other_ends = false;
    few.improve(little, budget);
    CHECK(domain.state_hash() == start);
    CHECK(few.plan().values[0] <= plan.values[0]);
    CHECK(few.counts().nodes < 40 + 200 + plan.steps.size());
    by_parts += few.counts().improved;
    // Ends in other states are not looked at, so that next to nothing is proved; what is, is so.
    if (few.counts().proved) CHECK(few.plan().values[0] == least_cost(model, *expected));
    check_plan(model, domain, few.plan());
    // All.
    Windows all(domain, plan);
    WindowOptions much;
    much.nodes = much.nodes_each = 1'000'000;
    CHECK(all.improve(much, budget));
    CHECK(all.counts().proved);
    CHECK(domain.state_hash() == start);
    check_plan(model, domain, all.plan());
    CHECK(all.plan().values[0] == least_cost(model, *expected));
    // With patience for all that it took, the same is found. Without any, nothing is searched.
    Windows patient(domain, plan);
    WindowOptions waiting = much;
    waiting.patience = all.counts().nodes + 1;
    CHECK(patient.improve(waiting, budget));
    CHECK(patient.plan().values[0] == all.plan().values[0]);
    CHECK(patient.counts().nodes == all.counts().nodes);
    Windows hasty(domain, plan);
    waiting.patience = 0;
    hasty.improve(waiting, budget);
    CHECK(hasty.counts().windows == 0);
    CHECK(hasty.plan().values[0] == plan.values[0]);
    // It may stop sooner than it must, never with a worse plan.
    Windows brief(domain, plan);
    waiting.patience = 30;
    brief.improve(waiting, budget);
    check_plan(model, domain, brief.plan());
    CHECK(brief.plan().values[0] <= plan.values[0]);
    stopped += brief.counts().windows < all.counts().windows ? 1 : 0;
    better += all.plan().values[0] < plan.values[0] ? 1 : 0;
  }
  cgt::testing::expect_share(plans, cases, 0.1);
  cgt::testing::expect_share(better, plans, 0.02);
  cgt::testing::expect_share(by_parts, plans, 0.001);
  cgt::testing::expect_share(stopped, plans, 0.005);
}

TEST_CASE("the best plan by windows and by branch and bound is that of enumeration",
          "[hddl][windows][random]") {
  const std::size_t cases = cgt::testing::scaled(300);
  std::map<std::string_view, std::size_t> by;
  std::size_t told = 0;
  for (unsigned seed = 80'000; seed < 80'000 + cases; ++seed) {
    const auto texts = random_texts(seed, seed % 2 == 0);
    const Model model = model_of(texts);
    const auto expected = naive_plans(model);
    if (!expected) continue;
    INFO("seed " << seed << "\n" << texts.first << texts.second);
    SolveOptions options;
    // So that the rounds begin.
    options.bounded_nodes = 3;
    options.round_nodes = 5 + seed % 50;
    options.windows = seed % 3 != 0;
    Budget budget;
    double last = 1e9;
    const Solution found =
        find_best(model, options, 100, budget, [&](const RelationalDomain&, const Plan& plan) {
          CHECK(plan.values[0] < last);
          last = plan.values[0];
          ++told;
        });
    CHECK(found.result.stop == StopReason::kExhausted);
    CHECK(found.result.statistics.nested_cuts == 0);
    CHECK(found.result.plans.empty() == expected->empty());
    ++by[found.search];
    if (expected->empty() || found.result.plans.empty()) continue;
    check_plan(model, *found.domain, found.result.plans[0]);
    CHECK(found.result.plans[0].values[0] == last);
    CHECK(found.result.plans[0].values[0] == least_cost(model, *expected));
  }
  CHECK(by["windows"] > 0);
  CHECK(by["branch and bound"] > 0);
  CHECK(told > 0);
}

TEST_CASE("whether an instance of a method still applies", "[hddl][windows][random]") {
  const std::size_t cases = cgt::testing::scaled(300);
  std::size_t yes = 0;
  std::size_t no = 0;
  for (unsigned seed = 90'000; seed < 90'000 + cases; ++seed) {
    const Model model = model_of(RandomHddl(seed).texts());
    RelationalDomain domain(model);
    Budget budget({.nodes = 2000});
    const PlanResult found = Planner(domain, {}).all(budget, 3);
    std::vector<MethodId> methods;
    for (const Plan& plan : found.plans) {
      for (const PlanNode& node : plan.nodes) {
        if (node.method != cgt::htn::kNoMethod) methods.push_back(node.method);
      }
    }
    domain.expect_checks(methods);
    for (const Plan& plan : found.plans) {
      const auto children = plan.children();
      // In all states that the steps go through: compiled, and by what next() says.
      const cgt::htn::Word start = domain.mark();
      for (std::size_t step = 0;; ++step) {
        for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) {
          if (plan.nodes[i].method == cgt::htn::kNoMethod) continue;
          std::vector<TaskId> subtasks;
          for (const std::uint32_t child : children[i]) subtasks.push_back(plan.nodes[child].task);
          const auto ask = [&](bool compiled) {
            const auto& node = plan.nodes[i];
            return compiled
                       ? domain.still_applies(node.task, node.method, plan.bindings(i), subtasks)
                       : domain.Domain::still_applies(node.task, node.method, plan.bindings(i),
                                                      subtasks);
          };
          const bool applies = ask(true);
          // What only has to exist may have another value in next().
          CHECK((applies || !ask(false)));
          CHECK(applies <= has_instance(domain, plan.nodes[i], subtasks));
          ++(applies ? yes : no);
        }
        if (step == plan.steps.size()) break;
        cgt::htn::Values ignored = plan.values;
        REQUIRE(apply_step(domain, plan.nodes[plan.steps[step]].task, ignored));
      }
      domain.undo(start);
    }
  }
  CHECK(yes > 100);
  CHECK(no > 50);
}

TEST_CASE("no windows where costs do not add up", "[hddl][windows]") {
  const Model model = model_of(
      {"(define (domain d) (:predicates (p)) (:functions (gain)) (:task t :parameters ())"
       "(:method m :parameters () :task (t) :ordered-subtasks (and (a)))"
       "(:action a :parameters () :effect (and (p) (decrease (gain) 1))))",
       "(define (problem p) (:domain d) (:htn :ordered-subtasks (and (t))) (:init (= (gain) 0))"
       "(:metric minimize (gain)))"});
  RelationalDomain domain(model);
  Budget budget;
  const PlanResult found = Planner(domain, {}).first(budget);
  REQUIRE(found.plans.size() == 1);
  CHECK_FALSE(Windows::fits(domain, found.plans[0]));
  // The first plan is found all the same.
  CHECK(find_plan(model, {}, budget).result.plans.size() == 1);
}

}  // namespace windows_test
