#include "decomp/htn/planner.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <numeric>

#include "../../testing.hpp"
#include "decomp/htn/plan_library.hpp"
#include "random_domain.hpp"

namespace {

using namespace cgt;
using namespace cgt::htn;
using random_domain::Facts;
using random_domain::Fixpoint;
using random_domain::PlainPlan;
using random_domain::Problem;
using random_domain::Shape;

// The answers of one problem under one set of options.
struct Asked {
  Asked(const Problem& problem, PlannerOptions options)
      : domain(problem.attributes), planner(domain, std::move(options)) {
    random_domain::declare(domain, problem, ids);
  }
  PlainPlan plain(const Plan& plan) const {
    PlainPlan out{{}, plan.values};
    for (const std::uint32_t s : plan.steps) {
      const auto it = std::find(ids.begin(), ids.end(), plan.nodes[s].task);
      out.steps.push_back(static_cast<int>(it - ids.begin()));
    }
    return out;
  }
  CodeDomain<Facts> domain;
  std::vector<TaskId> ids;
  Planner planner;
};

// Does the plan do what is asked, step by step? Its tree is checked against the methods.
bool is_valid(const Problem& p, const Asked& asked, const Plan& plan) {
  const auto index_of = [&](TaskId task) {
    return static_cast<std::size_t>(std::find(asked.ids.begin(), asked.ids.end(), task) -
                                    asked.ids.begin());
  };
  random_domain::Bits state = p.start;
  const auto children = plan.children();
  const auto matches = [&](const std::vector<std::uint32_t>& nodes, const std::vector<int>& tasks) {
    return std::equal(nodes.begin(), nodes.end(), tasks.begin(), tasks.end(),
                      [&](std::uint32_t n, int t) {
                        return index_of(plan.nodes[n].task) == static_cast<std::size_t>(t);
                      });
  };
  if (!matches(children.back(), p.todo)) return false;
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) {
    const std::size_t task = index_of(plan.nodes[i].task);
    if (task < p.operators.size()) {
      const auto& o = p.operators[task];
      if (!o.pre.holds(state)) return false;
      state = (state & ~o.del) | o.add;
      continue;
    }
    const std::string name = asked.domain.method_name(plan.nodes[i].method);
    const auto& method = p.tasks[task - p.operators.size()].at(std::stoul(name.substr(1)));
    if (!method.pre.holds(state) || !matches(children[i], method.subtasks)) return false;
  }
  return p.goal.holds(state);
}

std::set<Values> values_of(const PlanResult& result) {
  std::set<Values> out;
  for (const Plan& plan : result.plans) out.insert(plan.values);
  return out;
}

std::vector<PlannerOptions> all_options() {
  std::vector<PlannerOptions> out;
  for (int bits = 0; bits < 16; ++bits) {
    PlannerOptions o;
    o.duplicates = (bits & 1) != 0;
    o.failures = (bits & 2) != 0;
    o.bound = (bits & 4) != 0;
    if ((bits & 8) != 0) o.shuffle = 17;
    out.push_back(o);
  }
  return out;
}

// What is found, and how much is looked at, where no task may be inside of itself in the same state
// more often than `nested` times: by recursion, with the tasks above written out.
class NestedRecursion {
 public:
  struct TooLarge {};

  std::vector<std::vector<int>> plans;
  std::uint64_t nodes = 1;
  std::uint64_t cuts = 0;

  // Throws TooLarge where that takes more than kMostNodes.
  NestedRecursion(const Problem& p, std::uint32_t nested) : p_(p), nested_(nested) {
    search(p.start, listed(p.todo, nullptr, nullptr));
  }

 private:
  static constexpr std::uint64_t kMostNodes = 3000;
  // A task that is being done, and those that it is a part of.
  struct Above {
    int task;
    random_domain::Bits state;
    const Above* above;
  };
  struct Item {
    int task;
    const Above* above;
    const Item* next;
  };

