// Package htn: plans under partial orders, re-entry at a node of a plan, information sets and
// beliefs, the options of questions.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/lang/bindings/htn/htn_talk.hpp"
#include "tests/testing.hpp"

namespace cgt::lang::testing::htn_questions_test {
namespace {

// All plans of a random domain in `r`, if there are some and the search for them ends.
bool has_plans(Talk& talk, std::mt19937_64& random) {
  talk.say(random_domain(random));
  return talk.say(
             "r := d.All(300, {\"nodes\" => 20000, \"duplicates\" => false, \"failures\" => "
             "false}); r.IsComplete and not r.Plans.IsEmpty") == "true";
}

}  // namespace

TEST_CASE("htn: plans under a partial order are those of full enumeration", "[htn][random]") {
  std::mt19937_64 random(21);
  std::size_t cases = 0;
  std::size_t several = 0;
  const std::size_t drawn = std::max<std::size_t>(30, cgt::testing::scaled(60));
  for (std::size_t i = 0; i < drawn; ++i) {
    Talk talk;
    if (!has_plans(talk, random)) continue;
    ++cases;
    // Elements that have nothing to do with more and less; then the order that adding steps keeps.
    talk.say(
        "names := [\"a\", \"b\", \"c\", \"d\"];"
        "diamond := game.pob.Relation(names, [[\"a\", \"b\"], [\"a\", \"c\"], [\"b\", \"d\"],"
        "                                     [\"c\", \"d\"]]);"
        "rest := x -> names[(4*x[\"time\"] + x[\"money\"]) % 4 + 1];"
        "pair := x -> [-x[\"time\"], -x[\"money\"]];"
        "fits := {\"compatible\" => true, \"bounding\" => true};"
        "def check(order, element, options) begin"
        "  var elements := [element(p.Values) for p in r.Plans].ToSet;"
        "  var best := order.Maximal(elements);"
        "  var found := [element(p.Values) for p in d.ParetoUnder(order, element, options).Plans];"
        "  [found.ToSet == best.ToSet, found.Length == best.Length,"
        "   elements.ForAll(e -> begin"
        "     var plan := d.ReachUnder(order, element, [e], options).Plan;"
        "     plan != Nothing and order.LessEqual(e, element(plan.Values))"
        "   end)]"
        "end;");
    CHECK(talk.say("check(diamond, rest, {=>})") == "[true,true,true]");
    CHECK(talk.say("check(game.pob.Vectors(2), pair, {=>})") == "[true,true,true]");
    CHECK(talk.say("check(game.pob.Vectors(2), pair, fits)") == "[true,true,true]");
    // What no plan reaches, and a bound of two.
    CHECK(talk.say("[(d.ReachUnder(diamond, rest, [e]).Plan is Nothing) =="
                   " r.Plans.ForAll(p -> not diamond.LessEqual(e, rest(p.Values)))"
                   " for e in names].ToSet") == "{true}");
    CHECK(talk.say("(d.ReachUnder(diamond, rest, [\"b\", \"c\"]).Plan is Nothing) =="
                   " r.Plans.ForAll(p -> rest(p.Values) == \"a\")") == "true");
    several += talk.say("d.ParetoUnder(diamond, rest).Plans.Length > 1") == "true" ? 1 : 0;
  }
  cgt::testing::expect_share(cases, drawn, 0.3);     // 0.8
  cgt::testing::expect_share(several, cases, 0.01);  // 0.062
}

TEST_CASE("htn: re-entry gives the first of the plans that begin alike", "[htn][random]") {
  std::mt19937_64 random(22);
  std::size_t with = 0;
  std::size_t without = 0;
  const std::size_t drawn = cgt::testing::scaled(60);
  for (std::size_t i = 0; i < drawn; ++i) {
    Talk talk;
    if (!has_plans(talk, random)) continue;
    talk.say(
        "nodes := p -> [[n.ToString, n.Variables] for n in p.Nodes];"
        "tree := p -> if p is Nothing then p else p.Tree end;"
        // The steps of a plan from node i on.
        "rest := (p, i) -> [n.Task for n in p.Nodes.Sublist(i, p.Nodes.Length)"
        "                          where n.Method is Nothing];"
        "def expected(p, i, banned) begin"
        "  for q in r.Plans do"
        "    if q.Nodes.Length >= i and nodes(q).Take(i - 1) == nodes(p).Take(i - 1)"
        "       and not rest(q, i).Exists(x -> banned.Contains(x)) then return q end"
        "  end;"
        "  Nothing "
        "end;"
        "p := r.Plans[1];");
    CHECK(talk.say("[n for n in p.Nodes where d.Again(n).Plan.Tree != p.Tree]") == "[]");
    CHECK(talk.say("[n for n in p.Steps where d.Again(n).Plan.Tree != p.Tree]") == "[]");
    if (talk.say("p.Steps.IsEmpty") == "true") continue;
    talk.say(
        "ban := [p.Steps[p.Steps.Length].Task]; found := [];"
        "for i in 1 .. p.Nodes.Length do"
        "  var other := d.Again(p.Nodes[i], {\"banned\" => ban}).Plan;"
        "  found := found.Concat([[tree(other) == tree(expected(p, i, ban)), other is Nothing]])"
        "end;");
    CHECK(talk.say("found.ForAll(x -> x[1])") == "true");
    with += talk.say("found.Exists(x -> not x[2])") == "true" ? 1 : 0;
    without += talk.say("found.Exists(x -> x[2])") == "true" ? 1 : 0;
  }
  cgt::testing::expect_share(with, drawn, 0.2);     // 0.73
  cgt::testing::expect_share(without, drawn, 0.2);  // 0.75
}

TEST_CASE("htn: re-entry is refused where the beginning is not possible any more", "[htn]") {
  Talk talk;
  talk.say(kCounter +
           "down := d.Operator(\"down\", s -> if s[\"n\"] > 0 then {\"n\" => s[\"n\"] - 1} end);"
           "d.Method(t, \"m\", s -> [down, up(1)]); d.Start({\"n\" => 1}, [t]);"
           "p := d.First().Plan;");
  CHECK(talk.say("d.Again(p.Steps[2]).Plan") == "1 down()\n2 up(1)");
  talk.say("d.Start({\"n\" => 0}, [t]);");
  CHECK_THAT(talk.refusal("d.Again(p.Steps[2])"),
             Catch::Contains("down() cannot be done any more"));
  CHECK_THAT(talk.refusal("d.Again(p)"), Catch::Contains("Again needs a node or a step of a plan"));
  CHECK_THAT(talk.refusal("htn.Domain().Again(p.Steps[1])"), Catch::Contains("of the domain"));
  CHECK(talk.say("[p.Nodes[1].Method, p.Nodes[2].Method, p.Nodes[2].Task, p.Nodes[2].Path,"
                 " p.Nodes[1] == p.Nodes[1], p.Nodes[1] == p.Nodes[2]]") ==
        "[\"m\",Nothing,down(),[t()],true,false]");
}

TEST_CASE("htn: beliefs are counted world by world", "[htn][random]") {
  constexpr unsigned kLiterals = 3;
  const std::string names[] = {"a", "b", "c"};
  std::mt19937_64 random(23);
  for (std::size_t round = 0; round < cgt::testing::scaled(10); ++round) {
    Talk talk;
    // A weight for some of the eight worlds, at least one.
    std::vector<std::uint64_t> weights(1U << kLiterals);
    std::string worlds;
    for (unsigned w = 0; w < weights.size(); ++w) {
      if (random() % 3 == 0 && w + 1 < weights.size()) continue;
      weights[w] = 1 + random() % 9;
      std::string world;
      for (unsigned l = 0; l < kLiterals; ++l) {
        world += fmt::format("{}\"{}\" => {}", l == 0 ? "" : ", ", names[l], (w >> l & 1) != 0);
      }
      worlds += fmt::format("{}{{{}}} => {}/10", worlds.empty() ? "" : ", ", world, weights[w]);
    }
    talk.say(fmt::format(
        "b := htn.Beliefs({{{}}}); d := htn.Domain(); wanted := {{\"a\" => true, \"c\" => false}};"
        "think := d.Operator(\"think\", s -> {{\"thought\" => [b.Probability(s, wanted),"
        " b.IsPossible(s, wanted), b.IsCertain(s, wanted), s.Knows(wanted), s.Allows(wanted),"
        " b.Expectation(s, w -> if w[\"b\"] then 7 else 0 end)]}});",
        worlds));
    // Every information set: each literal holds, does not, or is not known.
    for (unsigned code = 0; code < 27; ++code) {
      std::string state;
      unsigned known = 0;
      unsigned holds = 0;
      for (unsigned l = 0, rest = code; l < kLiterals; ++l, rest /= 3) {
        if (rest % 3 == 2) continue;
        known |= 1U << l;
        if (rest % 3 == 1) holds |= 1U << l;
        state += fmt::format("{}\"{}\" => {}", state.empty() ? "" : ", ", names[l], rest % 3 == 1);
      }
      std::uint64_t all = 0;
      std::uint64_t with = 0;
      std::uint64_t sevens = 0;
      for (unsigned w = 0; w < weights.size(); ++w) {
        if ((w & known) != holds) continue;
        all += weights[w];
        if ((w & 5U) == 1) with += weights[w];
        if ((w & 2U) != 0) sevens += 7 * weights[w];
      }
      const auto ratio = [&](std::uint64_t part) {
        if (part == 0) return std::string("0");
        const std::uint64_t g = std::gcd(part, all);
        return part % all == 0 ? std::to_string(part / all)
                               : fmt::format("{}/{}", part / g, all / g);
      };
      const bool knows = (known & 5U) == 5 && (holds & 5U) == 1;
      const bool allows = (known & ~holds & 1U) == 0 && (holds & 4U) == 0;
      INFO(worlds << " in " << state);
      CHECK(talk.say(fmt::format("d.Start({{{}}}, [think]); d.First().Plan.End[\"thought\"]",
                                 state.empty() ? "=>" : state)) ==
            fmt::format("[{},{},{},{},{},{}]", ratio(with), with > 0, with == all, knows, allows,
                        ratio(sevens)));
    }
  }
}

TEST_CASE("htn: beliefs and literals that make no sense are refused", "[htn]") {
  Talk talk;
  CHECK_THAT(talk.refusal("htn.Beliefs([])"),
             Catch::Contains("needs a map from worlds to weights"));
  CHECK_THAT(talk.refusal("htn.Beliefs({{\"a\" => 3} => 1})"),
             Catch::Contains("a literal is true or false, not an Integer"));
  CHECK_THAT(talk.refusal("htn.Beliefs({{\"a\" => true} => -1})"),
             Catch::Contains("the weight of a world is a number > 0, not -1"));
  CHECK_THAT(talk.refusal("htn.Beliefs({{\"a\" => true} => 1, {\"b\" => true} => 1})"),
             Catch::Contains("does not say the same variables"));
  talk.say("b := htn.Beliefs({{\"a\" => true} => 1});");
  CHECK_THAT(talk.refusal("b.Probability(3, {\"a\" => true})"),
             Catch::Contains("Probability needs a state, not an Integer"));
  const auto with_operator = [&](const std::string& code) {
    talk.session.fresh_scope();
    return talk.refusal(
        "b := htn.Beliefs({{\"a\" => true} => 1}); d := htn.Domain();"
        "o := d.Operator(\"o\", s -> " +
        code + "); d.Start({\"a\" => 3}, [o]); d.First()");
  };
  CHECK_THAT(with_operator("b.IsCertain(s, {\"a\" => true})"),
             Catch::Contains("the variable \"a\" is an Integer, no literal"));
  CHECK_THAT(with_operator("s.Knows({\"a\" => true})"), Catch::Contains("no literal"));
  CHECK_THAT(with_operator("s.Knows([\"a\"])"), Catch::Contains("Knows needs a map of literals"));
  talk.session.fresh_scope();
  CHECK_THAT(talk.refusal("b := htn.Beliefs({{\"a\" => true} => 1}); d := htn.Domain();"
                          "o := d.Operator(\"o\", s -> b.IsPossible(s, {\"z\" => true}));"
                          "d.Start({=>}, [o]); d.First()"),
             Catch::Contains("the worlds do not say whether \"z\" holds"));
}

TEST_CASE("htn: a task inside of itself, as often as allowed", "[htn]") {
  Talk talk;
  talk.say(kCounter +
           "d.Method(t, \"deeper\", s -> [t, up(1)]); d.Method(t, \"end\", s -> []);"
           "d.Start({\"n\" => 0}, [t]);");
  for (int nested = 0; nested < 5; ++nested) {
    CHECK(talk.say(fmt::format("r := d.All(Nothing, {{\"nested\" => {}}}); [r.Plans.Length, r.Stop,"
                               " r.IsComplete, r.Statistics[\"nestedCuts\"]]",
                               nested)) == fmt::format("[{},\"exhausted\",false,1]", nested + 1));
  }
}

TEST_CASE("htn: an option that a question does not know is refused, not passed over", "[htn]") {
  Talk talk;
  talk.say(kCounter + "d.Method(t, \"m\", s -> [up(1)]); d.Start({\"n\" => 0}, [t]);");
  CHECK_THAT(talk.refusal("d.First({\"library\" => true})"),
             Catch::Contains("there is no option 'library'"));
  CHECK_THAT(talk.refusal("d.Pareto(Nothing, {\"library\" => true, \"banned\" => [up(1)]})"),
             Catch::Contains("Pareto with \"library\" has no option 'banned'"));
  CHECK(talk.say("d.Pareto(Nothing, {\"library\" => true, \"nodes\" => 1000}).Plans.Length") ==
        "1");
  CHECK_THAT(talk.refusal("d.Execute((s, x) -> true, {\"milliseconds\" => 1})"),
             Catch::Contains("there is no option 'milliseconds'"));
  CHECK_THAT(talk.refusal("d.Execute((s, x) -> true, {\"nodes\" => 1})"),
             Catch::Contains("there is no plan to carry out"));
  CHECK_THAT(talk.refusal("d.Policy(Nothing, {\"share\" => 1})"),
             Catch::Contains("the option 'share' is true or false, not an Integer"));
  CHECK_THAT(talk.refusal("d.Policy(Nothing, {\"maxdepth\" => 1})"),
             Catch::Contains("did you mean 'maxDepth'?"));
  CHECK_THAT(talk.refusal("d.First({\"onPlan\" => 3})"), Catch::Contains("needs a function"));
  CHECK_THAT(talk.refusal("d.First({\"nodes\" => -1})"), Catch::Contains("cannot be negative"));
  CHECK_THAT(talk.refusal("d.First(3)"), Catch::Contains("options are a map, not an Integer"));
  // Longer than clocks can count.
  CHECK(talk.say("d.First({\"milliseconds\" => 10^15}).Stop") == "\"enough\"");
}

}  // namespace cgt::lang::testing::htn_questions_test
