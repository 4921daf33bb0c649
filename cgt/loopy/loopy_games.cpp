#include "cgt/loopy/loopy_games.hpp"

#include "cgt/detail/loopy_table.hpp"
#include "cgt/store/uptimal.hpp"

namespace cgt {
namespace {

detail::Rule rule_for(Side side) {
  return side == Side::kOnside ? detail::Rule::kOnside : detail::Rule::kOffside;
}

}  // namespace

LoopyGames::LoopyGames(Store& store) : impl_(std::make_unique<Impl>(store)) {}
LoopyGames::~LoopyGames() = default;
Store& LoopyGames::store() const { return impl_->store(); }
std::uint64_t LoopyGames::size() const { return impl_->size(); }
std::uint64_t LoopyGames::bytes() const { return impl_->bytes(); }
LoopyGames::Mark LoopyGames::mark() {
  return {store().mark(), static_cast<std::uint32_t>(impl_->size())};
}
void LoopyGames::release(const Mark& mark) {
  impl_->release(mark);
  store().release(mark.games);
}

// --- graphs ---------------------------------------------------------------------------------------

LoopyId LoopyGames::Impl::copy_into(LoopyGraph& graph, const LoopySide& side) {
  if (side.is_stopper()) return side.id;
  std::vector<std::uint32_t> queue{side.id.number()};
  FlatMap<std::uint32_t, std::uint32_t> place;
  const std::uint32_t first = graph.size();
  place.emplace(side.id.number(), first);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    LoopyOptions options = side.graph->vertices[queue[i]];
    for (const Player player : kPlayers) {
      for (LoopyId& o : options[player]) {
        if (!o.is_vertex()) continue;
        const auto [it, fresh] =
            place.emplace(o.number(), first + static_cast<std::uint32_t>(queue.size()));
        if (fresh) queue.push_back(o.number());
        o = LoopyId::vertex(it->second);
      }
    }
    graph.vertices.push_back(std::move(options));
  }
  return LoopyId::vertex(first);
}

LoopyGraph LoopyGames::Impl::graph_of(LoopyId g, std::vector<LoopyId>* names) {
  std::vector<LoopyId> queue{g};
  FlatMap<LoopyId, std::uint32_t> place;
  place.emplace(g, 0);
  LoopyGraph graph;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    store_.charge();
    LoopyOptions& mine = graph.vertices.emplace_back();
    for (const Player player : kPlayers) {
      mine[player] = options(queue[i], player);
      for (LoopyId& o : mine[player]) {
        if (o.is_short()) continue;
        const auto [it, fresh] = place.emplace(o, static_cast<std::uint32_t>(queue.size()));
        if (fresh) queue.push_back(o);
        o = LoopyId::vertex(it->second);
      }
    }
  }
  if (names != nullptr) *names = std::move(queue);
  return graph;
}

std::vector<LoopyValue> LoopyGames::values(const LoopySystem& system) {
  std::vector<LoopyValue> out;
  const bool leaves_are_stoppers = system.sided().empty();
  if (leaves_are_stoppers && !AlternatingCycles(system.graph(), store()).any()) {
    for (const LoopyId g : impl_->canonical(system.graph())) out.emplace_back(g);
    return out;
  }
  const auto sides_of = [&](Side side) {
    LoopyGraph graph = system.graph();
    for (const LoopySystem::SidedOption& o : system.sided()) {
      const LoopyId id = Impl::copy_into(graph, o.value.side(side));
      graph.vertices[o.from][o.player].push_back(id);
    }
    return impl_->sides(graph, side);
  };
  const std::vector<LoopySide> onsides = sides_of(Side::kOnside);
  const std::vector<LoopySide> offsides = sides_of(Side::kOffside);
  for (std::uint32_t v = 0; v < system.size(); ++v) out.emplace_back(onsides[v], offsides[v]);
  return out;
}

LoopyValue LoopyGames::construct(std::span<const LoopyValue> left,
                                 std::span<const LoopyValue> right) {
  LoopySystem system;
  system.add();
  for (const LoopyValue& g : left) system.add_option(0, Player::kLeft, g);
  for (const LoopyValue& g : right) system.add_option(0, Player::kRight, g);
  return values(system)[0];
}

// --- names ----------------------------------------------------------------------------------------