  const Problem& p_;
  std::uint32_t nested_;
  std::deque<Item> items_;
  std::vector<int> steps_;

  const Item* listed(const std::vector<int>& tasks, const Above* above, const Item* rest) {
    for (auto it = tasks.rbegin(); it != tasks.rend(); ++it) {
      rest = &items_.emplace_back(Item{*it, above, rest});
    }
    return rest;
  }
  void count() {
    if (++nodes > kMostNodes) throw TooLarge{};
  }
  void search(random_domain::Bits state, const Item* list) {
    if (list == nullptr) {
      if (p_.goal.holds(state)) plans.push_back(steps_);
      return;
    }
    const auto task = static_cast<std::size_t>(list->task);
    if (task < p_.operators.size()) {
      const auto& o = p_.operators[task];
      if (!o.pre.holds(state)) return;
      count();
      steps_.push_back(list->task);
      search((state & ~o.del) | o.add, list->next);
      steps_.pop_back();
      return;
    }
    std::uint32_t same = 0;
    for (const Above* at = list->above; at != nullptr; at = at->above) {
      if (at->task == list->task && at->state == state) ++same;
    }
    if (same > nested_) {
      ++cuts;
      return;
    }
    const Above here{list->task, state, list->above};
    for (const auto& method : p_.tasks[task - p_.operators.size()]) {
      if (!method.pre.holds(state)) continue;
      count();
      search(state, listed(method.subtasks, &here, list->next));
    }
  }
};

// t is (t, x) or nothing; x adds one, as long as there are less than five.
struct Count {
  std::uint32_t value = 0;
  Hash128 hash128() const { return cgt::htn::hash128(value, 3); }
};
struct Counting {
  explicit Counting(std::uint32_t wanted = 0xffffffffU) {
    const auto x = domain.op("x", [](Count& s, CodeDomain<Count>::Args, Effects&) {
      return s.value < 5 && ++s.value > 0;
    });
    const auto t = domain.task("t");
    domain.method(t, "deeper",
                  [=](const Count&, CodeDomain<Count>::Args, CodeDomain<Count>::Instances& out) {
                    out.add({t(), x()});
                  });
    domain.method(t, "end",
                  [](const Count&, CodeDomain<Count>::Args, CodeDomain<Count>::Instances& out) {
                    out.add({});
                  });
    if (wanted != 0xffffffffU) {
      domain.set_accept([=](const Count& s) { return s.value == wanted; });
    }
    domain.start(Count{}, {t()});
  }
  CodeDomain<Count> domain;
};

std::vector<std::uint64_t> counts(const PlanResult& result) {
  const Statistics& s = result.statistics;
  return {s.nodes,      s.methods,     s.operators,      s.plans,        s.dead_ends,    s.deepest,
          s.bound_cuts, s.nested_cuts, s.duplicate_cuts, s.failure_cuts, s.table_entries};
}

const std::vector<Attribute> kMixed{
    {.name = "time"},
    {.name = "risk", .combine = Combine::kMaximum},
    {.name = "luck", .combine = Combine::kProduct, .better = Better::kGreater}};
const std::vector<Attribute> kTwoSums{{.name = "time"}, {.name = "money"}};
const std::vector<Attribute> kGains{{.name = "time"}, {.name = "gain", .monotone = false}};

}  // namespace

