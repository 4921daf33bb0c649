// What guides searches: nothing that is called dead has a plan, and each layer leaves the plans.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "decomp/htn/hddl/composition.hpp"
#include "decomp/htn/hddl/list_guide.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "decomp/htn/planner/planner.hpp"
#include "decomp/htn/planner/queue_search.hpp"
#include "tests/decomp/htn/hddl/naive.hpp"
#include "tests/decomp/htn/hddl/random_hddl.hpp"
#include "tests/testing.hpp"

namespace guide_test {

using namespace cgt::htn::hddl;
using cgt::Budget;
using cgt::SourceText;
using cgt::StopReason;
using cgt::htn::Estimator;
using cgt::htn::Guide;
using cgt::htn::Plan;
using cgt::htn::Planner;
using cgt::htn::PlannerOptions;
using cgt::htn::PlanResult;
using cgt::htn::QueueSearch;
using cgt::htn::Statistics;
using cgt::htn::TaskId;
using cgt::htn::hddl::testing::model_of;
using cgt::htn::hddl::testing::Naive;
using cgt::htn::hddl::testing::naive_plans;
using cgt::htn::hddl::testing::RandomHddl;

namespace {

// An estimator as a guide: dead is what it gives no estimate for.
class Estimated final : public Guide {
 public:
  explicit Estimated(Estimator& estimator) : estimator_(estimator) {}
  Path start() override {
    cells_.clear();
    return 0;
  }
  void push(TaskId task, Cell tail) override { cells_.emplace_back(task, tail); }
  void truncate(std::uint32_t cells) override { cells_.resize(cells); }
  Path stepped(Path before) override { return before; }
  std::optional<Death> dead(Cell list, Path path) const override {
    std::vector<TaskId> tasks;
    for (; list != kEmpty; list = cells_[list].second) tasks.push_back(cells_[list].first);
    if (tasks.empty()) return std::nullopt;
    std::vector<std::uint32_t> out(estimator_.measures());
    if (estimator_.estimate(tasks, path, out)) return std::nullopt;
    return Death{0, false};
  }
  std::uint64_t bytes() const override { return cells_.capacity() * sizeof(cells_[0]); }

 private:
  Estimator& estimator_;
  std::vector<std::pair<TaskId, Cell>> cells_;
};

// The number of tasks in the list.
class Length final : public Estimator {
 public:
  std::size_t measures() const override { return 1; }
  bool estimate(std::span<const TaskId> list, Guide::Path /*path*/,
                std::span<std::uint32_t> out) override {
    out[0] = static_cast<std::uint32_t>(list.size());
    return true;
  }
};

// An estimator that must not know less than another one: where that one says that a list is
// impossible, it does, and its h_add is no smaller.
class Informed final : public Estimator {
 public:
  Informed(Estimator& more, Estimator& less) : more_(more), less_(less) {}
  std::size_t measures() const override { return more_.measures(); }
  bool estimate(std::span<const TaskId> list, Guide::Path path,
                std::span<std::uint32_t> out) override {
    std::vector<std::uint32_t> less(out.size());
    const bool may = less_.estimate(list, path, less);
    if (!more_.estimate(list, path, out)) return false;
    REQUIRE(may);
    REQUIRE(out[0] >= less[0]);
    return true;
  }

