// game.sums: who wins a sum of positions and values, without adding them up.
#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "cgt/text/loopy_text.hpp"
#include "decomp/position/negative.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/bindings/scripts/running.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

using Arguments = std::span<const Value>;

// Kept for a session: what one question solved serves the next.
struct Solver {
  explicit Solver(Store& store) { sums.emplace(store); }
  std::optional<solve::SumOutcome> sums;
};
using Solvers = Nested<Solver>;
struct KeptSolvers {
  explicit KeptSolvers(Store&) {}
  Solvers solvers;
};

// body(solver), where scripts may be asked.
template <class Body>
auto with_solver(Context& c, Body body) {
  const RunningHost::Scope scope(*running_host(c), c);
  Solvers& solvers = c.kept<KeptSolvers>().solvers;
  const Solvers::Use solver(solvers, c.store());
  try {
    return body(*solver->sums);
  } catch (const BudgetExhausted&) {
    throw;
  } catch (const Error&) {
    throw;
  } catch (...) {
    // A script failed in the middle of a search.
    solver->sums.emplace(c.store());
    throw;
  }
}

// Positions of rulesets and what is made of them stay what they are; everything else is a value.
solve::Sum sum_of(Context& c, const Value& terms, const char* what) {
  solve::Sum sum;
  for (const Value& term : c.elements(terms, what)) {
    if (const auto* native = term.as_native<NativePosition>()) {
      sum.push_back({native->position, ruleset_of(native->ruleset).text, native->position.text()});
    } else if (has_options(term)) {
      sum.push_back(
          {AnyPosition(ScriptPosition(running_host(c), term)), term.class_name(), c.text(term)});
    } else if (is_loopy(term)) {
      sum.push_back(
          {solve::LoopyTerm{to_text(loopy_games(c), loopy_of(c, term))}, "", c.text(term)});
    } else {
      sum.push_back({c.game(term, what), "", c.text(term)});
    }
  }
  return sum;
}

// The terms of a compound, if it is one. Ordinal sums and many copies are taken by their values.
void add_terms(Context& c, const Value& v, bool negated, solve::Sum& sum) {
  using Operation = CompoundObject::Operation;
  constexpr std::int64_t kFewCopies = 16;
  if (const auto* compound = v.as_native<CompoundObject>()) {
    if (compound->operation == Operation::kNegative)
      return add_terms(c, compound->a, !negated, sum);
    if (compound->operation == Operation::kSum) {
      add_terms(c, compound->a, negated, sum);
      return add_terms(c, compound->b, negated, sum);
    }
    if (compound->operation == Operation::kMultiple) {
      const std::int64_t copies = c.integer(compound->a, "a multiple");
      if (std::abs(copies) <= kFewCopies) {
        for (std::int64_t i = 0; i < std::abs(copies); ++i)
          add_terms(c, compound->b, negated != (copies < 0), sum);
        return;
      }
    }
  }
  if (const auto* native = v.as_native<NativePosition>()) {
    const AnyPosition position = negated ? negative(native->position) : native->position;
    sum.push_back({position, "", position.text()});
    return;
  }
  const LoopyValue value = has_options(v) ? c.positions().loopy_value(c, v) : loopy_of(c, v);
  const Value term = loopy_value(c, negated ? loopy_games(c).negate(value) : value);
  sum.push_back(sum_of(c, Value::list({term}), "OutcomeClass").front());
}

solve::Verdict verdict_of(Context& c, Arguments a, const char* what) {
  const solve::Sum sum = sum_of(c, a[0], what);
  const Player first = c.player(a[1], what);
  return with_solver(
      c, [&](solve::SumOutcome& solver) { return solver.decide(sum, first, c.budget()); });
}

Value wins(Context& c, Arguments a) {
  return Value::boolean(verdict_of(c, a, "game.sums.Wins") == solve::Verdict::kWins);
}

Value sum_verdict(Context& c, Arguments a) {
  const solve::Verdict found = verdict_of(c, a, "game.sums.Verdict");
  return Value::string(found == solve::Verdict::kWins    ? "wins"
                       : found == solve::Verdict::kLoses ? "loses"
                                                         : "draws");
}

