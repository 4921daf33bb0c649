// Package htn: domains as scripts. Examples of every row are run by session_test.cpp.
#include <atomic>
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "lang/bindings/htn/domain.hpp"
#include "tests/lang/bindings/htn/htn_talk.hpp"
#include "tests/testing.hpp"

namespace cgt::lang::testing::lang_htn_test {
TEST_CASE("htn: what was remembered is what would be answered", "[htn][random]") {
  std::mt19937_64 random(8);
  std::size_t with_plans = 0;
  const std::size_t cases = cgt::testing::scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    Talk talk;
    talk.say(random_domain(random));
    const std::string ask =
        "plain := {\"duplicates\" => false, \"failures\" => false};"
        "limits := {\"nodes\" => 20000}.Updated(plain); r := d.All(300, limits);"
        "b := d.Best(\"time\", {\"nodes\" => 20000});"
        "[r.Stop, r.Nodes, r.Statistics, [p.Values for p in r.Plans], [p.End for p in r.Plans],"
        " b.Stop, b.Nodes, if b.Plan is Nothing then 0 else b.Plan.Tree end]";
    const std::string remembered = talk.say(ask);
    talk.say("d.Remember(false);");
    CHECK(talk.say(ask) == remembered);
    if (!remembered.starts_with("[\"exhausted\"")) continue;
    // The best, the Pareto set and the bounds are those of all plans.
    with_plans += talk.say("r.Plans.IsEmpty") == "false" ? 1 : 0;
    CHECK(talk.say("d.Remember(true); values := [[p.Values[\"time\"], p.Values[\"money\"]]"
                   " for p in r.Plans].ToSet;"
                   "better := (x, y) -> x[1] <= y[1] and x[2] <= y[2] and x != y;"
                   "front := [x for x in values where not values.Exists(y -> better(y, x))].ToSet;"
                   "found := [[p.Values[\"time\"], p.Values[\"money\"]] for p in d.Pareto().Plans];"
                   "kept := d.Pareto(Nothing, {\"library\" => true}).Plans;"
                   "[found.ToSet == front, found.Length == front.Size,"
                   " [[p.Values[\"time\"], p.Values[\"money\"]] for p in kept].ToSet == front,"
                   " if values.IsEmpty then b.Plan is Nothing else b.Plan.Values[\"time\"] == "
                   "[x[1] for x in values].Min end,"
                   " values.ForAll(x -> not (d.Reach([{\"time\" => x[1], \"money\" => x[2]}]).Plan "
                   "is Nothing))]") == "[true,true,true,true,true]");
  }
  cgt::testing::expect_share(with_plans, cases, 0.3);  // 0.79
}

TEST_CASE("htn: numbers of plans are exact", "[htn]") {
  Talk talk;
  talk.say(kCounter +
           "d.Method(t, \"m\", s -> [up(3), up(3), up(3), up(7)]);"
           "d.Start({\"n\" => 0}, [t]);");
  CHECK(talk.say("p := d.First().Plan; [p.Values, p.End, p.Steps[4].Contributions]") ==
        "[{\"cost\" => 8/7},{\"n\" => 16},{\"cost\" => 1/7}]");
  // Maxima, minima and products; Nothing where no step contributes.
  CHECK(
      talk.say("e := htn.Domain().Attribute(\"load\", \"maximum\").Attribute(\"weak\", \"minimum\","
               " \"greater\").Attribute(\"luck\", \"product\", \"greater\")"
               ".Attribute(\"none\", \"maximum\");"
               "o := e.Operator(\"o\", (s, x) -> htn.Effect({=>}, {\"load\" => x, \"weak\" => x, "
               "\"luck\" => x})); e.Start({=>}, [o(1/3), o(1/2)]); e.First().Plan.Values") ==
      "{\"load\" => 1/2, \"luck\" => 1/6, \"none\" => Nothing, \"weak\" => 1/3}");
}

TEST_CASE("htn: variables of methods, reasons, several of them", "[htn]") {
  Talk talk;
  talk.say(kCounter +
           "d.Method(t, \"both\", (s, i, j) -> htn.Do([up(i), up(j)], because => [i, j]),"
           " s -> [[1, 2], (2, 1)]); d.Start({\"n\" => 0}, [t]);");
  CHECK(talk.say("[[x.Arguments[1] for x in p.Steps] for p in d.All().Plans]") == "[[1,2],[2,1]]");
  CHECK(talk.say("Print(d.First().Plan.Tree);") ==
        "t()\n  by both: i = 1, j = 2   [because [1,2]]\n  1 up(1)   cost +1\n"
        "  2 up(2)   cost +0.5\n");
  // Planning leaves no trace: the same question, the same answer.
  CHECK(talk.say("[d.First().Plan.End, d.First().Plan.End]") == "[{\"n\" => 3},{\"n\" => 3}]");
}

