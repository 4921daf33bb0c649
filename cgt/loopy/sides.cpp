// The onside and the offside of a graph, by simplification that is checked.
//
// No theorem says which changes to a game with infinite plays by turns keep its value: an option
// that is dominated or reversible may be needed again after play came back. So a change is tried,
// the two games are compared, and it is undone unless every position kept its value. When no cycle
// of plays by turns is left, the game is a stopper. Steps are tried as long as any of them works; what
// limits them is the budget in scope.
#include <algorithm>
#include <utility>

#include "cgt/detail/loopy_table.hpp"

namespace cgt {
namespace {

detail::Rule rule_of(Side side) {
  return side == Side::kOnside ? detail::Rule::kOnside : detail::Rule::kOffside;
}

}  // namespace

class LoopyGames::Impl::Simplifier {
 public:
  // Changes the first `own` vertices of the graph only.
  Simplifier(Impl& table, LoopyGraph graph, std::uint32_t own, Side side)
      : table_(table),
        graph_(std::move(graph)),
        source_(graph_),
        own_(own),
        side_(side),
        order_(table, &source_, &source_, rule_of(side)) {
    bypassed_.resize(own);
    fused_.resize(own, false);
  }

  void run() {
    for (;;) {
      const AlternatingCycles cycles(graph_, table_.store());
      bool open = false;
      for (std::uint32_t v = 0; v < own_; ++v) open = open || cycles.reachable_from(v);
      if (!open) return;
      if (!prune() && !bypass() && !cut() && !fuse()) return;
    }
  }

  const LoopyGraph& graph() const { return graph_; }

 private:
  // Infinite play is Left's in the onside, so Right's options are the ones that can be spared there.
  std::array<Player, 2> players() const {
    const Player first = side_ == Side::kOnside ? Player::kRight : Player::kLeft;
    return {first, opponent(first)};
  }
  bool prefers(Player player, LoopyId g, LoopyId h) {
    return player == Player::kLeft ? order_.leq(g, h) : order_.leq(h, g);
  }
  std::vector<LoopyId> options(LoopyId g, Player player) {
    return g.is_vertex() ? graph_[g][player] : table_.options(g, player);
  }

  // Takes the change over if every position kept its value. What one of the two directions is not
  // in doubt about is left out: a player who loses an option gains nothing.
  bool attempt(LoopyGraph changed, bool up, bool down) {
    std::vector<bool> differs(graph_.size(), false);
    bool any = false;
    for (std::uint32_t v = 0; v < graph_.size(); ++v) {
      differs[v] = !(changed.vertices[v] == graph_.vertices[v]);
      any = any || differs[v];
    }
    if (!any) return false;
    const detail::Rule rule = rule_of(side_);
    const auto holds = [&](const LoopyGraph& g, const LoopyGraph& h) {
      detail::Survival order(table_, &g, &h, rule);
      order.mirror(differs);
      bool all = true;
      for (std::uint32_t v = 0; v < graph_.size() && all; ++v)
        all = !differs[v] || order.leq(LoopyId::vertex(v), LoopyId::vertex(v));
      return all;
    };
    if (up && !holds(graph_, changed)) return false;
    if (down && !holds(changed, graph_)) return false;
    graph_ = std::move(changed);
    return true;
  }
  LoopyGraph with(std::uint32_t v, Player player, std::vector<LoopyId> options) const {
    LoopyGraph changed = graph_;
    detail::sort_options(options);
    changed.vertices[v][player] = std::move(options);
    return changed;
  }
  // Without an option of the player.
  bool attempt_without(std::uint32_t v, Player player, LoopyId o) {
    const bool left = player == Player::kLeft;
    return attempt(with(v, player, without(graph_.vertices[v][player], o)), left, !left);
  }
  static std::vector<LoopyId> without(std::vector<LoopyId> options, LoopyId o) {
    std::erase(options, o);
    return options;
  }

