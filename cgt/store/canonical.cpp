// From option sets to canonical forms (Conway 1976; Siegel 2013, theorem II.2.9): numbers by the
// simplicity theorem, then reversible options bypassed and dominated ones dropped, then the
// number-up-star patterns recognised. Options are canonical already, so the result is.
#include <algorithm>

#include "cgt/detail/store_impl.hpp"

namespace cgt {
namespace {

using detail::kForm;

void sort_unique(GameList& games) {
  std::ranges::sort(games);
  games.erase(std::unique(games.begin(), games.end()), games.end());
}

// Is `a` at least as good as `b` for `player`?
bool at_least(Store::Impl& impl, Player player, GameId a, GameId b) {
  return player == Player::kLeft ? impl.leq(b, a) : impl.leq(a, b);
}

void drop_dominated(Store::Impl& impl, Player player, GameList& games) {
  if (games.size() < 2) return;
  GameList kept;
  for (const GameId candidate : games) {
    bool dominated = false;
    std::size_t write = 0;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (!dominated && at_least(impl, player, kept[i], candidate)) dominated = true;
      // A dominated candidate drops nobody: what it dominates went before it.
      if (dominated || !at_least(impl, player, candidate, kept[i])) kept[write++] = kept[i];
    }
    kept.resize(write);
    if (!dominated) kept.push_back(candidate);
  }
  games = std::move(kept);
}

// The number that {left | right} is, if it is one: G = x for the simplest x with G^L <| x <| G^R.
// Per side only the best stop matters, and at the stop itself whether x is confused with the
// option.
std::optional<Dyadic> as_number(Store::Impl& impl, const PerPlayer<GameList>& sides) {
  PerPlayer<GameId> ends;
  for (const Player player : kPlayers) {
    for (const GameId g : sides[player]) {
      const GameId reached = impl.stop(g, opponent(player));
      if (ends[player].is_none() ||
          impl.compare_numbers(reached, ends[player]) * sign(player) > 0) {
        ends[player] = reached;
      }
    }
  }
  const GameId low_end = ends[Player::kLeft];
  const GameId high_end = ends[Player::kRight];
  if (!low_end.is_none() && !high_end.is_none() && impl.compare_numbers(low_end, high_end) > 0) {
    return std::nullopt;
  }
  const auto admitted = [&](Player player, GameId x) {
    return std::ranges::none_of(sides[player],
                                [&](GameId g) { return at_least(impl, player, g, x); });
  };
  PerPlayer<bool> flags{{true, true}};
  for (const Player player : kPlayers) {
    if (!ends[player].is_none()) flags[player] = admitted(player, ends[player]);
  }
  if (low_end == high_end && !low_end.is_none()) {
    if (!flags[Player::kLeft] || !flags[Player::kRight]) return std::nullopt;
    return impl.nus_of(low_end).number;
  }
  // A missing side is no bound: any end beyond 0 and beyond the other side will do.
  Dyadic low = low_end.is_none() ? Dyadic() : impl.nus_of(low_end).number;
  Dyadic high = high_end.is_none() ? Dyadic() : impl.nus_of(high_end).number;
  if (low_end.is_none()) low = (high.sign() < 0 ? high : Dyadic()) - 2;
  if (high_end.is_none()) high = (low.sign() > 0 ? low : Dyadic()) + 2;
  return simplest_between(low, flags[Player::kLeft], high, flags[Player::kRight]);
}

// Recognises number + ups + star from canonical options; empty if it is something else.
std::optional<Nus> recognise_nus(const Store::Impl& impl, const PerPlayer<GameList>& sides) {
  const GameList& left = sides[Player::kLeft];
  const GameList& right = sides[Player::kRight];
  if (left.empty() || right.empty()) return std::nullopt;
  for (const Player player : kPlayers) {
    for (const GameId g : sides[player]) {
      if (!impl.is_nus(g)) return std::nullopt;
    }
  }
  const Nus first = impl.nus_of(left.front());
  if (left == right) {  // x + *k = {x, x*, ..., x*(k-1) | the same}
    std::uint32_t top = 0;
    for (const GameId g : left) {
      const Nus option = impl.nus_of(g);
      if (option.number != first.number || option.ups != 0) return std::nullopt;
      top = std::max(top, option.nimber);
    }
    if (top + 1 != left.size()) return std::nullopt;
    return Nus{first.number, 0, top + 1};
  }
  for (const Player rising : kPlayers) {
    const GameList& to_number = sides[rising];
    const GameList& other = sides[opponent(rising)];
    if (other.size() != 1) continue;
    const Nus target = impl.nus_of(other.front());
    const int direction = sign(rising);
    if (to_number.size() == 1) {  // {x | x + u*up + *k} = x + (u+1)*up + *(k^1)
      const Nus base = impl.nus_of(to_number.front());
      if (base.is_number() && target.number == base.number && target.ups * direction >= 0 &&
          !target.is_number()) {
        return Nus{base.number, target.ups + direction, target.nimber ^ 1U};
      }
    } else if (to_number.size() == 2 && target.is_number()) {  // {x, x* | x} = x + up*
      const Nus a = impl.nus_of(to_number[0]);
      const Nus b = impl.nus_of(to_number[1]);
      if (a.number == target.number && b.number == target.number && a.ups == 0 && b.ups == 0 &&
          (a.nimber | b.nimber) == 1) {
        return Nus{target.number, direction, 1};
      }
    }
  }
  return std::nullopt;
}

// {x + *a, ... | x + *b, ...} is x + *m if m > 0 is the least nimber missing on both sides: the
// others are reversible or dominated (Sprague 1935, Grundy 1939). A short cut, because a wide
// nimber would otherwise compare all pairs of its options.
std::optional<Nus> as_nimber(const Store::Impl& impl, const PerPlayer<GameList>& sides) {
  if (sides[Player::kLeft].empty() || sides[Player::kRight].empty()) return std::nullopt;
  if (!impl.is_nus(sides[Player::kLeft].front())) return std::nullopt;
  const Dyadic number = impl.nus_of(sides[Player::kLeft].front()).number;
  PerPlayer<std::uint32_t> least;
  for (const Player player : kPlayers) {
    std::vector<bool> present(sides[player].size());
    for (const GameId g : sides[player]) {
      if (!impl.is_nus(g)) return std::nullopt;
      const Nus option = impl.nus_of(g);
      if (option.ups != 0 || option.number != number) return std::nullopt;
      if (option.nimber < present.size()) present[option.nimber] = true;
    }
    least[player] = static_cast<std::uint32_t>(std::ranges::find(present, false) - present.begin());
  }
  if (least[Player::kLeft] != least[Player::kRight] || least[Player::kLeft] == 0)
    return std::nullopt;
  return Nus{number, 0, least[Player::kLeft]};
}

}  // namespace

