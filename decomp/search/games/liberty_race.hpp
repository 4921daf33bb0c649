// The abstract race to capture (semeai) of Go: an attacking and a defending block, each to be
// captured before it captures, without a board. Each block has outside liberties, which cost the
// enemy a move each; shared liberties, which a player fills by giving up one too; perhaps one
// small eye of 1 to 3 points, whose last point can be filled only if that captures. Players may
// pass; two passes in a row are a seki.
//
// outcome() is the closed form (after Mueller 1999, "Race to capture: analyzing semeai in Go"):
// with A, D the liberties of attacker and defender that are not shared, eyes included, s those
// shared, m = 1 if the attacker moves first and delta = A - D, the attacker captures iff
//   no eye:                          delta >= max(0, s - 1) + 1 - m
//   an eye of both, or the defender: delta >= s + 1 - m
//   an eye of the attacker only:     delta >= -s + 1 - m
// and likewise for the defender with the parts exchanged; seki if neither does. LibertyRace is the
// race as a game, which searches settle without any formula.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "decomp/search/game.hpp"

namespace cgt::search {

enum class RaceOutcome : std::int8_t { kDefenderCaptures = -1, kSeki = 0, kAttackerCaptures = 1 };

class CGT_API LibertyRace {
 public:
  struct Side {
    std::uint8_t outside = 0;
    std::uint8_t eye = 0;  // points of the eye, 0 to 3
    int exclusive() const { return outside + eye; }
    friend bool operator==(const Side&, const Side&) = default;
  };
  enum class Move : std::uint8_t { kFillOutside, kFillShared, kFillEye, kPass };

  // Requires a liberty of each block, and eyes of at most 3 points. `first`: 0 for the attacker,
  // who is player 0, 1 for the defender.
  LibertyRace(Side attacker, Side defender, int shared, int first);

  RaceOutcome outcome() const;

  GameType type() const { return {}; }
  int player() const { return captured_ || passes_ == 2 ? kTerminal : mover_; }
  void moves(std::vector<Move>& out) const;
  void play(Move move);
  // 1 for the capture of the other block, 0 for seki.
  int utility(int player) const;
  std::uint64_t hash() const;
  friend bool operator==(const LibertyRace&, const LibertyRace&) = default;

 private:
  int liberties(int player) const {
    return sides_[static_cast<std::size_t>(player)].exclusive() + shared_;
  }
  bool captures(int player) const;

  std::array<Side, 2> sides_;  // attacker, defender
  std::uint8_t shared_;
  std::uint8_t mover_;
  std::uint8_t passes_ = 0;
  bool captured_ = false;  // by the player who has just moved
};

}  // namespace cgt::search
