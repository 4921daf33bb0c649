// Plans and policies of scripts carried out in worlds of scripts: what comes of it is computed by
// recursion here.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "tests/lang/bindings/htn/htn_talk.hpp"
#include "tests/testing.hpp"

namespace {

using cgt::lang::testing::Talk;

// A game on a tree: each node has three children, node n the children 3n - 1, 3n, 3n + 1. We and the
// foe choose in turns; to choose a node costs (a*n + b) % m; it ends after `moves` moves of each.
struct TreeGame {
  unsigned a, b, m;
  int moves;

  explicit TreeGame(std::mt19937_64& random)
      : a(1 + random() % 97), b(random() % 89), m(3 + random() % 20), moves(1 + random() % 2) {}

  int cost(std::uint64_t n) const { return static_cast<int>((a * n + b) % m); }

  std::string text(const std::string& criterion) const {
    return fmt::format(
        "d := htn.Domain([\"loss\"]); d.Agent(\"foe\", \"{}\");"
        "cost := n -> ({}*n + {}) % {};"
        "go := d.Operator(\"go\", (s, n) -> if s[\"broken\", n] is Nothing then"
        "  htn.Effect({{\"at\" => n}}, {{\"loss\" => cost(n)}}) end);"
        "us := d.Task(\"us\"); foe := d.Task(\"foe\"); d.Owner(foe, \"foe\");"
        "next := s -> [3*s[\"at\"] - 1, 3*s[\"at\"], 3*s[\"at\"] + 1];"
        "d.Method(us, \"go\", (s, left, n) -> [go(n), foe(left)], (s, left) -> next(s));"
        "d.Method(foe, \"go\", (s, left, n) -> htn.Do([go(n)].Concat(if left > 1 then [us(left - "
        "1)]"
        "  else [] end), weight => n % 3), (s, left) -> next(s));"
        "d.Start({{\"at\" => 1}}, [us({})]);",
        criterion, a, b, m, moves);
  }
  // The least that we lose from here on against the worst, and where we go for it first.
  std::pair<int, std::uint64_t> ours(std::uint64_t n, int left) const {
    std::pair<int, std::uint64_t> best{1 << 30, 0};
    for (std::uint64_t child = 3 * n - 1; child <= 3 * n + 1; ++child) {
      const int loss = cost(child) + theirs(child, left);
      if (loss < best.first) best = {loss, child};
    }
    return best;
  }
  int theirs(std::uint64_t n, int left) const {
    int worst = 0;
    for (std::uint64_t child = 3 * n - 1; child <= 3 * n + 1; ++child) {
      worst = std::max(worst, cost(child) + (left > 1 ? ours(child, left - 1).first : 0));
    }
    return worst;
  }
  // What we lose if the foe takes child `digit` (0, 1, 2) of its nodes, by the number of the node.
  int played(const std::vector<int>& digits) const {
    std::uint64_t n = 1;
    int loss = 0;
    for (int left = moves; left > 0; --left) {
      n = ours(n, left).second;
      loss += cost(n);
      n = 3 * n - 1 + static_cast<std::uint64_t>(digits[n % digits.size()]);
      loss += cost(n);
    }
    return loss;
  }
};

std::string list_of(const std::vector<int>& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ","));
}

// What the foe does: the child that stands in the list `digits`.
constexpr const char* kFoe =
    "digits := [0,0,0,0,0]; foeGoes := (s, agent, task) -> begin var n := 3*s[\"at\"] - 1 + "
    "digits[s[\"at\"] % 5 + 1];"
    " [go(n)].Concat(if task.Arguments[1] > 1 then [us(task.Arguments[1] - 1)] else [] end) end;";

}  // namespace