TEST_CASE("plans of random problems are those of plain recursion", "[htn][random]") {
  std::mt19937_64 random(1);
  std::size_t with_plans = 0;
  std::size_t several = 0;
  for (std::size_t i = 0; i < testing::scaled(500); ++i) {
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
      REQUIRE(all.stop == PlanStop::kExhausted);
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
      REQUIRE(best.stop == PlanStop::kExhausted);
      REQUIRE(best.plans.size() == first.plans.size());
      if (!expected.empty()) {
        REQUIRE(is_valid(p, asked, best.plans[0]));
        const auto better = [&](const Values& a, const Values& b) { return a[1] < b[1]; };
        REQUIRE(best.plans[0].values[1] ==
                (*std::min_element(vectors.begin(), vectors.end(), better))[1]);
      }

      const PlanResult front = asked.planner.pareto({}, budget);
      REQUIRE(front.stop == PlanStop::kExhausted);
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
      REQUIRE(front.stop == PlanStop::kExhausted);
      for (const Plan& plan : front.plans) REQUIRE(is_valid(p, asked, plan));
    }
    REQUIRE(asked.domain.state().bits == p.start);
  }
  CHECK(with_plans > 200);
  CHECK(several > 100);
}

TEST_CASE("recursive problems: plans and undominated values are those of the fixed point",
          "[htn][random]") {
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
      REQUIRE(front.stop == PlanStop::kExhausted);
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
      } else if (first.stop == PlanStop::kExhausted) {
        REQUIRE(expected.empty());
        ++unsolvable;
      }
      if (first.stop != PlanStop::kNodes) ++decided;
      Budget more({.nodes = 1000});
      const PlanResult front = asked.planner.pareto({}, more);
      failure_cuts += front.statistics.failure_cuts;
      for (const Plan& plan : front.plans) REQUIRE(is_valid(p, asked, plan));
      if (front.stop == PlanStop::kExhausted) {
        REQUIRE(values_of(front) == expected);
        if (!expected.empty()) ++proved;
      }
      Budget for_all({.nodes = 1000});
      const PlanResult all = asked.planner.all(for_all);
      for (const Plan& plan : all.plans) REQUIRE(is_valid(p, asked, plan));
      if (all.stop == PlanStop::kExhausted) REQUIRE(all.plans.empty() == expected.empty());
    }
  }
  CHECK(decided > searches / 2);
  CHECK(solvable > searches / 4);
  CHECK(unsolvable > searches / 8);
  CHECK(proved > searches / 8);
  CHECK(failure_cuts > 0);
  CHECK(rounds > cases / 10);
}

TEST_CASE("a task is nested in itself as often as allowed, and the answer says what that left out",
          "[htn]") {
  for (std::uint32_t nested = 0; nested < 9; ++nested) {
    for (PlannerOptions options : all_options()) {
      options.nested = nested;
      INFO("nested " << nested << ", duplicates " << options.duplicates << ", failures "
                     << options.failures << ", shuffled " << options.shuffle.has_value());
      // The plans are those of so many x as there are t in t.
      Counting any;
      Budget budget;
      const PlanResult all = Planner(any.domain, options).all(budget);
      CHECK(all.stop == PlanStop::kExhausted);
      CHECK(all.statistics.nested_cuts == 1);
      std::set<std::size_t> lengths;
      for (const Plan& plan : all.plans) lengths.insert(plan.steps.size());
      CHECK(all.plans.size() == std::min(nested, 5U) + 1);
      CHECK(lengths.size() == all.plans.size());
      CHECK(*lengths.rbegin() == std::min(nested, 5U));
      // Two instances for each t that is not cut, and the x after each "end".
      std::uint64_t nodes = 1 + 2 * (nested + 1);
      for (std::uint32_t depth = 0; depth <= nested; ++depth) nodes += std::min(depth, 5U);
      CHECK(all.statistics.nodes == nodes);

      // Looked at everything that was left, but not at everything: no plan is no proof.
      Counting three(3);
      const PlanResult first = Planner(three.domain, options).first(budget);
      if (nested < 3) {
        CHECK(first.plans.empty());
        CHECK(first.stop == PlanStop::kExhausted);
        CHECK(first.statistics.nested_cuts == 1);
      } else {
        REQUIRE(first.plans.size() == 1);
        CHECK(first.plans[0].steps.size() == 3);
        CHECK(first.stop == PlanStop::kEnough);
      }
    }
  }
}

