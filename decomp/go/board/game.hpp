// Game: a game of Go as it is played, with its history: whose turn it is, prisoners, ko, undo.
//
//   Game game(Board(9, 9));
//   const Legality said = game.play({Player::kLeft, *game.board().point("E5")});
//   if (said == Legality::kLegal) game.undo();
//
// Rules. A stone is put on an empty point, enemy blocks without liberty are taken, suicide is not
// legal. A stone may not bring back any earlier position of the board, whoever moved then
// (positional superko); the simple ko rule is the case of the position before the last move. Moves of
// players who go by the simple ko rule alone can be played, too. Passing is always legal. Nobody is held
// to alternate: records and controllers let a side move twice.
//
// Invariant: positions() >= 1; the first position is the one that the game began with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "decomp/go/board/board.hpp"

namespace cgt::go {

enum class Legality : std::uint8_t {
  kLegal,
  kOccupied,
  kSuicide,
  kKo,       // takes back at once
  kSuperko,  // brings back an older position
};
// "legal", "occupied", "suicide", "ko", "superko".
const char* name(Legality legality);

enum class KoRule : std::uint8_t {
  kSimple,             // a move may not bring back the position before the last move
  kPositionalSuperko,  // nor any older one
};

class Game {
 public:
  // Requires a board on which every block has a liberty. `prisoners` were taken before.
  explicit Game(Board start = Board(), Player to_play = Player::kLeft,
                PerPlayer<int> prisoners = {});

  const Board& board() const { return now().board; }
  Player to_play() const { return now().to_play; }
  void set_to_play(Player player) { positions_.back().to_play = player; }
  // Stones that `player` has taken, before the first position, too.
  int prisoners(Player player) const { return now().prisoners[player]; }
  // Moves played, passes included.
  std::size_t moves() const { return positions_.size() - 1; }
  // The last of them; none at the beginning.
  const std::optional<Move>& last() const { return now().last; }
  // Were the last two moves passes?
  bool over() const;

  // Judges a move without playing it, by positional superko. Requires a point of the board, or none.
  Legality judge(const Move& move) const;
  // Plays it if it is legal by `rule`; then it is the other player's turn. By the simple ko rule a move
  // that judge() calls kSuperko is legal.
  Legality play(const Move& move, KoRule rule = KoRule::kPositionalSuperko);
  // Takes the last move back. False at the beginning.
  bool undo();

  // Points where `player` may put a stone now, board order.
  std::vector<Point> legal_points(Player player) const;

 private:
  struct Position {
    Board board;
    std::uint64_t hash = 0;
    Player to_play = Player::kLeft;
    PerPlayer<int> prisoners{};
    std::optional<Move> last;
  };
  const Position& now() const { return positions_.back(); }
  // Judges, and leaves the next position in `next` if the move is legal, or if only superko forbids it.
  Legality advance(const Move& move, Position& next) const;

  std::vector<Position> positions_;
};

// Where handicap stones stand by custom: as many points as stones, or none if that number has no
// custom on such a board. 2 to 4 stones want sides of 7 and more, 5 to 9 odd sides of 9 and more.
// The points are 4 lines from the edge, 3 on boards with fewer than 13 lines. In the order of GTP 2:
// lower left, upper right, upper left, lower right, then the sides; the centre last.
std::vector<Point> handicap_points(int width, int height, int stones);

}  // namespace cgt::go