 private:
  Estimator& more_;
  Estimator& less_;
};

using Lists = std::vector<std::string>;  // the steps of a plan each, sorted

Lists all_plans(RelationalDomain& domain, Guide* guide, bool tables, std::uint64_t& cuts,
                bool careful = false) {
  PlannerOptions options;
  options.careful = careful;
  options.duplicates = options.failures = tables;
  options.guide = guide;
  Planner planner(domain, options);
  Budget budget;
  const PlanResult result = planner.all(budget);
  REQUIRE(result.stop == StopReason::kExhausted);
  cuts += careful ? result.statistics.put_off
                  : result.statistics.needs_cuts + result.statistics.landmark_cuts;
  Lists out;
  for (const Plan& plan : result.plans) {
    std::string& text = out.emplace_back();
    for (const std::uint32_t step : plan.steps) text += domain.task_text(plan.nodes[step].task);
  }
  std::sort(out.begin(), out.end());
  return out;
}

void check_plan(const Model& model, const RelationalDomain& domain, const Plan& plan) {
  const SourceText text("plan", ipc_text(model, written(domain, plan)));
  Budget budget;
  const PlanVerdict verdict = verify(model, read_plan(model, text), budget);
  INFO(verdict.reason << "\n" << text.text());
  CHECK(verdict.valid);
  CHECK(verdict.values == plan.values);
}

// One plan by best-first search, or the proof that there is none.
bool has_plan(const Model& model, RelationalDomain& domain, Guide* guide, Estimator& estimator) {
  PlannerOptions options;
  options.guide = guide;
  QueueSearch search(domain, options, estimator);
  PlanResult result;
  do {
    Budget budget;
    result = search.first(domain.initial_tasks(), 7, budget);
  } while (result.stop == StopReason::kNodes);
  REQUIRE((result.stop == StopReason::kExhausted || result.stop == StopReason::kEnough));
  if (result.plans.empty()) return false;
  check_plan(model, domain, result.plans[0]);
  return true;
}

}  // namespace

TEST_CASE("no layer of guidance loses a plan of random problems", "[hddl][guide][random][long]") {
  const std::size_t cases = cgt::testing::scaled(1000);
  std::size_t small = 0;
  std::size_t solvable = 0;
  std::uint64_t by_needs = 0;
  std::uint64_t by_landmarks = 0;
  std::uint64_t by_composition = 0;
  std::uint64_t put_off = 0;
  std::size_t parts = 0;
  for (unsigned seed = 30'000; seed < 30'000 + cases; ++seed) {
    const auto texts = RandomHddl(seed).texts();
    INFO("seed " << seed << "\n" << texts.first << texts.second);
    const Model model = model_of(texts);
    const std::optional<Lists> expected = naive_plans(model);
    if (!expected) continue;
    ++small;
    solvable += expected->empty() ? 0 : 1;
    RelationalDomain domain(model);
    const bool tables = seed % 2 == 0;
    std::uint64_t none = 0;
    const Lists plain = all_plans(domain, nullptr, tables, none);
    if (!tables) CHECK(plain == *expected);
    ListGuide needs(domain, {true, false});
    CHECK(all_plans(domain, &needs, tables, by_needs) == plain);
    ListGuide landmarks(domain, {false, true});
    CHECK(all_plans(domain, &landmarks, tables, by_landmarks) == plain);
    CHECK(all_plans(domain, &needs, tables, put_off, true) == plain);
    Budget budget;
    RelaxedModel relaxed;
    REQUIRE(build(domain, {}, budget, relaxed));
    RelaxedModel part = reachable_part(relaxed, domain.state(), domain.initial_tasks()[0], budget);
    parts += part.head.size() < relaxed.head.size() ? 1 : 0;
    CompositionEstimator composition(domain, std::move(relaxed));
    CompositionEstimator by_part(domain, std::move(part));
    Informed informed(by_part, composition);
    CHECK(has_plan(model, domain, nullptr, informed) != expected->empty());
    Estimated estimated(composition);
    CHECK(all_plans(domain, &estimated, tables, by_composition) == plain);
    ListGuide both(domain);
    Length length;
    CHECK(has_plan(model, domain, nullptr, composition) != expected->empty());
    CHECK(has_plan(model, domain, &both, composition) != expected->empty());
    CHECK(has_plan(model, domain, &both, length) != expected->empty());
    composition.count_landmarks(both);
    CHECK(has_plan(model, domain, &both, composition) != expected->empty());
  }
  cgt::testing::expect_share(small, cases, 0.4);
  cgt::testing::expect_share(solvable, cases, 0.1);
  cgt::testing::expect_share(by_needs, cases, 0.2);
  cgt::testing::expect_share(by_landmarks, cases, 0.02);
  cgt::testing::expect_share(put_off, cases, 0.02);
  cgt::testing::expect_share(by_composition, cases, 0.2);
  cgt::testing::expect_share(parts, cases, 0.1);
}

TEST_CASE("guidance finds a plan of a recursive problem where there is one",
          "[hddl][guide][random]") {
  const std::size_t cases = cgt::testing::scaled(500);
  std::size_t known = 0;
  std::size_t solvable = 0;
  for (unsigned seed = 50'000; seed < 50'000 + cases; ++seed) {
    const auto texts = RandomHddl(seed, true).texts();
    INFO("seed " << seed << "\n" << texts.first << texts.second);
    const Model model = model_of(texts);
    // Without guidance, and with lists of tasks that do not grow for ever.
    RelationalDomain domain(model);
    Planner planner(domain, {});
    Budget plain({.nodes = 3000});
    const PlanResult expected = planner.first(plain);
    if (expected.plans.empty() && expected.stop != StopReason::kExhausted) continue;
    ++known;
    solvable += expected.plans.empty() ? 0 : 1;
    Budget budget({.nodes = 30'000});
    SolveOptions options;
    options.few_nodes = options.many_nodes = 300;
    const Solution found = find_plan(model, options, budget);
    if (expected.plans.empty()) {
      CHECK(found.result.plans.empty());
    } else if (!found.result.plans.empty()) {
      check_plan(model, *found.domain, found.result.plans[0]);
    } else {
      // Not called impossible.
      CHECK(found.result.stop != StopReason::kExhausted);
    }
  }
  cgt::testing::expect_share(known, cases, 0.4);
  cgt::testing::expect_share(solvable, cases, 0.1);
  cgt::testing::expect_share(known - solvable, cases, 0.1);
}

namespace {

constexpr const char* kDrive = R"((define (domain drive)
  (:types place truck load - object)
  (:constants depot - place)
  (:predicates (road ?x ?y - place) (at ?t - truck ?x - place) (in ?l - load ?t - truck)
               (lies ?l - load ?x - place) (closed))
  (:task go :parameters (?t - truck ?to - place))
  (:task bring :parameters (?l - load ?to - place))
  (:task close :parameters (?x - place))
  (:method there :parameters (?t - truck ?to - place) :task (go ?t ?to)
    :precondition (at ?t ?to) :ordered-subtasks ())
  (:method on :parameters (?t - truck ?to ?x ?y - place) :task (go ?t ?to)
    :precondition (and (at ?t ?x) (road ?x ?y))
    :ordered-subtasks (and (drive ?t ?x ?y) (go ?t ?to)))
  (:method by-truck :parameters (?l - load ?to ?from - place ?t - truck) :task (bring ?l ?to)
    :precondition (and (lies ?l ?from) (not (= ?from ?to)))
    :ordered-subtasks (and (go ?t ?from) (load ?l ?t ?from) (go ?t ?to) (unload ?l ?t ?to)))
  (:method shut :parameters () :task (close depot) :ordered-subtasks (and (shut-down)))
  (:action drive :parameters (?t - truck ?x ?y - place)
    :precondition (and (at ?t ?x) (road ?x ?y) (not (closed)))
    :effect (and (at ?t ?y) (not (at ?t ?x))))
  (:action load :parameters (?l - load ?t - truck ?x - place)
    :precondition (and (at ?t ?x) (lies ?l ?x)) :effect (and (in ?l ?t) (not (lies ?l ?x))))
  (:action unload :parameters (?l - load ?t - truck ?x - place)
    :precondition (and (at ?t ?x) (in ?l ?t)) :effect (and (lies ?l ?x) (not (in ?l ?t))))
  (:action shut-down :parameters () :effect (closed))))";

std::string drive_problem(const std::string& tasks, const std::string& goal) {
  return "(define (problem p) (:domain drive) (:objects a b - place t u - truck l m - load)\n"
         "(:htn :ordered-subtasks (and " +
         tasks +
         "))\n(:init (road depot a) (road a depot) (road a b) (road b a) (at t depot) (at u a)"
         " (lies l a) (lies m b))\n(:goal (and " +
         goal + ")))";
}

// The number of a name among those of the model.
template <class Names>
Index index_of(const Names& names, const std::string& name) {
  for (Index i = 0; i < names.size(); ++i) {
    if (names[i].name == name) return i;
  }
  FAIL("no " << name);
  return 0;
}

struct World {
  Model model;
  RelationalDomain domain;
  World(const std::string& tasks, const std::string& goal)
      : model(model_of({kDrive, drive_problem(tasks, goal)})), domain(model) {}
  std::vector<Index> objects(const std::vector<std::string>& names) const {
    std::vector<Index> out;
    for (const std::string& name : names) {
      out.push_back(domain.objects().number(index_of(model.objects, name)));
    }
    return out;
  }
  bool may(const MayEffects& effects, const std::string& task,
           const std::vector<std::string>& arguments, bool negated, const std::string& predicate,
           const std::vector<std::string>& of) const {
    return effects.makes(index_of(model.tasks, task), objects(arguments), negated,
                         index_of(model.predicates, predicate), objects(of));
  }
};

}  // namespace

TEST_CASE("what tasks may change is told in their arguments", "[hddl][guide]") {
  const World world("(bring l b)", "(lies l b)");
  const MayEffects may(world.domain);
  // Of a truck that goes: it may be anywhere, others stay.
  CHECK(world.may(may, "go", {"t", "b"}, false, "at", {"t", "a"}));
  CHECK_FALSE(world.may(may, "go", {"t", "b"}, false, "at", {"u", "a"}));
  CHECK_FALSE(world.may(may, "go", {"t", "b"}, false, "lies", {"l", "a"}));
  CHECK(world.may(may, "go", {"t", "b"}, true, "at", {"t", "depot"}));
  // Any truck may bring a load, which then lies where it should only.
  CHECK(world.may(may, "bring", {"l", "b"}, false, "at", {"u", "depot"}));
  CHECK(world.may(may, "bring", {"l", "b"}, false, "lies", {"l", "b"}));
  CHECK_FALSE(world.may(may, "bring", {"l", "b"}, false, "lies", {"l", "a"}));
  CHECK_FALSE(world.may(may, "bring", {"l", "b"}, false, "lies", {"m", "b"}));
  CHECK_FALSE(world.may(may, "bring", {"l", "b"}, true, "lies", {"m", "a"}));
  // By a method that is for one place only.
  CHECK(world.may(may, "close", {"depot"}, false, "closed", {}));
  CHECK_FALSE(world.may(may, "close", {"a"}, false, "closed", {}));
}

TEST_CASE("a list that needs what does not hold is dead", "[hddl][guide]") {
  World world("(bring l b)", "(lies l b) (at t a)");
  RelationalDomain& domain = world.domain;
  ListGuide guide(domain);
  const auto task = [&](const std::string& name, const std::vector<std::string>& arguments) {
    return domain.task(index_of(world.model.tasks, name), world.objects(arguments));
  };
  const Guide::Path path = guide.start();
  CHECK(guide.landmarks() == 2);  // the goal; which truck has l is open
  CHECK(guide.unmet(path) == 2);
  const auto ask = [&](const std::vector<TaskId>& list) {
    guide.truncate(0);
    Guide::Cell cell = Guide::kEmpty;
    for (std::size_t i = list.size(); i-- > 0;) {
      guide.push(list[i], cell);
      cell = static_cast<Guide::Cell>(list.size() - 1 - i);
    }
    return guide.dead(cell, path);
  };
  CHECK_FALSE(ask({task("bring", {"l", "b"}), task("go", {"t", "a"})}));
  // Nothing brings l: a need of the goal.
  const auto goal = ask({task("go", {"t", "a"})});
  REQUIRE(goal);
  CHECK(goal->height == 0);
  // The load is not in the truck, and going there does not put it in: the second task's own need.
  const auto own = ask({task("go", {"u", "b"}), task("unload", {"l", "u", "b"}),
                        task("bring", {"l", "b"}), task("go", {"t", "a"})});
  REQUIRE(own);
  CHECK(own->height == 3);
  // The load lies there now, is taken away for sure, and nothing puts it back: a need of the second one.
  const TaskId load = task("load", {"l", "u", "a"});
  const auto undone = ask({load, load, task("bring", {"l", "b"})});
  REQUIRE(undone);
  CHECK(undone->height == 2);
  // In between it might be brought back.
  CHECK_FALSE(ask({load, task("bring", {"l", "a"}), load, task("bring", {"l", "b"})}));
}

TEST_CASE("with care, what harms later tasks comes last", "[hddl][guide]") {
  // The second load needs a cart at a, where one of the two that can fetch the first load stands.
  const char* domain_text = R"((define (domain carts) (:types cart place load)
    (:predicates (at ?c - cart ?x - place) (lies ?l - load ?x - place) (gone ?l - load))
    (:task fetch :parameters (?l - load))
    (:task call :parameters (?c - cart ?x - place))
    (:method any :parameters (?l - load ?c - cart ?from - place) :task (fetch ?l)
      :precondition (at ?c ?from) :ordered-subtasks (and (leave ?c ?from) (take ?l ?c)))
    (:method there :parameters (?c - cart ?x - place) :task (call ?c ?x)
      :precondition (at ?c ?x) :ordered-subtasks ())
    (:method come :parameters (?c - cart ?x - place) :task (call ?c ?x)
      :precondition (not (at ?c ?x)) :ordered-subtasks (and (come ?c ?x)))
    (:action leave :parameters (?c - cart ?x - place) :precondition (at ?c ?x)
      :effect (not (at ?c ?x)))
    (:action come :parameters (?c - cart ?x - place) :effect (at ?c ?x))
    (:action stay :parameters (?c - cart ?x - place) :precondition (at ?c ?x))
    (:action take :parameters (?l - load ?c - cart) :effect (gone ?l))))";
  const Model model =
      model_of({domain_text,
                "(define (problem p) (:domain carts) (:objects c d - cart a b - place l - load)"
                "(:htn :ordered-subtasks (and (fetch l) (call c a) (stay c a)))"
                "(:init (at c a) (at d b)))"});
  RelationalDomain domain(model);
  ListGuide guide(domain);
  const auto first_step = [&](bool careful, std::uint64_t& put_off) {
    PlannerOptions options;
    options.guide = &guide;
    options.careful = careful;
    Planner planner(domain, options);
    Budget budget;
    const PlanResult result = planner.first(budget);
    REQUIRE(result.plans.size() == 1);
    put_off = result.statistics.put_off;
    const Plan& plan = result.plans[0];
    return domain.task_text(plan.nodes[plan.steps[0]].task);
  };
  std::uint64_t put_off = 0;
  CHECK(first_step(false, put_off) == "(leave c a)");
  CHECK(put_off == 0);
  CHECK(first_step(true, put_off) == "(leave d b)");
  CHECK(put_off == 1);
}

