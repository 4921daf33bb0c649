#include "cgt/thermo/incentives.hpp"

#include <algorithm>
#include <vector>

#include "cgt/store/print_order.hpp"

namespace cgt {

GameList incentives(Store& store, GameId g, Player player) {
  GameList out;
  for (const GameId option : store.options(g, player)) {
    const GameId gain =
        player == Player::kLeft ? store.subtract(option, g) : store.subtract(g, option);
    if (std::ranges::find(out, gain) == out.end()) out.push_back(gain);
  }
  return out;
}

GameList undominated_incentives(Store& store, GameId g, Player player) {
  const GameList kept = undominated(store, incentives(store, g, player));
  std::vector<GameId> sorted(kept.begin(), kept.end());
  PrintOrder(store).sort(sorted);
  GameList out;
  out.assign(sorted.begin(), sorted.end());
  return out;
}

GameList undominated(Store& store, std::span<const GameId> games) {
  GameList kept;
  for (const GameId candidate : games) {
    if (std::ranges::any_of(kept, [&](GameId k) { return store.leq(candidate, k); })) continue;
    const auto beaten = [&](GameId k) { return store.leq(k, candidate); };
    kept.erase(std::remove_if(kept.begin(), kept.end(), beaten), kept.end());
    kept.push_back(candidate);
  }
  return kept;
}

}  // namespace cgt
