// Games for the searches without writing one: positions of a ruleset, a race to capture, a chess
// endgame. Each answer is checked by other means.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "decomp/rules/domineering.hpp"
#include "decomp/search/alpha_beta.hpp"
#include "decomp/search/games/chess_endgame_state.hpp"
#include "decomp/search/games/liberty_race.hpp"
#include "decomp/search/position_game.hpp"

namespace {

namespace search = cgt::search;
namespace chess = cgt::search::chess;

// Who wins Domineering on a square board, if Left begins? Values of games answer that for normal
// play; under misere play, where the player without a move wins, a search has to.
bool left_wins(int side, search::Convention convention, cgt::Budget& budget) {
  using Board = cgt::domineering::Position<std::uint64_t, false>;
  const Board board(side, side, std::vector<bool>(static_cast<std::size_t>(side * side), true));
  const search::PositionGame<Board> game(board, cgt::Player::kLeft, convention);
  return search::AlphaBeta<search::PositionGame<Board>>().search(game, budget).value > 0;
}

// Two blocks race for liberties in Go. Counts the races in which search and closed form disagree.
int races(cgt::Budget& budget, int& count) {
  int wrong = 0;
  search::AlphaBeta<search::LibertyRace> engine;
  for (std::uint8_t attacker = 1; attacker <= 4; ++attacker) {
    for (std::uint8_t defender = 1; defender <= 4; ++defender) {
      for (int shared = 0; shared <= 3; ++shared) {
        const search::LibertyRace race({.outside = attacker}, {.outside = defender}, shared, 0);
        const auto found = engine.search(race, budget);
        wrong += found.value == static_cast<int>(race.outcome()) ? 0 : 1;
        ++count;
      }
    }
  }
  return wrong;
}

// Mate or nothing: states at the horizon are worth 0.
struct MateOnly {
  using Value = int;
  static int terminal(const chess::EndgameState& s) { return s.utility(0); }
  static int evaluate(const chess::EndgameState& /*state*/) { return 0; }
};

// The plies to mate that iterative deepening finds, from the first position of the table that is
// mate in so many plies.
int mate_in(const chess::Endgame& table, unsigned plies, cgt::Budget& budget) {
  std::uint32_t number = 0;
  while (!table.value(chess::kWhite, number).mover_wins() ||
         table.value(chess::kWhite, number).plies() != plies) {
    ++number;
  }
  const auto position = chess::Position::of(table.material(), chess::kWhite, number);
  const chess::EndgameState root(table.material(), position);
  int depth = 0;
  while (depth < 20) {
    search::AlphaBeta<chess::EndgameState, MateOnly> engine({.max_depth = ++depth});
    if (engine.search(root, budget).value == 1) break;
  }
  std::printf("%s: mate in %d plies\n", position.text(table.material()).c_str(), depth);
  return depth;
}

}  // namespace

int main() {
  cgt::Budget budget({.milliseconds = 30'000});

  for (int side = 2; side <= 4; ++side) {
    std::printf("Domineering %dx%d: Left, who begins, %s; under misere play she %s\n", side, side,
                left_wins(side, search::Convention::kNormal, budget) ? "wins" : "loses",
                left_wins(side, search::Convention::kMisere, budget) ? "wins" : "loses");
  }
  // Whoever begins on 2x2 leaves the other no move.
  const bool board = left_wins(2, search::Convention::kNormal, budget) &&
                     !left_wins(2, search::Convention::kMisere, budget);

  int count = 0;
  const int wrong = races(budget, count);
  std::printf("%d races to capture, %d decided otherwise than by the formula\n", count, wrong);

  const chess::Endgame table(chess::Material("KRK"), budget);
  const bool mates = mate_in(table, 3, budget) == 3 && mate_in(table, 5, budget) == 5;
  return board && wrong == 0 && count == 64 && mates ? 0 : 1;
}
