// One position of a chess endgame without pawns as a state of a game, for any search: players 0
// (White) and 1 (Black), utility +1, 0, -1. Play ends with mate, stalemate and bare kings; it may
// repeat. Moves are found square by square, without the sets of squares that Endgame works with, so
// that each checks the other.
#pragma once

#include <cstdint>
#include <vector>

#include "decomp/search/game.hpp"
#include "decomp/search/games/chess_endgame.hpp"

namespace cgt::search::chess {

class CGT_API EndgameState {
 public:
  using Move = std::uint16_t;  // 64 times the number of the man, plus the square

  static constexpr std::uint8_t kCaptured = 64;

  // `material` outlives the state. `position` is legal.
  EndgameState(const Material& material, const Position& position)
      : material_(&material), position_(position) {}

  static GameType type() { return {.may_repeat = true}; }
  int player() const;
  void moves(std::vector<Move>& out) const;
  void play(Move move);
  int utility(int player) const;
  std::uint64_t hash() const;
  friend bool operator==(const EndgameState& a, const EndgameState& b) {
    return a.position_.mover == b.position_.mover &&
           std::equal(a.position_.squares, a.position_.squares + Material::kMost,
                      b.position_.squares);
  }

  const Position& position() const { return position_; }
  // The side that has moved is not in check, and no two men share a square.
  bool legal() const;

 private:
  // Calls visit(move) for each legal move until it returns false.
  template <class Visit>
  void visit_moves(Visit visit) const;
  bool in_check(int colour) const;
  bool attacks(int man, int square) const;
  int man_on(int square) const;

  const Material* material_;
  Position position_;
};

}  // namespace cgt::search::chess
