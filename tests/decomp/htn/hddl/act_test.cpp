// Acting in a world that fails and interferes: the state against one kept by the definitions (naive.hpp), and each
// plan that is made on the way against verify() and naive.hpp.
#include "decomp/htn/hddl/act.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "decomp/htn/hddl/verify.hpp"
#include "tests/decomp/htn/hddl/naive.hpp"
#include "tests/decomp/htn/hddl/random_hddl.hpp"
#include "tests/files.hpp"
#include "tests/testing.hpp"

namespace hddl_act_test {
namespace {

using namespace cgt;
using namespace cgt::htn;
using namespace cgt::htn::hddl;
using cgt::htn::hddl::testing::model_of;
using cgt::htn::hddl::testing::Naive;
using cgt::htn::hddl::testing::naive_plans;
using cgt::htn::hddl::testing::NaiveState;
using cgt::htn::hddl::testing::RandomHddl;
using Kind = ActEvent::Kind;

std::set<std::vector<Index>> facts_of(const Actor& actor) {
  std::set<std::vector<Index>> out;
  for (const Fact& fact : actor.facts()) {
    std::vector<Index> key{fact.symbol};
    key.insert(key.end(), fact.objects.begin(), fact.objects.end());
    out.insert(key);
  }
  return out;
}

Model example(const std::string& name) {
  const std::string path = cgt::testing::source_root() + "/examples/htn/hddl/" + name;
  return read_model(SourceText("d", cgt::testing::read_file(path + "-domain.hddl")),
                    SourceText("p", cgt::testing::read_file(path + "-problem.hddl")));
}

std::vector<Observation> seen(const Model& model, const std::string& text) {
  return read_observations(model, SourceText("seen", text));
}

std::vector<Kind> kinds_of(const Actor& actor) {
  std::vector<Kind> out;
  for (const ActEvent& event : actor.events()) out.push_back(event.kind);
  return out;
}

}  // namespace

TEST_CASE("plans made on the way are plans from the state that there is", "[hddl]") {
  std::size_t planned = 0;
  std::size_t replanned = 0;
  std::size_t gave_up = 0;
  const unsigned seeds = static_cast<unsigned>(cgt::testing::scaled(2000));
  for (unsigned seed = 0; seed < seeds; ++seed) {
    CAPTURE(seed);
    const Model model = model_of(RandomHddl(seed).texts());
    ActOptions options;
    options.retries = seed % 2;
    options.solve.few_nodes = 2000;
    Actor actor(model, options);
    Budget budget({.nodes = 200'000});
    if (!actor.plan(budget)) continue;
    ++planned;
    std::mt19937 random(seed);
    NaiveState world = Naive(model).initial();
    std::set<std::vector<Index>> banned;
    std::size_t told = 0;
    std::map<std::vector<Index>, unsigned> in_a_row;
    for (int i = 0; i < 60 && !actor.ended(); ++i) {
      REQUIRE(facts_of(actor) == world.facts);
      std::vector<Index> objects;
      for (const Index object : actor.domain().arguments(actor.next_task()))
        objects.push_back(actor.domain().objects().of_model(object));
      const Index task = actor.domain().symbol(actor.next_task());
      std::vector<Index> step{task};
      step.insert(step.end(), objects.begin(), objects.end());
      REQUIRE_FALSE(banned.contains(step));
      std::vector<Observation> observed;
      if (random() % 3 == 0) {
        Observation o;
        o.fact.symbol = 1 + static_cast<Index>(random() % 2);  // (q ?x), (s)
        if (o.fact.symbol == 1) {
          do {
            o.fact.objects = {static_cast<Index>(random() % model.objects.size())};
          } while (!model.is_subtype(model.objects[o.fact.objects[0]].type,
                                     model.predicates[1].parameters[0].type));
        }
        o.holds = random() % 2 == 0;
        observed.push_back(o);
      }
      const unsigned what = random() % 4;
      if (what == 0) {
        actor.failed(budget);
        if (++in_a_row[step] > options.retries) {
          banned.insert(step);
          in_a_row.clear();
        }
      } else {
        in_a_row.clear();
        if (what == 1) {
          actor.turned_out(observed, budget);
        } else {
          const auto after = Naive(model).done(world, task, objects);
          REQUIRE(after);
          world = *after;
          actor.done(observed, budget);
        }
        for (const Observation& o : observed) {
          std::vector<Index> key{o.fact.symbol};
          key.insert(key.end(), o.fact.objects.begin(), o.fact.objects.end());
          if (o.holds) {
            world.facts.insert(key);
          } else {
            world.facts.erase(key);
          }
        }
      }
      for (; told < actor.events().size(); ++told) {
        if (actor.events()[told].kind == Kind::kNoPlan) ++gave_up;
        if (actor.events()[told].kind != Kind::kReplanned) continue;
        ++replanned;
        // The problem of that moment begins in the state of the world, and this is a plan for it.
        CHECK(Naive(actor.model()).initial().facts == world.facts);
        CHECK(Naive(actor.model()).initial().values == world.values);
        const WrittenPlan plan = written(actor.domain(), actor.present_plan());
        Budget checking;
        const PlanVerdict verdict = verify(actor.model(), plan, checking);
        CHECK(verdict.reason == "");
        CHECK(verdict.valid);
        CHECK(Naive(actor.model()).verify(plan));
      }
    }
  }
  cgt::testing::expect_share(planned, seeds, 0.3);
  cgt::testing::expect_share(replanned, planned, 0.04);
  CHECK(gave_up > 5);
}

// Two to four tasks over four facts, in no or in some order, of tasks and steps that are as little ordered.
Model partial_model(std::mt19937& random) {
  const auto up_to = [&](unsigned n) { return static_cast<unsigned>(random() % (n + 1)); };
  const auto fact = [&] { return fmt::format("(f{})", up_to(3)); };
  const auto literal = [&] { return up_to(2) == 0 ? "(not " + fact() + ")" : fact(); };
  const auto network = [&](const std::vector<std::string>& tasks) {
    std::string out = ":subtasks (and";
    for (std::size_t i = 0; i < tasks.size(); ++i) out += fmt::format(" (s{} ({}))", i, tasks[i]);
    out += ") :ordering (and";
    for (std::size_t i = 0; i < tasks.size(); ++i)
      for (std::size_t j = i + 1; j < tasks.size(); ++j)
        if (up_to(2) == 0) out += fmt::format(" (< s{} s{})", i, j);
    return out + ")";
  };
  std::string d =
      "(define (domain d) (:predicates (f0) (f1) (f2) (f3)) (:task t0) (:task t1) (:task t2)\n";
  for (unsigned task = 0; task < 3; ++task) {
    for (unsigned m = 0; m < 2; ++m) {
      std::vector<std::string> below;
      for (unsigned n = up_to(3); n > 0; --n) {
        const bool step = task == 2 || up_to(2) > 0;
        below.push_back(step ? fmt::format("x{}", up_to(4)) : fmt::format("t{}", task + 1));
      }
      d += fmt::format("(:method m{}{} :parameters () :task (t{}) {} {})\n", task, m, task,
                       up_to(2) == 0 ? ":precondition " + literal() : "", network(below));
    }
  }
  for (unsigned i = 0; i < 5; ++i) {
    d += fmt::format("(:action x{} :parameters () {} :effect (and {} {}))\n", i,
                     up_to(1) == 0 ? ":precondition " + literal() : "", literal(), literal());
  }
  std::vector<std::string> tasks{"t0", "t0"};
  for (unsigned n = up_to(2); n > 0; --n) tasks.push_back(up_to(1) == 0 ? "t1" : "x0");
  return read_model(SourceText("d", d + ")"),
                    SourceText("p", "(define (problem p) (:domain d) (:htn " + network(tasks) +
                                        ") (:init (f0)))"));
}

// What an actor is about to do, by the definitions: which tasks are left, and which of them come before which.
struct LeftByDefinition {
  explicit LeftByDefinition(const Actor& actor) : plan(actor.present_plan()), model(actor.model()) {
    for (const PlanNode& node : plan.nodes) {
      texts.push_back(actor.domain().task_text(node.task));
      const Index rule = node.method == kNoMethod
                             ? Rule::kInitial
                             : actor.domain().hierarchy().rules[node.method].method;
      methods.push_back(rule);
    }
    children = plan.children();
  }

  Plan plan;
  Model model;
  std::vector<std::string> texts;
  std::vector<Index> methods;
  std::vector<std::vector<std::uint32_t>> children;

  std::vector<std::uint32_t> up(std::uint32_t node) const {
    std::vector<std::uint32_t> out{node};
    while (plan.nodes[out.back()].parent != kNoNode) out.push_back(plan.nodes[out.back()].parent);
    std::reverse(out.begin(), out.end());
    return out;
  }
  // Is every step of a before every step of b, by the methods above both?
  bool precedes(std::uint32_t a, std::uint32_t b) const {
    const std::vector<std::uint32_t> from = up(a);
    const std::vector<std::uint32_t> to = up(b);
    std::size_t i = 0;
    while (i < from.size() && i < to.size() && from[i] == to[i]) ++i;
    if (i == from.size() || i == to.size()) return false;
    const std::size_t above = i == 0 ? plan.nodes.size() : from[i - 1];
    const Method& method = i == 0 ? model.initial : model.methods[methods[from[i - 1]]];
    const auto& all = children[above];
    const auto place = [&](std::uint32_t node) {
      return static_cast<Index>(std::find(all.begin(), all.end(), node) - all.begin());
    };
    if (!method.partial) return place(from[i]) < place(to[i]);
    std::set<Index> later{place(from[i])};
    for (std::size_t round = 0; round < all.size(); ++round)
      for (const auto& [first, second] : method.before)
        if (later.contains(first)) later.insert(second);
    return later.contains(place(to[i]));
  }
  // Texts of what is left if `next` steps are done and `anew` is decomposed anew, and pairs of them.
  std::pair<std::vector<std::string>, std::set<std::pair<std::size_t, std::size_t>>> left(
      std::size_t next, std::uint32_t anew) const {
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t n = 0; n < plan.nodes.size(); ++n) {
      const std::vector<std::uint32_t> path = up(n);
      const auto is_above = [&](std::uint32_t a, std::uint32_t b) {
        const std::vector<std::uint32_t> above = up(b);
        return a != b && std::find(above.begin(), above.end(), a) != above.end();
      };
      bool open = anew != kNoNode && is_above(n, anew);
      bool over = false;
      for (std::size_t s = 0; s < next; ++s) {
        const std::uint32_t step = plan.steps[s];
        open = open || is_above(n, step) || step == n;
        over = over || precedes(n, step);
      }
      if (n == anew) open = false;
      const bool covered = std::any_of(nodes.begin(), nodes.end(),
                                       [&](std::uint32_t other) { return is_above(other, n); });
      if (!open && !over && !covered) nodes.push_back(n);
    }
    std::pair<std::vector<std::string>, std::set<std::pair<std::size_t, std::size_t>>> out;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      out.first.push_back(texts[nodes[i]]);
      for (std::size_t j = 0; j < nodes.size(); ++j)
        if (precedes(nodes[i], nodes[j])) out.second.emplace(i, j);
    }
    return out;
  }
};

TEST_CASE("partially ordered tasks keep their order when plans are made again", "[hddl]") {
  std::size_t planned = 0;
  std::size_t replanned = 0;
  std::size_t partly = 0;
  const unsigned seeds = static_cast<unsigned>(cgt::testing::scaled(3000));
  for (unsigned seed = 0; seed < seeds; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    ActOptions options;
    options.solve.few_nodes = 500;
    Actor actor(partial_model(random), options);
    Budget budget({.nodes = 100'000});
    if (!actor.plan(budget)) continue;
    ++planned;
    std::size_t next = 0;
    for (int i = 0; i < 30 && !actor.ended(); ++i) {
      const LeftByDefinition before(actor);
      const std::uint32_t node = before.plan.steps[next];
      const std::uint64_t replans = actor.replans();
      std::vector<Observation> besides;
      if (random() % 4 == 0)
        besides = {{{static_cast<Index>(random() % 4), {}}, random() % 2 == 0}};
      const bool failed = random() % 4 == 0;
      if (failed) {
        actor.failed(budget);
      } else {
        actor.done(besides, budget);
        ++next;
      }
      if (actor.replans() == replans) continue;
      ++replanned;
      // The event says how far above the step.
      const auto event = std::find_if(actor.events().rbegin(), actor.events().rend(),
                                      [](const ActEvent& e) { return e.kind == Kind::kReplanned; });
      std::uint32_t anew = event->count == 0 ? kNoNode : node;
      for (std::uint64_t up = 0; up < event->count; ++up) anew = before.plan.nodes[anew].parent;
      const auto [tasks, pairs] = before.left(next, anew);
      const Method& initial = actor.model().initial;
      std::vector<std::string> found;
      for (const Subtask& subtask : initial.subtasks)
        found.push_back("(" + actor.model().tasks[subtask.task].name + ")");
      CHECK(found == tasks);
      std::set<std::pair<std::size_t, std::size_t>> closed(initial.before.begin(),
                                                           initial.before.end());
      for (std::size_t a = 0; !initial.partial && a < tasks.size(); ++a)
        for (std::size_t b = a + 1; b < tasks.size(); ++b) closed.emplace(a, b);
      for (std::size_t b = 0; b < tasks.size(); ++b)
        for (std::size_t a = 0; a < tasks.size(); ++a)
          for (std::size_t c = 0; c < tasks.size(); ++c)
            if (closed.contains({a, b}) && closed.contains({b, c})) closed.emplace(a, c);
      CHECK(closed == pairs);
      if (initial.partial && next > 0) ++partly;
      Budget checking;
      CHECK(verify(actor.model(), written(actor.domain(), actor.present_plan()), checking).valid);
      next = 0;
    }
  }
  cgt::testing::expect_share(planned, seeds, 0.3);
  cgt::testing::expect_share(replanned, planned, 0.1);
  cgt::testing::expect_share(partly, replanned, 0.1);
}

TEST_CASE("without trouble acting is the plan", "[hddl]") {
  for (const char* name : {"blocks", "travel", "logistics", "towers", "transport"}) {
    CAPTURE(name);
    const Model model = example(name);
    Budget budget;
    const Solution found = find_plan(model, {}, budget);
    Actor actor(model);
    REQUIRE(actor.plan(budget));
    while (!actor.ended()) actor.done({}, budget);
    CHECK(actor.finished());
    CHECK(actor.replans() == 0);
    std::vector<std::string> steps;
    for (const std::uint32_t step : found.result.plans[0].steps)
      steps.push_back(found.domain->task_text(found.result.plans[0].nodes[step].task));
    CHECK(actor.steps() == steps);
  }
}

TEST_CASE("a failed step is tried again, then done without", "[hddl]") {
  const Model model = example("travel");
  Budget budget;
  ActOptions options;
  options.retries = 1;
  Actor actor(model, options);
  REQUIRE(actor.plan(budget));
  // Twice: a taxi is called instead of walking.
  const std::string first = actor.next_step();
  actor.failed(budget);
  CHECK(actor.next_step() == first);
  actor.failed(budget);
  REQUIRE_FALSE(actor.ended());
  CHECK(actor.next_step() != first);
  CHECK(kinds_of(actor) == std::vector<Kind>{Kind::kPlanned, Kind::kFailed, Kind::kRetried,
                                             Kind::kFailed, Kind::kReplanned});
  CHECK(actor.events().back().text() == "new plan from 1 level above " + first);
  while (!actor.ended()) actor.done({}, budget);
  CHECK(actor.finished());
}

TEST_CASE("what happened instead of a step, or besides it, is planned for", "[hddl]") {
  const Model model = example("blocks");
  Budget budget;
  Actor actor(model);
  REQUIRE(actor.plan(budget));
  CHECK(actor.next_step() == "(unstack c a)");
  actor.done({}, budget);
  // Another block falls off besides; what is planned does not serve in the end, or does.
  actor.turned_out(seen(model, "(on-table c) (clear c) (hand-empty) (not (holding c))"), budget);
  while (!actor.ended()) actor.done({}, budget);
  CHECK(actor.finished());
  Actor spoilt(model);
  REQUIRE(spoilt.plan(budget));
  while (!spoilt.ended()) {
    const std::size_t left = spoilt.present_plan().steps.size() - spoilt.steps().size();
    // A block is taken away with the last step: no task is left that could bring it back.
    spoilt.done(left == 1 ? seen(model, "(not (on a b))") : std::vector<Observation>{}, budget);
  }
  CHECK_FALSE(spoilt.finished());
  CHECK(spoilt.events().back().kind == Kind::kNoPlan);
}

TEST_CASE("observations are read with their places", "[hddl]") {
  const Model model = example("blocks");
  const std::vector<Observation> two = seen(model, " (on a b) (not (clear c))");
  REQUIRE(two.size() == 2);
  CHECK(two[0].holds);
  CHECK_FALSE(two[1].holds);
  CHECK(two[1].fact.objects.size() == 1);
  const auto refused = [&](const std::string& text) {
    try {
      seen(model, text);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refused("(on a)").find("seen:1:1: error: predicate \"on\" takes 2 arguments, not 1") == 0);
  CHECK(refused("(on a b)\n(onn a b)").find("seen:2:2: error: no predicate is called \"onn\"") ==
        0);
  CHECK(refused("(on a z)").find("seen:1:7: error: no object is called \"z\"") == 0);
  CHECK(refused("on").find("seen:1:1: error: this is not a fact") == 0);
  CHECK(refused("(on a b").find("seen:1:") == 0);
}

}  // namespace hddl_act_test
