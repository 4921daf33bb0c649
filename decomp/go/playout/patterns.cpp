#include "decomp/go/playout/patterns.hpp"

#include <bitset>

namespace cgt::go {
namespace {

// Rows from the top: X and O stones of either player, x and o anything but these, `.` empty, `#`
// beyond the edge, `?` anything. The point in the middle is the move.
constexpr std::array<std::string_view, 12> kShapes{
    "XOX.*.???",  // hane that encloses
    "XO..*.?.?",  // hane that does not cut
    "XO?X*.x.?",  // magari
    ".O.X*....",  // diagonal attachment
    "XO?O*o?o?",  // cut
    "XO?O*X???",  // cut that is peeped at
    "?X?O*Oooo",  // push through
    "OX?o*O???",  // cut of a knight's move
    "X.?O*?###",  // chase along the edge
    "OX?X*O###",  // cut along the edge
    "?X?x*O###",  // connection along the edge
    "?XOx*x###",  // sagari
};

// The eight points around, row by row, two bits each.
using PatternTable = std::bitset<1U << 16U>;

// May `sign` stand for the colour? `exchanged`: X is White.
bool stands_for(char sign, unsigned colour, bool exchanged) {
  const unsigned x = exchanged ? 2 : 1;
  const unsigned o = 3 - x;
  switch (sign) {
    case 'X': return colour == x;
    case 'O': return colour == o;
    case 'x': return colour != x;
    case 'o': return colour != o;
    case '.': return colour == PlayoutBoard::kEmpty;
    case '#': return colour == PlayoutBoard::kEdge;
    default: return true;
  }
}

// The place in a shape of each point around, after a symmetry of the square.
std::array<std::size_t, 8> places(unsigned symmetry) {
  std::array<std::size_t, 8> out{};
  std::size_t n = 0;
  for (std::size_t y = 0; y < 3; ++y) {
    for (std::size_t x = 0; x < 3; ++x) {
      if (x == 1 && y == 1) continue;
      std::size_t a = (symmetry & 1U) != 0 ? 2 - x : x;
      std::size_t b = (symmetry & 2U) != 0 ? 2 - y : y;
      if ((symmetry & 4U) != 0) std::swap(a, b);
      out[n++] = b * 3 + a;
    }
  }
  return out;
}

PatternTable make_pattern_table() {
  PatternTable table;
  for (const std::string_view shape : kShapes) {
    for (unsigned symmetry = 0; symmetry < 16; ++symmetry) {
      const bool exchanged = (symmetry & 8U) != 0;
      const auto at = places(symmetry);
      std::vector<unsigned> codes{0};
      for (std::size_t n = 0; n < 8; ++n) {
        std::vector<unsigned> longer;
        for (const unsigned code : codes) {
          for (unsigned colour = 0; colour < 4; ++colour) {
            if (stands_for(shape[at[n]], colour, exchanged)) {
              longer.push_back(code | colour << (2 * n));
            }
          }
        }
        codes = std::move(longer);
      }
      for (const unsigned code : codes) table.set(code);
    }
  }
  return table;
}

}  // namespace

bool matches_pattern(const PlayoutBoard& board, PlayoutBoard::Spot s) {
  static const PatternTable kTable = make_pattern_table();
  const int* const sides = board.sides();
  const int* const corners = board.corners();
  const std::array<int, 8> around{corners[0], sides[0],   corners[1], sides[1],
                                  sides[2],   corners[2], sides[3],   corners[3]};
  unsigned code = 0;
  for (std::size_t n = 0; n < 8; ++n) {
    code |= static_cast<unsigned>(board[PlayoutBoard::beside(s, around[n])]) << (2 * n);
  }
  return kTable[code];
}

}  // namespace cgt::go
