#include "repl/explorer/api/values.hpp"

#include <algorithm>
#include <optional>

namespace cgt::repl {
namespace {

// Does who moved to it win, if infinite play is as this side has it?
bool wins_second(OutcomeClass outcome, Player mover) {
  return outcome == OutcomeClass::kPrevious ||
         outcome == (mover == Player::kLeft ? OutcomeClass::kLeft : OutcomeClass::kRight);
}

}  // namespace

int end_after(LoopyOutcome outcome, Player mover) {
  // In the onside infinite play is Left's win, in the offside Right's.
  const OutcomeClass hard = mover == Player::kLeft ? outcome.offside : outcome.onside;
  const OutcomeClass easy = mover == Player::kLeft ? outcome.onside : outcome.offside;
  if (wins_second(hard, mover)) return 2;
  return wins_second(easy, mover) ? 1 : 0;
}

void rank_moves(Work& work, Player player, std::vector<RankedMove>& moves) {
  int most = 0;
  for (RankedMove& move : moves) {
    work.budget.charge();
    move.end = end_after(work.games.outcome(move.after), player);
    most = std::max(most, move.end);
  }
  std::optional<Dyadic> stop;
  const auto stop_after = [&](const RankedMove& move) -> std::optional<Dyadic> {
    if (!move.after.is_short()) return std::nullopt;
    return work.store.stop(move.after.stopper().game(), opponent(player));
  };
  const auto better = [&](const Dyadic& a, const Dyadic& b) {
    return player == Player::kLeft ? a > b : a < b;
  };
  for (RankedMove& move : moves) {
    move.loses = move.end < most;
    if (move.loses) continue;
    const auto own = stop_after(move);
    if (own && (!stop || better(*own, *stop))) stop = own;
  }
  std::vector<RankedMove*> open;
  for (RankedMove& move : moves) {
    if (move.loses) continue;
    const auto own = stop_after(move);
    if (!own || !stop || *own == *stop) open.push_back(&move);
  }
  for (RankedMove* const move : open) {
    move->best = std::ranges::none_of(open, [&](const RankedMove* other) {
      if (other == move) return false;
      work.budget.charge();
      const Relation relation = work.games.compare(move->after, other->after);
      return relation == (player == Player::kLeft ? Relation::kLess : Relation::kGreater);
    });
  }
}

}  // namespace cgt::repl
