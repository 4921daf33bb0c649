// Domineering (Andersson 1973; Berlekamp, Conway, Guy 1982, chapter 5): Left places vertical
// dominoes, Right horizontal ones. Cram: the same dominoes, either way for both players.
//
// A position is a set of free cells in a box, as bits row by row. Parts that are not connected are
// summands; a single cell is worth 0, and in Domineering a strip of n cells is worth floor(n / 2)
// to the player along it. Reflections keep the value; exchanging rows and columns negates it (in
// Cram it does nothing). Boards of up to 64 cells take one word; the same code runs on wide words
// for up to 1024 cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decomp/position/ruleset.hpp"

namespace cgt::domineering {

inline constexpr int kMaxCells = 1024;

// Bits: std::uint64_t, or a wide word that only the source of this header knows.
template <class Bits, bool kCram>
class CGT_API Position {
 public:
  static constexpr bool kImpartial = kCram;

  Position() = default;
  // free[r * columns + c]. Requires that the cells fit into Bits.
  Position(int rows, int columns, const std::vector<bool>& free);

  int rows() const { return rows_; }
  int columns() const { return columns_; }

  // Every legal move; `move` is the number of the upper or left cell.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  // The same of what a move leaves. Requires that this is connected.
  std::int64_t split_after(const Position& after, std::vector<Summand<Position>>& sum) const;
  std::uint32_t depth_hint() const;
  // Of Cram: 0 where a half turn maps the free cells onto themselves and no domino onto itself or across itself,
  // for who moves second answers each domino by its image.
  std::optional<Nus> known_value() const requires kCram;
  std::uint64_t hash() const;
  std::string text() const;
  friend bool operator==(const Position&, const Position&) = default;

 private:
  Position(int rows, int columns, Bits free)
      : free_(std::move(free)),
        rows_(static_cast<std::uint16_t>(rows)),
        columns_(static_cast<std::uint16_t>(columns)) {}

  // Appends what the connected part is worth to `sum`, or to the integer returned.
  std::int64_t split_part(const Bits& part, std::vector<Summand<Position>>& sum) const;
  // The first cell of each row, and for words also of the rows below the box.
  Bits first_column() const;
  // The least of the images of these cells of a box under reflection.
  static Bits least(const Bits& cells, int rows, int columns);

  Bits free_{};
  std::uint16_t rows_ = 0;
  std::uint16_t columns_ = 0;
};

// Lines of the registry.
CGT_API RulesetEntry domineering_entry();
CGT_API RulesetEntry cram_entry();

}  // namespace cgt::domineering
