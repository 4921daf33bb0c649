#include "cgt/algebra/atomic_weight.hpp"

#include "cgt/algebra/products.hpp"
#include "cgt/algebra/reduced.hpp"
#include "cgt/detail/fold.hpp"

namespace cgt {
namespace {

// In the cache: the game is known to have no weight. A word that never names a game.
constexpr std::uint32_t kNoWeight = detail::kForm.word();

// What the calculation must know of all followers of a game.
struct Survey {
  bool all_small = true;
  std::uint32_t nimber = 0;    // no nimber below is larger
  std::int64_t ups = 0;        // nor number of ups, in absolute value
  std::int64_t followers = 0;  // not counting those of number-up-stars
};

Survey survey(Store::Impl& impl, GameId root) {
  Survey result;
  detail::each_follower(impl, root, [&](GameId g) {
    ++result.followers;
    if (!impl.is_nus(g)) return true;
    const Nus value = impl.nus_of(g);
    if (!value.number.is_zero()) result.all_small = false;
    // Followers of ups alternate between *k and *(k^1).
    result.nimber = std::max(result.nimber, value.ups == 0 ? value.nimber : value.nimber | 1U);
    if (value.ups == std::numeric_limits<std::int64_t>::min()) throw Error("too many ups");
    result.ups = std::max(result.ups, value.ups < 0 ? -value.ups : value.ups);
    return true;
  });
  return result;
}

// At least *2, because ups have the follower *.
std::uint32_t above(std::uint32_t nimber) {
  std::uint32_t power = 2;
  while (power <= nimber) {
    if (power > (std::numeric_limits<std::uint32_t>::max() >> 1U)) {
      throw Error("the nimbers of this game are too large to have a far star");
    }
    power <<= 1U;
  }
  return power;
}

// The least integer n that is not <= v.
Dyadic least_not_below(Store::Impl& impl, GameId v) {
  // An integer below the Right stop is <= v, one above it is not; one at the stop may be either.
  const Dyadic stop = impl.nus_of(impl.stop(v, Player::kRight)).number;
  const Dyadic floor = stop.floor();
  return impl.leq(impl.intern_nus({floor, 0, 0}), v) ? floor + Dyadic(1) : floor;
}

class Calculation {
 public:
  Calculation(Store& store, const Survey& survey)
      : store_(store),
        impl_(detail::impl_of(store)),
        star_(store.nimber(above(survey.nimber))),
        memo_(impl_.memo(detail::Operation::kAtomicWeight)),
        all_small_(survey.all_small),
        many_(Dyadic(survey.ups) + Dyadic(2) * Dyadic(survey.followers) + Dyadic(8)) {}

  // Numbers below g count as `many_` ups, more than g has moves and ups of its own.
  GameId weight(GameId root) {
    const auto quick = [&](GameId g) -> GameId {
      if (impl_.is_nus(g)) {
        const Nus value = impl_.nus_of(g);
        if (value.number.is_zero()) return store_.integer(value.ups);
        return store_.number(value.number.sign() > 0 ? many_ : -many_);
      }
      if (const auto word = memo_.find(g, kZero); word != 0 && word != kNoWeight) {
        return GameId::from_word(word);
      }
      if (const auto it = known_.find(g); it != known_.end()) return it->second;
      return {};
    };
    const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
      detail::append_options(impl_, g, player, keys);
    };
    const auto combine = [&](GameId g, GameList& left, GameList& right) {
      impl_.charge();
      const GameId result = from_options(g, left, right);
      if (all_small_) {
        memo_.store(g, kZero, result.word());
      } else {
        known_[g] = result;
      }
      return result;
    };
    return detail::evaluate(root, quick, children, combine);
  }

  Relation against_star(GameId g) { return store_.compare(g, star_); }

 private:
  // Siegel 2013, section II.7: {A^L - 2 | A^R + 2}, unless that is an integer; then the far star
  // tells which of the integers that fit.
  GameId from_options(GameId g, GameList& left, GameList& right) {
    const GameId two = store_.integer(2);
    const GameId minus_two = store_.integer(-2);
    for (GameId& x : left) x = impl_.add(x, minus_two);
    for (GameId& x : right) x = impl_.add(x, two);
    const GameId simplest = impl_.construct(left, right);
    if (!store_.is_integer(simplest)) return simplest;
    const Relation relation = against_star(g);
    if (relation == Relation::kFuzzy) return kZero;
    // The largest integer that fits if g is above the far star, the least one if it is below.
    const Player above = relation == Relation::kGreater ? Player::kRight : Player::kLeft;
    std::optional<Dyadic> bound;
    for (const GameId x : above == Player::kRight ? right : left) {
      const Dyadic n = above == Player::kRight ? least_not_below(impl_, impl_.negate(x))
                                               : least_not_below(impl_, x);
      if (!bound || n > *bound) bound = n;
    }
    CGT_ASSERT(bound.has_value(), "what is not a number-up-star has options on both sides");
    return store_.number(above == Player::kRight ? -*bound : *bound);
  }

  Store& store_;
  Store::Impl& impl_;
  GameId star_;
  detail::OpCache& memo_;
  bool all_small_;
  Dyadic many_;
  FlatMap<GameId, GameId> known_;
};

// down + far star < difference < ^ + far star.
bool is_within_bounds(Store& store, GameId difference) {
  const std::uint32_t star = above(survey(detail::impl_of(store), difference).nimber);
  return store.leq(store.up(-1, star), difference) && store.leq(difference, store.up(1, star));
}

}  // namespace

std::optional<GameId> find_atomic_weight(Store& store, GameId g) {
  if (!is_infinitesimal(store, g)) return std::nullopt;
  if (const auto value = store.as_nus(g)) return store.integer(value->ups);
  auto& memo = detail::impl_of(store).memo(detail::Operation::kAtomicWeight);
  if (const auto word = memo.find(g, kZero); word != 0) {
    if (word == kNoWeight) return std::nullopt;
    return GameId::from_word(word);
  }
  const Survey all = survey(detail::impl_of(store), g);
  const GameId weight = Calculation(store, all).weight(g);
  if (all.all_small) return weight;
  const GameId ups = norton_multiply(store, weight, store.up(1));
  const bool atomic = is_within_bounds(store, store.subtract(g, ups));
  memo.store(g, kZero, atomic ? weight.word() : kNoWeight);
  if (!atomic) return std::nullopt;
  return weight;
}

bool is_atomic(Store& store, GameId g) { return find_atomic_weight(store, g).has_value(); }

GameId atomic_weight(Store& store, GameId g) {
  const auto weight = find_atomic_weight(store, g);
  if (!weight) {
    throw Error("the game has no atomic weight",
                "all-small games have one, and some other infinitesimals");
  }
  return *weight;
}

GameId far_star(Store& store, GameId g) {
  return store.nimber(above(survey(detail::impl_of(store), g).nimber));
}

Relation compare_far_star(Store& store, GameId g) { return store.compare(g, far_star(store, g)); }

}  // namespace cgt
