// Go endgames by decomposition (Mueller 1999): partition the board, search every part locally,
// value it as a combinatorial game, and play the sum.
//
//   cgt::Store store;
//   cgt::go::GoEndgame endgame(store, cgt::go::load_sgf("problem.sgf"));
//   cgt::Budget budget;
//   endgame.solve(budget);
//   endgame.score(cgt::Player::kLeft, budget);  // Black minus White when Black moves first
//   endgame.line(cgt::Player::kLeft, budget);
//
// Black is Left. Scores are Black minus White, territory plus prisoners, komi counted. What a
// result rests on is listed by assumptions().
//
// A subgame without a value, because it is dependent or too large, has integer bounds
// (safety/bounds.hpp), and one that depends on ko the bounds of the local search. The sum is then
// played twice, with all subgames at their lower and at their upper ends, and scores are intervals:
// no board is refused. A subgame between integers only widens the interval.
// A subgame that is proved to be a seki (life/seki.hpp) is settled: nobody gains by moving in it, and
// its moves are left out; the local search takes small ones without eyes, where it says the same.
//
// Rules. Values are those of territory scoring. Under area scoring a stone on the board counts 1 as
// well, so that every play is a point hotter: the area game of a subgame of value G is G heated by
// 1, {G^L + 1 | G^R - 1} and numbers as they are, and G is the area game cooled by 1 (Berlekamp and
// Wolfe 1994). Scores, moves and lines are those of the area game then. With no point left neutral,
// the area score is the territory score, or one more for who moves first if he also makes the last
// move: the parity of the board's points decides (area_by_parity()). A subgame that depends on ko
// has only integer bounds there.
//
//   endgame.score(cgt::Player::kLeft, budget).winner();  // none unless the interval decides it
//   endgame.bounded_moves(cgt::Player::kLeft, budget);   // with the moves that are proved best
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/go/life/seki.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/go/safety/partition.hpp"

namespace cgt::go {

enum class Scoring : std::uint8_t { kTerritory, kArea };

// What a score counts besides the board.
struct CGT_API ScoringRules {
  Scoring scoring = Scoring::kTerritory;
  // Territory: enemy stones taken before this position, which no set-up shows.
  PerPlayer<std::int64_t> prisoners{{0, 0}};
  // Area: points for White, as for handicap stones under Chinese rules.
  int handicap = 0;
  // Area: who passes first takes half a point, which makes the result that of territory scoring in
  // most cases (Spight).
  bool button = false;
};

// One independent part of the board.
struct CGT_API Subgame {
  std::vector<Point> points;  // its playable points and unsafe stones, board order
  std::string diagram;        // as game.go.Region() reads it
  bool searched = false;      // false: dependent, too large, or the budget ended first
  bool exact = false;         // true: lower == upper
  GameId lower;  // value, or bounds of one that depends on ko, or integers if not searched
  GameId upper;
  GameId chilled;  // cooled by 1; none unless exact
  Dyadic mean;     // of the exact value
  Dyadic temperature;
  bool coupled = false;  // areas of it are tied together by blocks that are not safe
  // Proved seki (life/seki.hpp): exact and 0, own eyes count nothing (territory).
  std::optional<Seki> seki;
  std::string note;             // "" or why it is not exact, or what couples it
  std::uint64_t positions = 0;  // new local positions searched for it
};

// What it matters who moves first in a subgame that is hot.
struct CGT_API Worth {
  std::optional<Player> sente;  // whose move there is sente; none: gote
  Dyadic deiri;                 // by so many points
  PerPlayer<Dyadic> next;       // the temperature after the best move of each
};
// Read off the thermograph of the value. None: no exact value, or nobody gains by a move. Throws
// BudgetExhausted if the store's budget is spent.
CGT_API std::optional<Worth> worth_of(Store& store, const Subgame& subgame);

// A first move and what it leads to.
struct CGT_API MoveReport {
  Point point;
  std::size_t subgame = 0;
  Dyadic score;  // final score after it with best play
  Dyadic loss;   // points that it gives away, >= 0
};

// A first move where not every subgame has an exact value.
struct CGT_API BoundedMove {
  Point point;
  std::size_t subgame = 0;
  Dyadic lower;  // final score after it with best play
  Dyadic upper;
  bool proved_best = false;  // no other move and no pass can do better, wherever the values lie
};

// The points of the moves that are proved best, in their order.
CGT_API std::vector<Point> proved_best_of(const std::vector<BoundedMove>& moves);

// The points of the moves that lose nothing, in their order.
CGT_API std::vector<Point> best_of(const std::vector<MoveReport>& moves);

struct CGT_API LineMove {
  Player player = Player::kLeft;
  Point point;
  bool single_incentive = false;  // one undominated incentive decided it, no search
};

struct CGT_API GoStatistics {
  std::uint64_t local_positions = 0;  // positions expanded by the local searches
  std::uint64_t sum_states = 0;       // states expanded by the sum search
  std::uint64_t games = 0;            // canonical games in the store
  double partition_ms = 0;
  double local_ms = 0;
  double sum_ms = 0;
};

class CGT_API GoEndgame {
 public:
  // The store must outlive the endgame.
  // What problem.assumed names is assumed to live in addition to options.assumed.
  GoEndgame(Store& store, Problem problem, PartitionOptions options = {}, ScoringRules rules = {});
  ~GoEndgame();
  GoEndgame(GoEndgame&&) noexcept;

