// Names of the library, for headers that take its classes by reference and need no more of them:
//
//   struct Board {
//     cgt::GameId value(cgt::Store& store, cgt::Budget& budget) const;
//   };
//
// It includes nothing. Sources include `cgt/cgt.hpp`, `decomp/decomp.hpp` or what they use of these.
// Not for enumerations, and not for templates.
#pragma once

namespace cgt {

// cgt/cgt.hpp
class Budget;
class BudgetExhausted;
class Dyadic;
class Error;
class Game;
class GameId;
class Rational;
class Store;
struct Thermograph;

// decomp/decomp.hpp
class AnyPosition;
class Ruleset;
struct RulesetEntry;

namespace solve {
class Census;
class Evaluator;
class SumOutcome;
}  // namespace solve

namespace go {
class Board;
class GoEndgame;
struct Problem;
}  // namespace go

// lang/lang.hpp
namespace lang {
class Session;
class Value;
}  // namespace lang

}  // namespace cgt
