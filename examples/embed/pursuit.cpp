// A game of one's own that may go on for ever: a hunter and a hare on a graph, every position
// solved at once by retrograde analysis.
//
// They move in turn along an edge, or stay. Where does the hunter catch the hare, and how soon?
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "decomp/search/retrograde.hpp"

namespace {

using Graph = std::vector<std::vector<int>>;  // the neighbours of each vertex

Graph graph(int vertices, const std::vector<std::pair<int, int>>& edges) {
  Graph out(static_cast<std::size_t>(vertices));
  for (const auto& [a, b] : edges) {
    out[static_cast<std::size_t>(a)].push_back(b);
    out[static_cast<std::size_t>(b)].push_back(a);
  }
  return out;
}

struct Hunt {
  using Move = int;  // where to
  const Graph* graph = nullptr;
  int at[2] = {0, 0};  // the hunter is player 0
  int mover = 0;

  static cgt::search::GameType type() { return {.may_repeat = true}; }
  int player() const { return at[0] == at[1] ? cgt::search::kTerminal : mover; }
  void moves(std::vector<Move>& out) const {
    out.push_back(at[mover]);
    for (const int to : (*graph)[static_cast<std::size_t>(at[mover])]) out.push_back(to);
  }
  void play(Move to) {
    at[mover] = to;
    mover = 1 - mover;
  }
  int utility(int player) const { return player == 0 ? 1 : -1; }
  std::uint64_t hash() const {
    return cgt::mix(static_cast<std::uint64_t>(at[0]),
                    static_cast<std::uint64_t>(2 * at[1] + mover));
  }
  bool operator==(const Hunt&) const = default;
};

struct Answer {
  int caught = 0;  // of all placements, the hunter to move
  std::uint32_t longest = 0;
};

Answer hunt(const Graph& graph, cgt::Budget& budget) {
  std::vector<Hunt> roots;
  for (int hunter = 0; hunter < static_cast<int>(graph.size()); ++hunter) {
    for (int hare = 0; hare < static_cast<int>(graph.size()); ++hare)
      roots.push_back({&graph, {hunter, hare}, 0});
  }
  const auto reached = cgt::search::numbered_graph<Hunt>(roots, budget);
  const auto table = cgt::search::retrograde(reached.graph, budget);
  Answer out;
  for (const Hunt& root : roots) out.caught += table.value[reached.number.at(root)] > 0 ? 1 : 0;
  out.longest = table.longest;

  // One hunt as it is played best, from vertex 0 against vertex 3.
  std::uint32_t state = reached.number.at({&graph, {0, 3}, 0});
  std::printf("  hunter-hare: 0-3");
  for (int ply = 0; ply < 12; ++ply) {
    const auto next = best_successor(reached.graph, table, state);
    if (!next) break;
    state = *next;
    std::printf(" %d-%d", reached.states[state].at[0], reached.states[state].at[1]);
  }
  std::printf("%s\n", reached.states[state].player() == cgt::search::kTerminal ? "" : " ...");
  return out;
}

}  // namespace

int main() {
  const Graph tree = graph(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}});
  const Graph ring = graph(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}});
  cgt::Budget budget({.milliseconds = 10'000});

  const Answer on_tree = hunt(tree, budget);
  std::printf("tree: caught from %d of 36, within %u plies\n", on_tree.caught, on_tree.longest);
  const Answer on_ring = hunt(ring, budget);
  std::printf("ring: caught from %d of 36, within %u plies\n", on_ring.caught, on_ring.longest);

  // One hunter suffices on a tree (Nowakowski and Winkler 1983). Round a ring of four or more the
  // hare always gets away, unless it begins beside the hunter: 6 + 12 placements.
  return on_tree.caught == 36 && on_ring.caught == 18 && on_ring.longest == 1 ? 0 : 1;
}
