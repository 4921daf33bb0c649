// SVG, Graphviz and terminal pictures.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "cgt/pictures/drawing.hpp"
#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/pictures/tree.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/cgt/text/pictures.hpp"
#include "tests/files.hpp"
#include "tests/testing.hpp"

namespace cgt::picture_test {
namespace {

using testing::lines_of;
using testing::occurrences;
using testing::xml_fault;

// Columns of a line of UTF-8.
std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(std::ranges::count_if(
      line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void check_plot(const Thermograph& thermograph, const PlotStyle& style) {
  const auto lines = lines_of(plot_thermograph(thermograph, style));
  CHECK(lines.size() == static_cast<std::size_t>(style.height));
  for (const std::string& line : lines) {
    CHECK(columns(line) <= static_cast<std::size_t>(style.width));
    if (style.ascii) CHECK(columns(line) == line.size());
  }
}

}  // namespace

TEST_CASE("a thermograph on a terminal", "[picture]") {
  Store store;
  const auto plot = [&](const char* value, const PlotStyle& style) {
    return plot_thermograph(store.thermograph(parse_value(store, value)), style);
  };
  CHECK(plot("{2|1||0}", {24, 12, true}) ==
        R"(    mean 3/4
   |  |
   |  |
   |  |
3/4+ <|>
1/2+<   >>>>
  0+<       >>>
   |<          >>>
   |<             >>>>
 -1+<                 >>
   ++---------+---------
    1         0
)");
  CHECK(plot("{2|1||0}", {24, 12, false}) != plot("{2|1||0}", {24, 12, true}));
  CHECK(plot("5", {24, 8, true}) ==
        R"(          mean 5
  |          |
  |          |
 0+          |
  |          |
-1+          |
  +----------+----------
             5
)");
}

TEST_CASE("plots keep to their size", "[picture]") {
  Store store;
  std::mt19937_64 random(41);
  const auto games = testing::born_by_day(store, 2);
  std::vector<GameId> all(games.begin(), games.end());
  for (std::size_t i = 0; i < testing::scaled(100); ++i) {
    all.push_back(testing::random_game(store, random, 3, 2));
  }
  all.push_back(store.number(Dyadic(mpz_class("123456789012345678901234567890"), 200U)));
  all.push_back(parse_value(store, "{4000000|-1/1024||-777777777}"));
  for (const GameId g : all) {
    const Thermograph& thermograph = store.thermograph(g);
    for (const bool ascii : {false, true}) {
      for (const auto& [width, height] :
           std::vector<std::pair<int, int>>{{24, 8}, {64, 20}, {131, 47}}) {
        check_plot(thermograph, {width, height, ascii});
      }
    }
  }
  const Thermograph& thermograph = store.thermograph(kZero);
  CHECK_THROWS_AS(plot_thermograph(thermograph, {23, 20, false}), Error);
  CHECK_THROWS_AS(plot_thermograph(thermograph, {64, 7, false}), Error);
  CHECK_THROWS_AS(plot_thermograph(thermograph, {-1, -1, true}), Error);
}

TEST_CASE("corners of walls are on the walls", "[picture]") {
  Store store;
  std::mt19937_64 random(42);
  for (std::size_t i = 0; i < testing::scaled(200); ++i) {
    const Thermograph& thermograph = store.thermograph(testing::random_game(store, random, 3, 3));
    const Frame frame = frame_of(thermograph);
    for (const Player player : kPlayers) {
      const auto& corners = frame.walls[player];
      CHECK(corners.front().temperature == Dyadic(-1));
      CHECK(corners.back().temperature == frame.top);
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const Corner& corner = corners[k];
        CHECK(corner.value == thermograph.wall(player).at(corner.temperature));
        CHECK(frame.low <= corner.value);
        CHECK(corner.value <= frame.high);
        if (k > 0) CHECK(corners[k - 1].temperature < corner.temperature);
      }
    }
  }
}

TEST_CASE("round ticks", "[picture]") {
  const auto text = [](const Dyadic& low, const Dyadic& high) {
    std::string out;
    for (const Dyadic& tick : round_ticks(low, high, 5)) out += tick.to_string() + " ";
    return out;
  };
  CHECK(text(Dyadic(-1, 1), Dyadic(5, 1)) == "0 1 2 ");
  CHECK(text(Dyadic(0), Dyadic(9)) == "0 2 4 6 8 ");
  CHECK(text(Dyadic(-12), Dyadic(12)) == "-10 -5 0 5 10 ");
  CHECK(text(Dyadic(1, 2), Dyadic(3, 2)).empty());
  CHECK(text(Dyadic(0), Dyadic(mpz_class("1000000000000000000000"), 0U)).size() < 130);
}

TEST_CASE("SVG of thermographs", "[picture]") {
  Store store;
  const auto svg = [&](const std::string& value) {
    return thermograph_svg(store.thermograph(parse_value(store, value)), value + " & <more>");
  };
  for (const char* value : {"0", "-5/4", "{2|1||0}", "^", "+-1000000", "{1/2|*}", "2000000000+-3",
                            "1000000000000000000000000000000/1024"}) {
    const std::string picture = svg(value);
    INFO(value);
    CHECK(xml_fault(picture) == "");
    CHECK(occurrences(picture, "<polyline") == 2);
    CHECK(occurrences(picture, "<polygon") == 1);
    CHECK(occurrences(picture, ">temperature</text>") == 1);
    CHECK(occurrences(picture, ">-1</text>") >= 1);
    CHECK(occurrences(picture, "nan") == 0);
    CHECK(occurrences(picture, "inf") == 0);
  }
  CHECK(svg("{2|1||0}").find("mean 3/4, temperature 3/4, stops 1 and 0") != std::string::npos);
}

TEST_CASE("drawings of game trees", "[picture]") {
  Store store;
  const auto dot = [&](const char* value, const TreeStyle& style) {
    return game_tree_dot(store, parse_value(store, value), style);
  };
  CHECK(dot("{2|+-1}", {}) == R"(digraph game {
  node [shape=plaintext];
  edge [arrowhead=none];
  n0 [label="{2|+-1}"];
  n1 [label="2"];
  n2 [label="+-1"];
  n3 [label="1"];
  n4 [label="-1"];
  n0 -> n1 [color="#1f5fa8", style=solid];
  n0 -> n2 [color="#c0392b", style=dashed];
  n2 -> n3 [color="#1f5fa8", style=solid];
  n2 -> n4 [color="#c0392b", style=dashed];
}
)");
  // The same places as in the SVG.
  CHECK(game_tree_tikz(store, parse_value(store, "{1|+-1}"), {}) ==
        R"(\begin{tikzpicture}[x=0.75bp,y=-0.75bp,every node/.style={fill=white,inner sep=2pt}]
\draw[blue] (45.5,24.0) -- (18.0,80.0);
\draw[red,dashed] (45.5,24.0) -- (73.5,80.0);
\draw[blue] (73.5,80.0) -- (59.5,136.0);
\draw[red,dashed] (73.5,80.0) -- (87.5,136.0);
\node at (45.5,24.0) {\texttt{1+Tiny(2)}};
\node at (18.0,80.0) {\texttt{1}};
\node at (73.5,80.0) {\texttt{+-1}};
\node at (59.5,136.0) {\texttt{1}};
\node at (87.5,136.0) {\texttt{-1}};
\end{tikzpicture}
)");
  TreeStyle style;
  style.name_length = 0;
  style.max_nodes = 3;
  CHECK(dot("{2|+-1}", style) == R"(digraph game {
  node [shape=plaintext];
  edge [arrowhead=none];
  n0 [shape=point];
  n1 [label="2"];
  n2 [shape=point];
  m2 [label="... 2 more"];
  n2 -> m2 [style=dotted];
  n0 -> n1 [color="#1f5fa8", style=solid];
  n0 -> n2 [color="#c0392b", style=dashed];
  label="3 nodes drawn of a tree with 5";
}
)");
  // One node for 0 and all edges of *2 and *.
  style = {};
  style.shared = true;
  style.expand_names = true;
  const std::string shared = dot("*2", style);
  CHECK(occurrences(shared, "[label=") == 3);
  CHECK(occurrences(shared, " -> ") == 6);
  style.shared = false;
  CHECK(occurrences(dot("*2", style), "[label=") == 9);
  style.max_nodes = 10;
  CHECK(occurrences(dot("*1000000", style), "[label=") == 19);
}

