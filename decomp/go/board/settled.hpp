// Settled parts of a local position: what leaves the game, at the root and at every position of a search.
//
// A player's blocks live unconditionally (Benson 1976) if each has two regions that are vital to it.
// A region is a component of the cells that hold none of his stones. It is vital to a block if each of
// its empty cells is a liberty of the block, all blocks of the player next to it live, too, and no cell
// of it touches immortal stones of the enemy, which would connect the enemy's stones in it. Immortal
// stones of the player live without eyes.
// A region next to such blocks and immortal stones only, that touches no immortal stone of the enemy,
// is the player's territory if each of its empty cells touches one of them: the enemy never has an eye
// there, and takes nothing. An empty point counts 1, a stone of the enemy 2.
// What lives unconditionally and that territory are settled. Nobody gains by a move there: it costs its
// player a point, as a pass would.
#pragma once

#include "cgt/support/player.hpp"
#include "cgt/support/small_vector.hpp"

namespace cgt::go {

template <class Set>
struct SettledParts {
  PerPlayer<Set> stones;     // that live unconditionally
  PerPlayer<Set> territory;  // by owner
  bool any = false;
};

// The cells of a local position. `around(set)` gives all cells next to those of `set`, of which some
// may be in it.
template <class Set, class Around>
class Settler {
 public:
  Settler(const Set& all, const PerPlayer<Set>& stones, const PerPlayer<Set>& walls, Around around)
      : all_(all), stones_(stones), walls_(walls), around_(around) {}

  // Adds what is settled for the player.
  void settle(Player player, SettledParts<Set>& out) {
    const Set& own = stones_[player];
    const Set& enemy_wall = walls_[opponent(player)];
    const Set empty = all_ - own - stones_[opponent(player)];
    regions_.clear();
    blocks_.clear();
    for (Set rest = all_ - own; !rest.empty();) {
      Region region;
      region.points = component(rest);
      rest -= region.points;
      region.kept = !region.points.meets(enemy_wall);
      region.border = around_(region.points) & own;
      region.empty = region.points & empty;
      regions_.push_back(region);
    }
    for (Set rest = own; !rest.empty();) {
      Block block;
      block.stones = component(rest);
      rest -= block.stones;
      block.liberties = around_(block.stones) & empty;
      blocks_.push_back(block);
    }
    drop_what_dies();
    Set living = walls_[player];
    for (const Block& block : blocks_) {
      if (!block.kept) continue;
      out.stones[player] |= block.stones;
      living |= block.liberties;
      out.any = true;
    }
    for (const Region& region : regions_) {
      if (!region.kept || !region.empty.within(living)) continue;
      out.territory[player] |= region.points;
      out.any = true;
    }
  }

 private:
  struct Region {
    Set points;
    Set empty;
    Set border;  // stones of the player
    bool kept = true;
  };
  struct Block {
    Set stones;
    Set liberties;
    bool kept = true;
  };

  void drop_what_dies() {
    for (bool changed = true; changed;) {
      changed = false;
      for (Block& block : blocks_) {
        if (!block.kept) continue;
        int eyes = 0;
        for (const Region& region : regions_) {
          if (region.kept && region.border.meets(block.stones) &&
              region.empty.within(block.liberties)) {
            ++eyes;
          }
        }
        if (eyes >= 2) continue;
        block.kept = false;
        changed = true;
        for (Region& region : regions_) {
          if (region.border.meets(block.stones)) region.kept = false;
        }
      }
    }
  }

  // Of the first cell.
  Set component(const Set& within) {
    Set out;
    out.insert(within.first());
    for (Set front = out; !front.empty();) {
      front = (around_(front) & within) - out;
      out |= front;
    }
    return out;
  }

  const Set& all_;
  const PerPlayer<Set>& stones_;
  const PerPlayer<Set>& walls_;
  Around around_;
  SmallVector<Region, 8> regions_;
  SmallVector<Block, 8> blocks_;
};

}  // namespace cgt::go
