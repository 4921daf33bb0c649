// Partially ordered tasks: plans against all linearisations of small random problems.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <string>

#include "decomp/htn/hddl/composition.hpp"
#include "decomp/htn/hddl/interleaving_search.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"

namespace interleaving_test {

using namespace cgt::htn::hddl;
using cgt::Budget;
using cgt::SourceText;
using cgt::StopReason;

namespace {

// Two tasks of two or three steps each over four facts, no arguments, no recursion.
struct World {
  std::mt19937 random;
  int up_to(int n) { return static_cast<int>(random() % static_cast<unsigned>(n + 1)); }
  std::string fact() { return "(f" + std::to_string(up_to(3)) + ")"; }
  std::string literal() { return up_to(2) == 0 ? "(not " + fact() + ")" : fact(); }
  Model model() {
    std::string d = "(define (domain d) (:predicates (f0) (f1) (f2) (f3)) (:task t) (:task u)\n";
    for (const char* name : {"m1 t", "m2 t", "m3 u"}) {
      const std::string text = name;
      d += "(:method " + text.substr(0, 2) + " :parameters () :task (" + text.substr(3) + ")";
      if (up_to(1) == 0) d += " :precondition " + literal();
      d += " :subtasks (and (a (x" + std::to_string(up_to(3)) + ")) (b (x" +
           std::to_string(up_to(3)) + ")))";
      if (up_to(1) == 0) d += " :ordering (and (< a b))";
      d += ")\n";
    }
    for (int i = 0; i < 4; ++i) {
      d += "(:action x" + std::to_string(i) + " :parameters () :precondition " + literal() +
           " :effect (and " + literal() + " " + literal() + "))\n";
    }
    return read_model(SourceText("d", d + ")"),
                      SourceText("p",
                                 "(define (problem p) (:domain d) (:htn :tasks (and (t) (u)))"
                                 " (:init (f0)) (:goal " +
                                     literal() + "))"));
  }
};

bool holds(const Formula& f, unsigned state) {
  if (f.kind == Formula::Kind::kNot) return !holds(f.parts[0], state);
  if (f.kind == Formula::Kind::kAtom) return ((state >> f.predicate) & 1U) != 0;
  return std::all_of(f.parts.begin(), f.parts.end(),
                     [&](const Formula& part) { return holds(part, state); });
}

// By the definition: choose methods, then every order of steps and of choices of methods.
bool has_plan(const Model& model, unsigned state, std::set<std::pair<int, int>> before,
              std::vector<std::pair<Index, int>> open, int fresh) {
  if (open.empty()) return holds(model.goal.precondition, state);
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto [task, id] = open[i];
    if (std::any_of(open.begin(), open.end(), [&, n = id](const auto& o) {
          return before.contains({o.second, n});
        })) {
      continue;
    }
    auto rest = open;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (model.is_primitive(task)) {
      if (!holds(model.actions[task].precondition, state)) continue;
      unsigned after = state;
      for (const Effect& e : model.actions[task].effects) {
        if (e.kind == Effect::Kind::kDelete) after &= ~(1U << e.symbol);
      }
      for (const Effect& e : model.actions[task].effects) {
        if (e.kind == Effect::Kind::kAdd) after |= 1U << e.symbol;
      }
      if (has_plan(model, after, before, rest, fresh)) return true;
      continue;
    }
    for (const Method& method : model.methods) {
      if (method.task != task || !holds(method.precondition, state)) continue;
      auto with = rest;
      auto order = before;
      for (Index s = 0; s < method.subtasks.size(); ++s) {
        with.emplace_back(method.subtasks[s].task, fresh + static_cast<int>(s));
        if (!method.partial && s > 0)
          order.insert({fresh + static_cast<int>(s) - 1, fresh + static_cast<int>(s)});
      }
      for (const auto& [a, b] : method.before)
        order.insert({fresh + static_cast<int>(a), fresh + static_cast<int>(b)});
      if (has_plan(model, state, order, with, fresh + 10)) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("a plan of partially ordered tasks is found where one exists", "[hddl]") {
  int solved = 0;
  int interleaved = 0;
  int by_parts = 0;
  int in_many_parts = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    World world{std::mt19937(seed)};
    const Model model = world.model();
    REQUIRE(model.is_partial());
    DomainOptions options;
    options.hierarchy.interleaved = true;
    RelationalDomain domain(model, options);
    Budget budget;
    InterleavingSearch search(domain);
    const auto found = search.first(Budget::kUnlimited, budget);
    const bool any =
        has_plan(model, 1, {},
                 {{model.initial.subtasks[0].task, 0}, {model.initial.subtasks[1].task, 1}}, 10);
    INFO(seed);
    REQUIRE(found.plans.size() == (any ? 1U : 0U));
    REQUIRE((any || found.stop == StopReason::kExhausted));
    // By the relaxed composition, one estimate after the other.
    RelaxedModel relaxed;
    REQUIRE(build(domain, {}, budget, relaxed));
    CompositionEstimator estimator(domain, relaxed);
    InterleavingSearch guided(domain, &estimator);
    auto by_estimates = guided.first(1, budget);
    while (by_estimates.stop == StopReason::kNodes) by_estimates = guided.first(1, budget);
    REQUIRE(by_estimates.plans.size() == (any ? 1U : 0U));
    REQUIRE((any || by_estimates.stop == StopReason::kExhausted));
    if (any) {
      REQUIRE(verify(model, written(domain, by_estimates.plans[0]), budget).valid);
    }
    const Solution solution = find_plan(model, {}, budget);
    REQUIRE(solution.result.plans.size() == (any ? 1U : 0U));
    // The searches in the order of the text are stopped again and again, and go on.
    SolveOptions few;
    few.few_nodes = 1 + seed % 3;
    few.many_nodes = 4 * few.few_nodes;
    // Best-first search would solve all of these in its first round.
    few.instances = 0;
    const Solution in_parts = find_plan(model, few, budget);
    REQUIRE(in_parts.result.plans.size() == (any ? 1U : 0U));
    REQUIRE((any || in_parts.result.stop == StopReason::kExhausted));
    if (!any) continue;
    ++solved;
    REQUIRE(verify(model, written(*in_parts.domain, in_parts.result.plans[0]), budget).valid);
    by_parts += in_parts.search == "interleaving" ? 0 : 1;
    in_many_parts += in_parts.searches > 6 ? 1 : 0;
    WrittenPlan plan = written(domain, found.plans[0]);
    const auto verdict = verify(model, plan, budget);
    INFO(verdict.reason);
    REQUIRE(verdict.valid);
    REQUIRE(verify(model, written(*solution.domain, solution.result.plans[0]), budget).valid);
    interleaved += std::is_sorted(found.plans[0].steps.begin(), found.plans[0].steps.end()) ? 0 : 1;
    plan.steps.pop_back();
    CHECK(!verify(model, plan, budget).valid);
  }
  CHECK(solved > 60);
  CHECK(interleaved > 20);
  CHECK(by_parts > 3);
  CHECK(in_many_parts > 5);
}

// Of a search without estimates that finds a plan.
std::uint64_t nodes_to_a_plan(const Model& model) {
  DomainOptions options;
  options.hierarchy.interleaved = true;
  RelationalDomain domain(model, options);
  Budget budget;
  InterleavingSearch search(domain);
  const auto found = search.first(100'000, budget);
  REQUIRE(found.plans.size() == 1);
  CHECK(verify(model, written(domain, found.plans[0]), budget).valid);
  return found.statistics.nodes;
}

// (go) leads to itself for ever; the way out is behind many equal choices.
TEST_CASE("interleaved tasks that never end do not keep others from their turn", "[hddl]") {
  const Model model = read_model(
      SourceText(
          "d",
          "(define (domain d) (:types n) (:predicates (on) (is ?x - n)) (:task go) (:task end)"
          " (:method again :parameters (?x - n) :task (go)"
          "  :ordered-subtasks (and (set ?x) (go)))"
          " (:method out :task (go) :subtasks ())"
          " (:method last :task (end) :ordered-subtasks (and (stop) (stop)))"
          " (:action set :parameters (?x - n) :effect (and (is ?x) (on)))"
          " (:action stop :parameters () :precondition (on) :effect (not (on))))"),
      SourceText("p",
                 "(define (problem p) (:domain d) (:objects a b c - n)"
                 " (:htn :subtasks (and (go) (end))) (:init))"));
  CHECK(nodes_to_a_plan(model) < 10'000);
}

// Each of six tasks has three variables of its own: 27^6 values at once, 6 * 27 one after the other.
TEST_CASE("an interleaved subtask binds the variables that it alone uses", "[hddl]") {
  std::string tasks;
  std::string parameters;
  for (int i = 0; i < 6; ++i) {
    const std::string n = std::to_string(i);
    parameters += " ?a" + n + " ?b" + n + " ?c" + n + " - n";
    tasks += "(t ?a" + n + " ?b" + n + " ?c" + n + ")";
  }
  const Model model = read_model(
      SourceText("d",
                 "(define (domain d) (:types n) (:predicates (ok ?x ?y ?z - n))"
                 " (:task t :parameters (?x ?y ?z - n))"
                 " (:method m :parameters (?x ?y ?z - n) :task (t ?x ?y ?z)"
                 "  :subtasks (and (do ?x ?y ?z)))"
                 " (:action do :parameters (?x ?y ?z - n) :precondition (ok ?x ?y ?z)))"),
      SourceText("p", "(define (problem p) (:domain d) (:objects a b c - n) (:htn :parameters (" +
                          parameters + ") :subtasks (and" + tasks + ")) (:init (ok c b c)))"));
  CHECK(nodes_to_a_plan(model) < 1'000);
}

}  // namespace interleaving_test
