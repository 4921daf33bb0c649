#include "cgt/algebra/reduced.hpp"

#include "cgt/detail/fold.hpp"

namespace cgt {
namespace {

[[noreturn]] void throw_not_numberish() {
  throw Error("the game is not infinitesimally close to a number",
              "its stops differ; number and infinitesimal parts exist for numberish games only");
}

}  // namespace

GameId star_projection(Store& store, GameId root) {
  Store::Impl& impl = detail::impl_of(store);
  auto& memo = impl.memo(detail::Operation::kStarProjection);
  const auto quick = [&](GameId g) -> GameId {
    if (impl.is_nus(g)) {
      const Nus value = impl.nus_of(g);
      if (value.ups == 0 && value.nimber <= 1) return impl.intern_nus({value.number, 0, 0});
    }
    return GameId::from_word(memo.find(g, kZero));
  };
  const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    detail::append_options(impl, g, player, keys);
  };
  const auto combine = [&](GameId g, GameList& left, GameList& right) {
    impl.charge();
    const GameId projected = impl.construct(left, right);
    memo.store(g, kZero, projected.word());
    return projected;
  };
  return detail::evaluate(root, quick, children, combine);
}

GameId reduced_canonical_form(Store& store, GameId g) {
  if (is_numberish(store, g)) return store.number(number_part(store, g));
  auto& memo = detail::impl_of(store).memo(detail::Operation::kReduced);
  if (const auto known = memo.find(g, kZero); known != 0) return GameId::from_word(known);
  const GameId reduced = star_projection(store, store.heat(g, store.nimber(1)));
  memo.store(g, kZero, reduced.word());
  return reduced;
}

Warmth warmth(Store& store, GameId g) {
  if (store.is_number(g)) return Warmth::kNumber;
  return is_numberish(store, g) ? Warmth::kTepid : Warmth::kHot;
}

bool is_infinitesimal(Store& store, GameId g) {
  return detail::impl_of(store).stop(g, Player::kLeft) == kZero &&
         detail::impl_of(store).stop(g, Player::kRight) == kZero;
}

bool is_numberish(Store& store, GameId g) {
  return detail::impl_of(store).stop(g, Player::kLeft) ==
         detail::impl_of(store).stop(g, Player::kRight);
}

Dyadic number_part(Store& store, GameId g) {
  if (!is_numberish(store, g)) throw_not_numberish();
  return store.stop(g, Player::kLeft);
}

GameId infinitesimal_part(Store& store, GameId g) {
  return store.subtract(g, store.number(number_part(store, g)));
}

bool is_all_small(Store& store, GameId root) {
  // Everything that is not a number-up-star has options on both sides, and a number-up-star is
  // all-small iff its number is 0.
  Store::Impl& impl = detail::impl_of(store);
  return detail::each_follower(
      impl, root, [&](GameId g) { return !impl.is_nus(g) || impl.nus_of(g).number.is_zero(); });
}

bool is_nimber(Store& store, GameId g) {
  const auto value = store.as_nus(g);
  return value && value->number.is_zero() && value->ups == 0;
}

bool is_idempotent(Store& store, GameId g) { return store.add(g, g) == g; }

std::optional<NumberTiny> as_number_tiny(Store& store, GameId g) {
  for (const Player favours : kPlayers) {
    const Player other = opponent(favours);
    const auto lone = [&](GameId game, Player player) {
      return store.option_count(game, player) == 1 ? store.option(game, player, 0) : GameId();
    };
    const GameId x = lone(g, favours);
    const GameId threat = lone(g, other);
    if (x.is_none() || threat.is_none() || !store.is_number(x) || store.is_nus(threat)) continue;
    const GameId end = lone(threat, other);
    if (end.is_none() || lone(threat, favours) != x) continue;
    const Dyadic number = store.number_value(x);
    if ((number - store.mean(end)).sign() != sign(favours)) continue;
    const GameId subscript =
        favours == Player::kLeft ? store.subtract(x, end) : store.subtract(end, x);
    return NumberTiny{number, favours, subscript};
  }
  return std::nullopt;
}

bool is_number_tiny(Store& store, GameId g) {
  return store.is_number(g) || as_number_tiny(store, g).has_value();
}

}  // namespace cgt
