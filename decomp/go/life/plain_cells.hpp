// Stones on boards of characters, for checks that share nothing with what they check (check_seki.hpp,
// check_group.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace cgt::go {

constexpr char kDefends = 'd';
constexpr char kAttacks = 'a';
constexpr char kFree = '.';
constexpr char kNoCell = '#';

using CellList = std::vector<std::size_t>;

inline CellList plain_neighbours(std::size_t cell, std::size_t width, std::size_t size) {
  CellList out;
  if (cell % width > 0) out.push_back(cell - 1);
  if (cell % width + 1 < width) out.push_back(cell + 1);
  if (cell >= width) out.push_back(cell - width);
  if (cell + width < size) out.push_back(cell + width);
  return out;
}

// The rules of capture in a rectangle of cells, some of which touch immortal stones outside.
class PlainCells {
 public:
  PlainCells(std::size_t width, std::size_t size)
      : width_(width), size_(size), wall_{std::vector<bool>(size), std::vector<bool>(size)} {}

 protected:
  CellList near(std::size_t cell) const { return plain_neighbours(cell, width_, size_); }

  // Cells with a character of `kinds` that hang together with this one.
  CellList piece(const std::string& cells, std::size_t cell, const std::string& kinds) const {
    CellList out{cell};
    std::vector<char> seen(cells.size(), 0);
    seen[cell] = 1;
    for (std::size_t k = 0; k < out.size(); ++k) {
      for (const std::size_t q : near(out[k])) {
        if (seen[q] != 0 || kinds.find(cells[q]) == std::string::npos) continue;
        seen[q] = 1;
        out.push_back(q);
      }
    }
    return out;
  }

  bool walled(const CellList& cells, char owner) const {
    const std::vector<bool>& wall = wall_[owner == kDefends ? 0 : 1];
    return std::any_of(cells.begin(), cells.end(), [&](std::size_t c) { return wall[c]; });
  }

  bool touches(const std::string& cells, const CellList& piece, char kind) const {
    return std::any_of(piece.begin(), piece.end(), [&](std::size_t c) {
      const CellList around = near(c);
      return std::any_of(around.begin(), around.end(),
                         [&](std::size_t q) { return cells[q] == kind; });
    });
  }

  bool breathes(const std::string& cells, const CellList& block) const {
    return walled(block, cells[block.front()]) || touches(cells, block, kFree);
  }

  // Plays a stone; the stones taken, or none if the move is suicide.
  std::optional<CellList> place(std::string& cells, std::size_t cell, char mine) const {
    const char theirs = mine == kDefends ? kAttacks : kDefends;
    cells[cell] = mine;
    CellList taken;
    for (const std::size_t q : near(cell)) {
      if (cells[q] != theirs) continue;
      const CellList block = piece(cells, q, std::string(1, theirs));
      if (breathes(cells, block)) continue;
      for (const std::size_t c : block) cells[c] = kFree;
      taken.insert(taken.end(), block.begin(), block.end());
    }
    if (taken.empty() && !breathes(cells, piece(cells, cell, std::string(1, mine)))) {
      return std::nullopt;
    }
    return taken;
  }

  // Is this a single stone with one liberty, and no immortal one beside it?
  bool alone(const std::string& cells, std::size_t cell, char mine) const {
    if (piece(cells, cell, std::string(1, mine)).size() > 1) return false;
    if (walled({cell}, mine)) return false;
    const CellList around = near(cell);
    return std::count_if(around.begin(), around.end(),
                         [&](std::size_t q) { return cells[q] == kFree; }) == 1;
  }

  std::size_t width_;
  std::size_t size_;
  std::vector<bool> wall_[2];  // cells that touch immortal stones of the defender, of the attacker
};

}  // namespace cgt::go
