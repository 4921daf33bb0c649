// What the page shows of a value.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cgt/number/trajectory.hpp"
#include "repl/explorer/api/moves.hpp"
#include "repl/explorer/api/workspace.hpp"

namespace cgt::repl {

// Texts that are too long to show are told by the size of the value.
std::string value_text(Work& work, const LoopyValue& g);
std::string value_latex(Work& work, const LoopyValue& g);
// "L", "R", "N", "P", and for loopy values "D", "PHat", ...
std::string outcome_letter(Work& work, const LoopyValue& g);

// {"left": [[t, x], ...], "right": ..., "mean", "temperature", "top"}: the corners of the walls from the
// least temperature up to "top", which is above all of them. Exact numbers are texts.
Json json_of(const Thermograph& thermograph);

// text, latex, kind, outcome, mean, temperature, left_stop, right_stop, birthday, size, atomic_weight,
// reduced, cooled (by t), nim_value, loopy, thermograph, svg: those that the value has. What the budget
// does not reach is "unknown", and "unknown" says why. Throws BudgetExhausted if it is interrupted.
Json facts_of(Work& work, const LoopyValue& g, const std::string& title, const Dyadic& t);

// A number such as "3/4" or "-1". Throws Error that names the member.
Dyadic number_in(Work& work, const std::string& text, const char* name);

// out[name] = what fact() returns. "unknown" if the budget ends, nothing if there is no such fact.
void put_fact(Json& out, const char* name, const std::function<Json()>& fact);

// The thermograph of a subject, without its value where that can be.
Thermograph thermograph_of_subject(Work& work, const Subject& subject);

// The options of a subject as the page lists them: those of a position as they are played, else those of
// the canonical form.

struct SubjectOption {
  std::size_t index = 0;  // among those of the player
  Subject subject;        // after it
  std::string label;      // of a move on a board
};

// In the order of the ruleset, or of print. What is not a position is valued first. Throws BudgetExhausted.
std::vector<SubjectOption> options_of(Work& work, const Subject& subject, Player player);

// "L0", "R12"
std::string option_id(Player player, std::size_t index);
// The player and the index. Throws Error.
std::pair<Player, std::size_t> read_option_id(const std::string& id);

// Which moves are best under the winner's convention: whoever cannot move loses.
//
// Of the moves that lead to the best end (a win before a draw before a loss), those after which the stop
// is best for who moved, and of these those that no other one beats as a game. So a player who has won
// anyway still plays the hottest move, and one who has lost makes it hard.

struct RankedMove {
  LoopyValue after;  // the whole, once it is played
  // 2: who moved wins, 1: nobody does, 0: who moved loses.
  int end = 0;
  bool best = false;
  bool loses = false;  // it throws away a better end
};

// Fills all but `after`. Throws BudgetExhausted.
void rank_moves(Work& work, Player player, std::vector<RankedMove>& moves);

// 2, 1 or 0 for the player who has just moved to this value.
int end_after(LoopyOutcome outcome, Player mover);

}  // namespace cgt::repl
