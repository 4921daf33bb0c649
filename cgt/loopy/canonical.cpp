// Stoppers in simplest form. Bypassing a reversible option of a stopper and deleting a dominated one
// keep its value and leave a stopper; when nothing is left to do, equal stoppers have isomorphic
// graphs once equal vertices are fused (Conway 1978; Siegel 2013, section VI.2).
#include <algorithm>
#include <span>
#include <utility>

#include "cgt/detail/loopy_table.hpp"

namespace cgt {
namespace {

std::uint64_t bytes_of(const LoopyOptions& options) {
  return (options[Player::kLeft].capacity() + options[Player::kRight].capacity()) * sizeof(LoopyId);
}

// How the graph continues below a vertex, as far as its component is concerned.
std::uint64_t unfolded(const LoopyOptions& options, const std::vector<std::uint64_t>& hashes) {
  std::uint64_t h = 0;
  for (const Player player : kPlayers) {
    std::uint64_t sum = 0;
    for (const LoopyId o : options[player]) {
      sum += o.is_vertex() ? mix(hashes[o.number()], 7) : mix(o.word(), 11);
    }
    h = mix(h, mix(sum, options[player].size()));
  }
  return h;
}

}  // namespace

// --- one component --------------------------------------------------------------------------------

class LoopyGames::Impl::Component {
 public:
  // `graph` has the vertices of the component only; all other options are canonical.
  Component(Impl& table, LoopyGraph graph, bool no_number)
      : table_(table),
        graph_(std::move(graph)),
        source_(graph_),
        order_(table, &source_, &source_, detail::Rule::kStopper) {
    if (no_number) order_.no_numbers({true});
  }

