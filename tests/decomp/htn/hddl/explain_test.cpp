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

std::string all_reasons(const std::string& domain, const std::string& init) {
  const Model model = read_model(
      SourceText("d", domain),
      SourceText("p",
                 "(define (problem p) (:domain d) (:objects t - truck a b c - place) (:htn "
                 ":ordered-subtasks (and (go t c) (rest))) (:init " +
                     init + "))"));
  Budget budget({.nodes = 100'000});
  const std::vector<std::string> reasons = impossible(model, budget);
  std::string out;
  for (const std::string& reason : reasons) out += reason + "\n";
  return out;
}

}  // namespace

TEST_CASE("what was left out of a problem is named", "[hddl]") {
  CHECK(all_reasons(kDomain, "(at t a) (road a b) (road b c)").empty());
  CHECK(all_reasons(kDomain, "(at t a) (road a b)").find("(road ?p c)") != std::string::npos);
  CHECK(all_reasons(kDomain, "(road a b) (road b c)").find("(at t ") != std::string::npos);
  std::string spoilt = kDomain;
  const std::string sleep = "(:method sleep :parameters (?x - place) :task (rest) :subtasks ())";
  spoilt.erase(spoilt.find(sleep), sleep.size());
  CHECK(all_reasons(spoilt, "(at t a) (road a b) (road b c)") == "task (rest) has no method\n");
}

TEST_CASE("lint tells what has no use", "[hddl]") {
  const std::vector<std::string> lines = lint(read_domain(SourceText("d", kDomain)));
  const auto has = [&](const std::string& line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  };
  CHECK(has("method sleep does not use ?x"));
  CHECK(has("predicate road is in a condition, but no action makes it true"));
  CHECK(lines.back() == "total order");
}

}  // namespace hddl_explain_test
