#include "decomp/htn/planner/planning_modes.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "../../testing.hpp"
#include "tests/testing.hpp"

namespace planning_modes_test {

namespace {

using namespace cgt;
using namespace cgt::htn;

ModeResult plan(const FactNetwork& network, PlanningMode mode) {
  Budget budget({.nodes = 5000});
  return plan_in_mode(network, mode, budget);
}

// Dinner and a movie (Smith 1997, 3.1): after the movie at 22:20 the restaurant is closed.
FactNetwork evening(bool ordered) {
  FactNetwork n;
  n.operators["Buy-Movie-Ticket(Grosse Pointe Blank, 22:20)"] = {{}, {"ticket"}, {}};
  n.operators["Watch-Movie(Grosse Pointe Blank, 22:20)"] = {
      {"ticket"}, {"seen"}, {"ticket", "restaurant open"}};
  n.operators["Go-To-Dinner(Mongolian Barbecue)"] = {{"restaurant open"}, {"fed"}, {}};
  n.methods["Go-To-Movie"] = {
      {"buy and watch",
       {"Buy-Movie-Ticket(Grosse Pointe Blank, 22:20)", "Watch-Movie(Grosse Pointe Blank, 22:20)"},
       {}}};
  const std::string dinner = "Go-To-Dinner(Mongolian Barbecue)";
  if (ordered) {
    n.methods["Go-To-Dinner-and-Movie"] = {{"movie first", {"Go-To-Movie", dinner}, {}},
                                           {"dinner first", {dinner, "Go-To-Movie"}, {}}};
  } else {
    n.methods["Go-To-Dinner-and-Movie"] = {
        {"both", {"Go-To-Movie", dinner}, {}, /*ordered=*/false}};
  }
  n.start = {"restaurant open"};
  n.tasks = {"Go-To-Dinner-and-Movie"};
  return n;
}

// Do the steps lead from the start to the end?
bool can_be_done(const FactNetwork& n, const std::vector<std::string>& steps) {
  std::set<std::string> facts(n.start.begin(), n.start.end());
  for (const std::string& step : steps) {
    const FactOperator& o = n.operators.at(step);
    for (const std::string& f : o.needs) {
      if (!facts.contains(f)) return false;
    }
    for (const std::string& f : o.deletes) facts.erase(f);
    facts.insert(o.adds.begin(), o.adds.end());
  }
  return true;
}

// By recursion, methods as written.
bool solvable(const FactNetwork& n, std::set<std::string> facts, std::vector<std::string> list) {
  if (list.empty()) return true;
  const std::string head = list.front();
  list.erase(list.begin());
  if (const auto it = n.operators.find(head); it != n.operators.end()) {
    for (const std::string& f : it->second.needs) {
      if (!facts.contains(f)) return false;
    }
    for (const std::string& f : it->second.deletes) facts.erase(f);
    facts.insert(it->second.adds.begin(), it->second.adds.end());
    return solvable(n, facts, list);
  }
  return std::any_of(n.methods.at(head).begin(), n.methods.at(head).end(), [&](const auto& m) {
    std::vector<std::string> next = m.subtasks;
    next.insert(next.end(), list.begin(), list.end());
    return solvable(n, facts, next);
  });
}

FactNetwork random_network(std::mt19937_64& random, bool ordered) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto some = [&](int one_in) {
    std::vector<std::string> out;
    for (int f = 0; f < 4; ++f) {
      if (below(one_in) == 0) out.push_back("f" + std::to_string(f));
    }
    return out;
  };
  FactNetwork n;
  for (int o = 0; o < 5; ++o) n.operators["o" + std::to_string(o)] = {some(4), some(3), some(4)};
  const auto subtask = [&](int first) {
    const int choice = below(5 + 3 - first);
    return choice < 5 ? "o" + std::to_string(choice) : "t" + std::to_string(choice - 5 + first);
  };
  for (int t = 0; t < 3; ++t) {
    auto& methods = n.methods["t" + std::to_string(t)];
    const int count = 1 + below(2);
    for (int m = 0; m < count; ++m) {
      FactMethod method;
      method.name = "m" + std::to_string(m);
      method.ordered = ordered;
      const int length = below(4);
      for (int s = 0; s < length; ++s) method.subtasks.push_back(subtask(t + 1));
      if (!ordered && length > 1 && below(2) == 0) method.before = {{1, 0}};
      methods.push_back(method);
    }
  }
  n.start = some(2);
  n.tasks = {"t0", "t1"};
  return n;
}

}  // namespace