  void reduce() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::uint32_t v = 0; v < graph_.size(); ++v) {
        for (const Player player : kPlayers) {
          while (bypass(v, player)) changed = true;
          if (prune(v, player)) changed = true;
        }
      }
    }
  }

  // Equal vertices become one, and one that is equal to a loopy follower outside becomes that.
  // Returns what each vertex has become.
  std::vector<LoopyId> fuse() {
    std::vector<LoopyId> outside;
    FlatSet<LoopyId> seen;
    const auto add = [&](const LoopyOptions& options) {
      for (const Player player : kPlayers) {
        for (const LoopyId o : options[player]) {
          if (o.is_loopy() && seen.insert(o).second) outside.push_back(o);
        }
      }
    };
    for (const LoopyOptions& options : graph_.vertices) add(options);
    for (std::size_t i = 0; i < outside.size(); ++i) {
      table_.store().charge();
      add(table_.options(outside[i]));
    }
    std::vector<LoopyId> becomes;
    for (std::uint32_t v = 0; v < graph_.size(); ++v) {
      const LoopyId self = LoopyId::vertex(v);
      const LoopyOptions& mine = graph_.vertices[v];
      LoopyId name = self;
      for (const LoopyId o : outside) {
        if (may_equal(mine, table_.options(o)) && equal(self, o)) {
          name = o;
          break;
        }
      }
      for (std::uint32_t w = 0; w < v && name == self; ++w) {
        if (may_equal(mine, graph_.vertices[w]) && equal(self, LoopyId::vertex(w)))
          name = becomes[w];
      }
      becomes.push_back(name);
    }
    for (std::uint32_t v = 0; v < graph_.size(); ++v) {
      LoopyOptions& options = graph_.vertices[v];
      if (becomes[v] != LoopyId::vertex(v)) options = {};  // nothing leads here any more
      for (const Player player : kPlayers) {
        for (LoopyId& o : options[player]) {
          if (o.is_vertex()) o = becomes[o.number()];
        }
        detail::sort_options(options[player]);
      }
    }
    return becomes;
  }

  const LoopyGraph& graph() const { return graph_; }

 private:
  bool leq(LoopyId g, LoopyId h) { return order_.leq(g, h); }
  bool equal(LoopyId g, LoopyId h) { return leq(g, h) && leq(h, g); }
  // Two equal games without dominated and reversible options have equal options. False: these differ
  // in options whose names say so. Options are in order.
  static bool may_equal(const LoopyOptions& g, const LoopyOptions& h) {
    const auto named = [](const std::vector<LoopyId>& options) {  // vertices are beyond the others
      const auto end = std::ranges::find_if(options, &LoopyId::is_vertex);
      return std::span(options.data(), static_cast<std::size_t>(end - options.begin()));
    };
    const auto fits = [&](const std::vector<LoopyId>& a, const std::vector<LoopyId>& b) {
      return named(b).size() < b.size() || std::ranges::includes(named(b), named(a));
    };
    return std::ranges::all_of(kPlayers, [&](Player player) {
      return fits(g[player], h[player]) && fits(h[player], g[player]);
    });
  }
  // Is h at least as good for the player?
  bool prefers(Player player, LoopyId g, LoopyId h) {
    return player == Player::kLeft ? leq(g, h) : leq(h, g);
  }

  // Those of a short game hold until the next call.
  std::span<const LoopyId> options(LoopyId g, Player player) {
    if (g.is_vertex()) return graph_[g][player];
    if (g.is_loopy()) return table_.options(g)[player];
    buffer_.clear();
    for (const GameId o : table_.store().options(g.game(), player)) buffer_.emplace_back(o);
    return buffer_;
  }

  // Replaces one reversible option by what it reverses to. There is no end to that only if play by
  // turns can go on for ever, which a stopper excludes.
  bool bypass(std::uint32_t v, Player player) {
    std::vector<LoopyId>& mine = graph_.vertices[v][player];
    for (std::size_t i = 0; i < mine.size(); ++i) {
      for (const LoopyId reply : options(mine[i], opponent(player))) {  // nothing else is asked
        table_.store().charge();
        if (!prefers(player, reply, LoopyId::vertex(v))) continue;
        const std::span<const LoopyId> found = options(reply, player);
        const std::vector<LoopyId> instead(found.begin(), found.end());
        mine.erase(mine.begin() + static_cast<std::ptrdiff_t>(i));
        mine.insert(mine.end(), instead.begin(), instead.end());
        detail::sort_options(mine);
        return true;
      }
    }
    return false;
  }

  bool prune(std::uint32_t v, Player player) {
    std::vector<LoopyId>& mine = graph_.vertices[v][player];
    bool changed = false;
    for (std::size_t i = 0; i < mine.size();) {
      const bool worse = std::ranges::any_of(
          mine, [&](LoopyId o) { return o != mine[i] && prefers(player, mine[i], o); });
      if (worse) {
        mine.erase(mine.begin() + static_cast<std::ptrdiff_t>(i));
        changed = true;
      } else {
        ++i;
      }
    }
    return changed;
  }

  Impl& table_;
  LoopyGraph graph_;
  const LoopyGraph source_;  // with the values that the order is asked for; they never change
  detail::Survival order_;
  std::vector<LoopyId> buffer_;
};

namespace {

// The component as a graph of its own, options in order; what lies outside is known already.
LoopyGraph cut_out(const LoopyGraph& graph, const std::vector<std::uint32_t>& component,
                   const std::vector<LoopyId>& known) {
  LoopyGraph part;
  if (component.size() == graph.size()) {  // in order, so they keep their numbers
    part = graph;
    for (LoopyOptions& options : part.vertices) {
      for (const Player player : kPlayers) detail::sort_options(options[player]);
    }
    return part;
  }
  part.vertices.reserve(component.size());
  for (const std::uint32_t v : component) {
    LoopyOptions& options = part.vertices.emplace_back(graph.vertices[v]);
    for (const Player player : kPlayers) {
      for (LoopyId& o : options[player]) {
        if (!o.is_vertex()) continue;
        const auto it = std::ranges::lower_bound(component, o.number());
        o = it == component.end() || *it != o.number()
                ? known[o.number()]
                : LoopyId::vertex(static_cast<std::uint32_t>(it - component.begin()));
      }
      detail::sort_options(options[player]);
    }
  }
  return part;
}

}  // namespace