LoopyId LoopyGames::make(const Pseudonumber& x) {
  using Kind = Pseudonumber::Kind;
  switch (x.kind) {
    case Kind::kNumber: return store().number(x.number);
    case Kind::kOn: return on();
    case Kind::kOff: return off();
    case Kind::kOver:
    case Kind::kUnder: break;
  }
  const Player passes = x.kind == Kind::kUnder ? Player::kLeft : Player::kRight;
  LoopyGraph graph;
  LoopyOptions& self = graph.vertices.emplace_back();
  self[passes].push_back(LoopyId::vertex(0));
  self[opponent(passes)].emplace_back(kZero);
  return impl_->translate(impl_->canonical(graph)[0], store().number(x.number));
}

LoopyId LoopyGames::on() { return impl_->passing(Side::kOnside); }
LoopyId LoopyGames::off() { return impl_->passing(Side::kOffside); }
LoopyId LoopyGames::over() { return make({Pseudonumber::Kind::kOver, {}}); }
LoopyId LoopyGames::under() { return make({Pseudonumber::Kind::kUnder, {}}); }
LoopyValue LoopyGames::dud() { return {LoopySide{on(), {}}, LoopySide{off(), {}}}; }

LoopyId LoopyGames::upon() {
  LoopyGraph graph;
  LoopyOptions& self = graph.vertices.emplace_back();
  self[Player::kLeft].push_back(LoopyId::vertex(0));
  self[Player::kRight].emplace_back(store().nimber(1));
  return impl_->canonical(graph)[0];
}

LoopyValue LoopyGames::side(const LoopyValue& g, Side side) {
  if (g.side(side).is_stopper()) return g.side(side).id;
  throw Error(side == Side::kOnside ? "the onside of this game was not shown to be a stopper"
                                    : "the offside of this game was not shown to be a stopper",
              "its value is known as a graph only");
}

LoopyValue LoopyGames::sides(const LoopyValue& s, const LoopyValue& t) {
  const LoopySide& on_side = s.side(Side::kOnside);
  const LoopySide& off_side = t.side(Side::kOffside);
  if (on_side.is_stopper() && off_side.is_stopper() && !leq(off_side.id, on_side.id)) {
    throw Error("in S & T, the onside S must be greater than or equal to the offside T");
  }
  return {on_side, off_side};
}

// --- structure ------------------------------------------------------------------------------------

std::vector<LoopyId> LoopyGames::options(LoopyId g, Player player) {
  return impl_->options(g, player);
}

std::vector<LoopySide> LoopyGames::options(const LoopySide& g, Player player) {
  std::vector<LoopySide> out;
  for (const LoopyId o : g.is_stopper() ? options(g.id, player) : (*g.graph)[g.id][player])
    out.push_back({o, o.is_vertex() ? g.graph : nullptr});
  return out;
}

std::vector<LoopyId> LoopyGames::Impl::followers(LoopyId g, bool only_loopy) {
  std::vector<LoopyId> out;
  FlatSet<LoopyId> seen;
  const auto add = [&](LoopyId x) {
    if (only_loopy && x.is_short()) return;
    if (seen.insert(x).second) out.push_back(x);
  };
  add(g);
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (const Player player : kPlayers) {
      for (const LoopyId o : options(out[i], player)) {
        store_.charge();
        add(o);
      }
    }
  }
  return out;
}

std::vector<LoopyId> LoopyGames::followers(LoopyId g) { return impl_->followers(g, false); }
std::vector<LoopyId> LoopyGames::loopy_followers(LoopyId g) { return impl_->followers(g, true); }

bool LoopyGames::is_plumtree(LoopyId g) {
  if (g.is_short()) return true;
  return std::ranges::all_of(components(impl_->graph_of(g), store()),
                             [](const auto& component) { return component.size() == 1; });
}

// --- order ----------------------------------------------------------------------------------------

bool LoopyGames::Impl::leq(const LoopySide& g, const LoopySide& h, Side side) {
  if (g.is_stopper() && h.is_stopper()) return stopper_leq(g.id, h.id);
  detail::Survival order(*this, g.graph.get(), h.graph.get(), rule_for(side));
  // Only beside numbers that are far from 0 it matters whether they are avoided.
  const auto reached_by = [](const LoopySide& x) {
    LoopyGraph graph;
    if (x.is_stopper()) {
      graph.vertices.emplace_back()[Player::kLeft].push_back(x.id);
    } else {
      copy_into(graph, x);
    }
    return graph;
  };
  const LoopyGraph below = reached_by(g);
  const LoopyGraph above = reached_by(h);
  if (far_number(below) || far_number(above)) {
    order.avoid_numbers(!g.is_stopper() && beside_numbers(below, side).avoids,
                        !h.is_stopper() && beside_numbers(above, side).avoids);
  }
  return order.leq(g.id, h.id);
}

