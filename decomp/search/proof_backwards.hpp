// Proofs where play comes back to earlier states. A disproof that rests on such a return holds on one
// path only: a search by paths finds it again on each of them, and there may be exponentially many,
// of few states. Retrograde analysis takes each state once, but all that can be reached. So the two
// take turns, each with four times the nodes of the turn before: the answer costs at most a few times
// what the cheaper one needs, and finite games end.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "decomp/search/proof.hpp"
#include "decomp/search/retrograde.hpp"

namespace cgt::search {

// By retrograde analysis of all states that the root leads to; the line has at most `line_moves` moves
// and ends where it would repeat a state. Throws BudgetExhausted.
template <State S, Judge<S> J>
ProofResult<typename S::Move> prove_backwards(const S& root, const J& judge, UnknownIs unknown,
                                              std::size_t line_moves, Budget& budget) {
  using Move = typename S::Move;
  const auto end = [&](const S& state) -> std::optional<std::int8_t> {
    const Verdict verdict = judge(state);
    if (verdict != Verdict::kUnknown) return verdict == Verdict::kWin ? 1 : -1;
    if (state.player() != kTerminal) return std::nullopt;
    return unknown == UnknownIs::kWin ? 1 : -1;
  };
  const auto space = numbered_graph(std::span<const S>(&root, 1), budget, end);
  const Retrograde table = retrograde(space.graph, budget);
  const auto moves_at = [&](std::uint32_t state) {
    std::vector<Move> moves;
    if (space.graph.player[state] != kTerminal) space.states[state].moves(moves);
    return moves;
  };
  ProofResult<Move> result;
  result.counts.nodes = space.states.size();
  const bool proved = table.value[0] > 0;
  result.proof = proved ? Proof::kProved : Proof::kDisproved;
  result.proof_number = proved ? 0 : kInfinite;
  result.disproof_number = proved ? kInfinite : 0;
  if ((root.player() == 0) == proved) {
    const std::vector<Move> moves = moves_at(0);
    const auto successors = space.graph.successors(0);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if ((table.value[successors[i]] > 0) == proved) result.best.push_back(moves[i]);
    }
  }
  std::vector<bool> seen(space.states.size());
  for (std::uint32_t at = 0; result.line.size() < line_moves && !seen[at];) {
    seen[at] = true;
    const std::optional<std::uint32_t> next = best_successor(space.graph, table, at);
    if (!next) break;
    const auto successors = space.graph.successors(at);
    const auto move = std::find(successors.begin(), successors.end(), *next) - successors.begin();
    result.line.push_back(moves_at(at)[static_cast<std::size_t>(move)]);
    at = *next;
  }
  return result;
}

// `search(budget)` is true if it answered: then there is nothing here; false if it never will. Else it throws
// BudgetExhausted. Throws BudgetExhausted if `budget` is spent.
template <State S, Judge<S> J, class Search>
std::optional<ProofResult<typename S::Move>> prove_in_turns(const S& root, const J& judge,
                                                            UnknownIs unknown,
                                                            std::size_t line_moves, Budget& budget,
                                                            const Search& search) {
  constexpr std::uint64_t kFirstTurn = 100'000;  // nodes
  for (std::uint64_t nodes = kFirstTurn;; nodes *= 4) {
    Budget forwards = budget.part(nodes);
    try {
      const bool answered = search(forwards);
      budget.settle(forwards);
      if (answered) return std::nullopt;
      return prove_backwards(root, judge, unknown, line_moves, budget);
    } catch (const BudgetExhausted&) {
      budget.settle(forwards);
    }
    budget.poll();
    Budget backwards = budget.part(nodes);
    try {
      const auto found = prove_backwards(root, judge, unknown, line_moves, backwards);
      budget.settle(backwards);
      return found;
    } catch (const BudgetExhausted&) {
      budget.settle(backwards);
    }
  }
}

}  // namespace cgt::search
