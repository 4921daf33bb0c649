#include "cgt/algebra/tree_size.hpp"

#include <cmath>

#include "cgt/detail/fold.hpp"

namespace cgt {

namespace {

// Counts in mpz_class, or in long double: exact below 2^64, then an estimate.
template <class Count>
Count power_of_three(std::uint32_t k);

template <>
mpz_class power_of_three(std::uint32_t k) {
  if (k > 1'000'000) throw Error("the tree of this nimber is too large to count");
  mpz_class out;
  mpz_ui_pow_ui(out.get_mpz_t(), 3, k);
  return out;
}

template <>
long double power_of_three(std::uint32_t k) {
  return std::pow(3.0L, static_cast<long double>(k));
}

// *k has k options on both sides: 1 + 2(1 + 3 + ... + 3^(k-1)) = 3^k. Below u ups the answers take
// one up each and turn the nimber over, 2 nodes a step; the last is {0|*(k^1)}, or {0,*|0} for ^*.
template <class Count>
Count nus_nodes(const Nus& value) {
  if (value.ups == 0) return power_of_three<Count>(value.nimber);
  const auto word = static_cast<std::uint64_t>(value.ups);
  const std::uint64_t u = value.ups < 0 ? 0 - word : word;
  const std::uint32_t last = value.nimber ^ static_cast<std::uint32_t>((u - 1) & 1U);
  const Count base = last == 1 ? Count(6) : Count(power_of_three<Count>(last ^ 1U) + 2);
  return base + Count(2) * Count(u - 1);
}

template <class Count>
Count nodes(Store& store, GameId root, Leaves leaves) {
  FlatMap<GameId, Count> counts;
  struct Frame {
    GameId g;
    Count sum;
    Player player = Player::kLeft;
    std::uint64_t next = 0;
  };
  std::vector<Frame> stack;
  Count result{};
  const auto enter = [&](GameId g) {
    if (const auto value = store.as_nus(g)) {
      result = leaves == Leaves::kNumbers ? nus_nodes<Count>(*value) : Count(1);
    } else if (const auto it = counts.find(g); it != counts.end()) {
      result = it->second;
    } else {
      store.charge();
      stack.push_back({g, Count(1)});
      return false;
    }
    return true;
  };
  if (enter(root)) return result;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.next < store.option_count(frame.g, frame.player)) {
      if (enter(store.option(frame.g, frame.player, frame.next))) {
        // `frame` is the top: nothing was pushed.
        frame.sum += result;
        ++frame.next;
      }
    } else if (frame.player == Player::kLeft) {
      frame.player = Player::kRight;
      frame.next = 0;
    } else {
      result = frame.sum;
      counts.emplace(frame.g, frame.sum);
      stack.pop_back();
      if (stack.empty()) break;
      stack.back().sum += result;
      ++stack.back().next;
    }
  }
  return result;
}

}  // namespace

mpz_class tree_node_count(Store& store, GameId g, Leaves leaves) {
  return nodes<mpz_class>(store, g, leaves);
}

std::string tree_node_count_text(Store& store, GameId g, Leaves leaves) {
  const auto estimate = nodes<long double>(store, g, leaves);
  if (estimate < 1e18L)
    return with_separators(std::to_string(static_cast<std::uint64_t>(estimate)));
  if (!std::isfinite(estimate)) {
    return "over 10^" + std::to_string(std::numeric_limits<long double>::max_exponent10 - 1);
  }
  return "about 10^" + std::to_string(std::lround(std::log10(estimate)));
}

std::string with_separators(const std::string& digits) {
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

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
