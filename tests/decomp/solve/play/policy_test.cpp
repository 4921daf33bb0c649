// Values of policies against searches of decomp/search, on the tree of the planner and on states
// that know nothing of it.
#include <catch2/catch.hpp>
#include <limits>

#include "../../../testing.hpp"
#include "../../htn/random_domain.hpp"
#include "decomp/search/alpha_beta.hpp"
#include "decomp/search/expectiminimax.hpp"
#include "decomp/search/minimax.hpp"
#include "decomp/solve/play/policy_game.hpp"
#include "tests/testing.hpp"

namespace policy_test {

namespace {

using namespace cgt;
using namespace cgt::htn;
using random_domain::Bits;
using random_domain::Facts;
using random_domain::Problem;

constexpr double kLost = -100;

// Task t belongs to agent t % agents; instances of method m have weight m + 1.
struct Rules {
  Problem problem;
  int agents = 3;
  std::vector<Criterion> criteria;
  int owner(std::size_t item) const {
    const std::size_t operators = problem.operators.size();
    return item < operators ? 0 : static_cast<int>(item - operators) % agents;
  }
};

// A state of play, written from the rules alone.
struct Play {
  using Move = std::uint32_t;
  const Rules* rules;
  Bits bits;
  std::vector<int> list;
  double spent = 0;

  bool is_primitive() const {
    return !list.empty() &&
           static_cast<std::size_t>(list.front()) < rules->problem.operators.size();
  }
  const std::vector<random_domain::Method>& methods() const {
    return rules->problem
        .tasks[static_cast<std::size_t>(list.front()) - rules->problem.operators.size()];
  }
  void moves(std::vector<Move>& out) const {
    if (list.empty()) return;
    if (is_primitive()) {
      if (rules->problem.operators[static_cast<std::size_t>(list.front())].pre.holds(bits)) {
        out.push_back(0);
      }
      return;
    }
    for (Move m = 0; m < methods().size(); ++m) {
      if (methods()[m].pre.holds(bits)) out.push_back(m);
    }
  }
  int player() const {
    std::vector<Move> any;
    moves(any);
    if (any.empty()) return search::kTerminal;
    const int owner = rules->owner(static_cast<std::size_t>(list.front()));
    switch (rules->criteria[static_cast<std::size_t>(owner)].kind) {
      case Criterion::kMinimum: return 1;
      case Criterion::kWeighted: return search::kChance;
      default: return 0;
    }
  }
  void play(Move m) {
    const int head = list.front();
    const bool primitive = is_primitive();
    std::vector<int> rest(list.begin() + 1, list.end());
    if (primitive) {
      const auto& o = rules->problem.operators[static_cast<std::size_t>(head)];
      bits = (bits & ~o.del) | o.add;
      spent += o.contribution[0];
    } else {
      const auto& subtasks = methods()[m].subtasks;
      rest.insert(rest.begin(), subtasks.begin(), subtasks.end());
    }
    list = std::move(rest);
  }
  double utility(int player) const {
    const bool won = list.empty() && rules->problem.goal.holds(bits);
    const double value = won ? -spent : kLost;
    return player == 0 ? value : -value;
  }
  double probability(Move m) const {
    std::vector<Move> all;
    moves(all);
    double total = 0;
    for (const Move other : all) total += other + 1;
    return (m + 1) / total;
  }
  search::GameType type() const {
    search::GameType t;
    t.chance = search::ChanceMode::kExplicit;
    t.least_utility = kLost;
    t.greatest_utility = 0;
    return t;
  }
  std::uint64_t hash() const { return bits; }
  bool operator==(const Play&) const = default;
};

void declare(CodeDomain<Facts>& d, const Rules& rules) {
  std::vector<TaskId> ids;
  random_domain::declare(
      d, rules.problem, ids,
      [&](std::size_t t) { return rules.owner(rules.problem.operators.size() + t); },
      [](std::size_t m) { return static_cast<double>(m + 1); });
}

}  // namespace

TEST_CASE("policies have the value of minimax and expectiminimax on the unfolded tree",
          "[htn][random]") {
  std::mt19937_64 random(4);
  std::size_t mixed = 0;
  const std::size_t cases = testing::scaled(500);
  for (std::size_t i = 0; i < cases; ++i) {
    Rules rules;
    random_domain::Shape shape;
    shape.operators = 8;
    shape.tasks = 6;
    shape.todo = 3;
    shape.one_in = 12;
    shape.attributes = {{.name = "cost"}};
    rules.problem = random_domain::make(random, shape);
    const bool chance = i % 2 == 0;
    rules.criteria = {Criterion::maximum(), Criterion::minimum(),
                      chance ? Criterion::weighted() : Criterion::maximum()};
    CodeDomain<Facts> domain(rules.problem.attributes);
    declare(domain, rules);
    const Play play{&rules, rules.problem.start, rules.problem.todo, 0};
    Budget budget;
    const double expected = *search::Expectiminimax<Play>({.cuts = search::ChanceCuts::kNone})
                                 .search(play, budget)
                                 .value;
    if (expected != kLost && expected != 0) ++mixed;
    for (const bool share : {false, true}) {
      PolicyOptions options;
      options.criteria = rules.criteria;
      options.share = share;
      options.evaluate = [](const Leaf& leaf) {
        return leaf.kind == NodeKind::kEnd ? -leaf.values[0] : kLost;
      };
      const PolicyResult result = plan_policy(domain, options, budget);
      REQUIRE(result.stop == StopReason::kExhausted);
      REQUIRE(result.has_value);
      REQUIRE(result.value == Approx(expected).margin(1e-9));
      REQUIRE(domain.state().bits == rules.problem.start);
      const solve::PolicyGame game(result.tree, options.criteria);
      REQUIRE(*search::Expectiminimax<solve::PolicyGame>().search(game, budget).value ==
              Approx(expected).margin(1e-9));
      if (!chance) {
        REQUIRE(*search::AlphaBeta<solve::PolicyGame>().search(game, budget).value ==
                Approx(expected));
      }
      // A policy that was cut short promises no more than it can keep.
      Budget small({.nodes = 20});
      const PolicyResult part = plan_policy(domain, options, small);
      if (part.has_value) REQUIRE(part.value <= expected + 1e-9);
    }
  }
  testing::expect_share(mixed, cases, 0.2);  // 0.44
}

}  // namespace policy_test