TEST_CASE("SVG of game trees", "[picture]") {
  Store store;
  std::mt19937_64 random(43);
  for (std::size_t i = 0; i < testing::scaled(150); ++i) {
    const GameId g = testing::random_game(store, random, 3, 3);
    for (const bool shared : {false, true}) {
      TreeStyle style;
      style.max_nodes = 1 + i % 40;
      style.shared = shared;
      style.expand_names = i % 2 == 0;
      const std::string svg = game_tree_svg(store, g, style);
      INFO(svg);
      REQUIRE(xml_fault(svg) == "");
      const std::size_t drawn = occurrences(svg, " dy=\"4\"") + occurrences(svg, "<circle");
      CHECK(drawn <= style.max_nodes);
      // Cut trees say so, and only they.
      const bool cut = svg.find(" more</text>") != std::string::npos;
      CHECK(cut == (svg.find(" drawn of ") != std::string::npos));
      if (!cut && shared && style.expand_names) CHECK(drawn == store.follower_count(g));
    }
  }
}

TEST_CASE("Left's options are drawn to the left, Right's to the right", "[picture]") {
  Store store;
  std::mt19937_64 random(44);
  for (std::size_t i = 0; i < testing::scaled(50); ++i) {
    const GameId g = testing::random_game(store, random, 3, 2);
    std::istringstream svg(game_tree_svg(store, g, {200, false, false, 10}));
    for (std::string line; std::getline(svg, line);) {
      double x1 = 0;
      double y1 = 0;
      double x2 = 0;
      double y2 = 0;
      if (std::sscanf(line.c_str(), "<line x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf\"", &x1, &y1,
                      &x2, &y2) != 4) {
        continue;
      }
      CHECK(y1 < y2);
      const bool left = line.find("#1f5fa8") != std::string::npos;
      CHECK((left ? x2 < x1 : x1 < x2));
    }
  }
}

}  // namespace cgt::picture_test
