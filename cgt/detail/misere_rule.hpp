// The rule of misere play, shared by canonical forms and forms as written.
#pragma once

#include <algorithm>

#include "cgt/store/store.hpp"

namespace cgt::detail {

// For each player: does this player win if they move first?
struct MisereWins {
  PerPlayer<bool> moving_first;

  static MisereWins first() { return {{{true, true}}}; }
  // `winner` wins whoever moves first.
  static MisereWins always(Player winner) {
    MisereWins wins;
    wins.moving_first[winner] = true;
    return wins;
  }
  static MisereWins of(OutcomeClass outcome) {
    MisereWins wins;
    wins.moving_first[Player::kLeft] =
        outcome == OutcomeClass::kLeft || outcome == OutcomeClass::kNext;
    wins.moving_first[Player::kRight] =
        outcome == OutcomeClass::kRight || outcome == OutcomeClass::kNext;
    return wins;
  }
  // Nonzero words, for a cache.
  std::uint32_t encode() const {
    return 1U + (moving_first[Player::kLeft] ? 1U : 0U) + (moving_first[Player::kRight] ? 2U : 0U);
  }
  static MisereWins decode(std::uint32_t word) {
    MisereWins wins;
    wins.moving_first[Player::kLeft] = ((word - 1U) & 1U) != 0;
    wins.moving_first[Player::kRight] = ((word - 1U) & 2U) != 0;
    return wins;
  }
  OutcomeClass outcome() const {
    const bool left = moving_first[Player::kLeft];
    const bool right = moving_first[Player::kRight];
    if (left == right) return left ? OutcomeClass::kNext : OutcomeClass::kPrevious;
    return left ? OutcomeClass::kLeft : OutcomeClass::kRight;
  }
};

// A player who has no move wins; else one who has a move after which the opponent, moving first,
// loses.
template <class Keys, class At>
MisereWins misere_wins(const PerPlayer<Keys>& options, const At& at) {
  MisereWins wins;
  for (const Player player : kPlayers) {
    wins.moving_first[player] =
        options[player].empty() || std::ranges::any_of(options[player], [&](const auto& x) {
          return !at(x).moving_first[opponent(player)];
        });
  }
  return wins;
}

}  // namespace cgt::detail
