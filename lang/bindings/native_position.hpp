// Positions of native rulesets among the values of the language, for packages that only search them.
#pragma once

#include "decomp/position/ruleset.hpp"
#include "lang/value.hpp"

namespace cgt::lang {

// The position that the value is; null if it is none of a native ruleset.
const AnyPosition* native_position(const Value& value);

}  // namespace cgt::lang