TEST_CASE("the relaxed composition of a small problem", "[hddl][guide]") {
  World world("(bring l b)", "(lies l b)");
  RelationalDomain& domain = world.domain;
  Budget budget;
  RelaxedModel relaxed;
  REQUIRE(build(domain, {}, budget, relaxed));
  CompositionEstimator estimator(domain, std::move(relaxed));
  std::vector<std::uint32_t> out(2);
  REQUIRE(estimator.estimate(domain.initial_tasks(), 0, out));
  // With truck u: bring, be there, load, drive, be there, unload. That somebody must go on for the
  // drive to be done is relaxed. h_add counts twice what two tasks need.
  CHECK(out[1] == 6);
  CHECK(out[0] > out[1]);
  // The goal is a landmark; it is worth more than any cost.
  ListGuide guide(domain);
  estimator.count_landmarks(guide);
  REQUIRE(estimator.measures() == 3);
  out.resize(3);
  REQUIRE(estimator.estimate(domain.initial_tasks(), guide.start(), out));
  CHECK(guide.landmarks() == 1);
  CHECK(out[2] == 1'000'001 + out[0]);
  // Without a road none of this is possible.
  const Model far =
      model_of({kDrive,
                "(define (problem p) (:domain drive) (:objects a b - place t - truck l - load)"
                "(:htn :ordered-subtasks (and (bring l b))) (:init (at t depot) (lies l a)))"});
  RelationalDomain nowhere(far);
  RelaxedModel empty;
  REQUIRE(build(nowhere, {}, budget, empty));
  CompositionEstimator none(nowhere, std::move(empty));
  CHECK_FALSE(none.estimate(nowhere.initial_tasks(), 0, out));
  // What is too large is not built.
  CHECK_FALSE(build(domain, {3, 1000}, budget, relaxed));
  CHECK_FALSE(build(domain, {1000, 3}, budget, relaxed));
}

