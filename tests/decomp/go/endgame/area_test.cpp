// Area scoring: the heated values of the territory game against the area game itself, played out on
// the board with passes, and against territory and parity.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/record/generator.hpp"
#include "tests/testing.hpp"

namespace area_test {
namespace {

using cgt::Budget;
using cgt::Dyadic;
using cgt::kPlayers;
using cgt::Player;
using cgt::Store;
using cgt::go::Board;
using cgt::go::Colour;
using cgt::go::GoEndgame;
using cgt::go::Point;
using cgt::go::Scoring;

// The area game by plain minimax: moves on open points, passes, two passes end it; positional
// superko. Scores are doubled because of the button.
class PlainArea {
 public:
  PlainArea(const Board& board, std::vector<Colour> owner, bool button)
      : owner_(std::move(owner)), board_(board), button_(button) {
    for (std::size_t i = 0; i < owner_.size(); ++i) {
      if (owner_[i] == Colour::kEmpty) open_.push_back(board.point(i));
    }
  }

  // None if it takes too long.
  std::optional<int> score(Player first) {
    nodes_ = 0;
    path_.clear();
    const int found = search(board_, first, button_, false, -kMost, kMost);
    return nodes_ < kNodes ? std::optional(found) : std::nullopt;
  }

 private:
  static constexpr int kMost = 10'000;
  static constexpr std::uint64_t kNodes = 400'000;

  std::vector<Colour> key(const Board& board) const {
    std::vector<Colour> out;
    for (const Point p : open_) out.push_back(board[p]);
    return out;
  }

  int count(const Board& board) const {
    int total = 0;
    for (std::size_t i = 0; i < owner_.size(); ++i) {
      const Point p = board.point(i);
      const Colour owner = owner_[i] != Colour::kEmpty ? owner_[i] : reached(board, p);
      if (owner != Colour::kEmpty) total += 2 * sign(player_of(owner));
    }
    return total;
  }

  // Whose point it is: the colour of the stone, or the only one that its empty area touches.
  Colour reached(const Board& board, Point start) const {
    if (board[start] != Colour::kEmpty) return board[start];
    std::vector<Point> area{start};
    std::set<Colour> colours;
    for (std::size_t next = 0; next < area.size(); ++next) {
      for (const Point q : board.neighbours(area[next])) {
        if (board[q] != Colour::kEmpty) {
          colours.insert(board[q]);
        } else if (std::ranges::find(area, q) == area.end()) {
          area.push_back(q);
        }
      }
    }
    return colours.size() == 1 ? *colours.begin() : Colour::kEmpty;
  }

  int search(const Board& board, Player player, bool button, bool passed, int low, int high) {
    if (++nodes_ >= kNodes) return 0;
    const bool left = player == Player::kLeft;
    int best = left ? -kMost : kMost;
    const auto take = [&](int score) {
      best = left ? std::max(best, score) : std::min(best, score);
      (left ? low : high) = left ? std::max(low, score) : std::min(high, score);
      return low >= high;
    };
    path_.push_back(key(board));
    bool done = false;
    for (const Point p : open_) {
      if (done) break;
      if (board[p] != Colour::kEmpty) continue;
      Board after = board;
      if (!after.play(player, p).legal) continue;
      if (std::ranges::find(path_, key(after)) != path_.end()) continue;
      done = take(search(after, opponent(player), button, false, low, high));
    }
    if (!done && button) {
      const int half = sign(player);
      done = take(half + search(board, opponent(player), false, false, low - half, high - half));
    }
    if (!done)
      take(passed ? count(board) : search(board, opponent(player), button, true, low, high));
    path_.pop_back();
    return best;
  }

