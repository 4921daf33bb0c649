#include "cgt/algebra/products.hpp"

#include "cgt/detail/fold.hpp"
#include "cgt/thermo/temperature.hpp"

namespace cgt {

GameId norton_multiply(Store& store, GameId root, GameId u) {
  Store::Impl& impl = detail::impl_of(store);
  auto& memo = impl.memo(detail::Operation::kNortonMultiply);
  // U + I for the incentives I of U. A dominated incentive makes dominated options.
  std::optional<GameList> steps;
  const auto step_list = [&]() -> const GameList& {
    if (!steps) {
      GameList gains;
      for (const Player player : kPlayers) {
        const GameList more = incentives(store, u, player);
        gains.insert(gains.end(), more.begin(), more.end());
      }
      steps = undominated(store, gains);
      for (GameId& gain : *steps) gain = impl.add(u, gain);
    }
    return *steps;
  };
  const auto quick = [&](GameId g) -> GameId {
    if (store.is_integer(g)) return store.multiple(store.number_value(g), u);
    return GameId::from_word(memo.find(g, u));
  };
  const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    detail::append_options(impl, g, player, keys);
  };
  const auto combine = [&](GameId g, GameList& left, GameList& right) {
    impl.charge();
    GameList left_options;
    GameList right_options;
    for (const GameId step : step_list()) {
      const GameId back = impl.negate(step);
      for (const GameId x : left) left_options.push_back(impl.add(x, step));
      for (const GameId x : right) right_options.push_back(impl.add(x, back));
    }
    const GameId product = impl.construct(left_options, right_options);
    memo.store(g, u, product.word());
    return product;
  };
  return detail::evaluate(root, quick, children, combine);
}

GameId ordinal_sum(Store& store, GameId g, GameId h) {
  Forms forms(store);
  return forms.value(forms.ordinal_sum(g, h));
}

GameId ordinal_product(Store& store, GameId g, GameId h) {
  Forms forms(store);
  return forms.value(forms.ordinal_product(g, h));
}

GameId conway_product(Store& store, GameId g, GameId h) {
  Forms forms(store);
  return forms.value(forms.conway_product(g, h));
}

GameId conjunctive_sum(Store& store, GameId g, GameId h) {
  Forms forms(store);
  return forms.value(forms.conjunctive_sum(g, h));
}

GameId selective_sum(Store& store, GameId g, GameId h, SelectiveRule rule) {
  Forms forms(store);
  return forms.value(forms.selective_sum(g, h, rule));
}

GameId subordinate(Store& store, GameId g, GameId base) {
  Forms forms(store);
  return subordinate(forms, g, base);
}

// If G = B : H with H canonical, then every B : H^L is a canonical option of G or dominated by a
// B^L: it cannot be reversible, neither through B : H^LR (H would not be canonical) nor through B^R
// (a Right option of G is never <= G). So H is found among the options of G, and a comparison at
// the end shows whether it is right; options of B that happen to be of the form B : K do no harm,
// because G has that option.
GameId subordinate(Forms& forms, GameId root, Form base) {
  Store& store = forms.store();
  Store::Impl& impl = detail::impl_of(store);
  const GameId base_value = forms.value(base);
  FlatMap<GameId, GameId> known;  // none: there is no such H
  const auto quick = [&](GameId g) -> std::optional<GameId> {
    if (g == base_value) return kZero;
    return std::nullopt;
  };
  const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    detail::append_options(impl, g, player, keys);
  };
  const auto combine = [&](GameId g, const auto& keys, const auto& at) {
    impl.charge();
    PerPlayer<GameList> sides;
    for (const Player player : kPlayers) {
      for (const GameId x : keys[player]) {
        if (const GameId h = at(x); !h.is_none()) sides[player].push_back(h);
      }
    }
    const GameId h = impl.construct(sides[Player::kLeft], sides[Player::kRight]);
    return forms.value(forms.ordinal_sum(base, h)) == g ? h : GameId();
  };
  const GameId h = detail::fold(root, known, quick, children, combine);
  if (h.is_none()) {
    throw Error("the game is not an ordinal sum on this base",
                "it depends on the form of the base: '{*|*}' and 0 are different bases");
  }
  return h;
}

}  // namespace cgt
