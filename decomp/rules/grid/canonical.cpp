#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "decomp/rules/grid/board.hpp"

namespace cgt::grid {
namespace {

// Whether there are images that lie as the board does, and others that are transposed. An image with
// fewer rows is less, whatever stands on it: where there are such, the others are left out.
class Orientations {
 public:
  Orientations(const Board& board, const std::vector<Symmetry>& symmetries,
               const std::vector<Symmetry>& exchanged) {
    for (const bool turned : {false, true}) {
      const auto is = [&](Symmetry s) { return ((s & kTranspose) != 0) == turned; };
      has_[turned ? 1 : 0] =
          std::ranges::any_of(symmetries, is) || std::ranges::any_of(exchanged, is);
    }
    if (board.rows() == board.columns() || !has_[0] || !has_[1]) return;
    has_[board.rows() < board.columns() ? 1 : 0] = false;
  }
  bool has(bool turned) const { return has_[turned ? 1 : 0]; }
  bool has_image(Symmetry symmetry) const { return has((symmetry & kTranspose) != 0); }

 private:
  std::array<bool, 2> has_{};
};

// An image of a board, not built: its cell (r, c) is cell origin + r * down + c * right of the board.
struct Image {
  const Board* board;
  int origin;
  int rows;
  int columns;
  int down;
  int right;

  Image(const Board& of, Symmetry symmetry) : board(&of), rows(of.rows()), columns(of.columns()) {
    const bool mirror_rows = (symmetry & kMirrorRows) != 0;
    const bool mirror_columns = (symmetry & kMirrorColumns) != 0;
    origin = (mirror_rows ? (rows - 1) * columns : 0) + (mirror_columns ? columns - 1 : 0);
    down = mirror_rows ? -columns : columns;
    right = mirror_columns ? -1 : 1;
    if ((symmetry & kTranspose) == 0) return;
    std::swap(rows, columns);
    std::swap(down, right);
  }
};

// Of two images of boards with the same number of cells.
bool before(const Image& a, const Image& b) {
  if (a.rows != b.rows) return a.rows < b.rows;
  for (int r = 0; r < a.rows; ++r) {
    int i = a.origin + r * a.down;
    int k = b.origin + r * b.down;
    for (int c = 0; c < a.columns; ++c, i += a.right, k += b.right) {
      const Board::Cell x = (*a.board)[i];
      const Board::Cell y = (*b.board)[k];
      if (x != y) return x < y;
    }
  }
  return false;
}

Board built(const Image& image) {
  Board out(image.rows, image.columns);
  int to = 0;
  for (int r = 0; r < image.rows; ++r) {
    int from = image.origin + r * image.down;
    for (int c = 0; c < image.columns; ++c, from += image.right)
      out.set(to++, (*image.board)[from]);
  }
  return out;
}

// A board as one number, kBits a cell, the first lowest: two bits for kinds below 4, or four for kinds
// below 16.
using Number = std::uint64_t;

template <unsigned kBits>
constexpr int kPackedCells = 64 / kBits;

// Do all kinds of the board, and what they are exchanged for, fit into so many bits?
bool fit(const Board& board, std::string_view exchange, unsigned bits) {
  Board::Cell all = 0;
  for (const Board::Cell c : board.cells()) all |= c;
  if (all >> bits != 0) return false;
  return std::ranges::all_of(exchange.substr(0, std::size_t{1} << bits), [&](char kind) {
    return static_cast<unsigned char>(kind) >> bits == 0;
  });
}

template <unsigned kBits>
Number packed(const Board& board) {
  Number out = 0;
  const int count = board.size();
  for (int first = 0; first < count; first += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, board.cells().data() + first,
                static_cast<std::size_t>(std::min(8, count - first)));
    if constexpr (std::endian::native == std::endian::big) eight = __builtin_bswap64(eight);
    constexpr std::uint64_t kTwo = kBits == 2 ? 0x000F000F000F000FULL : 0x00FF00FF00FF00FFULL;
    constexpr std::uint64_t kFour = kBits == 2 ? 0x000000FF000000FFULL : 0x0000FFFF0000FFFFULL;
    eight = (eight | eight >> (8 - kBits)) & kTwo;
    eight = (eight | eight >> (16 - 2 * kBits)) & kFour;
    eight = (eight | eight >> (32 - 4 * kBits)) & ((std::uint64_t{1} << 8 * kBits) - 1);
    out |= eight << (static_cast<unsigned>(first) * kBits);
  }
  return out;
}

// The bits above the last cell of a board with so many.
template <unsigned kBits>
unsigned spare_bits(int count) {
  return 64 - kBits * static_cast<unsigned>(count);
}

// Every cell replaced by map[cell].
template <unsigned kBits>
Number recoloured(Number number, int count, std::string_view map) {
  constexpr Number kLowest = kBits == 2 ? 0x5555555555555555ULL : 0x1111111111111111ULL;
  const std::size_t kinds = std::min(map.size(), std::size_t{1} << kBits);
  Number out = 0;
  for (std::size_t k = 0; k < kinds; ++k) {
    Number cells = kLowest;
    for (unsigned b = 0; b < kBits; ++b) {
      cells &= (number ^ ((k >> b & 1U) != 0 ? 0 : ~Number{0})) >> b;
    }
    out |= cells * static_cast<unsigned char>(map[k]);
  }
  return out & ~Number{0} >> spare_bits<kBits>(count);
}

template <unsigned kBits>
Number transposed(Number number, int rows, int columns) {
  constexpr Number kCell = (1U << kBits) - 1;
  Number out = 0;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c, number >>= kBits) {
      out |= (number & kCell) << (static_cast<unsigned>(c * rows + r) * kBits);
    }
  }
  return out;
}

