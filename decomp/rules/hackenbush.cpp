#include <algorithm>
#include <utility>
#include <vector>

#include "cgt/number/dyadic.hpp"
#include "decomp/rules/graph.hpp"

namespace cgt::hackenbush {

// Hackenbush (Conway 1976; Berlekamp, Conway, Guy 1982): edges hang together with the ground. A
// player cuts an edge of the player's colour, l for Left, r for Right, or a green one, e, which is
// for both; what is not connected with the ground any more is gone. Childish Hackenbush: an edge
// of a player's colour may be cut only if everything else stays joined to the ground; green ones may be
// cut as in Hackenbush (the rule for green edges is CGSuite's).
//
// The ground is vertex 0: the first one of the text. What stands on the ground in different places
// is a sum; n edges of one colour alone are worth n to the player. In Hackenbush trees of red and blue edges
// are numbers, green ones nimbers, on whatever they stand (hackenbush.cpp): a stalk takes their place.

template <bool kChildish>
class Position : public graph::GraphPosition<Position<kChildish>> {
 public:
  // A graph that the constructor takes is connected, too.
  using graph::GraphPosition<Position>::GraphPosition;

  static const graph::Alphabet& alphabet();

  // `move` is the number of the edge.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

using graph::colour_of;
using graph::Edge;
using graph::Graph;
using graph::kGreen;
using graph::Label;

template <bool kChildish>
const graph::Alphabet& Position<kChildish>::alphabet() {
  static const graph::Alphabet alphabet{".", graph::kColours, false};
  return alphabet;
}

template <bool kChildish>
std::vector<Option<Position<kChildish>>> Position<kChildish>::options(Player player) const {
  std::vector<Option<Position>> out;
  for (std::uint32_t i = 0; i < this->graph_.edges.size(); ++i) {
    const Label label = this->graph_.edges[i].label;
    if (label != kGreen && label != colour_of(player)) continue;
    Graph after = this->graph_;
    after.edges.erase(after.edges.begin() + i);
    std::uint32_t count = 0;
    const std::vector<std::uint32_t> part = graph::components(after, count);
    if (kChildish && label != kGreen &&
        std::ranges::any_of(after.edges, [&](const Edge& e) { return part[e.a] != 0; })) {
      continue;
    }
    std::vector<bool> keep(after.size());
    for (std::size_t v = 0; v < keep.size(); ++v) keep[v] = part[v] == 0;
    out.push_back({i, Position(graph::kept(after, keep))});
  }
  return out;
}

namespace {

// What stands on a vertex matters by its value alone (the Colon Principle: Berlekamp, Conway, Guy 1982,
// chapter 7): whoever wins the difference of two pictures that differ in what stands on one vertex answers
// each move there as in the difference of the two values, which is 0, and every other by its mirror image.
// So trees that stand on a vertex, wherever the rest has cycles, become one stalk each:
//   - of red and blue edges, a number: an edge of Left's below the number x is worth 1 : x = (x + p) / 2^(p-1),
//     with the least p >= 1 for which x + p > 1 (Berlekamp's rule); the stalk of a number has its sign
//     expansion as colours;
//   - of green edges, a nimber: an edge below *n is worth *(n+1).
// Sums on one vertex are added. An edge of a player's below a nimber, or a green one below a number, stays.
class Trees {
 public:
  // No edge is a loop.
  explicit Trees(const Graph& graph)
      : graph_(graph),
        gone_(graph.edges.size(), false),
        at_(graph.size()),
        numbers_(graph.size()),
        nimbers_(graph.size(), 0) {
    for (std::uint32_t i = 0; i < graph.edges.size(); ++i) {
      at_[graph.edges[i].a].push_back(i);
      at_[graph.edges[i].b].push_back(i);
    }
    std::vector<graph::Vertex> leaves;
    std::vector<std::size_t> degree(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v) {
      degree[v] = at_[v].size();
      if (v != 0 && degree[v] == 1) leaves.push_back(static_cast<graph::Vertex>(v));
    }
    while (!leaves.empty()) {
      const graph::Vertex leaf = leaves.back();
      leaves.pop_back();
      const auto edge = std::ranges::find_if(at_[leaf], [&](std::uint32_t i) { return !gone_[i]; });
      const Edge& e = graph.edges[*edge];
      const graph::Vertex below = e.a == leaf ? e.b : e.a;
      if (!take(e.label, leaf, below)) continue;
      gone_[*edge] = true;
      if (--degree[below] == 1 && below != 0) leaves.push_back(below);
    }
  }

  // The graph with stalks for trees, but without the integer that is returned.
  std::int64_t reduce(Graph& out) {
    const Dyadic whole = numbers_[0].floor();
    numbers_[0] = numbers_[0] - whole;
    std::vector<bool> stays(graph_.size(), false);
    stays[0] = true;
    out = Graph{};
    for (std::size_t i = 0; i < gone_.size(); ++i) {
      if (gone_[i]) continue;
      out.edges.push_back(graph_.edges[i]);
      stays[graph_.edges[i].a] = true;
      stays[graph_.edges[i].b] = true;
    }
    std::vector<graph::Vertex> place(graph_.size(), 0);
    for (std::size_t v = 0; v < graph_.size(); ++v) {
      if (!stays[v]) continue;
      place[v] = static_cast<graph::Vertex>(out.size());
      out.vertices.push_back(0);
    }
    for (Edge& e : out.edges) e = {place[e.a], place[e.b], e.label};
    for (std::size_t v = 0; v < graph_.size(); ++v) {
      if (!stays[v]) continue;
      grow(out, place[v], std::vector<Label>(nimbers_[v], kGreen));
      grow(out, place[v], colours(numbers_[v]));
    }
    std::ranges::sort(out.edges);
    return whole.small_numerator();
  }

