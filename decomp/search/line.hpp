// Principal lines as lists that share their ends: a line is a move and the line of the child, so
// that a ply costs one cell whatever the length of the game. Cells that no list can reach any more
// are dropped when they are the larger part.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace cgt::search {

using LineId = std::uint32_t;
inline constexpr LineId kNoLine = ~LineId{0};

template <class Move>
class Lines {
 public:
  LineId add(const Move& move, LineId rest) {
    cells_.push_back({move, rest});
    return static_cast<LineId>(cells_.size() - 1);
  }
  std::vector<Move> moves(LineId line) const {
    std::vector<Move> out;
    for (; line != kNoLine; line = cells_[line].rest) out.push_back(cells_[line].move);
    return out;
  }
  bool wants_sweep() const { return cells_.size() >= limit_; }
  // Keeps what can be reached from the lines that `roots(visit)` visits, and renames those. The
  // rest of a cell is always older than the cell.
  template <class Roots>
  void sweep(const Roots& roots) {
    std::vector<bool> kept(cells_.size());
    roots([&](LineId& line) {
      for (LineId at = line; at != kNoLine && !kept[at]; at = cells_[at].rest) kept[at] = true;
    });
    std::vector<LineId> renamed(cells_.size(), kNoLine);
    LineId next = 0;
    for (LineId i = 0; i < cells_.size(); ++i) {
      if (!kept[i]) continue;
      renamed[i] = next;
      Cell cell = std::move(cells_[i]);
      if (cell.rest != kNoLine) cell.rest = renamed[cell.rest];
      cells_[next++] = std::move(cell);
    }
    cells_.resize(next, Cell{});
    roots([&](LineId& line) {
      if (line != kNoLine) line = renamed[line];
    });
    limit_ = std::max<std::size_t>(kSmall, 2 * cells_.size());
  }
  void clear() { cells_.clear(); }

 private:
  static constexpr std::size_t kSmall = 4096;
  struct Cell {
    Move move{};
    LineId rest = kNoLine;
  };
  std::vector<Cell> cells_;
  std::size_t limit_ = kSmall;
};

}  // namespace cgt::search
