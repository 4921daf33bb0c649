// Who wins a sum of games of any kinds, and how?
//
//   Store store;
//   solve::SumOutcome solver(store);
//   const solve::Sum sum = solve::parse_sum(store, "clobber:xoxo|oxox + domineering:...|... + ^*");
//   Budget budget({.milliseconds = 1000});
//   const solve::SumAnswer answer = solver.solve(sum, Player::kLeft, budget);
//   if (answer.verdict == solve::Verdict::kWins) {
//     for (const solve::SumMove& move : solver.winning_moves(sum, Player::kLeft, true, budget)) {
//       std::cout << move.text << '\n';
//     }
//   }
//
// Normal play: a player who cannot move loses. Components are valued where that is cheap
// (components.hpp), G and -G go, and what is left is searched (sum_graph.hpp, proof_search.hpp).
// What one question solved serves the next.
//
// Out of budget is an answer: kUnknown. The tables stay valid, and the same question may be asked
// again with a larger budget.
//
// Where a search meets play that can come back, it needs the values of all terms instead. So most
// captures in Go do no harm; a sum with a term that has no value (a ko that matters) is refused then:
// LoopySum. Positions of loopy games have loopy values (loopy_search.hpp): the sum of those says who
// wins, and whether play goes on for ever, which is a draw. What they are compared with is 0, as
// `outcome` of cgt/loopy/loopy_games.hpp does: a player who moves first draws if he wins only the side
// in which infinite play is his.
//
// Values found before, in a database of positions, are taken over where they are met:
//   solve::SumOutcome informed(store, {.known = [&](const std::string&) { return &table; }});
//
// Sums are played for a score, too, as in Go: the last number that play reaches counts, and nobody
// has to move in numbers (sum.hpp). Then kos bound the score where they matter.
//
// Thread rule: that of the store's handle.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/store/store.hpp"
#include "decomp/solve/sums/components.hpp"
#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {

// Of the player who moves first.
enum class Verdict : std::uint8_t { kUnknown, kWins, kLoses, kDraws };
// What it is for the opponent of the player who meets it.
constexpr Verdict opposite(Verdict verdict) {
  switch (verdict) {
    case Verdict::kWins: return Verdict::kLoses;
    case Verdict::kLoses: return Verdict::kWins;
    default: return verdict;
  }
}
// Of two known verdicts.
CGT_API LoopyOutcome outcome_of(Verdict left_first, Verdict right_first);

// kInTurns: proof numbers, and alpha-beta on the same tables as long as one player wins nearly all
// that is decided. Proof numbers are mostly ahead, by up to ten; but where one player is far ahead and
// play is long (Toads and Frogs with long slides, Battle Sheep) the order of moves is all.
enum class SumMethod : std::uint8_t { kAlphaBeta, kProofNumbers, kInTurns };

struct CGT_API SumOptions {
  SumMethod method = SumMethod::kProofNumbers;
  ComponentOptions components;
  // What a database (decomp/db) knows of the ruleset of a term, as the term names it; null:
  // nothing. The tables must outlive the solver.
  std::function<const db::Table*(const std::string& ruleset)> known = {};
  // Thermographs decide sums of games whose stops they bound (sum_graph.hpp).
  bool thermographs = true;
  // So many threads search one sum and share what they decide and value, and their proof numbers; 0: as
  // many as the machine has. Each holds tables of its own. Answers do not depend on it, figures do.
  // Sums with positions that belong to one thread (AnyGraph::new_graph()) are searched by one. Database
  // tables must be fit for several threads.
  unsigned threads = 1;
  // So many sums one of them decides alone, to show the others the way; most sums need no more.
  std::uint64_t alone = 256;
};

// How the cost model treated a term.
struct CGT_API TermReport {
  bool valued = false;
  std::size_t parts = 0;  // components that were left to search
};

struct CGT_API SumFigures {
  std::uint64_t states = 0;      // sums met
  std::uint64_t expansions = 0;  // of them, those whose moves were generated
  std::uint64_t hits = 0;        // of the table of sums
  std::uint64_t cuts = 0;        // sums that only thermographs or bounds decided at once
  std::uint64_t taken = 0;       // sums that another thread had decided
  Components::Figures components;

