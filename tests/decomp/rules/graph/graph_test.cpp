#include "decomp/rules/graph/graph.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "decomp/rules/registry.hpp"
#include "decomp/solve/evaluator.hpp"
#include "tests/decomp/rules/laws.hpp"
#include "tests/testing.hpp"

namespace {

using namespace cgt;
using namespace cgt::testing;
using graph::Graph;

std::string swap_letters(std::string text) { return exchanged(std::move(text), 'L', 'R'); }
std::string swap_edges(std::string text) { return exchanged(std::move(text), 'l', 'r'); }

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

// Moves on a path of Snort or Col, as the list of its vertices.
std::set<std::string> path_moves(const std::string& text, Player player, bool snort) {
  // Components of a path without branches: vertices with "-" between them.
  std::set<std::string> out;
  if (text.empty()) return out;
  std::vector<std::string> runs(1);
  for (const char c : text) {
    if (c == ';') {
      runs.emplace_back();
    } else {
      runs.back() += c;
    }
  }
  const char mine = player == Player::kLeft ? 'L' : 'R';
  const char theirs = player == Player::kLeft ? 'R' : 'L';
  const auto vertices = [](const std::string& run) {
    std::string all;
    bool edge = true;  // an edge or the begin stands before
    for (const char c : run) {
      if (c == '-') {
        if (edge) all += '.';
        edge = true;
      } else {
        all += c;
        edge = false;
      }
    }
    if (edge) all += '.';
    return all;
  };
  const auto written = [](const std::string& all) {
    std::string run;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) run += '-';
      if (all[i] != '.' || all.size() == 1) run += all[i];
    }
    return run;
  };
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const std::string all = vertices(runs[r]);
    for (std::size_t v = 0; v < all.size(); ++v) {
      if (all[v] == (snort ? theirs : mine)) continue;
      std::string after = all;
      after[v] = '#';
      for (const std::size_t w : {v - 1, v + 1}) {
        if (w >= all.size()) continue;
        after[w] = all[w] == '.' ? mine : all[w] == theirs ? '#' : mine;
      }
      std::string result;
      const auto add = [&](const std::string& run) {
        if (!run.empty()) result += (result.empty() ? "" : ";") + run;
      };
      for (std::size_t q = 0; q < runs.size(); ++q) {
        if (q != r) {
          add(runs[q]);
          continue;
        }
        for (std::size_t first = 0; first <= after.size();) {
          const std::size_t last = std::min(after.find('#', first), after.size());
          add(written(after.substr(first, last - first)));
          first = last + 1;
        }
      }
      out.insert(result);
    }
  }
  return out;
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
  for (const char* text : {"l(", "l)", "l:", "(;)", "lx", ":{a", "l;;l", "l;"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(graph::parse(text, alphabet), InputError);
  }
}

TEST_CASE("Col and Snort keep the laws of rulesets", "[graph][laws]") {
  const std::vector<std::string> paths{"-----", "-L-R-", "L-R--R", "."};
  check_laws({"snort",
              paths,
              [](const std::string& text, Player p) { return path_moves(text, p, true); },
              {},
              {swap_letters},
              3'000,
              150});
  check_laws({"col",
              paths,
              [](const std::string& text, Player p) { return path_moves(text, p, false); },
              {},
              {swap_letters},
              3'000,
              150});
  const std::vector<std::string> others{"-(-;-R;-L(-;-))", ":A----:A", ":A(--:A;-R)"};
  check_laws({"snort", others, {}, {}, {swap_letters}, 2'000, 150});
  check_laws({"col", others, {}, {}, {swap_letters}, 2'000, 150});
  CHECK(count_lines("snort", "------", 3) == std::vector<std::uint64_t>{1, 7, 30, 100});
}

TEST_CASE("Games on edges and other vertex games keep the laws of rulesets", "[graph][laws]") {
  const std::vector<std::string> coloured{"lrel", "l(r;le)", "r:Ale(rl:A;e)", "e(l(r;r);l)"};
  check_laws({"hackenbush", coloured, {}, {}, {swap_edges}, 2'000, 150});
  check_laws({"childish-hackenbush", coloured, {}, {}, {swap_edges}, 2'000, 150});
  check_laws({"partizan-arc-kayles", coloured, {}, {}, {swap_edges}, 2'000, 150});
  check_laws({"arc-kayles", {"----", "-(-;--(-;-))", ":A-----:A"}, {}, {}, {}, 2'000, 150});
  check_laws({"node-kayles", {"----", "-(-;--(-;-))", ":A-----:A"}, {}, {}, {}, 2'000, 150});
  check_laws({"digraph-placement",
              {"L>R>L(>R;<L)", ">L<R>R", "L:A>R>>:A"},
              {},
              {},
              {swap_letters},
              2'000,
              150});
  CHECK(count_lines("hackenbush", "e(l(r;r);l)", 3) == std::vector<std::uint64_t>{1, 3, 4, 4});
  CHECK(count_lines("childish-hackenbush", "e(l(r;r);l)", 3) ==
        std::vector<std::uint64_t>{1, 2, 3, 2});
  CHECK(count_lines("partizan-arc-kayles", "lrelrl", 3) == std::vector<std::uint64_t>{1, 4, 6, 6});
  CHECK(count_lines("arc-kayles", "------", 3) == std::vector<std::uint64_t>{1, 6, 20, 24});
  CHECK(count_lines("node-kayles", "------", 3) == std::vector<std::uint64_t>{1, 7, 30, 60});
  CHECK(count_lines("digraph-placement", "L>R>L(>R;<L)", 3) ==
        std::vector<std::uint64_t>{1, 3, 4, 6});
}
