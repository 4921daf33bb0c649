// Planning with HDDL against the definitions, on random problems and on the examples.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "decomp/htn/hddl/ground/relational_domain.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "decomp/htn/planner/planner.hpp"
#include "tests/decomp/htn/hddl/naive.hpp"
#include "tests/decomp/htn/hddl/random_hddl.hpp"
#include "tests/testing.hpp"

namespace domain_test {

using namespace cgt::htn::hddl;
using cgt::Budget;
using cgt::InputError;
using cgt::SourceText;
using cgt::StopReason;
using cgt::htn::Plan;
using cgt::htn::Planner;
using cgt::htn::PlannerOptions;
using cgt::htn::PlanResult;
using cgt::htn::hddl::testing::Naive;
using cgt::htn::hddl::testing::naive_plans;
using cgt::htn::hddl::testing::RandomHddl;

namespace {

Model model_of(const std::string& domain, const std::string& problem) {
  return read_model(SourceText("d.hddl", domain), SourceText("p.hddl", problem));
}

using Lists = std::vector<std::string>;  // the steps of a plan each, sorted

std::string steps_of(const RelationalDomain& domain, const Plan& plan) {
  std::string text;
  for (const std::uint32_t step : plan.steps) text += domain.task_text(plan.nodes[step].task);
  return text;
}

Lists planned(const Model& model, const DomainOptions& options) {
  RelationalDomain domain(model, options);
  PlannerOptions planner_options;
  planner_options.duplicates = planner_options.failures = false;
  Planner planner(domain, planner_options);
  Budget budget;
  const PlanResult result = planner.all(budget);
  REQUIRE(result.stop == StopReason::kExhausted);
  Lists out;
  for (const Plan& plan : result.plans) out.push_back(steps_of(domain, plan));
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("all plans of random problems are those of the definitions", "[hddl][random][long]") {
  std::size_t solvable = 0;
  std::size_t plans = 0;
  std::size_t small = 0;
  const std::size_t cases = cgt::testing::scaled(1500);
  for (unsigned seed = 0; seed < cases; ++seed) {
    const auto [domain, problem] = RandomHddl(seed).texts();
    INFO("seed " << seed << "\n" << domain << problem);
    const Model model = model_of(domain, problem);
    const std::optional<Lists> expected = naive_plans(model);
    if (!expected) continue;
    ++small;
    plans += expected->size();
    solvable += expected->empty() ? 0 : 1;
    for (const bool pull_up : {false, true}) {
      for (const bool late : {false, true}) {
        DomainOptions options;
        options.hierarchy.pull_up = pull_up;
        options.hierarchy.bind_late = late;
        options.hierarchy.recursion_first = seed % 2 == 0;
        INFO("pull up " << pull_up << ", bind late " << late);
        CHECK(planned(model, options) == *expected);
      }
    }
  }
  // Enough of both kinds to mean something.
  cgt::testing::expect_share(small, cases, 0.4);             // 0.91
  cgt::testing::expect_share(solvable, cases, 0.1);          // 0.33
  cgt::testing::expect_share(small - solvable, cases, 0.2);  // 0.58
  cgt::testing::expect_share(plans, cases, 6);               // 13
}

TEST_CASE("plans of random problems are found and verified in every way", "[hddl][random]") {
  const std::size_t cases = cgt::testing::scaled(800);
  std::size_t verified = 0;
  for (unsigned seed = 10'000; seed < 10'000 + cases; ++seed) {
    const auto [domain_text, problem_text] = RandomHddl(seed).texts();
    INFO("seed " << seed << "\n" << domain_text << problem_text);
    const Model model = model_of(domain_text, problem_text);
    Naive naive(model);
    double least = -1;
    try {
      naive.solutions([&](const std::vector<Naive::Call>& steps) {
        auto state = naive.initial();
        for (const Naive::Call& step : steps) state = *naive.done(state, step.task, step.objects);
        const double cost = state.values[{2}];
        if (least < 0 || cost < least) least = cost;
      });
    } catch (const cgt::htn::hddl::testing::TooLarge&) {
      continue;
    }
    Budget budget;
    const Solution first = find_plan(model, {}, budget);
    CHECK(first.result.plans.empty() == (least < 0));
    if (least < 0) {
      CHECK(first.result.stop == StopReason::kExhausted);
      continue;
    }
    RelationalDomain domain(model);
    Planner planner(domain);
    const PlanResult best = planner.best(0, budget);
    REQUIRE(best.plans.size() == 1);
    CHECK(best.plans[0].values[0] == least);
    for (const auto& [owner, plan] : {std::pair(first.domain.get(), &first.result.plans[0]),
                                      std::pair(&domain, &best.plans[0])}) {
      const std::string text = ipc_text(model, written(*owner, *plan));
      const SourceText source("plan", text);
      const WrittenPlan read = read_plan(model, source);
      const PlanVerdict verdict = verify(model, read, budget);
      CHECK(verdict.reason.empty());
      CHECK(verdict.valid);
      CHECK(verdict.values == plan->values);
      CHECK(naive.verify(read));
      ++verified;
    }
  }
  cgt::testing::expect_share(verified, 2 * cases, 0.1);  // 0.3
}

}  // namespace domain_test
