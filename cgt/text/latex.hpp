// LaTeX of values and thermographs, in the notation of Siegel 2013.
//
// A value is math-mode text that needs no package: \{2 \mid 1 \parallel 0\}, \uparrow, \Downarrow
// (two downs), 3\cdot\uparrow, \uparrow^{2} (the second power), \uparrow^{[2]}, \ast, \ast 3,
// \pm 1, \frac{1}{2}, \mathord{+}_{2} (Tiny), \mathord{-}_{2} (Miny). Parts of a sum stand side by
// side as in print: 1\uparrow\ast. Bars that separate nested forms: \mid, \parallel, then
// \mid\mid\mid and so on, tightened. amsmath changes nothing and is not needed.
#pragma once

#include <string>

#include "cgt/store/store.hpp"
#include "cgt/text/print.hpp"

namespace cgt {

// Without dollar signs. Of `style` only max_length counts: longer text becomes
// "\{\ldots\}\text{ 286,099 nodes, 2,252 followers}" (that one does need amsmath).
std::string to_latex(Store& store, GameId g, const PrintStyle& style = {});

struct TikzStyle {
  // Centimetres for one unit of value and of temperature.
  double x_scale = 1;
  double y_scale = 1;
};

// A complete tikzpicture environment; every coordinate is the exact decimal of a dyadic. Values
// grow to the left. Needs \usepackage{tikz}.
std::string thermograph_tikz(const Thermograph& thermograph, const TikzStyle& style = {});

}  // namespace cgt
