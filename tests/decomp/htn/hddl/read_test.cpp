// Reading HDDL: what is understood, and how the rest is refused.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "decomp/htn/hddl/read.hpp"

using namespace cgt::htn::hddl;
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

TEST_CASE("an ordering may be given if it is total", "[hddl]") {
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
  CHECK(subtasks(three + "(and (< a b) (< a c))") ==
        "7:64 the order is partial: \"b\" and \"c\" are not ordered | only total order is "
        "supported: use :ordered-subtasks, or add (< LABEL LABEL)");
  CHECK(subtasks(three + "(and (< a b) (< b c) (< c a))") ==
        "7:38 the order of the subtasks is cyclic");
  CHECK(subtasks(three + "(and (< a b) (< b d))").find("no subtask has the label \"d\"") !=
        std::string::npos);
  CHECK(subtasks(":subtasks (and (drive ?t ?q ?p) (go ?t ?q))") ==
        "7:60 the order is partial: \"drive\" and \"go\" are not ordered | only total order is "
        "supported: use :ordered-subtasks, or add :ordering");
}

TEST_CASE("errors name the place, what was expected, and what may have been meant", "[hddl]") {
  CHECK(in_domain("(at ?t ?q)", "(att ?t ?q)") ==
        "7:18 no predicate is called \"att\" | did you mean \"at\"?");
  CHECK(in_domain("(at ?t ?q)", "(AT ?t ?q)") ==
        "7:18 no predicate is called \"AT\" | did you mean \"at\"?");
  CHECK(in_domain("(at ?t ?q)", "(at ?t)") == "7:17 predicate \"at\" takes 2 arguments, not 1");
  CHECK(in_domain("(at ?t ?q)", "(at ?q ?t)").find("7:21 ?q is of type place, but argument 1") ==
        0);
  CHECK(in_domain("(at ?t ?q)", "(at ?t ?r)").find("7:24 variable ?r is not declared") == 0);
  CHECK(in_domain("(at ?t ?q)", "at").find("7:17 expected a condition") == 0);
  CHECK(in_domain("(go ?t ?p)\n", "(goo ?t ?p)\n") ==
        "6:59 no task or action is called \"goo\" | did you mean \"go\"?");
  CHECK(
      in_domain("depot - place", "depot - (either place truck)").find("either is not supported") !=
      std::string::npos);
  CHECK(in_domain("depot - place", "depot - place place - depot").find("type \"place\" is") !=
        std::string::npos);
  CHECK(in_domain("- number", "- truck").find("functions have the type number") !=
        std::string::npos);
  CHECK(in_domain(":effect", ":effort").find("an action has no :effort") != std::string::npos);
  CHECK(in_domain("(:task", "(:tusk").find("a domain has no section \":tusk\"") !=
        std::string::npos);
  CHECK(in_domain(":task (go ?t ?p)", ":task (drive ?t ?p ?q)").find("it has no methods") !=
        std::string::npos);
  CHECK(in_domain("(domain d)", "(problem d)").find("the domain comes first") != std::string::npos);
  CHECK(in_problem("(at t b)", "(at t d)").find("4:15 no object is called \"d\"") == 0);
  CHECK(in_problem("(at t b)", "(at b t)").find("b is of type place, but argument 1") !=
        std::string::npos);
  CHECK(in_problem("(at t b)", "(= (fuel t) full)").find("expected a number") != std::string::npos);
  CHECK(in_problem("(:htn :subtasks (go t a))", "").find("the problem has no tasks") !=
        std::string::npos);
  CHECK(in_problem("(:domain d)", "(:domain e)").find("not one of domain \"d\"") !=
        std::string::npos);
  CHECK(in_problem("t - truck a", "t - truck t - place a").find("declared twice") !=
        std::string::npos);
}

TEST_CASE("broken parentheses and bytes are refused", "[hddl]") {
  CHECK(complaints("", kProblem).front().find("1:1 expected a definition") == 0);
  CHECK(complaints("; nothing\n", kProblem).front().find("expected a definition") !=
        std::string::npos);
  CHECK(complaints(kDomain + ")", kProblem).front().find("10:1 no list is open here") == 0);
  CHECK(complaints(kDomain.substr(0, kDomain.size() - 2), kProblem).front() ==
        "1:1 this list is not closed | 1 ')' missing at the end of the text");
  CHECK(complaints("(define (domain d)) (x)", kProblem)
            .front()
            .find("1:21 nothing may follow the definition") == 0);
  CHECK(complaints("(define \x01)", kProblem).front().find("unexpected byte 0x01") !=
        std::string::npos);
  const std::string deep(100'000, '(');
  CHECK(complaints(deep, kProblem).front().find("1000 lists are open here already") !=
        std::string::npos);
  CHECK(complaints("word", kProblem).front().find("1:1 expected a list") == 0);
}

TEST_CASE("several errors are told at once", "[hddl]") {
  const std::string bad = replaced(replaced(kDomain, "(at ?t ?q) :ordered", "(att ?t ?q) :ordered"),
                                   "(at ?t ?q))))", "(atq ?t ?q))))");
  const auto all = complaints(bad, kProblem);
  REQUIRE(all.size() == 2);
  CHECK(all[0].find("9:59 no predicate is called \"atq\"") == 0);
  CHECK(all[1].find("7:18 no predicate is called \"att\"") == 0);
}

TEST_CASE("a task that is declared wrongly is known by name all the same", "[hddl]") {
  const auto all = complaints(
      replaced(kDomain, "go :parameters (?t - truck ?p - place)", "go :dition (?t - truck)"),
      kProblem);
  REQUIRE(all.size() == 2);
  CHECK(all[0].find("5:12 a task has no :dition") == 0);
  CHECK(all[1].find("6:58 task \"go\" takes 0 arguments, not 2") == 0);
}
