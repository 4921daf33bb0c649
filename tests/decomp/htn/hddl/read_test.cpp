// Reading HDDL: what is understood, and how the rest is refused.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "decomp/htn/hddl/read/model.hpp"

namespace read_test {

using namespace cgt::htn::hddl;
using Catch::Contains;
using Catch::StartsWith;
using cgt::InputError;
using cgt::SourceText;

namespace {

const std::string kDomain =
    "(define (domain d)\n"
    " (:types place truck - object depot - place)\n"
    " (:predicates (at ?t - truck ?p - place) (free))\n"
    " (:functions (fuel ?t - truck) - number (total-cost))\n"
    " (:task go :parameters (?t - truck ?p - place))\n"
    " (:method m :parameters (?t - truck ?p ?q - place) :task (go ?t ?p)\n"
    "  :precondition (at ?t ?q) :ordered-subtasks (and (drive ?t ?q ?p)))\n"
    " (:action drive :parameters (?t - truck ?p ?q - place)\n"
    "  :precondition (at ?t ?p) :effect (and (not (at ?t ?p)) (at ?t ?q))))\n";
const std::string kProblem =
    "(define (problem p) (:domain d)\n"
    " (:objects t - truck a b - place c - depot)\n"
    " (:htn :subtasks (go t a))\n"
    " (:init (at t b)))\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// "line:column message" of each complaint.
std::vector<std::string> complaints(const std::string& domain, const std::string& problem) {
  const SourceText d("d.hddl", domain);
  const SourceText p("p.hddl", problem);
  try {
    read_model(d, p);
  } catch (const InputError& error) {
    const std::string text = error.what();
    const bool in_domain = text.rfind("d.hddl:", 0) == 0;
    CHECK((in_domain || text.rfind("p.hddl:", 0) == 0));
    std::vector<std::string> out;
    for (const auto& each : error.diagnostics()) {
      const auto place = (in_domain ? d : p).place(each.span.offset);
      out.push_back(std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
                    each.message + (each.hint.empty() ? "" : " | " + each.hint));
    }
    return out;
  }
  return {};
}
std::string in_domain(const std::string& from, const std::string& to) {
  const auto all = complaints(replaced(kDomain, from, to), kProblem);
  return all.empty() ? "" : all.front();
}
std::string in_problem(const std::string& from, const std::string& to) {
  const auto all = complaints(kDomain, replaced(kProblem, from, to));
  return all.empty() ? "" : all.front();
}
std::string subtasks(const std::string& text) {
  return in_domain(":ordered-subtasks (and (drive ?t ?q ?p))", text);
}

}  // namespace

TEST_CASE("an HDDL problem is read", "[hddl]") {
  const Model model = read_model(SourceText("d", kDomain), SourceText("p", kProblem));
  CHECK(model.domain == "d");
  CHECK(model.problem == "p");
  REQUIRE(model.types.size() == 4);
  CHECK(model.types[model.objects[3].type].name == "depot");
  CHECK(model.is_subtype(model.objects[3].type, model.objects[1].type));
  CHECK_FALSE(model.is_subtype(model.objects[1].type, model.objects[3].type));
  REQUIRE(model.tasks.size() == 2);
  CHECK(model.tasks[0].name == "drive");
  CHECK(model.is_primitive(0));
  CHECK_FALSE(model.is_primitive(1));
  REQUIRE(model.methods.size() == 1);
  CHECK(model.methods[0].terms == std::vector<Term>{{true, 0}, {true, 1}});
  CHECK(model.methods[0].subtasks[0].terms == std::vector<Term>{{true, 0}, {true, 2}, {true, 1}});
  REQUIRE(model.actions[0].effects.size() == 2);
  CHECK(model.actions[0].effects[0].kind == Effect::Kind::kDelete);
  REQUIRE(model.facts.size() == 1);
  CHECK(model.facts[0].objects == std::vector<Index>{0, 2});
  CHECK_FALSE(model.has_goal);
}

TEST_CASE("keywords have variants, and case does not matter for them", "[hddl]") {
  for (const char* word : {":subtasks", ":tasks", ":ordered-tasks", ":ORDERED-SUBTASKS"}) {
    CHECK(in_domain(":ordered-subtasks", word).empty());
  }
  CHECK(subtasks(":subtasks (drive ?t ?q ?p)").empty());
  CHECK(subtasks(":subtasks ()").empty());
  CHECK(subtasks("").empty());
  CHECK(in_problem("(go t a)", "(and (x (go t a)))").empty());
}

TEST_CASE("an ordering may be given, total or partial", "[hddl]") {
  const std::string three =
      ":subtasks (and (b (drive ?t ?p ?q)) (c (go ?t ?p)) (a (drive ?t ?q ?p))) :ordering ";
  const auto names = [&](const std::string& ordering) {
    const std::string domain =
        replaced(kDomain, ":ordered-subtasks (and (drive ?t ?q ?p))", three + ordering);
    std::string out;
    const Model model = read_model(SourceText("d", domain), SourceText("p", kProblem));
    for (const Subtask& subtask : model.methods[0].subtasks) out += subtask.label;
    return out;
  };
  CHECK(names("(and (< a b) (< b c))") == "abc");
  CHECK(names("(and (< a b) (< b c) (< a c))") == "abc");
  CHECK(names("(and (< c b) (< b a))") == "cba");
  CHECK(names("(and (a < c))") == "bac");
  CHECK(subtasks(three + "(and (< a b) (< a c))").empty());
  CHECK(subtasks(three + "(and (< a b) (< b c) (< c a))") ==
        "7:38 the order of the subtasks is cyclic");
  CHECK_THAT(subtasks(three + "(and (< a b) (< b d))"), Contains("no subtask has the label \"d\""));
  CHECK(subtasks(":subtasks (and (drive ?t ?q ?p) (go ?t ?q))").empty());
}

TEST_CASE("errors name the place, what was expected, and what may have been meant", "[hddl]") {
  CHECK(in_domain("(at ?t ?q)", "(att ?t ?q)") ==
        "7:18 no predicate is called \"att\" | did you mean \"at\"?");
  CHECK(in_domain("(at ?t ?q)", "(AT ?t ?q)") ==
        "7:18 no predicate is called \"AT\" | did you mean \"at\"?");
  CHECK(in_domain("(at ?t ?q)", "(at ?t)") == "7:17 predicate \"at\" takes 2 arguments, not 1");
  CHECK_THAT(in_domain("(at ?t ?q)", "(at ?q ?t)"),
             StartsWith("7:21 ?q is of type place, but argument 1"));
  CHECK_THAT(in_domain("(at ?t ?q)", "(at ?t ?r)"), StartsWith("7:24 variable ?r is not declared"));
  CHECK_THAT(in_domain("(at ?t ?q)", "at"), StartsWith("7:17 expected a condition"));
  CHECK(in_domain("(go ?t ?p)\n", "(goo ?t ?p)\n") ==
        "6:59 no task or action is called \"goo\" | did you mean \"go\"?");
  CHECK_THAT(in_domain("depot - place", "depot - place place - depot"),
             Contains("type \"place\" is"));
  CHECK_THAT(in_domain("- number", "- truck"), Contains("functions have the type number"));
  CHECK_THAT(in_domain(":effect", ":effort"), Contains("an action has no :effort"));
  CHECK_THAT(in_domain("(:task", "(:tusk"), Contains("a domain has no section \":tusk\""));
  CHECK_THAT(in_domain(":task (go ?t ?p)", ":task (drive ?t ?p ?q)"),
             Contains("it has no methods"));
  CHECK_THAT(in_domain("(domain d)", "(problem d)"), Contains("the domain comes first"));
  CHECK_THAT(in_problem("(at t b)", "(at t d)"), StartsWith("4:15 no object is called \"d\""));
  CHECK_THAT(in_problem("(at t b)", "(at b t)"), Contains("b is of type place, but argument 1"));
  CHECK_THAT(in_problem("(at t b)", "(= (fuel t) full)"), Contains("expected a number"));
  CHECK_THAT(in_problem("(:htn :subtasks (go t a))", ""), Contains("the problem has no tasks"));
}

TEST_CASE("broken parentheses and bytes are refused", "[hddl]") {
  CHECK_THAT(complaints("", kProblem).front(), StartsWith("1:1 expected a definition"));
  CHECK_THAT(complaints("; nothing\n", kProblem).front(), Contains("expected a definition"));
  CHECK_THAT(complaints(kDomain + ")", kProblem).front(), StartsWith("10:1 no list is open here"));
  CHECK(complaints(kDomain.substr(0, kDomain.size() - 2), kProblem).front() ==
        "1:1 this list is not closed | 1 ')' missing at the end of the text");
  CHECK_THAT(complaints("(define (domain d)) (x)", kProblem).front(),
             StartsWith("1:21 nothing may follow the definition"));
  CHECK_THAT(complaints("(define \x01)", kProblem).front(), Contains("unexpected byte 0x01"));
  const std::string deep(100'000, '(');
  CHECK_THAT(complaints(deep, kProblem).front(), Contains("1000 lists are open here already"));
  CHECK_THAT(complaints("word", kProblem).front(), StartsWith("1:1 expected a list"));
}

TEST_CASE("several errors are told at once", "[hddl]") {
  const std::string bad = replaced(replaced(kDomain, "(at ?t ?q) :ordered", "(att ?t ?q) :ordered"),
                                   "(at ?t ?q))))", "(atq ?t ?q))))");
  const auto all = complaints(bad, kProblem);
  REQUIRE(all.size() == 2);
  CHECK_THAT(all[0], StartsWith("9:59 no predicate is called \"atq\""));
  CHECK_THAT(all[1], StartsWith("7:18 no predicate is called \"att\""));
}

TEST_CASE("a task that is declared wrongly is known by name all the same", "[hddl]") {
  const auto all = complaints(
      replaced(kDomain, "go :parameters (?t - truck ?p - place)", "go :dition (?t - truck)"),
      kProblem);
  REQUIRE(all.size() == 2);
  CHECK_THAT(all[0], StartsWith("5:12 a task has no :dition"));
  CHECK_THAT(all[1], StartsWith("6:58 task \"go\" takes 0 arguments, not 2"));
}

// The field writes more than HDDL has. Each row: what the reader makes of a text, and its warning; with
// `strict`, the same is an error.
TEST_CASE("what the field writes gets a warning, and is refused where that is asked", "[hddl]") {
  struct Row {
    bool in_domain;
    std::string from;
    std::string to;
    std::string warning;
  };
  const std::vector<Row> rows = {
      {false, "(:domain d)", "(:domain other)",
       "one of domain \"other\", this domain is called \"d\""},
      {false, "(:domain d)", "(:domain D)", "this domain is called \"d\""},
      {true, "?p - place) (free)", "?p -place) (free)", "'-' is read as a word of its own"},
      {true, ":ordered-subtasks (and (drive ?t ?q ?p))",
       ":subtasks (and (a (drive ?t ?q ?p)) (b (go ?t ?p))) :order (< a b)", ":order is read as"},
      {true, "depot - place", "depot - place depot - truck",
       "type \"depot\" lies below \"truck\", too"},
      {true, "depot - place", "depot - (either place truck)", "lies below \"truck\", too"},
      {false, "t - truck a", "t - truck t - place a",
       "object \"t\" is of type truck and of type place"},
      {true, "(and (drive ?t ?q ?p))", "(and (drive ?t ?q a))",
       "names object \"a\" of the problem"},
      {true, " (:action",
       " (:method m :parameters (?t - truck ?p - place) :task (go ?t ?p)) (:action",
       "another method is called \"m\", too"},
      {true, ":precondition (at ?t ?q) :ordered", ":effect (free) :ordered",
       "the method has effects"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.to);
    const SourceText d("d.hddl", row.in_domain ? replaced(kDomain, row.from, row.to) : kDomain);
    const SourceText p("p.hddl", row.in_domain ? kProblem : replaced(kProblem, row.from, row.to));
    const Model model = read_model(d, p);
    REQUIRE(model.warnings.size() == 1);
    CHECK_THAT(model.warnings[0], Contains(": warning: ") && Contains(row.warning));
    CHECK_THROWS_WITH(read_model(d, p, {.strict = true}), Contains(row.warning));
  }
  CHECK(read_model(SourceText("d", kDomain), SourceText("p", kProblem), {.strict = true})
            .warnings.empty());
}

TEST_CASE("warnings of one kind are counted", "[hddl]") {
  std::string domain = kDomain;
  for (std::size_t at; (at = domain.find("- place")) != std::string::npos;) domain.erase(at + 1, 1);
  const Model model = read_model(SourceText("d.hddl", domain), SourceText("p", kProblem));
  REQUIRE(model.warnings.size() == 1);
  CHECK_THAT(model.warnings[0], StartsWith("d.hddl:2:") && Contains("(4 more like this)"));
}

TEST_CASE("types lie below several others", "[hddl]") {
  const SourceText domain("d", R"((define (domain d)
    (:types boat car - object amphibian - boat amphibian - car)
    (:predicates (wet ?b - boat) (parked ?c - car) (seen ?x - (either boat car)))
    (:task go :parameters (?x - object))
    (:method m :parameters (?x - boat) :task (go ?x) :precondition (parked ?x)
      :constraints (and (sortof ?x - car) (not (sortof ?x - (either)))) :subtasks ())))");
  CHECK_THROWS_WITH(read_domain(domain), Contains("expected the name of a type"));
  const SourceText good("d",
                        replaced(std::string(domain.text()), " (not (sortof ?x - (either)))", ""));
  const Model model = read_model(good, SourceText("p", R"((define (problem p) (:domain d)
    (:objects b - boat c - car a - amphibian x - boat x - car e - (either boat car))
    (:htn :subtasks (go a)) (:init (parked a) (wet a) (seen b) (seen c) (seen a) (parked x))))"));
  const auto type = [&](const std::string& name) {
    for (Index i = 0; i < model.types.size(); ++i) {
      if (model.types[i].name == name) return i;
    }
    FAIL("no type " << name);
    return Index{0};
  };
  CHECK(model.is_subtype(type("amphibian"), type("boat")));
  CHECK(model.is_subtype(type("amphibian"), type("car")));
  CHECK(model.is_subtype(type("boat"), type("(either boat car)")));
  CHECK_FALSE(model.is_subtype(type("boat"), type("car")));
  CHECK_FALSE(model.is_subtype(type("(either boat car)"), type("car")));
  CHECK(model.may_share(type("boat"), type("car")));
  CHECK(model.types[model.objects[3].type].name == "boat and car");
  CHECK_THROWS_WITH(read_domain(SourceText("d", "(define (domain d) (:types a - b b - c c - a))")),
                    Contains("is above itself"));
}

}  // namespace read_test