bool LoopyGames::leq(LoopyId g, LoopyId h) { return impl_->stopper_leq(g, h); }

bool LoopyGames::leq(const LoopyValue& g, const LoopyValue& h, Side side) {
  return impl_->leq(g.side(side), h.side(side), side);
}

bool LoopyGames::leq(const LoopyValue& g, const LoopyValue& h) {
  return leq(g, h, Side::kOnside) && leq(g, h, Side::kOffside);
}

bool LoopyGames::equal(const LoopyValue& g, const LoopyValue& h) {
  for (const Side side : kSides) {
    const LoopySide& a = g.side(side);
    const LoopySide& b = h.side(side);
    if (a.is_stopper() && b.is_stopper()) {
      if (a.id != b.id) return false;
    } else if (!impl_->leq(a, b, side) || !impl_->leq(b, a, side)) {
      return false;
    }
  }
  return true;
}

Relation LoopyGames::compare(const LoopyValue& g, const LoopyValue& h) {
  const bool le = leq(g, h);
  const bool ge = leq(h, g);
  if (le) return ge ? Relation::kEqual : Relation::kLess;
  return ge ? Relation::kGreater : Relation::kFuzzy;
}

OutcomeClass LoopyGames::outcome(LoopyId g) { return outcome(LoopyValue(g)).onside; }

LoopyOutcome LoopyGames::outcome(const LoopyValue& g) {
  const auto of = [&](Side side) {
    const bool le = leq(g, LoopyValue(kZero), side);
    const bool ge = leq(LoopyValue(kZero), g, side);
    if (le) return ge ? OutcomeClass::kPrevious : OutcomeClass::kRight;
    return ge ? OutcomeClass::kLeft : OutcomeClass::kNext;
  };
  return {of(Side::kOnside), of(Side::kOffside)};
}

const char* name(LoopyOutcome outcome) {
  constexpr std::array<const char*, 4> kLetters{"L", "R", "N", "P"};
  if (outcome.onside == outcome.offside) return kLetters[static_cast<std::size_t>(outcome.onside)];
  if (outcome.offside == OutcomeClass::kRight) {
    if (outcome.onside == OutcomeClass::kLeft) return "D";
    return outcome.onside == OutcomeClass::kPrevious ? "PCheck" : "NCheck";
  }
  return outcome.offside == OutcomeClass::kPrevious ? "PHat" : "NHat";
}

// --- algebra --------------------------------------------------------------------------------------

LoopyId LoopyGames::Impl::negative(LoopyId g) {
  if (g.is_short()) return store_.negate(g.game());
  if (const LoopyId known = records_[g.number()].negative; !known.is_none()) return known;
  std::vector<LoopyId> names;
  LoopyGraph graph = graph_of(g, &names);
  for (LoopyOptions& options : graph.vertices) {
    std::swap(options[Player::kLeft], options[Player::kRight]);
    for (const Player player : kPlayers) {
      for (LoopyId& o : options[player]) {
        if (o.is_short()) o = store_.negate(o.game());
      }
    }
  }
  const std::vector<LoopyId> mirrored = intern(graph);  // a mirror of what is canonical is, too
  for (std::size_t i = 0; i < names.size(); ++i) {
    records_[names[i].number()].negative = mirrored[i];
    records_[mirrored[i].number()].negative = names[i];
  }
  return mirrored[0];
}

LoopySide LoopyGames::Impl::negative(const LoopySide& g) {
  if (g.is_stopper()) return {negative(g.id), {}};
  auto graph = std::make_shared<LoopyGraph>(*g.graph);
  for (LoopyOptions& options : graph->vertices) {
    std::swap(options[Player::kLeft], options[Player::kRight]);
    for (const Player player : kPlayers) {
      for (LoopyId& o : options[player]) {
        if (!o.is_vertex()) o = negative(o);
      }
      std::ranges::sort(options[player]);
    }
  }
  return {g.id, std::move(graph)};
}

LoopyId LoopyGames::negate(LoopyId g) { return impl_->negative(g); }

LoopyValue LoopyGames::negate(const LoopyValue& g) {
  return {impl_->negative(g.side(Side::kOffside)), impl_->negative(g.side(Side::kOnside))};
}

LoopyId LoopyGames::Impl::passing(Side side) {
  LoopyId& word = passing_[static_cast<std::size_t>(side)];
  if (word.is_none()) {
    LoopyGraph graph;
    graph.vertices.emplace_back()[side == Side::kOnside ? Player::kLeft : Player::kRight].push_back(
        LoopyId::vertex(0));
    word = canonical(graph)[0];
  }
  return word;
}

