// Large problems: many objects, and plans of many steps. The plans are done again by a few lines
// that know the puzzle and nothing of HDDL.
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "tests/files.hpp"
#include "tests/slow.hpp"

namespace size_test {

using namespace cgt::htn::hddl;
using cgt::Budget;
using cgt::SourceText;

namespace {

// The plan that is found, as it is read again from its text, after the verifier has looked at it:
// once at each task, no more.
WrittenPlan verified_plan(const Model& model) {
  Budget budget;
  const Solution found = find_plan(model, {}, budget);
  REQUIRE(found.result.plans.size() == 1);
  const SourceText text("plan", ipc_text(model, written(*found.domain, found.result.plans[0])));
  WrittenPlan plan = read_plan(model, text);
  Budget checking;
  const PlanVerdict verdict = verify(model, plan, checking);
  CHECK(verdict.reason.empty());
  REQUIRE(verdict.valid);
  CHECK(checking.used_nodes() == plan.steps.size() + plan.decompositions.size());
  return plan;
}

bool is_refused(const Model& model, const WrittenPlan& plan) {
  Budget budget;
  return !verify(model, plan, budget).valid;
}

std::string towers_domain() {
  return cgt::testing::read_file(cgt::testing::source_root() +
                                 "/examples/htn/hddl/towers-domain.hddl");
}

std::string towers_problem(int rings) {
  std::ostringstream objects;
  std::ostringstream init;
  for (int r = rings; r >= 1; --r) {
    objects << " r" << r;
    init << "(stands r" << r << " left) (on r" << r << ' ';
    if (r == rings) {
      init << "left)";
    } else {
      init << 'r' << r + 1 << ") (next r" << r + 1 << " r" << r << ')';
    }
    for (const char* peg : {"left", "middle", "right"})
      init << "(smaller r" << r << ' ' << peg << ')';
    for (int below = r + 1; below <= rings; ++below) {
      init << "(smaller r" << r << " r" << below << ')';
    }
    init << '\n';
  }
  std::ostringstream out;
  out << "(define (problem towers) (:domain towers) (:objects left middle right - peg"
      << objects.str() << " - ring)\n(:htn :ordered-subtasks (move-tower r" << rings
      << " left right middle))\n(:init (clear r1) (clear middle) (clear right)\n"
      << init.str() << ")\n(:goal (forall (?r - ring) (stands ?r right))))\n";
  return out.str();
}

// Moves rings on three pegs, as the steps say, and sees that they obey the rules.
void check_towers(int rings) {
  const Model model =
      read_model(SourceText("d", towers_domain()), SourceText("p", towers_problem(rings)));
  WrittenPlan plan = verified_plan(model);
  REQUIRE(plan.steps.size() == (std::size_t{1} << static_cast<unsigned>(rings)) - 1);

  // Objects stand in the model as they do in the text: pegs, then rings from the largest on.
  std::array<std::vector<int>, 3> pegs;
  for (int r = rings; r >= 1; --r) pegs[0].push_back(r);
  bool lawful = true;
  bool shortest = true;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const auto& objects = plan.steps[i].objects;
    const auto name = [&](std::size_t n) { return model.objects[objects[n]].name; };
    const auto peg = [&](std::size_t n) -> std::vector<int>& {
      return pegs[name(n) == "left" ? 0 : name(n) == "middle" ? 1 : 2];
    };
    const int ring = std::stoi(name(0).substr(1));
    lawful = lawful && !peg(3).empty() && peg(3).back() == ring &&
             (peg(4).empty() || peg(4).back() > ring);
    if (!lawful) break;
    peg(3).pop_back();
    peg(4).push_back(ring);
    // In the shortest solution move n is one of the ring 1 + (how often 2 divides n).
    shortest = shortest && ring == 1 + std::countr_zero(i + 1);
  }
  CHECK(lawful);
  CHECK(shortest);
  CHECK(pegs[2].size() == static_cast<std::size_t>(rings));

  std::swap(plan.steps.back().objects, plan.steps[plan.steps.size() - 2].objects);
  CHECK(is_refused(model, plan));
}

// A wall of `length` bricks of several kinds along a path, from a store in which the bricks lie in
// no order: as many cells as bricks, and each fact is about a few of them.
class Wall {
 public:
  explicit Wall(int length) : length_(length) {}

  static int kind_wanted(int cell) { return (cell * 7 + cell / 5) % kKinds; }
  // The bricks are those wanted, from the far end to the near one.
  int kind_of(int brick) const { return kind_wanted(length_ - 1 - brick); }

