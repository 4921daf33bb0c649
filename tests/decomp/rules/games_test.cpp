#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>

#include "cgt/store/store.hpp"
#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/plain_graph.hpp"

namespace games_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

using Moves = std::set<std::string>;
// The texts that the player can move to.
using Rule = std::function<Moves(const PlainGraph&, Player)>;

char letter_of(Player player) { return player == Player::kLeft ? 'L' : 'R'; }
char colour_of(Player player) { return player == Player::kLeft ? 'l' : 'r'; }
std::string swap_letters(std::string text) { return exchanged(std::move(text), 'L', 'R'); }
std::string swap_colours(std::string text) { return exchanged(std::move(text), 'l', 'r'); }

// Played with the colours themselves: a vertex with a tint has a neighbour of that colour that is
// not in the graph any more. Nobody may colour what touches the colour that rules it out.
Rule colouring(bool snort) {
  return [=](const PlainGraph& graph, Player player) {
    const int size = static_cast<int>(graph.labels.size());
    std::vector<std::set<char>> touches(graph.labels.size());
    for (std::size_t v = 0; v < touches.size(); ++v) {
      if (graph.labels[v] != '.') touches[v].insert(graph.labels[v]);
    }
    const auto may_colour = [&](const std::set<char>& colours, Player p) {
      const char forbidden = letter_of(snort ? cgt::opponent(p) : p);
      return colours.count(forbidden) == 0;
    };
    Moves out;
    for (int v = 0; v < size; ++v) {
      if (!may_colour(touches[static_cast<std::size_t>(v)], player)) continue;
      auto now = touches;
      for (const int w : graph.neighbours(v)) {
        now[static_cast<std::size_t>(w)].insert(letter_of(player));
      }
      PlainGraph after = graph;
      std::set<int> gone{v};
      for (int w = 0; w < size; ++w) {
        const std::set<char>& colours = now[static_cast<std::size_t>(w)];
        if (!may_colour(colours, Player::kLeft) && !may_colour(colours, Player::kRight)) {
          gone.insert(w);
        } else if (!colours.empty()) {
          after.labels[static_cast<std::size_t>(w)] = *colours.begin();
        }
      }
      out.insert(write_plain(after, gone));
    }
    return out;
  };
}

// A vertex goes with its neighbours: those that edges lead to from it.
Moves placements(const PlainGraph& graph, Player player) {
  Moves out;
  for (int v = 0; v < static_cast<int>(graph.labels.size()); ++v) {
    if (graph.labels[static_cast<std::size_t>(v)] == letter_of(cgt::opponent(player))) continue;
    std::set<int> gone = graph.neighbours(v, true);
    gone.insert(v);
    out.insert(write_plain(graph, gone));
  }
  return out;
}

Moves node_kayles(const PlainGraph& graph, Player) {
  Moves out;
  for (int v = 0; v < static_cast<int>(graph.labels.size()); ++v) {
    std::set<int> gone = graph.neighbours(v);
    gone.insert(v);
    out.insert(write_plain(graph, gone));
  }
  return out;
}

// Of Arc Kayles ("-") and the partizan one.
Moves arc_kayles(const PlainGraph& graph, Player player) {
  Moves out;
  for (const PlainEdge& e : graph.edges) {
    if (e.label == colour_of(cgt::opponent(player))) continue;
    out.insert(write_plain(graph, {e.from, e.to}));
  }
  return out;
}

Rule hackenbush(bool childish) {
  return [=](const PlainGraph& graph, Player player) {
    Moves out;
    for (std::size_t cut = 0; cut < graph.edges.size(); ++cut) {
      const char label = graph.edges[cut].label;
      if (label != 'e' && label != colour_of(player)) continue;
      PlainGraph after = graph;
      after.edges.erase(after.edges.begin() + static_cast<std::ptrdiff_t>(cut));
      std::set<int> held{0};
      for (std::size_t before = 0; before < held.size();) {
        before = held.size();
        for (const int v : std::set<int>(held)) held.merge(after.neighbours(v));
      }
      const bool falls = std::ranges::any_of(
          after.edges, [&](const PlainEdge& e) { return held.count(e.from) == 0; });
      if (childish && label != 'e' && falls) continue;
      std::set<int> gone;
      for (int v = 0; v < static_cast<int>(graph.labels.size()); ++v) {
        if (held.count(v) == 0) gone.insert(v);
      }
      out.insert(write_plain(after, gone));
    }
    return out;
  };
}

