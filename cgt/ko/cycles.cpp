#include "cgt/ko/cycles.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace cgt {
namespace {

constexpr std::uint32_t kNoComponent = std::numeric_limits<std::uint32_t>::max();

struct ScoreEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  Player player = Player::kLeft;
  Dyadic points;
};

// The edges of the nodes that the root leads to.
struct Reached {
  std::vector<std::vector<ScoreEdge>> edges;  // by node
  std::vector<std::uint32_t> component;       // kNoComponent: not reached
  std::vector<std::vector<std::uint32_t>> members;
};

// Strongly connected components (Tarjan 1972).
Reached reach(const KoGraph& graph, Budget& budget) {
  Reached out;
  out.edges.resize(graph.size());
  out.component.assign(graph.size(), kNoComponent);
  std::vector<std::uint32_t> order(graph.size(), 0);
  std::vector<std::uint32_t> low(graph.size(), 0);
  std::vector<std::size_t> next(graph.size(), 0);
  std::vector<std::uint32_t> path;
  std::vector<std::uint32_t> pending;
  std::uint32_t time = 0;
  const auto enter = [&](std::uint32_t v) {
    order[v] = low[v] = ++time;
    path.push_back(v);
    pending.push_back(v);
    for (const Player player : kPlayers) {
      for (const KoOption& option : graph[v].options[player]) {
        budget.charge();
        if (option.node) out.edges[v].push_back({v, *option.node, player, option.value});
      }
    }
  };
  enter(0);
  while (!path.empty()) {
    budget.charge();
    const std::uint32_t v = path.back();
    if (next[v] < out.edges[v].size()) {
      const std::uint32_t w = out.edges[v][next[v]++].to;
      if (order[w] == 0) {
        enter(w);
      } else if (out.component[w] == kNoComponent) {
        low[v] = std::min(low[v], order[w]);
      }
      continue;
    }
    path.pop_back();
    if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[v]);
    if (low[v] != order[v]) continue;
    out.members.emplace_back();
    while (true) {
      const std::uint32_t w = pending.back();
      pending.pop_back();
      out.component[w] = static_cast<std::uint32_t>(out.members.size() - 1);
      out.members.back().push_back(w);
      if (w == v) break;
    }
    std::sort(out.members.back().begin(), out.members.back().end());
  }
  return out;
}

using Cycle = std::vector<ScoreEdge>;

Dyadic gain_of(const Cycle& cycle) {
  Dyadic gain;
  for (const ScoreEdge& edge : cycle) gain += edge.points;
  return gain;
}

