#include "cgt/thermo/strategies.hpp"

#include <map>
#include <tuple>

#include "cgt/detail/fold.hpp"
#include "cgt/thermo/temperature.hpp"

namespace cgt {
namespace {

// A stop as `player` sees it: the greater the better.
Dyadic for_player(Player player, const Dyadic& x) { return player == Player::kLeft ? x : -x; }

// What `player` keeps of g at temperature t if the opponent moves next.
Dyadic kept(Store& store, GameId g, Player player, const Dyadic& t) {
  return for_player(player, store.thermograph(g).wall(opponent(player)).at(t));
}

Dyadic width(Store& store, GameId g, const Dyadic& t) {
  const Thermograph& walls = store.thermograph(g);
  return walls.wall(Player::kLeft).at(t) - walls.wall(Player::kRight).at(t);
}

StrategyMove best_option(Store& store, std::size_t component, GameId g, Player player,
                         const Dyadic& t) {
  std::optional<Dyadic> best;
  StrategyMove move{component, {}};
  for (const GameId x : store.options(g, player)) {
    detail::impl_of(store).charge();
    Dyadic value = kept(store, x, player, t);
    if (!best || value > *best) {
      best = std::move(value);
      move.option = x;
    }
  }
  return move;
}

// A component of the highest temperature; empty if all are numbers.
std::optional<std::size_t> hottest(Store& store, std::span<const GameId> components) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (store.is_number(components[i])) continue;
    if (!found || store.temperature(components[i]) > store.temperature(components[*found])) {
      found = i;
    }
  }
  return found;
}

StrategyMove thermostrat(Store& store, std::span<const GameId> components, Player player) {
  const Dyadic t = thermostat(store, components, player).temperature;
  // Of equally wide components the hottest: if all have width 0, only the mast of that one comes
  // from its options at t.
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (store.is_number(components[i])) continue;
    const auto rank = [&](std::size_t k) {
      return std::pair{width(store, components[k], t), store.temperature(components[k])};
    };
    if (!best || rank(i) > rank(*best)) best = i;
  }
  return best_option(store, *best, components[*best], player, t);
}

StrategyMove sentestrat(Store& store, const PlayState& state, Player player) {
  const std::vector<GameId>& components = state.components;
  std::size_t where = *hottest(store, components);
  if (state.ambient && state.last && !store.is_number(components[*state.last]) &&
      store.temperature(components[*state.last]) > *state.ambient) {
    where = *state.last;
  }
  Dyadic t = store.temperature(components[where]);
  if (state.ambient && *state.ambient < t) t = *state.ambient;
  return best_option(store, where, components[where], player, t);
}

GameId total(Store& store, std::span<const GameId> components) {
  GameId sum = kZero;
  for (const GameId g : components) sum = store.add(sum, g);
  return sum;
}

StrategyMove optimal(Store& store, std::span<const GameId> components, Player player) {
  const GameId sum = total(store, components);
  std::optional<Dyadic> best;
  StrategyMove best_move;
  for (const RatedMove& rated : undominated_moves(store, components, player)) {
    const GameId after = player == Player::kLeft ? store.add(sum, rated.incentive)
                                                 : store.subtract(sum, rated.incentive);
    Dyadic value = for_player(player, store.stop(after, opponent(player)));
    if (!best || value > *best) {
      best = std::move(value);
      best_move = rated.move;
    }
  }
  return best_move;
}

Dyadic sum_of_numbers(Store& store, std::span<const GameId> components) {
  Dyadic sum;
  for (const GameId g : components) sum += store.number_value(g);
  return sum;
}

// Plays of one sum, numbered, so that positions reached in two ways are searched once.
class Search {
 public:
  Search(Store& store, Player player, Strategy strategy)
      : store_(store), player_(player), strategy_(strategy) {}

  Dyadic worst_stop(const PlayState& start, Player first) {
    FlatMap<std::size_t, Dyadic> known;
    const auto quick = [&](std::size_t id) -> std::optional<Dyadic> {
      const auto& components = positions_[id].first.components;
      if (hottest(store_, components)) return std::nullopt;
      return sum_of_numbers(store_, components);
    };
    const auto children = [&](std::size_t id, Player side, SmallVector<std::size_t, 8>& keys) {
      const PlayState state = positions_[id].first;
      const Player to_move = positions_[id].second;
      if (to_move != side) return;
      const auto follow = [&](const StrategyMove& move) {
        PlayState next = state;
        make_move(store_, next, move);
        keys.push_back(number(next, opponent(to_move)));
      };
      if (to_move == player_) {
        follow(*choose_move(store_, strategy_, state, player_));
        return;
      }
      for (std::size_t i = 0; i < state.components.size(); ++i) {
        if (store_.is_number(state.components[i])) continue;
        for (const GameId x : store_.options(state.components[i], to_move)) follow({i, x});
      }
    };
    const auto combine = [&](std::size_t, const auto& keys, const auto& at) {
      detail::impl_of(store_).charge();
      std::optional<Dyadic> worst;
      for (const Player side : kPlayers) {
        for (const std::size_t next : keys[side]) {
          if (!worst || for_player(player_, at(next)) < for_player(player_, *worst)) {
            worst = at(next);
          }
        }
      }
      return *worst;
    };
    return detail::fold(number(start, first), known, quick, children, combine);
  }

