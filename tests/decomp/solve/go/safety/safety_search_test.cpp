#include "decomp/solve/go/safety/safety_search.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <vector>

#include "decomp/rules/go/analysis/safety_certificate.hpp"
#include "decomp/rules/go/record/problem.hpp"
#include "tests/decomp/rules/go/analysis/refuter.hpp"
#include "tests/testing.hpp"

namespace cgt::go::safety_search_test {
namespace {

Safety searched(const Board& board, const SafetySearchOptions& options = {}) {
  Budget budget;
  return searched_safety(board, {}, budget, options);
}

std::vector<Point> claimed(const Safety& safe, Player player) {
  std::vector<Point> out = safe.stones[player];
  out.insert(out.end(), safe.territory[player].begin(), safe.territory[player].end());
  std::sort(out.begin(), out.end());
  return out;
}

TEST_CASE("search contains static safety, and what it adds survives every attack", "[safety]") {
  std::mt19937_64 random(2004);
  std::uint64_t more = 0;
  std::uint64_t checked = 0;
  const std::size_t cases = testing::scaled(400);
  for (std::size_t i = 0; i < cases; ++i) {
    const int width = 4 + static_cast<int>(random() % 2);
    const int height = 3 + static_cast<int>(random() % 3);
    const int size = width * height;
    const auto moves = static_cast<int>(random() % static_cast<unsigned>(2 * size));
    const Board board = refuter::random_board(random, width, height, size / 2 + moves);
    Budget budget;
    const Safety before = safety(board, SafetyMethod::kStatic, budget);
    const Safety after = searched(board);
    CHECK(check_safety(board, after, {}, budget, true) == "");
    for (const Player player : kPlayers) {
      const std::vector<Point> small = claimed(before, player);
      const std::vector<Point> all = claimed(after, player);
      CHECK(std::includes(all.begin(), all.end(), small.begin(), small.end()));
      if (all.size() == small.size()) continue;
      ++more;
      const auto answer = refuter::refuted(board, player, all, 8'000);
      if (!answer) continue;
      ++checked;
      INFO(to_diagram(board, '/'));
      CHECK_FALSE(*answer);
    }
  }
  testing::expect_share(more, cases, 0.02);   // 0.08
  testing::expect_share(checked, more, 0.1);  // 0.42
}

// The claim that the region at `start` is the player's, with all blocks next to it, as a search would
// make it.
Safety claim_of_region(const Board& board, Player player, Point start) {
  SafetyClaim claim;
  claim.owner = player;
  claim.certificate.rule = SafetyRule::kSearch;
  claim.rule = name(SafetyRule::kSearch);
  claim.territory.push_back(start);
  for (std::size_t next = 0; next < claim.territory.size(); ++next) {
    for (const Point q : board.neighbours(claim.territory[next])) {
      const bool own = board[q] == colour_of(player);
      std::vector<Point>& list = own ? claim.stones : claim.territory;
      if (std::find(list.begin(), list.end(), q) != list.end()) continue;
      if (!own) {
        list.push_back(q);
        continue;
      }
      const std::vector<Point> stones = board.block(q).stones;
      list.insert(list.end(), stones.begin(), stones.end());
    }
  }
  std::sort(claim.stones.begin(), claim.stones.end());
  std::sort(claim.territory.begin(), claim.territory.end());
  Safety out;
  out.add(board, std::move(claim));
  return out;
}

TEST_CASE("the checker searches claims by search again", "[safety]") {
  std::mt19937_64 random(1976);
  std::uint64_t accepted = 0;
  std::uint64_t compared = 0;
  const std::size_t cases = testing::scaled(100);
  for (std::size_t i = 0; i < cases; ++i) {
    const int width = 4 + static_cast<int>(random() % 2);
    const int height = 3 + static_cast<int>(random() % 2);
    const Board board = refuter::random_board(random, width, height, width * height);
    const Point start =
        board.point(static_cast<std::size_t>(random() % static_cast<unsigned>(board.size())));
    for (const Player player : kPlayers) {
      if (board[start] == colour_of(player)) continue;
      const Safety claim = claim_of_region(board, player, start);
      Budget budget;
      if (!check_safety(board, claim, {}, budget).empty()) continue;
      ++accepted;
      const auto refuted = refuter::refuted(board, player, claimed(claim, player), 20'000);
      if (!refuted) continue;
      ++compared;
      INFO(to_diagram(board, '/'));
      CHECK_FALSE(*refuted);
      // With a block less, a point less, or another owner it is another claim.
      Safety other = claim;
      other.claims[0].territory.pop_back();
      CHECK_FALSE(check_safety(board, other, {}, budget).empty());
      other = claim;
      if (!other.claims[0].stones.empty()) other.claims[0].stones.pop_back();
      CHECK_FALSE(check_safety(board, other, {}, budget).empty());
      other = claim;
      other.claims[0].owner = opponent(player);
      CHECK_FALSE(check_safety(board, other, {}, budget).empty());
    }
  }
  testing::expect_share(accepted, cases, 0.02);
  testing::expect_share(compared, accepted, 0.1);
}

TEST_CASE("a budget ends the search, not the answer", "[safety]") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20; ++i) {
    const Board board = refuter::random_board(random, 9, 9, 100);
    Budget unlimited;
    const Safety before = safety(board, SafetyMethod::kStatic, unlimited);
    Budget small({.nodes = 1'000});
    const Safety after = searched_safety(board, {}, small);
    for (const Player player : kPlayers) {
      const std::vector<Point> least = claimed(before, player);
      const std::vector<Point> all = claimed(after, player);
      CHECK(std::includes(all.begin(), all.end(), least.begin(), least.end()));
    }
  }
}

}  // namespace
}  // namespace cgt::go::safety_search_test
