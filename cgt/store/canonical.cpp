// From option sets to canonical forms (Conway 1976; Siegel 2013, theorem II.2.9): numbers by the
// simplicity theorem, then reversible options bypassed and dominated ones dropped, then the
// number-up-star patterns recognised. Options are canonical already, so the result is.
#include <algorithm>

#include "cgt/detail/store_impl.hpp"

namespace cgt {
namespace {

using detail::kForm;

// An option beside what order takes from it: a copy of its sides, with numbers in units of 2^-15. Where
// a stop is too large for that, nothing is known of any option but by comparing it.
struct Ranked : detail::SidesOf<std::int32_t> {
  GameId game;

  std::int32_t rank() const { return stops[Player::kLeft] + stops[Player::kRight]; }
};

struct RankedOptions {
  SmallVector<Ranked, 32> options;
  bool known_sides = true;
};

int leq_by_sides(const Ranked& a, const Ranked& b) {
  return detail::leq_by_sides(a, b,
                              [](std::int32_t x, std::int32_t y) { return x < y ? -1 : x > y; });
}

// Appends the options, and takes them into the sides of the form that they belong to.
void rank(const Store::Impl& impl, Player player, std::span<const GameId> games,
          RankedOptions& ranked, detail::Sides& ends) {
  Store::Impl::BestSide best(player);
  for (const GameId g : games) {
    const detail::Sides sides = impl.sides(g);
    best.take(impl, sides);
    Ranked& option = ranked.options.emplace_back();
    option.game = g;
    option.within = sides.within;
    for (const Player side : kPlayers) {
      const GameId stop = sides.stops[side];
      if (stop.is_inline()) {
        option.stops[side] = detail::fixed_number(stop);
      } else {
        ranked.known_sides = false;
      }
    }
  }
  ends.stops[player] = best.stop;
  ends.within[player] = best.within;
  if (ranked.known_sides) return;
  for (Ranked& option : ranked.options) option.stops = {};
}

// Whoever dominates comes first in the order of the sums of the stops, for each stop of his is as good.
// So of a pair only one order is asked, unless the sums are equal.
void drop_dominated(Store::Impl& impl, Player player, RankedOptions& all, GameList& games) {
  auto& ranked = all.options;
  if (ranked.size() > 1) {
    const auto first = [player](const Ranked& a, const Ranked& b) {
      if (a.rank() == b.rank()) return a.game < b.game;
      return (a.rank() > b.rank()) == (player == Player::kLeft);
    };
    std::sort(ranked.begin(), ranked.end(), first);
  }
  // What the sides of the games tell: 1 `a` is at least as good as `b`, 0 it is not, -1 they do not tell.
  const auto told = [&](const Ranked& a, const Ranked& b) {
    if (!all.known_sides) return -1;
    return player == Player::kLeft ? leq_by_sides(b, a) : leq_by_sides(a, b);
  };
  const auto at_least = [&](const Ranked& a, const Ranked& b) {
    const GameId less = player == Player::kLeft ? b.game : a.game;
    const GameId more = player == Player::kLeft ? a.game : b.game;
    return all.known_sides ? impl.leq_beyond_sides(less, more) : impl.leq(less, more);
  };
  SmallVector<std::uint32_t, 32> open;
  std::size_t kept = 0;  // ranked[0, kept) are undominated so far
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    const Ranked candidate = ranked[i];
    if (i > 0 && ranked[i - 1].game == candidate.game) continue;
    bool dominated = false;
    open.clear();
    for (std::size_t k = 0; k < kept && !dominated; ++k) {
      const int known = told(ranked[k], candidate);
      dominated = known == 1;
      if (known < 0) open.push_back(static_cast<std::uint32_t>(k));
    }
    for (std::size_t n = 0; n < open.size() && !dominated; ++n) {
      dominated = at_least(ranked[open[n]], candidate);
    }
    if (dominated) continue;
    // Those of the same rank are the last ones.
    std::size_t write = kept;
    while (write > 0 && ranked[write - 1].rank() == candidate.rank()) --write;
    for (std::size_t k = write; k < kept; ++k) {
      const int known = told(candidate, ranked[k]);
      const bool drops = known < 0 ? at_least(candidate, ranked[k]) : known == 1;
      if (!drops) ranked[write++] = ranked[k];
    }
    ranked[write++] = candidate;
    kept = write;
  }
  games.clear();
  for (std::size_t k = 0; k < kept; ++k) games.push_back(ranked[k].game);
  std::sort(games.begin(), games.end());
}

// The number that {left | right} is, if it is one: G = x for the simplest x with G^L <| x <| G^R.
// Per side only the best stop matters, and at the stop itself whether an option is at least as good
// as it.
std::optional<Dyadic> as_number(Store::Impl& impl, const detail::Sides& sides) {
  const GameId low_end = sides.stops[Player::kLeft];
  const GameId high_end = sides.stops[Player::kRight];
  if (!low_end.is_none() && !high_end.is_none() && impl.compare_numbers(low_end, high_end) > 0) {
    return std::nullopt;
  }
  if (low_end == high_end && !low_end.is_none()) {
    if (!sides.within[Player::kLeft] || !sides.within[Player::kRight]) return std::nullopt;
    return impl.nus_of(low_end).number;
  }
  // A missing side is not a bound: any end beyond 0 and beyond the other side will do.
  Dyadic low = low_end.is_none() ? Dyadic() : impl.nus_of(low_end).number;
  Dyadic high = high_end.is_none() ? Dyadic() : impl.nus_of(high_end).number;
  if (low_end.is_none()) low = (high.sign() < 0 ? high : Dyadic()) - 2;
  if (high_end.is_none()) high = (low.sign() > 0 ? low : Dyadic()) + 2;
  return simplest_between(low, sides.within[Player::kLeft], high, sides.within[Player::kRight]);
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
std::optional<Nus> as_nimber(const Store::Impl& impl,
                             const PerPlayer<std::span<const GameId>>& sides) {
  if (sides[Player::kLeft].empty() || sides[Player::kRight].empty()) return std::nullopt;
  for (const Player player : kPlayers) {
    if (!impl.is_nus(sides[player].front()) || !impl.is_nus(sides[player].back()))
      return std::nullopt;
  }
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
  PerPlayer<std::span<const GameId>> given{{left, right}};
  for (const Player player : kPlayers) {
    for (const GameId g : given[player]) prefetch(g);
  }
  PerPlayer<RankedOptions> ranked;
  detail::Sides ends;
  for (const Player player : kPlayers) rank(*this, player, given[player], ranked[player], ends);
  if (const auto x = as_number(*this, ends)) return intern_nus({*x, 0, 0});
  if (const auto nimber = as_nimber(*this, given)) return intern_nus(*nimber);
  PerPlayer<GameList> sides;
  for (const Player player : kPlayers) drop_dominated(*this, player, ranked[player], sides[player]);

  // From here on the value is not a number, so both sides have options, and stops and what goes with
  // them are those of the options. Replacing a reversible option leaves the value unchanged, so the form
  // as it is now can stand for G in every comparison below.
  PerPlayer<GameList> original = sides;
  ++form.epoch;
  for (const Player player : kPlayers) form.options[player] = original[player];
  form.sides = ends;
  for (const Player player : kPlayers) {
    for (const GameId x : original[player]) {
      if (x.is_inline() || record(x).is_nus()) continue;
      for (const GameId y : record(x).options(opponent(player))) prefetch(y);
    }
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
      ranked[player] = {};
      rank(*this, player, sides[player], ranked[player], ends);
      drop_dominated(*this, player, ranked[player], sides[player]);
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
