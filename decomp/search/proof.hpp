// What proof searches are asked and answer. A Judge says of a state whether player 0 has reached
// the goal (kWin), never will (kLoss), or what is not settled yet (kUnknown): then the state is
// expanded. A terminal state that the judge calls kUnknown is an unknown leaf.
//
// A proof search is two-valued: unknown leaves count as losses or as wins, by choice. A proof where
// they count as losses is a certain win, a disproof where they count as wins a certain loss; if
// neither is found, the root is truly unknown (decide()). That is the value of three-valued minimax
// with loss < unknown < win.
//
// Repetition: player 0 must reach the goal. Play that goes on for ever is a failure, whoever moves.
// Under this rule the value of a state does not depend on how it was reached.
#pragma once

#include <cstdint>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/search/evaluation.hpp"

namespace cgt::search {

enum class Verdict : std::int8_t { kLoss = -1, kUnknown = 0, kWin = 1 };
constexpr const char* name(Verdict verdict) {
  return verdict == Verdict::kWin ? "win" : verdict == Verdict::kLoss ? "loss" : "unknown";
}

template <class J, class S>
concept Judge = State<S> && requires(const J& judge, const S& s) {
  { judge(s) } -> std::same_as<Verdict>;
};

// The goal "at least so much utility for player 0".
template <UtilityState S>
struct UtilityGoal {
  double least = 1;
  Verdict operator()(const S& s) const {
    if (s.player() != kTerminal) return Verdict::kUnknown;
    return static_cast<double>(s.utility(0)) >= least ? Verdict::kWin : Verdict::kLoss;
  }
};

enum class Proof : std::uint8_t { kOpen, kProved, kDisproved };
enum class UnknownIs : std::uint8_t { kLoss, kWin };

// Proof and disproof numbers: the least number of leaves that would have to be proved, or
// disproved, for the state to be. kInfinite: cannot be. Sums stop one below.
using ProofNumber = std::uint64_t;
inline constexpr ProofNumber kInfinite = ~ProofNumber{0};
constexpr ProofNumber add(ProofNumber a, ProofNumber b) {
  if (a == kInfinite || b == kInfinite) return kInfinite;
  return a >= kInfinite - 1 - b ? kInfinite - 1 : a + b;
}

// kOpen: out of budget or memory. `best`: moves that keep the proof (or disproof), if it is that of
// the player to move.
template <class Move>
struct ProofResult {
  Proof proof = Proof::kOpen;
  ProofNumber proof_number = 1;
  ProofNumber disproof_number = 1;
  std::vector<Move> best;
  std::vector<Move> line;
  Counts counts;
  StopReason stop = StopReason::kSolved;
};

// kUnknown with stop == kSolved: the unknown leaves decide. Else the search was stopped.
template <class Move>
struct VerdictResult {
  Verdict verdict = Verdict::kUnknown;
  std::vector<Move> best;
  std::vector<Move> line;
  Counts counts;
  StopReason stop = StopReason::kSolved;
};

// The verdict by two runs: run(UnknownIs) -> ProofResult.
template <class Move, class Run>
VerdictResult<Move> decide(const Run& run) {
  VerdictResult<Move> out;
  for (const UnknownIs unknown : {UnknownIs::kLoss, UnknownIs::kWin}) {
    ProofResult<Move> result = run(unknown);
    out.counts += result.counts;
    const Proof certain = unknown == UnknownIs::kLoss ? Proof::kProved : Proof::kDisproved;
    if (result.proof == certain) {
      out.verdict = unknown == UnknownIs::kLoss ? Verdict::kWin : Verdict::kLoss;
      out.best = std::move(result.best);
      out.line = std::move(result.line);
      out.stop = StopReason::kSolved;
      return out;
    }
    if (result.proof == Proof::kOpen) out.stop = result.stop;
    if (out.best.empty()) out.best = std::move(result.best);
  }
  return out;
}

// What is known of a state without expanding it: settled by the judge or because it is terminal, or
// {1, 1}.
struct CGT_API ProofPair {
  ProofNumber proof = 1;
  ProofNumber disproof = 1;
  bool solved() const { return proof == 0 || disproof == 0; }
};
inline constexpr ProofPair kProvedPair{0, kInfinite};
inline constexpr ProofPair kDisprovedPair{kInfinite, 0};

template <State S, Judge<S> J>
ProofPair first_numbers(const S& state, const J& judge, UnknownIs unknown) {
  switch (judge(state)) {
    case Verdict::kWin: return kProvedPair;
    case Verdict::kLoss: return kDisprovedPair;
    case Verdict::kUnknown: break;
  }
  if (state.player() != kTerminal) return {1, 1};
  return unknown == UnknownIs::kWin ? kProvedPair : kDisprovedPair;
}

}  // namespace cgt::search