namespace {

// The graph, as one list.
std::vector<std::uint64_t> words_of(const LoopyGraph& graph) {
  std::vector<std::uint64_t> words;
  for (const LoopyOptions& options : graph.vertices) {
    for (const Player player : kPlayers) {
      for (const LoopyId o : options[player]) words.push_back(o.word());
      words.push_back(0);  // no word
    }
  }
  return words;
}

}  // namespace

// Among options that are known, leaves out dominated ones.
void LoopyGames::Impl::prune_outside(LoopyGraph& part) {
  for (LoopyOptions& options : part.vertices) {
    for (const Player player : kPlayers) {
      std::vector<LoopyId>& mine = options[player];
      for (std::size_t i = 0; i < mine.size();) {
        const bool worse = !mine[i].is_vertex() && std::ranges::any_of(mine, [&](LoopyId o) {
          if (o.is_vertex() || o == mine[i]) return false;
          return player == Player::kLeft ? stopper_leq(mine[i], o) : stopper_leq(o, mine[i]);
        });
        if (worse) {
          mine.erase(mine.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
          ++i;
        }
      }
    }
  }
}

void LoopyGames::Impl::reduce(const LoopyGraph& graph, const std::vector<std::uint32_t>& component,
                              std::vector<LoopyId>& known) {
  LoopyGraph part = cut_out(graph, component, known);
  const LoopyOptions& only = part.vertices[0];
  const auto is_short = [](LoopyId o) { return o.is_short(); };
  if (component.size() == 1 && std::ranges::all_of(only[Player::kLeft], is_short) &&
      std::ranges::all_of(only[Player::kRight], is_short)) {
    known[component[0]] = intern_one(std::move(part.vertices[0]));
    return;
  }
  prune_outside(part);
  const std::vector<std::uint32_t> classes = merge_alike(part, store_);
  // Positions of a game lead to the same few components again and again.
  std::vector<std::uint64_t> key = words_of(part);
  auto found = reduced_.find(key);
  if (found == reduced_.end()) {
    auto words = reduce_moved(part);
    if (!words) words = reduce(std::move(part));
    const std::uint64_t bytes =
        key.capacity() * sizeof(key[0]) + words->capacity() * sizeof(LoopyId);
    found = reduced_.emplace(std::move(key), std::move(*words)).first;
    reduced_bytes_ += bytes;
  }
  for (std::size_t i = 0; i < component.size(); ++i)
    known[component[i]] = found->second[classes[i]];
}

std::vector<LoopyId> LoopyGames::Impl::reduce(LoopyGraph part) {
  const bool no_number = part.size() == 1 && is_no_number(part.vertices[0]);
  Component work(*this, std::move(part), no_number);
  work.reduce();
  const std::vector<LoopyId> becomes = work.fuse();
  const std::vector<LoopyId> words = intern(work.graph());
  std::vector<LoopyId> values;
  for (const LoopyId g : becomes) values.push_back(g.is_vertex() ? words[g.number()] : g);
  return values;
}

// A vertex is a number iff there is one between its options: no left option is >= it, no right
// option <= it. Stops say where options are.
bool LoopyGames::Impl::is_no_number(const LoopyOptions& options) {
  using Kind = Pseudonumber::Kind;
  // The numbers that a player's options leave to the other are beyond this stop, or at it.
  PerPlayer<std::optional<Dyadic>> best;
  for (const Player player : kPlayers) {
    for (const LoopyId o : options[player]) {
      if (o.is_vertex()) return false;
      const Pseudonumber x = stop(o, opponent(player));
      const bool wins = x.kind == (player == Player::kLeft ? Kind::kOn : Kind::kOff);
      if (wins) return true;
      if (x.kind == Kind::kOn || x.kind == Kind::kOff) continue;
      const int sign = player == Player::kLeft ? 1 : -1;
      if (!best[player] || (x.number - *best[player]).sign() * sign > 0) best[player] = x.number;
    }
    if (!best[player]) return false;
  }
  const int gap = (*best[Player::kRight] - *best[Player::kLeft]).sign();
  if (gap != 0) return gap < 0;
  const LoopyId x(store_.number(*best[Player::kLeft]));
  const auto& left = options[Player::kLeft];
  const auto& right = options[Player::kRight];
  return std::ranges::any_of(left, [&](LoopyId o) { return stopper_leq(x, o); }) ||
         std::ranges::any_of(right, [&](LoopyId o) { return stopper_leq(o, x); });
}

// --- numbers --------------------------------------------------------------------------------------

// Number translation: if a stopper G is not a number, G + x = {G^L + x | G^R + x}, and that is in simplest
// form if G is. By number avoidance (detail/loopy_survival.hpp), moves in x are not needed; the order
// of options does not change; and an option that is a number n is not reversible after the move if it
// was not before: were (n + x)^R <= G + x, then G >= y > n for a number y, some G^L >= y, and n was dominated.
LoopyId LoopyGames::Impl::translate(LoopyId g, GameId x) {
  if (x == kZero) return g;
  if (const auto it = sums_.find({LoopyId(x), g}); it != sums_.end() && !it->second[0].id.is_none())
    return it->second[0].id;
  std::vector<LoopyId> names;
  LoopyGraph graph = graph_of(g, &names);
  for (LoopyOptions& options : graph.vertices) {
    for (const Player player : kPlayers) {
      for (LoopyId& o : options[player]) {
        if (o.is_short()) o = store_.add(o.game(), x);
      }
    }
  }
  const std::vector<LoopyId> words = intern(graph);
  for (std::size_t i = 0; i < names.size(); ++i)
    sums_[{LoopyId(x), names[i]}] = {LoopySide{words[i], {}}, LoopySide{words[i], {}}};
  return words[0];
}

// A graph of stoppers has one solution only (Conway 1978, sidling), so that numbers can be added to
// what solves the graph with other numbers in it, unless that is a number itself.
std::optional<std::vector<LoopyId>> LoopyGames::Impl::reduce_moved(const LoopyGraph& part) {
  const std::optional<Dyadic> far = far_number(part);
  if (!far) return std::nullopt;
  LoopyGraph near = part;
  const GameId back = store_.number(-*far);
  for (LoopyOptions& options : near.vertices) {
    for (const Player player : kPlayers) {
      for (LoopyId& o : options[player]) {
        if (!o.is_vertex()) o = moved(o, back);
      }
      detail::sort_options(options[player]);
    }
  }
  const std::optional<Dyadic> rest = far_number(near);
  if (rest && detail::digits(*rest) >= detail::digits(*far)) return std::nullopt;
  std::vector<LoopyId> words = reduce(std::move(near));
  const GameId x = store_.number(*far);
  for (LoopyId& g : words) {
    if (g.is_short() && store_.is_number(g.game())) return std::nullopt;
    g = moved(g, x);
  }
  return words;
}

std::vector<LoopyId> LoopyGames::Impl::canonical(const LoopyGraph& graph) {
  note_memory();
  std::vector<LoopyId> known(graph.size());
  for (const std::vector<std::uint32_t>& component : components(graph, store_))
    reduce(graph, component, known);
  return known;
}

// --- the table ------------------------------------------------------------------------------------

std::uint64_t LoopyGames::Impl::hash_of(const LoopyOptions& options) const {
  std::uint64_t h = 0;
  for (const Player player : kPlayers) {
    h = mix(h, options[player].size());
    for (const LoopyId o : options[player]) h = mix(h, o.word());
  }
  return h;
}

// A vertex all of whose options are canonical.
LoopyId LoopyGames::Impl::intern_one(LoopyOptions options) {
  PerPlayer<GameList> games;
  bool is_short = true;
  for (const Player player : kPlayers) {
    detail::sort_options(options[player]);
    for (const LoopyId o : options[player]) {
      is_short = is_short && o.is_short();
      if (is_short) games[player].push_back(o.game());
    }
  }
  if (is_short) return store_.construct(games[Player::kLeft], games[Player::kRight]);
  std::vector<std::uint32_t>& same = by_options_[hash_of(options)];
  for (const std::uint32_t i : same) {
    if (records_[i].options == options) return LoopyId::loopy(i);
  }
  const auto number = static_cast<std::uint32_t>(records_.size());
  // A record that no list finds is one that nobody was given: the order matters if memory runs out.
  const std::uint64_t bytes = bytes_of(options);
  records_.push_back({std::move(options), {}});
  option_bytes_ += bytes;
  same.push_back(number);
  return LoopyId::loopy(number);
}

std::vector<LoopyId> LoopyGames::Impl::find_cycle(const LoopyGraph& part,
                                                  const std::vector<std::uint64_t>& unfoldings) {
  const auto it = by_unfolding_.find(unfoldings[0]);
  if (it == by_unfolding_.end()) return {};
  for (const std::uint32_t number : it->second) {
    const Record& there = records_[number];
    if (there.count != part.size()) continue;
    FlatMap<std::uint64_t, LoopyId> by_hash;
    for (std::uint32_t i = there.first; i < there.first + there.count; ++i)
      by_hash.emplace(records_[i].unfolding, LoopyId::loopy(i));
    CGT_ASSERT(by_hash.size() == part.size(), "different vertices unfold differently");
    std::vector<LoopyId> words;
    for (const std::uint64_t h : unfoldings) {
      const auto found = by_hash.find(h);
      words.push_back(found == by_hash.end() ? LoopyId() : found->second);
    }
    bool same = std::ranges::none_of(words, [](LoopyId g) { return g.is_none(); });
    for (std::uint32_t v = 0; same && v < part.size(); ++v) {
      LoopyOptions options = part.vertices[v];
      for (const Player player : kPlayers) {
        for (LoopyId& o : options[player]) {
          if (o.is_vertex()) o = words[o.number()];
        }
        detail::sort_options(options[player]);
      }
      same = options == records_[words[v].number()].options;
    }
    if (same) return words;
  }
  return {};
}

// The vertices of a component that is not a single vertex without a pass.
void LoopyGames::Impl::intern_cycle(const LoopyGraph& graph,
                                    const std::vector<std::uint32_t>& component,
                                    std::vector<LoopyId>& known) {
  // The component by itself: different vertices of a reduced component have different unfoldings of
  // a depth that is the number of its vertices.
  const LoopyGraph part = cut_out(graph, component, known);
  std::vector<std::uint64_t> hashes(part.size(), 1);
  for (std::uint32_t depth = 0; depth <= part.size(); ++depth) {
    store_.charge(part.size());
    std::vector<std::uint64_t> next(part.size());
    for (std::uint32_t v = 0; v < part.size(); ++v) next[v] = unfolded(part.vertices[v], hashes);
    hashes = std::move(next);
  }
  // Simplest forms are equal iff their graphs are the same.
  if (const std::vector<LoopyId> words = find_cycle(part, hashes); !words.empty()) {
    for (std::uint32_t v = 0; v < part.size(); ++v) known[component[v]] = words[v];
    return;
  }
  const auto first = static_cast<std::uint32_t>(records_.size());
  try {
    for (std::uint32_t v = 0; v < part.size(); ++v) {
      LoopyOptions options = part.vertices[v];
      for (const Player player : kPlayers) {
        for (LoopyId& o : options[player]) {
          if (o.is_vertex()) o = LoopyId::loopy(first + o.number());
        }
        detail::sort_options(options[player]);
      }
      const std::uint64_t bytes = bytes_of(options);
      records_.push_back({std::move(options), {}, first, part.size(), hashes[v]});
      option_bytes_ += bytes;
      by_options_[hash_of(records_.back().options)].push_back(first + v);
      by_unfolding_[hashes[v]].push_back(first + v);
    }
  } catch (...) {
    forget(first);
    throw;
  }
  for (std::uint32_t v = 0; v < part.size(); ++v) known[component[v]] = LoopyId::loopy(first + v);
}

std::vector<LoopyId> LoopyGames::Impl::intern(const LoopyGraph& graph) {
  std::vector<LoopyId> known(graph.size());
  for (const std::vector<std::uint32_t>& component : components(graph, store_)) {
    const std::uint32_t v = component[0];
    LoopyOptions options = graph.vertices[v];
    bool single = component.size() == 1;
    for (const Player player : kPlayers) {
      for (LoopyId& o : options[player]) {
        if (!o.is_vertex()) continue;
        if (o.number() == v) single = false;
        o = known[o.number()];
      }
    }
    if (single)
      known[v] = intern_one(std::move(options));
    else
      intern_cycle(graph, component, known);
  }
  return known;
}

// --- memory ---------------------------------------------------------------------------------------

void LoopyGames::Impl::forget(std::uint32_t first) {
  const auto drop = [](auto& lists, std::uint64_t key, std::uint32_t number) {
    const auto it = lists.find(key);
    if (it == lists.end()) return;
    std::erase(it->second, number);
    if (it->second.empty()) lists.erase(it);
  };
  for (auto i = static_cast<std::uint32_t>(records_.size()); i-- > first;) {
    const Record& record = records_[i];
    drop(by_options_, hash_of(record.options), i);
    if (record.count != 0) drop(by_unfolding_, record.unfolding, i);
    option_bytes_ -= bytes_of(record.options);
    records_.pop_back();
  }
}

void LoopyGames::Impl::release(const Mark& mark) {
  const auto gone = [&](LoopyId g) {
    if (g.is_loopy()) return g.number() >= mark.stoppers;
    return g.is_short() && !g.is_none() && !g.game().is_inline() &&
           g.game().address() >= mark.games.end;
  };
  forget(mark.stoppers);
  reduced_.clear();
  reduced_bytes_ = 0;
  for (Record& record : records_) {
    if (gone(record.negative)) record.negative = {};
  }
  for (LoopyId& g : passing_) {
    if (gone(g)) g = {};
  }
  const auto pair_gone = [&](const auto& entry) {
    return gone(entry.first.first) || gone(entry.first.second);
  };
  erase_if(memo_, pair_gone);
  erase_if(first_memo_, pair_gone);
  erase_if(sums_, [&](const auto& entry) {
    return pair_gone(entry) || gone(entry.second[0].id) || gone(entry.second[1].id);
  });
}

std::uint64_t LoopyGames::Impl::bytes() const {
  // Beside each record: its places in the lists, about what a small vector takes.
  constexpr std::uint64_t kListed = 32;
  return records_.size() * (sizeof(Record) + kListed) + option_bytes_ + bytes_of_table(memo_) +
         bytes_of_table(first_memo_) + bytes_of_table(sums_) + bytes_of_table(reduced_) +
         reduced_bytes_ + bytes_of_table(by_options_) + bytes_of_table(by_unfolding_);
}

// --- asking ---------------------------------------------------------------------------------------

bool LoopyGames::Impl::stopper_leq(LoopyId g, LoopyId h) {
  if (g.is_short() && h.is_short()) return store_.leq(g.game(), h.game());
  if (g == h) return true;
  if (const auto it = memo_.find({g, h}); it != memo_.end()) return it->second;
  return detail::Survival(*this).leq(g, h);
}

bool LoopyGames::Impl::left_survives_first(LoopyId g, LoopyId h) {
  if (const auto it = first_memo_.find({g, h}); it != first_memo_.end()) return it->second;
  const auto any = [&](LoopyId of, LoopyId beside, Player player, auto good) {
    // By number avoidance (detail/loopy_survival.hpp), no move in a number is needed.
    if (of.is_short() && store_.is_number(of.game()) && beside.is_loopy()) return false;
    if (of.is_loopy()) return std::ranges::any_of(options(of)[player], good);
    for (std::uint32_t i = 0; i < store_.option_count(of.game(), player); ++i) {
      if (good(LoopyId(store_.option(of.game(), player, i)))) return true;
    }
    return false;
  };
  const bool survives = any(h, g, Player::kLeft, [&](LoopyId o) { return stopper_leq(g, o); }) ||
                        any(g, h, Player::kRight, [&](LoopyId o) { return stopper_leq(o, h); });
  first_memo_.emplace(std::pair(g, h), survives);
  return survives;
}

std::vector<LoopyId> LoopyGames::Impl::options(LoopyId g, Player player) {
  if (g.is_loopy()) return options(g)[player];
  std::vector<LoopyId> out;
  for (const GameId o : store_.options(g.game(), player)) out.emplace_back(o);
  return out;
}

}  // namespace cgt
