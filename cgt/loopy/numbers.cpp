// Loopy games beside numbers. A stopper that is not a number is translated by a number, and moves in the
// number are not needed (translate() and detail/loopy_survival.hpp). Of a side of a graph that was not
// shown to be a stopper the same holds if a finite check succeeds. Let y be a number, and let play(y)
// from a vertex v be play in the graph alone: who cannot move loses, infinite play is won as the side says, and where
// play leads out of the graph, to a stopper G, its order to y says who wins.
//
// (1) Suppose there are no v and y' < y such that Left wins play(y) from v moving second and Right wins
//     play(y') from v moving second. Then v - y and play(y) have the same winner, whoever begins. For
//     let Left win play(y) moving second. She follows that strategy; if Right moves in the number, to
//     y^L < y, she wins play(y^L) from there moving first, since else Right would win it moving second.
//     There are only so many moves in a number. The same holds of Right, and one of them wins play(y).
// (2) Suppose, too, that of every v the left stop or the right stop is finite. Let T(v) be v with x
//     added to all that leads out of the graph. Then T(v) = v + x. Left, moving second on T(v) - (v + x)
//     or on its negative, mirrors what Right does, until he moves in x, say to x^L in the former. If
//     Left could not win now, it would be that T(v) <= v + x^L. By (1), T(v) |> z + x iff v |> z, for all
//     numbers z, since play(z) from v is play(z + x) from T(v); so v |> z would give v |> z + (x - x^L),
//     the same with >=, and again and again: neither stop would be finite. In play that is mirrored for
//     ever both games are moved in.
//
// Winners of play(y) change at the stops of the stoppers G only.
#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "cgt/detail/loopy_table.hpp"

namespace cgt {
namespace detail {

std::size_t digits(const Dyadic& x) {
  if (!x.is_small()) return mpz_sizeinbase(x.numerator().get_mpz_t(), 2) + x.exponent();
  const auto n = static_cast<std::uint64_t>(x.small_numerator());
  return static_cast<std::size_t>(std::bit_width(x.small_numerator() < 0 ? 0 - n : n)) +
         x.exponent();
}

}  // namespace detail

std::optional<Dyadic> LoopyGames::Impl::far_number(const LoopyGraph& graph) {
  // Numbers of so few digits are compared by playing in them.
  constexpr std::size_t kNear = 4;
  Dyadic far;
  const auto look = [&](LoopyId o) {
    if (!o.is_short()) return;
    for (const Player first : kPlayers) {
      const Dyadic x = store_.stop(o.game(), first);
      if (detail::digits(x) > detail::digits(far)) far = x;
    }
  };
  for (const LoopyOptions& options : graph.vertices) {
    for (const Player player : kPlayers) {
      for (const LoopyId o : options[player]) {
        look(o);
        if (!o.is_loopy()) continue;
        for (const Player p : kPlayers) std::ranges::for_each(this->options(o)[p], look);
      }
    }
  }
  if (detail::digits(far) <= kNear) return std::nullopt;
  return far;
}

LoopyGames::Impl::Wins LoopyGames::Impl::left_wins(const LoopyGraph& graph, GameId y, Side side) {
  // Infinite play is the other's, so this player has to force an end.
  const Player forcing = side == Side::kOnside ? Player::kRight : Player::kLeft;
  Wins forced(graph.size());
  const auto is_won = [&](LoopyId o, Player next) {
    if (o.is_vertex()) return forced[o.number()][next];
    const bool left = next == Player::kRight ? stopper_leq(y, o) : !stopper_leq(o, y);
    return left == (forcing == Player::kLeft);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      for (const Player mover : kPlayers) {
        store_.charge();
        if (forced[v][mover]) continue;
        const auto won = [&](LoopyId o) { return is_won(o, opponent(mover)); };
        const std::vector<LoopyId>& options = graph.vertices[v][mover];
        const bool now = mover == forcing ? std::ranges::any_of(options, won)
                                          : std::ranges::all_of(options, won);
        forced[v][mover] = now;
        changed = changed || now;
      }
    }
  }
  if (forcing == Player::kRight) {
    for (PerPlayer<bool>& by : forced) {
      for (bool& wins : by.values) wins = !wins;
    }
  }
  return forced;
}

