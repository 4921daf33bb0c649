// Amazons (Zamkauskas 1988; values of endgames: Berlekamp 2000, Snatzke 2001): an amazon moves like
// a queen of chess over free cells, and then shoots an arrow that flies like a queen from where it
// landed and burns the free cell where it ends. Nothing passes amazons or burnt cells.
//
// Cells that are connected in the eight directions through cells not burnt form a summand. One with
// amazons of one player is worth as many moves as that player can make there: if a short search
// finds a way to burn every free cell, that many; if it finds none, the part stays a summand. Every
// symmetry of the square keeps the value, exchanging the amazons negates it.
#include <fmt/format.h>

#include <array>

#include "decomp/rules/grid/board.hpp"

namespace cgt::amazons {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr const char* kCharMap = ".xo#";

  using BoardPosition::BoardPosition;

  // `move` holds, from the high bits, the cells from, to and burnt: numbers below the board's size,
  // to that base.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint32_t depth_hint() const { return board_.count(grid::kind(0)); }
};

namespace {

using grid::Board;
using grid::kind;

constexpr Board::Cell kFree = 0;
constexpr Board::Cell kBurnt = 3;
constexpr grid::Kinds kAmazons = kind(1) | kind(2);
constexpr std::string_view kExchange("\0\2\1\3", 4);
constexpr std::array<std::pair<int, int>, 8> kDirections{
    {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};
constexpr int kMaxCells = 1600;  // a move is a number of 32 bits

// Of the search that fills a region of one player.
constexpr int kMaxFillSteps = 400;

Board::Cell amazon_of(Player player) { return player == Player::kLeft ? 1 : 2; }

// Calls visit(cell) for every cell that a queen on `from` can go to, until it returns false.
template <class Visit>
bool each_queen_move(const Board& board, int from, Visit visit) {
  const int row = board.row(from);
  const int column = board.column(from);
  for (const auto& [down, right] : kDirections) {
    int r = row + down;
    int c = column + right;
    for (; board.at(r, c) == kFree; r += down, c += right) {
      if (!visit(board.cell(r, c))) return false;
    }
  }
  return true;
}

// Calls visit(board after, from, to, burnt) for every move, until it returns false.
template <class Visit>
bool each_move(const Board& board, Board::Cell amazon, Visit visit) {
  Board after = board;
  for (int from = 0; from < board.size(); ++from) {
    if (board[from] != amazon) continue;
    after.set(from, kFree);
    const bool went_on = each_queen_move(board, from, [&](int to) {
      const bool more = each_queen_move(after, to, [&](int burnt) {
        after.set(to, amazon);
        after.set(burnt, kBurnt);
        const bool wanted = visit(after, from, to, burnt);
        after.set(burnt, kFree);
        after.set(to, kFree);
        return wanted;
      });
      return more;
    });
    if (!went_on) return false;
    after.set(from, amazon);
  }
  return true;
}

// Can the player burn all `free` cells, as far as `steps` suffice to see?
bool can_fill(const Board& board, Board::Cell amazon, int free, int& steps) {
  if (free == 0) return true;
  if (--steps < 0) return false;
  return !each_move(board, amazon, [&](const Board& after, int, int, int) {
    // A part without an amazon is lost.
    int reached = 0;
    for (const Board& part : after.parts(kind(kBurnt), kBurnt, kind(amazon), true)) {
      reached += static_cast<int>(part.count(kind(kFree)));
    }
    if (reached < free - 1) return steps > 0;
    return steps > 0 && !can_fill(after, amazon, free - 1, steps);
  });
}

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  each_move(board_, amazon_of(player), [&](const Board& after, int from, int to, int burnt) {
    Option<Position>& option = out.emplace_back();
    option.move = static_cast<std::uint32_t>((from * board_.size() + to) * board_.size() + burnt);
    option.position.board_ = after;
    return true;
  });
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  std::int64_t value = 0;
  for (const Board& part : board_.parts(kind(kBurnt), kBurnt, kind(kFree), true)) {
    const grid::Kinds amazons = part.kinds() & kAmazons;
    if (amazons == 0) continue;
    grid::CanonicalBoard least =
        grid::canonical(part, grid::kAllSymmetries, kExchange, grid::kAllSymmetries);
    if (amazons != kAmazons) {
      const bool lefts = (amazons == kind(amazon_of(Player::kLeft))) != least.negated;
      const int free = static_cast<int>(part.count(kind(kFree)));
      int steps = kMaxFillSteps;
      if (can_fill(least.board, amazon_of(lefts ? Player::kLeft : Player::kRight), free, steps)) {
        value += lefts != least.negated ? free : -free;
        continue;
      }
    }
    sum.push_back({Position(std::move(least.board)), least.negated});
  }
  return value;
}

RulesetEntry amazons_entry() {
  return plain_entry(
      "amazons", "game.grid.Amazons",
      "an amazon moves like a queen of chess and shoots an arrow that burns a cell",
      "x is Left's amazon, o is Right's, . is free, # is burnt; rows are separated by |",
      "x..|...|..o", "Amazons", Position::kCharMap, [](RulesetArguments& arguments) {
        Board board = Board::read(arguments, Position::kCharMap, "Amazons");
        if (board.size() > kMaxCells) {
          throw Error("the board is too large", fmt::format("at most {} cells", kMaxCells));
        }
        return Position(std::move(board));
      });
}

}  // namespace cgt::amazons
