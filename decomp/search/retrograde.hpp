// Retrograde analysis (Stroehlein 1970, Thompson 1986): the value of every state of a numbered
// space at once, cycles included, and the number of plies to the end when the winner hurries and
// the loser delays. States from which neither player can force a win are draws: by play that goes
// on for ever, or by an end that is one.
//
//   const auto reached = numbered_graph<Chess>(roots, budget);     // or a StateGraph of one's own
//   const Retrograde table = retrograde(reached.graph, budget);
//   const std::uint32_t i = reached.number.at(roots[0]);
//   std::cout << int{table.value[i]} << " in " << table.plies[i] << " plies\n";
//
// Work and memory are proportional to the number of states and moves. Bytes while it runs: for a
// state 27, and 8 at most for two layers; 8 for a move.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"
#include "decomp/search/evaluation.hpp"

namespace cgt::search {

// Successors of state i: targets[first[i]] .. targets[first[i + 1]].
struct CGT_API StateGraph {
  std::vector<std::uint64_t> first{0};
  std::vector<std::uint32_t> targets;
  std::vector<std::int8_t> player;    // 0, 1, or kTerminal
  std::vector<std::int8_t> terminal;  // of terminal states: +1 a win of player 0, -1, 0 a draw

  std::size_t size() const { return player.size(); }
  // Appends the next state.
  void add(int mover, int value, std::span<const std::uint32_t> successors);
  std::span<const std::uint32_t> successors(std::size_t i) const {
    return {targets.data() + first[i], targets.data() + first[i + 1]};
  }
};

struct CGT_API Retrograde {
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::int8_t> value;    // +1: player 0 wins, -1: player 1, 0: draw
  std::vector<std::uint32_t> plies;  // to the end under best play; kNever for draws
  std::uint64_t wins = 0;            // of player 0, in all states
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;
  std::uint32_t longest = 0;
};

// Throws BudgetExhausted: an incomplete table says nothing.
CGT_API Retrograde retrograde(const StateGraph& graph, Budget& budget);

// A successor that keeps the value, nearest to the end for the winner, farthest for the loser;
// empty for terminal states.
CGT_API std::optional<std::uint32_t> best_successor(const StateGraph& graph,
                                                    const Retrograde& table, std::uint32_t state);

// All states that can be reached from `roots`, numbered in the order of discovery.
template <State S>
struct NumberedGraph {
  std::vector<S> states;
  FlatMap<S, std::uint32_t, StateHash<S>> number;
  StateGraph graph;
  MemoryMeter meter;
};

// `end(state)`: the value of a state at which play ends, as StateGraph has it, nothing of others.
// Throws BudgetExhausted; Error for more than 2^32 - 1 states.
template <State S, class End>
NumberedGraph<S> numbered_graph(std::span<const S> roots, Budget& budget, const End& end) {
  NumberedGraph<S> out;
  const auto number = [&](const S& s) {
    const auto fresh = static_cast<std::uint32_t>(out.states.size());
    const auto [at, inserted] = out.number.try_emplace(s, fresh);
    if (inserted) {
      if (out.states.size() >= std::numeric_limits<std::uint32_t>::max()) {
        throw Error("more than 2^32 - 1 states");
      }
      out.states.push_back(s);
    }
    return at->second;
  };
  for (const S& root : roots) number(root);
  std::vector<typename S::Move> moves;
  std::vector<std::uint32_t> successors;
  for (std::size_t i = 0; i < out.states.size(); ++i) {
    budget.charge();
    if (i % 65536 == 0) {
      out.meter.set(budget, out.states.size() * 2 * sizeof(S) + out.graph.targets.size() * 4);
    }
    const S state = out.states[i];
    successors.clear();
    if (const std::optional<std::int8_t> value = end(state)) {
      out.graph.add(kTerminal, *value, {});
      continue;
    }
    moves.clear();
    state.moves(moves);
    if (moves.empty()) no_moves();
    for (const auto& move : moves) {
      S child = state;
      child.play(move);
      successors.push_back(number(child));
    }
    out.graph.add(state.player(), 0, successors);
  }
  return out;
}

// By utilities. Throws Error, too, for games of more than two players or with chance.
template <UtilityState S>
NumberedGraph<S> numbered_graph(std::span<const S> roots, Budget& budget) {
  for (const S& root : roots) require(Algorithm::kRetrograde, root.type());
  return numbered_graph(roots, budget, [](const S& state) -> std::optional<std::int8_t> {
    if (state.player() != kTerminal) return std::nullopt;
    const auto u = state.utility(0);
    return u > 0 ? 1 : u < 0 ? -1 : 0;
  });
}

}  // namespace cgt::search
