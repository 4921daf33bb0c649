// Scores that are proved with kos on the board, against play that knows no values, no bounds and no
// parts: all states of small sums, won from the end backwards.
#include "decomp/go/endgame/ko_score.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "cgt/game.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "tests/testing.hpp"

namespace ko_score_test {
namespace {

using cgt::Budget;
using cgt::Dyadic;
using cgt::kPlayers;
using cgt::Player;
using cgt::Store;
using cgt::go::KoScores;
using cgt::go::Region;
using cgt::solve::IncentivePlay;
using Local = cgt::solve::LocalSearch<Region>;

// Does `winner`, moving second, win the sum of the regions less n and of half a point for him in
// no-pass play? Stops are integers, so that is: the stop is n or better for him. n: free moves of
// Right, or of Left if negative; each prisoner is one for its taker. A capture of one stone that is
// banned waits for one turn, and as passes cost nothing under territory scoring, who is under a ban
// may pass instead of using a free move. Play that never ends is not won.
class PlainKos {
 public:
  explicit PlainKos(Player winner) : winner_(winner) {}

  // None: too many states.
  std::optional<bool> wins(const std::vector<Region>& regions, int n) {
    const std::size_t root = number({regions, -1, 0, opponent(winner_), n, true});
    for (std::size_t s = root; s < states_.size(); ++s) {
      if (states_.size() > 1'500) return std::nullopt;
      expand(s);
    }
    // A state is won if the winner has a move to a won one, or the other has none to a state that is
    // not; repeated until nothing changes.
    std::vector<char> won(states_.size(), 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t s = states_.size(); s-- > 0;) {
        if (won[s] != 0) continue;
        const auto is_won = [&](std::size_t t) { return won[t] != 0; };
        const bool now = given_[s]                     ? *given_[s]
                         : states_[s].mover == winner_ ? std::ranges::any_of(next_[s], is_won)
                                                       : std::ranges::all_of(next_[s], is_won);
        if (now) won[s] = 1, changed = true;
      }
    }
    return won[root] != 0;
  }

 private:
  struct State {
    std::vector<Region> regions;
    int ban_region;
    std::uint32_t ban_cell;
    Player mover;
    int n;
    bool half;  // half a point for the winner is still there
  };

  std::size_t number(State state) {
    std::string key;
    for (const Region& r : state.regions)
      key += r.text() + " " + std::string(r.cells().begin(), r.cells().end());
    key += std::to_string(state.ban_region) + "," + std::to_string(state.ban_cell) + "," +
           std::to_string(static_cast<int>(state.mover)) + "," + std::to_string(state.n) +
           (state.half ? "h" : "");
    const auto [at, fresh] = known_.try_emplace(key, states_.size());
    if (fresh) {
      states_.push_back(std::move(state));
      next_.emplace_back();
      given_.emplace_back();
    }
    return at->second;
  }

  void expand(std::size_t s) {
    const State state = states_[s];
    // More free moves than anything on such boards is worth.
    if (state.n > 14 || state.n < -14) {
      given_[s] = (state.n < 0) == (winner_ == Player::kLeft);
      return;
    }
    const bool left = state.mover == Player::kLeft;
    const Player other = opponent(state.mover);
    if (left ? state.n < 0 : state.n > 0) {
      const std::size_t next =
          number({state.regions, -1, 0, other, state.n + (left ? 1 : -1), state.half});
      next_[s].push_back(next);
    }
    if (state.ban_region >= 0) {
      const std::size_t next = number({state.regions, -1, 0, other, state.n, state.half});
      next_[s].push_back(next);
    }
    // 1/2 = {0|1}: the winner takes it away, or the other makes it a point.
    if (state.half) {
      const int n = state.mover == winner_ ? state.n : state.n - sign(winner_);
      const std::size_t next = number({state.regions, -1, 0, other, n, false});
      next_[s].push_back(next);
    }
    for (std::size_t r = 0; r < state.regions.size(); ++r) {
      const Region& region = state.regions[r];
      for (const auto& option : region.options(state.mover)) {
        const bool one = option.shift == 1 || option.shift == -1;
        if (state.ban_region == static_cast<int>(r) && state.ban_cell == option.move && one) {
          continue;
        }
        State after{state.regions, -1, 0, other, state.n - static_cast<int>(option.shift),
                    state.half};
        after.regions[r] = option.position;
        if (option.ko) {
          // The stone that is gone stood where it is empty now and was not.
          after.ban_region = static_cast<int>(r);
          for (std::size_t i = 0; i < region.size(); ++i) {
            if ((region[i] & Region::kContents) > Region::kEmpty &&
                (option.position[i] & Region::kContents) == Region::kEmpty) {
              after.ban_cell = static_cast<std::uint32_t>(i);
            }
          }
        }
        const std::size_t next = number(std::move(after));
        next_[s].push_back(next);
      }
    }
  }

