// Reading values: the notation of print.hpp (both kinds), braces with any number of bars
// ({a||b|c}: fewer bars bind tighter), + and - between values, parentheses, integer multiples n*G
// with an explicit product sign, Tiny(G), Miny(G). Not a script: no names, no calls.
#pragma once

#include <string_view>

#include "cgt/store/store.hpp"

namespace cgt {

// Throws InputError with position and hint.
GameId parse_value(Store& store, std::string_view text);

}  // namespace cgt