  SumFigures& operator+=(const SumFigures& other) {
    states += other.states;
    expansions += other.expansions;
    hits += other.hits;
    cuts += other.cuts;
    taken += other.taken;
    components += other.components;
    return *this;
  }
  SumFigures operator-(const SumFigures& before) const {
    return {states - before.states, expansions - before.expansions, hits - before.hits,
            cuts - before.cuts,     taken - before.taken,           components - before.components};
  }
};

struct CGT_API SumAnswer {
  Verdict verdict = Verdict::kUnknown;
  std::optional<StopReason> stop;  // why it is unknown
  bool loopy = false;              // play can come back: loopy values settled it
  SumFigures figures;              // of this question
  std::vector<TermReport> terms;   // as the sum has them
};

// lower <= score <= upper; they differ only where a ko matters.
struct CGT_API SumScore {
  Dyadic lower;
  Dyadic upper;
  bool exact() const { return lower == upper; }
  friend bool operator==(const SumScore&, const SumScore&) = default;
};

class CGT_API SumOutcome {
 public:
  // The store must outlive it.
  explicit SumOutcome(Store& store, const SumOptions& options = {});
  ~SumOutcome();
  SumOutcome(SumOutcome&&) noexcept;

  // Does `first` win the sum by moving first? Throws LoopySum where a ko matters, and Error where a
  // loopy game has infinitely many positions.
  SumAnswer solve(const Sum& sum, Player first, Budget& budget);
  // The verdict alone. Throws BudgetExhausted where it is unknown, and what solve() throws.
  Verdict decide(const Sum& sum, Player first, Budget& budget);

  // All winning moves of `first`, or one: after a long search one that it has proved, else the first that takes
  // little. Empty if there is none. With several threads it may differ from run to run which one is
  // found. Throws BudgetExhausted before it is known.
  std::vector<SumMove> winning_moves(const Sum& sum, Player first, bool all, Budget& budget) {
    return moves_to(Verdict::kWins, sum, first, all, budget);
  }
  // The moves after which play goes on for ever, if both play well.
  std::vector<SumMove> drawing_moves(const Sum& sum, Player first, bool all, Budget& budget) {
    return moves_to(Verdict::kDraws, sum, first, all, budget);
  }

  // Both first movers. Throws as decide() does.
  LoopyOutcome outcome(const Sum& sum, Budget& budget);

  // The score that both play for when `first` moves first: the Left stop or Right stop of the sum,
  // found from the values of its terms by incentives. Throws Error for games whose values cannot be
  // bounded, and BudgetExhausted.
  SumScore score(const Sum& sum, Player first, Budget& budget);
  // All first moves that keep the score, or the first one found; there may be none, as nobody has
  // to move in a number. With a ko that matters: those that keep the first player's bound of it
  // (Left's upper, Right's lower).
  std::vector<SumMove> best_moves(const Sum& sum, Player first, bool all, Budget& budget);

  // The nim value of a sum of impartial positions and nimbers. Throws Error for other games, and
  // BudgetExhausted.
  std::uint32_t nim_value(const Sum& sum, Budget& budget);

  // The thermograph of the sum: of a single position without its canonical form, else of the sum of
  // the values. Throws Error where a ko matters, and BudgetExhausted.
  Thermograph thermograph(const Sum& sum, Budget& budget);

  // Approximate bytes held by the tables.
  std::uint64_t bytes() const;

 private:
  std::vector<SumMove> moves_to(Verdict wanted, const Sum& sum, Player first, bool all,
                                Budget& budget);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

class Evaluator;

// Who wins a sum: by the values of its positions where `values` knows them or soon finds them, as those of
// heaps, and by search for the others. Both are of one store. Throws LoopySum where only a loopy value
// tells, and BudgetExhausted.
CGT_API LoopyOutcome outcome_of(Evaluator& values, SumOutcome& sums, Sum sum, Budget& budget);

}  // namespace cgt::solve