  Player winner_;
  std::vector<State> states_;
  std::vector<std::vector<std::size_t>> next_;
  std::vector<std::optional<bool>> given_;
  std::map<std::string, std::size_t> known_;
};

// A region of random cells with a legal position, or none.
std::optional<Region> random_region(std::mt19937& rng, int width, int height) {
  const std::vector<Region::Cell> cells{0, 1, 5, 9, 13, 2, 10, 3, 7};
  std::vector<Region::Cell> box;
  for (int i = 0; i < width * height; ++i) box.push_back(cells[rng() % cells.size()]);
  Region region = Region::from_cells(width, height, box);
  for (const auto& part : region.parts()) {
    try {
      if (Region::parse(part.region.text()) != part.region) return std::nullopt;
    } catch (const cgt::InputError&) {
      return std::nullopt;
    }
  }
  return region;
}

struct Known {
  Store store;
  Local local{store};
  cgt::solve::IncentivePlay sum{store};
  KoScores kos{store, local, sum};
};

}  // namespace

TEST_CASE("what is secured with kos is won by plain play", "[long]") {
  std::mt19937 rng(20);
  Known known;
  std::size_t tried = 0;
  std::size_t narrowed = 0;
  std::size_t settled = 0;
  std::size_t asked = 0;
  std::size_t compared = 0;
  std::size_t agree = 0;
  Budget budget;
  for (std::size_t i = 0; i < cgt::testing::scaled(700); ++i) {
    const auto first = random_region(rng, 2 + static_cast<int>(rng() % 2), 2);
    const auto second = random_region(rng, 1 + static_cast<int>(rng() % 3), 1);
    if (!first || !second) continue;
    const auto value = known.local.evaluate(*first, budget);
    if (value.exact()) continue;
    const std::vector<Region> regions{*first, *second};
    CAPTURE(first->text(), second->text());
    const auto other = known.local.evaluate(*second, budget);
    ++tried;
    for (const Player prover : kPlayers) {
      const bool left = prover == Player::kLeft;
      const auto state = KoScores::state(regions, opponent(prover));
      const std::vector<cgt::GameId> low{value.lower, other.lower};
      const std::vector<cgt::GameId> high{value.upper, other.upper};
      const Dyadic from = known.sum.stop(left ? low : high, opponent(prover), budget);
      const Dyadic to = known.sum.stop(left ? high : low, opponent(prover), budget);
      bool last = true;
      Dyadic reached = from;
      for (Dyadic target = from; left ? target <= to + 1 : target >= to - 1;
           target += Dyadic(sign(prover))) {
        const bool yes = known.kos.secures(prover, target, state, budget);
        // What is secured is so for every lesser aim, and not beyond the other end.
        REQUIRE((last || !yes));
        if (target == from) REQUIRE(yes);
        if (left ? target > to : target < to) REQUIRE_FALSE(yes);
        last = yes;
        if (yes) reached = target;
        // A stop that is a fraction is half a move yet to be played, which the opponent may take:
        // then plain play, whose scores are integers, has to reach the weaker one beside it.
        PlainKos plain(prover);
        const Dyadic weaker = left ? target.floor() : target.ceil();
        const auto won = plain.wins(regions, static_cast<int>(weaker.small_numerator()));
        CAPTURE(prover, target.to_string());
        if (won && yes) REQUIRE(*won);
        if (!target.is_integer()) continue;
        ++asked;
        compared += won ? 1 : 0;
        agree += won && *won == yes ? 1 : 0;
      }
      narrowed += reached != from ? 1 : 0;
      settled += reached == to ? 1 : 0;
      // Moving first, a player secures what he secures after one of his moves, or a pass.
      const auto begins = KoScores::state(regions, prover);
      for (const Dyadic& target : {reached, reached + sign(prover)}) {
        bool any = known.kos.secures(prover, target, state, budget);
        for (std::size_t r = 0; r < regions.size(); ++r) {
          for (const auto& option : regions[r].options(prover)) {
            any = any || known.kos.secures(prover, target,
                                           KoScores::after(regions, r, option, prover), budget);
          }
        }
        REQUIRE(known.kos.secures(prover, target, begins, budget) == any);
      }
    }
  }
  CHECK(tried > 20);
  cgt::testing::expect_share(compared, asked, 0.2);
  cgt::testing::expect_share(agree, compared, 0.5);      // 0.94
  cgt::testing::expect_share(narrowed, 2 * tried, 0.1);  // 0.3
  cgt::testing::expect_share(settled, 2 * tried, 0.1);   // 0.39
}

TEST_CASE("a ko without threats is won by who takes it last") {
  Known known;
  Budget budget;
  // Black can take one stone, White then waits for a threat that nobody has: alone, the first to
  // move there has it.
  const std::vector<Region> ko{Region::parse("#BW#/B.XW/#BW#")};
  const auto value = known.local.evaluate(ko[0], budget);
  REQUIRE_FALSE(value.exact());
  for (const Player first : kPlayers) {
    const auto state = KoScores::state(ko, first);
    std::int64_t least = -9;
    while (known.kos.secures(Player::kLeft, Dyadic(least + 1), state, budget)) ++least;
    std::int64_t most = 9;
    while (known.kos.secures(Player::kRight, Dyadic(most - 1), state, budget)) --most;
    CHECK(least == most);
    CHECK(least == (first == Player::kLeft ? 0 : -1));
  }
}

TEST_CASE("a board with a ko has an exact score and proved moves") {
  Store store;
  Budget budget;
  // The ko of docs/go-proofs.md.
  cgt::go::GoEndgame endgame(
      store, cgt::go::parse_board("X.XXOO.O\nXXXXOOOO\nXXX.XOOO\nXXXXOOOO\nX.XXOO.O\n"));
  CHECK_FALSE(endgame.solve(budget));
  for (const Player first : kPlayers) {
    const auto score = endgame.score(first, budget);
    CHECK(score.exact());
    const auto proved = cgt::go::proved_best_of(endgame.bounded_moves(first, budget));
    CHECK(proved.size() == 1);
  }
}

}  // namespace ko_score_test