 private:
  using Key = std::tuple<std::vector<GameId>, Dyadic, std::size_t, Player>;

  std::size_t number(const PlayState& state, Player to_move) {
    // Before the first move there is no ambient temperature; later ones are never below -1.
    Key key{state.components, state.ambient.value_or(Dyadic(-2)),
            state.last.value_or(state.components.size()), to_move};
    const auto [it, fresh] = numbers_.try_emplace(std::move(key), positions_.size());
    if (fresh) positions_.emplace_back(state, to_move);
    return it->second;
  }

  Store& store_;
  Player player_;
  Strategy strategy_;
  std::map<Key, std::size_t> numbers_;
  std::vector<std::pair<PlayState, Player>> positions_;
};

}  // namespace

std::optional<StrategyMove> choose_move(Store& store, Strategy strategy, const PlayState& state,
                                        Player player) {
  const auto hot = hottest(store, state.components);
  if (!hot) return std::nullopt;
  switch (strategy) {
    case Strategy::kHotstrat: {
      const GameId g = state.components[*hot];
      return best_option(store, *hot, g, player, store.temperature(g));
    }
    case Strategy::kThermostrat: return thermostrat(store, state.components, player);
    case Strategy::kSentestrat: return sentestrat(store, state, player);
    case Strategy::kOptimal: return optimal(store, state.components, player);
  }
  return std::nullopt;
}

void make_move(Store& store, PlayState& state, const StrategyMove& move) {
  CGT_EXPECTS(move.component < state.components.size(), "a move is made in one of the components");
  if (const auto hot = hottest(store, state.components)) {
    const Dyadic t = store.temperature(state.components[*hot]);
    if (!state.ambient || t < *state.ambient) state.ambient = t;
  }
  state.components[move.component] = move.option;
  state.last = move.component;
}

Dyadic play_out(Store& store, std::span<const GameId> components, Player first,
                const PerPlayer<Strategy>& strategies) {
  PlayState state;
  state.components.assign(components.begin(), components.end());
  Player player = first;
  while (const auto move = choose_move(store, strategies[player], state, player)) {
    detail::impl_of(store).charge();
    make_move(store, state, *move);
    player = opponent(player);
  }
  return sum_of_numbers(store, state.components);
}

Dyadic guaranteed_stop(Store& store, std::span<const GameId> components, Player player,
                       Strategy strategy, Player first) {
  if (strategy == Strategy::kOptimal) return store.stop(total(store, components), first);
  PlayState start;
  start.components.assign(components.begin(), components.end());
  return Search(store, player, strategy).worst_stop(start, first);
}

// The worth is the greatest of functions that are linear between corners of walls, so it is
// greatest at a corner or at 0.
Thermostat thermostat(Store& store, std::span<const GameId> components, Player player) {
  CGT_EXPECTS(hottest(store, components).has_value(), "a sum of numbers has no thermostat");
  std::vector<Dyadic> corners{Dyadic()};
  for (const GameId g : components) {
    for (const Player side : kPlayers) {
      for (const Dyadic& t : store.thermograph(g).wall(side).critical) {
        if (t.sign() > 0) corners.push_back(t);
      }
    }
  }
  std::ranges::sort(corners);
  std::optional<Thermostat> best;
  for (const Dyadic& t : corners) {
    detail::impl_of(store).charge();
    Dyadic worth;
    Dyadic widest;
    for (const GameId g : components) {
      worth += kept(store, g, player, t);
      widest = std::max(widest, width(store, g, t));
    }
    worth += widest;
    if (!best || worth > best->worth) best = Thermostat{t, worth};
  }
  best->worth = for_player(player, best->worth);
  return *best;
}

std::vector<IncentiveThermograph> incentive_thermographs(Store& store, GameId g, Player player) {
  std::vector<IncentiveThermograph> out;
  for (const GameId incentive : undominated_incentives(store, g, player)) {
    out.push_back({incentive, &store.thermograph(incentive)});
  }
  return out;
}

std::vector<RatedMove> undominated_moves(Store& store, std::span<const GameId> components,
                                         Player player) {
  std::vector<RatedMove> kept_moves;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const GameId g = components[i];
    if (store.is_number(g)) continue;
    for (const GameId x : store.options(g, player)) {
      detail::impl_of(store).charge();
      const GameId gain = player == Player::kLeft ? store.subtract(x, g) : store.subtract(g, x);
      const auto as_good = [&](const RatedMove& other) { return store.leq(gain, other.incentive); };
      if (std::ranges::any_of(kept_moves, as_good)) continue;
      std::erase_if(kept_moves,
                    [&](const RatedMove& other) { return store.leq(other.incentive, gain); });
      kept_moves.push_back({{i, x}, gain});
    }
  }
  return kept_moves;
}

}  // namespace cgt