std::vector<std::uint32_t> nodes_of(const Cycle& cycle) {
  std::vector<std::uint32_t> nodes;
  for (const ScoreEdge& edge : cycle) nodes.push_back(edge.from);
  // From its least node on.
  std::rotate(nodes.begin(), std::min_element(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::string count_word(const Dyadic& n) {
  static constexpr std::array<const char*, 11> kWords{
      "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};
  if (n.is_small() && n.small_numerator() <= 10) {
    return kWords[static_cast<std::size_t>(n.small_numerator())];
  }
  return n.to_string();
}

// One strongly connected component.
class ComponentCycles {
 public:
  ComponentCycles(const Reached& reached, const std::vector<std::uint32_t>& members, Budget& budget)
      : reached_(reached), members_(members), budget_(budget) {
    for (const std::uint32_t v : members) {
      for (const ScoreEdge& edge : reached.edges[v]) {
        if (inside(edge)) edges_.push_back(edge);
      }
    }
  }

  std::optional<IrregularCycle> find() {
    if (edges_.empty()) return std::nullopt;
    if (const auto cycle = scoring_cycle()) return named(*cycle);
    for (const ScoreEdge& edge : edges_) {
      if (edge.from == edge.to) return named({edge});
    }
    pair_up();
    if (one_way_.empty() && pairs_.size() + 1 == members_.size()) return choice_of_kos();
    if (auto kos = multiple_ko()) return kos;
    return named(shortest_long_cycle());
  }

 private:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;  // the lesser first

  bool inside(const ScoreEdge& edge) const {
    return reached_.component[edge.from] == reached_.component[edge.to];
  }

  // The shortest path from one member to another; the edge from `avoid` straight back is not used.
  Cycle path(std::uint32_t from, std::uint32_t to, bool straight) {
    std::map<std::uint32_t, ScoreEdge> by;
    std::vector<std::uint32_t> queue{from};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const ScoreEdge& edge : reached_.edges[queue[i]]) {
        budget_.charge();
        if (!inside(edge) || edge.to == from || by.count(edge.to) != 0) continue;
        if (!straight && edge.from == from && edge.to == to) continue;
        by.emplace(edge.to, edge);
        queue.push_back(edge.to);
      }
      if (by.count(to) != 0) break;
    }
    Cycle out;
    if (by.count(to) == 0) return out;
    for (std::uint32_t v = to; v != from; v = by.at(v).from) out.push_back(by.at(v));
    std::reverse(out.begin(), out.end());
    return out;
  }

  // The simple cycles of a closed walk.
  static std::vector<Cycle> simple_cycles(const Cycle& walk) {
    std::vector<Cycle> out;
    Cycle open;
    for (const ScoreEdge& edge : walk) {
      open.push_back(edge);
      const auto start = std::find_if(open.begin(), open.end(),
                                      [&](const ScoreEdge& e) { return e.from == edge.to; });
      if (start == open.end()) continue;
      out.emplace_back(start, open.end());
      open.erase(start, open.end());
    }
    return out;
  }

  // A cycle that changes the score: where scores counted along a tree of paths do not fit an edge.
  std::optional<Cycle> scoring_cycle() {
    std::map<std::uint32_t, Dyadic> score{{members_.front(), Dyadic()}};
    std::vector<std::uint32_t> queue{members_.front()};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const ScoreEdge& edge : reached_.edges[queue[i]]) {
        budget_.charge();
        if (!inside(edge)) continue;
        if (score.emplace(edge.to, score.at(edge.from) + edge.points).second) {
          queue.push_back(edge.to);
        }
      }
    }
    std::optional<Cycle> best;
    const auto consider = [&](Cycle cycle) {
      if (gain_of(cycle).is_zero() || (best && best->size() <= cycle.size())) return;
      best = std::move(cycle);
    };
    for (const ScoreEdge& edge : edges_) {
      if (score.at(edge.from) + edge.points == score.at(edge.to)) continue;
      Cycle back = path(edge.to, edge.from, true);
      back.push_back(edge);
      consider(std::move(back));
      if (best && best->size() <= 3) break;
    }
    if (best) return best;
    // One of two walks over the root, along the edge and beside it, changes the score.
    const std::uint32_t root = members_.front();
    for (const ScoreEdge& edge : edges_) {
      if (score.at(edge.from) + edge.points == score.at(edge.to)) continue;
      for (const bool along : {true, false}) {
        Cycle walk = path(root, along ? edge.from : edge.to, true);
        if (along) walk.push_back(edge);
        const Cycle back = edge.to == root ? Cycle() : path(edge.to, root, true);
        walk.insert(walk.end(), back.begin(), back.end());
        for (Cycle& cycle : simple_cycles(walk)) consider(std::move(cycle));
      }
    }
    return best;
  }

  // Moves there and back by different players are pairs, all others one-way.
  void pair_up() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, PerPlayer<bool>> movers;
    for (const ScoreEdge& edge : edges_) movers[{edge.from, edge.to}][edge.player] = true;
    for (const auto& [ends, who] : movers) {
      const auto back = movers.find({ends.second, ends.first});
      bool ko = back != movers.end();
      for (const Player player : kPlayers) {
        ko = ko && who[player] != who[opponent(player)] &&
             back->second[player] == who[opponent(player)];
      }
      if (ko) {
        pairs_.insert(std::minmax(ends.first, ends.second));
      } else {
        one_way_.push_back(ends);
      }
    }
  }

  // Kos that are open at the same time: opposite sides of a square are the same ko.
  std::optional<IrregularCycle> multiple_ko() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> beside;
    for (const Pair& pair : pairs_) {
      beside[pair.first].push_back(pair.second);
      beside[pair.second].push_back(pair.first);
    }
    const std::vector<Pair> list(pairs_.begin(), pairs_.end());
    std::vector<std::size_t> same(list.size());
    for (std::size_t i = 0; i < same.size(); ++i) same[i] = i;
    const auto number = [&](std::uint32_t a, std::uint32_t b) {
      const Pair pair = std::minmax(a, b);
      return static_cast<std::size_t>(std::lower_bound(list.begin(), list.end(), pair) -
                                      list.begin());
    };
    const auto first = [&](std::size_t i) {
      while (same[i] != i) i = same[i] = same[same[i]];
      return i;
    };
    std::vector<bool> in_square(list.size(), false);
    for (const auto& [a, neighbours] : beside) {
      for (std::size_t i = 0; i < neighbours.size(); ++i) {
        for (std::size_t j = i + 1; j < neighbours.size(); ++j) {
          const std::uint32_t b = neighbours[i];
          const std::uint32_t d = neighbours[j];
          for (const std::uint32_t c : beside.at(b)) {
            budget_.charge();
            if (c == a || pairs_.count(std::minmax(c, d)) == 0) continue;
            for (const auto& [one, other] :
                 {std::pair(number(a, b), number(d, c)), std::pair(number(a, d), number(b, c))}) {
              same[first(one)] = first(other);
              in_square[one] = in_square[other] = true;
            }
          }
        }
      }
    }
    std::set<std::size_t> kos;
    std::set<std::uint32_t> nodes;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!in_square[i]) continue;
      kos.insert(first(i));
      nodes.insert({list[i].first, list[i].second});
    }
    if (kos.size() < 2) return std::nullopt;
    return IrregularCycle{multiple_name(kos.size()), {nodes.begin(), nodes.end()}};
  }

  static std::string multiple_name(std::size_t kos) {
    return kos == 2 ? "double ko" : kos == 3 ? "triple ko" : fmt::format("{} kos at a time", kos);
  }

  // A position in which one player has several kos to take. All cycles are kos.
  std::optional<IrregularCycle> choice_of_kos() const {
    for (const std::uint32_t v : members_) {
      PerPlayer<std::set<std::uint32_t>> takes;
      for (const ScoreEdge& edge : reached_.edges[v]) {
        if (inside(edge)) takes[edge.player].insert(edge.to);
      }
      for (const auto& nodes : takes.values) {
        if (nodes.size() < 2) continue;
        IrregularCycle out{multiple_name(nodes.size()), {v}};
        out.nodes.insert(out.nodes.end(), nodes.begin(), nodes.end());
        return out;
      }
    }
    return std::nullopt;
  }

  Cycle shortest_long_cycle() {
    Cycle best;
    for (const ScoreEdge& edge : edges_) {
      const bool one_way = std::find(one_way_.begin(), one_way_.end(),
                                     std::pair(edge.from, edge.to)) != one_way_.end();
      Cycle cycle = path(edge.to, edge.from, one_way);
      if (cycle.empty()) continue;
      cycle.push_back(edge);
      if (best.empty() || cycle.size() < best.size()) best = std::move(cycle);
      if (best.size() <= 3) break;
    }
    return best;
  }

  static IrregularCycle named(const Cycle& cycle) {
    IrregularCycle out;
    out.nodes = nodes_of(cycle);
    PerPlayer<Dyadic> taken;
    for (const ScoreEdge& edge : cycle) {
      const Player taker = edge.points.sign() > 0 ? Player::kLeft : Player::kRight;
      taken[taker] += edge.points.abs();
    }
    const Dyadic& more = std::max(taken[Player::kLeft], taken[Player::kRight]);
    const Dyadic& less = std::min(taken[Player::kLeft], taken[Player::kRight]);
    out.scores = more != less;
    if (more != less && !less.is_zero()) {
      out.name = fmt::format("sending {} returning {}", count_word(more), count_word(less));
    } else if (more != less) {
      out.name = fmt::format("cycle that scores {} a turn", count_word(more));
    } else if (cycle.size() >= 4 && more >= Dyadic(2)) {
      out.name = "eternal life";
    } else if (cycle.size() == 1) {
      out.name = "move that changes nothing";
    } else if (cycle.size() == 2) {
      out.name = "cycle of one player's moves";
    } else {
      out.name = fmt::format("cycle of {} positions", cycle.size());
    }
    return out;
  }

  const Reached& reached_;
  const std::vector<std::uint32_t>& members_;
  Budget& budget_;
  std::vector<ScoreEdge> edges_;
  std::set<Pair> pairs_;
  std::vector<Pair> one_way_;
};

}  // namespace

