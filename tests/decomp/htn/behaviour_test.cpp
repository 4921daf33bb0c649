// What planner and executor do in small worlds that are easy to follow.
#include <catch2/catch.hpp>
#include <cmath>

#include "decomp/htn/code_domain.hpp"
#include "decomp/htn/planner/executor.hpp"
#include "decomp/htn/planner/plan_library.hpp"
#include "decomp/htn/planner/planner.hpp"
#include "random_domain.hpp"
#include "tests/slow.hpp"

namespace behaviour_test {

namespace {

using namespace cgt;
using namespace cgt::htn;
using random_domain::Facts;

// Tasks without arguments and preconditions: name, then one list of subtasks for each method. What
// has no methods is an operator; "bad" is never possible.
struct Network {
  explicit Network(
      const std::vector<std::pair<std::string, std::vector<std::vector<std::string>>>>& rules,
      const std::vector<std::string>& todo) {
    using D = CodeDomain<Facts>;
    std::map<std::string, D::Name> names;
    const auto operator_named = [&](const std::string& name) {
      if (names.contains(name)) return;
      names.emplace(name, d.op(name, [name](Facts&, D::Args, Effects&) { return name != "bad"; }));
    };
    for (const auto& [name, _] : rules) names.emplace(name, d.task(name));
    for (const auto& [name, methods] : rules) {
      for (const auto& method : methods) {
        std::vector<TaskId> subtasks;
        for (const std::string& s : method) {
          operator_named(s);
          subtasks.push_back(names.at(s)());
        }
        d.method(names.at(name), "m",
                 [subtasks](const Facts&, D::Args, D::Instances& out) { out.add(subtasks); });
      }
    }
    std::vector<TaskId> tasks;
    for (const std::string& s : todo) {
      operator_named(s);
      tasks.push_back(names.at(s)());
    }
    d.start({}, tasks);
  }
  std::string first(PlannerOptions options = {}) {
    Budget budget({.nodes = 10000});
    const PlanResult result = Planner(d, options).first(budget);
    if (result.plans.empty()) return describe(result.stop);
    std::string out;
    for (const std::uint32_t s : result.plans[0].steps) {
      out += d.task_name(result.plans[0].nodes[s].task) + " ";
    }
    return out;
  }
  CodeDomain<Facts> d;
};

}  // namespace

TEST_CASE("a failure is remembered only where the task itself failed", "[htn]") {
  // w comes to a node that failed for what followed u; w itself can be done.
  CHECK(Network({{"root", {{"t", "bad"}, {"w", "good"}}},
                 {"t", {{"u"}, {"w"}}},
                 {"w", {{"u"}}},
                 {"u", {{}}}},
                {"root"})
            .first() == "good ");
  // b comes back to a, which is being searched; a can be done by another method.
  CHECK(Network({{"root", {{"a", "bad"}, {"b", "good"}}},
                 {"a", {{"b"}, {"op"}}},
                 {"b", {{"c"}}},
                 {"c", {{"a"}}}},
                {"root"})
            .first() == "op good ");
  // d comes to c, which came back to a.
  CHECK(Network({{"root", {{"a", "bad"}, {"d", "good"}}},
                 {"a", {{"b"}, {"d"}, {"op"}}},
                 {"b", {{"c"}}},
                 {"c", {{"a"}}},
                 {"d", {{"c"}}}},
                {"root"})
            .first() == "op good ");
  // Nothing can be done: the loop ends, and everything was looked at.
  CHECK(Network({{"a", {{"b"}}}, {"b", {{"a"}, {"bad"}}}}, {"a"}).first() ==
        describe(StopReason::kExhausted));
}

TEST_CASE("lists that grow without end are ended by the budget", "[htn]") {
  Network network({{"a", {{"a", "op"}}}}, {"a"});
  CHECK(network.first() == describe(StopReason::kNodes));
  PlannerOptions plain;
  plain.duplicates = plain.failures = false;
  CHECK(network.first(plain) == describe(StopReason::kNodes));
  Budget memory({.megabytes = 1});
  CHECK(Planner(network.d).first(memory).stop == StopReason::kMemory);
}

TEST_CASE("a task that failed for one list is not searched for another", "[htn]") {
  // t fails after much work; each of the methods of root comes to t with another rest.
  std::vector<std::pair<std::string, std::vector<std::vector<std::string>>>> rules{{"root", {}}};
  for (int i = 0; i < 20; ++i) rules[0].second.push_back({"t0", "op" + std::to_string(i)});
  for (int i = 0; i < 12; ++i) {
    const std::string next = "t" + std::to_string(i + 1);
    rules.push_back({"t" + std::to_string(i), {{next, "x"}, {next, "y"}}});
  }
  rules.push_back({"t12", {{"bad"}}});
  Network network(rules, {"root"});
  const auto nodes = [&](bool duplicates, bool failures) {
    PlannerOptions options;
    options.duplicates = duplicates;
    options.failures = failures;
    Budget budget;
    const PlanResult result = Planner(network.d, options).first(budget);
    CHECK(result.plans.empty());
    CHECK(result.stop == StopReason::kExhausted);
    return result.statistics.nodes;
  };
  CHECK(nodes(false, false) == 1 + 20 * (1 + 8190 + 4096));
  CHECK(nodes(false, true) < 100);
}

TEST_CASE("towers of Hanoi: a million steps on an explicit stack", "[htn]") {
  struct Towers {
    std::vector<std::vector<int>> pegs{3};
    std::vector<std::pair<int, int>> moves;
    Word mark() const { return moves.size(); }
    void move(int from, int to) {
      pegs[to].push_back(pegs[from].back());
      pegs[from].pop_back();
    }
    void undo(Word to) {
      for (; moves.size() > to; moves.pop_back()) move(moves.back().second, moves.back().first);
    }
  };
  using D = CodeDomain<Towers>;
  D d({{.name = "moves"}});
  const auto move = d.op("move", [](Towers& s, D::Args a, Effects& e) {
    auto& from = s.pegs[static_cast<std::size_t>(a[0])];
    auto& to = s.pegs[static_cast<std::size_t>(a[1])];
    if (from.empty() || (!to.empty() && to.back() < from.back())) return false;
    s.move(static_cast<int>(a[0]), static_cast<int>(a[1]));
    s.moves.emplace_back(a[0], a[1]);
    e.attributes[0] = 1;
    return true;
  });
  const auto tower = d.task("tower");
  d.method(tower, "recursive", [=](const Towers&, D::Args a, D::Instances& out) {
    const auto other = 3 - a[1] - a[2];
    if (a[0] == 0) {
      out.add(std::initializer_list<TaskId>{});
    } else {
      out.add({tower(a[0] - 1, a[1], other), move(a[1], a[2]), tower(a[0] - 1, other, a[2])});
    }
  });
  constexpr unsigned kDiscs = cgt::testing::sized(20U, 15U);
  Towers start;
  for (int disc = kDiscs; disc > 0; --disc) start.pegs[0].push_back(disc);
  d.start(start, {tower(kDiscs, 0, 2)});
  d.set_accept([](const Towers& s) { return s.pegs[2].size() == kDiscs; });
  Budget budget;
  const PlanResult result = Planner(d).first(budget);
  REQUIRE(result.plans.size() == 1);
  CHECK(result.plans[0].steps.size() == (1U << kDiscs) - 1);
  CHECK(result.plans[0].values[0] == (1U << kDiscs) - 1);
  CHECK(result.plans[0].children().back().size() == 1);
  CHECK(d.state().pegs[0].size() == kDiscs);
}

TEST_CASE("bindings, reasons and values are told with the plan", "[htn]") {
  struct Trip {
    int at = 0, cash = 20;
  };
  using D = CodeDomain<Trip>;
  D d({{.name = "time"}, {.name = "cost"}});
  const auto walk = d.op("walk", [](Trip& s, D::Args a, Effects& e) {
    e.attributes[0] = 10.0 * static_cast<double>(std::abs(a[0] - s.at));
    s.at = static_cast<int>(a[0]);
    return true;
  });
  const auto ride = d.op("ride", [](Trip& s, D::Args a, Effects& e) {
    const int fare = 2 + static_cast<int>(a[0]);
    if (s.cash < fare) return false;
    s.at = static_cast<int>(a[0]);
    s.cash -= fare;
    e.attributes[0] = 4;
    e.attributes[1] = fare;
    return true;
  });
  const auto travel = d.task("travel");
  d.method(travel, "on foot", [=](const Trip& s, D::Args a, D::Instances& out) {
    if (std::abs(a[0] - s.at) <= 3) out.add({walk(a[0])}).because("it is near");
  });
  d.method(travel, "by taxi",
           [=](const Trip& s, D::Args a, D::Instances& out) {
             for (int hour = 8; hour <= 9; ++hour) {
               out.add({ride(a[0])}).bind(hour).because("cash " + std::to_string(s.cash));
             }
           },
           {"hour"});
  d.start(Trip{}, {travel(2), travel(8)});
  Budget budget;
  Planner planner(d);
  const PlanResult result = planner.first(budget);
  REQUIRE(result.plans.size() == 1);
  CHECK(steps_text(d, result.plans[0]) == "1 (walk 2)\n2 (ride 8)\n");
  CHECK(tree_text(d, result.plans[0]) ==
        "(travel 2)\n"
        "  by on foot   [because it is near]\n"
        "  1 (walk 2)   time +20\n"
        "(travel 8)\n"
        "  by by taxi: hour = 8   [because cash 20]\n"
        "  2 (ride 8)   time +4, cost +10\n");
  CHECK(result.plans[0].values == Values{24, 10});
  CHECK(planner.all(budget).plans.size() == 6);
  CHECK(planner.all(budget, 4).stop == StopReason::kEnough);
  // Anytime: plans are told while they get better.
  std::vector<double> times;
  planner.on_plan([&](const Plan& plan, const Statistics&) {
    times.push_back(plan.values[0]);
    return true;
  });
  CHECK(planner.best(0, budget).plans.at(0).values == Values{8, 14});
  CHECK(times == std::vector<double>{24, 8});
  planner.on_plan([](const Plan&, const Statistics&) { return false; });
  CHECK(planner.best(0, budget).stop == StopReason::kDeclined);
  // What failed in the world is not planned again.
  planner.on_plan({});
  planner.options().banned = {walk(2)};
  CHECK(steps_text(d, planner.first(budget).plans.at(0)) == "1 (ride 2)\n2 (ride 8)\n");
  CHECK_THROWS_AS(planner.best(2, budget), Error);
}

TEST_CASE("methods for the empty list go on until the domain accepts", "[htn]") {
  struct Count {
    int n = 0;
  };
  using D = CodeDomain<Count>;
  D d;
  const auto add = d.op("add", [](Count& s, D::Args a, Effects&) {
    s.n += static_cast<int>(a[0]);
    return s.n <= 7;
  });
  d.nil_method("more", [=](const Count&, D::Args, D::Instances& out) {
    for (const int x : {4, 3, 1}) out.add({add(x)});
  });
  d.set_accept([](const Count& s) { return s.n == 7; });
  d.start({}, {});
  Budget budget;
  const PlanResult result = Planner(d).first(budget);
  REQUIRE(result.plans.size() == 1);
  CHECK(steps_text(d, result.plans[0]) == "1 (add 4)\n2 (add 3)\n");
  CHECK(tree_text(d, result.plans[0]) ==
        "NIL\n  by more\n  1 (add 4)\nNIL\n  by more\n  2 (add 3)\n");
}

TEST_CASE("an attribute that gets better against its declaration is refused", "[htn]") {
  struct None {};
  using D = CodeDomain<None>;
  D d({{.name = "fuel"}});
  const auto refuel = d.op("refuel", [](None&, D::Args, Effects& e) {
    e.attributes[0] = -1;
    return true;
  });
  d.start({}, {refuel()});
  Budget budget;
  CHECK_THROWS_WITH(Planner(d).first(budget),
                    "(refuel) contributes -1 to \"fuel\", which betters a monotone attribute");
}

TEST_CASE("the order of methods is shuffled by a seed, the same one each time", "[htn]") {
  std::vector<std::vector<std::string>> methods;
  for (int i = 0; i < 10; ++i) methods.push_back({"op" + std::to_string(i)});
  Network network({{"a", methods}}, {"a", "a", "a"});
  const auto shuffled = [&](std::uint64_t seed) {
    PlannerOptions options;
    options.shuffle = seed;
    return network.first(options);
  };
  std::set<std::string> plans;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CHECK(shuffled(seed) == shuffled(seed));
    plans.insert(shuffled(seed));
  }
  CHECK(plans.size() > 30);
}

