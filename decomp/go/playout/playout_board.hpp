// PlayoutBoard: a Go board for millions of moves a second, without undo.
//
//   const Board start(9, 9);
//   PlayoutBoard board(start);
//   const PlayoutBoard::Spot tengen = board.spot(Point::at(4, 4));
//   if (board.legal(Player::kLeft, tengen)) board.play(Player::kLeft, tengen);
//   board.area();  // 81
//
// Rules are those of Board with the simple ko; positional superko is left to the caller, by
// hash(). A copy is a few kilobytes.
//
// Settled points take no part in the play: nobody moves there, and stones there are never taken. Empty
// ones with an owner are as good as stones of his: no liberties.
//
// Blocks are circular lists with a head. Of a block the pseudo-liberties are kept, one for each
// pair of a stone and an empty point beside it, as their number n, the sum s of their spots and the
// sum q of the squares: the block has one liberty if and only if n q = s s (equality of Cauchy and
// Schwarz), which is then s / n.
//
// Invariant: no block without liberty is on the board between two moves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgt/support/hash.hpp"
#include "decomp/go/board/board.hpp"

namespace cgt::go {

class PlayoutBoard {
 public:
  // A point, row by row with one spot of edge between the rows and all around.
  using Spot = std::uint16_t;
  static constexpr Spot kNoSpot = 0;  // of the edge; as a move: a pass

  // By colour, and kEdge for spots beyond the board.
  static constexpr std::uint8_t kEmpty = 0;
  static constexpr std::uint8_t kEdge = 3;
  static constexpr std::uint8_t colour_of(Player player) {
    return static_cast<std::uint8_t>(go::colour_of(player));
  }

  // Of one point that the play does not touch.
  struct Settled {
    bool settled = false;
    Colour owner = Colour::kEmpty;  // whose point it is in the end; kEmpty: nobody's
  };

  // Requires a board on which every block has a liberty, and one Settled a point, by Board::index,
  // or none. Blocks are settled as a whole or not at all.
  explicit PlayoutBoard(const Board& board, std::span<const Settled> settled = {});

  Spot spot(Point p) const { return static_cast<Spot>((p.y + 1) * stride_ + p.x + 1); }
  Point point(Spot s) const { return Point::at(s % stride_ - 1, s / stride_ - 1); }
  std::size_t spots() const { return colours_.size(); }
  int points() const { return width_ * height_; }

  std::uint8_t operator[](Spot s) const { return colours_[s]; }
  bool is_stone(Spot s) const { return ((colours_[s] + 1U) & 2U) != 0; }
  bool settled(Spot s) const { return settled_[s] != 0; }
  // Empty points that are not settled, in no order.
  const std::vector<Spot>& empties() const { return empties_; }
  // Where the player to move may not retake, or kNoSpot.
  Spot ko() const { return ko_; }
  void set_ko(Spot s) { ko_ = s; }
  // Of the stones on the board: two equal ones are the same board.
  std::uint64_t hash() const { return hash_; }

  // Empty, not settled, no suicide, not the point of the ko.
  bool legal(Player player, Spot s) const;
  // Requires a legal move. Returns the number of stones taken.
  int play(Player player, Spot s);
  void pass() { ko_ = kNoSpot; }

  // An empty point with own stones (or the edge) on all sides, and of the points across its corners
  // at most one the enemy's, none at the edge: filling it gives an eye away.
  bool is_eye(Player player, Spot s) const;

  // Of the block of a stone.
  bool in_atari(Spot stone) const { return blocks_[heads_[stone]].one_liberty(); }
  // Requires a block in atari.
  Spot last_liberty(Spot stone) const {
    const Block& block = blocks_[heads_[stone]];
    return static_cast<Spot>(block.sum / block.liberties);
  }
  // The same if a stone of the other colour stood on `s`, one of its liberties.
  bool in_atari_after(Spot stone, Spot s) const;
  unsigned block_size(Spot stone) const { return blocks_[heads_[stone]].stones; }
  Spot head(Spot stone) const { return heads_[stone]; }
  Spot next_stone(Spot stone) const { return next_[stone]; }

  // The block that the move makes has one liberty only, and so many stones; 0: it has more, or takes
  // more than one stone. Requires a legal move.
  unsigned self_atari(Player player, Spot s) const;

  // Offsets of the four neighbours, and of the four points across the corners.
  const int* sides() const { return sides_; }
  const int* corners() const { return corners_; }
  static Spot beside(Spot s, int offset) { return static_cast<Spot>(s + offset); }

  // Black minus White by area, settled points by their owner: stones count, and empty points that
  // only one colour reaches.
  // If asked, adds 1 for Black and -1 for White to the entry of each point of theirs, by spot.
  int area(std::vector<std::int32_t>* owners = nullptr) const;

 private:
  struct Block {
    std::uint64_t liberties = 0;  // pseudo-liberties
    std::uint64_t sum = 0;
    std::uint64_t square_sum = 0;
    std::uint32_t stones = 0;

    void add(std::uint64_t s) {
      ++liberties;
      sum += s;
      square_sum += s * s;
    }
    void remove(std::uint64_t s) {
      --liberties;
      sum -= s;
      square_sum -= s * s;
    }
    // Requires a liberty.
    bool one_liberty() const { return liberties * square_sum == sum * sum; }
  };

  void place(std::uint8_t colour, Spot s);
  int take(Spot stone);
  void merge(Spot a, Spot b);
  // A block without the liberty at `s`.
  Block without(Spot head, Spot s) const;
  static std::uint64_t key(std::uint8_t colour, Spot s) {
    return mix(s, 0x6a09e667f3bcc908ULL + colour);
  }

  int width_ = 0;
  int height_ = 0;
  int stride_ = 0;
  int sides_[4]{};
  int corners_[4]{};
  std::vector<std::uint8_t> colours_;
  std::vector<std::uint8_t> settled_;
  std::vector<std::uint8_t> owners_;  // of settled points
  std::vector<Spot> heads_;
  std::vector<Spot> next_;
  std::vector<Block> blocks_;  // by head
  std::vector<Spot> empties_;
  std::vector<Spot> place_of_;  // in empties_
  int open_stones_ = 0;         // Black minus White, settled ones left out
  int settled_points_ = 0;      // Black minus White
  Spot ko_ = kNoSpot;
  std::uint64_t hash_ = 0;
};

}  // namespace cgt::go
