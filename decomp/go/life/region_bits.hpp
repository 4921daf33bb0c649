// A region of at most 64 cells as sets of bits, for searches.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "decomp/go/board/region.hpp"

namespace cgt::go {

using CellSet = std::uint64_t;  // bit k: the k-th cell inside

constexpr CellSet cell_bit(int cell) { return CellSet{1} << static_cast<unsigned>(cell); }

template <class Visit>
void for_cells(CellSet set, Visit visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// Who holds which cells in a search whose one player defends: he may not take back at once one stone
// that took one of his, the attacker may.
struct GroundState {
  CellSet own = 0;       // of the defender
  CellSet enemy = 0;     // of the attacker
  CellSet settled = 0;   // of both: cells that left play, territory filled with its owner's stones
  std::int8_t ko = -1;   // where the defender may not play now
  bool defends = false;  // the defender moves

  friend bool operator==(const GroundState&, const GroundState&) = default;
};

// A region as bits.
struct Ground {
  std::vector<std::uint32_t> cells;  // by bit
  std::vector<CellSet> near;
  CellSet all = 0;
  PerPlayer<CellSet> stones{};
  PerPlayer<CellSet> walls{};  // cells that touch immortal stones of the player

  static std::optional<Ground> of(const Region& region) {
    Ground out;
    std::vector<int> bit(region.size(), -1);
    for (std::size_t i = 0; i < region.size(); ++i) {
      if ((region[i] & Region::kContents) == Region::kOutside) continue;
      if (out.cells.size() == 64) return std::nullopt;
      bit[i] = static_cast<int>(out.cells.size());
      out.cells.push_back(static_cast<std::uint32_t>(i));
    }
    const auto width = static_cast<std::size_t>(region.width());
    for (std::size_t k = 0; k < out.cells.size(); ++k) {
      const std::size_t i = out.cells[k];
      const CellSet here = cell_bit(static_cast<int>(k));
      out.all |= here;
      for (const Player player : kPlayers) {
        if ((region[i] & Region::kContents) == Region::stone_of(player)) out.stones[player] |= here;
        if ((region[i] & Region::touches(player)) != 0) out.walls[player] |= here;
      }
      CellSet near = 0;
      const auto beside = [&](std::size_t j) {
        if (bit[j] >= 0) near |= cell_bit(bit[j]);
      };
      if (i >= width) beside(i - width);
      if (i % width > 0) beside(i - 1);
      if (i % width + 1 < width) beside(i + 1);
      if (i + width < region.size()) beside(i + width);
      out.near.push_back(near);
    }
    return out;
  }

  CellSet around(CellSet set) const {
    CellSet out = 0;
    for_cells(set, [&](int c) { out |= near[static_cast<std::size_t>(c)]; });
    return out & ~set;
  }
  // The component of `within` that has the cell.
  CellSet component(int cell, CellSet within) const {
    CellSet out = cell_bit(cell);
    for (CellSet front = out; front != 0;) {
      front = around(front) & within & ~out;
      out |= front;
    }
    return out;
  }

  // Plays a stone for the one of `mine`; the stones taken, or none if it is suicide.
  std::optional<CellSet> play(CellSet& mine, CellSet& theirs, int cell, Player who,
                              CellSet settled) const {
    const CellSet placed = cell_bit(cell);
    const CellSet free = all & ~mine & ~theirs & ~placed;
    CellSet taken = 0;
    CellSet rest = near[static_cast<std::size_t>(cell)] & theirs;
    while (rest != 0) {
      const CellSet block = component(std::countr_zero(rest), theirs);
      rest &= ~block;
      if ((block & (walls[opponent(who)] | settled)) == 0 && (around(block) & free) == 0) {
        taken |= block;
      }
    }
    if (taken == 0) {
      const CellSet block = component(cell, mine | placed);
      if ((block & (walls[who] | settled)) == 0 && (around(block) & free) == 0) {
        return std::nullopt;
      }
    }
    mine |= placed;
    theirs &= ~taken;
    return taken;
  }

  // Did the stone just played, of `mine`, take one stone by a ko: does it stand alone with that cell
  // as its one liberty?
  bool may_be_taken_back(CellSet mine, CellSet theirs, int cell, CellSet taken, Player who) const {
    const CellSet placed = cell_bit(cell);
    return component(cell, mine) == placed && (placed & walls[who]) == 0 &&
           (around(placed) & all & ~mine & ~theirs) == taken;
  }

  CellSet empty(const GroundState& s) const { return all & ~s.own & ~s.enemy; }

  // Appends where the one who moves may play.
  void moves(const GroundState& s, Player defender, std::vector<std::int8_t>& out) const {
    const Player mover = s.defends ? defender : opponent(defender);
    for_cells(empty(s), [&](int cell) {
      if (s.defends && cell == s.ko) return;
      CellSet mine = s.defends ? s.own : s.enemy;
      CellSet theirs = s.defends ? s.enemy : s.own;
      if (play(mine, theirs, cell, mover, s.settled)) out.push_back(static_cast<std::int8_t>(cell));
    });
  }

  // Plays a move of moves() for the one who moves; the stones taken.
  CellSet play(GroundState& s, Player defender, std::int8_t cell) const {
    const bool defends = s.defends;
    const Player mover = defends ? defender : opponent(defender);
    const CellSet taken =
        play(defends ? s.own : s.enemy, defends ? s.enemy : s.own, cell, mover, s.settled)
            .value_or(0);
    pass(s);
    if (!defends && std::popcount(taken) == 1 &&
        may_be_taken_back(s.enemy, s.own, cell, taken, mover)) {
      s.ko = static_cast<std::int8_t>(std::countr_zero(taken));
    }
    return taken;
  }

  // The other one moves next, and no ko is left.
  static void pass(GroundState& s) {
    s.defends = !s.defends;
    s.ko = -1;
  }

  // The stones that hang together with immortal ones.
  CellSet immortal(CellSet stones_of, Player who, CellSet settled = 0) const {
    CellSet out = 0;
    for (CellSet rest = stones_of & (walls[who] | settled); rest != 0; rest &= ~out) {
      out |= component(std::countr_zero(rest), stones_of);
    }
    return out;
  }
};

}  // namespace cgt::go
