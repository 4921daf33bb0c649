#include "decomp/solve/sums/sum.hpp"

#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"

namespace cgt::solve {

std::vector<SumMove> moves_in(Store& store, const Sum& sum, std::size_t term, Player player) {
  std::vector<SumMove> out;
  if (const auto* game = std::get_if<GameId>(&sum[term].game)) {
    for (const GameId option : store.options(*game, player)) {
      out.push_back({term, player, option, kZero, to_text(store, option)});
    }
    return out;
  }
  if (const auto* loopy = std::get_if<LoopyTerm>(&sum[term].game)) {
    LoopyGames games(store);
    const LoopyValue value = parse_loopy(games, loopy->text);
    if (!value.is_stopper()) return out;
    for (const LoopyId option : games.options(value.stopper(), player)) {
      std::string text = to_text(games, option);
      SumGame after = option.is_short() ? SumGame(option.game()) : SumGame(LoopyTerm{text});
      out.push_back({term, player, std::move(after), kZero, std::move(text)});
    }
    return out;
  }
  for (Option<AnyPosition>& option : std::get<AnyPosition>(sum[term].game).options(player)) {
    std::string text = option.position.text();
    out.push_back(
        {term, player, std::move(option.position), store.integer(option.shift), std::move(text)});
  }
  return out;
}

Sum after_move(Store& store, Sum sum, const SumMove& move) {
  SumTerm& term = sum[move.term];
  term.game = move.after;
  term.text = move.text;
  if (move.gained != kZero) sum.push_back({move.gained, "", to_text(store, move.gained)});
  return sum;
}

void refuse_loopy_sum() {
  throw LoopySum("this sum is loopy: play can come back to an earlier one",
                 "sums of games with cycles are not searched");
}

}  // namespace cgt::solve
