#include "decomp/rules/fission.hpp"

namespace cgt::fission {
namespace {

using grid::Board;
using grid::kind;

constexpr Board::Cell kFree = 0;
constexpr Board::Cell kStone = 1;
constexpr Board::Cell kBlocked = 2;
const std::vector<grid::Symmetry> kTransposed{4, 5, 6, 7};

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  const int down = player == Player::kLeft ? 1 : 0;
  const int right = 1 - down;
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] != kStone) continue;
    const int r = board_.row(i);
    const int c = board_.column(i);
    if (board_.at(r - down, c - right) != kFree || board_.at(r + down, c + right) != kFree)
      continue;
    Option<Position>& option = out.emplace_back();
    option.move = static_cast<std::uint32_t>(i);
    option.position = *this;
    Board& after = option.position.board_;
    after.set(i, kFree);
    after.set(board_.cell(r - down, c - right), kStone);
    after.set(board_.cell(r + down, c + right), kStone);
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  for (const Board& part : board_.parts(kind(kBlocked), kBlocked, kind(kFree) | kind(kStone))) {
    if (part.rows() < 3 && part.columns() < 3) continue;
    grid::CanonicalBoard least = grid::canonical(part, grid::kMirrors, {}, kTransposed);
    sum.push_back({Position(std::move(least.board)), least.negated});
  }
  return 0;
}

RulesetEntry fission_entry() {
  return plain_entry(
      "fission", "game.grid.Fission",
      "a stone splits into its two free neighbours: Left's vertically, Right's horizontally",
      "x is a stone, . is free, # is blocked; rows are separated by |", "....|.x..|....|....",
      "Fission", Position::kCharMap, [](RulesetArguments& arguments) {
        return Position(Board::read(arguments, Position::kCharMap, "Fission"));
      });
}

}  // namespace cgt::fission
