// Fission (Carvalho and Santos; played by cgt-tools, CGSuite and MCGS): a stone with free cells on
// both sides is taken away, and a stone is put on each of the two cells. Left splits stones into
// upper and lower ones, Right into left and right ones.
//
// Cells connected through neighbours that are not blocked form a summand; one without stones or
// without free cells is worth 0. Reflections keep the value; exchanging rows and columns negates
// it.
#include "decomp/rules/grid/board.hpp"

namespace cgt::fission {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr const char* kCharMap = ".x#";

  using BoardPosition::BoardPosition;

  // `move` is the cell of the stone.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  bool splits_moves() const { return true; }
  std::uint32_t depth_hint() const { return board_.count(grid::kind(0)); }
};

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
