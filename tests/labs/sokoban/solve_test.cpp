// Solvers of Sokoban against breadth-first search and published optima, and what they call dead
// against walks backwards from solved positions.
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <sstream>

#include "decomp/labs/sokoban/corral.hpp"
#include "decomp/labs/sokoban/cuts.hpp"
#include "decomp/labs/sokoban/frozen.hpp"
#include "decomp/labs/sokoban/matching.hpp"
#include "decomp/labs/sokoban/packing.hpp"
#include "decomp/labs/sokoban/refutation.hpp"
#include "decomp/labs/sokoban/search.hpp"
#include "tests/labs/sokoban/plain.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace sokoban_solve_test {

namespace {

using namespace cgt::sokoban;
using namespace cgt::testing::plain_sokoban;
using cgt::Budget;
using cgt::StopReason;

// The solution is one, of as many pushes as it says.
void check_solution(const Level& level, const Board& board, const Solution& found) {
  REQUIRE(found.pushes);
  const Play play = cgt::sokoban::play(level, lurd(board, *found.pushes));
  CHECK(play.fault == "");
  CHECK(play.pushes == found.pushes->size());
  CHECK(found.upper == static_cast<int>(found.pushes->size()));
  CHECK(found.lower <= found.upper);
}

struct Optimum {
  std::size_t level;
  int pushes;
  int matching;
};
std::vector<Optimum> optima() {
  std::istringstream lines(
      cgt::testing::read_file(cgt::testing::source_root() + "/tests/labs/sokoban/data/optima.tsv"));
  std::vector<Optimum> out;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    Optimum row{};
    fields >> row.level >> row.pushes >> row.matching;
    out.push_back(row);
  }
  return out;
}

}  // namespace

TEST_CASE("fewest pushes are those of plain breadth-first search", "[sokoban]") {
  std::mt19937 random(1982);
  std::size_t solvable = 0;
  std::size_t found_fewest = 0;
  std::size_t tried = 0;
  const std::size_t cases = cgt::testing::scaled(250);
  for (std::size_t i = 0; i < cases; ++i) {
    const int boxes = 1 + static_cast<int>(random() % 3);
    const std::string text =
        random_level(random, 6 + static_cast<int>(random() % 2), 6 + static_cast<int>(random() % 3),
                     boxes, 3 + static_cast<int>(random() % 8));
    const Level level = levels_of(text)[0];
    if (level.has_errors()) continue;
    ++tried;
    INFO(text);
    const PlainAnswer plain = plain_solve(level, 100000);
    REQUIRE(plain.complete);
    solvable += plain.pushes.has_value();
    const Board board(level);
    for (const bool iterative : {false, true}) {
      Budget budget;
      const Solution found = run(*push_search(board, {.iterative = iterative}), budget);
      INFO("iterative: " << iterative);
      if (plain.pushes) {
        check_solution(level, board, found);
        CHECK(found.upper == *plain.pushes);
        CHECK(found.optimal());
      } else {
        CHECK(found.impossible());
        CHECK(found.stop == StopReason::kExhausted);
      }
    }
    for (const auto& [vector, way] :
         {std::pair(true, Way::kForwards), std::pair(false, Way::kForwards),
          std::pair(true, Way::kBackwards)}) {
      if (way == Way::kBackwards && board.boxes().size() != board.goals().size()) continue;
      FeatureOptions options;
      options.vector = vector;
      options.way = way;
      Budget budget;
      const Solution any = run(*feature_search(board, options), budget);
      CHECK(any.pushes.has_value() == plain.pushes.has_value());
      if (any.pushes) {
        check_solution(level, board, any);
      } else {
        CHECK(any.impossible());
      }
    }
    if (!plain.pushes) continue;
    for (const int more : {-1, 0, 2}) {
      if (*plain.pushes + more < 0) continue;
      FeatureOptions options;
      options.most_pushes = *plain.pushes + more;
      Budget budget;
      const Solution within = run(*feature_search(board, options), budget);
      INFO("at most " << options.most_pushes);
      CHECK_FALSE(within.impossible());
      if (within.pushes) {
        check_solution(level, board, within);
        CHECK(within.upper <= options.most_pushes);
        found_fewest += more == 0;
      }
      if (more < 0) CHECK_FALSE(within.pushes);
    }
  }
  cgt::testing::expect_share(solvable, tried, 0.12);         // 0.20
  cgt::testing::expect_share(found_fewest, solvable, 0.85);  // 1.00
}