  std::vector<Colour> owner_;
  Board board_;
  bool button_;
  std::vector<Point> open_;
  std::vector<std::vector<Colour>> path_;
  std::uint64_t nodes_ = 0;
};

// Two walls that live, and between them two columns of anything.
std::optional<cgt::go::Problem> random_board(std::mt19937_64& random) {
  std::string rows;
  for (int y = 0; y < 5; ++y) {
    rows += y % 4 == 0 ? "X.XX" : "XXXX";
    for (int x = 0; x < 2; ++x) rows += "..XO"[random() % 4];
    rows += y % 4 == 0 ? "OO.O/" : "OOOO/";
  }
  rows.pop_back();
  try {
    return cgt::go::parse_board(rows);
  } catch (const cgt::InputError&) {
    return std::nullopt;
  }
}

}  // namespace

TEST_CASE("area scores are those of the area game itself, and of territory and parity") {
  std::mt19937_64 random(18);
  std::size_t checked = 0;
  std::size_t tries = 0;
  std::size_t extra = 0;
  std::size_t by_parity = 0;
  while (tries < cgt::testing::scaled(60)) {
    const auto problem = random_board(random);
    if (!problem) continue;
    ++tries;
    Store store;
    Budget budget;
    GoEndgame territory(store, *problem);
    if (!territory.solve(budget)) continue;  // a ko
    for (const bool button : {false, true}) {
      GoEndgame area(store, *problem, {}, {.scoring = Scoring::kArea, .button = button});
      REQUIRE(area.solve(budget));
      PlainArea plain(problem->board, area.partition().owner, button);
      for (const Player first : kPlayers) {
        CAPTURE(to_diagram(problem->board), button, first);
        const auto expected = plain.score(first);
        if (!expected) continue;
        const auto found = area.score(first, budget);
        REQUIRE(found.exact());
        CHECK(*found.lower + *found.lower == Dyadic(*expected));
        if (button) continue;
        ++checked;
        const Dyadic difference = *found.lower - area.fixed_score() -
                                  (*territory.score(first, budget).lower - territory.fixed_score());
        CHECK((difference == Dyadic(0) || difference == Dyadic(sign(first))));
        extra += difference.is_zero() ? 0 : 1;
        if (const auto parity = area.area_by_parity(first, budget)) {
          CHECK(*parity == *found.lower);
          ++by_parity;
        }
      }
    }
  }
  cgt::testing::expect_share(checked, 2 * tries, 0.15);
  cgt::testing::expect_share(extra, checked, 0.1);
  cgt::testing::expect_share(by_parity, checked, 0.5);
}

TEST_CASE("area scores of combs: heated values against territory and parity; moves; lines") {
  for (std::size_t seed = 1; seed <= cgt::testing::scaled(12); ++seed) {
    INFO("seed " << seed);
    Store store;
    Budget budget;
    GoEndgame area(store, cgt::go::generate({.seed = seed, .size = seed % 2 == 0 ? 13 : 9}), {},
                   {.scoring = Scoring::kArea});
    REQUIRE(area.solve(budget));
    for (const Player first : kPlayers) {
      const auto score = area.score(first, budget);
      REQUIRE(score.exact());
      const auto parity = area.area_by_parity(first, budget);
      REQUIRE(parity);
      CHECK(*parity == *score.lower);
      const auto moves = area.moves(first, budget);
      CHECK_FALSE(cgt::go::best_of(moves).empty());
      auto best = cgt::go::best_of(moves);
      std::ranges::sort(best);
      CHECK(cgt::go::proved_best_of(area.bounded_moves(first, budget)) == best);
      // Playing the line on the board leaves the score as it is: all that is left are numbers.
      Board board = area.problem().board;
      Player mover = first;
      for (const auto& move : area.line(first, budget)) {
        REQUIRE(move.player == mover);
        REQUIRE(board.play(mover, move.point).legal);
        mover = opponent(mover);
      }
      cgt::go::Problem after = area.problem();
      after.board = board;
      GoEndgame rest(store, after, {}, {.scoring = Scoring::kArea});
      REQUIRE(rest.solve(budget));
      CHECK(*rest.score(Player::kLeft, budget).lower == *score.lower);
      CHECK(*rest.score(Player::kRight, budget).lower == *score.lower);
    }
  }
}

TEST_CASE("what the rules count besides the board") {
  Store store;
  Budget budget;
  const auto problem = cgt::go::generate({.seed = 2, .size = 9});
  const auto scores = [&](const cgt::go::ScoringRules& rules) {
    GoEndgame endgame(store, problem, {}, rules);
    REQUIRE(endgame.solve(budget));
    return *endgame.score(Player::kLeft, budget).lower;
  };
  const Dyadic territory = scores({});
  CHECK(scores({.prisoners = {{7, 3}}}) == territory + Dyadic(4));
  const Dyadic area = scores({.scoring = Scoring::kArea});
  CHECK(scores({.scoring = Scoring::kArea, .prisoners = {{7, 3}}}) == area);
  CHECK(scores({.scoring = Scoring::kArea, .handicap = 4}) == area - Dyadic(4));
}

TEST_CASE("area bounds of a board searched in part hold its area score") {
  std::size_t open = 0;
  std::size_t tries = 0;
  for (std::size_t seed = 1; seed <= cgt::testing::scaled(8); ++seed) {
    const auto problem = cgt::go::generate({.seed = seed, .size = 9});
    Store store;
    Budget budget;
    GoEndgame whole(store, problem, {}, {.scoring = Scoring::kArea});
    REQUIRE(whole.solve(budget));
    for (const std::uint64_t nodes : {1U, 20U, 60U}) {
      GoEndgame part(store, problem, {}, {.scoring = Scoring::kArea});
      Budget few({.nodes = nodes});
      part.solve(few);
      for (const Player first : kPlayers) {
        const Dyadic score = *whole.score(first, budget).lower;
        const auto bounds = part.score(first, budget);
        CHECK(*bounds.lower <= score);
        CHECK(score <= *bounds.upper);
        ++tries;
        open += bounds.exact() ? 0 : 1;
      }
    }
  }
  cgt::testing::expect_share(open, tries, 0.2);
}

}  // namespace area_test
