// Positions, sums, Go boards, searches and plans, as a library: this header is its manual. That of values
// is cgt/cgt.hpp.
//
// PROMISE
//
//   Answers are exact and proved: a value, a winner, a score, a plan is what the rules say, and where a
//   limit ends a computation first the answer says so, with the bounds that hold by then. What one
//   question found out stays in the tables of the object that was asked, and shortens the next; the
//   same question with a larger budget goes on where it stopped. Answers do not depend on the order of
//   questions, on the number of threads, or on addresses. Nothing recurses on the depth of a game.
//
// EXAMPLE (examples/embed/positions.cpp)
//
//   #include <iostream>
//
//   #include "decomp/decomp.hpp"
//
//   int main() {
//     cgt::Store store;
//     cgt::Budget budget({.milliseconds = 10'000, .megabytes = 1'000});
//     const cgt::Store::BudgetScope scope(store, budget);
//
//     const auto domineering = cgt::registered_ruleset("domineering");
//     cgt::solve::Evaluator evaluator(store);
//     const auto position = domineering->position("....|....|...#");
//     const cgt::Game board(store, evaluator.value(position, budget));
//     std::cout << board << ", mean " << board.mean() << '\n';
//
//     cgt::solve::SumOutcome solver(store);
//     const auto sum = cgt::solve::parse_sum(store, "clobber:xoxo|oxox + {3|-5} + ^*");
//     const auto answer = solver.solve(sum, cgt::Player::kLeft, budget);
//     if (answer.stop) std::cout << describe(*answer.stop) << '\n';
//     const bool wins = answer.verdict == cgt::solve::Verdict::kWins;
//     std::cout << (wins ? "Left wins moving first" : "Left does not win moving first") << '\n';
//
//     return wins && board == cgt::Game::parse(store, "{3/2|-1/2||-1|-3}") ? 0 : 1;
//   }
//
// prints
//
//   {3/2|-1/2||-1|-3}, mean -3/4
//   Left wins moving first
//
// ORDER OF CALLS
//
//   1. Make a Store; it outlives everything that is made on it.
//   2. Get positions: registered_ruleset(name) and its position(text), go::parse_board() and
//      go::load_sgf(), or AnyPosition of a class of your own (the concept Position of
//      position/position.hpp: moves, parts, hash, text).
//   3. Make what answers, once, and ask it as often as you like: Evaluator, SumOutcome, GoEndgame, ...
//   4. Give each question a Budget. A spent budget stays spent: make one for each request, and several
//      for several requests. Held in a Store::BudgetScope it limits operations on values, too; inside
//      of the scope store.budget() is that budget.
//
//   Thread rule: an object belongs to the thread of its store's handle; Store::share() makes handles for
//   other threads. Budgets may be stopped from anywhere by their flag, also from a signal handler.
//
// OVERVIEW
//
//   registered_ruleset() rulesets()   the rulesets by name; rules/registry.hpp
//   AnyPosition       a position of any type: text, moves, parts
//   solve::Evaluator  positions to values, bounds, loopy values, thermographs, outcomes
//   solve::Census     the values of all boards of a size
//   db::Database      values that took hours, in a file
//   solve::SumOutcome parse_sum()     who wins a sum of anything, and how
//   solve::IncentivePlay              stops and best moves of sums of values
//   go::GoEndgame  scores, best moves and lines of whole boards of Go
//   go::semeai::Solver             races to capture
//   search::AlphaBeta, Expectiminimax, Retrograde, ...   game trees of your own; a header each
//   pob::PobSearch    which outcomes can be forced where they are only partially ordered
//   htn::Planner      plans for tasks and methods; hddl/solve.hpp for problems in HDDL
//
// ERRORS
//
//   Error             the request makes no sense: no such ruleset, a sum with a ko that matters
//                     (LoopySum, KoMatters), play that can come back (LoopyPosition); what() and hint()
//   InputError        a text is wrong: place, line and caret in what()
//   BudgetExhausted   from what returns a plain value. Solvers that can say "unknown" do so instead:
//                     Verdict::kUnknown, bounds, stop
//   db::DatabaseError a file cannot be used, or is of another ruleset
//   std::bad_alloc    no memory; all objects are as good as before
//   A broken "Requires" is a bug of the caller and aborts (support/error.hpp).
//
// LIMITS
//
//   docs/limits.md has the sizes of boards and tables; beyond them an Error says so. Canonical forms grow
//   quickly on hot boards: ask for outcome() or thermograph(), or put the board into a sum, where its
//   value is not needed.
//
// LINK LINE
//
//   find_package(cgt 0.1 COMPONENTS Solve), cgt::solve; or pkg-config --cflags --libs cgt. docs/library.md.
#pragma once

#include "cgt/cgt.hpp"
#include "decomp/db/database.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/races/semeai.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/planner/planner.hpp"
#include "decomp/pob/query.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/census/census.hpp"
#include "decomp/solve/play/incentive_play.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "decomp/solve/values/evaluator.hpp"
