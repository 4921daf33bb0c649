// Races to capture (semeai) on Go boards: what is given.
//
// A problem is a board on which some blocks are essential: the race ends when one of them is taken.
// The outer surrounding stones are given as safe, they are never taken; all other stones are
// ordinary. A stone joined to a safe one of its colour is safe too.
//
//   const Problem problem = parse_problem("WWWWW/WXX.B/W.OOB/WWBBB");
//
// Diagrams: `B` `W` safe stones, `X` `O` others, `.` empty, `#` no point of the board; rows from
// the top, split by '/', '|' or line ends; blanks ignored. Points are named as on a Go board with
// the lowest row as row 1.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/go/board/board.hpp"

namespace cgt::go::semeai {

enum class Cell : std::uint8_t { kOutside, kEmpty, kBlack, kWhite, kSafeBlack, kSafeWhite };

struct CGT_API Problem {
  std::string name;
  int width = 0;
  int height = 0;
  std::vector<Cell> cells;  // row by row from the top
  // The first stone of each essential block, in the order of the cells; at least one of either
  // colour, none of them safe.
  PerPlayer<std::vector<Point>> essential;
  // Whose capture of the other is asked for: Left is Black.
  Player attacker = Player::kLeft;

  Cell at(Point p) const {
    return cells[static_cast<std::size_t>(p.y) * static_cast<std::size_t>(width) + p.x];
  }
  std::string point_name(Point p) const { return go::point_name(p, height); }
};

// Names of essential stones ("C3"), of both colours; none: of each colour the block of ordinary
// stones with the most stones, which must be one alone. Throws InputError with the place in the
// diagram for what is not a board, and Error where essential blocks are not clear or blocks have no
// liberty.
CGT_API Problem parse_problem(std::string_view diagram, const std::string& name = "<semeai>",
                              std::span<const std::string> essential = {});

// Points by name ("C3"). Throws Error for what is not a point of such a board.
CGT_API std::vector<Point> points_named(std::span<const std::string> names, int width, int height);

// From a whole board. All stones are safe but the blocks of `essential` stones and of `ordinary`
// ones. Throws Error.
CGT_API Problem problem_of(const Board& board, std::span<const Point> essential,
                           std::span<const Point> ordinary, std::string name = "<semeai>");

// What parse_problem() reads back.
CGT_API std::string to_diagram(const Problem& problem, char row_end = '/');

// The points on which the race is played, numbered: those that stones can reach from an essential
// block without crossing safe ones. Safe stones are flags of their neighbours. Play elsewhere is
// as good as passing (state.hpp).
class CGT_API Layout {
 public:
  using Number = std::uint16_t;
  enum Content : std::uint8_t { kEmpty = 0, kBlackStone = 1, kWhiteStone = 2 };
  static constexpr std::uint8_t stone_of(Player p) { return p == Player::kLeft ? 1 : 2; }

  // Throws Error for ordinary blocks without liberty.
  explicit Layout(const Problem& problem);
  // Any graph: neighbours of each point, its stone, the players whose safe stones it touches
  // (bit 0 black, bit 1 white). Edges go both ways.
  Layout(const std::vector<std::vector<Number>>& neighbours, std::vector<std::uint8_t> stones,
         std::vector<std::uint8_t> touches, PerPlayer<std::vector<Number>> essential,
         Player attacker);

  // With so many more outside liberties of each essential block of the owner: points of their own that
  // nothing else touches but safe stones of the enemy.
  Layout with_outside(Player owner, int count) const;

  std::size_t size() const { return stones_.size(); }
  std::span<const Number> neighbours(std::size_t p) const {
    return {targets_.data() + first_[p], first_[p + 1] - first_[p]};
  }
  std::uint8_t stone(std::size_t p) const { return stones_[p]; }
  bool touches_safe(std::size_t p, Player player) const {
    return (touches_[p] >> index(player) & 1U) != 0;
  }
  const std::vector<Number>& essential(Player p) const { return essential_[p]; }
  Player attacker() const { return attacker_; }
  // On the board of the problem; of a graph, meaningless.
  Point point(std::size_t p) const { return points_[p]; }
  std::optional<Number> number(Point p) const;

 private:
  void set_edges(const std::vector<std::vector<Number>>& neighbours);

  std::vector<std::size_t> first_;
  std::vector<Number> targets_;
  std::vector<std::uint8_t> stones_;
  std::vector<std::uint8_t> touches_;
  std::vector<Point> points_;
  PerPlayer<std::vector<Number>> essential_;
  Player attacker_;
};

}  // namespace cgt::go::semeai
