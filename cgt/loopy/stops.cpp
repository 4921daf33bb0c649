// Pseudonumbers, stops, and what follows from them (Siegel 2013, section VI.3).
#include <array>
#include <utility>

#include "cgt/detail/loopy_table.hpp"

namespace cgt {
namespace {

using Kind = Pseudonumber::Kind;

bool less(const Pseudonumber& x, const Pseudonumber& y) {
  const auto rank = [](Kind kind) { return kind == Kind::kOff ? 0 : kind == Kind::kOn ? 2 : 1; };
  if (rank(x.kind) != rank(y.kind)) return rank(x.kind) < rank(y.kind);
  if (rank(x.kind) != 1) return false;
  if (!(x.number == y.number)) return (x.number - y.number).sign() < 0;
  const auto side = [](Kind kind) {
    return kind == Kind::kUnder ? 0 : kind == Kind::kOver ? 2 : 1;
  };
  return side(x.kind) < side(y.kind);
}

}  // namespace

std::optional<Pseudonumber> LoopyGames::Impl::as_pseudonumber(LoopyId g) {
  if (g.is_short()) {
    if (!store_.is_number(g.game())) return std::nullopt;
    return Pseudonumber{Kind::kNumber, store_.number_value(g.game())};
  }
  const LoopyOptions& moves = options(g);
  for (const Player passes : kPlayers) {
    const std::vector<LoopyId>& mine = moves[passes];
    const std::vector<LoopyId>& rest = moves[opponent(passes)];
    if (mine.size() != 1 || mine[0] != g) continue;
    const bool left = passes == Player::kLeft;
    if (rest.empty()) return Pseudonumber{left ? Kind::kOn : Kind::kOff, {}};
    if (rest.size() == 1 && rest[0].is_short() && store_.is_number(rest[0].game()))
      return Pseudonumber{left ? Kind::kUnder : Kind::kOver, store_.number_value(rest[0].game())};
  }
  return std::nullopt;
}

Pseudonumber LoopyGames::Impl::stop(LoopyId g, Player first) {
  // Play that alternates ends, so the walk does; what a follower is worth is remembered.
  std::array<FlatMap<LoopyId, Pseudonumber>, 2> known;
  const auto quick = [&](LoopyId x, Player mover) -> std::optional<Pseudonumber> {
    if (auto p = as_pseudonumber(x)) return p;
    if (x.is_short()) return Pseudonumber{Kind::kNumber, store_.stop(x.game(), mover)};
    const auto it = known[index(mover)].find(x);
    if (it == known[index(mover)].end()) return std::nullopt;
    return it->second;
  };
  std::vector<std::pair<LoopyId, Player>> stack{{g, first}};
  while (!stack.empty()) {
    store_.charge();
    const auto [x, mover] = stack.back();
    if (quick(x, mover)) {
      stack.pop_back();
      continue;
    }
    std::optional<Pseudonumber> best;
    bool ready = true;
    for (const LoopyId o : options(x, mover)) {
      const auto value = quick(o, opponent(mover));
      if (!value) {
        stack.emplace_back(o, opponent(mover));
        ready = false;
      } else if (!best || (mover == Player::kLeft ? less(*best, *value) : less(*value, *best))) {
        best = value;
      }
    }
    if (!ready) continue;
    if (!best) throw Error("this game has no stop: a player has no option");
    known[index(mover)].emplace(x, *best);
    stack.pop_back();
  }
  return *quick(g, first);
}

std::optional<Pseudonumber> LoopyGames::as_pseudonumber(LoopyId g) {
  return impl_->as_pseudonumber(g);
}

Pseudonumber LoopyGames::stop(LoopyId g, Player first) { return impl_->stop(g, first); }

Pseudonumber LoopyGames::strong_stop(LoopyId g, Player first) {
  Pseudonumber x = stop(g, first);
  if (x.kind == Kind::kOver || x.kind == Kind::kUnder) x.kind = Kind::kNumber;
  return x;
}

namespace {

// The number that all strong stops of both sides are, if they are one.
std::optional<Dyadic> common_number(LoopyGames& games, const LoopyValue& g) {
  std::optional<Dyadic> number;
  for (const Side side : kSides) {
    for (const Player first : kPlayers) {
      const Pseudonumber x = games.strong_stop(g.side(side).id, first);
      if (x.kind != Kind::kNumber || (number && !(*number == x.number))) return std::nullopt;
      number = x.number;
    }
  }
  return number;
}

}  // namespace

bool LoopyGames::is_numberish(const LoopyValue& g) {
  if (g.is_stopper_sided()) return common_number(*this, g).has_value();
  // Not shown to be stoppers. A game that is close to a number is confused with two quarters at most.
  int confused = 0;
  for (int quarters = -64; quarters <= 64; ++quarters) {
    const LoopyValue x(store().number(Dyadic(quarters, 2)));
    if (!leq(g, x) && !leq(x, g) && ++confused > 2) return false;
  }
  throw Error("it is not known whether this game is close to a number",
              "its sides were not shown to be stoppers");
}

bool LoopyGames::is_infinitesimal(const LoopyValue& g) {
  if (g.is_stopper_sided()) {
    const auto number = common_number(*this, g);
    return number && number->is_zero();
  }
  // A number that it is not below, or not above the negative of, decides.
  Dyadic x(1);
  for (int i = 0; i < 10; ++i, x = x.half()) {
    if (!leq(g, LoopyValue(store().number(x))) || !leq(LoopyValue(store().number(-x)), g))
      return false;
  }
  throw Error("it is not known whether this game is infinitesimal",
              "its sides were not shown to be stoppers");
}

// Let H[y] be G with y(K) in the place of every position K that is close to the number x(K). Options may
// be replaced by larger ones, so H[x - e] <= G <= H[x + e]. And H[x + e] <= H[x] + e: in their
// difference Left, moving second, copies Right's moves until both are at the same leaf, which leaves
// nothing, or e if play ends elsewhere; a move in e leaves 2e or more. In the same way
// H[x - e] >= H[x] - e.
std::optional<GameId> LoopyGames::modulo_infinitesimals(LoopyId g) {
  Store& s = store();
  FlatMap<LoopyId, GameId> known;
  FlatSet<LoopyId> path;
  std::vector<LoopyId> stack{g};
  while (!stack.empty()) {
    s.charge();
    const LoopyId x = stack.back();
    if (x.is_short() || known.contains(x)) {
      stack.pop_back();
      continue;
    }
    const bool fresh = path.insert(x).second;
    if (fresh) {
      if (const auto number = common_number(*this, LoopyValue(x))) {
        known.emplace(x, s.number(*number));
        path.erase(x);
        continue;
      }
    }
    PerPlayer<GameList> options_of;
    bool ready = true;
    for (const Player player : kPlayers) {
      for (const LoopyId o : options(x, player)) {
        if (o.is_short()) {
          options_of[player].push_back(o.game());
        } else if (const auto it = known.find(o); it != known.end()) {
          options_of[player].push_back(it->second);
        } else {
          if (path.contains(o)) return std::nullopt;
          stack.push_back(o);
          ready = false;
        }
      }
    }
    if (!ready) continue;
    known.emplace(x, s.construct(options_of[Player::kLeft], options_of[Player::kRight]));
    path.erase(x);
    stack.pop_back();
  }
  return g.is_short() ? g.game() : known.at(g);
}

std::optional<LoopyGames::NumberTiny> LoopyGames::as_number_tiny(LoopyId g) {
  Store& s = store();
  for (const Player sided : kPlayers) {
    const Player other = opponent(sided);
    const std::vector<LoopyId> near = options(g, sided);
    const std::vector<LoopyId> far = options(g, other);
    if (near.size() != 1 || far.size() != 1 || !near[0].is_short() || !far[0].is_loopy()) continue;
    if (!s.is_number(near[0].game())) continue;
    const std::vector<LoopyId> back = options(far[0], sided);
    const std::vector<LoopyId> threat = options(far[0], other);
    if (back.size() != 1 || threat.size() != 1 || back[0] != near[0] || threat[0] == far[0])
      continue;
    const LoopyId h = threat[0];
    const bool left = sided == Player::kLeft;
    if (!(left ? leq(h, near[0]) : leq(near[0], h))) continue;
    const LoopyValue parameter = left ? subtract(LoopyValue(near[0]), LoopyValue(h))
                                      : subtract(LoopyValue(h), LoopyValue(near[0]));
    if (!parameter.is_stopper()) continue;
    // Exactly what will be read: number + {0||0|-G}, mirrored for Miny.
    const LoopyValue zero(kZero);
    const LoopyValue minus = left ? negate(parameter) : parameter;
    const LoopyValue inner =
        left ? construct({&zero, 1}, {&minus, 1}) : construct({&minus, 1}, {&zero, 1});
    const LoopyValue outer =
        left ? construct({&zero, 1}, {&inner, 1}) : construct({&inner, 1}, {&zero, 1});
    if (!equal(add(LoopyValue(near[0]), outer), LoopyValue(g))) continue;
    return NumberTiny{s.number_value(near[0].game()), sided, parameter.stopper()};
  }
  return std::nullopt;
}

}  // namespace cgt
