// JSON of values and thermographs; all numbers are exact strings such as "-5/4".
//
// A value is the shared graph of its followers, options before the games that have them:
//   {"format": "cgt-value", "version": 1, "root": 2,
//    "games": [{"id": 0, "name": "1"},
//              {"id": 1, "name": "-1"},
//              {"id": 2, "name": "+-1", "left": [0], "right": [1]}],
//    "mean": "0", "temperature": "1", "left_stop": "1", "right_stop": "-1"}
// Number-up-stars have no "left" and "right": their name says all. Every other game has both, as
// ids of earlier entries; its name is only for people (long ones are left out) and not read, as are
// mean, temperature and stops.
//
// A thermograph, from the mast down (see cgt/number/trajectory.hpp for the invariants, which are
// checked when it is read):
//   {"format": "cgt-thermograph", "version": 1, "mean": "0", "temperature": "1",
//    "left": {"mast": "0", "critical": ["1"], "slopes": [0, -1]}, "right": {...}}
#pragma once

#include <string>
#include <string_view>

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/number/trajectory.hpp"
#include "cgt/store/store.hpp"

namespace cgt {

struct CGT_API JsonStyle {
  int indent = -1;               // spaces a level; -1: one line
  std::size_t name_length = 80;  // longer names are left out
  bool thermal = true;           // mean and temperature; a long corridor's mean has many digits
};

// A text as JSON writes it, in quotes. Bytes that are not UTF-8 become U+FFFD.
CGT_API std::string json_string(std::string_view text);

CGT_API std::string to_json(Store& store, GameId g, const JsonStyle& style = {});
CGT_API std::string to_json(const Thermograph& thermograph, const JsonStyle& style = {});

// The value that to_json() wrote; "games" may come from elsewhere and need not be canonical. Throws
// InputError with its place where the text is not JSON, and Error that names the entry where it does
// not follow the schema: unknown or later ids (so there is no cycle), missing fields, wrong types.
CGT_API GameId value_from_json(Store& store, std::string_view text);
CGT_API Thermograph thermograph_from_json(std::string_view text);

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

CGT_API std::string to_json(LoopyGames& games, const LoopyValue& g, const JsonStyle& style = {});

// The value that either to_json() wrote, of a short or of a loopy game; "games" may come from
// elsewhere and need not be canonical. Throws InputError with its place where the text is not JSON,
// and Error that names the entry where it does not follow the schema.
CGT_API LoopyValue loopy_from_json(LoopyGames& games, std::string_view text);

}  // namespace cgt
