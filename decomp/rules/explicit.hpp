// The names of the positions of a game that is written down whole (game.graph.Explicit), in order.
#pragma once

#include <string>
#include <vector>

#include "decomp/position/ruleset.hpp"

namespace cgt::explicit_game {

// `name` is that of the text in messages. Throws InputError.
CGT_API std::shared_ptr<const Ruleset> ruleset(const std::string& text, const std::string& name);
// A word that can name a position: letters, digits, - and ', and not an integer.
CGT_API bool is_name(std::string_view word);
// Empty: the ruleset is another one.
CGT_API std::vector<std::string> positions(const Ruleset& ruleset);

}  // namespace cgt::explicit_game
