// Ski-Jumps (Berlekamp, Conway, Guy 1982, chapter 1): Left's skiers go to the right, Right's to the
// left: any number of free cells along the row, or off its end. A jumper right above a skier of the
// other player may jump over him onto the cell below, if that is free; who was jumped over is no
// jumper any more.
//
// Rows that no jump can ever connect are summands. A row of Left's skiers only is worth the steps
// that they can take to get off it. Turning the slope around, columns reversed, and exchanging the
// players negates it.
#include <algorithm>

#include "decomp/rules/grid/board.hpp"

namespace cgt::ski_jumps {

class Position : public grid::BoardPosition<Position> {
 public:
  // Capitals jump.
  static constexpr const char* kCharMap = ".LRlr";

  using BoardPosition::BoardPosition;

  // `move` is the skier's cell times (columns + 2), plus 0 for a jump, or the number of cells that
  // he goes, up to the end of the row and off it.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

namespace {

using grid::Board;
using grid::kind;
using grid::Kinds;

enum : Board::Cell { kFree, kLeftJumper, kRightJumper, kLeftSkier, kRightSkier };
constexpr std::string_view kExchange("\0\2\1\4\3", 5);

Board::Cell jumper_of(Player player) {
  return player == Player::kLeft ? kLeftJumper : kRightJumper;
}
Board::Cell skier_of(Player player) { return player == Player::kLeft ? kLeftSkier : kRightSkier; }
Kinds skiers_of(Player player) { return kind(jumper_of(player)) | kind(skier_of(player)); }

// Rows from `first` that jumps may connect, up to the one returned, which does not belong to them.
int end_of_rows(const Board& board, int first) {
  SmallVector<Kinds, 32> holds(static_cast<std::size_t>(board.rows()), 0);
  for (int i = 0; i < board.size(); ++i) {
    holds[static_cast<std::size_t>(board.row(i))] |= kind(board[i]);
  }
  int end = first + 1;
  // Skiers come from above only, so that one pass downwards finds all that each row may hold.
  for (std::size_t r = static_cast<std::size_t>(first); r + 2 < holds.size(); ++r) {
    for (const Player player : kPlayers) {
      if ((holds[r] & kind(jumper_of(player))) == 0 ||
          (holds[r + 1] & skiers_of(opponent(player))) == 0)
        continue;
      if (static_cast<int>(r) >= end) continue;
      holds[r + 2] |= kind(jumper_of(player));
      holds[r + 1] |= kind(skier_of(opponent(player)));
      end = std::max(end, static_cast<int>(r) + 3);
    }
  }
  return end;
}

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  const int ahead = player == Player::kLeft ? 1 : -1;
  for (int i = 0; i < board_.size(); ++i) {
    if ((kind(board_[i]) & skiers_of(player)) == 0) continue;
    const int r = board_.row(i);
    const int c = board_.column(i);
    const auto add = [&](int steps) -> Board& {
      Option<Position>& option = out.emplace_back();
      option.move = static_cast<std::uint32_t>(i * (board_.columns() + 2) + steps);
      option.position = *this;
      option.position.board_.set(i, kFree);
      return option.position.board_;
    };
    int steps = 1;
    for (; board_.at(r, c + steps * ahead) == kFree; ++steps) {
      add(steps).set(board_.cell(r, c + steps * ahead), board_[i]);
    }
    if (board_.at(r, c + steps * ahead) == Board::kOff) add(steps);
    if (board_[i] != jumper_of(player) || board_.at(r + 2, c) != kFree ||
        (kind(board_.at(r + 1, c)) & skiers_of(opponent(player))) == 0)
      continue;
    Board& after = add(0);
    after.set(board_.cell(r + 1, c), skier_of(opponent(player)));
    after.set(board_.cell(r + 2, c), board_[i]);
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  std::int64_t value = 0;
  for (int first = 0; first < board_.rows();) {
    const int end = end_of_rows(board_, first);
    Board part(end - first, board_.columns());
    for (int i = 0; i < part.size(); ++i) {
      const Board::Cell c = board_[first * board_.columns() + i];
      part.set(i, c);
      // Who has nobody to jump over is like one who cannot jump.
      if (end == first + 1 && c == kLeftJumper) part.set(i, kLeftSkier);
      if (end == first + 1 && c == kRightJumper) part.set(i, kRightSkier);
    }
    first = end;
    const Kinds all = part.kinds();
    if (all == kind(kFree)) continue;
    const bool left = (all & skiers_of(Player::kLeft)) != 0;
    const bool right = (all & skiers_of(Player::kRight)) != 0;
    if (left != right) {
      for (int i = 0; i < part.size(); ++i) {
        if (part[i] == kFree) continue;
        value += left ? part.columns() - part.column(i) : -1 - part.column(i);
      }
      continue;
    }
    grid::CanonicalBoard least = grid::canonical(part, {0}, kExchange, {grid::kMirrorColumns});
    sum.push_back({Position(std::move(least.board)), least.negated});
  }
  return value;
}

RulesetEntry ski_jumps_entry() {
  return plain_entry(
      "ski-jumps", "game.grid.SkiJumps",
      "skiers go along rows, and jumpers over enemies below them: Left's right, Right's left",
      "L and R are jumpers, l and r skiers who do not jump, . is free; rows are separated by |",
      "L....|....R|.....", "SkiJumps", Position::kCharMap, [](RulesetArguments& arguments) {
        return Position(Board::read(arguments, Position::kCharMap, "SkiJumps"));
      });
}

}  // namespace cgt::ski_jumps
