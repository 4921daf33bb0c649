// Chomp (Schuh 1952, Gale 1974): a bar of chocolate whose upper left square is poisoned. A move
// eats a square, and with it all below and to the right of it. Nobody eats the poison: a player
// with no other move has lost. Impartial.
//
// A position is any set of squares. Rows and columns without squares say nothing and are dropped,
// except the first ones; exchanging rows and columns changes nothing.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::chomp {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr bool kImpartial = true;
  static constexpr const char* kCharMap = ".x";

  using BoardPosition::BoardPosition;

  // `move` is the square eaten first.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

RulesetEntry chomp_entry();

}  // namespace cgt::chomp
