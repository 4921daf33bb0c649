// Loopy values as text. What is printed reads back as the same value.
//
//   on off over under       3/2+over is x + over; in the notation of CGSuite 3/2over
//   ^[on] ^<on> v[on] v<on> upon = {pass|*}, {0||0|0,pass} and their negatives; with numbers and
//                           nimbers as powers of up: 1+^[on]+*2
//   pass                    as an option: the move from {...} to itself
//   a{0|{1|a}}              a name for {...}, to which moves within it lead
//   S & T                   onside S and offside T; dud is on & off
//   upon tis tisn           are read, too: ^[on], 1 & 0, 0 & -1
//   Tiny(on) +-over         as for short games
//
// Options stand in an order that depends on their values alone: short ones as text.hpp sorts them,
// then numbers with over, under, on and off, then the rest.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/store/print_order.hpp"

namespace cgt {

CGT_API std::string to_text(LoopyGames& games, const LoopyValue& g, const PrintStyle& style = {});
// One side by itself, unless its text is longer than so many characters (0: no limit).
CGT_API std::optional<std::string> text_if_short(LoopyGames& games, const LoopySide& g,
                                                 std::size_t max_length);
// {^{on}}: the same for a formula of LaTeX, in math mode.
CGT_API std::string to_latex(LoopyGames& games, const LoopyValue& g, const PrintStyle& style = {});
// Throws InputError with position and hint: a name used before it is bound, pass outside of braces,
// a sum with a name that is not complete.
CGT_API LoopyValue parse_loopy(LoopyGames& games, std::string_view text);

// "play in over can go over -> over for ever": why there is no answer. Requires a loopy value.
CGT_API std::string cycle_text(LoopyGames& games, const LoopyValue& g,
                               const PrintStyle& style = {});

// {0||0|0,pass}, the limit of the powers of up.
CGT_API LoopyValue uponth(LoopyGames& games);
// The options of a stopper in the order in which they are printed.
CGT_API void sort_for_print(LoopyGames& games, std::vector<LoopyId>& stoppers);
// The same for the options of a position of one side.
CGT_API void sort_for_print(LoopyGames& games, std::vector<LoopySide>& positions);

}  // namespace cgt