TEST_CASE("fewest pushes of Microban are the published ones", "[sokoban]") {
  const auto levels = microban();
  REQUIRE(levels.size() == 155);
  const auto rows = optima();
  REQUIRE(rows.size() == 39);
  for (const Optimum& row : rows) {
    INFO("level " << row.level);
    const Level& level = levels[row.level - 1];
    const Board board(level);
    OptimalOptions options;
    options.iterative = row.level % 4 == 1 && row.pushes < 50;
    Budget budget;
    const Solution found = run(*push_search(board, options), budget);
    check_solution(level, board, found);
    CHECK(found.upper == row.pushes);
    CHECK(found.optimal());
    Matching matching(board.goals().size());
    std::vector<const std::uint16_t*> costs;
    for (const Square s : board.boxes())
      costs.push_back(board.pushes(s, board.side(s, board.player())));
    CHECK(matching.assign(costs) == row.matching);
  }
}

TEST_CASE("every level of Microban has a solution by some method", "[.][nightly][sokoban]") {
  const auto levels = microban();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    INFO("level " << i + 1);
    const Board board(levels[i]);
    Budget budget;
    const Solution found = solve(board, {}, budget);
    CHECK(found.stop == StopReason::kSolved);
    check_solution(levels[i], board, found);
  }
}

TEST_CASE("what can be solved is never called dead", "[sokoban]") {
  std::mt19937 random(17);
  const auto levels = microban();
  const std::size_t walks = cgt::testing::scaled(60);
  std::size_t positions = 0;
  std::size_t walled = 0;  // with boxes that never move
  for (std::size_t walk = 0; walk < walks; ++walk) {
    const Level& level = levels[random() % levels.size()];
    const Board board(level);
    if (board.goals().size() != board.boxes().size()) continue;
    CorralDeadlocks corrals(board);
    FrozenBoards frozen(board);
    Matching matching(board.goals().size());
    Position position(board);
    position.set(board.goals().data(), board.goals().size());
    Square player = -1;
    for (int tries = 0; tries < 100 && (player < 0 || position.has_box(player)); ++tries)
      player = static_cast<Square>(random() % static_cast<unsigned>(board.squares()));
    if (position.has_box(player)) continue;
    for (int step = 0; step < 40; ++step) {
      // A pull: the box at s goes to s + d, where the player stands, who goes one further.
      position.flood(player);
      std::vector<std::pair<std::size_t, int>> pulls;
      for (std::size_t i = 0; i < position.boxes().size(); ++i) {
        for (int d = 0; d < 4; ++d) {
          const Square to = board.next(position.boxes()[i], d);
          if (to == kWall || !position.reached(to)) continue;
          const Square stand = board.next(to, d);
          if (stand != kWall && !position.has_box(stand)) pulls.emplace_back(i, d);
        }
      }
      if (pulls.empty()) break;
      const auto [i, d] = pulls[random() % pulls.size()];
      const Square to = board.next(position.boxes()[i], d);
      position.move_box(i, to);
      player = board.next(to, d);
      ++positions;
      std::vector<const std::uint16_t*> costs;
      for (const Square s : position.boxes()) {
        CHECK_FALSE(position.frozen_dead(s));
        CHECK(board.is_live(s));
        costs.push_back(board.pushes(s, board.side(s, player)));
      }
      CHECK(matching.assign(costs) < kNoMatching);
      const Board* const rules = frozen.board_for(position);
      REQUIRE(rules != nullptr);
      walled += rules != &board;
      costs.clear();
      for (const Square s : position.boxes()) {
        const int side = rules->side(s, player);
        if (side == kNoSide) CHECK(board.is_goal(s));
        if (side != kNoSide) costs.push_back(rules->pushes(s, side));
      }
      CHECK(matching.assign(costs) < kNoMatching);
      position.flood(player);
      CHECK_FALSE(corrals.dead(position, player));
    }
  }
  CHECK(positions > walks * 8);
  CHECK(walled > walks);
}

