#include "decomp/labs/pathology/experiments.hpp"

#include <catch2/catch.hpp>
#include <map>

namespace puzzle_test {

using namespace cgt::search;
using namespace cgt::search::pathology;
using cgt::Budget;

namespace {

const EightPuzzleSpace& space() {
  static const EightPuzzleSpace made;
  return made;
}

double pathology_of(PuzzleHeuristic heuristic) {
  Budget budget;
  return puzzle_tally(space(), puzzle_heuristic(space(), heuristic), 5, 1, budget).pathology();
}

// By definition: the least heuristic value `depth` moves behind a state.
int look(const EightPuzzle& state, int depth) {
  if (depth == 0) return state.manhattan();
  std::vector<EightPuzzle::Move> moves;
  state.moves(moves);
  int least = 1000;
  for (const auto move : moves) {
    EightPuzzle next = state;
    next.play(move);
    least = std::min(least, look(next, depth - 1));
  }
  return least;
}

}  // namespace

TEST_CASE("the space of the 8-puzzle is that of the literature", "[pathology]") {
  // Reinefeld 1993: 181,440 states, at most 31 moves, two states at that distance; 22 is the mean
  // over all, rounded.
  std::map<int, int> at;
  double sum = 0;
  int largest = 0;
  for (std::uint32_t i = 0; i < EightPuzzleSpace::kStates; ++i) {
    ++at[space().distance(i)];
    sum += space().distance(i);
    largest = std::max(largest, space().manhattan(i));
    REQUIRE(space().number(space().state(i)) == i);
    REQUIRE(space().manhattan(i) <= space().distance(i));
    REQUIRE((space().distance(i) - space().manhattan(i)) % 2 == 0);
  }
  CHECK(at.size() == 32);
  CHECK(at[0] == 1);
  CHECK(at[1] == 2);
  CHECK(at[31] == 2);
  CHECK(sum / EightPuzzleSpace::kStates == Approx(21.97).margin(0.01));
  CHECK(largest == 22);
  CHECK(space().number(EightPuzzle({2, 1, 3, 4, 5, 6, 7, 8, 0})) == EightPuzzleSpace::kNone);
  CHECK_THROWS_AS(EightPuzzle({1, 1, 3, 4, 5, 6, 7, 8, 0}), cgt::Error);
}

TEST_CASE("decisions of depth 5 and depth 1 in the 8-puzzle", "[pathology]") {
  // Nau et al. 2010: 31.0 % better, 19.7 % worse, 49.3 % equal.
  Budget budget;
  const ErrorTally tally = puzzle_tally(space(), puzzle_heuristic(space(), {}), 5, 1, budget);
  CHECK(tally.count == 181439);
  CHECK(tally.better == 56273);
  CHECK(tally.worse == 35742);
  CHECK(tally.equal() == 89424);
  CHECK(tally.mean_deep() == Approx(0.3556).margin(0.00005));
  CHECK(tally.mean_shallow() == Approx(0.4188).margin(0.00005));
}

TEST_CASE("a plain search of some states errs as the table of all says", "[pathology]") {
  Budget budget;
  const auto errors = puzzle_errors(space(), puzzle_heuristic(space(), {}), 5, 2, budget);
  for (std::uint32_t i = 1; i < EightPuzzleSpace::kStates; i += 397) {
    const EightPuzzle& state = space().state(i);
    std::vector<EightPuzzle::Move> moves;
    state.moves(moves);
    std::vector<int> deep;
    std::vector<int> shallow;
    std::vector<int> truths;
    for (const auto move : moves) {
      EightPuzzle next = state;
      next.play(move);
      deep.push_back(look(next, 4));
      shallow.push_back(look(next, 1));
      truths.push_back(space().distance(space().number(next)));
    }
    using Values = std::span<const int>;
    REQUIRE(errors[i - 1].deep == decision_error(Values(deep), Values(truths), -1));
    REQUIRE(errors[i - 1].shallow == decision_error(Values(shallow), Values(truths), -1));
  }
}

TEST_CASE("the granularity of the 8-puzzle", "[pathology]") {
  using Kind = PuzzleHeuristic::Kind;
  const std::vector<std::pair<int, double>> manhattan{{2, .946},  {3, .969},  {4, .948},
                                                      {5, .943},  {6, .918},  {8, .886},
                                                      {10, .873}, {12, .849}, {22, .849}};
  for (const auto& [g, p] : manhattan) {
    INFO("g " << g);
    CHECK(pathology_of({.granularity = g}) == Approx(p).margin(0.0006));
  }
  // Other draws of the noise move p by a few thousandths.
  const std::vector<std::pair<int, double>> noise{{2, .875},  {3, 1.099}, {4, 1.063},  {5, 1.054},
                                                  {6, 1.064}, {8, 1.032}, {10, 1.002}, {15, .922},
                                                  {20, .873}, {31, .819}, {60, .772}};
  for (const auto& [g, p] : noise) {
    INFO("g " << g);
    const double found = pathology_of({Kind::kNoise, 2, g});
    CHECK(found == Approx(p).margin(0.015));
    if (g >= 3 && g <= 8) CHECK(found > 1);
    if (g >= 15) CHECK(found < 1);
  }
}

TEST_CASE("deep searches of the 8-puzzle end with their budget", "[pathology]") {
  Budget budget({.nodes = 10 * EightPuzzleSpace::kStates});
  CHECK_THROWS_AS(puzzle_errors(space(), puzzle_heuristic(space(), {}), 1000000, 1, budget),
                  cgt::BudgetExhausted);
  Budget unlimited;
  CHECK_THROWS_AS(puzzle_errors(space(), puzzle_heuristic(space(), {}), 0, 1, unlimited),
                  cgt::Error);
  CHECK_THROWS_AS(puzzle_heuristic(space(), {.granularity = 1}), cgt::Error);
  CHECK_THROWS_AS(puzzle_heuristic(space(), {.sigma = NAN}), cgt::Error);
}

TEST_CASE("local similarity of the 8-puzzle", "[pathology]") {
  // Nau et al. 2010, figure 14: .73.
  CHECK(puzzle_clustering(space()).factor() == Approx(0.7340).margin(0.0001));
}

}  // namespace puzzle_test
