// A game of one's own with dice: when to stop in a turn of Pig.
//
// A player rolls a die as often as he likes. What it shows is added to his turn, but a 1 ends the
// turn with nothing. How many points is a turn worth that is played best, and when should he stop?
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "decomp/search/expectiminimax.hpp"
#include "decomp/search/games/tree.hpp"

namespace {

using cgt::search::GameTree;
using cgt::search::TreeState;

// Nobody rolls on beyond 30: what a 1 takes is by then worth more than the others bring.
constexpr int kEnough = 30;

struct Turn {
  enum Move : std::uint8_t { kHold = 0, kRoll = 7 };  // 1 to 6: what the die shows
  int points = 0;
  bool ended = false;
  bool rolling = false;

  static cgt::search::GameType type() {
    return {.players = 1,
            .chance = cgt::search::ChanceMode::kExplicit,
            .least_utility = 0,
            .greatest_utility = kEnough + 6};
  }
  int player() const {
    if (ended) return cgt::search::kTerminal;
    return rolling ? cgt::search::kChance : 0;
  }
  void moves(std::vector<Move>& out) const {
    if (rolling) {
      for (int pips = 1; pips <= 6; ++pips) out.push_back(static_cast<Move>(pips));
      return;
    }
    out.push_back(kHold);
    if (points < kEnough) out.push_back(kRoll);
  }
  void play(Move move) {
    ended = move == kHold || move == 1;
    rolling = move == kRoll;
    if (move == 1) points = 0;
    if (move != kHold && move != kRoll) points += ended ? 0 : move;
  }
  static double probability(Move) { return 1.0 / 6; }
  double utility(int) const { return points; }
  std::uint64_t hash() const {
    return cgt::mix(static_cast<std::uint64_t>(points), (rolling ? 2U : 0U) + (ended ? 1U : 0U));
  }
  bool operator==(const Turn&) const = default;
};

}  // namespace

int main() {
  cgt::Budget budget;  // without a limit: an answer that one has cut short may have no best move
  cgt::search::Expectiminimax<Turn> search({.cuts = cgt::search::ChanceCuts::kStar2});

  const auto turn = search.search(Turn{}, budget);
  int limit = 1;  // the least number of points that are better kept
  while (search.search(Turn{.points = limit}, budget).best.front() == Turn::kRoll) ++limit;
  std::printf("a turn of Pig is worth %.4f points; hold at %d\n", *turn.value, limit);

  // What is small enough to be written down needs no class: Russell and Norvig's example of why
  // the scale of an evaluation matters where chance moves. The second move is better if the four
  // ends are worth 1 to 4, the first if they are worth 1, 20, 30 and 400, in the same order.
  const auto better_move = [&](double a, double b, double c, double d) {
    GameTree tree;
    const auto first = tree.chance({tree.leaf({b}), tree.leaf({c})}, {0.9, 0.1});
    const auto second = tree.chance({tree.leaf({a}), tree.leaf({d})}, {0.9, 0.1});
    tree.set_root(tree.node(0, {first, second}));
    return cgt::search::Expectiminimax<TreeState>().search(TreeState(tree), budget).best.front();
  };
  const auto small = better_move(1, 2, 3, 4);
  const auto large = better_move(1, 20, 30, 400);
  std::printf("move %u, and move %u in the other scale\n", small + 1, large + 1);

  // Rolling at n points is worth (5 n + 20) / 6 if the next roll is the last: n = 20 is the limit.
  const bool right = std::abs(*turn.value - 8.1418) < 1e-4 && limit == 20;
  return turn.exact() && right && small == 0 && large == 1 ? 0 : 1;
}
