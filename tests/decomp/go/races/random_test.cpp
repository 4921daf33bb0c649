// Races on boards that were filled at random, against the full capture search.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/go/races/semeai.hpp"
#include "tests/decomp/go/races/rows.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace semeai_random_test {

using namespace cgt::go::semeai;
using cgt::Budget;
using cgt::Player;
using cgt::testing::captured;
using cgt::testing::random_diagram;

namespace {

// With points that are missing, and any blocks that can be taken essential; none if it is not a race.
std::optional<Problem> random_problem(std::mt19937& random) {
  const bool flat = random() % 4 == 0;
  const std::size_t width = flat ? 5 + random() % 4 : 3 + random() % 4;
  const std::size_t height = flat ? 1 + random() % 2 : 3 + random() % 2;
  const std::string diagram =
      random_diagram(random, width, height, random() % 2 == 0 ? "...XXOOBW#" : "...XXXOOOBW");
  std::vector<std::string> names;
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const char c = diagram[y * (width + 1) + x];
      if ((c != 'X' && c != 'O') || random() % 3 == 0) continue;
      const auto at = cgt::go::Point::at(static_cast<int>(x), static_cast<int>(y));
      names.push_back(cgt::go::point_name(at, static_cast<int>(height)));
    }
  }
  try {
    return parse_problem(diagram, "<random>", names);
  } catch (const cgt::Error&) {
    return std::nullopt;
  }
}

// The diagram with more points to the right of its first row.
std::string beside(const std::string& diagram, std::string_view more) {
  std::string out;
  std::string end(more);
  for (const char c : diagram + '/') {
    if (c == '/') {
      out += end;
      end.assign(end.size(), '#');
    }
    out += c;
  }
  return out;
}

std::size_t empty_points(const Problem& problem) {
  const Layout layout(problem);
  std::size_t empty = 0;
  for (std::size_t i = 0; i < layout.size(); ++i) empty += layout.stone(i) == 0 ? 1 : 0;
  return empty;
}

// All engines, with and without what saves work.
void check_outcome(const Problem& problem, Player first, int truth) {
  INFO(to_diagram(problem) << " first " << name(first));
  for (const Player player : cgt::kPlayers) {
    for (const auto at : problem.essential[player]) UNSCOPED_INFO(problem.point_name(at));
  }
  using cgt::pob::Engine;
  for (const Options& options :
       {Options{}, Options{.prune = false}, Options{.formulas = false},
        Options{.formulas = false, .prune = false}, Options{.engine = Engine::kDfPn},
        Options{.engine = Engine::kProofNumber}}) {
    Options quick = options;
    quick.line = false;
    INFO("formulas " << options.formulas << " prune " << options.prune << " engine "
                     << static_cast<int>(options.engine));
    Solver solver(problem, quick);
    Budget budget;
    const Answer answer = solver.solve(first, budget);
    REQUIRE(answer.outcome());
    REQUIRE(answer.stop == cgt::StopReason::kSolved);
    CHECK(static_cast<int>(*answer.outcome()) == truth);
  }
}

}  // namespace

