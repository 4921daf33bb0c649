// NoGo, also Anti-Atari Go (Yen, Chou et al. 2011; Neil McKay's game in earlier print): the players
// put stones on free points. After every move each block of connected stones of one colour must
// have a liberty, a free point next to it; so nothing is ever captured.
//
// A move that is illegal stays illegal, because liberties only get fewer. So a point that neither
// player may take stays free for ever, and blocks next to it are safe for ever: no move can take
// their last liberty. All that such a block, or point, still does is to make a stone beside it
// safe, which is written on the free point there. The points that can still be taken hang together
// as neighbours and through blocks that are not safe, but not through two blocks of different
// colours, as neither is a liberty of the other; those are the summands.
//
// A block that is not safe matters by its set of liberties alone. So stones go that add none and
// hold nothing together, and on a strip blocks are one stone long. Every symmetry of the square
// keeps the value, exchanging the colours negates it.
#include <array>
#include <bit>
#include <cstdint>

#include "decomp/rules/grid/board.hpp"
#include "decomp/rules/grid/labels.hpp"

namespace cgt::nogo {

class Position : public grid::BoardPosition<Position> {
 public:
  // X and O: a stone whose block is safe; ',': a point that stays free for ever; #: no point. Free
  // points where a stone of Left's, of Right's, or of both is safe: l, r, b.
  static constexpr const char* kCharMap = ".xo#XO,lrb";

  using BoardPosition::BoardPosition;

  // `move` is the point taken.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  bool splits_moves() const { return true; }
  // Every free point can be taken once.
  std::uint32_t depth_hint() const {
    return board_.count(grid::kind(0) | grid::kind(7) | grid::kind(8) | grid::kind(9));
  }