// Texts of random graphs with loops and several edges between two vertices.
std::vector<std::string> random_graphs(const std::string& letters, const std::string& edges,
                                       bool connected) {
  std::mt19937_64 random(11);
  std::vector<std::string> texts;
  while (texts.size() < 60) {
    PlainGraph graph;
    const std::size_t size = 1 + random() % 7;
    const auto edge = [&](std::size_t a, std::size_t b) {
      graph.edges.push_back(
          {static_cast<int>(a), static_cast<int>(b), edges[random() % edges.size()]});
    };
    for (std::size_t v = 0; v < size; ++v) {
      graph.labels += letters[random() % letters.size()];
      if (v > 0 && (connected || random() % 4 > 0)) edge(random() % v, v);
    }
    for (std::size_t more = random() % 4; more > 0; --more) {
      edge(random() % size, random() % size);
    }
    texts.push_back(write_plain(graph));
  }
  return texts;
}

void check(const std::string& name, const Rule& rule, const std::vector<std::string>& more,
           const std::string& letters, const std::string& edges, bool rooted = false) {
  std::vector<std::string> starts = random_graphs(letters, edges, rooted);
  starts.insert(starts.end(), more.begin(), more.end());
  RulesetLaws laws;
  laws.name = name;
  laws.starts = std::move(starts);
  laws.naive = [rule](const std::string& text, Player player) {
    return rule(read_plain(text), player);
  };
  laws.same = {[rooted](const std::string& text) {
    return write_plain(renumbered(read_plain(text), rooted ? 1 : 0));
  }};
  if (letters.size() > 1) laws.negative = {swap_letters};
  if (edges.size() > 1) laws.negative = {swap_colours};
  check_laws(laws);
}

}  // namespace

TEST_CASE("Games on vertices keep the laws of rulesets", "[graph][laws]") {
  const std::vector<std::string> graphs{"-----",           "-L-R-",    "L-R--R",     ".",
                                        "-(-;-R;-L(-;-))", ":A----:A", ":A(--:A;-R)"};
  check("snort", colouring(true), graphs, ".LR", "-");
  check("col", colouring(false), graphs, ".LR", "-");
  check("node-kayles", node_kayles, {"----", "-(-;--(-;-))", ":A-----:A"}, ".", "-");
  check("digraph-placement", placements, {"L>R>L(>R;<L)", ">L<R>R", "L:A>R>>:A"}, ".LR", ">");
  CHECK(count_lines("snort", "------", 3) == std::vector<std::uint64_t>{1, 7, 30, 100});
  CHECK(count_lines("node-kayles", "------", 3) == std::vector<std::uint64_t>{1, 7, 30, 60});
  CHECK(count_lines("digraph-placement", "L>R>L(>R;<L)", 3) ==
        std::vector<std::uint64_t>{1, 3, 4, 6});
}

TEST_CASE("Games on edges keep the laws of rulesets", "[graph][laws][long]") {
  const std::vector<std::string> coloured{"lrel", "l(r;le)", "r:Ale(rl:A;e)", "e(l(r;r);l)"};
  check("hackenbush", hackenbush(false), coloured, ".", "lre", true);
  check("childish-hackenbush", hackenbush(true), coloured, ".", "lre", true);
  check("partizan-arc-kayles", arc_kayles, coloured, ".", "lre");
  check("arc-kayles", arc_kayles, {"----", "-(-;--(-;-))", ":A-----:A"}, ".", "-");
  CHECK(count_lines("hackenbush", "e(l(r;r);l)", 3) == std::vector<std::uint64_t>{1, 3, 4, 4});
  CHECK(count_lines("childish-hackenbush", "e(l(r;r);l)", 3) ==
        std::vector<std::uint64_t>{1, 2, 3, 2});
  CHECK(count_lines("partizan-arc-kayles", "lrelrl", 3) == std::vector<std::uint64_t>{1, 4, 6, 6});
  CHECK(count_lines("arc-kayles", "------", 3) == std::vector<std::uint64_t>{1, 6, 20, 24});
}

