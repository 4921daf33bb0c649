#include "decomp/rules/clobber/clobber.hpp"

#include <array>

namespace cgt::clobber {
namespace {

using grid::Board;

constexpr Board::Cell kFree = 0;
constexpr Board::Cell kWall = 3;
constexpr std::string_view kExchange("\0\2\1\3", 4);
constexpr std::array<std::pair<int, int>, 4> kDirections{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

Board::Cell stone_of(Player player) { return player == Player::kLeft ? 1 : 2; }

bool has_both_colours(const Board& board) {
  bool left = false;
  bool right = false;
  for (int i = 0; i < board.size(); ++i) {
    left = left || board[i] == stone_of(Player::kLeft);
    right = right || board[i] == stone_of(Player::kRight);
  }
  return left && right;
}

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] != stone_of(player)) continue;
    for (std::size_t d = 0; d < kDirections.size(); ++d) {
      const int row = board_.row(i) + kDirections[d].first;
      const int column = board_.column(i) + kDirections[d].second;
      if (board_.at(row, column) != stone_of(opponent(player))) continue;
      Option<Position> option{static_cast<std::uint32_t>(i) * 4 + static_cast<std::uint32_t>(d),
                              *this};
      option.position.board_.set(i, kFree);
      option.position.board_.set(board_.cell(row, column), stone_of(player));
      out.push_back(std::move(option));
    }
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  Board stones = board_;
  for (int i = 0; i < stones.size(); ++i) {
    if (stones[i] == kWall) stones.set(i, kFree);
  }
  for (Board& part : stones.parts(kFree)) {
    if (!has_both_colours(part)) continue;
    grid::CanonicalBoard least =
        grid::canonical(part, grid::kAllSymmetries, kExchange, grid::kAllSymmetries);
    sum.push_back({Position(std::move(least.board)), least.negated});
  }
  return 0;
}

RulesetEntry clobber_entry() {
  return plain_entry<Position>(
      "clobber", "game.grid.Clobber", "a piece moves onto a neighbouring enemy piece and takes it",
      "x is Left's, o is Right's, . is free; rows are separated by |", "xoxo|oxox|xoxo", "Clobber",
      Position::kCharMap, [](RulesetArguments& arguments) {
        return Position(Board::read(arguments, Position::kCharMap, "Clobber"));
      });
}

}  // namespace cgt::clobber