TEST_CASE("matchings are the cheapest of all, also with a row exchanged", "[sokoban]") {
  std::mt19937 random(1955);
  std::size_t longer = 0;
  for (std::size_t i = 0; i < cgt::testing::scaled(150); ++i) {
    // Now and then sums are longer than what stands for no way at all.
    const bool is_long = i % 8 == 0;
    const std::size_t goals = is_long ? 6 : 1 + random() % 6;
    Matching matching(goals);
    // Each call begins with what the ones before it have left.
    for (int call = 0; call < 3; ++call) {
      const std::size_t boxes = is_long ? goals : 1 + random() % goals;
      const unsigned least = is_long ? 3'000 : 0;
      std::vector<std::vector<std::uint16_t>> costs(boxes + 1, std::vector<std::uint16_t>(goals));
      for (auto& row : costs) {
        for (auto& c : row)
          c = random() % 5 == 0 ? kFar : static_cast<std::uint16_t>(least + random() % 12);
      }
      const auto cheapest = [&](const std::vector<std::size_t>& rows) {
        std::vector<std::size_t> goal(goals);
        std::iota(goal.begin(), goal.end(), 0);
        int best = kNoMatching;
        do {
          int sum = 0;
          for (std::size_t b = 0; b < rows.size(); ++b)
            sum = costs[rows[b]][goal[b]] >= kFar || sum >= kNoMatching
                      ? kNoMatching
                      : sum + costs[rows[b]][goal[b]];
          best = std::min(best, sum);
        } while (std::next_permutation(goal.begin(), goal.end()));
        return best;
      };
      std::vector<std::size_t> rows(boxes);
      std::iota(rows.begin(), rows.end(), 0);
      std::vector<const std::uint16_t*> pointers;
      for (std::size_t b = 0; b < boxes; ++b) pointers.push_back(costs[b].data());
      const int truth = cheapest(rows);
      CHECK(matching.assign(pointers) == truth);
      longer += truth >= kFar && truth < kNoMatching;
      for (std::size_t b = 0; b < boxes; ++b) {
        std::vector<std::size_t> other = rows;
        other[b] = boxes;
        CHECK(matching.with_row(b, costs[boxes].data()) == cheapest(other));
      }
      CHECK(matching.with_row(0, costs[0].data()) == truth);
    }
  }
  CHECK(longer > 0);
}

TEST_CASE("what a square cuts off is what a walk without it does not reach", "[sokoban]") {
  std::mt19937 random(19);
  const auto levels = microban();
  std::size_t cut = 0;
  std::size_t asked = 0;
  for (std::size_t i = 0; i < cgt::testing::scaled(60); ++i) {
    const Board board(levels[random() % levels.size()]);
    Position position(board);
    for (Square s = 0; s < board.squares(); ++s) {
      if (random() % 4 == 0) position.put(s);
    }
    const auto start = static_cast<Square>(random() % static_cast<unsigned>(board.squares()));
    position.lift(start);
    Cuts cuts(board);
    cuts.search(position, start);
    position.flood(start);
    std::vector<Square> region;
    for (Square s = 0; s < board.squares(); ++s) {
      CHECK(cuts.inside(s) == (!position.has_box(s) && position.reached(s)));
      if (cuts.inside(s)) region.push_back(s);
    }
    for (const Square s : region) {
      position.put(s);
      std::set<Square> parts;
      std::map<std::uint32_t, Square> names;
      for (const Square q : region) {
        if (q == s) continue;
        const Square least = position.flood(q);
        parts.insert(least);
        const Cuts::Part part = cuts.part(s, q);
        CHECK(part.least == least);
        CHECK(names.emplace(part.name, least).first->second == least);
      }
      CHECK(static_cast<int>(parts.size()) == cuts.parts(s));
      CHECK(names.size() == parts.size());
      cut += parts.size() > 1;
      ++asked;
      position.lift(s);
    }
  }
  cgt::testing::expect_share(cut, asked, 0.1);
}