// All cells in the opposite order.
template <unsigned kBits>
Number reversed(Number number, int count) {
  number = __builtin_bswap64(number);
  number = (number >> 4U & 0x0F0F0F0F0F0F0F0FULL) | (number & 0x0F0F0F0F0F0F0F0FULL) << 4U;
  if constexpr (kBits == 2) {
    number = (number >> 2U & 0x3333333333333333ULL) | (number & 0x3333333333333333ULL) << 2U;
  }
  return number >> spare_bits<kBits>(count);
}

template <unsigned kBits>
Number rows_reversed(Number number, int rows, int columns) {
  if (rows == 1) return number;
  const unsigned step = kBits * static_cast<unsigned>(columns);
  const Number row = (Number{1} << step) - 1;
  Number out = 0;
  for (int r = 0; r < rows; ++r, number >>= step) out = out << step | (number & row);
  return out;
}

// The images of a board by mirrors, as numbers in the order of boards, which have the first cell
// highest: so the number of a board, the first cell lowest, is that of its image by both mirrors.
template <unsigned kBits>
std::array<Number, 4> mirrored(Number number, int rows, int columns) {
  const int count = rows * columns;
  std::array<Number, 4> out;
  out[kMirrorRows | kMirrorColumns] = number;
  out[0] = reversed<kBits>(number, count);
  out[kMirrorColumns] = rows_reversed<kBits>(number, rows, columns);
  out[kMirrorRows] = reversed<kBits>(out[kMirrorColumns], count);
  return out;
}

template <unsigned kBits>
CanonicalBoard least_packed(const Board& board, const Orientations& orientations,
                            const std::vector<Symmetry>& symmetries, std::string_view exchange,
                            const std::vector<Symmetry>& exchanged) {
  const int rows = board.rows();
  const int columns = board.columns();
  const int count = board.size();
  Number least = 0;
  bool found = false;
  bool negated = false;
  bool turned = false;
  const auto look = [&](Number number, const std::vector<Symmetry>& wanted, bool negates) {
    std::array<Number, 8> images;
    if (orientations.has(false)) {
      std::ranges::copy(mirrored<kBits>(number, rows, columns), images.begin());
    }
    if (orientations.has(true)) {
      // To mirror columns and then to transpose is to transpose and then to mirror rows.
      const auto across = mirrored<kBits>(transposed<kBits>(number, rows, columns), columns, rows);
      images[kTranspose] = across[0];
      images[kTranspose | kMirrorColumns] = across[kMirrorRows];
      images[kTranspose | kMirrorRows] = across[kMirrorColumns];
      images[kTranspose | kMirrorRows | kMirrorColumns] = across[kMirrorRows | kMirrorColumns];
    }
    for (const Symmetry symmetry : wanted) {
      if (!orientations.has_image(symmetry)) continue;
      if (found && images[symmetry] >= least) continue;
      found = true;
      least = images[symmetry];
      negated = negates;
      turned = (symmetry & kTranspose) != 0;
    }
  };
  const Number number = packed<kBits>(board);
  look(number, symmetries, false);
  if (!exchanged.empty()) {
    look(exchange.empty() ? number : recoloured<kBits>(number, count, exchange), exchanged, true);
  }
  CanonicalBoard out{turned ? Board(columns, rows) : Board(rows, columns), negated};
  least = reversed<kBits>(least, count);
  for (int i = 0; i < count; ++i, least >>= kBits) {
    out.board.set(i, static_cast<Board::Cell>(least & ((1U << kBits) - 1)));
  }
  return out;
}

}  // namespace

CanonicalBoard canonical(const Board& board, const std::vector<Symmetry>& symmetries,
                         std::string_view exchange, const std::vector<Symmetry>& exchanged) {
  const Orientations orientations(board, symmetries, exchanged);
  if (!board.empty() && board.size() <= kPackedCells<2> && fit(board, exchange, 2)) {
    return least_packed<2>(board, orientations, symmetries, exchange, exchanged);
  }
  if (!board.empty() && board.size() <= kPackedCells<4> && fit(board, exchange, 4)) {
    return least_packed<4>(board, orientations, symmetries, exchange, exchanged);
  }
  std::optional<Image> best;
  for (const Symmetry symmetry : symmetries) {
    if (!orientations.has_image(symmetry)) continue;
    const Image image(board, symmetry);
    if (!best || before(image, *best)) best = image;
  }
  const bool recolours = !exchange.empty() && !exchanged.empty();
  const Board other = recolours ? board.recoloured(exchange) : Board();
  bool negated = false;
  for (const Symmetry symmetry : exchanged) {
    if (!orientations.has_image(symmetry)) continue;
    const Image image(recolours ? other : board, symmetry);
    if (best && !before(image, *best)) continue;
    best = image;
    negated = true;
  }
  return {built(*best), negated};
}

}  // namespace cgt::grid
