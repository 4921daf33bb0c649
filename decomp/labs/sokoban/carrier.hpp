// Where one box can be carried while the others stay: by pushes, or by pulls when a solution is looked for from its
// end.
//
// Thread rule: one thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "decomp/labs/sokoban/board.hpp"
#include "decomp/labs/sokoban/cuts.hpp"

namespace cgt::sokoban {

class Carrier {
 public:
  Carrier(const Board& board, Way way)
      : board_(board),
        way_(way),
        cuts_(board),
        part_(static_cast<std::size_t>(board.squares())),
        met_(part_.size() * 4) {}

  struct At {
    Square box;
    std::uint8_t side;     // where the player may stand
    std::uint32_t parent;  // index; the first ones have kNone
    std::uint16_t pushes;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // What the player has with a box somewhere: the least square that is reached, and the number of
  // parts of the board that are not.
  struct Reach {
    Square region;
    int parts;
  };

  // Of a position that has just been flooded from the player: how many parts are not reached. carry()
  // is about this position.
  int begin(const Position& position) {
    parts_ = 0;
    std::fill(part_.begin(), part_.end(), 0);
    for (Square s = 0; s < board_.squares(); ++s) {
      if (position.has_box(s) || position.reached(s) || part(s) != 0) continue;
      part(s) = ++parts_;
      for (open_squares_.assign(1, s); !open_squares_.empty();) {
        const Square from = open_squares_.back();
        open_squares_.pop_back();
        for (const Square to : board_.neighbours(from)) {
          if (position.has_box(to) || part(to) != 0) continue;
          part(to) = parts_;
          open_squares_.push_back(to);
        }
      }
    }
    return parts_;
  }

  // All places of box i with the player at p, next to it or not, the place where it stands first (one
  // for each side that the player gets to). The box is carried to squares s only where allowed(s).
  // visit(at, reach) is called once for each pair of a place and a region of the player, with the box
  // there.
  template <class Allowed, class Visit>
  const std::vector<At>& carry(Position& position, const Allowed& allowed, std::size_t i, Square p,
                               const Visit& visit) {
    if (++epoch_ == 0) ++epoch_;
    open_.clear();
    const Square home = position.boxes()[i];
    position.lift(home);
    cuts_.search(position, p);
    position.put(home);
    if (!cuts_.inside(home)) return open_;
    // The parts that the box keeps the player out of.
    int joined[4] = {};
    without_ = parts_;
    for (int d = 0; d < 4; ++d) {
      const Square to = board_.next(home, d);
      joined[d] = to == kWall ? 0 : part(to);
      if (joined[d] != 0 && std::find(joined, joined + d, joined[d]) == joined + d) --without_;
    }
    reach(home, p, kNone, visit);
    for (std::uint32_t k = 0; k < open_.size(); ++k) {
      const At at = open_[k];
      const bool push = way_ == Way::kForwards;
      const Square to = board_.next(at.box, push ? at.side ^ 2 : at.side);
      if (to == kWall || !allowed(to)) continue;
      const Square player = push ? at.box : board_.next(to, at.side);
      if (player == kWall || !cuts_.inside(player)) continue;
      if (push && to != home && position.has_box(to)) continue;
      position.move_box(i, to);
      if (!push || !position.frozen_dead(to)) reach(to, player, k, visit);
      position.move_box(i, home);
    }
    return open_;
  }

 private:
  int& part(Square s) { return part_[static_cast<std::size_t>(s)]; }

  template <class Visit>
  void reach(Square box, Square player, std::uint32_t parent, const Visit& visit) {
    const Cuts::Part with_player = cuts_.part(box, player);
    const int parts = cuts_.parts(box);
    const std::size_t first = open_.size();
    const auto pushes = static_cast<std::uint16_t>(parent == kNone ? 0 : open_[parent].pushes + 1);
    for (int d = 0; d < 4; ++d) {
      const Square p = board_.next(box, d);
      if (p == kWall || !cuts_.inside(p)) continue;
      auto& met = met_[static_cast<std::size_t>(box) * 4 + static_cast<std::size_t>(d)];
      if (met == epoch_) continue;
      if (parts > 1 && cuts_.part(box, p).name != with_player.name) continue;
      met = epoch_;
      open_.push_back({box, static_cast<std::uint8_t>(d), parent, pushes});
    }
    if (parent == kNone || open_.size() == first) return;
    visit(open_[first], Reach{with_player.least, without_ + parts - 1});
  }

  const Board& board_;
  const Way way_;
  Cuts cuts_;
  std::vector<int> part_;  // by square: 0, or the number of the part that the player does not reach
  int parts_ = 0;
  int without_ = 0;  // such parts if the box is lifted
  std::vector<Square> open_squares_;
  std::vector<std::uint32_t> met_;
  std::uint32_t epoch_ = 0;
  std::vector<At> open_;
};

}  // namespace cgt::sokoban