LoopyGames::Impl::BesideNumbers LoopyGames::Impl::beside_numbers(const LoopyGraph& graph,
                                                                 Side side) {
  using Kind = Pseudonumber::Kind;
  std::vector<Dyadic> stops;
  for (const LoopyOptions& options : graph.vertices) {
    for (const Player player : kPlayers) {
      for (const LoopyId o : options[player]) {
        if (o.is_vertex()) continue;
        const Pseudonumber x = stop(o, opponent(player));
        if (x.kind != Kind::kOn && x.kind != Kind::kOff) stops.push_back(x.number);
      }
    }
  }
  std::ranges::sort(stops);
  stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
  // The stops, and a number from each interval between them.
  std::vector<Dyadic> samples;
  for (std::size_t i = 0; i < stops.size(); ++i) {
    samples.push_back(i == 0 ? stops[0] - Dyadic(1) : (stops[i - 1] + stops[i]).half());
    samples.push_back(stops[i]);
  }
  samples.push_back(stops.empty() ? Dyadic() : stops.back() + Dyadic(1));
  struct Stops {
    std::size_t most = 0;   // samples that Left reaches moving second are below this
    std::size_t least = 0;  // samples that Right keeps Left to moving second are from here up
  };
  std::vector<Stops> of(graph.size(), {0, samples.size()});
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Wins wins = left_wins(graph, store_.number(samples[i]), side);
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      if (wins[v][Player::kRight]) of[v].most = i + 1;
      if (!wins[v][Player::kLeft]) of[v].least = std::min(of[v].least, i);
    }
  }
  BesideNumbers out{true, true};
  for (const Stops& s : of) {
    // Both at one sample: a stop is one number, an interval has two.
    const bool is_interval = s.least % 2 == 0;
    if (s.most > s.least + 1 || (s.most == s.least + 1 && is_interval)) return {};
    const bool left_is_finite = s.least > 0 && s.least < samples.size();
    const bool right_is_finite = s.most > 0 && s.most < samples.size();
    out.moves = out.moves && (left_is_finite || right_is_finite);
  }
  return out;
}

LoopyId LoopyGames::Impl::moved(LoopyId g, GameId x) {
  return g.is_loopy() ? translate(g, x) : LoopyId(store_.add(g.game(), x));
}

std::optional<LoopySide> LoopyGames::Impl::moved(const LoopySide& g, GameId x, Side side) {
  if (g.is_stopper()) return LoopySide{moved(g.id, x), {}};
  auto graph = std::make_shared<LoopyGraph>();
  const LoopyId root = copy_into(*graph, g);
  if (!beside_numbers(*graph, side).moves) return std::nullopt;
  for (LoopyOptions& options : graph->vertices) {
    for (const Player player : kPlayers) {
      for (LoopyId& o : options[player]) {
        if (!o.is_vertex()) o = moved(o, x);
      }
      detail::sort_options(options[player]);
    }
  }
  return LoopySide{root, std::move(graph)};
}

// A sum in which a graph is moved by a number, or away from one that is far from 0 and back.
std::optional<LoopySide> LoopyGames::Impl::sum_moved(const LoopySide& g, const LoopySide& h,
                                                     Side side) {
  if (g.is_stopper()) return std::nullopt;
  if (h.id.is_short() && store_.is_number(h.id.game())) return moved(g, h.id.game(), side);
  LoopyGraph graph;
  copy_into(graph, g);
  const std::optional<Dyadic> far = far_number(graph);
  if (!far) return std::nullopt;
  const std::optional<LoopySide> near = moved(g, store_.number(-*far), side);
  if (!near) return std::nullopt;
  graph.vertices.clear();
  copy_into(graph, *near);
  const std::optional<Dyadic> rest = far_number(graph);
  if (rest && detail::digits(*rest) >= detail::digits(*far)) return std::nullopt;
  return moved(sum(*near, h, side), store_.number(*far), side);
}

}  // namespace cgt
