// Boards with kos that matter: what can be said where the sum has no exact value. Masts add up, so
// there is a mean of the board for each komaster; the move is that of a strategy that looks at the
// thermographs of the regions one by one (thermo/strategies.hpp), which is an estimate: nobody can
// be komaster of two kos for nothing, and the temperature of the board goes in steps.
//
// A play-out follows the strategies to the end, also from the middle of play. Before the first move
// hotstrat and sentestrat agree: the opponent has not moved, so that there is nothing to answer, and
// the ambient temperature is that of the hottest region. Later they part where the opponent's move
// leaves his region hotter than it has been anywhere, and another region is hotter still, or where
// the answer that keeps most at the temperature of the region is not the one that keeps most at the
// ambient temperature.
//
// What sentestrat promises (Berlekamp 1996, "The economist's view of combinatorial games"): let M be
// the sum of the means of a board and T its temperature, or 0 if that is colder. Against every
// opponent, who follows it gets at least M, seen from his side, if he moves first, and at least
// M - T if he moves second. This is a theorem on short games: it speaks of play that ends, and in
// which no region ever depends on ko (KoLine::ko). One with an exact value may lead to positions that
// do, and then nothing is promised.
//
//   GoEndgame endgame(store, load_sgf("game.sgf"));
//   endgame.solve(budget);
//   const BoardKos kos = board_kos(store, endgame, Player::kLeft, budget);
//   if (kos.sums) std::cout << to_string((*kos.sums)[0].mean) << '\n';  // no komaster
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/endgame/ko_region.hpp"

namespace cgt::go {

struct OrthodoxMove {
  std::size_t subgame = 0;
  Point point;
};

// The sum of all regions for one komaster.
struct KoSum {
  Rational mean;         // of the final score, komi counted
  Rational temperature;  // of a hottest region; -1 if there is none
  // The move of hotstrat, and of sentestrat: the best one at that temperature in a hottest region.
  // None: nothing is left to play.
  std::optional<OrthodoxMove> move;
};

struct BoardKos {
  // By subgame; none for those whose value is exact, or was not found.
  std::vector<std::optional<RegionKo>> regions;
  // By komaster; none if a region has no thermograph.
  std::optional<std::array<KoSum, 3>> sums;
};

// Requires a solved endgame. Throws BudgetExhausted.
BoardKos board_kos(Store& store, const GoEndgame& endgame, Player to_play, Budget& budget);

// How a player chooses among the regions (thermo/strategies.hpp).
enum class KoStrategy : std::uint8_t { kHotstrat, kSentestrat };
const char* name(KoStrategy strategy);

struct KoLineMove {
  Player player = Player::kLeft;
  std::size_t subgame = 0;
  Point point;
  Rational ambient;     // the lowest temperature of the board so far, this turn included
  bool answer = false;  // to a move that left its region hotter than that
  bool threat = false;  // the komaster takes a ko back at once: a threat and its answer go before
};

struct KoLine {
  std::vector<KoLineMove> moves;
  // Black minus White at the end; regions where nobody moves any more count their means. They are
  // apart only if a region has no thermograph: it counts the means of the bounds of its value.
  Rational lower;
  Rational upper;
  std::string trouble;  // "" or why play was not followed to its end: all regions count their means
  bool ko = false;      // the value of a region was not exact, before the first move or later
  bool exact() const { return lower == upper; }
};

// What is played after what.
struct KoLineRules {
  PerPlayer<KoStrategy> strategies;
  Komaster komaster = Komaster::kNone;
  std::vector<Point> given;  // moves by turns that go before, whatever they are worth
};

// Both play by their strategies until every region is colder than 0 (or all moves there are banned).
// A ko may not be taken back at once, but by the komaster. Requires a solved endgame whose subgames
// were all searched. Throws BudgetExhausted, and Error if a given move is not legal in a region.
KoLine ko_line(Store& store, const GoEndgame& endgame, Player first, const KoLineRules& rules,
               Budget& budget);

}  // namespace cgt::go