std::string IrregularCycle::text(const KoGraph& graph) const {
  std::string out = name + " at ";
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    out += (i == 0 ? "" : ", ") + graph[nodes[i]].shown();
  }
  return out;
}

std::optional<IrregularCycle> irregular_cycle(const KoGraph& graph, Budget& budget) {
  const Reached reached = reach(graph, budget);
  std::optional<IrregularCycle> out;
  for (const auto& members : reached.members) {
    auto cycle = ComponentCycles(reached, members, budget).find();
    if (cycle && (!out || cycle->scores)) out = std::move(cycle);
    if (out && out->scores) break;
  }
  return out;
}

std::vector<std::vector<bool>> reachable(const KoGraph& graph, Budget& budget) {
  MemoryMeter meter;
  meter.set(budget, std::uint64_t{graph.size()} * graph.size() / 8);
  std::vector<std::vector<bool>> out(graph.size(), std::vector<bool>(graph.size(), false));
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    std::vector<std::uint32_t> pending{v};
    while (!pending.empty()) {
      const std::uint32_t x = pending.back();
      pending.pop_back();
      for (const auto& options : graph[x].options.values) {
        for (const KoOption& option : options) {
          budget.charge();
          if (!option.node || out[v][*option.node]) continue;
          out[v][*option.node] = true;
          pending.push_back(*option.node);
        }
      }
    }
  }
  return out;
}

}  // namespace cgt
