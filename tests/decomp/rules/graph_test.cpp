#include "decomp/rules/graph.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "tests/testing.hpp"

namespace graph_test {

namespace {

using namespace cgt;
using namespace cgt::testing;
using graph::Graph;

Graph random_tree(std::mt19937_64& random, std::size_t n) {
  Graph tree;
  tree.vertices.resize(n);
  for (std::size_t v = 0; v < n; ++v) {
    tree.vertices[v] = static_cast<graph::Label>(random() % 2);
    if (v > 0) {
      tree.edges.push_back({static_cast<graph::Vertex>(random() % v), static_cast<graph::Vertex>(v),
                            static_cast<graph::Label>(random() % 2)});
    }
  }
  std::ranges::sort(tree.edges);
  return graph::normal(tree);
}

Graph shuffled(const Graph& graph, std::mt19937_64& random) {
  std::vector<graph::Vertex> to(graph.size());
  for (std::size_t v = 0; v < to.size(); ++v) to[v] = static_cast<graph::Vertex>(v);
  std::ranges::shuffle(to, random);
  Graph out = graph;
  for (std::size_t v = 0; v < to.size(); ++v) out.vertices[to[v]] = graph.vertices[v];
  for (graph::Edge& e : out.edges) {
    e.a = to[e.a];
    e.b = to[e.b];
    if (e.a > e.b) std::swap(e.a, e.b);
  }
  std::ranges::sort(out.edges);
  return graph::normal(out);
}

}  // namespace

TEST_CASE("Isomorphic trees have one representative, others have different ones", "[graph]") {
  std::mt19937_64 random(7);
  for (std::size_t i = 0; i < scaled(2'000); ++i) {
    const Graph tree = random_tree(random, 1 + random() % 12);
    const Graph least = graph::canonical(tree);
    CHECK(graph::canonical(shuffled(tree, random)) == least);
    CHECK(graph::canonical(least) == least);
    CHECK(graph::normal(least) == least);
  }
}

TEST_CASE("Texts of graphs read back", "[graph]") {
  const graph::Alphabet alphabet{".LR", "lre", false};
  std::mt19937_64 random(8);
  for (std::size_t i = 0; i < scaled(2'000); ++i) {
    Graph graph = random_tree(random, 1 + random() % 8);
    for (std::size_t extra = random() % 4; extra > 0; --extra) {
      auto a = static_cast<graph::Vertex>(random() % graph.size());
      auto b = static_cast<graph::Vertex>(random() % graph.size());
      graph.edges.push_back(
          {std::min(a, b), std::max(a, b), static_cast<graph::Label>(random() % 3)});
    }
    std::ranges::sort(graph.edges);
    graph = graph::normal(graph);
    const std::string text = graph::text(graph, alphabet);
    CAPTURE(text);
    CHECK(graph::parse(text, alphabet) == graph);
  }
  CHECK(graph::text(Graph{}, alphabet) == "0");
  CHECK(graph::parse("0", alphabet) == Graph{});
  CHECK(graph::parse("", alphabet) == Graph{});
  for (const char* text : {"00", "0l", "l(", "l)", "l:", "(;)", "lx", ":{a", "l;;l", "l;"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(graph::parse(text, alphabet), InputError);
  }
}

}  // namespace graph_test
