// GtpAnalysis: what is known of one position, worked out once and asked by many commands.
//
// Scores are Black minus White with komi and the prisoners of the game so far. Each question takes
// the budget of its command; what an earlier one has found stays. Safety is that of the static rules
// (go/safety/safety.hpp). A board on which no block is proved safe is not searched: its only
// part would be the whole board, which no search settles.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cgt/store/print_order.hpp"
#include "cgt/store/store.hpp"
#include "decomp/go/board/game.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/report/report.hpp"
#include "decomp/go/safety/safety.hpp"

namespace cgt::repl {

// A part that is proved to be in seki (go/life/seki.hpp), in points of the board.
struct GtpSeki {
  std::vector<go::Point> stones;
  std::vector<go::Point> shared;  // liberties of both colours
};

class GtpAnalysis {
 public:
  // `assumed`: stones of blocks that are taken to live.
  GtpAnalysis(const go::Game& game, const Dyadic& komi, std::vector<go::Point> assumed = {},
              go::Scoring scoring = go::Scoring::kTerritory);

  // The same position if the blocks live that look alive (go/safety/living.hpp): what is said
  // of it is a guess. Null: no block does.
  GtpAnalysis* if_living();

  // Works until all parts have values or the budget is spent. True if all have; asked again after
  // the budget was spent once, it does not try a second time.
  bool solve(Budget& budget);
  // The same position if what lies beyond the contested zones of parts without value is the territory
  // that it looks like (GoEndgame::with_zones()), or as it is where no part can be cut so: a guess.
  // Null: not cut into parts. Asked again, it answers what it found.
  go::GoEndgame* if_bounded(Budget& budget);
  // Life, death and the score of it as a referee sees them (report/judgement.hpp). Asked again, it
  // answers what it found.
  const go::GoReport::Estimate& estimate(Budget& budget);
  // The board cut into parts, or null where the budget ended before.
  const go::Partition* partition(Budget& budget);

  const go::Board& board() const { return endgame_.problem().board; }
  go::Scoring scoring() const { return endgame_.rules().scoring; }
  // Without the prisoners of the game so far, which count for their takers under territory scoring.
  const Dyadic& komi() const { return endgame_.problem().komi; }
  // Requires a call of solve() or partition() that found the board cut into parts.
  const std::vector<go::Subgame>& subgames() const { return endgame_.subgames(); }
  bool complete() const { return endgame_.complete(); }

  go::GoEndgame::Score score(Player first, Budget& budget) { return endgame_.score(first, budget); }
  // Require complete(). Throw BudgetExhausted.
  std::vector<go::MoveReport> moves(Player first, Budget& budget) {
    return endgame_.moves(first, budget);
  }
  std::vector<go::LineMove> line(Player first, Budget& budget) {
    return endgame_.line(first, budget);
  }
  // Requires a board cut into parts. Throws BudgetExhausted.
  std::vector<go::BoundedMove> bounded_moves(Player first, Budget& budget) {
    return endgame_.bounded_moves(first, budget);
  }
  // Of the blocks that are taken to live, in board order. Requires a board cut into parts.
  const PerPlayer<std::vector<go::Point>>& assumed_stones() const {
    return endgame_.partition().assumed_stones;
  }
  // Among all parts, with the budget for the proofs that are not known yet. Throws BudgetExhausted.
  const std::vector<GtpSeki>& sekis(Budget& budget);
  std::uint64_t positions() const { return endgame_.statistics().local_positions; }
  // The value of a part that is exact, as text.
  std::string value_text(const go::Subgame& subgame, Notation notation);

  // The moves of `player` in the part with this number that are best at the part's temperature
  // (hotstrat, Berlekamp 1996), board order. Requires an exact part. Throws BudgetExhausted.
  std::vector<go::Point> hot_moves(std::size_t part, Player player, Budget& budget) {
    return hot_moves(endgame_, part, player, budget);
  }
  // The same for if_bounded().
  std::vector<go::Point> hot_moves(const go::GoEndgame& endgame, std::size_t part, Player player,
                                   Budget& budget);

 private:
  Store store_;
  go::GoEndgame endgame_;
  std::optional<go::GoEndgame> bounded_;
  bool looked_for_bounds_ = false;
  bool tried_ = false;
  std::unique_ptr<GtpAnalysis> if_living_;
  bool looked_for_living_ = false;
  std::optional<std::vector<GtpSeki>> sekis_;
  std::optional<go::GoReport::Estimate> estimate_;
};

}  // namespace cgt::repl