 private:
  void take(int point, Player player);
};

namespace {

using grid::Board;
using grid::kind;
using grid::Kinds;

enum : Board::Cell {
  kFree,
  kLeft,
  kRight,
  kWall,
  kSafeLeft,
  kSafeRight,
  kFreeForEver,
  kHomeLeft,   // free, and a stone of Left's there is safe
  kHomeRight,  // of Right's
  kHomeBoth
};
constexpr std::size_t kCells = kHomeBoth + 1;
constexpr std::string_view kExchange("\0\2\1\3\5\4\6\10\7\11", kCells);
constexpr Kinds kPoints = kind(kFree) | kind(kHomeLeft) | kind(kHomeRight) | kind(kHomeBoth);
constexpr std::array<std::pair<int, int>, 4> kDirections{{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};

Kinds homes_of(Player player) {
  return kind(kHomeBoth) | kind(player == Player::kLeft ? kHomeLeft : kHomeRight);
}
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
          } else if ((kind(board[next]) & kPoints) != 0 &&
                     counted_[static_cast<std::size_t>(next)] != number) {
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
    if ((kind(board_[cell]) & kPoints) == 0) return false;
    bool breathes = (kind(board_[cell]) & homes_of(player)) != 0;
    bool takes = false;
    each_neighbour(board_, cell, [&](int next) {
      if ((kind(board_[next]) & (kPoints | kind(kFreeForEver))) != 0) breathes = true;
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
    std::array<Word, kCells> words{};
    for (int i = 0; i < board.size(); ++i) words[board[i]] |= Word{1} << static_cast<unsigned>(i);
    home_ = {{words[kHomeLeft] | words[kHomeBoth], words[kHomeRight] | words[kHomeBoth]}};
    open_ = words[kFree] | home_[Player::kLeft] | home_[Player::kRight];
    for_ever_ = words[kFreeForEver];
    all_ = ~Word{0} >> static_cast<unsigned>(Board::kWordCells - board.size());
    Word first_column = 0;
    if (board.rows() == 1) {
      first_column = 1;
    } else {
      for (int r = 0; r < board.rows(); ++r) {
        first_column |= Word{1} << (static_cast<unsigned>(r) * columns_);
      }
    }
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
    return open_ & (home_[player] | neighbours(breath)) & ~neighbours(dying_[opponent(player)]);
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
  // Points that nobody may take are free for ever, and blocks beside them safe for ever; a stone
  // beside either, where it joins or breathes, is safe, too.
  void settle() {
    const Word dead = open_ & ~(moves(Player::kLeft) | moves(Player::kRight));
    open_ &= ~dead;
    for_ever_ |= dead;
    for (const Player player : kPlayers) {
      if (dead != 0) {
        safe_[player] |= flood(neighbours(dead) & stones_[player], stones_[player]);
      }
      home_[player] = open_ & (home_[player] | neighbours(for_ever_ | safe_[player]));
    }
  }
  Word open() const { return open_; }
  // Open points where a stone of the player's is safe; after settle().
  Word home(Player player) const { return home_[player]; }
  // Stones that are not safe.
  Word uncertain(Player player) const { return stones_[player] & ~safe_[player]; }

  // The summand that these open points belong to: points hang together as neighbours and by blocks
  // that are not safe. Two blocks of different colours do not: neither is a liberty of the other.
  Word summand(Word cells) const {
    const Word left = uncertain(Player::kLeft);
    const Word right = uncertain(Player::kRight);
    while (true) {
      const Word grown = cells | (neighbours(cells & open_) & (open_ | left | right)) |
                         (neighbours(cells & left) & (open_ | left)) |
                         (neighbours(cells & right) & (open_ | right));
      if (grown == cells) return cells;
      cells = grown;
    }
  }

  // All that a block does is to have liberties; so a stone may go if it is not needed to hold the
  // others together, and if each point that it touches is a liberty of the others, too.
  Word pruned(Word part) const {
    Word kept = part & open_;
    for (const Player player : kPlayers) {
      const Word stones = part & stones_[player];
      const Word single = stones & ~neighbours(stones);
      kept |= single;
      for (Word rest = stones & ~single; rest != 0;) {
        Word block = flood(rest & (~rest + 1), stones_[player]);
        rest &= ~block;
        for (Word look = block; look != 0 && (block & (block - 1)) != 0;) {
          const Word stone = look & (~look + 1);
          look &= ~stone;
          const Word beside = neighbours(stone);
          const Word own = beside & block;
          const Word others = block & ~stone;
          // One neighbour: an end.
          if ((own & (own - 1)) != 0 || (beside & open_ & ~neighbours(others)) != 0) continue;
          block = others;
          look |= own;  // may be an end now
        }
        kept |= block;
      }
    }
    return kept;
  }

 private:
  unsigned columns_;
  Word all_ = 0;
  Word not_first_ = 0;
  Word not_last_ = 0;
  Word open_ = 0;
  Word for_ever_ = 0;
  PerPlayer<Word> home_{};
  PerPlayer<Word> stones_{};
  PerPlayer<Word> safe_{};
  PerPlayer<Word> dying_{};
};

Summand<Position> canonical_summand(const Board& part) {
  grid::CanonicalBoard least =
      grid::canonical(part, grid::kAllSymmetries, kExchange, grid::kAllSymmetries);
  return {Position(std::move(least.board)), least.negated};
}

// On a strip a block touches two points at most, however long it is.
Board shortened(const Board& strip) {
  Board out(1, strip.size());
  int to = 0;
  for (int i = 0; i < strip.size(); ++i) {
    const bool stone = (kind(strip[i]) & (kind(kLeft) | kind(kRight))) != 0;
    if (stone && i > 0 && strip[i - 1] == strip[i]) continue;
    out.set(to++, strip[i]);
  }
  if (to == strip.size()) return out;
  Board tight(1, to);
  for (int i = 0; i < to; ++i) tight.set(i, out[i]);
  return tight;
}

void split_words(const Board& board, std::vector<Summand<Position>>& sum) {
  WordBoard words(board);
  words.settle();
  const std::uint64_t left_home = words.home(Player::kLeft);
  const std::uint64_t right_home = words.home(Player::kRight);
  Board marked(board.rows(), board.columns(), kFree);
  for (std::uint64_t cells = left_home | right_home; cells != 0; cells &= cells - 1) {
    const std::uint64_t cell = cells & (~cells + 1);
    const bool left = (left_home & cell) != 0;
    const bool right = (right_home & cell) != 0;
    marked.set(std::countr_zero(cells), left && right ? kHomeBoth : left ? kHomeLeft : kHomeRight);
  }
  for (const Player player : kPlayers) {
    for (std::uint64_t cells = words.uncertain(player); cells != 0; cells &= cells - 1) {
      marked.set(std::countr_zero(cells), stone_of(player));
    }
  }
  for (std::uint64_t rest = words.open(); rest != 0;) {
    const std::uint64_t part = words.summand(rest & (~rest + 1));
    rest &= ~part;
    const Board box = marked.boxed(words.pruned(part), kWall);
    if (box.rows() == 1 || box.columns() == 1) {
      sum.push_back(canonical_summand(shortened(box)));
    } else {
      sum.push_back(canonical_summand(box));
    }
  }
}

}  // namespace

void Position::take(int point, Player player) {
  const bool home = (kind(board_[point]) & homes_of(player)) != 0;
  board_.set(point, home ? safe_stone_of(player) : stone_of(player));
}

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  if (board_.small()) {
    if (board_.empty()) return out;
    std::uint64_t points = WordBoard(board_).moves(player);
    out.reserve(static_cast<std::size_t>(std::popcount(points)));
    for (; points != 0; points &= points - 1) {
      const int point = std::countr_zero(points);
      Option<Position>& option = out.emplace_back();
      option.move = static_cast<std::uint32_t>(point);
      option.position = *this;
      option.position.take(point, player);
    }
    return out;
  }
  const Blocks blocks(board_);
  for (int i = 0; i < board_.size(); ++i) {
    if (!blocks.may_play(i, player)) continue;
    Option<Position>& option = out.emplace_back();
    option.move = static_cast<std::uint32_t>(i);
    option.position = *this;
    option.position.take(i, player);
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
    if ((kind(board_[i]) & kPoints) == 0 || blocks.may_play(i, Player::kLeft) ||
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
  constexpr Kinds kOpen = kPoints | kind(kLeft) | kind(kRight);
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
      if ((kind(marked[i]) & kPoints) == 0) continue;
      each_neighbour(marked, i, [&](int next) {
        if ((kind(marked[next]) & kOpen) == 0) part.set(next, marked[next]);
      });
    }
    const Board tight = part.tight(kWall);
    if (tight.small()) {
      split_words(tight, sum);
    } else {
      sum.push_back(canonical_summand(tight));
    }
  }
  return 0;
}

RulesetEntry nogo_entry() {
  return plain_entry(
      "nogo", "game.grid.NoGo",
      "stones are put on free points; every block must keep a liberty, nothing is captured",
      "x is Left's stone, o is Right's, . is free; rows are separated by |", "...|.x.|..o", "NoGo",
      Position::kCharMap, [](RulesetArguments& arguments) {
        return Position(Board::read(arguments, Position::kCharMap, "NoGo"));
      });
}

}  // namespace cgt::nogo