  const Problem& problem() const;
  // How it is cut; blocks that the problem assumes to live are among those of the options.
  const PartitionOptions& options() const;
  const ScoringRules& rules() const;

  // Partition, local searches and values. Every subgame gets a small share of the budget before
  // any gets a large one, so that a hard one does not keep the others from being solved. When the
  // budget ends, the subgames not solved stay unsearched, and the scores are bounds; another call goes
  // on where it ended. Returns complete().
  bool solve(Budget& budget);

  // Only cuts the board. Returns partitioned().
  bool divide(Budget& budget);
  // Is the board cut into its parts? False before solve(), or if the budget ended even before that;
  // then there are no subgames, and the fixed score is not known.
  bool partitioned() const;
  const Partition& partition() const;
  const std::vector<Subgame>& subgames() const;
  // What the settled part of the board counts, with all that the rules count besides, minus komi:
  // safe stones' territory, dead stones in it and earlier prisoners; under area scoring the stones
  // of the whole board instead of prisoners. Requires partitioned().
  Dyadic fixed_score() const;
  // True if every subgame has an exact value.
  bool complete() const;
  // The subgame whose bounds are farthest apart, which is the one to resolve next: the first on the
  // board among equals. None: complete, or not partitioned.
  std::optional<std::size_t> widest();
  // How far its bounds are apart: the greatest score of the upper less the least of the lower.
  Dyadic width(std::size_t subgame);

  // Value of the whole board, fixed score included: may be a very large game. Requires complete().
  GameId total_value();

  // Final score when `first` moves first; bounds when values are bounds. Never unknown once the board
  // is partitioned: where the budget ends before the sum is played, mean and temperature bound it.
  struct Score {
    std::optional<Dyadic> lower;  // none: not partitioned
    std::optional<Dyadic> upper;
    bool exact() const { return lower && upper && *lower == *upper; }
    // Who wins whatever the score is in the interval; none: open, or jigo.
    std::optional<Player> winner() const;
  };
  Score score(Player first, Budget& budget);

  // Area score from the territory game: its score, and one point for who moves first if the parity
  // of the points says that he moves last. None unless complete, under area scoring without button,
  // or if points stay neutral or it cannot be told (a seki).
  std::optional<Dyadic> area_by_parity(Player first, Budget& budget);

  // Every legal first move in a subgame with its score, best first. Requires complete().
  std::vector<MoveReport> moves(Player first, Budget& budget);
  // Every legal first move in a subgame with bounds of its score, in board order. Requires
  // partitioned().
  //
  // A move is proved best if each other move and passing is no better than it, by one of these:
  //   - its lower bound is at least the upper bound of the other, or
  //   - with both incentives at their worse ends for it (of a move of Left in G: G^L - G), the
  //     Right stop of their difference is >= 0. Since RS(A + B) >= RS(A) + RS(B), its score is then
  //     at least the other's in every sum, whatever the subgames without value are worth.
  std::vector<BoundedMove> bounded_moves(Player first, Budget& budget);
  // best_of(moves()): empty if passing is best or nothing is left to play.
  std::vector<Point> best_moves(Player first, Budget& budget);
  // One optimal line, to the end of the last subgame. Requires complete().
  std::vector<LineMove> line(Player first, Budget& budget);

  // The same board if, besides what is assumed already, what lies beyond the contested zones of the
  // parts without value is the territory that it looks like (safety/zones.hpp). It is
  // solved within the budget, and told apart by areas_assumed(). None: no part can be cut so, or
  // solve() left none without value. Shares the store and the local search of this endgame.
  std::optional<GoEndgame> with_zones(Budget& budget);

  // Thermograph of the sum of all subgames: exact when the sum is small, otherwise none.
  std::optional<Thermograph> thermograph(Budget& budget);

  // Do the results rest on blocks that were assumed to live, or on assumed areas?
  bool conditional() const;
  // The areas that are taken to be territory though they are open, one line each.
  std::vector<std::string> areas_assumed() const;
  // What is assumed of them, one line each: the blocks, the areas that are theirs if they live, and
  // assumed stones that are proved dead; areas_assumed(). Empty unless conditional().
  std::vector<std::string> life_assumed() const;
  // Everything that a result rests on, life_assumed() included.
  std::vector<std::string> assumptions() const;
  const GoStatistics& statistics() const;

 private:
  struct Impl;
  explicit GoEndgame(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt::go
