// The race as a game for decomp/search. Player 0 is the attacker.
//
// Rules: a stone on an empty point takes enemy blocks without liberty; suicide is illegal; basic
// ko: what takes one stone and stands alone in atari may not be taken at once; everybody may pass.
// The race ends when an essential block is taken, or when both pass in a row, neither of them to
// lift the ban of a ko: then neither is taken, which is a seki, or life of both.
//
// Why a pass that lifts a ban is not one of two. A pass stands for a move elsewhere on the board,
// after which the other one may pass as well and the ko can be retaken; if that ended the race,
// whoever has a point to play elsewhere would win where passing does not. As it is, points of which
// safe stones cut off the race change nothing (so Layout leaves them out). For let one side, A, want
// a capture. Where no ko is banned, passing is not a way to win for A, for the other one, B, passes
// too: so A wins there by a stone or not at all, whoever passed before. A wins with such points if
// he does without: he plays in the race alone, and takes a move elsewhere of B for a pass. And B
// prevents it with them if he does without: he answers a move elsewhere as if it were a pass, with a
// pass where that would have ended the race; then A is to move as before, without a ban, and has no
// stone that wins.
//
// Repetition rule: play that goes on for ever captures nothing. Such play would take ordinary
// stones again and again, so a position right after a capture that comes back (same stones, same
// player to move, same ko) ends the race without a capture: whoever can force one can do so without
// repeating, and whoever can prevent it can do so by repeating. The state keeps the positions after
// captures that can still come back; stones joined to essential or safe ones stay for ever, so
// those without them are dropped.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cgt/support/small_vector.hpp"
#include "decomp/go/races/problem.hpp"
#include "decomp/search/game.hpp"

namespace cgt::go::semeai {

// Who takes the other's essential block.
enum class Outcome : std::int8_t { kDefenderCaptures = -1, kNeither = 0, kAttackerCaptures = 1 };

// Blocks of a position.
class CGT_API Blocks {
 public:
  using Number = Layout::Number;
  static constexpr Number kNone = 0xFFFF;
  struct Block {
    std::uint8_t stone = 0;
    bool safe = false;       // joined to a safe stone
    bool essential = false;  // holds an essential stone
    std::uint16_t liberties = 0;
    Number last_liberty = kNone;
    bool permanent() const { return safe || essential; }
  };
  Blocks(const Layout& layout, std::span<const std::uint8_t> stones);
  // kNone at empty points.
  Number number(std::size_t point) const { return of_[point]; }
  const Block& of(std::size_t point) const { return blocks_[of_[point]]; }
  const Block& operator[](std::size_t number) const { return blocks_[number]; }
  std::size_t size() const { return blocks_.size(); }

 private:
  SmallVector<Number, 48> of_;
  SmallVector<Block, 16> blocks_;
};

class CGT_API State {
 public:
  using Move = std::uint16_t;  // the number of a point
  static constexpr Move kPass = 0xFFFF;
  static constexpr Move kNoPoint = 0xFFFE;

  // The layout outlives the state.
  State(const Layout& layout, Player first);

  const Layout& layout() const { return *layout_; }
  std::span<const std::uint8_t> stones() const { return {stones_.data(), stones_.size()}; }
  Player mover() const { return mover_; }
  Move ko() const { return ko_; }
  // 1 if the last move was a pass and lifted no ban: then one more ends the race.
  int passes() const { return passes_; }
  bool over() const { return over_; }
  // Requires over().
  Outcome outcome() const { return outcome_; }
  // The move is legal; pass always is.
  bool legal(const Blocks& blocks, Move move) const;

  search::GameType type() const { return {}; }
  int player() const {
    if (over_) return search::kTerminal;
    return mover_ == layout_->attacker() ? 0 : 1;
  }
  void moves(std::vector<Move>& out) const;
  void play(Move move);
  int utility(int player) const {
    return player == 0 ? static_cast<int>(outcome_) : -static_cast<int>(outcome_);
  }
  std::uint64_t hash() const;
  CGT_API friend bool operator==(const State& a, const State& b);

 private:
  using Stones = SmallVector<std::uint8_t, 48>;
  struct Past {
    Stones stones;
    Player mover;
    Move ko;
    friend bool operator==(const Past&, const Past&) = default;
    friend bool operator<(const Past& a, const Past& b) {
      if (a.stones != b.stones) return a.stones < b.stones;
      return a.mover != b.mover ? a.mover < b.mover : a.ko < b.ko;
    }
    std::uint64_t hash() const;
  };
  struct History {
    std::vector<Past> positions;  // in order
    std::uint64_t hash = 0;
  };
  void remember(const Blocks& after, bool captured);

  const Layout* layout_;
  Stones stones_;
  std::shared_ptr<const History> history_;  // null: empty
  Player mover_;
  Move ko_ = kNoPoint;
  std::uint8_t passes_ = 0;
  bool over_ = false;
  Outcome outcome_ = Outcome::kNeither;
};

}  // namespace cgt::go::semeai
