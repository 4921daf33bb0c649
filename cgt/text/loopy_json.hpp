// JSON of loopy values: the graphs of their two sides.
//
//   {"format": "cgt-loopy-value", "version": 1, "name": "^[on]", "onside": 1, "offside": 1,
//    "games": [{"id": 0, "name": "*"},
//              {"id": 1, "name": "^[on]", "left": [1], "right": [0]}],
//    "outcome": "L", "left_stop": "0", "right_stop": "0"}
//
// "games" are the positions that play can reach. As in the JSON of short games (cgt/text/json.hpp),
// number-up-stars have a name only, and every other one has "left" and "right". But the ids there may
// be those of any entry: a list with its own entry's id is a pass, and a list with the id of an
// entry that leads back is a longer cycle. Short games come first, with their followers.
//
// The value is S & T, S the onside of the entry "onside" and T the offside of the entry "offside".
// In a stopper both are the same entry. Names (but for those of number-up-stars), outcome and stops,
// which only stoppers have, are for people; they are not read.
//
// A value that is equal to a short game has the JSON of that game.
#pragma once

#include <string>
#include <string_view>

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/support/api.hpp"
#include "cgt/text/json.hpp"

namespace cgt {

CGT_API std::string to_json(LoopyGames& games, const LoopyValue& g, const JsonStyle& style = {});

// The value that either to_json() wrote, of a short or of a loopy game; "games" may come from
// elsewhere and need not be canonical. Throws InputError with its place where the text is no JSON,
// and Error that names the entry where it does not follow the schema.
CGT_API LoopyValue loopy_from_json(LoopyGames& games, std::string_view text);

}  // namespace cgt
