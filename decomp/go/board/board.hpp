// Board: a Go position of any rectangular size up to 52 x 52, with the rules of placing a stone.
//
//   Board board(9, 9);
//   const PlayResult played = board.play(Player::kLeft, *board.point("D6"));
//   played.legal, played.captured, played.ko;
//
// Black is Left. Points count from the upper left corner, as in SGF; their names are those of Go
// players, with row 1 at the bottom. "Board order" is row by row from the top, left to right.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/error.hpp"
#include "cgt/support/player.hpp"

namespace cgt::go {

// The largest side that SGF can write (a-z, A-Z).
inline constexpr int kMaxSide = 52;

enum class Colour : std::uint8_t { kEmpty = 0, kBlack = 1, kWhite = 2 };

constexpr Colour colour_of(Player player) {
  return player == Player::kLeft ? Colour::kBlack : Colour::kWhite;
}

// Requires a stone.
constexpr Player player_of(Colour colour) {
  return colour == Colour::kBlack ? Player::kLeft : Player::kRight;
}

// "black", "white".
constexpr const char* colour_name(Player player) {
  return player == Player::kLeft ? "black" : "white";
}
// "Black", "White".
constexpr const char* player_name(Player player) {
  return player == Player::kLeft ? "Black" : "White";
}

struct CGT_API Point {
  std::uint8_t x = 0;  // column from the left, 0-based
  std::uint8_t y = 0;  // row from the top, 0-based

  static constexpr Point at(int x, int y) {
    return {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
  }

  friend constexpr bool operator==(Point, Point) = default;
  // Board order.
  friend constexpr std::strong_ordering operator<=>(Point a, Point b) {
    return a.y != b.y ? a.y <=> b.y : a.x <=> b.x;
  }
};

// Column letters: A to Z without I; after Z the letters come doubled (AA, BB, ... ZZ) and then
// tripled (AAA, BBB), so that column 25 is AA.
CGT_API std::string column_name(int x);
// "D6": column letter, row from the bottom of a board of that height.
CGT_API std::string point_name(Point point, int board_height);
// Reads what point_name() writes, in either case. None if it is not a point of such a board.
CGT_API std::optional<Point> parse_point(std::string_view name, int board_width, int board_height);

// What a player does at a turn.
struct CGT_API Move {
  Player player = Player::kLeft;
  std::optional<Point> point;  // none: pass
  friend bool operator==(const Move&, const Move&) = default;
};

// What play() did. Nothing changed unless `legal`.
struct CGT_API PlayResult {
  bool legal = false;
  int captured = 0;         // enemy stones taken
  std::optional<Point> ko;  // where the opponent may not retake at once (simple ko)
};

// Stones of one colour connected along lines, with their liberties, both in board order.
struct CGT_API Block {
  Colour colour = Colour::kEmpty;
  std::vector<Point> stones;
  std::vector<Point> liberties;
};

class CGT_API Board {
 public:
  // Points next to one point: at most four.
  class Neighbours {
   public:
    const Point* begin() const { return points_.data(); }
    const Point* end() const { return points_.data() + count_; }
    std::size_t size() const { return count_; }

   private:
    friend class Board;
    std::array<Point, 4> points_{};
    std::size_t count_ = 0;
  };

  // Empty board. Requires 1 <= side <= kMaxSide.
  explicit Board(int width = 19, int height = 19);

  int width() const { return width_; }
  int height() const { return height_; }
  int size() const { return width_ * height_; }
  bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }

  // Row-major number of a point, and back.
  std::size_t index(Point p) const {
    return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(width_) + p.x;
  }
  Point point(std::size_t number) const {
    const auto w = static_cast<std::size_t>(width_);
    return {static_cast<std::uint8_t>(number % w), static_cast<std::uint8_t>(number / w)};
  }

  Colour operator[](Point p) const { return stones_[index(p)]; }
  // Puts a stone or takes it away without any rule: for setting up positions.
  void set(Point p, Colour colour) { stones_[index(p)] = colour; }

  Neighbours neighbours(Point p) const;
  // The block of the stone at `p`. Requires a stone there.
  Block block(Point p) const;
  // Does the block of the stone at `p` have a liberty? Stops at the first. Requires a stone there.
  bool has_liberty(Point p) const;
  // A stone whose block has no liberty, the first in board order: then the position is not legal.
  std::optional<Point> stone_without_liberty() const;

  // Places a stone and takes the enemy blocks that it leaves without liberty. Not legal: an
  // occupied point, and suicide. Ko is the caller's business (PlayResult::ko), for a Board has no
  // history. Requires a point of the board.
  PlayResult play(Player player, Point p);

  std::string name(Point p) const { return point_name(p, height_); }
  // "D4 E5"
  std::string names(std::span<const Point> points) const {
    std::string out;
    for (const Point p : points) out += (out.empty() ? "" : " ") + name(p);
    return out;
  }
  std::optional<Point> point(std::string_view name) const {
    return parse_point(name, width_, height_);
  }

  friend bool operator==(const Board&, const Board&) = default;

 private:
  int width_;
  int height_;
  std::vector<Colour> stones_;
};

}  // namespace cgt::go
