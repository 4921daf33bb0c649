// GtpAnalysis: what is known of one position, worked out once and asked by many commands.
//
// Scores are Black minus White with komi and the prisoners of the game so far. Each question takes
// the budget of its command; what an earlier one has found stays. A board on which no block is proved
// safe is not searched: its only part would be the whole board, which no search settles.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"
#include "cgt/support/print_style.hpp"
#include "decomp/rules/go/analysis/safety.hpp"
#include "decomp/rules/go/game.hpp"
#include "decomp/solve/go/endgame.hpp"

namespace cgt::repl {

class GtpAnalysis {
 public:
  GtpAnalysis(const go::Game& game, const Dyadic& komi);

  // Works until all parts have values or the budget is spent. True if all have; asked again after
  // the budget was spent once, it does not try a second time.
  bool solve(Budget& budget);
  // The board cut into parts, or null where the budget ended before.
  const go::Partition* partition(Budget& budget);

  const go::Board& board() const { return endgame_.problem().board; }
  // Requires a call of solve() or partition() that found the board cut into parts.
  const std::vector<solve::Subgame>& subgames() const { return endgame_.subgames(); }
  bool complete() const { return endgame_.complete(); }

  solve::GoEndgame::Score score(Player first, Budget& budget) {
    return endgame_.score(first, budget);
  }
  // Require complete(). Throw BudgetExhausted.
  std::vector<solve::MoveReport> moves(Player first, Budget& budget) {
    return endgame_.moves(first, budget);
  }
  std::vector<solve::LineMove> line(Player first, Budget& budget) {
    return endgame_.line(first, budget);
  }
  std::uint64_t positions() const { return endgame_.statistics().local_positions; }
  // The value of a part that is exact, as text.
  std::string value_text(const solve::Subgame& subgame, Notation notation);

  // The moves of `player` in the part with this number that are best at the part's temperature
  // (hotstrat, Berlekamp 1996), board order. Requires an exact part. Throws BudgetExhausted.
  std::vector<go::Point> hot_moves(std::size_t part, Player player, Budget& budget);

 private:
  Store store_;
  solve::GoEndgame endgame_;
  bool tried_ = false;
};

}  // namespace cgt::repl
