// Local combinatorial game search (Mueller 1999): the value of a position by searching every move
// of both players, with no side to move and no cut-offs.
//
// One table entry serves every position that is equal up to symmetry and up to exchanging the
// players (Position::split gives canonical summands), and a position that splits is the sum of its
// parts. Values are therefore those of *components*.
//
// Cycles. The graph is searched depth first and cut into strongly connected components (Tarjan
// 1972) of signed nodes: a canonical position and its negative are different nodes. Without a cycle
// the value is exact. In a cycle every player has a move with `may_repeat` (Go: a capture). Taking
// those moves away from Left where they stay inside the component leaves an acyclic game that Left
// can always enforce under the basic ko rule: a lower bound. Likewise for Right: an upper bound. If
// both bounds are equal, the value is exact. (Superko may forbid other moves too; it is not
// modelled.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "cgt/store/store.hpp"
#include "cgt/support/contract.hpp"
#include "decomp/position/position.hpp"

namespace cgt::solve {

// lower <= value <= upper.
struct LocalValue {
  GameId lower = kZero;
  GameId upper = kZero;
  bool exact() const { return lower == upper; }
};

template <Position P>
class LocalSearch {
 public:
  // The store must outlive the search.
  explicit LocalSearch(Store& store) : store_(store) {}

  // Throws BudgetExhausted; what was solved by then stays in the table.
  LocalValue evaluate(const P& position, Budget& budget) {
    const Store::BudgetScope scope(store_, budget);
    std::vector<Summand<P>> sum;
    LocalValue value;
    value.lower = value.upper = store_.integer(position.split(sum));
    for (const Summand<P>& part : sum) {
      const std::uint32_t node = intern(part.position);
      if (!nodes_[node].solved) solve(node, budget);
      accumulate(value, signed_node(node, part.negated));
    }
    return value;
  }

  // Positions whose moves were generated: components, up to symmetry and colour.
  std::uint64_t positions() const { return expanded_; }
  // Held by the tables of the search, about.
  std::uint64_t bytes() const {
    return nodes_.size() * (sizeof(Node) + 2 * sizeof(P) + 3 * sizeof(std::uint32_t) / 2) +
           work_.size() * sizeof(Work);
  }
  // Components with a cycle that were bounded.
  std::uint64_t loops() const { return loops_; }

 private:
  static constexpr std::size_t kSidlingRounds = 8;

  // 2 * node + 1 for the negative of the node's position.
  using Signed = std::uint32_t;

  struct Node {
    GameId lower;
    GameId upper;
    bool solved = false;
    bool expanded = false;
    std::uint32_t work = 0;  // index into work_ while expanded and not solved
  };

  // A move: free moves gained plus the parts it leaves.
  struct Edge {
    std::int64_t shift = 0;
    bool may_repeat = false;
    bool ko = false;
    std::uint32_t first = 0;  // children[first, last)
    std::uint32_t last = 0;
  };
  struct Work {
    PerPlayer<std::vector<Edge>> edges;
    std::vector<Signed> children;
  };

  struct Hash {
    using is_avalanching = void;
    std::size_t operator()(const P& p) const { return static_cast<std::size_t>(p.hash()); }
  };

  static Signed signed_node(std::uint32_t node, bool negated) {
    return 2 * node + (negated ? 1 : 0);
  }
  static bool negated(Signed v) { return (v & 1U) != 0; }
  Node& node(Signed v) { return nodes_[v / 2]; }

  std::uint32_t intern(const P& position) {
    const auto [it, fresh] =
        index_.try_emplace(position, static_cast<std::uint32_t>(nodes_.size()));
    if (fresh) {
      CGT_EXPECTS(nodes_.size() < std::numeric_limits<std::uint32_t>::max() / 2, "2^31 positions");
      nodes_.emplace_back();
      positions_.push_back(position);
    }
    return it->second;
  }

  // Adds a solved part to a sum of bounds.
  void accumulate(LocalValue& value, Signed v) {
    const Node& n = node(v);
    const bool same = value.exact() && n.lower == n.upper;
    value.lower = store_.add(value.lower, negated(v) ? store_.negate(n.upper) : n.lower);
    value.upper =
        same ? value.lower : store_.add(value.upper, negated(v) ? store_.negate(n.lower) : n.upper);
  }

