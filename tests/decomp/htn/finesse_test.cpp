// The finesse of Smith (1997), figures 4.4 to 4.6, and the alternatives at trick 5 of deal 353021,
// figures 5.9 and 5.13: information sets, assumptions, beliefs, external nodes, critics.
#include <catch2/catch.hpp>
#include <cmath>

#include "decomp/htn/code_domain.hpp"
#include "decomp/htn/information.hpp"
#include "decomp/htn/planner/policy.hpp"
#include "decomp/htn/planner/policy_executor.hpp"

namespace finesse_test {

namespace {

using namespace cgt;
using namespace cgt::htn;

constexpr int kNorth = 1;
constexpr int kSouth = 2;

// East declares three no trump; West, dummy, holds the ace and the two of spades and leads the two
// towards king, jack, seven and four. Out: queen, ten, nine, eight, six, five, three. Literal c:
// North holds card c, of these; literal 7 + c: card c was played.
enum Card { kQueen, kTen, kNine, kEight, kSix, kFive, kThree, kCards };

struct Finesse {
  using D = CodeDomain<Information>;
  using Args = D::Args;
  using Instances = D::Instances;
  D d{{{.name = "score", .better = Better::kGreater, .monotone = false}}};
  Beliefs beliefs;
  D::Name assume_three = assumption("assume-Has-three", {{kThree, true}});
  D::Name assume_queen_alone = assumption("assume-Has-queen-only", only_queen());
  D::Name assume_void = assumption("assume-void", no_card());
  D::Name assume_any = assumption("assume-nothing", {});
  D::Name play = d.op("PlayCard", [](Information& i, Args a, Effects&) {
    if (a[1] < kCards) i.set(static_cast<LiteralId>(kCards + a[1]), true);
    return true;
  });
  D::Name score = d.op("Score", [](Information&, Args a, Effects& e) {
    e.attributes[0] = static_cast<double>(a[0]);
    return true;
  });

  D::Name standard = d.task("StandardFinesse");
  D::Name busted = d.task("BustedFinesse");

  static std::vector<Literal> only_queen() {
    std::vector<Literal> out{{kQueen, true}};
    for (LiteralId c = kTen; c < kCards; ++c) out.push_back({c, false});
    return out;
  }
  static std::vector<Literal> no_card() {
    std::vector<Literal> out;
    for (LiteralId c = kQueen; c < kCards; ++c) out.push_back({c, false});
    return out;
  }
  D::Name assumption(const char* name, std::vector<Literal> literals) {
    return d.op(name, [literals](Information& i, Args, Effects&) { return i.assume(literals); });
  }

  // `given`: the weights of the source instead of those of the beliefs.
  explicit Finesse(bool given) {
    for (unsigned bits = 0; bits < 1U << kCards; ++bits) {
      std::vector<bool> world(2 * kCards);
      for (unsigned c = 0; c < kCards; ++c) world[c] = (bits >> c & 1U) != 0;
      beliefs.add(world, 1);
    }
    d.set_agents({"East and West", "North", "South"});
    const auto everything = d.task("Everything");
    const auto something = d.task("Something");
    const auto finesse = d.task("Finesse");
    const auto lead_low = d.task("LeadLow");
    const auto two = d.task("FinesseTwo");
    const auto four = d.task("FinesseFour");
    const auto easy = d.task("EasyFinesse");
    d.set_owner(two, kNorth);
    d.set_owner(four, kSouth);
    const auto always = [this](D::Name task, const char* name, std::vector<TaskId> list) {
      d.method(task, name, [list](const Information&, Args, Instances& out) { out.add(list); });
    };
    always(everything, "Everything", {something()});
    always(something, "finesse", {finesse()});
    always(finesse, "Finesse", {lead_low(), two()});
    always(lead_low, "lowest", {play(3, kCards + 2)});
    const auto assuming = [=, this](const char* name, D::Name condition,
                                    const std::vector<Literal>& literals, double printed,
                                    std::vector<TaskId> rest) {
      rest.insert(rest.begin(), condition());
      d.method(two, name, [=, this](const Information& i, Args, Instances& out) {
        if (!i.allows_all(literals)) return;
        out.add(rest).weight(given ? printed : weight_of(i, literals));
      });
    };
    assuming("StandardFinesse", given ? assume_three : assume_any, {}, .9854,
             {play(kNorth, kThree), standard()});
    assuming("EasyFinesse", assume_queen_alone, only_queen(), .0078,
             {play(kNorth, kQueen), easy()});
    assuming("BustedFinesse", assume_void, no_card(), .0078, {busted()});
    always(standard, "StandardFinesse", {play(0, kCards + 11), four()});
    always(easy, "East plays the king", {play(0, kCards + 13), score(630)});
    always(busted, "East plays the king", {play(0, kCards + 13), score(600)});
    // The fourth hand: it has the queen, or not.
    d.method(four, "finesse loses", [this](const Information&, Args, Instances& out) {
      out.add({play(kSouth, kQueen), score(-100)}).weight(.5);
    });
    d.method(four, "finesse wins", [this](const Information&, Args, Instances& out) {
      out.add({play(kSouth, kFive), score(630)}).weight(.5);
    });
    d.start(Information(2 * kCards), {everything()});
  }

