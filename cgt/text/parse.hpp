// Reading values: the notation of print.hpp (both kinds), braces with any number of bars
// ({a||b|c}: fewer bars bind tighter), + and - between values, parentheses, Tiny(G), Miny(G). Not a
// script: no names, no calls, no products (3*2 is 3 + *2, as CGSuite prints it).
#pragma once

#include <string_view>

#include "cgt/store/store.hpp"
#include "cgt/support/api.hpp"

namespace cgt {

// Throws InputError with position and hint.
CGT_API GameId parse_value(Store& store, std::string_view text);

}  // namespace cgt
