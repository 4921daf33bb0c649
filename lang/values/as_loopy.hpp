// The loopy values that values of any kind have: positions by their moves, braces by their options.
#pragma once

#include <span>
#include <string_view>

#include "lang/values/loopy.hpp"

namespace cgt::lang {

// The value of a number, a game, a position or a loopy value. Throws Error naming `what` for
// anything else.
LoopyValue loopy_of(Context& context, const Value& v, std::string_view what = "this operation");
// The stopper that it is. Throws Error naming `what` if it is none.
LoopyId stopper_of(Context& context, const Value& v, std::string_view what);
Value make_loopy(Context& context, const LoopyShape& shape, std::span<const Value> lists);

}  // namespace cgt::lang
