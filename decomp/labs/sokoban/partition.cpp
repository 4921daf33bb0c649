#include "cgt/support/words.hpp"
#include "decomp/labs/sokoban/search.hpp"

#include <algorithm>

namespace cgt::sokoban {
namespace {

// The axis that the corridor runs along: 0 up and down, 1 left and right; -1: no corridor.
int corridor_axis(const Board& board, Square s) {
  const auto walled = [&](int axis) {
    return board.next(s, axis) == kWall && board.next(s, axis + 2) == kWall;
  };
  if (walled(0) == walled(1)) return -1;
  return walled(0) ? 1 : 0;
}

// Do the two ends of a tunnel meet elsewhere?
bool ends_meet(const Board& board, const Part& tunnel, int axis) {
  std::vector<std::uint8_t> seen(static_cast<std::size_t>(board.squares()));
  for (const Square s : tunnel.squares) seen[static_cast<std::size_t>(s)] = 1;
  // Squares are numbered row by row, so the first one is the end up or left.
  const Square first = board.next(tunnel.squares.front(), axis);
  const Square last = board.next(tunnel.squares.back(), axis + 2);
  if (first == kWall || last == kWall) return true;  // a dead end separates nothing
  std::vector<Square> open{first};
  seen[static_cast<std::size_t>(first)] = 1;
  while (!open.empty()) {
    const Square s = open.back();
    open.pop_back();
    if (s == last) return true;
    for (const Square to : board.neighbours(s)) {
      if (to == kWall || seen[static_cast<std::size_t>(to)] != 0) continue;
      seen[static_cast<std::size_t>(to)] = 1;
      open.push_back(to);
    }
  }
  return false;
}

std::string part_name(std::size_t room) {
  std::string name(1, static_cast<char>('a' + room % 26));
  if (room >= 26) name += std::to_string(room / 26);
  return name;
}

}  // namespace

Partition partition(const Board& board) {
  Partition out;
  const auto n = static_cast<std::size_t>(board.squares());
  out.part_of.assign(n, -1);
  std::vector<int> axis(n);
  for (std::size_t s = 0; s < n; ++s) axis[s] = corridor_axis(board, static_cast<Square>(s));
  for (std::size_t seed = 0; seed < n; ++seed) {
    if (out.part_of[seed] >= 0) continue;
    Part part;
    part.tunnel = axis[seed] >= 0;
    const int number = static_cast<int>(out.parts.size());
    out.part_of[seed] = number;
    part.squares.push_back(static_cast<Square>(seed));
    for (std::size_t i = 0; i < part.squares.size(); ++i) {
      for (int d = 0; d < 4; ++d) {
        const Square to = board.next(part.squares[i], d);
        if (to == kWall) continue;
        const auto t = static_cast<std::size_t>(to);
        if (out.part_of[t] >= 0 || axis[t] != axis[seed]) continue;
        if (part.tunnel && d % 2 != axis[seed]) continue;
        out.part_of[t] = number;
        part.squares.push_back(to);
      }
    }
    std::sort(part.squares.begin(), part.squares.end());
    for (const Square s : part.squares) part.goals += board.is_goal(s);
    if (part.tunnel) part.splits = !ends_meet(board, part, axis[seed]);
    out.parts.push_back(std::move(part));
  }
  for (std::size_t s = 0; s < n; ++s) {
    for (const Square to : board.neighbours(static_cast<Square>(s))) {
      if (to == kWall) continue;
      const int other = out.part_of[static_cast<std::size_t>(to)];
      auto& next = out.parts[static_cast<std::size_t>(out.part_of[s])].next;
      if (other == out.part_of[s]) continue;
      const auto at = std::lower_bound(next.begin(), next.end(), other);
      if (at == next.end() || *at != other) next.insert(at, other);
    }
  }
  return out;
}

std::string describe(const Board& board, const Level& level, const Partition& partition) {
  std::vector<std::string> names;
  std::size_t rooms = 0;
  std::size_t tunnels = 0;
  for (const Part& part : partition.parts) {
    names.push_back(part.tunnel ? "t" + std::to_string(++tunnels) : part_name(rooms++));
  }
  std::string rows(level.cells.size(), ' ');
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (level.cells[i] == '#') rows[i] = '#';
  }
  for (Square s = 0; s < board.squares(); ++s) {
    const auto p = static_cast<std::size_t>(partition.part_of[static_cast<std::size_t>(s)]);
    const bool across = board.next(s, 0) == kWall && board.next(s, 2) == kWall;
    rows[static_cast<std::size_t>(board.row(s) * level.width + board.column(s))] =
        !partition.parts[p].tunnel ? names[p][0]
        : across                   ? '-'
                                   : '|';
  }
  std::string out;
  for (int row = 0; row < level.height; ++row) {
    std::string line = rows.substr(static_cast<std::size_t>(row * level.width),
                                   static_cast<std::size_t>(level.width));
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  for (std::size_t p = 0; p < partition.parts.size(); ++p) {
    const Part& part = partition.parts[p];
    out += names[p] + (part.tunnel ? part.squares.size() == 1 ? ": door" : ": tunnel" : ": room");
    out += ", " + counted(part.squares.size(), "square");
    if (part.goals > 0) out += ", " + counted(static_cast<std::size_t>(part.goals), "goal");
    if (part.splits) out += ", splits the level";
    if (!part.next.empty()) out += ", next to";
    for (const int other : part.next) out += ' ' + names[static_cast<std::size_t>(other)];
    out += '\n';
  }
  return out;
}

}  // namespace cgt::sokoban
