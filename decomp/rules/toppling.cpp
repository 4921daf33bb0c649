// Toppling Dominoes (Albert, Nowakowski, Wolfe 2007; Fink, Nowakowski, Siegel, Wolfe 2015): a
// player topples a domino of his own colour, or one that is for either player, to the left or to
// the right; it falls with all that stand beyond it in that direction up to a gap.
//
// Rows without gaps are the summands. A row of n dominoes of one player is worth n to him, one of n
// for either player *n. Turning a row around keeps its value, exchanging the colours negates it.
#include "decomp/rules/grid/board.hpp"

namespace cgt::toppling {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr const char* kCharMap = ".lre";

  using BoardPosition::BoardPosition;

  // `move` is twice the domino, plus one if it falls to the right.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

namespace {

using grid::Board;
using grid::kind;

constexpr Board::Cell kGap = 0;
constexpr Board::Cell kEither = 3;
constexpr std::string_view kExchange("\0\2\1\3", 4);

Board::Cell domino_of(Player player) { return player == Player::kLeft ? 1 : 2; }

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] != domino_of(player) && board_[i] != kEither) continue;
    for (const int direction : {-1, 1}) {
      Option<Position>& option = out.emplace_back();
      option.move = static_cast<std::uint32_t>(2 * i + (direction > 0 ? 1 : 0));
      option.position = *this;
      for (int k = i; k >= 0 && k < board_.size() && board_[k] != kGap; k += direction) {
        option.position.board_.set(k, kGap);
      }
    }
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  std::int64_t value = 0;
  for (const Board& row : board_.parts(kGap)) {
    if (row.kinds() == kind(domino_of(Player::kLeft))) {
      value += row.size();
    } else if (row.kinds() == kind(domino_of(Player::kRight))) {
      value -= row.size();
    } else {
      grid::CanonicalBoard least =
          grid::canonical(row, {0, grid::kMirrorColumns}, kExchange, {0, grid::kMirrorColumns});
      sum.push_back({Position(std::move(least.board)), least.negated});
    }
  }
  return value;
}

RulesetEntry toppling_dominoes_entry() {
  return plain_entry(
      "toppling-dominoes", "game.strip.TopplingDominoes",
      "a domino falls to the left or right with all beyond it",
      "l is Left's domino, r is Right's, e is for either player, . is a gap", "lrel.rle",
      "TopplingDominoes", Position::kCharMap, [](RulesetArguments& arguments) {
        return Position(Board::read_strip(arguments, Position::kCharMap, "TopplingDominoes"));
      });
}

}  // namespace cgt::toppling
