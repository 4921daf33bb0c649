// Modified kalah (Nau et al. 2010, section 6): a game of constant branching and length, made to be
// searched, not played.
//
// Each player has `pits` pits and a store. A move takes all seeds of one of the player's pits and
// sows them one by one around the board, the player's store included, the opponent's left out; an
// empty pit may be chosen and does nothing. Ending in the store gives no further move. Ending in
// one of the player's pits that was empty, opposite one that is not, captures the seeds of both
// into the store. Play ends after `plies` moves; a player's utility is that player's store minus
// the other. Seeds that are sown into a store count there, or are out of the game (KalahUtility).
//
// The source fixes the length (8) and the numbers of pits (4, 5, 6), and counts captured seeds. It does
// not state the number of seeds or the rule of capture: the standard rule is used, and boards are drawn
// at random.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "decomp/search/game.hpp"

namespace cgt::search {

enum class KalahUtility : std::uint8_t {
  kCaptured,  // seeds that are captured, that of the mover included
  kStored,    // these, and those that are sown into the store
};

class Kalah {
 public:
  using Move = std::uint8_t;  // 0 .. pits - 1, in the order of sowing

  static constexpr int kMostPits = 8;

  // Throws Error unless both lists have the same length, 1 .. kMostPits, their sum is at most 255,
  // and `plies` is 0 .. 100.
  Kalah(const std::vector<int>& own, const std::vector<int>& other, int plies,
        KalahUtility utility = KalahUtility::kStored);

  GameType type() const { return {.least_utility = -255, .greatest_utility = 255}; }
  int player() const { return left_ == 0 ? kTerminal : mover_; }
  void moves(std::vector<Move>& out) const {
    for (int i = 0; i < pits_; ++i) out.push_back(static_cast<Move>(i));
  }
  void play(Move pit);
  int utility(int player) const {
    const int lead = store(0) - store(1);
    return player == 0 ? lead : -lead;
  }
  std::uint64_t hash() const;
  friend bool operator==(const Kalah&, const Kalah&) = default;

  int pits() const { return pits_; }
  int plies_left() const { return left_; }
  int seeds(int player, int pit) const { return cells_[at(player, pit)]; }
  int store(int player) const { return cells_[at(player, pits_)]; }
  std::string text() const;  // "4 4 4 [0] / 4 4 4 [0], player 0"

 private:
  std::size_t at(int player, int pit) const {
    return static_cast<std::size_t>(player * (pits_ + 1) + pit);
  }

  std::array<std::uint8_t, 2 * (kMostPits + 1)> cells_{};
  std::int8_t pits_;
  std::int8_t left_;
  std::int8_t mover_ = 0;
  KalahUtility utility_;
};

}  // namespace cgt::search
