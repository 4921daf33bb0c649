// Operators on values. Exact: numbers as rationals of any size, games in the store. Every refusal
// is an Error that names the operation and the kinds of its operands.
#pragma once

#include "cgt/support/known_so_far.hpp"
#include "lang/context.hpp"
#include "lang/values/token.hpp"

namespace cgt::lang {

// Size of a number, in bits of numerator or denominator: keeps 10^(10^9) from eating the memory.
inline constexpr std::uint64_t kMaxBits = 4'000'000;

inline Value whole(const Integer& n) { return Value::rational(Rational(n)); }

// op is the token of a binary operator, comparisons included.
Value binary(Context& context, Token op, const Value& a, const Value& b);
Value unary(Context& context, Token op, const Value& a);
// a := a op b for small integers, coordinates, and equality of plain words; false: it is none of
// these, a is as it was.
bool quick_binary(Token op, Value& a, const Value& b);
inline Value add(Context& context, const Value& a, const Value& b) {
  return binary(context, Token::kPlus, a, b);
}
// ups*up + *nimber.
Value ups_and_nimber(Context& context, const Value& ups, const Value& nimber);
// Order of two numbers or games; Error for anything else.
Relation compare(Context& context, const Value& a, const Value& b);

// What is known of a game of a script whose evaluation was stopped (cgt/support/known_so_far.hpp): bounds of
// sums follow from what their terms know.

// Of a game, a position of a native ruleset, or sums, negatives and multiples of such; nothing of
// anything else. Named by its text, cut where that is long.
KnownSoFar known_of(Context& context, const Value& v);
// Of the sum of games, with integers as numbers of copies, for which `subject` stands.
struct KnownTerm {
  GameId game;
  Dyadic copies = 1;
};
KnownSoFar known_of_sum(Context& context, std::span<const KnownTerm> terms, const char* subject);

}  // namespace cgt::lang