TEST_CASE("only tasks that are not completed, in the same state, count as nested", "[htn]") {
  using D = CodeDomain<Count>;
  PlannerOptions options;
  options.nested = 0;
  Budget budget;
  const auto one = [](TaskId task) {
    return [=](const Count&, D::Args, D::Instances& out) { out.add({task}); };
  };
  SECTION("tasks after one another are not nested") {
    D domain;
    const auto leaf = domain.task("leaf");
    const auto pair = domain.task("pair");
    domain.method(leaf, "nothing", [](const Count&, D::Args, D::Instances& out) { out.add({}); });
    domain.method(pair, "twice", [=](const Count&, D::Args, D::Instances& out) {
      out.add({leaf(), leaf()});
    });
    domain.start(Count{}, {pair(), leaf(), pair()});
    const PlanResult result = Planner(domain, options).first(budget);
    REQUIRE(result.plans.size() == 1);
    CHECK(result.plans[0].nodes.size() == 7);
    CHECK(result.statistics.nested_cuts == 0);
  }
  SECTION("in another state a task is another one") {
    D domain;
    const auto add = domain.op("add", [](Count& s, D::Args, Effects&) { return ++s.value > 0; });
    const auto rise = domain.task("rise");
    domain.method(rise, "on", [=](const Count& s, D::Args, D::Instances& out) {
      if (s.value < 1000) out.add({add(), rise()});
    });
    domain.method(rise, "top", [](const Count& s, D::Args, D::Instances& out) {
      if (s.value == 1000) out.add({});
    });
    domain.start(Count{}, {rise()});
    const PlanResult result = Planner(domain, options).first(budget);
    REQUIRE(result.plans.size() == 1);
    CHECK(result.plans[0].steps.size() == 1000);
    CHECK(result.statistics.nested_cuts == 0);
  }
  SECTION("by way of other tasks, with other arguments between") {
    // f(n) is g(n), g(n) is f(n + 1 mod 3): f(0) is in itself after six tasks.
    for (std::uint32_t nested = 0; nested < 4; ++nested) {
      D domain;
      const auto f = domain.task("f");
      const auto g = domain.task("g");
      domain.method(f, "f",
                    [=](const Count&, D::Args a, D::Instances& out) { out.add({g(a[0])}); });
      domain.method(g, "g", [=](const Count&, D::Args a, D::Instances& out) {
        out.add({f((a[0] + 1) % 3)});
      });
      domain.start(Count{}, {f(0)});
      options.nested = nested;
      options.duplicates = options.failures = false;
      const PlanResult result = Planner(domain, options).first(budget);
      CHECK(result.plans.empty());
      CHECK(result.stop == PlanStop::kExhausted);
      CHECK(result.statistics.nested_cuts == 1);
      CHECK(result.statistics.nodes == 1 + 6 * (nested + 1));
    }
  }
  SECTION("no limit: only other cuts end it") {
    D domain;
    const auto t = domain.task("t");
    domain.method(t, "again", one(t()));
    domain.start(Count{}, {t()});
    CHECK(PlannerOptions{}.nested == 0xffffffffU);
    const PlanResult loop = Planner(domain).first(budget);
    CHECK(loop.stop == PlanStop::kExhausted);
    CHECK(loop.statistics.nested_cuts == 0);
    CHECK(loop.statistics.duplicate_cuts == 1);
    Budget few({.nodes = 5000});
    options = {};
    options.duplicates = options.failures = false;
    const PlanResult endless = Planner(domain, options).first(few);
    CHECK(endless.stop == PlanStop::kNodes);
    CHECK(endless.statistics.nested_cuts == 0);
  }
  SECTION("states that cannot be compared are never the same") {
    struct Opaque {};
    CodeDomain<Opaque> domain;
    const auto t = domain.task("t");
    domain.method(t, "again",
                  [=](const Opaque&, CodeDomain<Opaque>::Args, CodeDomain<Opaque>::Instances& out) {
                    out.add({t()});
                  });
    domain.start({}, {t()});
    Budget few({.nodes = 5000});
    const PlanResult endless = Planner(domain, options).first(few);
    CHECK(endless.stop == PlanStop::kNodes);
    CHECK(endless.statistics.nested_cuts == 0);
  }
}

