// inf and -inf: what 1/0 and -1/0 are. They end the line of rational numbers: compared and added
// like numbers, but no games. What has no answer (inf - inf, 0 * inf, 0/0) is an Error.
//
// is_number() is false for a value of class Infinity, so code that asks for a rational never meets
// one.
#pragma once

#include "lang/context.hpp"
#include "lang/values/token.hpp"

namespace cgt::lang {

// sign is 1 or -1.
Value infinity(int sign);
// 1, -1, or 0 for everything else.
int infinity_sign(const Value& v);
// Exactly the double, or an infinity. Requires that it is a number.
Value number_value(double x);

// op on two values of which at least one is infinite.
Value infinite_binary(Token op, const Value& a, const Value& b);
// Requires numbers, games or infinities, at least one of them infinite.
Relation infinite_compare(const Value& a, const Value& b);

}  // namespace cgt::lang