GameId Store::Impl::construct(std::span<const GameId> left, std::span<const GameId> right) {
  charge();
  PerPlayer<GameList> sides;
  sides[Player::kLeft].assign(left.begin(), left.end());
  sides[Player::kRight].assign(right.begin(), right.end());
  for (const Player player : kPlayers) sort_unique(sides[player]);
  if (const auto x = as_number(*this, sides)) return intern_nus({*x, 0, 0});
  if (const auto nimber = as_nimber(*this, sides)) return intern_nus(*nimber);
  for (const Player player : kPlayers) drop_dominated(*this, player, sides[player]);

  // From here on the value is not a number, so both sides have options and the stops are those of
  // the options. Replacing a reversible option leaves the value unchanged, so the form as it is now
  // can stand for G in every comparison below.
  PerPlayer<GameList> original = sides;
  ++form.epoch;
  for (const Player player : kPlayers) {
    form.options[player] = original[player];
    GameId best;
    for (const GameId g : original[player]) {
      const GameId reached = stop(g, opponent(player));
      if (best.is_none() || compare_numbers(reached, best) * sign(player) > 0) best = reached;
    }
    form.stops[player] = best;
  }
  bool changed = false;
  for (const Player player : kPlayers) {
    GameList& games = sides[player];
    for (std::size_t i = 0; i < games.size();) {
      // X is reversible through Y, an answer of the opponent that is no better for `player` than G.
      const GameId x = games[i];
      GameId through;
      const std::uint64_t answers = option_count(x, opponent(player));
      for (std::uint64_t k = 0; k < answers && through.is_none(); ++k) {
        if ((k & 0xFFFU) == 0xFFFU) charge();  // a nimber may have billions of options
        const GameId y = option(x, opponent(player), k);
        if (player == Player::kLeft ? leq(y, kForm) : leq(kForm, y)) through = y;
      }
      if (through.is_none()) {
        ++i;
        continue;
      }
      charge();
      changed = true;
      games.erase(games.begin() + static_cast<std::ptrdiff_t>(i));
      for (const GameId z : options(through, player)) {
        if (std::ranges::find(games, z) == games.end()) games.push_back(z);
      }
    }
  }
  if (changed) {
    for (const Player player : kPlayers) {
      drop_dominated(*this, player, sides[player]);
      sort_unique(sides[player]);
    }
  }
  if (const auto value = recognise_nus(*this, sides)) return intern_nus(*value);
  return intern(sides[Player::kLeft], sides[Player::kRight]);
}

GameId Store::Impl::restore(std::span<const GameId> left, std::span<const GameId> right) {
  charge();
  GameList sorted_left(left.begin(), left.end());
  GameList sorted_right(right.begin(), right.end());
  std::ranges::sort(sorted_left);
  std::ranges::sort(sorted_right);
  const GameId g = intern(sorted_left, sorted_right);
  CGT_ASSERT(construct(left, right) == g, "options are those of a canonical form");
  return g;
}

}  // namespace cgt