TEST_CASE("htn: functions are told what is wrong with their answers", "[htn]") {
  Talk talk;
  // A plan for one task, after it was declared.
  const auto told = [&](const std::string& declaration, const std::string& task) {
    talk.session.fresh_scope();
    return talk.refusal(kCounter + declaration + "d.Start({\"n\" => 0}, [" + task +
                        "]); d.First()");
  };
  const auto with_method = [&](const std::string& code) {
    return told("d.Method(t, \"m\", " + code + ");", "t");
  };
  const auto with_operator = [&](const std::string& code) {
    return told("o := d.Operator(\"o\", " + code + ");", "o");
  };
  CHECK_THAT(with_method("s -> 3"), Catch::Contains("the method 'm' returns an Integer"));
  CHECK_THAT(with_method("s -> [3]"),
             Catch::Contains("the method 'm' lists an Integer, which is not a task of the domain"));
  CHECK_THAT(with_method("s -> [htn.Domain().Task(\"x\")]"),
             Catch::Contains("not a task of the domain"));
  CHECK_THAT(with_method("(s, i, j) -> [], s -> [[1]]"),
             Catch::Contains("the method 'm' has 2 variables, but is given 1 value"));
  CHECK_THAT(with_method("(s, x, y, z) -> []"), Catch::Contains("lacks the argument 'x'"));
  CHECK_THAT(with_method("s -> [up(0)]"), Catch::Contains("contributes an Infinity to 'cost'"));
  CHECK_THAT(with_method("s -> d.First()"), Catch::Contains("cannot ask it for plans"));
  CHECK_THAT(with_method("s -> d.Task(\"u\")"), Catch::Contains("cannot be changed while"));
  CHECK_THAT(with_operator("s -> 3"), Catch::Contains("the operator 'o' returns an Integer"));
  CHECK_THAT(with_operator("s -> htn.Effect({=>}, {\"costs\" => 1})"),
             Catch::Contains("did you mean 'cost'?"));
  CHECK_THAT(with_operator("s -> htn.Effect({=>}, {\"cost\" => -1})"), Catch::Contains("cost"));
  CHECK_THAT(with_operator("s -> htn.Effect({=>}, {\"cost\" => \"a\"})"),
             Catch::Contains("contributes a String to 'cost'"));
  talk.session.fresh_scope();
  talk.say(kCounter);
  CHECK_THAT(talk.refusal("d.Task(\"t\")"), Catch::Contains("there is a task 't' already"));
  CHECK_THAT(talk.refusal("d.Method(up, \"m\", s -> [])"), Catch::Contains("has no methods"));
  CHECK_THAT(talk.refusal("d.Best(\"costs\")"), Catch::Contains("did you mean 'cost'?"));
  CHECK_THAT(talk.refusal("d.First({\"node\" => 1})"), Catch::Contains("did you mean 'nodes'?"));
  CHECK_THAT(talk.refusal("d.Owner(t, \"rain\")"), Catch::Contains("there is no agent 'rain'"));
  CHECK_THAT(talk.refusal("d.Agent(\"rain\", \"wet\")"), Catch::Contains("no criterion 'wet'"));
  CHECK_THAT(talk.refusal("d.Start({\"l\" => MutableList()}, [])"),
             Catch::Contains("a MutableList can change, and has no place in a state"));
  CHECK_THAT(talk.refusal("d.Start(3, [])"), Catch::Contains("Start needs a map"));
}

TEST_CASE("htn: an error in a function has its place and its calls", "[htn]") {
  Talk talk;
  const Result result = talk.ask(
      "d := htn.Domain();\n"
      "def half(s) := s[\"n\"]/\"2\";\n"
      "o := d.Operator(\"o\", s -> {\"n\" => half(s)});\n"
      "d.Start({\"n\" => 1}, [o]);\n"
      "d.First()");
  CHECK(result.status == Status::kRuntimeError);
  CHECK_THAT(first_line(result.diagnostics), Catch::Contains("script:2:16: error: "));
  CHECK_THAT(result.trace, Catch::Contains("in half, script:2:16"));
  CHECK_THAT(result.trace, Catch::Contains("at top level, script:5:1"));
  // The domain is as it was.
  CHECK(talk.say("d.Start({\"n\" => 1}, []); d.First().Plan.End") == "{\"n\" => 1}");
}