  // A standard finesse covers what the two others leave.
  double weight_of(const Information& i, const std::vector<Literal>& literals) const {
    if (!literals.empty()) return beliefs.probability(i, literals);
    return 1 - beliefs.probability(i, only_queen()) - beliefs.probability(i, no_card());
  }

  PolicyOptions options(Criterion criterion) const {
    PolicyOptions out;
    out.criteria = {Criterion::maximum(), criterion, criterion};
    return out;
  }
};

double value(Finesse& f, const PolicyOptions& options) {
  Budget budget;
  const PolicyResult result = plan_policy(f.d, options, budget);
  REQUIRE(result.stop == StopReason::kExhausted);
  return result.value;
}

// Nothing happens but that somebody wins or loses points, and ends.
struct Bets {
  struct None {};
  using D = CodeDomain<None>;
  D d{{{.name = "score", .better = Better::kGreater, .monotone = false}}};
  D::Name score = d.op("score", [](None&, D::Args a, Effects& e) {
    e.attributes[0] = static_cast<double>(a[0]);
    return true;
  });
};

}  // namespace

TEST_CASE("the finesse has the printed values", "[htn][policy]") {
  Finesse printed(true);
  // The weights as printed add up to 1.001 and are not divided by their sum.
  CHECK(std::round(value(printed, printed.options(Criterion::weighted_sum())) * 1000) == 270725);
  Finesse exact(false);
  CHECK(value(exact, exact.options(Criterion::weighted())) ==
        Approx((126 * 265 + 630 + 600) / 128.));
  PolicyOptions likely = exact.options(Criterion::weighted());
  likely.cutoff = .05;
  Budget budget;
  const PolicyResult result = plan_policy(exact.d, likely, budget);
  CHECK(result.value == 265);
  CHECK(result.unlikely == 2);
  CHECK(policy_text(exact.d, result.tree).find("North chooses for (FinesseTwo) 265") !=
        std::string::npos);
  // The same tree under other criteria.
  CHECK(value(exact, exact.options(Criterion::minimum())) == -100);
  CHECK(value(exact, exact.options(Criterion::maximin())) == -100);
  CHECK(value(exact, exact.options(Criterion::maximum())) == 630);
  // At the fourth hand .25 * 630 - .75 * 100 = 82.5; at the second between that and 630.
  CHECK(value(exact, exact.options(Criterion::hurwicz(.25))) == Approx(.25 * 630 + .75 * 82.5));
  Criterion median;
  median.kind = Criterion::kCustom;
  median.custom = [](std::span<const double> values, std::span<const double>) {
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  };
  CHECK(value(exact, exact.options(median)) == 630);
  CHECK_THROWS_AS(value(exact,
                        [&] {
                          PolicyOptions wrong;
                          wrong.criteria = {Criterion::minimum()};
                          return wrong;
                        }()),
                  Error);
}

TEST_CASE("a policy is followed; critics accept, or planning begins again", "[htn][policy]") {
  struct Opponents : PolicyWorld {
    std::vector<std::vector<TaskId>> answers;
    std::size_t next = 0;
    Outcome execute(TaskId) override { return kAsPlanned; }
    std::vector<TaskId> observe(int, TaskId) override { return answers.at(next++); }
  };
  const auto run = [](Finesse& f, std::vector<std::vector<TaskId>> answers, bool critic,
                      double cutoff) {
    Opponents world;
    world.answers = std::move(answers);
    PolicyExecutorOptions options;
    options.policy = f.options(Criterion::weighted());
    options.policy.cutoff = cutoff;
    if (critic) {
      // Any card but the queen stands for the low one that was planned.
      options.critic = [&f](Domain&, std::span<const TaskId> planned,
                            std::span<const TaskId> actual) {
        const auto is_low = [&](TaskId t) {
          return f.d.is(t, f.play) && f.d.arguments(t)[1] != kQueen;
        };
        return planned.size() > 1 && actual.size() > 1 && is_low(planned[1]) && is_low(actual[1]);
      };
    }
    Budget budget;
    const PolicyExecution result = execute_policy(f.d, world, options, budget);
    CHECK(world.next == world.answers.size());
    return result;
  };
  const auto north = [](Finesse& f, int card) {
    return std::vector<TaskId>{f.assume_any(), f.play(kNorth, card), f.standard()};
  };
  const auto south = [](Finesse& f, int card, int points) {
    return std::vector<TaskId>{f.play(kSouth, card), f.score(points)};
  };
  {
    Finesse f(false);
    const auto r = run(f, {north(f, kThree), south(f, kFive, 630)}, false, 0);
    CHECK(r.finished);
    CHECK(r.values == Values{630});
    CHECK(r.replans == 0);
    CHECK(trace_text(f.d, r.trace).find("foreseen for (FinesseTwo)\ndone (assume-nothing)\n") !=
          std::string::npos);
    CHECK(f.d.state().knows({kCards + kThree, true}));
  }
  for (const bool critic : {false, true}) {
    Finesse f(false);
    const auto r = run(f, {north(f, kEight), south(f, kQueen, -100)}, critic, 0);
    CHECK(r.finished);
    CHECK(r.values == Values{-100});
    CHECK(r.replans == (critic ? 0 : 1));
    CHECK(f.d.state().knows({kCards + kEight, true}));
    CHECK_FALSE(f.d.state().is_known(kCards + kThree));
  }
  {
    // What was too unlikely to be planned for.
    Finesse f(false);
    const auto r = run(f, {{f.assume_void(), f.busted()}}, true, .05);
    CHECK(r.finished);
    CHECK(r.values == Values{600});
    CHECK(r.replans == 1);
  }
}

TEST_CASE("regret decides between acts, outcome by outcome", "[htn][policy]") {
  // Acts and outcomes: maximin takes b (0 against -5), regret takes a (10 against 90).
  using D = Bets::D;
  Bets bets;
  D& d = bets.d;
  const auto gain = bets.score;
  const auto act = d.task("act");
  const auto nature = d.task("nature");
  d.set_owner(nature, 1);
  const std::int64_t table[3][2] = {{-5, 90}, {0, 10}, {5, 0}};
  for (int a = 0; a < 3; ++a) {
    d.method(act, std::string(1, static_cast<char>('a' + a)),
             [=](const Bets::None&, D::Args, D::Instances& out) { out.add({nature(a)}); });
  }
  for (int s = 0; s < 2; ++s) {
    d.method(
        nature, "state " + std::to_string(s),
        [=](const Bets::None&, D::Args a, D::Instances& out) { out.add({gain(table[a[0]][s])}); });
  }
  d.start({}, {act()});
  const auto decide = [&](Criterion criterion) {
    PolicyOptions options;
    options.criteria = {Criterion::maximum(), criterion};
    Budget budget;
    return plan_policy(d, options, budget);
  };
  const auto taken = [](const PolicyResult& r) { return r.tree.nodes[r.tree.root].best; };
  const PolicyResult regret = decide(Criterion::regret());
  CHECK(taken(regret) == 0);
  CHECK(regret.tree.nodes[regret.tree.root].regret == 10);
  CHECK(regret.value == -5);
  CHECK(taken(decide(Criterion::maximin())) == 1);
  CHECK(taken(decide(Criterion::hurwicz(.6))) == 0);
  CHECK(taken(decide(Criterion::hurwicz(0))) == 1);
  CHECK(taken(decide(Criterion::maximum())) == 0);
}

TEST_CASE("trick 5 of deal 353021: the diamond discard is chosen", "[htn][policy]") {
  using D = Bets::D;
  Bets bets;
  D& d = bets.d;
  const auto score = bets.score;
  const auto play = d.task("play");
  // Tasks whose outcomes have probabilities in 1 / 56.
  const auto luck = [&](const char* name, std::vector<std::pair<double, TaskId>> outcomes) {
    const auto task = d.task(name);
    d.set_owner(task, 1);
    for (const auto& [p, then] : outcomes) {
      const TaskId next = then;
      const double weight = p;
      d.method(task, "outcome", [=](const Bets::None&, D::Args, D::Instances& out) {
        out.add({next}).weight(weight);
      });
    }
    return task;
  };
  // Both opponents follow twice: 3/4 for 620, else one down.
  const auto later = luck("trumps are even", {{.750, score(620)}, {.250, score(-100)}});
  // One trump is out; an uneven split has .125, and 8 of 14 places for it are wrong.
  const double ruff = .125 * 8 / 14;
  const auto discard = luck("diamond discard", {{1 - ruff, later()}, {ruff, score(-200)}});
  const auto length = luck("diamond length winner", {{.375, score(620)}, {.625, score(-100)}});
  const std::vector<std::pair<std::string, TaskId>> alternatives{
      {"diamond discard", discard()},
      {"diamond length winner", length()},
      {"spade sequence winner", score(-200)},
      {"cash high cards", score(-200)}};
  for (const auto& [name, task] : alternatives) {
    const TaskId first = task;
    d.method(play, name, [=](const Bets::None&, D::Args, D::Instances& out) { out.add({first}); });
  }
  d.start({}, {play()});
  PolicyOptions options;
  options.criteria = {Criterion::maximum(), Criterion::weighted()};
  Budget budget;
  const PolicyResult result = plan_policy(d, options, budget);
  const auto& root = result.tree.nodes[result.tree.root];
  const auto edges = result.tree.edges_of(result.tree.root);
  REQUIRE(edges.size() == 4);
  CHECK(root.best == 0);
  // Printed 394.271, with a weight rounded on the way; 1/14 makes 394.286.
  CHECK(result.tree.nodes[edges[0].child].value == Approx(394.271).margin(.02));
  CHECK(result.tree.nodes[edges[1].child].value == Approx(170));
  CHECK(result.tree.nodes[edges[2].child].value == -200);
  CHECK(result.tree.nodes[edges[3].child].value == -200);
}

TEST_CASE("information sets and beliefs", "[htn][policy]") {
  Information i(3);
  CHECK(i.allows({0, true}));
  CHECK_FALSE(i.knows({0, true}));
  const Hash128 empty = i.hash128();
  const Word mark = i.mark();
  CHECK(i.assume(0, true));
  CHECK(i.knows({0, true}));
  CHECK_FALSE(i.allows({0, false}));
  const std::vector<Literal> clash{{1, true}, {0, false}};
  const Hash128 before = i.hash128();
  CHECK_FALSE(i.assume(clash));
  CHECK(i.hash128() == before);
  CHECK_FALSE(i.is_known(1));
  Beliefs beliefs;
  for (unsigned w = 0; w < 8; ++w) {
    beliefs.add({(w & 1) != 0, (w & 2) != 0, (w & 4) != 0}, 1 + (w == 7 ? 1 : 0));
  }
  const std::vector<Literal> second{{1, true}};
  CHECK(beliefs.probability(i, second) == Approx(3. / 5));
  CHECK(beliefs.possible(i, second));
  CHECK_FALSE(beliefs.certain(i, second));
  CHECK(beliefs.expectation(i, [](const std::vector<bool>& w) { return w[2] ? 10. : 0.; }) ==
        Approx(6));
  i.set(0, false);
  i.undo(mark);
  CHECK(i.hash128() == empty);
  // Printed probabilities of splits: 3-3, 3-2, 4-3.
  CHECK(split_probability(6, 3) == .3125);
  CHECK(split_probability(5, 3) + split_probability(5, 2) == .625);
  CHECK(std::round((split_probability(7, 4) + split_probability(7, 3)) * 10000) == 5469);
  CHECK(split_probability(4, 5) == 0);
}

}  // namespace finesse_test
