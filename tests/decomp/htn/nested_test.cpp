// Planner with PlannerOptions::nested: how often a task may be inside of itself.
#include <catch2/catch.hpp>
#include <deque>

#include "../../testing.hpp"
#include "asked.hpp"
#include "tests/testing.hpp"

namespace nested_test {

namespace {

using namespace cgt;
using namespace cgt::htn;
using random_domain::all_options;
using random_domain::Asked;
using random_domain::Fixpoint;
using random_domain::is_valid;
using random_domain::kTwoSums;
using random_domain::Problem;
using random_domain::Shape;

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

}  // namespace

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
      CHECK(all.stop == StopReason::kExhausted);
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

      // Looked at everything that was left, but not at everything: no plan is not a proof.
      Counting three(3);
      const PlanResult first = Planner(three.domain, options).first(budget);
      if (nested < 3) {
        CHECK(first.plans.empty());
        CHECK(first.stop == StopReason::kExhausted);
        CHECK(first.statistics.nested_cuts == 1);
      } else {
        REQUIRE(first.plans.size() == 1);
        CHECK(first.plans[0].steps.size() == 3);
        CHECK(first.stop == StopReason::kEnough);
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
      CHECK(result.stop == StopReason::kExhausted);
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
    CHECK(loop.stop == StopReason::kExhausted);
    CHECK(loop.statistics.nested_cuts == 0);
    CHECK(loop.statistics.duplicate_cuts == 1);
    Budget few({.nodes = 5000});
    options = {};
    options.duplicates = options.failures = false;
    const PlanResult endless = Planner(domain, options).first(few);
    CHECK(endless.stop == StopReason::kNodes);
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
    CHECK(endless.stop == StopReason::kNodes);
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
        REQUIRE(all.stop == StopReason::kExhausted);
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
        // A limit that is never reached is not a limit.
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
  testing::expect_share(compared, 3 * cases, 0.4);   // 1
  testing::expect_share(cut, compared, 0.07);        // 0.2
  testing::expect_share(with_plans, compared, 0.2);  // 0.46
  testing::expect_share(grown, compared, 0.01);      // 0.038
}

}  // namespace nested_test