  void expand(std::uint32_t index, Budget& budget) {
    budget.charge();
    std::uint32_t slot = 0;
    if (free_work_.empty()) {
      slot = static_cast<std::uint32_t>(work_.size());
      work_.emplace_back();
    } else {
      slot = free_work_.back();
      free_work_.pop_back();
    }
    Work work;
    const P position = std::move(positions_[index]);  // needed once only
    std::vector<Summand<P>> parts;
    for (const Player player : kPlayers) {
      for (Option<P>& option : position.options(player)) {
        parts.clear();
        Edge edge;
        edge.shift = option.shift + option.position.split(parts);
        edge.may_repeat = option.may_repeat;
        edge.ko = option.ko;
        edge.first = static_cast<std::uint32_t>(work.children.size());
        for (const Summand<P>& part : parts) {
          work.children.push_back(signed_node(intern(part.position), part.negated));
        }
        std::sort(work.children.begin() + edge.first, work.children.end());
        edge.last = static_cast<std::uint32_t>(work.children.size());
        if (repeats(work, player, edge)) {
          work.children.resize(edge.first);
        } else {
          work.edges[player].push_back(edge);
        }
      }
    }
    if ((++expanded_ & 0xFFFU) == 0) budget.note_memory(bytes() + store_.statistics().bytes);
    work_[slot] = std::move(work);
    nodes_[index].work = slot;
    nodes_[index].expanded = true;
  }

  // Is `edge`, whose children are the last ones, the same as an earlier move of the player?
  static bool repeats(const Work& work, Player player, const Edge& edge) {
    return std::ranges::any_of(work.edges[player], [&](const Edge& e) {
      return e.shift == edge.shift && e.may_repeat == edge.may_repeat && e.ko == edge.ko &&
             std::equal(work.children.begin() + e.first, work.children.begin() + e.last,
                        work.children.begin() + edge.first, work.children.begin() + edge.last);
    });
  }

  void finish(std::uint32_t index, GameId lower, GameId upper) {
    Node& n = nodes_[index];
    n.lower = lower;
    n.upper = upper;
    n.solved = true;
    work_[n.work] = Work();
    free_work_.push_back(n.work);
  }

  // The moves of `player` in the signed node: those of the opponent where it is negated.
  const std::vector<Edge>& edges(Signed v, Player player) {
    return work_[node(v).work].edges[negated(v) ? opponent(player) : player];
  }
  Signed child(Signed v, std::uint32_t i) const {
    return work_[nodes_[v / 2].work].children[i] ^ (v & 1U);
  }
  std::int64_t shift(Signed v, const Edge& e) const { return negated(v) ? -e.shift : e.shift; }

  // --- depth first, one strongly connected component at a time ----------------------------------
  struct Visit {
    Signed v;
    std::uint32_t next = 0;  // child to look at
  };

  void solve(std::uint32_t root, Budget& budget) {
    FlatMap<Signed, std::pair<std::uint32_t, std::uint32_t>> seen;  // order of discovery, low link
    FlatSet<Signed> open;
    std::vector<Signed> component_stack;
    std::vector<Visit> path;
    std::uint32_t discovered = 0;
    const auto enter = [&](Signed v) {
      if (!node(v).expanded) expand(v / 2, budget);
      seen[v] = {discovered, discovered};
      ++discovered;
      component_stack.push_back(v);
      open.insert(v);
      path.push_back({v});
    };
    enter(signed_node(root, false));
    while (!path.empty()) {
      Visit& visit = path.back();
      const Signed v = visit.v;
      // The other sign may have been solved meanwhile; then so is this one.
      const std::size_t count = node(v).solved ? 0 : work_[node(v).work].children.size();
      if (visit.next < count) {
        const Signed w = child(v, visit.next++);
        if (node(w).solved) continue;
        const auto known = seen.find(w);
        if (known == seen.end()) {
          enter(w);
        } else if (open.contains(w)) {
          auto& low = seen[v].second;
          low = std::min(low, known->second.first);
        }
        continue;
      }
      path.pop_back();
      const auto [order, low] = seen[v];
      if (!path.empty()) {
        auto& parent = seen[path.back().v].second;
        parent = std::min(parent, low);
      }
      if (low != order) continue;
      std::vector<Signed> component;
      while (true) {
        const Signed w = component_stack.back();
        component_stack.pop_back();
        open.erase(w);
        component.push_back(w);
        if (w == v) break;
      }
      if (component.size() == 1 && !has_self_loop(v)) {
        if (!node(v).solved) evaluate_plain(v / 2);
      } else {
        evaluate_cycle(component, budget);
      }
    }
  }

  bool has_self_loop(Signed v) {
    if (node(v).solved) return false;
    const auto& children = work_[node(v).work].children;
    return std::ranges::any_of(children, [&](Signed w) { return (w ^ (v & 1U)) == v; });
  }

  // All parts of all moves are solved.
  void evaluate_plain(std::uint32_t index) {
    const Signed v = signed_node(index, false);
    PerPlayer<GameList> lower;
    PerPlayer<GameList> upper;
    bool exact = true;
    for (const Player player : kPlayers) {
      for (const Edge& edge : edges(v, player)) {
        LocalValue value;
        value.lower = value.upper = store_.integer(edge.shift);
        for (std::uint32_t i = edge.first; i < edge.last; ++i) accumulate(value, child(v, i));
        lower[player].push_back(value.lower);
        upper[player].push_back(value.upper);
        exact = exact && value.exact();
      }
    }
    const GameId low = store_.construct(lower[Player::kLeft], lower[Player::kRight]);
    const GameId high = exact ? low : store_.construct(upper[Player::kLeft], upper[Player::kRight]);
    finish(index, low, high);
  }