namespace {

// A walk along 0 .. 9 by steps of one, or by a bus from 2 to 6, or a boat from 6 to 9.
struct Walker {
  int at = 0;
  Hash128 hash128() const { return cgt::htn::hash128(static_cast<Word>(at), 0); }
};
struct Walk {
  using D = CodeDomain<Walker>;
  D d{{{.name = "time"}}};
  D::Name step = d.op("step", [](Walker& s, D::Args a, Effects& e) {
    if (s.at != a[0]) return false;
    ++s.at;
    e.attributes[0] = 3;
    return true;
  });
  D::Name bus = d.op("bus", [](Walker& s, D::Args, Effects& e) {
    if (s.at != 2) return false;
    s.at = 6;
    e.attributes[0] = 1;
    return true;
  });
  D::Name go = d.task("go");
  Walk() {
    d.method(go, "there", [this](const Walker& s, D::Args a, D::Instances& out) {
      if (s.at == a[0]) out.add(std::initializer_list<TaskId>{});
    });
    d.method(go, "bus", [this](const Walker& s, D::Args a, D::Instances& out) {
      if (s.at == 2 && a[0] >= 6) out.add({bus(), go(a[0])});
    });
    d.method(go, "step", [this](const Walker& s, D::Args a, D::Instances& out) {
      if (s.at < a[0]) out.add({step(s.at), go(a[0])});
    });
    d.start({}, {go(9)});
  }
};
struct Script : World {
  std::function<Outcome(TaskId, int)> code;
  int calls = 0;
  Outcome execute(TaskId task) override { return code(task, calls++); }
};

}  // namespace