TEST_CASE("a search that is interrupted goes on as if it had not been", "[sokoban]") {
  const auto levels = microban();
  std::size_t turns = 0;
  for (const std::size_t number : {3U, 35U, 78U, 104U, 120U, 143U}) {
    INFO("level " << number);
    const Board board(levels[number - 1]);
    for (const bool steps : {true, false}) {
      const auto search = [&] {
        OptimalOptions options;
        options.weight = 5;
        return steps ? feature_search(board, {}) : push_search(board, options);
      };
      Budget budget;
      const Solution whole = run(*search(), budget);
      const auto parts = search();
      Budget other;
      for (; !parts->ended(); ++turns) parts->go_on(other, 700);
      const Solution& found = parts->solution();
      CHECK(found.pushes == whole.pushes);
      CHECK(found.upper == whole.upper);
      CHECK(found.lower == whole.lower);
      CHECK(found.counts.nodes == whole.counts.nodes);
      CHECK(found.counts.states == whole.counts.states);
      CHECK(found.counts.dead == whole.counts.dead);
    }
  }
  CHECK(turns > 50);
}

TEST_CASE("a packing plan fills goals that can still be reached", "[sokoban]") {
  std::size_t complete = 0;
  std::size_t helped = 0;
  for (const Level& level : microban()) {
    const Board board(level);
    if (board.goals().size() != board.boxes().size()) continue;
    for (const unsigned variant : {0U, 1U}) {
      Budget budget;
      const PackingPlan plan = packing_plan(board, Way::kForwards, board.goals(), variant, budget);
      REQUIRE(plan.order.size() == board.goals().size());
      CHECK(std::set<Square>(plan.order.begin(), plan.order.end()).size() == plan.order.size());
      complete += plan.complete();
      if (!plan.complete()) continue;
      // Each goal is reached by a box alone from some start, past those that are filled: pushes
      // forwards, by a search of its own.
      Cells filled;
      std::size_t aside = plan.helped;  // the first ones may need others put aside
      helped += aside > 0;
      for (const Square goal : plan.order) {
        const int target = board.row(goal) * level.width + board.column(goal);
        bool possible = false;
        for (const Square start : board.boxes()) {
          const int from = board.row(start) * level.width + board.column(start);
          if (filled.count(from) > 0) continue;
          possible |= from == target;
          std::set<std::pair<int, int>> seen;
          std::vector<std::pair<int, int>> open;
          for (const int step : {-level.width, level.width, -1, 1}) {
            const int man = from + step;
            if (level.cells[static_cast<std::size_t>(man)] != '#' && filled.count(man) == 0 &&
                seen.emplace(from, man).second)
              open.emplace_back(from, man);
          }
          while (!open.empty() && !possible) {
            const auto [box, man] = open.back();
            open.pop_back();
            Cells with = filled;
            with.insert(box);
            const auto area = plain_reach(level, with, man);
            for (const int step : {-level.width, level.width, -1, 1}) {
              const int to = box + step;
              if (area.count(box - step) == 0 || with.count(to) > 0 ||
                  level.cells[static_cast<std::size_t>(to)] == '#')
                continue;
              possible |= to == target;
              if (seen.emplace(to, box).second) open.emplace_back(to, box);
            }
          }
          if (possible) break;
        }
        if (aside == 0) CHECK(possible);
        if (aside > 0) --aside;
        filled.insert(target);
      }
    }
  }
  CHECK(complete > 200);
  CHECK(complete - helped > 150);
}

