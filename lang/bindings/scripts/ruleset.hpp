// Rulesets of scripts for a program: positions from text, with a session of their own behind them.
//
// How a position is written, in both directions:
//   boards      rulesets whose Position extends GridGame or StripGame: rows of the characters of
//               CharMap, "xo.|oxo"; censuses and databases go through all boards
//   arguments   all others: what stands between the brackets of Position, "5", "(3,4)", "[1,2], 3";
//               a census of heaps counts 0, 1, 2, ...
//   "=VALUE"    a game that a position leads to, "={3|-5}"
//
// Thread rule: one thread at a time has the ruleset and all of its positions.
#pragma once

#include <memory>

#include "cgt/support/budget.hpp"
#include "decomp/position/ruleset.hpp"
#include "lang/session.hpp"

namespace cgt::lang {

// The ruleset that a value of the session is: an instance of a class that extends Ruleset. Null if
// it is none. What is asked outside of searches (reading a position, taking it apart) may take
// `limits` each time, and can be stopped by `stop`.
std::shared_ptr<const Ruleset> script_ruleset(std::shared_ptr<Session> session, const Value& value,
                                              const Budget::Limits& limits,
                                              const std::atomic<bool>* stop);

// Is it one of these, which one thread at a time may use?
bool is_script_ruleset(const Ruleset& ruleset);

}  // namespace cgt::lang
