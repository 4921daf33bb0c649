// EDAPS: node counts and lead times that Smith (1997) prints in figures 7.1, 7.2 and 7.33.
#include "edaps_domain.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <span>

#include "decomp/htn/planner/plan_library.hpp"
#include "decomp/htn/planner/planner.hpp"
#include "tests/slow.hpp"

namespace htn_edaps_test {

namespace {

using namespace cgt;
using namespace cgt::htn;

PlannerOptions plain(bool pruner) {
  PlannerOptions options;
  options.duplicates = options.failures = options.bound = false;
  options.local_choice = pruner;
  return options;
}

// What EDAPS prints: its counter begins at 2.
std::uint64_t printed_nodes(const PlanResult& result) { return result.statistics.nodes + 1; }

double to_cents(double minutes) { return std::round(minutes * 100) / 100; }

PlanResult lead_time(const edaps::Design& design, const PlannerOptions& options) {
  edaps::Library library(design);
  Budget budget;
  Planner planner(library.domain(), options);
  return planner.best(edaps::kLead, budget);
}

}  // namespace

TEST_CASE("EDAPS: the nodes and the lead time of RM1", "[htn][edaps]") {
  const PlanResult pruned = lead_time(edaps::rm1(), plain(true));
  CHECK(printed_nodes(pruned) == 3732);
  CHECK(pruned.statistics.plans == 64);
  REQUIRE(pruned.plans.size() == 1);
  CHECK(to_cents(pruned.plans[0].values[edaps::kLead]) == 642.33);
  CHECK(to_cents(pruned.plans[0].values[edaps::kSetup]) == 319.70);
  CHECK(to_cents(pruned.plans[0].values[edaps::kRun]) == 322.63);
  const PlanResult full = lead_time(edaps::rm1(), plain(false));
  CHECK(printed_nodes(full) == 11078);
  CHECK(full.statistics.plans == 192);
  CHECK(to_cents(full.plans.at(0).values[edaps::kLead]) == 642.33);
}

TEST_CASE("EDAPS: RM2, copies of modules on one board", "[htn][edaps]") {
  struct Row {
    edaps::Design design;
    std::uint64_t with, without;  // 0: too long for here
    double lead;
  };
  const Row rows[] = {
      {edaps::rm2(), 8299, 24879, 411.57},
      {edaps::copied(edaps::rm1(), 2), 12684, 37864, 867.88},
      {edaps::copied(edaps::rm1(), 3), 35595, 106527, 1199.86},
      {edaps::copied(edaps::rm1(), 4), 91546, 274310, 1664.02},
      {edaps::copied(edaps::rm2(), 2), 199007, 597003, 591.85},
      {edaps::copied(edaps::rm2(), 3), 4241103, 0, 897.72},
  };
  for (const Row& row : std::span(rows).first(cgt::testing::sized(6, 4))) {
    const PlanResult pruned = lead_time(row.design, plain(true));
    const PlanResult full = row.without == 0 ? pruned : lead_time(row.design, plain(false));
    CHECK(printed_nodes(pruned) == row.with);
    if (row.without != 0) CHECK(printed_nodes(full) == row.without);
    const PlanResult quick = lead_time(row.design, {});
    INFO(row.with << " nodes become " << quick.statistics.nodes);
    CHECK(quick.statistics.nodes < pruned.statistics.nodes);
    CHECK(quick.stop == StopReason::kExhausted);
    CHECK(to_cents(quick.plans.at(0).values[0]) == to_cents(full.plans.at(0).values[0]));
    CHECK(to_cents(full.plans.at(0).values[0]) == row.lead);
  }
  // URM6, for which the source takes 84,796,447 nodes: what was met before is not searched again.
  const PlanResult quick = lead_time(edaps::copied(edaps::rm2(), 4), {});
  CHECK(to_cents(quick.plans.at(0).values[0]) == 1335.79);
  CHECK(quick.statistics.nodes < 84'796);
}

TEST_CASE("EDAPS: the nodes of URM6", "[.][nightly][htn][edaps]") {
  const PlanResult pruned = lead_time(edaps::copied(edaps::rm2(), 4), plain(true));
  CHECK(printed_nodes(pruned) == 84'796'447);
}

TEST_CASE("EDAPS: a design that cannot be made is refused where it fails", "[htn][edaps]") {
  const auto refused = [](const edaps::Design& design, bool pruner, std::uint64_t nodes) {
    auto library = std::make_unique<edaps::Library>(design);
    Budget budget;
    Planner planner(library->domain(), plain(pruner));
    TaskId failed = kNil;
    planner.on_dead_end([&](TaskId task, const Statistics&) {
      failed = task;
      return false;
    });
    const PlanResult result = planner.best(edaps::kLead, budget);
    CHECK(printed_nodes(result) == nodes);
    CHECK(result.stop == StopReason::kDeclined);
    CHECK(result.plans.empty());
    return std::pair(std::move(library), failed);
  };
  for (const bool pruner : {true, false}) {
    const auto [library, failed] = refused(edaps::rum1(), pruner, 148);
    REQUIRE(library->domain().is(failed, library->drill_task()));
    const auto hole = static_cast<std::size_t>(library->domain().arguments(failed)[0]) -
                      library->design().vias.size();
    CHECK(library->design().holes[hole].x == .2);
    CHECK(library->design().holes[hole].y == 2.4);
    CHECK(edaps::finish_tolerance(library->design().holes[hole].diameter) == Approx(2));
    refused(edaps::rum2(), pruner, 18);
  }
}

TEST_CASE("EDAPS: choosing for one milling feature alone loses the best plan", "[htn][edaps]") {
  const auto milling_time = [](std::vector<edaps::Milling> features) {
    edaps::Design design = edaps::rm1();
    design.vias.clear();
    design.holes.clear();
    design.milling.clear();
    const double without = lead_time(design, {}).plans.at(0).values[0];
    design.milling = std::move(features);
    return lead_time(design, {}).plans.at(0).values[0] - without - 2;  // 2: setup of the machine
  };
  const edaps::Milling f1{0, 2.25, .05, .4, .3, .15, 2};
  const edaps::Milling f2{2, 4, .05, .4, .3, .15, 2};
  const edaps::Milling f3{0, 5, .05, .4, .3, .15, 2};
  CHECK(milling_time({f1, f2}) == Approx(.236).margin(.0005));      // all by end mill
  CHECK(milling_time({f1, f2, f3}) == Approx(.302).margin(.0005));  // F1 and F3 by side mill
}

TEST_CASE("EDAPS: setup against run time, and plans as good as asked for", "[htn][edaps]") {
  edaps::Library library(edaps::rm1());
  const auto setup_and_run = [](std::span<const double> a, std::span<const double> b) {
    return a[edaps::kSetup] <= b[edaps::kSetup] && a[edaps::kRun] <= b[edaps::kRun];
  };
  const PlanOrder order{setup_and_run, true, true};
  const auto front_of = [](const PlanResult& result) {
    std::set<std::pair<double, double>> out;
    for (const Plan& plan : result.plans) {
      out.emplace(to_cents(plan.values[edaps::kSetup]), to_cents(plan.values[edaps::kRun]));
    }
    return out;
  };
  // Every plan, and those that no other is better than.
  Budget budget;
  std::vector<std::pair<double, double>> all;
  for (const Plan& plan : Planner(library.domain(), plain(false)).all(budget).plans) {
    all.emplace_back(plan.values[edaps::kSetup], plan.values[edaps::kRun]);
  }
  REQUIRE(all.size() == 192);
  std::set<std::pair<double, double>> expected;
  for (const auto& p : all) {
    const bool dominated = std::any_of(all.begin(), all.end(), [&](const auto& q) {
      return q != p && q.first <= p.first + 1e-9 && q.second <= p.second + 1e-9 &&
             (q.first < p.first - 1e-9 || q.second < p.second - 1e-9);
    });
    if (!dominated) expected.emplace(to_cents(p.first), to_cents(p.second));
  }
  CHECK(expected.size() > 4);
  CHECK(expected.contains({319.70, 322.63}));
  CHECK(front_of(Planner(library.domain()).pareto(order, budget)) == expected);
  PlanLibrary solutions(library.domain(), order);
  CHECK(front_of(solutions.pareto(budget)) == expected);
  Planner planner(library.domain());
  CHECK(planner.reach(order, {{0, 409.5, 322}}, budget).plans.size() == 1);
  CHECK(planner.reach(order, {{0, 319, 400}}, budget).plans.empty());
}

}  // namespace htn_edaps_test