TEST_CASE("dinner and a movie in three modes", "[htn]") {
  const std::vector<std::string> expected{"Go-To-Dinner(Mongolian Barbecue)",
                                          "Buy-Movie-Ticket(Grosse Pointe Blank, 22:20)",
                                          "Watch-Movie(Grosse Pointe Blank, 22:20)"};
  const ModeResult forward = plan(evening(true), PlanningMode::kForward);
  CHECK(forward.steps == expected);
  // The ticket is bought and the movie watched before dinner turns out to be impossible.
  CHECK(forward.trace ==
        std::vector<std::string>{
            "expand Go-To-Dinner-and-Movie by movie first: Go-To-Movie, "
            "Go-To-Dinner(Mongolian Barbecue)",
            "expand Go-To-Movie by buy and watch: Buy-Movie-Ticket(Grosse Pointe Blank, 22:20), "
            "Watch-Movie(Grosse Pointe Blank, 22:20)",
            "do Buy-Movie-Ticket(Grosse Pointe Blank, 22:20)",
            "do Watch-Movie(Grosse Pointe Blank, 22:20)",
            "Go-To-Dinner(Mongolian Barbecue) fails: restaurant open does not hold",
            "expand Go-To-Dinner-and-Movie by dinner first: Go-To-Dinner(Mongolian Barbecue), "
            "Go-To-Movie",
            "do Go-To-Dinner(Mongolian Barbecue)",
            "expand Go-To-Movie by buy and watch: Buy-Movie-Ticket(Grosse Pointe Blank, 22:20), "
            "Watch-Movie(Grosse Pointe Blank, 22:20)",
            "do Buy-Movie-Ticket(Grosse Pointe Blank, 22:20)",
            "do Watch-Movie(Grosse Pointe Blank, 22:20)"});
  const ModeResult backward = plan(evening(true), PlanningMode::kBackward);
  CHECK(backward.steps == expected);
  // Dinner is planned first, being last, and fails on the movie.
  CHECK(backward.trace[1] == "do Go-To-Dinner(Mongolian Barbecue)");
  CHECK(backward.trace[3] ==
        "Watch-Movie(Grosse Pointe Blank, 22:20) fails: it spoils restaurant open, which is needed "
        "later");
  const ModeResult partial = plan(evening(false), PlanningMode::kPartialOrder);
  CHECK(partial.steps == expected);
  // No alternative was given up: the order was added when the threat was seen.
  CHECK(partial.added_orders ==
        std::vector<std::pair<std::string, std::string>>{
            {"Go-To-Dinner(Mongolian Barbecue)", "Watch-Movie(Grosse Pointe Blank, 22:20)"}});
  CHECK(
      std::count(
          partial.trace.begin(), partial.trace.end(),
          "order Go-To-Dinner(Mongolian Barbecue) before Watch-Movie(Grosse Pointe Blank, 22:20): "
          "Watch-Movie(Grosse Pointe Blank, 22:20) would spoil restaurant open") == 1);
  for (const PlanningMode mode : {PlanningMode::kForward, PlanningMode::kBackward}) {
    CHECK(plan(evening(false), mode).steps == expected);
  }
}

TEST_CASE("all modes solve the same ordered networks; partial order interleaves", "[htn][random]") {
  std::mt19937_64 random(5);
  std::size_t solved = 0;
  std::size_t interleaved = 0;
  std::size_t decided = 0;
  std::size_t both = 0;  // orders of the loose ones tried to the end
  const std::size_t cases = testing::scaled(200);
  for (std::size_t i = 0; i < cases; ++i) {
    const FactNetwork ordered = random_network(random, true);
    const bool expected =
        solvable(ordered, {ordered.start.begin(), ordered.start.end()}, ordered.tasks);
    if (expected) ++solved;
    for (const PlanningMode mode :
         {PlanningMode::kForward, PlanningMode::kBackward, PlanningMode::kPartialOrder}) {
      const ModeResult result = plan(ordered, mode);
      if (result.stop != StopReason::kExhausted) continue;
      ++decided;
      REQUIRE(result.solved == expected);
      if (expected) REQUIRE(can_be_done(ordered, result.steps));
    }
    const FactNetwork loose = random_network(random, false);
    const ModeResult from_start = plan(loose, PlanningMode::kForward);
    const ModeResult from_end = plan(loose, PlanningMode::kBackward);
    if (from_start.stop != StopReason::kExhausted || from_end.stop != StopReason::kExhausted)
      continue;
    const bool forward = from_start.solved;
    REQUIRE(from_end.solved == forward);
    ++both;
    const ModeResult partial = plan(loose, PlanningMode::kPartialOrder);
    if (partial.stop != StopReason::kExhausted) continue;
    if (forward) REQUIRE(partial.solved);
    if (partial.solved) REQUIRE(can_be_done(loose, partial.steps));
    if (partial.solved && !forward) ++interleaved;
  }
  testing::expect_share(solved, cases, 0.2);         // 0.49
  testing::expect_share(decided, 3 * cases, 0.9);    // 1
  testing::expect_share(both, cases, 0.9);           // 1
  testing::expect_share(interleaved, cases, 0.002);  // 0.005
}

TEST_CASE("networks that name what is not there are refused", "[htn]") {
  FactNetwork n = evening(true);
  n.tasks = {"Go-To-Movies"};
  Budget budget;
  CHECK_THROWS_WITH(plan_in_mode(n, PlanningMode::kForward, budget),
                    "\"Go-To-Movies\" is neither a task nor an operator");
  n = evening(false);
  n.methods["Go-To-Dinner-and-Movie"][0].before = {{0, 1}, {1, 0}};
  CHECK_THROWS_AS(plan_in_mode(n, PlanningMode::kPartialOrder, budget), Error);
}

}  // namespace planning_modes_test