 private:
  // Adds the value of an edge and what stands on it to what stands on `below`; false: it is none of ours.
  bool take(Label label, graph::Vertex above, graph::Vertex below) {
    if (label == kGreen) {
      if (numbers_[above].sign() != 0) return false;
      nimbers_[below] ^= nimbers_[above] + 1;
      return true;
    }
    if (nimbers_[above] != 0) return false;
    const bool left = label == colour_of(Player::kLeft);
    const Dyadic x = left ? numbers_[above] : -numbers_[above];
    const Dyadic p = std::max(Dyadic(1), (Dyadic(1) - x).floor() + Dyadic(1));
    const Dyadic value = (x + p).scaled(1 - p.small_numerator());
    numbers_[below] = left ? numbers_[below] + value : numbers_[below] - value;
    return true;
  }

  static std::vector<Label> colours(const Dyadic& number) {
    std::vector<Label> out;
    const bool negative = number.sign() < 0;
    const Dyadic x = number.abs();
    Dyadic at;
    for (Dyadic step(1); at != x;) {
      const bool up = at < x;
      out.push_back(colour_of(up != negative ? Player::kLeft : Player::kRight));
      if (!up || step < Dyadic(1)) step = step.half();
      at = up ? at + step : at - step;
    }
    return out;
  }

  static void grow(Graph& graph, graph::Vertex from, const std::vector<Label>& stalk) {
    for (const Label label : stalk) {
      const auto top = static_cast<graph::Vertex>(graph.size());
      graph.vertices.push_back(0);
      graph.edges.push_back({from, top, label});
      from = top;
    }
  }

  const Graph& graph_;
  std::vector<bool> gone_;
  std::vector<std::vector<std::uint32_t>> at_;  // edges of each vertex
  std::vector<Dyadic> numbers_;                 // of what stood on each
  std::vector<std::uint32_t> nimbers_;
};

}  // namespace

template <bool kChildish>
std::int64_t Position<kChildish>::split(std::vector<Summand<Position>>& sum) const {
  if (this->graph_.edges.empty()) return 0;
  // A loop is an edge with a loose end.
  Graph whole = this->graph_;
  for (Edge& e : whole.edges) {
    if (e.a != e.b) continue;
    e.b = static_cast<graph::Vertex>(whole.size());
    whole.vertices.push_back(0);
  }
  std::ranges::sort(whole.edges);
  std::int64_t value = 0;
  if (!kChildish) {
    Graph reduced;
    value = Trees(whole).reduce(reduced);
    whole = std::move(reduced);
  }
  std::vector<bool> ground(whole.size());
  ground[0] = true;
  std::uint32_t count = 0;
  const std::vector<std::uint32_t> number = graph::components(whole, count, &ground);
  std::vector<Graph> parts(count);
  std::vector<graph::Vertex> within(whole.size(), 0);
  for (Graph& part : parts) part.vertices.push_back(0);
  for (std::size_t v = 1; v < whole.size(); ++v) {
    Graph& part = parts[number[v]];
    within[v] = static_cast<graph::Vertex>(part.size());
    part.vertices.push_back(0);
  }
  // Ascending vertices keep their order, so edges stay sorted.
  for (const Edge& e : whole.edges) {
    parts[number[e.b]].edges.push_back({within[e.a], within[e.b], e.label});
  }
  for (const Graph& part : parts) {
    const Label first = part.edges.front().label;
    const bool one_colour =
        std::ranges::all_of(part.edges, [&](const Edge& e) { return e.label == first; });
    if (one_colour && first != kGreen) {
      const auto edges = static_cast<std::int64_t>(part.edges.size());
      value += first == colour_of(Player::kLeft) ? edges : -edges;
      continue;
    }
    graph::CanonicalGraph least = graph::canonical(part, graph::colours_exchanged(part), true);
    sum.push_back({Position(std::move(least.graph)), least.negated});
  }
  return value;
}

template class Position<false>;
template class Position<true>;

namespace {

template <bool kChildish>
RulesetEntry entry(std::string name, std::string class_name, std::string summary) {
  return plain_entry(std::move(name), "game.graph." + class_name, std::move(summary),
                     "edges l, r, e from the ground up, (a;b) branches, :A names a vertex",
                     "l(r;le)", "GenHackenbush", "", [](RulesetArguments& arguments) {
                       Graph graph = graph::read(arguments, Position<kChildish>::alphabet());
                       std::uint32_t count = 0;
                       graph::components(graph, count);
                       if (count != 1) {
                         throw Error(
                             count == 0 ? "there is no ground here" : "this graph is not connected",
                             "the first vertex is the ground; '.' is the ground alone");
                       }
                       return Position<kChildish>(std::move(graph));
                     });
}

}  // namespace

std::vector<RulesetEntry> hackenbush_entries() {
  return {
      entry<false>("hackenbush", "Hackenbush",
                   "cut an edge; what is cut off from the ground is gone"),
      entry<true>("childish-hackenbush", "ChildishHackenbush",
                  "cut an edge that leaves all the rest joined to the ground, or any green edge")};
}

}  // namespace cgt::hackenbush
