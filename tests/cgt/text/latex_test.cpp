#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/text/text.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::latex_test {
namespace {

// Groups closed in order, \{ and \} in pairs, every control word one that TeX knows.
std::string latex_fault(const std::string& text) {
  static const std::set<std::string> kWords{"frac",  "uparrow", "downarrow", "Uparrow", "Downarrow",
                                            "cdot",  "ast",     "pm",        "mid",     "mathrel",
                                            "mkern", "ldots",   "mbox"};
  std::string open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      ++i;
      if (text[i] == '{') {
        open += 'b';
      } else if (text[i] == '}') {
        if (open.empty() || open.back() != 'b') return "a brace closes nothing";
        open.pop_back();
      } else {
        std::size_t end = i;
        while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end]))) ++end;
        const std::string word = text.substr(i, end - i);
        if (!kWords.contains(word)) return "\\" + word + " is not known";
        i = end - 1;
      }
    } else if (c == '{') {
      open += 'g';
    } else if (c == '}') {
      if (open.empty() || open.back() != 'g') return "a group closes nothing";
      open.pop_back();
    } else if (c == '^' || c == '_' || c == '#' || c == '$' || c == '%' || c == '&' || c == '~') {
      const bool script = (c == '^' || c == '_') && i > 0 && text[i - 1] == '}' &&
                          i + 1 < text.size() && text[i + 1] == '{';
      if (!script) return std::string("a stray ") + c;
    }
  }
  return open.empty() ? "" : "something is open";
}

}  // namespace

TEST_CASE("LaTeX of values with names", "[latex]") {
  Store store;
  const auto latex = [&](const char* value) { return to_latex(store, parse_value(store, value)); };
  CHECK(latex("0") == "0");
  CHECK(latex("-7") == "-7");
  CHECK(latex("1/2") == "\\frac{1}{2}");
  CHECK(latex("-13/8") == "-\\frac{13}{8}");
  CHECK(latex("*") == "{\\ast}");
  CHECK(latex("*12") == "{\\ast}12");
  CHECK(latex("^") == "{\\uparrow}");
  CHECK(latex("v*") == "{\\downarrow}{\\ast}");
  CHECK(latex("^^*3") == "{\\Uparrow}{\\ast}3");
  CHECK(latex("vv") == "{\\Downarrow}");
  CHECK(latex("^4") == "4{\\cdot}{\\uparrow}");
  CHECK(latex("2v3*") == "2+3{\\cdot}{\\downarrow}{\\ast}");
  CHECK(latex("^<2>") == "{\\uparrow}^{2}");
  CHECK(latex("^[3]*") == "{\\uparrow}^{[3]}{\\ast}");
  CHECK(latex("5v<2>") == "5{\\downarrow}_{2}");
  CHECK(latex("v[12]") == "{\\downarrow}_{[12]}");
  CHECK(latex("Tiny(2)") == "{+}_{2}");
  CHECK(latex("5+Miny(1/2)") == "5{-}_{\\frac{1}{2}}");
  CHECK(latex("+-1") == "{\\pm}1");
  CHECK(latex("+-(^^)") == "{\\pm}{\\Uparrow}");
  CHECK(latex("+-(1*)") == "{\\pm}(1{\\ast})");
  CHECK(latex("+-{1,1*}") == "{\\pm}\\{1,1{\\ast}\\}");
  CHECK(latex("{2|1}") == "\\{2\\mid 1\\}");
  CHECK(latex("{2|1||0}") == "\\{2\\mid 1\\mathrel{|\\mkern-2mu|}0\\}");
  CHECK(latex("{2|{1|0},{3/2|-1}}") == "\\{2\\mid \\{1\\mid 0\\},\\{\\frac{3}{2}\\mid -1\\}\\}");
  CHECK(to_latex(store, parse_value(store, "{2|1||0}"), {Notation::kCanonical, 10}) ==
        "\\{\\ldots\\}\\mbox{ 5 nodes, 5 followers}");
}

TEST_CASE("LaTeX is well formed and tells values apart", "[latex]") {
  Store store;
  std::set<std::string> seen;
  for (const GameId g : testing::born_by_day(store, 3)) {
    const std::string text = to_latex(store, g);
    INFO(text);
    REQUIRE(latex_fault(text) == "");
    REQUIRE(seen.insert(text).second);
  }
  std::mt19937_64 random(61);
  for (std::size_t i = 0; i < testing::scaled(300); ++i) {
    const GameId g = testing::random_game(store, random, 3, 3);
    const std::string text = to_latex(store, g);
    INFO(text);
    CHECK(latex_fault(text) == "");
    CHECK(latex_fault(to_latex(store, g, {Notation::kCanonical, 20})) == "");
  }
}

TEST_CASE("TikZ of a thermograph", "[latex]") {
  Store store;
  const auto tikz = [&](const char* value, const TikzStyle& style) {
    return thermograph_tikz(store.thermograph(parse_value(store, value)), style);
  };
  CHECK(tikz("{2|1||0}", {1, 0.5}) == R"(\begin{tikzpicture}[x=1cm,y=0.5cm]
  % x = mean - value, so values grow to the left; y = temperature
  \draw[->] (-0.75,-1) -- (-0.75,1.75);
  \draw (-0.75,0) -- (2.25,0);
  \node[left] at (-0.75,0) {$0$};
  \node[left] at (-0.75,0.5) {$\frac{1}{2}$};
  \node[left] at (-0.75,0.75) {$\frac{3}{4}$};
  \node[below] at (-0.25,-1) {$1$};
  \node[below] at (0.75,-1) {$0$};
  \draw[thick] (-0.25,-1) -- (-0.25,0.5) -- (0,0.75) -- (0,1.75);
  \draw[thick] (1.75,-1) -- (0,0.75) -- (0,1.75);
  \draw[thick,->] (0,0.75) -- (0,1.75) node[above] {$\frac{3}{4}$};
\end{tikzpicture}
)");
  // Nothing beyond what TeX can hold, and still exact.
  const std::string large = tikz("+-1000000", {});
  CHECK(large.find("x divided by 2^") != std::string::npos);
  CHECK(large.find("(-30.517578125,") != std::string::npos);
  CHECK(large.find("1000000,") == std::string::npos);
}

}  // namespace cgt::latex_test