// The product graph. What is known of pairs further down is not searched again.
LoopySide LoopyGames::Impl::sum(const LoopySide& g, const LoopySide& h, Side side) {
  if (auto found = sum_moved(g, h, side)) return *std::move(found);
  if (auto found = sum_moved(h, g, side)) return *std::move(found);
  // A player who can pass for ever leaves the rest of a sum alone, and infinite play is his.
  const LoopyId absorbing = passing(side);
  note_memory();
  MemoryMeter meter;  // of the product
  std::uint64_t moves = 0;
  std::vector<std::pair<LoopyId, LoopyId>> pairs;
  FlatMap<std::pair<LoopyId, LoopyId>, std::uint32_t, detail::PairHash> place;
  const auto at = [&](LoopyId a, LoopyId b) -> LoopyId {
    if (a.is_short() && b.is_short()) return store_.add(a.game(), b.game());
    if (a == LoopyId(kZero) && !b.is_vertex()) return b;
    if (b == LoopyId(kZero) && !a.is_vertex()) return a;
    if (a == absorbing || b == absorbing) return absorbing;
    const bool stoppers = !a.is_vertex() && !b.is_vertex();
    if (stoppers && b < a) std::swap(a, b);
    if (stoppers && a.is_short() && store_.is_number(a.game())) return translate(b, a.game());
    if (stoppers) {
      if (const auto it = sums_.find({a, b}); it != sums_.end()) {
        const LoopySide& known = it->second[static_cast<std::size_t>(side)];
        if (!known.id.is_none()) return known.id;
      }
    }
    const auto [it, fresh] =
        place.emplace(std::pair(a, b), static_cast<std::uint32_t>(pairs.size()));
    if (fresh) pairs.emplace_back(a, b);
    return LoopyId::vertex(it->second);
  };
  const LoopyId root = at(g.id, h.id);
  if (!root.is_vertex()) return {root, {}};
  const auto options_of = [&](const LoopySide& from, LoopyId x, Player player) {
    return x.is_vertex() ? (*from.graph)[x][player] : options(x, player);
  };
  LoopyGraph product;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    store_.charge();
    if (i % kMemoryInterval == kMemoryInterval - 1) {
      store_.charge_memory(meter, pairs.capacity() * sizeof(pairs[0]) + bytes_of_table(place) +
                                      moves * sizeof(LoopyId) +
                                      product.vertices.capacity() * sizeof(LoopyOptions));
    }
    const auto [a, b] = pairs[i];
    LoopyOptions mine;
    for (const Player player : kPlayers) {
      for (const LoopyId o : options_of(g, a, player)) mine[player].push_back(at(o, b));
      for (const LoopyId o : options_of(h, b, player)) mine[player].push_back(at(a, o));
    }
    moves += mine[Player::kLeft].capacity() + mine[Player::kRight].capacity();
    product.vertices.push_back(std::move(mine));
  }
  const std::vector<LoopySide> found = sides(product, side);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    if (!a.is_vertex() && !b.is_vertex() && found[i].is_stopper())
      sums_[{a, b}][static_cast<std::size_t>(side)] = found[i];
  }
  return found[0];
}

LoopyValue LoopyGames::add(const LoopyValue& g, const LoopyValue& h) {
  if (g.is_short() && h.is_short()) return store().add(g.stopper().game(), h.stopper().game());
  return {impl_->sum(g.side(Side::kOnside), h.side(Side::kOnside), Side::kOnside),
          impl_->sum(g.side(Side::kOffside), h.side(Side::kOffside), Side::kOffside)};
}

LoopyValue LoopyGames::side_of_sum(const LoopyValue& g, const LoopyValue& h, Side side) {
  const LoopySide sum = impl_->sum(g.side(side), h.side(side), side);
  return LoopyGames::side({sum, sum}, side);
}

LoopyValue LoopyGames::multiple(std::int64_t n, const LoopyValue& g) {
  LoopyValue power = n < 0 ? negate(g) : g;
  LoopyValue out(kZero);
  for (std::uint64_t k = n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
       k != 0; k >>= 1U) {
    if ((k & 1U) != 0) out = add(out, power);
    if (k > 1) power = add(power, power);
  }
  return out;
}

