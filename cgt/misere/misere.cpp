#include "cgt/misere/misere.hpp"

#include "cgt/detail/fold.hpp"
#include "cgt/detail/misere_rule.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/small_vector.hpp"

namespace cgt {

OutcomeClass misere_outcome(Store& store, GameId root) {
  Store::Impl& impl = detail::impl_of(store);
  auto& memo = impl.memo(detail::Operation::kMisere);
  FlatMap<GameId, detail::MisereWins> known;
  const auto quick = [&](GameId g) -> std::optional<detail::MisereWins> {
    if (impl.is_nus(g)) {
      const Nus value = impl.nus_of(g);
      if (value.is_number() && value.number.is_integer() && !value.number.is_zero()) {
        // Only one player can move, and that one cannot get rid of the moves in time.
        return detail::MisereWins::always(value.number.sign() > 0 ? Player::kRight : Player::kLeft);
      }
      if (value.number.is_zero() && value.ups == 0 && value.nimber > 1) {
        return detail::MisereWins::first();
      }
    }
    if (const auto word = memo.find(g, kZero); word != 0) return detail::MisereWins::decode(word);
    return std::nullopt;
  };
  const auto children = [&](GameId g, Player player, SmallVector<GameId, 8>& keys) {
    detail::append_options(impl, g, player, keys);
  };
  const auto combine = [&](GameId g, const auto& keys, const auto& at) {
    impl.charge();
    const auto wins = detail::misere_wins(keys, at);
    memo.store(g, kZero, wins.encode());
    return wins;
  };
  return detail::fold(root, known, quick, children, combine).outcome();
}

}  // namespace cgt
