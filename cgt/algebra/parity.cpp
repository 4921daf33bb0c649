#include "cgt/algebra/parity.hpp"

#include "cgt/detail/fold.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/small_vector.hpp"

namespace cgt {
namespace {

Parity opposite(Parity parity) {
  switch (parity) {
    case Parity::kEven: return Parity::kOdd;
    case Parity::kOdd: return Parity::kEven;
    case Parity::kNone: return Parity::kNone;
  }
  return Parity::kNone;
}

// Of x + u*up + *k, if x has the parity `base`. Its options are x and x + *, of different parity,
// or have no parity themselves, unless u = 0 and k <= 1.
Parity nus_parity(const Nus& value, Parity base) {
  if (value.ups != 0 || value.nimber > 1) return Parity::kNone;
  return value.nimber == 0 ? base : opposite(base);
}

template <class OfNumber>
Parity fold_parity(Store& store, GameId root, OfNumber of_number) {
  Store::Impl& impl = detail::impl_of(store);
  FlatMap<GameId, Parity> known;
  const auto quick = [&](GameId g) -> std::optional<Parity> {
    if (!impl.is_nus(g)) return std::nullopt;
    const Nus value = impl.nus_of(g);
    return nus_parity(value, of_number(value.number));
  };
  const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    detail::append_options(impl, g, player, keys);
  };
  const auto combine = [&](GameId, const auto& keys, const auto& at) {
    impl.charge();
    // All that is not a number-up-star has options on both sides.
    const Parity common = at(keys[Player::kLeft].front());
    for (const Player player : kPlayers) {
      for (const GameId x : keys[player]) {
        if (at(x) != common) return Parity::kNone;
      }
    }
    return opposite(common);
  };
  return detail::fold(root, known, quick, children, combine);
}

// The nimbers whose stop count still has fewer than a million digits.
constexpr std::uint32_t kMostNimber = 2'000'000;

// Of u*up + *k. The chain of ups has one number beside each step, ^u*k = {0 | ^(u-1)*(k^1)}, and
// ends in a nimber or in ^* = {0,* | 0}, which has 4.
Integer nus_stop_count(const Nus& value) {
  const std::uint64_t ups = value.ups < 0 ? 0 - static_cast<std::uint64_t>(value.ups)
                                          : static_cast<std::uint64_t>(value.ups);
  const std::uint32_t before_last = value.nimber ^ static_cast<std::uint32_t>((ups - 1) & 1U);
  if (ups > 0 && before_last == 1) return Integer(ups) + 3;
  const std::uint32_t nimber = value.nimber ^ static_cast<std::uint32_t>(ups & 1U);
  if (nimber == 0) return Integer(ups) + 1;
  if (nimber > kMostNimber) {
    throw Error("the stop count of *" + std::to_string(nimber) + " is too large to write down");
  }
  return Integer(ups) + 2 * pow(Integer(3), nimber - 1);
}

}  // namespace

Parity tree_parity(Store& store, GameId g) {
  return fold_parity(store, g, [](const Dyadic& x) {
    if (!x.is_integer()) return Parity::kNone;
    return mpz_odd_p(x.numerator().get_mpz_t()) != 0 ? Parity::kOdd : Parity::kEven;
  });
}

Parity temper(Store& store, GameId g) {
  return fold_parity(store, g, [](const Dyadic&) { return Parity::kEven; });
}

Integer stop_count(Store& store, GameId root) {
  Store::Impl& impl = detail::impl_of(store);
  FlatMap<GameId, Integer> known;
  const auto quick = [&](GameId g) -> std::optional<Integer> {
    if (!impl.is_nus(g)) return std::nullopt;
    return nus_stop_count(impl.nus_of(g));
  };
  const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    detail::append_options(impl, g, player, keys);
  };
  const auto combine = [&](GameId, const auto& keys, const auto& at) {
    impl.charge();
    Integer count = 0;
    for (const Player player : kPlayers) {
      for (const GameId x : keys[player]) count += at(x);
    }
    return count;
  };
  return detail::fold(root, known, quick, children, combine);
}

GameId companion(Store& store, GameId root) {
  Store::Impl& impl = detail::impl_of(store);
  auto& memo = impl.memo(detail::Operation::kCompanion);
  const auto quick = [&](GameId g) -> GameId {
    if (!impl.is_nus(g)) return GameId::from_word(memo.find(g, kZero));
    Nus value = impl.nus_of(g);
    if (value.number.is_zero() && value.nimber <= 1) value.nimber ^= 1U;
    return impl.intern_nus(value);
  };
  const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    detail::append_options(impl, g, player, keys);
  };
  const auto combine = [&](GameId g, GameList& left, GameList& right) {
    impl.charge();
    if (impl.leq(kZero, g)) left.push_back(kZero);
    if (impl.leq(g, kZero)) right.push_back(kZero);
    const GameId result = impl.construct(left, right);
    memo.store(g, kZero, result.word());
    return result;
  };
  return detail::evaluate(root, quick, children, combine);
}

}  // namespace cgt
