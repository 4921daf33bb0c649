// Any CGT position (decomp/position/position.hpp) as a two-player game of this folder: a first
// player, normal or misere play. Player 0 is Left, player 1 is Right; a win of Left is utility 1, a
// loss -1. Free moves (the integer beside a position) are moves of their owner: n > 0 is n moves of
// Left. Parts are not split: this is the plain game, for searches that values are checked with.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "decomp/position/position.hpp"
#include "decomp/search/game.hpp"

namespace cgt::search {

enum class Convention : std::uint8_t { kNormal, kMisere };

template <Position P>
class PositionGame {
 public:
  // `number`: kFreeMove, or the `move` of the option.
  struct Move {
    static constexpr std::uint32_t kFreeMove = 0xffffffff;
    std::uint32_t number = kFreeMove;
    P position{};
    std::int64_t free = 0;
    std::uint32_t code() const { return number; }
    friend bool operator==(const Move&, const Move&) = default;
  };

  // `may_repeat`: play of the ruleset can come back to a position.
  PositionGame(P position, Player first, Convention convention = Convention::kNormal,
               std::int64_t free = 0, bool may_repeat = false)
      : position_(std::move(position)),
        free_(free),
        mover_(first),
        convention_(convention),
        may_repeat_(may_repeat) {
    find_end();
  }

  const P& position() const { return position_; }
  std::int64_t free_moves() const { return free_; }
  Player mover() const { return mover_; }

  GameType type() const {
    GameType type;
    type.may_repeat = may_repeat_;
    return type;
  }
  int player() const { return ended_ ? kTerminal : static_cast<int>(index(mover_)); }
  void moves(std::vector<Move>& out) const {
    for (Option<P>& o : position_.options(mover_)) {
      out.push_back({o.move, std::move(o.position), free_ + o.shift});
    }
    if (has_free_move()) out.push_back({Move::kFreeMove, position_, free_ - sign(mover_)});
  }
  void play(const Move& move) {
    position_ = move.position;
    free_ = move.free;
    mover_ = opponent(mover_);
    find_end();
  }
  // The player who cannot move loses in normal play, wins in misere play.
  int utility(int player) const {
    const bool mover_wins = convention_ == Convention::kMisere;
    const bool left_wins = (mover_ == Player::kLeft) == mover_wins;
    return left_wins == (player == 0) ? 1 : -1;
  }
  std::uint64_t hash() const {
    return mix(mix(position_.hash(), static_cast<std::uint64_t>(free_)),
               index(mover_) * 2 + static_cast<std::uint64_t>(convention_));
  }
  friend bool operator==(const PositionGame& a, const PositionGame& b) {
    return a.mover_ == b.mover_ && a.free_ == b.free_ && a.convention_ == b.convention_ &&
           a.position_ == b.position_;
  }

 private:
  bool has_free_move() const { return free_ * sign(mover_) > 0; }
  void find_end() { ended_ = !has_free_move() && position_.options(mover_).empty(); }

  P position_;
  std::int64_t free_;
  Player mover_;
  Convention convention_;
  bool may_repeat_;
  bool ended_ = false;
};

}  // namespace cgt::search
