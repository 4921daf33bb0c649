// Who wins a race to capture on a Go board? Partial order bounding (Mueller 1999): two questions
// about the attacker, "captures" and "does not lose", each a bound in the order of race values
// (evaluation.hpp), searched by alpha-beta or df-pn over the rules of state.hpp.
//
//   const Problem problem = parse_problem("WWWWW/WXX.B/W.OOB/WWBBB");
//   Solver solver(problem);
//   Budget budget;
//   const Answer answer = solver.solve(Player::kLeft, budget);    // Black moves first
//   if (answer.outcome()) std::cout << verdict_name(*answer.outcome()) << '\n';
//
// Out of budget is an answer: the outcomes that are still possible lie between lower and upper.
// Formulas and pruning change the work and never the outcome. The stones given as safe are trusted
// to be so, and there are no ko threats elsewhere but passing.
//
// Thread rule: one thread a solver.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decomp/go/races/moves.hpp"
#include "decomp/pob/query.hpp"

namespace cgt::go::semeai {

struct CGT_API Options {
  bool formulas = true;  // else only captures and the end of play are known
  bool prune = true;     // leave out dominated moves
  pob::Engine engine = pob::Engine::kAlphaBeta;
  std::size_t table_entries = std::size_t{1} << 20U;
  bool line = true;
};

struct CGT_API LineMove {
  Player player = Player::kLeft;
  std::optional<Point> point;  // none: pass
  friend bool operator==(const LineMove&, const LineMove&) = default;
};

struct CGT_API Answer {
  Player first = Player::kLeft;
  Outcome lower = Outcome::kDefenderCaptures;
  Outcome upper = Outcome::kAttackerCaptures;
  // Play to the end that keeps the outcome at every move; shorter if the budget ends it.
  std::vector<LineMove> line;
  search::Counts counts;  // of the two questions, without the line
  StopReason stop = StopReason::kSolved;
  std::optional<Outcome> outcome() const {
    if (lower != upper) return std::nullopt;
    return lower;
  }
};

// "kill" (the attacker takes the defender's block), "live" (the other way round), "seki" (neither,
// be it seki or life of both).
CGT_API const char* verdict_name(Outcome outcome);

class CGT_API Solver {
 public:
  // Throws Error for what is not a race: essential blocks that are safe, blocks without liberty.
  explicit Solver(Problem problem, Options options = {});
  // On a layout that is not quite that of the problem (Layout::with_outside()): ask for no line.
  Solver(Problem problem, Options options, Layout layout);
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver();

  const Problem& problem() const { return problem_; }
  const Layout& layout() const { return layout_; }
  // Of the position as it is given.
  Analysis analysis() const;
  // The value without search, in words of evaluation.hpp.
  pob::Outcomes<RaceValue> static_value(Player first) const;

  Answer solve(Player first, Budget& budget);

 private:
  struct Searches;
  void ask(const State& state, Answer& answer, Budget& budget);
  void find_line(Answer& answer, Budget& budget);

  Problem problem_;
  Options options_;
  Layout layout_;
  std::unique_ptr<Searches> searches_;
};

}  // namespace cgt::go::semeai