TEST_CASE("what tasks cost at least makes branch and bound cut sooner", "[htn]") {
  using D = CodeDomain<Registers>;
  D d({{.name = "cost"}});
  const auto pay = d.op("pay", [](Registers& s, D::Args a, Effects& e) {
    s.set(static_cast<std::size_t>(a[0]), static_cast<Word>(a[1]));
    e.attributes[0] = static_cast<double>(a[1]);
    return true;
  });
  const auto buy = d.task("buy");
  d.method(buy, "some price", [=](const Registers&, D::Args a, D::Instances& out) {
    for (const int price : {4, 2, 3}) out.add({pay(a[0], price)});
  });
  std::vector<TaskId> tasks;
  for (int i = 0; i < 6; ++i) tasks.push_back(buy(i));
  d.start(Registers(6), tasks);
  const auto ask = [&] {
    Budget budget;
    const PlanResult result = Planner(d).best(0, budget);
    CHECK(result.stop == StopReason::kExhausted);
    CHECK(result.plans.at(0).values == Values{12});
    return result.statistics;
  };
  const Statistics without = ask();
  d.set_least(buy, [](D::Args, std::span<double> out) { out[0] = 2; });
  const Statistics with = ask();
  CHECK(with.nodes * 2 < without.nodes);
  CHECK(with.bound_cuts > 0);
}

