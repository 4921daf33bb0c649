// Races on boards that were filled at random, against the full capture search.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>

#include "decomp/solve/semeai/semeai.hpp"
#include "tests/decomp/solve/semeai/capture_oracle.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace semeai_random_test {

using namespace cgt::solve::semeai;
using cgt::Budget;
using cgt::Player;
using cgt::testing::CaptureOracle;

namespace {

std::string random_diagram(std::mt19937& random) {
  const std::size_t width = 3 + random() % 4;
  const std::size_t height = 3 + random() % 3;
  std::string out;
  const std::string letters = random() % 2 == 0 ? "...XXXOOOBW" : "..XXXOOOBBWW";
  for (std::size_t y = 0; y < height; ++y) {
    if (y > 0) out += '/';
    for (std::size_t x = 0; x < width; ++x) out += letters[random() % letters.size()];
  }
  return out;
}

int outcome_of(const Problem& problem, Options options, Player first) {
  Solver solver(problem, options);
  Budget budget;
  const Answer answer = solver.solve(first, budget);
  REQUIRE(answer.outcome());
  REQUIRE(answer.stop == cgt::StopReason::kSolved);
  return static_cast<int>(*answer.outcome());
}

}  // namespace

TEST_CASE("row 17: random races have the outcomes of the full capture search", "[semeai]") {
  std::mt19937 random(20);
  std::map<int, std::size_t> seen;
  std::size_t formulas = 0;
  const std::size_t wanted = cgt::testing::scaled(cgt::testing::sized(300, 150));
  std::size_t done = 0;
  while (done < wanted) {
    const std::string diagram = random_diagram(random);
    Problem problem;
    try {
      problem = parse_problem(diagram);
    } catch (const cgt::Error&) {
      continue;
    }
    const Layout layout(problem);
    std::size_t empty = 0;
    for (std::size_t i = 0; i < layout.size(); ++i) empty += layout.stone(i) == 0 ? 1 : 0;
    if (empty < 3 || empty > 7) continue;
    const auto cell = [&](Player p) {
      const auto at = problem.essential[p].front();
      return std::size_t{at.y} * static_cast<std::size_t>(problem.width) + at.x;
    };
    CaptureOracle oracle(to_diagram(problem), cell(Player::kLeft), cell(Player::kRight));
    for (const Player first : cgt::kPlayers) {
      const auto truth = oracle.solve(first == Player::kLeft ? 'X' : 'O', 30'000);
      if (!truth) continue;
      ++done;
      ++seen[*truth];
      INFO(diagram << " first " << name(first));
      using cgt::pob::Engine;
      for (const Options& options :
           {Options{}, Options{.prune = false}, Options{.formulas = false},
            Options{.formulas = false, .prune = false}, Options{.engine = Engine::kDfPn},
            Options{.engine = Engine::kProofNumber}}) {
        Options quick = options;
        quick.line = false;
        INFO("formulas " << options.formulas << " prune " << options.prune << " engine "
                         << static_cast<int>(options.engine));
        CHECK(outcome_of(problem, quick, first) == *truth);
      }
      Solver solver(problem);
      formulas += solver.static_value(first).certain() != nullptr ? 1 : 0;
    }
  }
  cgt::testing::expect_share(seen[-1], done, 0.2);  // 0.43
  cgt::testing::expect_share(seen[0], done, 0.05);  // 0.13
  cgt::testing::expect_share(seen[1], done, 0.2);   // 0.44
  cgt::testing::expect_share(formulas, done, 0.1);  // 0.41
}

}  // namespace semeai_random_test
