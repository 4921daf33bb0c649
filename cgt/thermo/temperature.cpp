#include "cgt/thermo/temperature.hpp"

#include "cgt/detail/fold.hpp"
#include "cgt/store/print_order.hpp"

namespace cgt {

// G_t = {G^L_t - t | G^R_t + t}, until some smaller tax has made it infinitesimally close to a
// number x, and x from there on: t is above the temperature and x the mean.
GameId Store::cool(GameId root, const Dyadic& t) {
  CGT_ASSERT(contains(root), detail::kOwnGame);
  if (t <= Dyadic(-1)) {
    throw Error("cannot cool by " + t.to_string(), "games are cooled by numbers greater than -1");
  }
  Impl& impl = *impl_;
  const GameId tax = number(t);
  const GameId minus_tax = number(-t);
  auto& memo = impl.memo(detail::Operation::kCool);
  const auto quick = [&](GameId g) -> GameId {
    if (const auto known = memo.find(g, tax); known != 0) return GameId::from_word(known);
    const Thermograph& thermograph = impl.thermograph(g);
    if (t > thermograph.temperature()) return impl.intern_nus({thermograph.mean(), 0, 0});
    return {};
  };
  const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    const std::uint64_t count = impl.option_count(g, player);
    for (std::uint64_t i = 0; i < count; ++i) keys.push_back(impl.option(g, player, i));
  };
  const auto combine = [&](GameId g, GameList& left, GameList& right) {
    impl.charge();
    for (GameId& x : left) x = impl.add(x, minus_tax);
    for (GameId& x : right) x = impl.add(x, tax);
    const GameId cooled = impl.construct(left, right);
    memo.store(g, tax, cooled.word());
    return cooled;
  };
  return detail::evaluate(root, quick, children, combine);
}

GameId Store::heat(GameId root, GameId t) {
  CGT_ASSERT(contains(root) && contains(t), detail::kOwnGame);
  Impl& impl = *impl_;
  const GameId minus_t = negate(t);
  auto& memo = impl.memo(detail::Operation::kHeat);
  const auto quick = [&](GameId g) -> GameId {
    if (is_number(g)) return g;
    return GameId::from_word(memo.find(g, t));
  };
  const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    const std::uint64_t count = impl.option_count(g, player);
    for (std::uint64_t i = 0; i < count; ++i) keys.push_back(impl.option(g, player, i));
  };
  const auto combine = [&](GameId g, GameList& left, GameList& right) {
    impl.charge();
    for (GameId& x : left) x = impl.add(x, t);
    for (GameId& x : right) x = impl.add(x, minus_t);
    const GameId heated = impl.construct(left, right);
    memo.store(g, t, heated.word());
    return heated;
  };
  return detail::evaluate(root, quick, children, combine);
}

GameId overheat(Store& store, GameId root, GameId s, GameId t) {
  Store::Impl& impl = detail::impl_of(store);
  const GameId minus_t = store.negate(t);
  FlatMap<GameId, GameId> known;
  const auto quick = [&](GameId g) -> GameId {
    if (const auto it = known.find(g); it != known.end()) return it->second;
    if (store.is_integer(g)) return store.multiple(store.number_value(g), s);
    return {};
  };
  const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    detail::append_options(impl, g, player, keys);
  };
  const auto combine = [&](GameId g, GameList& left, GameList& right) {
    impl.charge();
    for (GameId& x : left) x = impl.add(x, t);
    for (GameId& x : right) x = impl.add(x, minus_t);
    return known[g] = impl.construct(left, right);
  };
  return detail::evaluate(root, quick, children, combine);
}

std::optional<Player> sente(const Thermograph& thermograph) {
  const Dyadic t = thermograph.temperature();
  if (t < Dyadic(0)) return std::nullopt;
  for (const Player player : kPlayers) {
    const auto& critical = thermograph.wall(player).critical;
    if (critical.empty() || critical.front() < t) return player;
  }
  return std::nullopt;
}

Dyadic temperature_after(Store& store, GameId g, Player player) {
  const Dyadic t = store.temperature(g);
  const Dyadic mean = store.mean(g);
  const Dyadic tax = player == Player::kLeft ? -t : t;
  Dyadic highest(-1);
  for (const GameId option : store.options(g, player)) {
    const Thermograph& after = store.thermograph(option);
    if (after.wall(opponent(player)).at(t) + tax != mean) continue;
    highest = std::max(highest, after.temperature());
  }
  return highest;
}

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