// [number of the term, what it becomes].
Value moves_of(Context& c, const std::vector<solve::SumMove>& found,
               const std::vector<Value>& terms) {
  std::vector<Value> moves;
  for (const solve::SumMove& move : found) {
    Value after;
    if (const auto* game = std::get_if<GameId>(&move.after)) {
      after = c.wrap(*game);
    } else if (const auto* loopy = std::get_if<solve::LoopyTerm>(&move.after)) {
      after = loopy_value(c, parse_loopy(loopy_games(c), loopy->text));
    } else if (const auto* script = std::get<AnyPosition>(move.after).as<ScriptPosition>()) {
      after = script->value;
    } else {
      after = Value::native<NativePosition>(std::get<AnyPosition>(move.after),
                                            terms[move.term].as_native<NativePosition>()->ruleset);
    }
    moves.push_back(
        Value::list({Value::integer(static_cast<std::int64_t>(move.term) + 1), std::move(after)}));
  }
  return Value::list(std::move(moves));
}

Value winning_moves(Context& c, Arguments a) {
  const char* const what = "game.sums.WinningMoves";
  const solve::Sum sum = sum_of(c, a[0], what);
  const Player first = c.player(a[1], what);
  const auto found = with_solver(c, [&](solve::SumOutcome& solver) {
    return solver.winning_moves(sum, first, true, c.budget());
  });
  return moves_of(c, found, c.elements(a[0], what));
}

Value score_of_sum(Context& c, Arguments a) {
  const char* const what = "game.sums.Score";
  const solve::Sum sum = sum_of(c, a[0], what);
  const Player first = c.player(a[1], what);
  const solve::SumScore score = with_solver(
      c, [&](solve::SumOutcome& solver) { return solver.score(sum, first, c.budget()); });
  if (!score.exact()) {
    throw Error(fmt::format("a ko matters: the score is between {} and {}", score.lower.to_string(),
                            score.upper.to_string()));
  }
  return c.wrap(c.store().number(score.lower));
}

Value best_moves(Context& c, Arguments a) {
  const char* const what = "game.sums.BestMoves";
  const solve::Sum sum = sum_of(c, a[0], what);
  const Player first = c.player(a[1], what);
  const auto found = with_solver(c, [&](solve::SumOutcome& solver) {
    return solver.best_moves(sum, first, true, c.budget());
  });
  return moves_of(c, found, c.elements(a[0], what));
}

}  // namespace

LoopyOutcome sum_outcome(Context& context, const Value& position) {
  solve::Sum sum;
  add_terms(context, position, false, sum);
  return with_solver(context, [&](solve::SumOutcome& solver) {
    return solve::outcome_of(context.kept<solve::Evaluator>(), solver, sum, context.budget());
  });
}

Package sums_package() {
  Package package;
  package.name = "game.sums";
  package.doc =
      "Who wins a sum of positions and values; components that are too large are searched.";
  const Rows rows(package, "");
  rows.add("game.sums.Wins(terms, first)",
           "Does the player who moves first win the sum of positions and values? Play that goes on "
           "for ever is a draw, and so no win: Verdict tells draws from losses.",
           "game.sums.Wins([game.grid.Clobber(\"xoxo|oxox\"), {3|-5}, ^], Right) --> true", wins);
  rows.add(
      "game.sums.Verdict(terms, first)",
      "What becomes of the player who moves first in the sum: \"wins\", \"loses\", or \"draws\" "
      "where play goes on for ever.",
      "game.sums.Verdict([on, off], Left) --> \"draws\"", sum_verdict);
  rows.add("game.sums.WinningMoves(terms, first)",
           "The winning moves in a sum, or those that keep a draw: lists of the number of the term "
           "and what it becomes, without the free moves that a ruleset gives besides.",
           "game.sums.WinningMoves([{2|-1}, *2, *], Left) --> [[1,2]]", winning_moves);
  rows.add("game.sums.Score(terms, first)",
           "What comes of the sum when both play for a score, as in Go: its Left or Right stop.",
           "game.sums.Score([game.grid.Go(\"BBBB|W..B|BBBB\"), {3|-5}], Right) --> -4",
           score_of_sum);
  rows.add("game.sums.BestMoves(terms, first)",
           "The moves that keep the score, written as WinningMoves writes them.",
           "game.sums.BestMoves([{2|-1}, {1|*}], Left) --> [[1,2]]", best_moves);
  add_position_search_rows(package);
  return package;
}

}  // namespace cgt::lang
