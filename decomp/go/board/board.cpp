#include "decomp/go/board/board.hpp"

#include <algorithm>
#include <bitset>
#include <cctype>

#include "cgt/support/small_vector.hpp"

namespace cgt::go {
namespace {

constexpr std::string_view kColumnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

}  // namespace

std::string column_name(int x) {
  const auto column = static_cast<std::size_t>(x);
  return std::string(column / kColumnLetters.size() + 1,
                     kColumnLetters[column % kColumnLetters.size()]);
}

std::string point_name(Point point, int board_height) {
  return column_name(point.x) + std::to_string(board_height - point.y);
}

std::optional<Point> parse_point(std::string_view name, int board_width, int board_height) {
  std::size_t letters = 0;
  const auto upper = [](char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  };
  while (letters < name.size() && upper(name[letters]) == upper(name[0])) ++letters;
  if (letters == 0) return std::nullopt;
  const std::size_t letter = kColumnLetters.find(upper(name[0]));
  const std::string_view digits = name.substr(letters);
  if (letter == std::string_view::npos || letters > 3) return std::nullopt;
  if (digits.empty() || digits.size() > 2 || digits[0] == '0') return std::nullopt;
  int row = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    row = row * 10 + (c - '0');
  }
  const auto x = static_cast<int>((letters - 1) * kColumnLetters.size() + letter);
  if (x >= board_width || row > board_height) return std::nullopt;
  return Point::at(x, board_height - row);
}

Board::Board(int width, int height)
    : width_(width),
      height_(height),
      stones_(static_cast<std::size_t>(std::max(width, 0)) *
                  static_cast<std::size_t>(std::max(height, 0)),
              Colour::kEmpty) {
  CGT_EXPECTS(width >= 1 && width <= kMaxSide && height >= 1 && height <= kMaxSide,
              "the sides of a board are 1 to 52");
}

Board::Neighbours Board::neighbours(Point p) const {
  Neighbours out;
  if (p.y > 0) out.points_[out.count_++] = Point::at(p.x, p.y - 1);
  if (p.x > 0) out.points_[out.count_++] = Point::at(p.x - 1, p.y);
  if (p.x + 1 < width_) out.points_[out.count_++] = Point::at(p.x + 1, p.y);
  if (p.y + 1 < height_) out.points_[out.count_++] = Point::at(p.x, p.y + 1);
  return out;
}

Block Board::block(Point p) const {
  Block out;
  out.colour = (*this)[p];
  CGT_EXPECTS(out.colour != Colour::kEmpty, "only a stone has a block");
  std::vector<char> seen(stones_.size(), 0);
  seen[index(p)] = 1;
  out.stones.push_back(p);
  // `stones` is the queue of the flood: all before `next` are done.
  for (std::size_t next = 0; next < out.stones.size(); ++next) {
    for (const Point q : neighbours(out.stones[next])) {
      if (seen[index(q)] != 0) continue;
      if ((*this)[q] == out.colour) {
        seen[index(q)] = 1;
        out.stones.push_back(q);
      } else if ((*this)[q] == Colour::kEmpty) {
        seen[index(q)] = 1;
        out.liberties.push_back(q);
      }
    }
  }
  std::sort(out.stones.begin(), out.stones.end());
  std::sort(out.liberties.begin(), out.liberties.end());
  return out;
}

bool Board::has_liberty(Point p) const {
  const Colour own = (*this)[p];
  CGT_EXPECTS(own != Colour::kEmpty, "only a stone has liberties");
  std::bitset<kMaxSide * kMaxSide> seen;
  SmallVector<Point, 64> open{p};
  seen.set(index(p));
  while (!open.empty()) {
    const Point at = open.back();
    open.pop_back();
    for (const Point q : neighbours(at)) {
      const Colour colour = (*this)[q];
      if (colour == Colour::kEmpty) return true;
      if (colour != own || seen[index(q)]) continue;
      seen.set(index(q));
      open.push_back(q);
    }
  }
  return false;
}

std::optional<Point> Board::stone_without_liberty() const {
  std::vector<char> breathes(stones_.size(), 0);
  std::vector<std::size_t> queue;
  for (std::size_t i = 0; i < stones_.size(); ++i) {
    if (stones_[i] == Colour::kEmpty) queue.push_back(i);
  }
  // Liberties spread from the empty points, and from each stone within its block.
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::size_t from = queue[next];
    for (const Point q : neighbours(point(from))) {
      const std::size_t to = index(q);
      if (stones_[to] == Colour::kEmpty || breathes[to] != 0) continue;
      if (stones_[from] != Colour::kEmpty && stones_[from] != stones_[to]) continue;
      breathes[to] = 1;
      queue.push_back(to);
    }
  }
  for (std::size_t i = 0; i < stones_.size(); ++i) {
    if (stones_[i] != Colour::kEmpty && breathes[i] == 0) return point(i);
  }
  return std::nullopt;
}

PlayResult Board::play(Player player, Point p) {
  CGT_EXPECTS(contains(p.x, p.y), "a move is on the board");
  PlayResult result;
  if ((*this)[p] != Colour::kEmpty) return result;
  const Colour own = colour_of(player);
  const Colour enemy = colour_of(opponent(player));
  set(p, own);
  Point last_captured = p;
  for (const Point q : neighbours(p)) {
    if ((*this)[q] != enemy || has_liberty(q)) continue;
    const Block attacked = block(q);
    for (const Point stone : attacked.stones) set(stone, Colour::kEmpty);
    result.captured += static_cast<int>(attacked.stones.size());
    last_captured = attacked.stones.front();
  }
  if (result.captured == 0 && !has_liberty(p)) {
    set(p, Colour::kEmpty);
    return result;
  }
  result.legal = true;
  if (result.captured == 1) {
    const Block placed = block(p);
    if (placed.stones.size() == 1 && placed.liberties.size() == 1) result.ko = last_captured;
  }
  return result;
}

}  // namespace cgt::go
