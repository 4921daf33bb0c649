// Planning over a state of one's own while others move: the plan, the policy, and what becomes of
// it when the world does what nobody thought of.
//
// A courier must cross a river. The bridge is near, but a ship may come, and then he waits; the
// ferry is slow and sure. What the ship does is chance: a task of another agent.
#include <cstdio>
#include <string>
#include <vector>

#include "decomp/htn/code_domain.hpp"
#include "decomp/htn/planner/policy_executor.hpp"
#include "decomp/search/expectiminimax.hpp"
#include "decomp/solve/play/policy_game.hpp"

namespace {

using cgt::htn::Criterion;
using cgt::htn::Effects;
using cgt::htn::Registers;
using cgt::htn::TaskId;

enum Place : cgt::htn::Word { kWest, kAtBridge, kAtFerry, kEast };
constexpr int kShip = 1;  // the agent

struct Courier {
  using D = cgt::htn::CodeDomain<Registers>;
  using Args = D::Args;
  using Instances = D::Instances;

  D d{{{.name = "minutes"}}};
  // go(place, minutes). Registers undo themselves, and states are told apart by their hash.
  D::Name go = d.op("go", [](Registers& s, Args a, Effects& e) {
    s.set(0, static_cast<cgt::htn::Word>(a[0]));
    e.attributes[0] = static_cast<double>(a[1]);
    return true;
  });
  D::Name wait = d.op("wait", [](Registers&, Args a, Effects& e) {
    e.attributes[0] = static_cast<double>(a[0]);
    return true;
  });
  D::Name deliver = d.task("deliver");
  D::Name ship = d.task("ship");
  D::Name arrive = d.task("arrive");

  Courier() {
    d.set_agents({"courier", "ship"});
    d.set_owner(ship, kShip);
    d.method(deliver, "the bridge", [this](const Registers&, Args, Instances& out) {
      out.add({go(kAtBridge, 2), ship(), arrive()});
    });
    d.method(deliver, "the ferry",
             [this](const Registers&, Args, Instances& out) { out.add({arrive()}); });
    d.method(ship, "no passage", [this](const Registers&, Args, Instances& out) {
      out.add({go(kEast, 10)}).weight(3);
    });
    d.method(ship, "a passage", [this](const Registers&, Args, Instances& out) {
      out.add({wait(30), go(kEast, 10)}).weight(1);
    });
    d.method(arrive, "being there", [](const Registers& s, Args, Instances& out) {
      if (s[0] == kEast) out.add({});
    });
    d.method(arrive, "the ferry", [this](const Registers& s, Args, Instances& out) {
      if (s[0] != kEast) out.add({go(kAtFerry, 5), go(kEast, 20)}).because("it always runs");
    });
    d.start(Registers(1, kWest), {deliver()});
  }
};

// Somebody has locked the bridge: no method of the domain knows that.
struct LockedBridge : cgt::htn::PolicyWorld {
  Courier& courier;
  explicit LockedBridge(Courier& c) : courier(c) {}
  Outcome execute(TaskId) override { return kAsPlanned; }
  std::vector<TaskId> observe(int /*agent*/, TaskId /*task*/) override { return {courier.wait(1)}; }
};

}  // namespace

int main() {
  Courier courier;
  cgt::Budget budget({.milliseconds = 10'000});

  // A planner that may choose for the ship, too, is an optimist.
  const auto plan = cgt::htn::Planner(courier.d).best(0, budget);
  std::printf("%s", tree_text(courier.d, plan.plans.front()).c_str());
  const double hoped = plan.plans.front().values[0];

  cgt::htn::PolicyExecutorOptions options;
  options.policy.criteria = {Criterion::maximum(), Criterion::weighted()};
  const auto policy = plan_policy(courier.d, options.policy, budget);
  std::printf("\n%s", policy_text(courier.d, policy.tree).c_str());

  // The tree of a policy is a game: another search finds the same value.
  const cgt::solve::PolicyGame game(policy.tree, options.policy.criteria);
  const auto checked =
      cgt::search::Expectiminimax<cgt::solve::PolicyGame>().search(game, budget).value;

  LockedBridge world(courier);
  const auto run = execute_policy(courier.d, world, options, budget);
  std::printf("\n%s", trace_text(courier.d, run.trace).c_str());
  std::printf("\nhoped for %g minutes, expected %g, took %g\n", hoped, -policy.value,
              run.values[0]);

  // 2 + 10; 3/4 of 12 and 1/4 of 42; 2 to the bridge, 1 there, 25 by the ferry.
  const bool right = hoped == 12 && policy.value == -19.5 && run.values[0] == 28;
  return right && checked == policy.value && run.finished && run.replans == 1 ? 0 : 1;
}
