// The followers of a game, one by one.
#pragma once

#include <vector>

#include "cgt/detail/store_impl.hpp"
#include "cgt/support/containers.hpp"

namespace cgt::detail {

// visit(g) for `root` and each of its followers, once, in no stated order; those of number-up-stars are
// left out, since closed forms tell them. Ends where `visit` says false. Did it never? Charges a node for
// each.
template <class Visit>
bool each_follower(Store::Impl& impl, GameId root, const Visit& visit) {
  FlatSet<GameId> seen{root};
  std::vector<GameId> open{root};
  while (!open.empty()) {
    const GameId g = open.back();
    open.pop_back();
    impl.charge();
    if (!visit(g)) return false;
    if (impl.is_nus(g)) continue;
    for (const Player player : kPlayers) {
      for (const GameId x : impl.record(g).options(player)) {
        if (seen.insert(x).second) open.push_back(x);
      }
    }
  }
  return true;
}

}  // namespace cgt::detail