  // Leaves out dominated options. Nearly always all of a player's can go, so that is tried first, then
  // those of half of the vertices, and so on; at one vertex one by one.
  bool prune() {
    bool any = false;
    for (const Player player : players()) {
      const bool left = player == Player::kLeft;
      std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges{{0, own_}};  // the last one first
      while (!ranges.empty()) {
        const auto [first, last] = ranges.back();
        ranges.pop_back();
        LoopyGraph changed = graph_;
        for (std::uint32_t v = first; v < last; ++v) prune(changed, v, player);
        if (std::equal(changed.vertices.begin(), changed.vertices.end(), graph_.vertices.begin()))
          continue;
        if (attempt(std::move(changed), left, !left)) {
          any = true;
        } else if (last - first > 1) {
          const std::uint32_t middle = first + (last - first) / 2;
          ranges.emplace_back(middle, last);
          ranges.emplace_back(first, middle);
        } else if (prune_singly(first, player)) {
          any = true;
        }
      }
    }
    return any;
  }
  // Without the options to which another one that is left is preferred.
  void prune(LoopyGraph& graph, std::uint32_t v, Player player) {
    std::vector<LoopyId>& mine = graph.vertices[v][player];
    for (std::size_t i = 0; i < mine.size();) {
      const bool worse = std::ranges::any_of(
          mine, [&](LoopyId o) { return o != mine[i] && prefers(player, mine[i], o); });
      if (worse) {
        mine.erase(mine.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }
  bool prune_singly(std::uint32_t v, Player player) {
    bool any = false;
    for (const LoopyId o : std::vector<LoopyId>(graph_.vertices[v][player])) {
      const bool worse = std::ranges::any_of(graph_.vertices[v][player], [&](LoopyId better) {
        return better != o && prefers(player, o, better);
      });
      if (worse && attempt_without(v, player, o)) any = true;
    }
    return any;
  }

  bool bypass() {
    bool any = false;
    for (const Player player : players()) {
      for (std::uint32_t v = 0; v < own_; ++v) {
        for (const LoopyId o : std::vector<LoopyId>(graph_.vertices[v][player])) {
          if (bypass(v, player, o)) any = true;
        }
      }
    }
    return any;
  }
  bool bypass(std::uint32_t v, Player player, LoopyId o) {
    for (const LoopyId reply : options(o, opponent(player))) {
      if (!prefers(player, reply, LoopyId::vertex(v))) continue;
      // An option that was bypassed here stays away: a reversal that runs back to it is endless, and
      // infinite play decides about it.
      std::vector<LoopyId>& gone = bypassed_[v][player];
      std::vector<LoopyId> instead = without(graph_.vertices[v][player], o);
      for (const LoopyId x : options(reply, player)) {
        if (x != o && std::ranges::find(gone, x) == gone.end()) instead.push_back(x);
      }
      if (!attempt(with(v, player, std::move(instead)), true, true)) continue;
      gone.push_back(o);
      return true;
    }
    return false;
  }

  // Leaves out moves of a cycle.
  bool cut() {
    bool any = false;
    AlternatingCycles cycles(graph_, table_.store());
    for (const Player player : players()) {
      for (std::uint32_t v = 0; v < own_; ++v) {
        for (const LoopyId o : std::vector<LoopyId>(graph_.vertices[v][player])) {
          if (!cycles.on_cycle({v, player}, o) || !attempt_without(v, player, o)) continue;
          any = true;
          cycles = AlternatingCycles(graph_, table_.store());
        }
      }
    }
    return any;
  }

  bool fuse() {
    std::vector<LoopyId> others;
    for (std::uint32_t v = 0; v < own_; ++v) {
      for (const Player player : kPlayers) {
        for (const LoopyId o : graph_.vertices[v][player]) {
          if (!o.is_vertex()) others.push_back(o);
        }
      }
    }
    detail::sort_options(others);
    for (std::uint32_t v = 0; v < graph_.size(); ++v) others.push_back(LoopyId::vertex(v));
    for (std::uint32_t v = 0; v < own_; ++v) {
      const LoopyId self = LoopyId::vertex(v);
      if (fused_[v]) continue;
      for (const LoopyId o : others) {
        if (o == self || (o.is_vertex() && o.number() < own_ && o.number() > v)) continue;
        if (!order_.leq(self, o) || !order_.leq(o, self)) continue;
        LoopyGraph changed = graph_;
        for (LoopyOptions& options : changed.vertices) {
          for (const Player player : kPlayers) {
            std::ranges::replace(options[player], self, o);
            detail::sort_options(options[player]);
          }
        }
        for (const Player player : kPlayers)
          changed.vertices[v][player] = changed_options(changed, o, player);
        if (attempt(std::move(changed), true, true)) {
          fused_[v] = true;
          return true;
        }
      }
    }
    return false;
  }
  std::vector<LoopyId> changed_options(const LoopyGraph& graph, LoopyId g, Player player) {
    return g.is_vertex() ? graph[g][player] : table_.options(g, player);
  }

  Impl& table_;
  LoopyGraph graph_;
  const LoopyGraph source_;
  std::uint32_t own_;
  Side side_;
  detail::Survival order_;
  std::vector<LoopyOptions> bypassed_;
  std::vector<bool> fused_;
};

std::vector<LoopySide> LoopyGames::Impl::sides(const LoopyGraph& graph, Side side) {
  LoopyGraph current = graph;
  std::vector<LoopyId> known(graph.size());
  bool all_known = true;
  for (const std::vector<std::uint32_t>& component : components(graph, store_)) {
    // The component, and below it what was not shown to be a stopper.
    std::vector<std::uint32_t> names = component;
    FlatMap<std::uint32_t, std::uint32_t> place;
    for (const std::uint32_t v : component)
      place.emplace(v, static_cast<std::uint32_t>(place.size()));
    LoopyGraph work;
    for (std::size_t i = 0; i < names.size(); ++i) {
      LoopyOptions options = current.vertices[names[i]];
      for (const Player player : kPlayers) {
        for (LoopyId& o : options[player]) {
          if (!o.is_vertex()) continue;
          if (!known[o.number()].is_none()) {
            o = known[o.number()];
            continue;
          }
          const auto [it, fresh] =
              place.emplace(o.number(), static_cast<std::uint32_t>(names.size()));
          if (fresh) names.push_back(o.number());
          o = LoopyId::vertex(it->second);
        }
        detail::sort_options(options[player]);
      }
      work.vertices.push_back(std::move(options));
    }
    // A move out of the component is not followed by one back into it, so a dominated one may go.
    prune_outside(work);
    std::vector<std::uint32_t> became(names.size());
    for (std::uint32_t v = 0; v < names.size(); ++v) became[v] = v;
    auto own = static_cast<std::uint32_t>(component.size());
    if (names.size() == own) {
      became = merge_alike(work, store_);
      own = work.size();
    }
    Simplifier simplifier(*this, std::move(work), own, side);
    simplifier.run();
    const LoopyGraph& simple = simplifier.graph();
    const AlternatingCycles cycles(simple, store_);
    LoopyGraph stoppers;
    std::vector<std::uint32_t> where(simple.size());
    for (std::uint32_t v = 0; v < own; ++v) {
      if (cycles.reachable_from(v)) continue;
      where[v] = stoppers.size();
      stoppers.vertices.push_back(simple.vertices[v]);
    }
    for (LoopyOptions& options : stoppers.vertices) {
      for (const Player player : kPlayers) {
        for (LoopyId& o : options[player]) {
          if (o.is_vertex()) o = LoopyId::vertex(where[o.number()]);
        }
      }
    }
    const std::vector<LoopyId> words = canonical(stoppers);
    std::vector<std::uint32_t> name_of(simple.size());  // of one of those that became a vertex
    for (std::uint32_t i = 0; i < names.size(); ++i) name_of[became[i]] = names[i];
    for (std::uint32_t i = 0; i < component.size(); ++i) {
      const std::uint32_t v = became[i];
      if (!cycles.reachable_from(v)) {
        known[names[i]] = words[where[v]];
        continue;
      }
      all_known = false;
      LoopyOptions options = simple.vertices[v];
      for (const Player player : kPlayers) {
        for (LoopyId& o : options[player]) {
          if (o.is_vertex()) o = LoopyId::vertex(name_of[o.number()]);
        }
      }
      current.vertices[names[i]] = std::move(options);
    }
  }
  std::vector<LoopySide> out(graph.size());
  std::shared_ptr<LoopyGraph> rest;
  std::vector<LoopyId> there(graph.size());
  if (!all_known) {
    rest = std::make_shared<LoopyGraph>();
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      if (!known[v].is_none()) continue;
      there[v] = LoopyId::vertex(rest->size());
      rest->vertices.push_back(current.vertices[v]);
    }
    for (LoopyOptions& options : rest->vertices) {
      for (const Player player : kPlayers) {
        for (LoopyId& o : options[player]) {
          if (o.is_vertex())
            o = known[o.number()].is_none() ? there[o.number()] : known[o.number()];
        }
        detail::sort_options(options[player]);
      }
    }
  }
  for (std::uint32_t v = 0; v < graph.size(); ++v)
    out[v] = known[v].is_none() ? LoopySide{there[v], rest} : LoopySide{known[v], {}};
  return out;
}

}  // namespace cgt
