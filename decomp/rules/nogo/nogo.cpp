#include "decomp/rules/nogo/nogo.hpp"

#include <array>

#include "decomp/rules/grid/labels.hpp"

namespace cgt::nogo {
namespace {

using grid::Board;
using grid::kind;
using grid::Kinds;

enum : Board::Cell { kFree, kLeft, kRight, kWall, kSafeLeft, kSafeRight, kFreeForEver };
constexpr std::string_view kExchange("\0\2\1\3\5\4\6", 7);
constexpr std::array<std::pair<int, int>, 4> kDirections{{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};

Board::Cell stone_of(Player player) { return player == Player::kLeft ? kLeft : kRight; }
Board::Cell safe_stone_of(Player player) {
  return player == Player::kLeft ? kSafeLeft : kSafeRight;
}
Kinds stones_of(Player player) { return kind(stone_of(player)) | kind(safe_stone_of(player)); }

template <class Visit>
void each_neighbour(const Board& board, int cell, Visit visit) {
  const int r = board.row(cell);
  const int c = board.column(cell);
  for (const auto& [down, right] : kDirections) {
    if (board.contains(r + down, c + right)) visit(board.cell(r + down, c + right));
  }
}

// The blocks of a board and how many liberties they have.
class Blocks {
 public:
  explicit Blocks(const Board& board)
      : board_(board),
        block_(static_cast<std::size_t>(board.size()), -1),
        counted_(static_cast<std::size_t>(board.size()), -1) {
    SmallVector<int, 64> stones;
    for (int start = 0; start < board.size(); ++start) {
      const Player owner =
          (kind(board[start]) & stones_of(Player::kLeft)) != 0 ? Player::kLeft : Player::kRight;
      if ((kind(board[start]) & stones_of(owner)) == 0 || block(start) >= 0) continue;
      const int number = static_cast<int>(liberties_.size());
      Block& made = liberties_.emplace_back();
      stones.assign(1, start);
      block_[static_cast<std::size_t>(start)] = number;
      for (std::size_t i = 0; i < stones.size(); ++i) {
        made.safe = made.safe || board[stones[i]] == safe_stone_of(owner);
        each_neighbour(board, stones[i], [&](int next) {
          if ((kind(board[next]) & stones_of(owner)) != 0) {
            if (block(next) >= 0) return;
            block_[static_cast<std::size_t>(next)] = number;
            stones.push_back(next);
          } else if (board[next] == kFreeForEver) {
            made.safe = true;
          } else if (board[next] == kFree && counted_[static_cast<std::size_t>(next)] != number) {
            counted_[static_cast<std::size_t>(next)] = number;
            ++made.liberties;
          }
        });
      }
    }
  }

  int block(int cell) const { return block_[static_cast<std::size_t>(cell)]; }
  bool safe(int block) const { return liberties_[static_cast<std::size_t>(block)].safe; }
  void make_safe(int block) { liberties_[static_cast<std::size_t>(block)].safe = true; }

  bool may_play(int cell, Player player) const {
    if (board_[cell] != kFree) return false;
    bool breathes = false;
    bool takes = false;
    each_neighbour(board_, cell, [&](int next) {
      if (board_[next] == kFree || board_[next] == kFreeForEver) breathes = true;
      const int number = block(next);
      if (number < 0) return;
      const Block& near = liberties_[static_cast<std::size_t>(number)];
      const bool lives_on = near.safe || near.liberties > 1;
      if ((kind(board_[next]) & stones_of(player)) != 0) {
        breathes = breathes || lives_on;
      } else {
        takes = takes || !lives_on;
      }
    });
    return breathes && !takes;
  }

 private:
  struct Block {
    int liberties = 0;
    bool safe = false;
  };
  const Board& board_;
  SmallVector<int, 64> block_;
  SmallVector<int, 64> counted_;  // the last block that the free point was counted for
  SmallVector<Block, 16> liberties_;
};

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  const Blocks blocks(board_);
  for (int i = 0; i < board_.size(); ++i) {
    if (!blocks.may_play(i, player)) continue;
    Option<Position>& option = out.emplace_back();
    option.move = static_cast<std::uint32_t>(i);
    option.position = *this;
    option.position.board_.set(i, stone_of(player));
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  Blocks blocks(board_);
  Board marked = board_;
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] != kFree || blocks.may_play(i, Player::kLeft) ||
        blocks.may_play(i, Player::kRight))
      continue;
    marked.set(i, kFreeForEver);
    each_neighbour(board_, i, [&](int next) {
      if (blocks.block(next) >= 0) blocks.make_safe(blocks.block(next));
    });
  }
  for (int i = 0; i < board_.size(); ++i) {
    if (blocks.block(i) < 0 || !blocks.safe(blocks.block(i))) continue;
    const bool left = (kind(board_[i]) & stones_of(Player::kLeft)) != 0;
    marked.set(i, left ? kSafeLeft : kSafeRight);
  }
  // Open points and stones that are not safe; what surrounds them counts for open points only.
  constexpr Kinds kOpen = kind(kFree) | kind(kLeft) | kind(kRight);
  grid::Labels labels(board_.size());
  for (int i = 0; i < board_.size(); ++i) {
    if ((kind(marked[i]) & kOpen) == 0) continue;
    labels.add(i);
    each_neighbour(marked, i, [&](int next) {
      if ((kind(marked[next]) & kOpen) != 0) labels.join(i, next);
    });
  }
  std::vector<int> label;
  const int count = labels.finish(label);
  for (int l = 0; l < count; ++l) {
    Board part(board_.rows(), board_.columns(), kWall);
    for (int i = 0; i < board_.size(); ++i) {
      if (label[static_cast<std::size_t>(i)] != l) continue;
      part.set(i, marked[i]);
      if (marked[i] != kFree) continue;
      each_neighbour(marked, i, [&](int next) {
        if ((kind(marked[next]) & kOpen) == 0) part.set(next, marked[next]);
      });
    }
    grid::CanonicalBoard least =
        grid::canonical(part.tight(kWall), grid::kAllSymmetries, kExchange, grid::kAllSymmetries);
    sum.push_back({Position(std::move(least.board)), least.negated});
  }
  return 0;
}

RulesetEntry nogo_entry() {
  return plain_entry<Position>(
      "nogo", "game.grid.NoGo",
      "stones are put on free points; every block must keep a liberty, nothing is captured",
      "x is Left's stone, o is Right's, . is free; rows are separated by |", "...|.x.|..o", "NoGo",
      Position::kCharMap, [](RulesetArguments& arguments) {
        return Position(Board::read(arguments, Position::kCharMap, "NoGo"));
      });
}

}  // namespace cgt::nogo
