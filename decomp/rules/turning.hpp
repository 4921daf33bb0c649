// Coin turning (Lenstra 1977; Berlekamp, Conway, Guy 1982, chapter 14): coins in a row. A move
// turns several of them, the rightmost of which must go from heads to tails. Turning(code), as in
// CGSuite, says how many: "1-3" one to three (Mock Turtles), "2" exactly two (Twins), "1,3", "2+"
// two or more; a count of 0 adds nothing. Impartial.
//
// A row is the sum of its heads, each alone with the tails to its left.
#pragma once

#include <string>
#include <vector>

#include "decomp/rules/grid/board.hpp"

namespace cgt::turning {

struct Rules {
  // counts[n]: n coins may be turned, n < counts.size(); beyond that if `more`.
  std::vector<bool> counts;
  bool more = false;
  bool may_turn(std::size_t coins) const {
    return coins < counts.size() ? static_cast<bool>(counts[coins]) : more;
  }
  friend bool operator==(const Rules&, const Rules&) = default;
};

// Throws InputError.
Rules rules_of(const std::string& code);

class Position {
 public:
  static constexpr bool kImpartial = true;
  static constexpr const char* kCharMap = "th";

  Position() = default;
  Position(grid::Board coins, const Rules* rules) : coins_(std::move(coins)), rules_(rules) {}

  // `move` numbers the moves. Throws Error if there are more than a million.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint64_t hash() const;
  std::string text() const { return coins_.text(kCharMap); }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  grid::Board coins_;
  const Rules* rules_ = nullptr;
};

}  // namespace cgt::turning