TEST_CASE("htn: a policy that is followed loses what minimax says", "[htn][random]") {
  std::mt19937_64 random(20'02);
  for (std::size_t game = 0; game < cgt::testing::scaled(25); ++game) {
    const TreeGame tree(random);
    Talk talk;
    INFO(tree.text("minimum"));
    talk.say(tree.text("minimum") + kFoe);
    const int value = tree.ours(1, tree.moves).first;
    CHECK(talk.say("d.Policy().Value") == fmt::format("{}", -value));
    for (int play = 0; play < 4; ++play) {
      std::vector<int> digits;
      for (int i = 0; i < 5; ++i) digits.push_back(static_cast<int>(random() % 3));
      const int loss = tree.played(digits);
      CHECK(loss <= value);
      const std::string said =
          talk.say(fmt::format("digits := {}; e := d.ExecutePolicy((s, step) -> true, foeGoes); "
                               "[e.IsFinished, e.Values[\"loss\"], e.Replans, e.Done.Length]",
                               list_of(digits)));
      CHECK(said == fmt::format("[true,{},0,{}]", loss, 2 * tree.moves));
    }
  }
}

TEST_CASE("htn: what is left out as unlikely is planned for when it happens", "[htn]") {
  std::mt19937_64 random(7);
  for (std::size_t game = 0; game < cgt::testing::scaled(10); ++game) {
    const TreeGame tree(random);
    Talk talk;
    // Weights are 2, 0, 1 for the children.
    talk.say(tree.text("weighted") + kFoe);
    const auto replans = [&](int digit, const char* more) {
      return talk.say(fmt::format(
          "digits := [{0},{0},{0},{0},{0}]; e := d.ExecutePolicy((s, step) -> true, foeGoes, "
          "{{\"cutoff\" => 3/2{1}}}); [e.IsFinished, e.Replans]",
          digit, more));
    };
    CHECK(replans(0, "") == "[true,0]");
    CHECK(replans(1, "") == fmt::format("[true,{}]", tree.moves));
    CHECK(replans(2, "") == fmt::format("[true,{}]", tree.moves));
    // One plan more is not allowed.
    CHECK(replans(2, fmt::format(", \"maxReplans\" => {}", tree.moves - 1).c_str()) ==
          fmt::format("[false,{}]", tree.moves - 1));
    // A critic that takes it for what was planned is told what was planned and what was done. What
    // is planned for the place that was foreseen may not serve where we are.
    CHECK(talk.say(
              "seen := MutableList(); digits := [1,1,1,1,1];"
              "e := d.ExecutePolicy((s, step) -> true, foeGoes, {\"cutoff\" => 3/2, \"critic\" "
              "=> (s, planned, actual) -> begin seen.Add([planned[1].Arguments[1], "
              "actual[1].Arguments[1]]); true end}); [x[2] - x[1] for x in seen].ToSet") == "{1}");
    CHECK(talk.say("[e.IsFinished, e.Replans]") == "[true,0]");
  }
}

TEST_CASE("htn: a critic says whether the rest of a plan serves", "[htn]") {
  Talk talk;
  talk.say(
      "d := htn.Domain([\"time\"]);"
      "go := d.Operator(\"go\", (s, x) -> htn.Effect({\"at\" => x}, {\"time\" => 1}));"
      "far := d.Task(\"far\"); d.Method(far, \"by steps\", s -> [go(1), go(2), go(3)]);"
      "d.Start({\"at\" => 0}, [far]);");
  // The world puts us to 2 at once. The rest can still be done; a critic may skip nothing, but may
  // refuse, and then a plan is made anew.
  const std::string run =
      "e := d.Execute((s, step) -> if s[\"at\"] == 0 and s[\"blown\"] is Nothing then "
      "{\"at\" => 2, \"blown\" => true} else true end";
  CHECK(talk.say(run + "); [e.IsFinished, e.Replans, e.Done]") == "[true,0,[go(2),go(3)]]");
  talk.say("rests := MutableList();");
  CHECK(talk.say(run +
                 ", {\"critic\" => (s, rest) -> begin rests.Add([s[\"at\"], rest]); true end});"
                 "[e.IsFinished, e.Replans, e.Done, rests]") ==
        "[true,0,[go(2),go(3)],MutableList([2,[go(2),go(3)]])]");
  CHECK(talk.say(run + ", {\"critic\" => (s, rest) -> false}); [e.IsFinished, e.Replans]") ==
        "[true,1]");
  CHECK(talk.say(run + ", {\"critic\" => (s, rest) -> false, \"maxReplans\" => 0}); "
                       "e.IsFinished") == "false");
}

TEST_CASE("htn: worlds, agents and critics are told what is wrong with their answers", "[htn]") {
  Talk talk;
  std::mt19937_64 random(3);
  talk.say(TreeGame(random).text("minimum"));
  const std::string as_planned = "d.ExecutePolicy((s, step) -> true, ";
  CHECK(talk.refusal(as_planned + "(s, agent, task) -> [3])").find("a task of the domain") !=
        std::string::npos);
  CHECK(talk.refusal(as_planned + "(s, agent, task) -> 3)").find("what an agent does") !=
        std::string::npos);
  CHECK(talk.refusal(as_planned + "3)").find("ExecutePolicy needs a function, not") !=
        std::string::npos);
  CHECK(talk.refusal(as_planned + "(s, agent, task) -> [go(99)], {\"critic\" => (s, p, a) -> 1})")
            .find("the critic answers") != std::string::npos);
  CHECK(talk.refusal(as_planned + "(s, agent, task) -> [], {\"kritic\" => 1})")
            .find("did you mean 'critic'?") != std::string::npos);
  CHECK(talk.refusal("d.ExecutePolicy((s, step) -> \"yes\", (s, agent, task) -> [])")
            .find("the world answers") != std::string::npos);
  CHECK(talk.refusal("d.ExecutePolicy((s, step) -> begin d.Policy(); true end, "
                     "(s, agent, task) -> [])")
            .find("cannot ask it for plans") != std::string::npos);
  // A limit is part of the answer.
  CHECK(
      talk.say("e := d.ExecutePolicy((s, step) -> true, (s, agent, task) -> [], {\"nodes\" => 2}); "
               "[e.IsFinished, e.Stop, e.Done]") == "[false,\"nodes\",[]]");
}

// Goals against the same domain with their conditions written out: methods that bring them about, by chance or not at
// all.
TEST_CASE("htn: goals are tasks that are done where they hold, and are checked", "[htn][random]") {
  std::mt19937_64 random(20'26);
  std::size_t with_plans = 0;
  const std::size_t rounds = cgt::testing::scaled(40);
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    std::string steps =
        "set := d.Operator(\"set\", (s, x, v) -> if s[\"no\", x] != v then {[\"g\", x] => v} end);";
    std::string start = "d.Start({";
    for (int x = 0; x < 3; ++x) {
      start += fmt::format("[\"g\", {}] => {}, ", x, pick(3));
      start += fmt::format("[\"no\", {}] => {}, ", x, pick(5));
    }
    start += fmt::format("\"last\" => 0}}, [all({{[\"g\", 0] => {}, [\"g\", 1] => {}}})]);",
                         pick(3), pick(3));
    // Right, by way of another variable, wrong.
    const std::vector<std::string> ways{"[set(x, v)]", "[set(2, v), set(x, v)]", "[]",
                                        "[set(x, (v + 1) % 3)]"};
    const std::string one = ways[static_cast<std::size_t>(pick(4))];
    const std::string two = ways[static_cast<std::size_t>(pick(3))];
    const std::string next = "[k for k in [[\"g\", 0], [\"g\", 1]] where s[k] != goal[k]]";
    Talk talk;
    const std::string by_goals =
        "d := htn.Domain(); g := d.Goal(\"g\"); all := d.Goal(\"all\");" + steps +
        fmt::format("d.Method(g, \"one\", (s, x, v) -> {});", one) +
        fmt::format("d.Method(g, \"two\", (s, x, v) -> {});", two) +
        "d.Method(all, \"next\", (s, goal, k) -> [g(k[2], goal[k])], (s, goal) -> " + next + ");" +
        "d.Method(all, \"next and on\", (s, goal, k) -> [g(k[2], goal[k]), all(goal)], (s, goal) "
        "-> " +
        next + ");" + start;
    const std::string by_hand =
        "d := htn.Domain(); g := d.Task(\"g\"); all := d.Task(\"all\"); sure := d.Task(\"sure\"); "
        "allSure := "
        "d.Task(\"allSure\");" +
        steps +
        "reached := (s, goal) -> s[\"g\", 0] == goal[[\"g\", 0]] and s[\"g\", 1] == goal[[\"g\", "
        "1]];"
        "d.Method(sure, \"is\", (s, x, v) -> if s[\"g\", x] == v then [] end);"
        "d.Method(allSure, \"is\", (s, goal) -> if reached(s, goal) then [] end);"
        "d.Method(g, \"is\", (s, x, v) -> if s[\"g\", x] == v then [] end);" +
        fmt::format(
            "d.Method(g, \"one\", (s, x, v) -> if s[\"g\", x] != v then {}.Concat([sure(x, v)]) "
            "end);",
            one) +
        fmt::format(
            "d.Method(g, \"two\", (s, x, v) -> if s[\"g\", x] != v then {}.Concat([sure(x, v)]) "
            "end);",
            two) +
        "d.Method(all, \"is\", (s, goal) -> if reached(s, goal) then [] end);"
        "d.Method(all, \"next\", (s, goal, k) -> [g(k[2], goal[k]), allSure(goal)], (s, goal) -> " +
        next + ");" +
        "d.Method(all, \"next and on\", (s, goal, k) -> [g(k[2], goal[k]), all(goal), "
        "allSure(goal)], (s, goal) -> " +
        next + ");" + start;
    INFO(by_goals);
    const std::string plans = "[[t for t in p.Steps] for p in d.All(4).Plans]";
    talk.say(by_goals);
    const std::string found = talk.say(plans);
    Talk other;
    other.say(by_hand);
    REQUIRE(found == other.say(plans));
    with_plans += found == "[]" ? 0 : 1;
  }
  cgt::testing::expect_share(with_plans, rounds, 0.2);
}

TEST_CASE("htn: goals of functions, and goals without a value", "[htn]") {
  Talk talk;
  talk.say(
      "d := htn.Domain(); up := d.Operator(\"up\", s -> {\"n\" => s[\"n\"] + 1});"
      "high := d.Goal(\"high\", (s, n) -> s[\"n\"] >= n);"
      "d.Method(high, \"up\", (s, n) -> [up, high(n)]); d.Start({\"n\" => 1}, [high(3), "
      "high(2)]);");
  CHECK(talk.say("d.First().Plan.Steps") == "[up(),up()]");
  CHECK(talk.say("d.Method(high, \"by one\", (s, n) -> [up]); d.All().Plans.Length") == "2");
  talk.say("bare := d.Goal(\"bare\"); d.Start({=>}, [bare]);");
  CHECK(talk.refusal("d.First()").find("the goal 'bare' has no value to reach") !=
        std::string::npos);
  talk.say("odd := d.Goal(\"odd\", s -> 3); d.Start({=>}, [odd]);");
  CHECK(talk.refusal("d.First()").find("the goal 'odd' says") != std::string::npos);
}

TEST_CASE("htn: a step that failed is tried again", "[htn]") {
  Talk talk;
  talk.say(
      "d := htn.Domain(); walk := d.Operator(\"walk\", (s, x) -> {\"at\" => x}); ride := "
      "d.Operator(\"ride\", "
      "(s, x) -> {\"at\" => x}); go := d.Task(\"go\"); d.Method(go, \"on foot\", (s, x) -> "
      "[walk(x)]);"
      "d.Method(go, \"by bus\", (s, x) -> [ride(x)]); d.Start({\"at\" => 0}, [go(3)]);");
  CHECK(talk.say("d.Execute((s, step) -> step.Name != \"walk\", {\"retries\" => 2})") ==
        "failed walk(3)\nagain walk(3)\nfailed walk(3)\nagain walk(3)\nfailed walk(3)\n"
        "replanned from 1 level above walk(3)\ndone ride(3)");
}
