#include "decomp/solve/play/poset_plans.hpp"

#include <catch2/catch.hpp>

#include "../../../testing.hpp"
#include "../../htn/random_domain.hpp"
#include "tests/testing.hpp"

namespace poset_plans_test {

namespace {

using namespace cgt;
using namespace cgt::htn;
using random_domain::Facts;

}  // namespace

TEST_CASE("plans under any poset are those of full enumeration", "[htn][random]") {
  std::mt19937_64 random(3);
  std::size_t several = 0;
  const std::size_t cases = testing::scaled(300);
  for (std::size_t i = 0; i < cases; ++i) {
    random_domain::Shape shape;
    shape.operators = 8;
    shape.methods = 4;
    shape.todo = 3;
    shape.one_in = 12;
    shape.attributes = {{.name = "time"}, {.name = "risk", .combine = Combine::kMaximum}};
    const auto problem = random_domain::make(random, shape);
    CodeDomain<Facts> domain(problem.attributes);
    std::vector<TaskId> ids;
    random_domain::declare(domain, problem, ids);
    const auto expected = random_domain::enumerate(problem);

    const auto check = [&](const auto& poset, const auto& element, solve::PlanPosetFit fit) {
      using Element = std::decay_t<decltype(element(Values{}))>;
      std::vector<Element> all;
      for (const auto& plan : expected) all.push_back(element(plan.values));
      const auto best = pob::maximal(poset, all);
      if (best.size() > 1) ++several;
      for (const bool on : {false, true}) {
        PlannerOptions options;
        options.duplicates = options.failures = options.bound = on;
        Planner planner(domain, options);
        Budget budget;
        const solve::PlanPoset plans(poset, element, fit);
        const PlanResult front = plans.pareto(planner, budget);
        REQUIRE(front.stop == StopReason::kExhausted);
        REQUIRE(front.plans.size() == best.size());
        std::vector<Element> found;
        for (const Plan& plan : front.plans) found.push_back(element(plan.values));
        REQUIRE(pob::same(poset, found, best));
        for (int k = 0; k < 3 && !all.empty(); ++k) {
          const auto bound =
              pob::minimal(poset, pob::BoundOf<std::decay_t<decltype(poset)>>{
                                      all[random() % all.size()], element(Values{3, 2})});
          const PlanResult reached = plans.reach(planner, bound, budget);
          const bool possible = std::any_of(all.begin(), all.end(), [&](const Element& x) {
            return pob::succeeds(poset, bound, x);
          });
          REQUIRE(reached.plans.size() == (possible ? 1U : 0U));
          if (possible) {
            REQUIRE(pob::succeeds(poset, bound, element(reached.plans[0].values)));
          }
        }
      }
    };
    check(pob::VectorOrder(2),
          [](std::span<const double> v) {
            return pob::VectorOrder::Element{-static_cast<std::int64_t>(v[0]),
                                             -static_cast<std::int64_t>(std::max(v[1], 0.0))};
          },
          {.compatible = true, .bounding = true});
    // Classes of values in an order that has nothing to do with adding up.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t a = 0; a < 12; ++a) {
      for (std::uint32_t b = a + 1; b < 12; ++b) {
        if (random() % 4 == 0) pairs.emplace_back(a, b);
      }
    }
    check(pob::ExplicitPoset(12, pairs),
          [](std::span<const double> v) {
            const double risk = std::max(v[1], 0.0);
            return static_cast<std::uint32_t>(v[0] * 5 + risk) % 12;
          },
          {});
  }
  testing::expect_share(several, 2 * cases, 0.1);  // 0.27
}

}  // namespace poset_plans_test
