#include "decomp/rules/nogo/nogo.hpp"

#include <array>
#include <bit>
#include <cstdint>

#include "cgt/support/small_vector.hpp"
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

// The same for boards of up to 64 cells, all cells at once.
class WordBoard {
 public:
  using Word = std::uint64_t;

  explicit WordBoard(const Board& board) : columns_(static_cast<unsigned>(board.columns())) {
    const std::array<Word, 8> words = board.words();
    open_ = words[kFree];
    for_ever_ = words[kFreeForEver];
    Word first_column = 0;
    for (int r = 0; r < board.rows(); ++r) {
      first_column |= Word{1} << (static_cast<unsigned>(r) * columns_);
    }
    all_ = ~Word{0} >> static_cast<unsigned>(Board::kWordCells - board.size());
    not_first_ = all_ & ~first_column;
    not_last_ = all_ & ~(first_column << (columns_ - 1));
    for (const Player player : kPlayers) {
      safe_[player] = words[safe_stone_of(player)];
      stones_[player] = safe_[player] | words[stone_of(player)];
      // Blocks with one liberty that are not safe die of its loss.
      for (Word rest = stones_[player]; rest != 0;) {
        const Word block = flood(rest & (~rest + 1), stones_[player]);
        rest &= ~block;
        const Word around = neighbours(block);
        const Word liberties = around & open_;
        const bool safe = (block & safe_[player]) != 0 || (around & for_ever_) != 0;
        if (safe) safe_[player] |= block;
        if (!safe && (liberties & (liberties - 1)) == 0) dying_[player] |= block;
      }
    }
  }

  // The points that the player may take.
  Word moves(Player player) const {
    const Word breath = open_ | for_ever_ | (stones_[player] & ~dying_[player]);
    return open_ & neighbours(breath) & ~neighbours(dying_[opponent(player)]);
  }
  Word neighbours(Word cells) const {
    Word out = ((cells << 1U) & not_first_) | ((cells >> 1U) & not_last_);
    if (columns_ < Board::kWordCells) out |= (cells << columns_) | (cells >> columns_);
    return out & all_;
  }
  // What hangs together with `cells` inside `space`.
  Word flood(Word cells, Word space) const {
    while (true) {
      const Word grown = cells | (neighbours(cells) & space);
      if (grown == cells) return cells;
      cells = grown;
    }
  }
  // Points that nobody may take are free for ever, and blocks beside them safe for ever.
  void settle() {
    const Word dead = open_ & ~(moves(Player::kLeft) | moves(Player::kRight));
    open_ &= ~dead;
    for_ever_ |= dead;
    for (const Player player : kPlayers) {
      safe_[player] |= flood(neighbours(dead) & stones_[player], stones_[player]);
    }
  }
  Word open() const { return open_; }
  Word for_ever() const { return for_ever_; }
  Word safe(Player player) const { return safe_[player]; }
  Word stones(Player player) const { return stones_[player]; }

 private:
  unsigned columns_;
  Word all_ = 0;
  Word not_first_ = 0;
  Word not_last_ = 0;
  Word open_ = 0;
  Word for_ever_ = 0;
  PerPlayer<Word> stones_{};
  PerPlayer<Word> safe_{};
  PerPlayer<Word> dying_{};
};

void set_cells(Board& board, std::uint64_t cells, Board::Cell value) {
  for (; cells != 0; cells &= cells - 1) board.set(std::countr_zero(cells), value);
}

Summand<Position> canonical_summand(const Board& part) {
  grid::CanonicalBoard least =
      grid::canonical(part, grid::kAllSymmetries, kExchange, grid::kAllSymmetries);
  return {Position(std::move(least.board)), least.negated};
}

void split_words(const Board& board, std::vector<Summand<Position>>& sum) {
  WordBoard words(board);
  words.settle();
  Board marked = board;
  set_cells(marked, words.for_ever(), kFreeForEver);
  std::uint64_t rest = words.open();
  for (const Player player : kPlayers) {
    set_cells(marked, words.safe(player), safe_stone_of(player));
    rest |= words.stones(player) & ~words.safe(player);
  }
  while (rest != 0) {
    const std::uint64_t part = words.flood(rest & (~rest + 1), rest);
    rest &= ~part;
    const std::uint64_t settled =
        words.for_ever() | words.safe(Player::kLeft) | words.safe(Player::kRight);
    const std::uint64_t kept = part | (words.neighbours(part & words.open()) & settled);
    sum.push_back(canonical_summand(marked.boxed(kept, kWall)));
  }
}

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  if (board_.small()) {
    if (board_.empty()) return out;
    for (std::uint64_t points = WordBoard(board_).moves(player); points != 0;
         points &= points - 1) {
      const int point = std::countr_zero(points);
      Option<Position>& option = out.emplace_back();
      option.move = static_cast<std::uint32_t>(point);
      option.position = *this;
      option.position.board_.set(point, stone_of(player));
    }
    return out;
  }
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
  if (board_.small()) {
    if (!board_.empty()) split_words(board_, sum);
    return 0;
  }
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
    sum.push_back(canonical_summand(part.tight(kWall)));
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