TEST_CASE("execution: failed steps are banned and planning goes on from a node above", "[htn]") {
  Walk walk;
  Budget budget;
  const PlanResult planned = Planner(walk.d).first(budget);
  REQUIRE(planned.plans.size() == 1);
  Script world;
  world.code = [&](TaskId task, int) {
    return walk.d.is(task, walk.bus) ? World::kFailed : World::kAsPlanned;
  };
  const ExecutionResult result = Executor(walk.d, world).run(planned.plans[0], budget);
  CHECK(result.finished);
  CHECK(walk.d.state().at == 9);
  CHECK(result.done.size() == 9);
  CHECK(result.values == Values{27});
  CHECK(trace_text(walk.d, result.trace)
            .find("failed (bus)\nreplanned from 1 level above (bus)\ndone (step 2)\n") !=
        std::string::npos);
}

TEST_CASE("execution: a surprise is accepted if the rest of the plan serves", "[htn]") {
  for (const bool critic : {false, true}) {
    Walk walk;
    Budget budget;
    const PlanResult planned = Planner(walk.d).first(budget);
    Script world;
    world.code = [&](TaskId, int call) {
      if (call == 0) {  // blown to 1 by the wind, where the step would have led
        walk.d.state().at = 1;
        return World::kOther;
      }
      if (call == 3) {  // and back to 5
        walk.d.state().at = 5;
        return World::kOther;
      }
      return World::kAsPlanned;
    };
    ExecutorOptions options;
    std::size_t asked = 0;
    if (critic) {
      options.critic = [&](Domain& domain, const Plan& plan, std::size_t next) {
        ++asked;
        return still_works(domain, plan, next);
      };
    }
    const ExecutionResult result = Executor(walk.d, world, options).run(planned.plans[0], budget);
    CHECK(result.finished);
    CHECK(walk.d.state().at == 9);
    CHECK(result.replans == 1);
    CHECK(asked == (critic ? 2U : 0U));
    CHECK(result.trace[0].kind == ExecutionEvent::kSurprise);
    CHECK(result.trace[1].kind == ExecutionEvent::kAccepted);
  }
}