  void evaluate_cycle(const std::vector<Signed>& component, Budget& budget) {
    ++loops_;
    const FlatSet<Signed> inside(component.begin(), component.end());
    PerPlayer<FlatMap<Signed, GameId>> bounds;  // [kLeft]: lower, Left's repeats taken away
    for (const Player barred : kPlayers) {
      for (const Signed v : component) bound(v, barred, inside, bounds[barred], budget);
      refine(component, barred, inside, bounds[barred], budget);
    }
    for (const Signed v : component) {
      if (node(v).solved) continue;
      const GameId low = bounds[Player::kLeft].at(v);
      const GameId high = bounds[Player::kRight].at(v);
      if (negated(v)) {
        finish(v / 2, store_.negate(high), store_.negate(low));
      } else {
        finish(v / 2, low, high);
      }
    }
  }

  // The value of `edge` from bounds of one side.
  GameId value_of(Signed v, const Edge& edge, bool lower, const FlatSet<Signed>& inside,
                  const FlatMap<Signed, GameId>& known) {
    GameId value = store_.integer(shift(v, edge));
    for (std::uint32_t i = edge.first; i < edge.last; ++i) {
      const Signed w = child(v, i);
      if (inside.contains(w)) {
        value = store_.add(value, known.at(w));
      } else {
        LocalValue part;
        accumulate(part, w);
        value = store_.add(value, lower ? part.lower : part.upper);
      }
    }
    return value;
  }

  // Sidling (Conway 1976, chapter 11): a position is bounded by the form made of bounds of all its
  // options. Only what the ko rule may forbid at this moment stays taken away from `barred`.
  // Repeated until nothing improves; a bound that keeps improving is cut off, and valid all the
  // same.
  void refine(const std::vector<Signed>& component, Player barred, const FlatSet<Signed>& inside,
              FlatMap<Signed, GameId>& known, Budget& budget) {
    const bool lower = barred == Player::kLeft;
    const std::size_t rounds = kSidlingRounds + component.size();
    bool improved = true;
    for (std::size_t round = 0; improved && round < rounds; ++round) {
      improved = false;
      for (const Signed v : component) {
        budget.charge();
        PerPlayer<GameList> options;
        for (const Player player : kPlayers) {
          for (const Edge& edge : edges(v, player)) {
            if (player == barred && edge.ko) continue;
            options[player].push_back(value_of(v, edge, lower, inside, known));
          }
        }
        const GameId bound = store_.construct(options[Player::kLeft], options[Player::kRight]);
        GameId& best = known.at(v);
        if (bound == best || !(lower ? store_.leq(best, bound) : store_.leq(bound, best))) continue;
        best = bound;
        improved = true;
      }
    }
  }

  // The bound for v with the repeating moves of `barred` inside the component removed: depth first
  // over what is left, which has no cycle.
  void bound(Signed root, Player barred, const FlatSet<Signed>& inside,
             FlatMap<Signed, GameId>& known, Budget& budget) {
    const bool lower = barred == Player::kLeft;
    std::vector<Signed> stack{root};
    FlatSet<Signed> waiting;
    while (!stack.empty()) {
      const Signed v = stack.back();
      if (known.contains(v)) {
        stack.pop_back();
        continue;
      }
      budget.charge();
      PerPlayer<GameList> options;
      bool ready = true;
      for (const Player player : kPlayers) {
        for (const Edge& edge : edges(v, player)) {
          bool repeats_inside = false;
          for (std::uint32_t i = edge.first; i < edge.last; ++i) {
            repeats_inside = repeats_inside || inside.contains(child(v, i));
          }
          if (player == barred && edge.may_repeat && repeats_inside) continue;
          GameId value = store_.integer(shift(v, edge));
          for (std::uint32_t i = edge.first; i < edge.last; ++i) {
            const Signed w = child(v, i);
            if (inside.contains(w)) {
              const auto it = known.find(w);
              if (it == known.end()) {
                stack.push_back(w);
                ready = false;
                continue;
              }
              value = store_.add(value, it->second);
            } else {
              LocalValue part;
              accumulate(part, w);
              value = store_.add(value, lower ? part.lower : part.upper);
            }
          }
          options[player].push_back(value);
        }
      }
      if (ready) {
        known[v] = store_.construct(options[Player::kLeft], options[Player::kRight]);
        stack.pop_back();
      } else {
        CGT_EXPECTS(waiting.insert(v).second, "every cycle holds a repeating move of each player");
      }
    }
  }

  Store& store_;
  FlatMap<P, std::uint32_t, Hash> index_;
  std::vector<Node> nodes_;
  std::vector<P> positions_;
  std::vector<Work> work_;
  std::vector<std::uint32_t> free_work_;
  std::uint64_t expanded_ = 0;
  std::uint64_t loops_ = 0;
};

}  // namespace cgt::solve