TEST_CASE("the first plan is the same whether there is a guide yet or not",
          "[hddl][guide][random]") {
  const std::size_t cases = cgt::testing::scaled(1000);
  std::size_t solved = 0;
  std::size_t before = 0;  // there was a guide
  std::size_t none = 0;
  for (unsigned seed = 70'000; seed < 70'000 + cases; ++seed) {
    const auto texts = RandomHddl(seed).texts();
    INFO("seed " << seed << "\n" << texts.first << texts.second);
    const Model model = model_of(texts);
    SolveOptions options;
    options.windows = false;
    Budget budget({.nodes = 20'000});
    const Solution late = find_plan(model, options, budget);
    options.unguided_nodes = 0;
    Budget again({.nodes = 20'000});
    const Solution at_once = find_plan(model, options, again);
    if (at_once.search != "depth first" || late.search != "depth first") continue;
    REQUIRE(late.result.plans.size() == at_once.result.plans.size());
    CHECK(late.result.stop == at_once.result.stop);
    if (late.result.plans.empty()) {
      ++none;
      continue;
    }
    ++solved;
    before += late.searches == 1 ? 1 : 0;
    const auto steps = [&](const Solution& found) {
      const Plan& plan = found.result.plans[0];
      std::vector<std::string> out;
      for (const std::uint32_t step : plan.steps) {
        out.push_back(found.domain->task_text(plan.nodes[step].task));
      }
      return out;
    };
    CHECK(steps(late) == steps(at_once));
  }
  cgt::testing::expect_share(solved, cases, 0.1);
  cgt::testing::expect_share(before, cases, 0.1);
  cgt::testing::expect_share(none, cases, 0.1);
}

TEST_CASE("best-first search follows chains of any length", "[hddl][guide]") {
  // No choice for 2500 methods and as many steps: the chain is queued on the way.
  constexpr int kPlaces = 2500;
  const std::string domain_text =
      "(define (domain d) (:types place)"
      "(:predicates (next ?x ?y - place) (at ?x - place) (last ?x - place))"
      "(:task walk :parameters (?x - place))"
      "(:method on :parameters (?x ?y - place) :task (walk ?x) :precondition (next ?x ?y)"
      " :ordered-subtasks (and (go ?x ?y) (walk ?y)))"
      "(:method end :parameters (?x - place) :task (walk ?x) :precondition (last ?x)"
      " :ordered-subtasks (and (stay ?x) (stay ?x)))"
      "(:action stay :parameters (?x - place) :precondition (at ?x))"
      "(:action go :parameters (?x ?y - place) :precondition (at ?x)"
      " :effect (and (at ?y) (not (at ?x)))))";
  std::string objects;
  std::string facts;
  for (int i = 0; i < kPlaces; ++i) {
    objects += fmt::format(" p{}", i);
    facts += i + 1 < kPlaces ? fmt::format(" (next p{} p{})", i, i + 1) : "";
  }
  const Model model =
      model_of({domain_text, fmt::format("(define (problem p) (:domain d) (:objects{} - place)"
                                         "(:htn :ordered-subtasks (and (walk p0)))"
                                         "(:init (at p0) (last p{}){}))",
                                         objects, kPlaces - 1, facts)});
  RelationalDomain domain(model);
  Length length;
  CHECK(has_plan(model, domain, nullptr, length));
  ListGuide guide(domain);
  CHECK(has_plan(model, domain, &guide, length));
}

TEST_CASE("best-first search looks through tests that are actions", "[hddl][guide]") {
  // The same choices with a test of each place before it, which is an action without effects: as many
  // lists are queued.
  const auto queued = [](const std::string& test) {
    const std::string domain_text =
        "(define (domain d) (:types place)"
        "(:predicates (road ?x ?y - place) (at ?x - place))"
        "(:task walk :parameters (?x - place)) (:task step :parameters (?x ?to - place))"
        "(:method end :parameters (?x - place) :task (walk ?x) :precondition (at ?x)"
        " :ordered-subtasks ())"
        "(:method on :parameters (?to ?x ?y - place) :task (walk ?to)"
        " :precondition (and (at ?x) (road ?x ?y)) :ordered-subtasks (and " +
        test +
        " (step ?x ?y) (walk ?to)))"
        "(:method fast :parameters (?x ?y - place) :task (step ?x ?y)"
        " :ordered-subtasks (and (run ?x ?y)))"
        "(:method slow :parameters (?x ?y - place) :task (step ?x ?y)"
        " :ordered-subtasks (and (go ?x ?y)))"
        "(:action test :parameters (?x ?y - place) :precondition (road ?x ?y))"
        "(:action run :parameters (?x ?y - place) :precondition (at ?x)"
        " :effect (and (at ?y) (not (at ?x))))"
        "(:action go :parameters (?x ?y - place) :precondition (at ?x)"
        " :effect (and (at ?y) (not (at ?x)))))";
    const Model model = model_of(
        {domain_text,
         "(define (problem p) (:domain d) (:objects a b c e - place)"
         "(:htn :ordered-subtasks (and (walk e) (walk b)))"
         "(:init (at a) (road a b) (road b a) (road b c) (road c b) (road c e) (road e c)))"});
    RelationalDomain domain(model);
    // Plain counts of what is left, so that tests weigh nothing.
    Length length;
    QueueSearch search(domain, {}, length);
    Budget budget;
    const PlanResult result = search.first(domain.initial_tasks(), 1000, budget);
    REQUIRE(result.plans.size() == 1);
    check_plan(model, domain, result.plans[0]);
    return result.statistics.queued;
  };
  CHECK(queued("(test ?x ?y)") == queued(""));
}

TEST_CASE("building a domain and its guides ends with the budget", "[hddl][guide]") {
  const Model model = model_of({kDrive, drive_problem("(bring l b)", "(lies l b)")});
  Budget spent({.nodes = 1});
  DomainOptions options;
  options.budget = &spent;
  CHECK_THROWS_AS(RelationalDomain(model, options), cgt::BudgetExhausted);
  RelationalDomain domain(model);
  Budget few({.nodes = 1});
  CHECK_THROWS_AS(ListGuide(domain, {}, &few), cgt::BudgetExhausted);
  RelaxedModel relaxed;
  Budget little({.nodes = 1});
  CHECK_THROWS_AS(build(domain, {}, little, relaxed), cgt::BudgetExhausted);
}

}  // namespace guide_test