TEST_CASE("pushes and moves together: the pairs of a plain search over both", "[sokoban]") {
  std::mt19937 random(1991);
  std::size_t solvable = 0;
  const std::size_t cases = cgt::testing::scaled(120);
  for (std::size_t i = 0; i < cases; ++i) {
    const std::string text = random_level(random, 6, 7, 1 + static_cast<int>(random() % 2), 4);
    const Level level = levels_of(text)[0];
    if (level.has_errors()) continue;
    INFO(text);
    // For each number of pushes the fewest moves: breadth first over single moves, by layers of
    // moves, with the least pushes that reach a state so far.
    using State = std::pair<Cells, int>;
    State start;
    for (int c = 0; c < static_cast<int>(level.cells.size()); ++c) {
      if (is_box(level.cells[static_cast<std::size_t>(c)])) start.first.insert(c);
      if (is_player(level.cells[static_cast<std::size_t>(c)])) start.second = c;
    }
    std::map<State, int> least{{start, 0}};
    std::map<State, int> layer = least;
    std::vector<std::pair<int, int>> truth;  // pushes, moves; fewer pushes later
    for (int moves = 0; !layer.empty(); ++moves) {
      std::map<State, int> next;
      for (const auto& [state, pushes] : layer) {
        const auto& [boxes, man] = state;
        if (std::all_of(boxes.begin(), boxes.end(),
                        [&](int c) { return is_goal(level.cells[static_cast<std::size_t>(c)]); })) {
          if (truth.empty() || pushes < truth.back().first) {
            if (!truth.empty() && truth.back().second == moves) truth.pop_back();
            truth.emplace_back(pushes, moves);
          }
          continue;
        }
        for (const int step : {-level.width, level.width, -1, 1}) {
          State after{boxes, man + step};
          if (level.cells[static_cast<std::size_t>(man + step)] == '#') continue;
          int cost = pushes;
          if (boxes.count(man + step) > 0) {
            const int to = man + 2 * step;
            if (level.cells[static_cast<std::size_t>(to)] == '#' || boxes.count(to) > 0) continue;
            after.first.erase(man + step);
            after.first.insert(to);
            ++cost;
          }
          const auto at = least.find(after);
          if (at != least.end() && at->second <= cost) continue;
          least[after] = cost;
          next[after] = cost;
        }
      }
      layer = std::move(next);
    }
    std::reverse(truth.begin(), truth.end());
    const Board board(level);
    Budget budget;
    const ParetoAnswer found = solve_pareto(board, budget);
    std::vector<std::pair<int, int>> costs;
    for (const ParetoSolution& one : found.solutions) {
      costs.push_back(one.cost);
      const Play play = cgt::sokoban::play(level, lurd(board, one.pushes));
      CHECK(play.solved);
      CHECK(static_cast<int>(play.pushes) == one.cost.first);
      CHECK(static_cast<int>(play.moves) == one.cost.second);
    }
    CHECK(costs == truth);
    solvable += !truth.empty();
  }
  cgt::testing::expect_share(solvable, cases, 0.08);  // 0.16
}

TEST_CASE("fewer moves may need more pushes", "[sokoban]") {
  const Level level = microban()[4];
  const Board board(level);
  Budget budget;
  const ParetoAnswer found = solve_pareto(board, budget);
  CHECK(found.stop == StopReason::kSolved);
  REQUIRE(found.solutions.size() == 2);
  CHECK(found.solutions[0].cost.first == 6);  // the published optimum
  CHECK(found.solutions[0].cost.first < found.solutions[1].cost.first);
  CHECK(found.solutions[0].cost.second > found.solutions[1].cost.second);
}

TEST_CASE("all methods with --best end with fewest pushes", "[sokoban]") {
  const auto levels = microban();
  for (const std::size_t number : {1U, 5U, 16U, 33U}) {
    const Level& level = levels[number - 1];
    const Board board(level);
    const PlainAnswer plain = plain_solve(level, 100000);
    REQUIRE(plain.pushes);
    for (const Method method : {Method::kAuto, Method::kAStar, Method::kIda, Method::kWeighted,
                                Method::kAbstract, Method::kScalar}) {
      INFO("level " << number << " by method " << static_cast<int>(method));
      Budget budget;
      const Solution found = solve(board, {.method = method, .best = true}, budget);
      check_solution(level, board, found);
      CHECK(found.upper == *plain.pushes);
      CHECK(found.optimal());
    }
  }
}