TEST_CASE("random races have the outcomes of the full capture search", "[semeai]") {
  std::mt19937 random(20);
  std::map<int, std::size_t> seen;
  std::size_t formulas = 0;
  const std::size_t wanted = cgt::testing::scaled(cgt::testing::sized(300, 150));
  std::size_t done = 0;
  while (done < wanted) {
    const std::size_t width = 3 + random() % 4;
    const std::size_t height = 3 + random() % 3;
    const std::string diagram =
        random_diagram(random, width, height, random() % 2 == 0 ? "...XXXOOOBW" : "..XXXOOOBBWW");
    Problem problem;
    try {
      problem = parse_problem(diagram);
    } catch (const cgt::Error&) {
      continue;
    }
    const std::size_t empty = empty_points(problem);
    if (empty < 3 || empty > 7) continue;
    auto oracle = cgt::testing::capture_oracle(problem);
    for (const Player first : cgt::kPlayers) {
      const auto truth = oracle.solve(cgt::testing::letter_of(first), 50'000);
      if (!truth) continue;
      ++done;
      ++seen[*truth];
      check_outcome(problem, first, *truth);
      Solver solver(problem);
      formulas += solver.static_value(first).certain() != nullptr ? 1 : 0;
    }
  }
  cgt::testing::expect_share(seen[-1], done, 0.2);  // 0.43
  cgt::testing::expect_share(seen[0], done, 0.05);  // 0.13
  cgt::testing::expect_share(seen[1], done, 0.2);   // 0.44
  cgt::testing::expect_share(formulas, done, 0.1);  // 0.41
}

TEST_CASE("random races with several essential blocks and with points missing", "[semeai]") {
  std::mt19937 random(21);
  std::map<int, std::size_t> seen;
  std::size_t several = 0;
  std::size_t missing = 0;
  const std::size_t wanted = cgt::testing::scaled(cgt::testing::sized(300, 150));
  std::size_t done = 0;
  while (done < wanted) {
    const auto problem = random_problem(random);
    if (!problem) continue;
    const std::size_t empty = empty_points(*problem);
    if (empty < 3 || empty > 6) continue;
    auto oracle = cgt::testing::capture_oracle(*problem);
    for (const Player first : cgt::kPlayers) {
      const auto truth = oracle.solve(cgt::testing::letter_of(first), 50'000);
      if (!truth) continue;
      ++done;
      ++seen[*truth];
      const auto& essential = problem->essential;
      several += essential[Player::kLeft].size() + essential[Player::kRight].size() > 2 ? 1 : 0;
      missing += to_diagram(*problem).find('#') != std::string::npos ? 1 : 0;
      check_outcome(*problem, first, *truth);
    }
  }
  cgt::testing::expect_share(seen[-1], done, 0.2);  // 0.46
  cgt::testing::expect_share(seen[0], done, 0.02);  // 0.053
  cgt::testing::expect_share(seen[1], done, 0.2);   // 0.49
  cgt::testing::expect_share(several, done, 0.2);   // 0.61
  cgt::testing::expect_share(missing, done, 0.1);   // 0.3
}

TEST_CASE("points that safe stones or the edge cut off change no race", "[semeai]") {
  // A point for nobody, for Black, for White, for both, and a ko without end.
  constexpr std::array<std::string_view, 5> kElsewhere{"#.", "#.B", "#.W", "#W.B", "#.O"};
  std::mt19937 random(22);
  std::map<int, std::size_t> seen;
  const std::size_t wanted = cgt::testing::scaled(cgt::testing::sized(100, 50));
  for (std::size_t done = 0; done < wanted;) {
    const auto problem = random_problem(random);
    if (!problem) continue;
    const std::size_t empty = empty_points(*problem);
    if (empty < 3) continue;
    const std::string diagram =
        beside(to_diagram(*problem), kElsewhere[random() % kElsewhere.size()]);
    if (std::count(diagram.begin(), diagram.end(), '.') > 6) continue;
    ++done;
    std::vector<std::string> names;
    for (const Player player : cgt::kPlayers) {
      for (const auto at : problem->essential[player]) names.push_back(problem->point_name(at));
    }
    const Problem wider = parse_problem(diagram, "<wider>", names);
    for (const Player first : cgt::kPlayers) {
      const auto alone = captured(*problem, first, 200'000);
      REQUIRE(alone);
      ++seen[*alone];
      INFO(diagram << " first " << name(first));
      const auto whole = captured(wider, first, 200'000);
      REQUIRE(whole);
      CHECK(*whole == *alone);
      check_outcome(wider, first, *alone);
    }
  }
  for (const int o : {-1, 1}) cgt::testing::expect_share(seen[o], wanted, 0.4);  // 0.86, 1.1
}

}  // namespace semeai_random_test