TEST_CASE("re-entry: the plan up to a node, and another one from there", "[htn]") {
  Walk walk;
  Budget budget;
  Planner planner(walk.d);
  const Plan plan = planner.first(budget).plans.at(0);
  CHECK(plan.values == Values{1 + 3 * 5});
  std::uint32_t bus = 0;
  while (!walk.d.is(plan.nodes[bus].task, walk.bus)) ++bus;
  CHECK(tasks_from(plan, bus) == std::vector<TaskId>{walk.bus(), walk.go(9)});
  // The same plan again, and from the parent of the bus on without it.
  CHECK(planner.again(plan, bus, budget).plans.at(0) == plan);
  planner.options().banned = {walk.bus()};
  CHECK(planner.again(plan, bus, budget).plans.empty());
  const PlanResult result = planner.again(plan, plan.nodes[bus].parent, budget);
  REQUIRE(result.plans.size() == 1);
  CHECK(result.plans[0].values == Values{27});
  CHECK(result.plans[0] == planner.first(budget).plans.at(0));
  CHECK(walk.d.state().at == 0);
}

TEST_CASE("a plan library solves each task once for each state", "[htn]") {
  // Errands in n places, each done in three ways that no other is better than, and independent of
  // the others: 3^n plans, of which the library needs 3 n parts.
  constexpr int kErrands = 10;
  using D = CodeDomain<Registers>;
  D d({{.name = "time"}, {.name = "money"}, {.name = "risk", .combine = Combine::kMaximum}});
  const auto way = d.op("way", [](Registers& s, D::Args a, Effects& e) {
    s.set(static_cast<std::size_t>(a[0]), 1);
    e.attributes[0] = static_cast<double>(a[1]);
    e.attributes[1] = static_cast<double>(2 - a[1]);
    e.attributes[2] = a[1] == 1 ? 1 : 2;
    return true;
  });
  const auto errand = d.task("errand");
  d.method(errand, "some way", [=](const Registers&, D::Args a, D::Instances& out) {
    for (int w = 0; w < 3; ++w) out.add({way(a[0], w)}).bind(w);
  });
  d.set_relevant(errand, [](const Registers& s, D::Args a) {
    return hash128(static_cast<Word>(a[0]), s[static_cast<std::size_t>(a[0])]);
  });
  std::vector<TaskId> tasks;
  for (int i = 0; i < kErrands; ++i) tasks.push_back(errand(i));
  d.start(Registers(kErrands), tasks);
  PlanLibrary library(d);
  Budget budget;
  const PlanResult combined = library.pareto(budget);
  // Time and money add up to 20; only all in the middle way has risk 1.
  CHECK(combined.plans.size() == 21);
  CHECK(library.size().entries == kErrands);
  CHECK(library.size().solutions == 3 * kErrands);
  std::set<Values> front;
  for (const Plan& plan : combined.plans) {
    CHECK(plan.steps.size() == kErrands);
    front.insert(plan.values);
  }
  std::set<Values> searched;
  for (const Plan& plan : Planner(d).pareto({}, budget).plans) searched.insert(plan.values);
  CHECK(front == searched);
  CHECK(library.annotation(errand(3), budget) ==
        std::vector<Values>{{0, 2, 2}, {1, 1, 1}, {2, 0, 2}});
  CHECK(library.reach({{10, 10, 1}}, budget).plans.size() == 1);
  CHECK(library.reach({{10, 9, 2}, {9, 10, 1}}, budget).plans.empty());
  CHECK(library.size().entries == kErrands);
  Budget small({.nodes = 5});
  PlanLibrary other(d);
  CHECK(other.pareto(small).stop == StopReason::kNodes);
  CHECK(other.pareto(budget).plans.size() == 21);
  PlanOrder strange;
  strange.compatible = false;
  CHECK_THROWS_AS(PlanLibrary(d, strange), Error);
}

TEST_CASE("execution ends where nothing can be done any more", "[htn]") {
  Walk walk;
  Budget budget;
  const PlanResult planned = Planner(walk.d).first(budget);
  Script world;
  world.code = [](TaskId, int call) { return call < 4 ? World::kAsPlanned : World::kFailed; };
  const ExecutionResult result = Executor(walk.d, world).run(planned.plans[0], budget);
  CHECK_FALSE(result.finished);
  CHECK(result.done.size() == 4);
  CHECK(result.trace.back().kind == ExecutionEvent::kNoPlan);
  CHECK(result.stop == StopReason::kExhausted);
}

}  // namespace behaviour_test
