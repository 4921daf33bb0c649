#include <algorithm>

#include "cgt/detail/store_impl.hpp"

namespace cgt {

GameId Store::Impl::negate(GameId root) {
  const auto quick = [this](GameId g) {
    if (g.is_inline()) {
      const GameId negative = detail::inline_negative(g);
      if (!negative.is_none()) return negative;
    }
    return is_nus(g) ? intern_nus(-nus_of(g)) : record(g).negative();
  };
  const auto children = [this](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    for (const GameId x : record(g).options(opponent(player))) keys.push_back(x);
  };
  const auto combine = [this](GameId g, GameList& left, GameList& right) {
    // The negative of a canonical form is canonical.
    std::ranges::sort(left);
    std::ranges::sort(right);
    const GameId negative = intern(left, right);
    record(g).set_negative(negative);
    record(negative).set_negative(g);
    return negative;
  };
  return detail::evaluate(root, quick, children, combine);
}

GameId Store::Impl::add(GameId root_g, GameId root_h) {
  struct Pair {
    GameId g;
    GameId h;
  };
  // Sums are kept with the number-up-star part first, then by word.
  const auto ordered = [this](GameId g, GameId h) {
    const bool nus_g = is_nus(g);
    const bool nus_h = is_nus(h);
    if (nus_g != nus_h) return nus_g ? Pair{g, h} : Pair{h, g};
    return g.word() <= h.word() ? Pair{g, h} : Pair{h, g};
  };
  const auto quick = [this](const Pair& p) -> GameId {
    if (p.g == kZero) return p.h;
    if (p.h == kZero) return p.g;
    if (p.g.is_inline() && p.h.is_inline()) {
      const GameId sum = detail::inline_sum(p.g, p.h);
      if (!sum.is_none()) return sum;
    }
    if (is_nus(p.g)) {
      if (is_nus(p.h)) return intern_nus(nus_of(p.g) + nus_of(p.h));
    } else if (record(p.g).negative() == p.h) {
      return kZero;
    }
    return GameId::from_word(sum_cache.find(p.g, p.h));
  };
  const auto children = [&, this](const Pair& p, Player player, SmallVector<Pair, 8>& keys) {
    // Number translation: x + G has the options x + G^L and x + G^R only.
    if (stop(p.g, Player::kLeft) != p.g) {
      const std::uint64_t count = option_count(p.g, player);
      for (std::uint64_t i = 0; i < count; ++i)
        keys.push_back(ordered(option(p.g, player, i), p.h));
    }
    if (p.g == p.h) return;  // the same options again
    for (const GameId x : record(p.h).options(player)) keys.push_back(ordered(p.g, x));
  };
  const auto combine = [this](const Pair& p, GameList& left, GameList& right) {
    charge();
    ++statistics.sum_calls;
    GameId sum;
    if (is_nus(p.g) && stop(p.g, Player::kLeft) == p.g) {
      // A translated canonical form is canonical, unless its sides became number-up-stars, which
      // only happens when it was one.
      std::ranges::sort(left);
      std::ranges::sort(right);
      sum = intern(left, right);
    } else {
      sum = construct(left, right);
    }
    sum_cache.store(p.g, p.h, sum.word());
    return sum;
  };
  return detail::evaluate(ordered(root_g, root_h), quick, children, combine);
}

GameId Store::negate(GameId g) {
  CGT_ASSERT(contains(g), detail::kOwnGame);
  return impl_->negate(g);
}
GameId Store::add(GameId g, GameId h) {
  CGT_ASSERT(contains(g) && contains(h), detail::kOwnGame);
  return impl_->add(g, h);
}

GameId Store::multiple(const Dyadic& n, GameId g) {
  CGT_ASSERT(contains(g), detail::kOwnGame);
  if (!n.is_integer()) throw Error("a multiple of a game is an integer number of copies");
  if (n.is_zero()) return kZero;
  if (n.sign() < 0) return multiple(-n, negate(g));
  if (const auto value = as_nus(g)) {
    const bool odd = mpz_odd_p(n.numerator().get_mpz_t()) != 0;
    std::int64_t ups = 0;
    if (value->ups != 0 &&
        (!n.is_small() || __builtin_mul_overflow(value->ups, n.small_numerator(), &ups))) {
      throw Error("too many ups");
    }
    return nus({value->number * n, ups, odd ? value->nimber : 0});
  }
  GameId result = kZero;
  GameId power = g;
  mpz_class left = n.numerator();
  while (true) {
    impl_->charge();
    if (mpz_odd_p(left.get_mpz_t()) != 0) result = add(result, power);
    left >>= 1;
    if (left == 0) return result;
    power = add(power, power);
  }
}

}  // namespace cgt