LoopyValue LoopyGames::ordinal_sum(const LoopyOptions& base, const LoopyValue& h) {
  const auto of = [&](Side side) {
    const LoopySide& exponent = h.side(side);
    std::vector<LoopyId> queue{exponent.id};
    FlatMap<LoopyId, std::uint32_t> place;
    place.emplace(exponent.id, 0);
    LoopyGraph graph;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      store().charge();
      LoopyOptions mine;
      for (const Player player : kPlayers) {
        mine[player] = base[player];
        const std::vector<LoopyId> moves =
            queue[i].is_vertex() ? (*exponent.graph)[queue[i]][player] : options(queue[i], player);
        for (const LoopyId o : moves) {
          const auto [it, fresh] = place.emplace(o, static_cast<std::uint32_t>(queue.size()));
          if (fresh) queue.push_back(o);
          mine[player].push_back(LoopyId::vertex(it->second));
        }
      }
      graph.vertices.push_back(std::move(mine));
    }
    return impl_->side_of(graph, 0, side);
  };
  return {of(Side::kOnside), of(Side::kOffside)};
}

LoopyValue LoopyGames::subordinate(LoopyId g, const LoopyOptions& base) {
  std::vector<LoopyId> queue{g};
  FlatMap<LoopyId, std::uint32_t> place;
  place.emplace(g, 0);
  LoopySystem system;
  system.add();
  for (std::uint32_t i = 0; i < queue.size(); ++i) {
    store().charge();
    for (const Player player : kPlayers) {
      for (const LoopyId o : options(queue[i], player)) {
        if (std::ranges::find(base[player], o) != base[player].end()) continue;
        const auto [it, fresh] = place.emplace(o, system.size());
        if (fresh) {
          system.add();
          queue.push_back(o);
        }
        system.add_move(i, player, it->second);
      }
    }
  }
  const LoopyValue h = values(system)[0];
  if (!equal(ordinal_sum(base, h), LoopyValue(g)))
    throw Error("this game is not an ordinal sum with this base");
  return h;
}

LoopyValue LoopyGames::power_to(GameId g, const Pseudonumber& x) {
  using Kind = Pseudonumber::Kind;
  Store& s = store();
  if (x.kind == Kind::kNumber) return cgt::power_to(s, g, x.number);
  if (s.option_count(g, Player::kLeft) != 1 || s.option_count(g, Player::kRight) != 1 ||
      s.option(g, Player::kLeft, 0) != kZero) {
    throw Error("this game has no powers", "powers are for games {0|H} with a single option H");
  }
  const bool too_small = x.kind == Kind::kUnder ? x.number.sign() <= 0 : x.number.sign() < 0;
  if (x.kind == Kind::kOff || too_small)
    throw Error("this sum of powers needs an exponent of at least 0");
  LoopySystem system;
  const std::uint32_t v = system.add();
  system.add_option(v, Player::kRight, LoopyValue(s.option(g, Player::kRight, 0)));
  system.add_move(v, x.kind == Kind::kOver ? Player::kRight : Player::kLeft, v);
  if (x.kind != Kind::kOn) {
    const GameId sum = x.number.is_zero() ? kZero : cgt::power_to(s, g, x.number);
    system.add_option(v, x.kind == Kind::kOver ? Player::kLeft : Player::kRight, LoopyValue(sum));
  }
  return values(system)[v];
}

LoopyValue LoopyGames::power(GameId g, const Pseudonumber& x) {
  if (x.kind == Pseudonumber::Kind::kNumber) return cgt::power(store(), g, x.number);
  Pseudonumber below = x;
  if (x.kind != Pseudonumber::Kind::kOn) below.number = x.number - Dyadic(1);
  const bool too_small =
      x.kind == Pseudonumber::Kind::kUnder ? below.number.sign() <= 0 : below.number.sign() < 0;
  if (x.kind == Pseudonumber::Kind::kOff || too_small)
    throw Error("this power of a game needs an exponent of at least 1");
  const LoopyValue sum = power_to(g, below);
  const LoopyValue zero(kZero);
  const LoopyValue answer = subtract(LoopyValue(store().option(g, Player::kRight, 0)), sum);
  return construct({&zero, 1}, {&answer, 1});
}

LoopyValue LoopyGames::degree(LoopyId g) { return upsum(g, negate(g)); }

LoopyValue LoopyGames::upsum_variety(const LoopyValue& g, const LoopyValue& d) {
  return upsum(g, downsum(negate(g), negate(d)));
}

LoopyValue LoopyGames::downsum_variety(const LoopyValue& g, const LoopyValue& d) {
  return downsum(g, upsum(negate(g), d));
}

bool LoopyGames::is_idempotent(const LoopyValue& g) { return equal(add(g, g), g); }

}  // namespace cgt