TEST_CASE("with nested tasks limited, plans, nodes and cuts are those of plain recursion",
          "[htn][random]") {
  std::mt19937_64 random(3);
  std::size_t compared = 0;
  std::size_t cut = 0;
  std::size_t with_plans = 0;
  std::size_t grown = 0;
  const std::size_t cases = testing::scaled(800);
  for (std::size_t i = 0; i < cases; ++i) {
    Shape shape;
    shape.recursive = true;
    shape.facts = 3;
    shape.tasks = 2 + static_cast<int>(i % 3);
    shape.methods = 2;
    shape.subtasks = 2;
    shape.todo = 1 + static_cast<int>(i % 2);
    shape.attributes = kTwoSums;
    const Problem p = random_domain::make(random, shape);
    std::size_t fewer = 0;
    for (std::uint32_t nested = 0; nested < 3; ++nested) {
      INFO("problem " << i << ", nested " << nested);
      std::optional<NestedRecursion> expected;
      try {
        expected.emplace(p, nested);
      } catch (const NestedRecursion::TooLarge&) {
        break;
      }
      ++compared;
      if (expected->cuts > 0) ++cut;
      if (!expected->plans.empty()) ++with_plans;
      if (nested > 0 && expected->plans.size() > fewer) ++grown;
      fewer = expected->plans.size();
      const std::set<std::vector<int>> known(expected->plans.begin(), expected->plans.end());
      for (PlannerOptions options : all_options()) {
        if (options.shuffle || !options.bound) continue;
        INFO("duplicates " << options.duplicates << ", failures " << options.failures);
        options.nested = nested;
        Asked asked(p, options);
        Budget budget;
        const PlanResult all = asked.planner.all(budget);
        REQUIRE(all.stop == PlanStop::kExhausted);
        std::vector<std::vector<int>> found;
        for (const Plan& plan : all.plans) {
          REQUIRE(is_valid(p, asked, plan));
          found.push_back(asked.plain(plan).steps);
          REQUIRE(known.contains(found.back()));
        }
        // Duplicates also leave out plans that come back to a node.
        if (!options.duplicates) REQUIRE(found == expected->plans);
        if (!options.duplicates && !options.failures) {
          REQUIRE(all.statistics.nodes == expected->nodes);
          REQUIRE(all.statistics.nested_cuts == expected->cuts);
        }
        if (expected->cuts == 0) REQUIRE(all.statistics.nested_cuts == 0);
        const PlanResult first = asked.planner.first(budget);
        if (!first.plans.empty()) {
          REQUIRE(is_valid(p, asked, first.plans[0]));
          REQUIRE(known.contains(asked.plain(first.plans[0]).steps));
        } else if (first.statistics.nested_cuts == 0) {
          REQUIRE(Fixpoint(p).answer().empty());
        }
        // A limit that is never reached is no limit.
        if (expected->cuts > 0) continue;
        Asked free(p, options);
        free.planner.options().nested = PlannerOptions{}.nested;
        REQUIRE(counts(free.planner.all(budget)) == counts(all));
      }
    }
    for (PlannerOptions options : all_options()) {
      if (i % 8 != 0) break;
      Budget one({.nodes = 1000});
      Budget other({.nodes = 1000});
      Asked asked(p, options);
      const auto without = counts(asked.planner.pareto({}, one));
      asked.planner.options().nested = 0xfffffffeU;
      REQUIRE(counts(asked.planner.pareto({}, other)) == without);
    }
  }
  CHECK(compared > cases);
  CHECK(cut > cases / 4);
  CHECK(with_plans > cases / 8);
  CHECK(grown > cases / 50);
}
