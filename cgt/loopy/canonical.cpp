// Stoppers in simplest form. Bypassing a reversible option of a stopper and deleting a dominated one
// keep its value and leave a stopper; when nothing is left to do, equal stoppers have isomorphic
// graphs once equal vertices are fused (Conway 1978; Siegel 2013, section VI.2).
#include <algorithm>
#include <utility>

#include "cgt/loopy/detail/table.hpp"
#include "cgt/support/contract.hpp"

namespace cgt {
namespace {

void sort_options(std::vector<LoopyId>& options) {
  std::ranges::sort(options);
  options.erase(std::unique(options.begin(), options.end()), options.end());
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
  Component(Impl& table, LoopyGraph graph)
      : table_(table),
        graph_(std::move(graph)),
        source_(graph_),
        order_(table, &source_, &source_, detail::Rule::kStopper) {}

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
        sort_options(options[player]);
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
      return std::span(options.begin(), std::ranges::find_if(options, &LoopyId::is_vertex));
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

  std::vector<LoopyId> options(LoopyId g, Player player) {
    return g.is_vertex() ? graph_[g][player] : table_.options(g, player);
  }

  // Replaces one reversible option by what it reverses to. There is no end to that only if play by
  // turns can go on for ever, which a stopper excludes.
  bool bypass(std::uint32_t v, Player player) {
    std::vector<LoopyId>& mine = graph_.vertices[v][player];
    for (std::size_t i = 0; i < mine.size(); ++i) {
      for (const LoopyId reply : options(mine[i], opponent(player))) {
        table_.store().charge();
        if (!prefers(player, reply, LoopyId::vertex(v))) continue;
        const std::vector<LoopyId> instead = options(reply, player);
        mine.erase(mine.begin() + static_cast<std::ptrdiff_t>(i));
        mine.insert(mine.end(), instead.begin(), instead.end());
        sort_options(mine);
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
};

namespace {

// The component as a graph of its own, options in order; what lies outside is known already.
LoopyGraph cut_out(const LoopyGraph& graph, const std::vector<std::uint32_t>& component,
                   const std::vector<LoopyId>& known) {
  LoopyGraph part;
  FlatMap<std::uint32_t, std::uint32_t> place;
  for (const std::uint32_t v : component)
    place.emplace(v, static_cast<std::uint32_t>(place.size()));
  for (const std::uint32_t v : component) {
    LoopyOptions& options = part.vertices.emplace_back(graph.vertices[v]);
    for (const Player player : kPlayers) {
      for (LoopyId& o : options[player]) {
        if (!o.is_vertex()) continue;
        const auto it = place.find(o.number());
        o = it == place.end() ? known[o.number()] : LoopyId::vertex(it->second);
      }
      sort_options(options[player]);
    }
  }
  return part;
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
    known[component[0]] = intern_one(only);
    return;
  }
  prune_outside(part);
  const std::vector<std::uint32_t> classes = merge_alike(part, store_);
  Component work(*this, std::move(part));
  work.reduce();
  const std::vector<LoopyId> becomes = work.fuse();
  const std::vector<LoopyId> words = intern(work.graph());
  for (std::size_t i = 0; i < component.size(); ++i) {
    const LoopyId b = becomes[classes[i]];
    known[component[i]] = b.is_vertex() ? words[b.number()] : b;
  }
}

std::vector<LoopyId> LoopyGames::Impl::canonical(const LoopyGraph& graph) {
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
    sort_options(options[player]);
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
  records_.push_back({std::move(options), {}});
  same.push_back(number);
  return LoopyId::loopy(number);
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
  detail::Survival order(*this, &part, &part, detail::Rule::kStopper);
  const auto find = [&](std::uint32_t v) {
    const auto it = by_unfolding_.find(hashes[v]);
    if (it != by_unfolding_.end()) {
      for (const std::uint32_t i : it->second) {
        const LoopyId there = LoopyId::loopy(i);
        if (order.leq(LoopyId::vertex(v), there) && order.leq(there, LoopyId::vertex(v)))
          return there;
      }
    }
    return LoopyId();
  };
  if (const LoopyId there = find(0); !there.is_none()) {
    for (std::uint32_t v = 0; v < part.size(); ++v) {
      known[component[v]] = find(v);
      CGT_ASSERT(!known[component[v]].is_none(), "components are kept as a whole");
    }
    return;
  }
  const auto first = static_cast<std::uint32_t>(records_.size());
  const auto own = [first](std::uint32_t i) { return i >= first; };
  try {
    for (std::uint32_t v = 0; v < part.size(); ++v) {
      LoopyOptions options = part.vertices[v];
      for (const Player player : kPlayers) {
        for (LoopyId& o : options[player]) {
          if (o.is_vertex()) o = LoopyId::loopy(first + o.number());
        }
        sort_options(options[player]);
      }
      by_options_[hash_of(options)].push_back(first + v);
      by_unfolding_[hashes[v]].push_back(first + v);
      records_.push_back({std::move(options), {}});
    }
  } catch (...) {
    for (auto& entry : by_options_) std::erase_if(entry.second, own);
    for (auto& entry : by_unfolding_) std::erase_if(entry.second, own);
    records_.resize(first);
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

bool LoopyGames::Impl::stopper_leq(LoopyId g, LoopyId h) {
  if (g.is_short() && h.is_short()) return store_.leq(g.game(), h.game());
  if (g == h) return true;
  if (const auto it = memo_.find({g, h}); it != memo_.end()) return it->second;
  return detail::Survival(*this).leq(g, h);
}

bool LoopyGames::Impl::left_survives_first(LoopyId g, LoopyId h) {
  if (const auto it = first_memo_.find({g, h}); it != first_memo_.end()) return it->second;
  const auto any = [&](LoopyId of, Player player, auto good) {
    if (of.is_loopy()) return std::ranges::any_of(options(of)[player], good);
    for (std::uint32_t i = 0; i < store_.option_count(of.game(), player); ++i) {
      if (good(LoopyId(store_.option(of.game(), player, i)))) return true;
    }
    return false;
  };
  const bool survives = any(h, Player::kLeft, [&](LoopyId o) { return stopper_leq(g, o); }) ||
                        any(g, Player::kRight, [&](LoopyId o) { return stopper_leq(o, h); });
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