TEST_CASE("htn: what depends on more than the state is found out", "[htn]") {
  Talk talk;
  // The second time the function looks at another variable, though the first one is as it was.
  CHECK_THAT(
      talk.refusal("d := htn.Domain(); c := MutableList();"
                   "o := d.Operator(\"o\", s -> begin c.Add(1); s[\"a\"];"
                   "  if c.Size % 2 == 1 then s[\"b\"] else s[\"c\"] end; {\"b\" => c.Size} end);"
                   "d.Start({\"a\" => 1, \"b\" => 0}, [o, o, o]); d.First()"),
      Catch::Contains("o depends on more than its arguments and the state"));
}

TEST_CASE("htn: limits and interruption", "[htn]") {
  Talk talk;
  // It goes on for ever.
  talk.say(kCounter + "d.Method(t, \"on\", s -> [up(1), t]); d.Start({\"n\" => 0}, [t]);");
  CHECK(talk.say("r := d.First({\"nodes\" => 1000}); [r.Stop, r.IsComplete, r.Plan]") ==
        "[\"nodes\",false,Nothing]");
  CHECK(talk.say("d.First({\"milliseconds\" => 20}).Stop") == "\"time\"");
  CHECK(talk.ask("d.First()", {20'000}).status == Status::kOutOfBudget);
  CHECK(talk.ask("d.First()", {Budget::kUnlimited, 20}).status == Status::kOutOfBudget);
  std::atomic<bool> stop = true;
  talk.session.set_stop_flag(&stop);
  CHECK(talk.ask("d.First()").status == Status::kInterrupted);
  stop = false;
  CHECK(talk.say("d.First({\"nodes\" => 10}).Stop") == "\"nodes\"");
}

TEST_CASE("htn: plans are seen when they are found, dead ends too", "[htn]") {
  Talk talk;
  talk.say(kCounter +
           "d.Method(t, \"m\", (s, k) -> [up(k), if k == 2 then t() else up(1) end],"
           " s -> if s[\"n\"] == 0 then [1, 2, 3] end); d.Start({\"n\" => 0}, [t]);");
  CHECK(
      talk.say("d.Best(\"cost\", {\"bound\" => false, \"onPlan\" => p -> Print(p.Values[\"cost\"]),"
               " \"onDeadEnd\" => (s, x) -> Print([x, s[\"n\"]])}).Plan.Values") ==
      "2\n[t(),2]\n4/3\n{\"cost\" => 4/3}");
  CHECK(talk.say("d.All(10, {\"onPlan\" => p -> false}).Stop") == "\"declined\"");
  CHECK(talk.say("d.All(1).Plans.Length") == "1");
}

TEST_CASE("htn: values outlive a session's scope as texts only", "[htn]") {
  Talk talk;
  talk.say(kCounter +
           "d.Method(t, \"m\", s -> [up(1)]); d.Start({\"n\" => 0, \"t\" => "
           "t}, [t]); p := d.First().Plan; q := () -> [d, p, q];");
  talk.session.fresh_scope();
  CHECK(talk.say("1 + 1") == "2");
}

TEST_CASE("htn: the decision tree of answers", "[htn]") {
  plans::Memo<int> memo;
  // Question 7 reads variable 0, and 2 if that is 5.
  const plans::Reading first[] = {{0, 5}, {2, 1}};
  const plans::Reading second[] = {{0, 5}, {2, 3}};
  const plans::Reading third[] = {{0, 6}};
  const std::uint32_t a[] = {5, 9, 1};
  const std::uint32_t b[] = {5, 9, 3};
  const std::uint32_t c[] = {6, 9, 3};
  CHECK(memo.find(7, a) == nullptr);
  CHECK(*memo.add(7, first, 10) == 10);
  CHECK(*memo.find(7, a) == 10);
  CHECK(memo.find(7, b) == nullptr);
  CHECK(memo.find(7, c) == nullptr);
  CHECK(*memo.add(7, second, 11) == 11);
  CHECK(*memo.add(7, third, 12) == 12);
  CHECK(*memo.find(7, a) == 10);
  CHECK(*memo.find(7, b) == 11);
  CHECK(*memo.find(7, c) == 12);
  CHECK(memo.find(8, a) == nullptr);
  // Another variable than before: refused.
  const plans::Reading odd[] = {{1, 9}};
  CHECK(memo.add(7, odd, 13) == nullptr);
  CHECK(memo.size() == 3);
}

}  // namespace cgt::lang::testing::lang_htn_test
