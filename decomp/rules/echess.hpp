// Entrepreneurial Chess, "Echess" (Berlekamp and Low, "Entrepreneurial chess", International Journal of
// Game Theory 47, 2018): Left's black king against Right's white king and rook, with the moves of
// chess, on a board that spans the first quadrant. In addition Left may at any time cash out: the board
// is removed, and the integer x + y is left, where (x, y) is the square of his king.
//
//   K..        k is the black king, K and R are White's men; the lower left corner is (1,1). Left can
//   ..R        cash out for 1 + 1 = 2 or step to (2,1), and the rook can mate. The value of this board
//   k..        is {on|3+over||2|off}.
//
// The rules above are those of the abstract and the introduction of the paper, which were all that we
// had: nothing was compared with its examples. What follows are choices of ours; `corner`, `taken` and
// `fixedKing` are parameters of GenEchess.
//   finite board   A black king that walks off the north or the east edge is free for ever: "free",
//                  worth `on`, for he gets as rich as he likes. (In the problem of Guy and Nowakowski
//                  that the game comes from, Left wins by walking off.) The west and south edges hold
//                  him, and all edges hold White's men; squares beyond an edge are attacked as those of
//                  the board are. So a value is an upper bound of those on larger boards, and on the
//                  infinite one.
//   attack         Neither king steps beside the other. Left's steps nowhere that the rook attacks,
//                  through the square that he leaves, too. He takes a rook beside him that the white
//                  king does not guard: free.
//   check          In a sum Left may play elsewhere, or cash out, when he is in check. If White then
//                  takes the king, that is worth `off` ("taken"), or the integer `taken`.
//   no move        White may not pass on the board, nor Left; each may play elsewhere.
//   corner         The coordinates of the lower left corner, in both directions: 1, as in the papers on
//                  the problem, where a1 is (1,1).
//   fixedKing      The white king stays where he is. The positions of such a game are fewer, and its
//                  value is an upper bound of that in which he may move.
//
// The game is loopy. Exchanging rows and columns along the diagonal through the lower left corner keeps
// the value. Nothing is the negative of anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decomp/rules/grid/board.hpp"

namespace cgt::echess {

struct Rules {
  std::int64_t corner = 1;
  std::optional<std::int64_t> taken;  // none: off
  bool fixed_king = false;
  friend bool operator==(const Rules&, const Rules&) = default;
};

// Column and row from 0, the lower left corner. The square of a black king may be beyond the edge.
struct Square {
  std::int16_t x = 0;
  std::int16_t y = 0;
  friend auto operator<=>(const Square&, const Square&) = default;
};

class Position {
 public:
  static constexpr const char* kCharMap = ".kKR";

  Position() = default;
  // Throws Error if there is not one of each man, or the kings are side by side.
  Position(const grid::Board& board, const Rules* rules);
  // What is left of a board: the integer n.
  static Position cashed(std::int64_t n, const Rules* rules);
  static Position free(const Rules* rules) { return Position(Stage::kFree, rules); }
  static Position taken(const Rules* rules) { return Position(Stage::kTaken, rules); }

  // `move` is the man that moves (0 the black king, 1 the white one, 2 the rook), times the number of
  // squares of a board that is larger by a row and a column, plus the square; 3 times that for a
  // cash-out.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint64_t hash() const;
  // "..R|...|K.k"; "free", "taken", "5".
  std::string text() const;
  friend bool operator==(const Position&, const Position&) = default;

 private:
  enum class Stage : std::uint8_t { kBoard, kCashed, kFree, kTaken };

  Position(Stage stage, const Rules* rules) : stage_(stage), rules_(rules) {}

  bool on_board(Square s) const { return s.x >= 0 && s.y >= 0 && s.x < columns_ && s.y < rows_; }
  // Does the rook attack the square, with the black king taken off the board?
  bool rook_attacks(Square s) const;
  std::uint32_t number(Square s) const;
  void black_moves(std::vector<Option<Position>>& out) const;
  void white_moves(std::vector<Option<Position>>& out) const;

  Stage stage_ = Stage::kCashed;
  std::int16_t columns_ = 0;
  std::int16_t rows_ = 0;
  Square black_;
  Square white_;
  Square rook_;
  std::int64_t cash_ = 0;
  const Rules* rules_ = nullptr;
};

}  // namespace cgt::echess