  static std::string domain() {
    return R"((define (domain wall)
      (:requirements :typing :hierarchy :method-preconditions :negative-preconditions)
      (:types cell brick kind - object)
      (:predicates (at ?c - cell) (east ?a ?b - cell) (wanted ?c - cell ?k - kind)
                   (stored ?b - brick ?k - kind) (held ?b - brick) (built ?c - cell)
                   (stands ?b - brick ?c - cell))
      (:task build :parameters ())
      (:task fill :parameters (?c - cell))
      (:method last :parameters (?c - cell) :task (build)
        :precondition (and (at ?c) (not (exists (?d - cell) (east ?c ?d))))
        :ordered-subtasks (fill ?c))
      (:method onward :parameters (?c ?d - cell) :task (build)
        :precondition (and (at ?c) (east ?c ?d))
        :ordered-subtasks (and (fill ?c) (walk ?c ?d) (build)))
      (:method with-brick :parameters (?c - cell ?k - kind ?b - brick) :task (fill ?c)
        :precondition (and (wanted ?c ?k) (stored ?b ?k))
        :ordered-subtasks (and (fetch ?b ?k) (place ?b ?c)))
      (:action walk :parameters (?c ?d - cell)
        :precondition (and (at ?c) (east ?c ?d) (built ?c)) :effect (and (not (at ?c)) (at ?d)))
      (:action fetch :parameters (?b - brick ?k - kind)
        :precondition (stored ?b ?k) :effect (and (not (stored ?b ?k)) (held ?b)))
      (:action place :parameters (?b - brick ?c - cell)
        :precondition (and (held ?b) (at ?c) (not (built ?c)))
        :effect (and (not (held ?b)) (built ?c) (stands ?b ?c)))))";
  }
  std::string problem() const {
    std::ostringstream out;
    out << "(define (problem long-wall) (:domain wall) (:objects";
    for (int k = 0; k < kKinds; ++k) out << " k" << k;
    out << " - kind";
    for (int c = 0; c < length_; ++c) out << " c" << c;
    out << " - cell";
    for (int b = 0; b < length_; ++b) out << " b" << b;
    out << " - brick)\n(:htn :ordered-subtasks (build))\n(:init (at c0)\n";
    for (int c = 0; c + 1 < length_; ++c) out << "(east c" << c << " c" << c + 1 << ")\n";
    for (int c = 0; c < length_; ++c) out << "(wanted c" << c << " k" << kind_wanted(c) << ")\n";
    for (int b = 0; b < length_; ++b) out << "(stored b" << b << " k" << kind_of(b) << ")\n";
    out << ")\n(:goal (forall (?c - cell) (built ?c))))\n";
    return out.str();
  }

 private:
  static constexpr int kKinds = 12;
  int length_;
};

}  // namespace

TEST_CASE("a problem with 18,000 objects is read, planned and verified", "[hddl][long]") {
  constexpr int kLength = 9000;
  const Wall wall(kLength);
  const Model model = read_model(SourceText("d", Wall::domain()), SourceText("p", wall.problem()));
  REQUIRE(model.objects.size() >= 18'000);
  WrittenPlan plan = verified_plan(model);
  // fetch, place, and walk to the next cell.
  REQUIRE(plan.steps.size() == 3 * kLength - 1);
  std::vector<bool> used(kLength);
  const auto number = [&](std::size_t step, std::size_t n) {
    return std::stoi(model.objects[plan.steps[step].objects[n]].name.substr(1));
  };
  bool good = true;
  for (int c = 0; c < kLength; ++c) {
    const auto step = static_cast<std::size_t>(3 * c);
    const int brick = number(step, 0);
    good = good && !used[static_cast<std::size_t>(brick)] &&
           wall.kind_of(brick) == Wall::kind_wanted(c) && number(step + 1, 0) == brick &&
           number(step + 1, 1) == c && (c == 0 || number(step - 1, 1) == c);
    used[static_cast<std::size_t>(brick)] = true;
  }
  CHECK(good);

  // A brick of the same kind that has been used before, in the middle and at the end.
  for (const std::size_t cell : {std::size_t{kLength / 2}, std::size_t{kLength - 1}}) {
    WrittenPlan spoilt = plan;
    std::size_t same = cell - 1;
    const auto kind = Wall::kind_wanted(static_cast<int>(cell));
    while (Wall::kind_wanted(static_cast<int>(same)) != kind) --same;
    spoilt.steps[3 * cell].objects = plan.steps[3 * same].objects;
    spoilt.steps[3 * cell + 1].objects[0] = plan.steps[3 * same].objects[0];
    CHECK(is_refused(model, spoilt));
  }
}

TEST_CASE("the towers of Hanoi with 17 rings: 131,071 steps", "[hddl]") {
  check_towers(cgt::testing::sized(17, 12));
}

TEST_CASE("the towers of Hanoi with 20 rings: 1,048,575 steps", "[.][nightly][hddl]") {
  check_towers(20);
}

}  // namespace size_test
