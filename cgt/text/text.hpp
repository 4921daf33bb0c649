// Printing values. Two notations:
//   kCanonical  (default) every printed value reads back, in scripts and by parse_value(), as the
//               same value: 3+*  1/2+^  ^3+*2  +-(1/2)  Tiny(2)  {2|1||0}
//   kCgsuite    the text that CGSuite prints: 3*  1/2^  ^3*2  +-1/2
// Options print in the order of print_order.hpp: numbers, nimbers, other uptimals, the rest. The
// text of a value does not depend on the history of its store.
#pragma once

#include <string>
#include <string_view>

#include "cgt/store/print_order.hpp"
#include "cgt/store/store.hpp"

namespace cgt {

CGT_API std::string to_text(Store& store, GameId g, const PrintStyle& style = {});
CGT_API std::string to_text(const Trajectory& wall);
// Thermograph(9/4,[3/4],[0,-1],9/4,[3/4,1/2],[0,1,0]): mast, critical temperatures descending and
// slopes dv/dt from the mast down, for the Left wall, then for the Right wall.
CGT_API std::string to_text(const Thermograph& thermograph);
// Sorts into print order.
CGT_API void sort_for_print(Store& store, std::vector<GameId>& games);

// Reading values: both notations, braces with any number of bars
// ({a||b|c}: fewer bars bind tighter), + and - between values, parentheses, Tiny(G), Miny(G). Not a
// script: no names, no calls, no products (3*2 is 3 + *2, as CGSuite prints it).

// Throws InputError with position and hint.
CGT_API GameId parse_value(Store& store, std::string_view text);

// LaTeX of values, in the notation of Siegel 2013.
//
// A value is math-mode text that needs no package: \{2\mid 1\mathrel{|\mkern-2mu|}0\} (bars that
// separate nested forms are pushed together), {\uparrow}, {\Downarrow} (two downs),
// 3{\cdot}{\uparrow}, {\uparrow}^{2} and {\uparrow}^{[2]} (^<2> and ^[2]), {\downarrow}_{2} and
// {\downarrow}_{[2]} (their negatives), {\ast}, {\ast}3, {\pm}1, \frac{1}{2}, and for Tiny(2) and
// Miny(2) the {+}_{2} and {-}_{2} of Berlekamp, Conway, Guy 1982. Parts of a sum stand side by side
// as in print, 1{\uparrow}{\ast}, but 1+3{\cdot}{\uparrow}. Symbols are braced so that TeX sets no
// space for a relation or an operation around them.

CGT_API std::string to_latex(const Dyadic& x);
// Without dollar signs. Of `style` only max_length counts; longer text becomes
// \{\ldots\}\mbox{ 286,099 nodes, 2,252 followers}.
CGT_API std::string to_latex(Store& store, GameId g, const PrintStyle& style = {});

}  // namespace cgt