TEST_CASE("blocked tunnels as a feature: solutions, by other work", "[sokoban]") {
  const auto levels = microban();
  std::size_t other_work = 0;
  std::size_t solved = 0;
  for (std::size_t number = 0; number < levels.size(); number += cgt::testing::sized(5, 15)) {
    const Level& level = levels[number];
    INFO("level " << number + 1);
    const Board board(level);
    std::uint64_t nodes[2];
    for (const bool links : {false, true}) {
      FeatureOptions options;
      options.links = links;
      Budget budget({.nodes = 300'000});
      const Solution found = run(*feature_search(board, options), budget);
      nodes[links ? 1 : 0] = found.counts.nodes;
      if (!found.pushes) continue;
      check_solution(level, board, found);
      ++solved;
    }
    other_work += nodes[0] != nodes[1] ? 1 : 0;
  }
  CHECK(solved > cgt::testing::sized(50, 16));
  CHECK(other_work > 0);
}

TEST_CASE("a spent budget leaves bounds", "[sokoban]") {
  const auto levels = microban();
  const Board board(levels[143]);  // 24 pushes by the matching; 36 are enough
  for (const Method method : {Method::kAuto, Method::kAStar, Method::kIda, Method::kWeighted,
                              Method::kAbstract, Method::kScalar}) {
    Budget budget({.nodes = 3000});
    const Solution found = solve(board, {.method = method, .best = true}, budget);
    CHECK(found.stop == StopReason::kNodes);
    CHECK_FALSE(found.pushes);
    CHECK(found.lower >= 24);
    CHECK(found.lower <= 40);
  }
}

TEST_CASE("what a search had proved when the budget ended is kept", "[sokoban]") {
  const auto levels = microban();
  const Board board(levels[92]);  // 12 pushes by the matching, which A* proves to be too few
  Budget budget({.nodes = 300'000});
  const Solution found = solve(board, {.best = true}, budget);
  CHECK(found.stop == StopReason::kNodes);
  check_solution(levels[92], board, found);
  CHECK(found.lower > 12);
  CHECK(found.lower < found.upper);
}

TEST_CASE("tables of a search obey the limit of memory", "[sokoban]") {
  const auto levels = microban();
  const Board board(levels[152]);
  for (const Method method : {Method::kAuto, Method::kAbstract, Method::kScalar}) {
    Budget budget({.nodes = 20'000'000, .megabytes = 1});
    const Solution found = solve(board, {.method = method}, budget);
    CHECK(found.stop == StopReason::kMemory);
    CHECK_FALSE(found.pushes);
    CHECK(found.lower >= 318);
  }
}

// Of small random levels breadth-first search knows whether they have a solution; so it does of the boxes of a proof
// alone, and of all but one of them.
TEST_CASE("proofs that a level is lost are by boxes that are stuck alone", "[sokoban]") {
  std::mt19937 random(2026);
  std::size_t lost = 0;
  std::size_t proved = 0;
  std::size_t fewer = 0;
  const std::size_t rounds = cgt::testing::scaled(300);
  for (std::size_t i = 0; i < rounds; ++i) {
    const std::string text = random_level(random, 5 + static_cast<int>(random() % 2), 7, 3, 4);
    const std::vector<Level> levels = levels_of(text);
    if (levels[0].has_errors()) continue;
    const Level& level = levels[0];
    CAPTURE(text);
    const PlainAnswer plain = plain_solve(level, 20'000);
    if (!plain.complete) continue;
    std::vector<Cell> all;
    for (int r = 0; r < level.height; ++r)
      for (int c = 0; c < level.width; ++c)
        if (is_box(level.at(r, c))) all.push_back({r, c});
    Budget budget;
    const auto found = refute(level, std::nullopt, 20'000, budget);
    const RefutationCheck whole = check_refutation(level, all, 50'000);
    REQUIRE(whole.holds == !plain.pushes.has_value());
    REQUIRE(found.has_value() == !plain.pushes.has_value());
    if (!found) continue;
    ++lost;
    fewer += found->size() < all.size() ? 1 : 0;
    CHECK(check_refutation(level, *found, 50'000).holds);
    const auto alone = [&](const std::vector<Cell>& boxes) {
      Level only = level;
      for (const Cell& cell : all) {
        char& c = only.cells[static_cast<std::size_t>(cell.row * only.width + cell.column)];
        if (std::find(boxes.begin(), boxes.end(), cell) == boxes.end()) c = c == '*' ? '.' : ' ';
      }
      return plain_solve(only, 20'000);
    };
    const PlainAnswer stuck = alone(*found);
    CHECK((stuck.complete && !stuck.pushes));
    proved += stuck.complete ? 1 : 0;
    for (std::size_t k = 0; k < found->size() && found->size() > 1; ++k) {
      std::vector<Cell> rest = *found;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
      CHECK(alone(rest).pushes.has_value());
    }
  }
  CHECK(proved == lost);
  cgt::testing::expect_share(lost, rounds, 0.2);
  cgt::testing::expect_share(fewer, lost, 0.2);
  // What is no box, or comes twice, proves nothing.
  const Level level = levels_of("#####\n#@$ #\n# . #\n#####\n")[0];
  CHECK(check_refutation(level, {{1, 2}}, 10).holds);
  CHECK(check_refutation(level, {{1, 3}}, 10).fault == "no box is at 2,4");
  CHECK(check_refutation(level, {{1, 2}, {1, 2}}, 10).fault == "the box at 2,3 comes twice");
}

}  // namespace sokoban_solve_test
