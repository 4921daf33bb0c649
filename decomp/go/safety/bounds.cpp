#include "decomp/go/safety/bounds.hpp"

#include "decomp/go/board/region_cells.hpp"

namespace cgt::go {

namespace {

// Of the components that are not settled, by player: what the player can get from cells that do not
// touch immortal stones of the opponent, and the empty cells that do.
struct Gains {
  std::int64_t settled = 0;
  PerPlayer<std::int64_t> gain{{0, 0}};
  PerPlayer<std::int64_t> rim{{0, 0}};
};

Gains gains_of(const Region& region) {
  std::vector<Summand<Region>> sum;
  Gains out;
  out.settled = region.split(sum);
  for (const Summand<Region>& part : sum) {
    for (const Player player : kPlayers) {
      const Player named = part.negated ? opponent(player) : player;  // on the board
      const Player other = opponent(player);
      for (const Region::Cell cell : part.position.cells()) {
        if (contents(cell) == Region::kEmpty) {
          ++((cell & Region::touches(other)) != 0 ? out.rim : out.gain)[named];
        } else if (contents(cell) == Region::stone_of(other)) {
          out.gain[named] += 2;
        }
      }
    }
  }
  return out;
}

}  // namespace

Bounds integer_bounds(const Region& region) {
  const Gains gains = gains_of(region);
  const auto most = [&](Player player) { return gains.gain[player] + gains.rim[player] % 2; };
  return {gains.settled - most(Player::kRight), gains.settled + most(Player::kLeft)};
}

Bounds area_bounds(const Region& region) {
  const Gains gains = gains_of(region);
  const auto most = [&](Player player) { return gains.gain[player] + gains.rim[player]; };
  return {gains.settled - most(Player::kRight), gains.settled + most(Player::kLeft)};
}

}  // namespace cgt::go
