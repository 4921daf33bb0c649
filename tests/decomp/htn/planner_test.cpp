#include "decomp/htn/planner/planner.hpp"

#include <catch2/catch.hpp>

#include "../../testing.hpp"
#include "asked.hpp"
#include "decomp/htn/planner/plan_library.hpp"
#include "tests/testing.hpp"

namespace planner_test {

namespace {

using namespace cgt;
using namespace cgt::htn;
using random_domain::all_options;
using random_domain::Asked;
using random_domain::Fixpoint;
using random_domain::is_valid;
using random_domain::kTwoSums;
using random_domain::PlainPlan;
using random_domain::Problem;
using random_domain::Shape;

std::set<Values> values_of(const PlanResult& result) {
  std::set<Values> out;
  for (const Plan& plan : result.plans) out.insert(plan.values);
  return out;
}

const std::vector<Attribute> kMixed{
    {.name = "time"},
    {.name = "risk", .combine = Combine::kMaximum},
    {.name = "luck", .combine = Combine::kProduct, .better = Better::kGreater}};
const std::vector<Attribute> kGains{{.name = "time"}, {.name = "gain", .monotone = false}};

}  // namespace

TEST_CASE("plans of random problems are those of plain recursion", "[htn][random]") {
  std::mt19937_64 random(1);
  std::size_t with_plans = 0;
  std::size_t several = 0;
  const std::size_t cases = testing::scaled(500);
  for (std::size_t i = 0; i < cases; ++i) {
    Shape shape;
    shape.attributes = i % 3 == 0 ? kMixed : i % 3 == 1 ? kTwoSums : kGains;
    shape.operators = 8;
    shape.methods = 4;
    shape.todo = 3;
    shape.one_in = 12;
    const Problem p = random_domain::make(random, shape);
    const auto expected = random_domain::enumerate(p);
    if (!expected.empty()) ++with_plans;
    std::vector<Values> vectors;
    for (const PlainPlan& plan : expected) vectors.push_back(plan.values);
    const auto pareto = random_domain::undominated(p.attributes, vectors);
    if (pareto.size() > 1) ++several;
    for (const PlannerOptions& options : all_options()) {
      Asked asked(p, options);
      Budget budget;
      INFO("problem " << i << " duplicates " << options.duplicates << " failures "
                      << options.failures << " bound " << options.bound);
      const PlanResult first = asked.planner.first(budget);
      REQUIRE(first.plans.size() == (expected.empty() ? 0U : 1U));
      if (!expected.empty()) {
        REQUIRE(is_valid(p, asked, first.plans[0]));
        if (!options.shuffle) REQUIRE(asked.plain(first.plans[0]) == expected[0]);
      }

      const PlanResult all = asked.planner.all(budget);
      REQUIRE(all.stop == StopReason::kExhausted);
      std::vector<PlainPlan> found;
      for (const Plan& plan : all.plans) {
        REQUIRE(is_valid(p, asked, plan));
        found.push_back(asked.plain(plan));
      }
      if (options.shuffle) {
        auto sorted = expected;
        std::sort(sorted.begin(), sorted.end());
        std::sort(found.begin(), found.end());
        REQUIRE(found == sorted);
      } else {
        REQUIRE(found == expected);
      }

      const PlanResult best = asked.planner.best(1, budget);
      REQUIRE(best.stop == StopReason::kExhausted);
      REQUIRE(best.plans.size() == first.plans.size());
      if (!expected.empty()) {
        REQUIRE(is_valid(p, asked, best.plans[0]));
        const auto better = [&](const Values& a, const Values& b) { return a[1] < b[1]; };
        REQUIRE(best.plans[0].values[1] ==
                (*std::min_element(vectors.begin(), vectors.end(), better))[1]);
      }

      const PlanResult front = asked.planner.pareto({}, budget);
      REQUIRE(front.stop == StopReason::kExhausted);
      REQUIRE(values_of(front) == pareto);
      REQUIRE(front.plans.size() == pareto.size());
      for (const Plan& plan : front.plans) REQUIRE(is_valid(p, asked, plan));

      // Bounds between the vectors that plans have, one and two at a time.
      std::vector<Values> wanted;
      for (std::size_t k = 0; k < 3 && !vectors.empty(); ++k) {
        Values bound = vectors[random() % vectors.size()];
        for (double& x : bound) x += static_cast<double>(random() % 3) - 1;
        wanted.push_back(bound);
        const PlanResult reached = asked.planner.reach({}, wanted, budget);
        const auto meets = [&](const Values& v) {
          return std::any_of(wanted.begin(), wanted.end(),
                             [&](const Values& w) { return no_worse(p.attributes, v, w); });
        };
        REQUIRE(reached.plans.empty() == std::none_of(vectors.begin(), vectors.end(), meets));
        if (!reached.plans.empty()) REQUIRE(meets(reached.plans[0].values));
        if (k == 1) wanted.clear();
      }
      REQUIRE(asked.domain.state().bits == p.start);
    }
    Asked asked(p, {});
    Budget budget;
    PlanLibrary library(asked.domain);
    for (int again = 0; again < 2; ++again) {
      const PlanResult front = library.pareto(budget);
      REQUIRE(values_of(front) == pareto);
      REQUIRE(front.stop == StopReason::kExhausted);
      for (const Plan& plan : front.plans) REQUIRE(is_valid(p, asked, plan));
    }
    REQUIRE(asked.domain.state().bits == p.start);
  }
  testing::expect_share(with_plans, cases, 0.3);  // 0.73
  testing::expect_share(several, cases, 0.1);     // 0.2
}

TEST_CASE("recursive problems: plans and undominated values are those of the fixed point",
          "[htn][random][long]") {
  std::mt19937_64 random(2);
  std::size_t decided = 0;
  std::size_t solvable = 0;
  std::size_t unsolvable = 0;
  std::size_t proved = 0;
  std::uint64_t failure_cuts = 0;
  std::size_t searches = 0;
  std::uint64_t rounds = 0;
  const std::size_t cases = testing::scaled(2000);
  for (std::size_t i = 0; i < cases; ++i) {
    Shape shape;
    shape.recursive = true;
    shape.facts = 3;
    shape.operators = 2 + static_cast<int>(i % 3);
    shape.subtasks = 2 + static_cast<int>(i % 2);
    shape.attributes = i % 2 == 0 ? kMixed : kTwoSums;
    const Problem p = random_domain::make(random, shape);
    const auto expected = Fixpoint(p).answer();
    {
      Asked asked(p, {});
      Budget budget;
      PlanLibrary library(asked.domain);
      const PlanResult front = library.pareto(budget);
      REQUIRE(front.stop == StopReason::kExhausted);
      REQUIRE(values_of(front) == expected);
      for (const Plan& plan : front.plans) REQUIRE(is_valid(p, asked, plan));
      rounds += library.size().rounds;
    }
    for (const PlannerOptions& options : all_options()) {
      if (!options.duplicates || !options.failures || (options.shuffle && i % 8 != 0)) continue;
      ++searches;
      Asked asked(p, options);
      // Lists may grow without end, so that some searches do not end either.
      Budget budget({.nodes = 1000});
      const PlanResult first = asked.planner.first(budget);
      if (!first.plans.empty()) {
        REQUIRE_FALSE(expected.empty());
        REQUIRE(is_valid(p, asked, first.plans[0]));
        ++solvable;
      } else if (first.stop == StopReason::kExhausted) {
        REQUIRE(expected.empty());
        ++unsolvable;
      }
      if (first.stop != StopReason::kNodes) ++decided;
      Budget more({.nodes = 1000});
      const PlanResult front = asked.planner.pareto({}, more);
      failure_cuts += front.statistics.failure_cuts;
      for (const Plan& plan : front.plans) REQUIRE(is_valid(p, asked, plan));
      if (front.stop == StopReason::kExhausted) {
        REQUIRE(values_of(front) == expected);
        if (!expected.empty()) ++proved;
      }
      Budget for_all({.nodes = 1000});
      const PlanResult all = asked.planner.all(for_all);
      for (const Plan& plan : all.plans) REQUIRE(is_valid(p, asked, plan));
      if (all.stop == StopReason::kExhausted) REQUIRE(all.plans.empty() == expected.empty());
    }
  }
  testing::expect_share(decided, searches, 0.3);     // 0.74
  testing::expect_share(solvable, searches, 0.1);    // 0.36
  testing::expect_share(unsolvable, searches, 0.1);  // 0.39
  testing::expect_share(proved, searches, 0.1);      // 0.31
  testing::expect_share(failure_cuts, searches, 2);  // 4.1
  testing::expect_share(rounds, cases, 0.2);         // 0.6
}

}  // namespace planner_test
