// Chomp (Schuh 1952, Gale 1974): a bar of chocolate whose upper left square is poisoned. A move
// eats a square, and with it all below and to the right of it. Nobody eats the poison: a player
// with no other move has lost. Impartial.
//
// A position is any set of squares. Rows and columns without squares say nothing and are dropped,
// except the first ones; exchanging rows and columns changes nothing.
#include "decomp/rules/grid/board.hpp"

namespace cgt::chomp {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr bool kImpartial = true;
  static constexpr const char* kCharMap = ".x";

  using BoardPosition::BoardPosition;

  // `move` is the square eaten first.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

namespace {

using grid::Board;

constexpr Board::Cell kSquare = 1;
constexpr int kPoison = 0;

}  // namespace

std::vector<Option<Position>> Position::options(Player /*player*/) const {
  std::vector<Option<Position>> out;
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] != kSquare || i == kPoison) continue;
    Option<Position>& option = out.emplace_back();
    option.move = static_cast<std::uint32_t>(i);
    option.position = *this;
    for (int r = board_.row(i); r < board_.rows(); ++r) {
      for (int c = board_.column(i); c < board_.columns(); ++c) {
        option.position.board_.set(board_.cell(r, c), 0);
      }
    }
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  SmallVector<int, 32> rows;
  SmallVector<int, 32> columns;
  for (int r = 0; r < board_.rows(); ++r) {
    bool used = r == 0;
    for (int c = 0; c < board_.columns(); ++c) used = used || board_.at(r, c) == kSquare;
    if (used) rows.push_back(r);
  }
  for (int c = 0; c < board_.columns(); ++c) {
    bool used = c == 0;
    for (int r = 0; r < board_.rows(); ++r) used = used || board_.at(r, c) == kSquare;
    if (used) columns.push_back(c);
  }
  if (rows.size() <= 1 && columns.size() <= 1) return 0;
  Board left(static_cast<int>(rows.size()), static_cast<int>(columns.size()));
  int to = 0;
  for (const int r : rows) {
    for (const int c : columns) left.set(to++, board_[board_.cell(r, c)]);
  }
  sum.push_back({Position(grid::canonical(left, {0, grid::kTranspose}, {}, {}).board), false});
  return 0;
}

RulesetEntry chomp_entry() {
  return plain_entry(
      "chomp", "game.grid.Chomp",
      "a square is eaten with all below and to the right of it; the upper left one is poisoned",
      "x is a square, . is eaten; rows are separated by |", "xxxx|xxxx|xxxx", "Chomp",
      Position::kCharMap, [](RulesetArguments& arguments) {
        return Position(Board::read(arguments, Position::kCharMap, "Chomp"));
      });
}

}  // namespace cgt::chomp
