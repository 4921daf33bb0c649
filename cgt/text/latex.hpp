// LaTeX of values, in the notation of Siegel 2013.
//
// A value is math-mode text that needs no package: \{2\mid 1\mathrel{|\mkern-2mu|}0\} (bars that
// separate nested forms are pushed together), {\uparrow}, {\Downarrow} (two downs),
// 3{\cdot}{\uparrow}, {\uparrow}^{2} and {\uparrow}^{[2]} (^<2> and ^[2]), {\downarrow}_{2} and
// {\downarrow}_{[2]} (their negatives), {\ast}, {\ast}3, {\pm}1, \frac{1}{2}, and for Tiny(2) and
// Miny(2) the {+}_{2} and {-}_{2} of Berlekamp, Conway, Guy 1982. Parts of a sum stand side by side
// as in print, 1{\uparrow}{\ast}, but 1+3{\cdot}{\uparrow}. Symbols are braced so that TeX sets no
// space for a relation or an operation around them.
#pragma once

#include <string>

#include "cgt/store/store.hpp"
#include "cgt/support/api.hpp"
#include "cgt/text/print.hpp"

namespace cgt {

CGT_API std::string to_latex(const Dyadic& x);
// Without dollar signs. Of `style` only max_length counts; longer text becomes
// \{\ldots\}\mbox{ 286,099 nodes, 2,252 followers}.
CGT_API std::string to_latex(Store& store, GameId g, const PrintStyle& style = {});

}  // namespace cgt
