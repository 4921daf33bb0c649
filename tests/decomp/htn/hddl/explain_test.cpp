// Why there is no plan: what was left out is named.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "decomp/htn/hddl/explain.hpp"
#include "tests/files.hpp"

namespace hddl_explain_test {

using namespace cgt::htn::hddl;
using cgt::Budget;
using cgt::SourceText;

namespace {

const std::string kDomain =
    "(define (domain d) (:types place truck - object)\n"
    " (:predicates (at ?t - truck ?p - place) (road ?p ?q - place))\n"
    " (:task go :parameters (?t - truck ?p - place)) (:task rest :parameters ())\n"
    " (:method there :parameters (?t - truck ?p - place) :task (go ?t ?p)\n"
    "  :precondition (at ?t ?p) :subtasks ())\n"
    " (:method by-road :parameters (?t - truck ?p ?q - place) :task (go ?t ?q)\n"
    "  :precondition (road ?p ?q) :ordered-subtasks (and (go ?t ?p) (drive ?t ?p ?q)))\n"
    " (:method sleep :parameters (?x - place) :task (rest) :subtasks ())\n"
    " (:action drive :parameters (?t - truck ?p ?q - place)\n"
    "  :precondition (and (at ?t ?p) (road ?p ?q)) :effect (and (not (at ?t ?p)) (at ?t ?q))))\n";

Model problem(const std::string& domain, const std::string& init) {
  return read_model(
      SourceText("d", domain),
      SourceText("p",
                 "(define (problem p) (:domain d) (:objects t - truck a b c - place) (:htn "
                 ":ordered-subtasks (and (go t c) (rest))) (:init " +
                     init + "))"));
}

std::string all_reasons(const std::string& domain, const std::string& init) {
  const Model model = problem(domain, init);
  Budget budget({.nodes = 100'000});
  std::string out;
  for (const Reason& reason : impossible(model, budget).because) out += reason.text + "\n";
  return out;
}

// "problem: (at t a)"; '!' before it if a plan proves it.
std::vector<std::string> enough(const Model& model) {
  Budget budget({.nodes = 1'000'000});
  std::vector<std::string> out;
  for (const Repair& repair : explain(model, budget).enough) {
    out.push_back(std::string(repair.proved ? "!" : "") + std::string(name_of(repair.fault)) +
                  ": " + repair.what);
  }
  return out;
}

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

std::string without(std::string text, const std::string& part) {
  text.erase(text.find(part), part.size());
  return text;
}

const std::string kSleep = "(:method sleep :parameters (?x - place) :task (rest) :subtasks ())";

}  // namespace

TEST_CASE("what was left out of a problem is named", "[hddl]") {
  CHECK(all_reasons(kDomain, "(at t a) (road a b) (road b c)").empty());
  CHECK(all_reasons(kDomain, "(at t a) (road a b)").find("(road ?p c)") != std::string::npos);
  CHECK(all_reasons(kDomain, "(road a b) (road b c)").find("(at t ") != std::string::npos);
  const std::string spoilt = without(kDomain, kSleep);
  CHECK(all_reasons(spoilt, "(at t a) (road a b) (road b c)") == "task (rest) has no method\n");
}

TEST_CASE("each fact and each task that would be enough is named", "[hddl]") {
  const std::vector<std::string> road = enough(problem(kDomain, "(at t a) (road a b)"));
  CHECK(has(road, "problem: (road b c)"));
  CHECK(has(road, "problem: (road a c)"));
  CHECK(has(road, "problem: (at t c)"));
  CHECK_FALSE(has(road, "problem: (road c b)"));
  CHECK(has(road, "domain: (go t c)"));
  const std::string init = "(at t a) (road a b) (road b c)";
  CHECK(enough(problem(without(kDomain, kSleep), init)) ==
        std::vector<std::string>{"domain: (rest)"});
}

TEST_CASE("where only a search knows that there is no plan, plans show what is missing", "[hddl]") {
  // Two keys open two doors; nothing is ever out of reach, but a key breaks.
  const Model model =
      read_model(SourceText("d",
                            "(define (domain d) (:types key - object)\n"
                            " (:predicates (whole ?k - key) (open) (inside))\n"
                            " (:task enter :parameters ())\n"
                            " (:method m :parameters (?k ?l - key) :task (enter)\n"
                            "  :ordered-subtasks (and (turn ?k) (turn ?l)))\n"
                            " (:action turn :parameters (?k - key) :precondition (whole ?k)\n"
                            "  :effect (and (not (whole ?k)) (open))))\n"),
                 SourceText("p",
                            "(define (problem p) (:domain d) (:objects one two - key)\n"
                            " (:htn :ordered-subtasks (and (enter))) (:init (whole one)))"));
  Budget budget({.nodes = 1'000'000});
  const Explanation why = explain(model, budget);
  CHECK_FALSE(why.relaxed);
  const std::vector<std::string> found = enough(model);
  CHECK(has(found, "!problem: (whole two)"));
  CHECK(has(found, "!domain: (enter)"));
}

TEST_CASE("lint tells what has no use, in the order of the text", "[hddl]") {
  Budget budget({.nodes = 100'000});
  const SourceText text("d", kDomain);
  std::vector<std::string> lines;
  const auto look = [&](const Model& model) {
    lines.clear();
    for (const Remark& remark : lint(model, budget)) {
      lines.push_back(std::to_string(text.place(remark.span.offset).line) + " " + remark.subject +
                      " " + remark.text);
    }
  };
  look(read_domain(text));
  CHECK(has(lines, "8 method sleep does not use ?x"));
  CHECK(has(lines, "2 predicate road is in a condition, but no action makes it true"));
  look(problem(kDomain, "(at t a)"));
  CHECK(has(lines, "6 method by-road can never apply in this problem"));
  CHECK(has(lines, "9 action drive can never apply in this problem"));
  CHECK(has(lines, "2 predicate road never holds"));
  CHECK_FALSE(has(lines, "8 method sleep can never apply in this problem"));
  CHECK(order_class(read_domain(text)) == "total order; recursive: go");
}

}  // namespace hddl_explain_test