// All trees of up to so many edges that stand on the ground, with edges of these colours and a loop or not at
// each vertex: what grows on vertex v stands on one that is numbered lower.
std::size_t check_all_trees(std::size_t most, const std::string& colours) {
  cgt::Store store;
  std::map<std::string, cgt::GameId> known;
  const auto game = cgt::find_ruleset("hackenbush")->make({});
  const std::function<cgt::GameId(const cgt::AnyPosition&)> plain =
      [&](const cgt::AnyPosition& position) {
        const auto found = known.find(position.text());
        if (found != known.end()) return found->second;
        cgt::PerPlayer<std::vector<cgt::GameId>> options;
        for (const Player player : cgt::kPlayers) {
          for (const auto& option : position.options(player)) {
            options[player].push_back(plain(option.position));
          }
        }
        return known[position.text()] =
                   store.construct(options[Player::kLeft], options[Player::kRight]);
      };
  cgt::solve::Evaluator evaluator(store);
  std::size_t trees = 0;
  for (std::size_t edges = 1; edges <= most; ++edges) {
    std::size_t shapes = 1;
    for (std::size_t v = 1; v <= edges; ++v) shapes *= v * colours.size();
    for (std::size_t shape = 0; shape < shapes; ++shape) {
      PlainGraph graph;
      graph.labels = ".";
      std::size_t rest = shape;
      for (std::size_t v = 1; v <= edges; ++v) {
        graph.labels += '.';
        graph.edges.push_back(
            {static_cast<int>(rest % v), static_cast<int>(v), colours[rest / v % colours.size()]});
        rest /= v * colours.size();
      }
      const cgt::AnyPosition position = game->position(write_plain(graph));
      cgt::Budget budget;
      const cgt::GameId expected = plain(position);
      if (evaluator.value(position, budget) != expected) FAIL_CHECK(position.text());
      // What takes its place is worth the same.
      std::vector<cgt::Summand<cgt::AnyPosition>> parts;
      cgt::GameId sum = store.integer(position.split(parts));
      for (const auto& part : parts) {
        const cgt::GameId value = plain(part.position);
        sum = store.add(sum, part.negated ? store.negate(value) : value);
      }
      if (sum != expected) FAIL_CHECK(position.text());
      ++trees;
    }
  }
  return trees;
}

TEST_CASE("trees of Hackenbush are worth what plain search finds", "[graph][hackenbush]") {
  CHECK(check_all_trees(4, "lre") == 3 + 18 + 162 + 1944);
  CHECK(check_all_trees(5, "lr") == 2 + 8 + 48 + 384 + 3840);
  CHECK(check_all_trees(6, "e") == 1 + 2 + 6 + 24 + 120 + 720);
}

TEST_CASE("large trees of Hackenbush have values at once", "[graph][hackenbush]") {
  const auto value = [](const std::string& text) {
    cgt::Store store;
    cgt::solve::Evaluator evaluator(store);
    cgt::Budget budget;
    return cgt::to_text(
        store, evaluator.value(cgt::find_ruleset("hackenbush")->make({})->position(text), budget));
  };
  // Each stage carries the one before it and two edges of Right's: x becomes 1 : (x - 2).
  CHECK(value("lrrlrlr") == "21/64");
  std::string branch = "l";
  for (int i = 0; i < 20; ++i) branch = "l(" + branch + ";r;r)";
  CHECK(value(branch) == "183251937963/549755813888");
  std::string green = "e";
  for (int i = 0; i < 20; ++i) green = "e(" + green + ";e)";
  CHECK(value(green) == "*");
}

}  // namespace games_test
