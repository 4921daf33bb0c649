// The values of combinatorial games, as a library: this header is its manual.
//
// PROMISE
//
//   Every result is exact and canonical. Two games of one store are equal iff their ids are. No
//   function answers "maybe": it returns the value, or throws Error (the request makes no sense,
//   with a hint), InputError (a text is wrong, with its place) or BudgetExhausted (a limit that you
//   set); after any of them the store is as good as before. Breaking a "Requires" is a bug of the
//   caller and aborts with a message, unless a handler is set (support/error.hpp), which is the
//   only thing that is process-wide. Nothing recurses on the depth of a game.
//
// EXAMPLE (examples/embed/values.cpp)
//
//   #include <iostream>
//
//   #include "cgt/cgt.hpp"
//
//   int main() {
//     cgt::Store store;
//     const cgt::Game hot = cgt::Game::parse(store, "{2|1||0}");
//     const cgt::Game up = cgt::Game::up(store);
//     const cgt::Game sum = hot + up - hot;
//     std::cout << hot << " has mean " << hot.mean() << ", temperature " << hot.temperature() << '\n';
//     std::cout << (sum == up) << (up > 0) << '\n';
//     std::cout << to_text(store.thermograph(hot.id())) << '\n';
//     return 0;
//   }
//
// prints
//
//   {2|1||0} has mean 3/4, temperature 3/4
//   11
//   Thermograph(3/4,[3/4,1/2],[0,-1,0],3/4,[3/4],[0,1])
//
// ORDER OF CALLS
//
//   1. Make a Store. It owns all games; ids and Games are valid with it alone, as long as it lives.
//   2. Make games: Game::parse() and parse_value() read text, store.number(), nimber(), up() and nus()
//      make the ones with names, store.construct(left, right) makes any other from options of the same
//      store. In formulas with Games integers and Dyadics are games.
//   3. Ask in any order, as often as you like: answers are kept.
//   4. To limit work, hold a Store::BudgetScope around any of the calls. After BudgetExhausted the
//      same call may be made again; it continues from what is known by then.
//   5. For a long session: store.mark(), and later store.release(mark) to forget and free
//      everything made since.
//
//   A Store belongs to one thread at a time; share() makes another handle on the same games for
//   another thread, and parallel_map() does that for independent work. Stores that do not share
//   are independent.
//
// ERRORS
//
//   Error             no sense, such as cooling by -2; hint() tells what would make some
//   InputError        a text is wrong: place, line and caret in what()
//   BudgetExhausted   reason() tells which limit; ask again with a larger one
//   std::bad_alloc    no memory, or a store whose 2^35 bytes of addresses are full
//
// LIMITS
//
//   A store addresses 2^35 bytes, shared handles together; StoreOptions makes it less. A count of ups and a
//   birthday have 64 bits, a nimber 32; what does not fit throws Error. The size of numbers and the depth of games are
//   bounded by memory alone. docs/limits.md has the rest.
//
// LINK LINE
//
//   find_package(cgt 0.1 COMPONENTS Values), cgt::values; or pkg-config --cflags --libs cgt.
//   docs/library.md tells how to install.
//
// OVERVIEW
//
//   Store        all games of one computation: construct, + - multiples, order, outcome, options,
//                followers, birthday, stops, mean, temperature, thermograph, cool, heat, freeze
//   GameId       one game of a store, one word: what to keep in tables
//   Game         a GameId with its Store and operators: what to write formulas with; << prints it,
//                fmt.hpp tells fmt how to, and it is a key of unordered containers
//   Nus          number + ups + nimber, the values whose algebra is closed form
//   Dyadic       exact m/2^k of any size; Rational for what is not a value of a short game
//   Thermograph  both walls, exact and piecewise linear; thermograph_svg(), plot_thermograph() and
//                thermograph_tikz() draw it
//   incentives() what each move gains; undominated() keeps the maximal ones
//   overheat()   heating in general
//   choose_move() play_out() guaranteed_stop() thermostat() undominated_moves()   playing a sum by
//                its components; thermo/strategies.hpp
//   ordinal_sum() norton_multiply() conway_product() conjunctive_sum() selective_sum()
//   ordinal_product() subordinate()   of canonical forms; algebra/products.hpp
//   Forms        positions as written, '{*|*}', and compounds of them; value, misere outcome
//   atomic_weight() is_atomic()       how many ups a game is worth
//   reduced_canonical_form() number_part() warmth() is_all_small() is_number_tiny()
//   tree_parity() temper() stop_count() companion() misere_outcome()
//   MisereGames  impartial games under misere play: canonical forms, sums, genera
//   MisereForms MisereUniverse   partizan ones, and their order within a universe
//   Ordinal SurrealFraction   omega, sums of its powers, and quotients of these
//   uptimals     UptimalExpansion, uptimal_expansion(), uptimal(), power(), power_to()
//   nim_product() nim_inverse() floor() modulo()   integers of any size; number/
//   LoopyGames   loopy values beside the games of a store: stoppers, onsides and offsides;
//                text/loopy_text.hpp prints and reads them; text/json.hpp and
//                pictures/tree.hpp do what the next lines say of short games
//   to_text()    prints a value or a thermograph; parse_value() reads what it prints; to_latex(),
//                to_json() and value_from_json(), game_tree_svg(), game_tree_dot(),
//                game_tree_tikz() for other readers
//   Budget       nodes, milliseconds, megabytes and a stop flag for a signal handler
//   Diagnostic   message, place and hint of an error in a text
#pragma once

#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/algebra/form.hpp"
#include "cgt/algebra/products.hpp"
#include "cgt/algebra/reduced.hpp"
#include "cgt/algebra/tree_size.hpp"
#include "cgt/game.hpp"
#include "cgt/loopy/loopy_games.hpp"
#include "cgt/misere/misere_games.hpp"
#include "cgt/misere/universe.hpp"
#include "cgt/number/dyadic.hpp"
#include "cgt/number/nim_field.hpp"
#include "cgt/number/ordinal.hpp"
#include "cgt/number/rational.hpp"
#include "cgt/number/trajectory.hpp"
#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/pictures/tree.hpp"
#include "cgt/store/parallel.hpp"
#include "cgt/store/store.hpp"
#include "cgt/store/uptimal.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"
#include "cgt/thermo/strategies.hpp"
#include "cgt/thermo/temperature.hpp"
