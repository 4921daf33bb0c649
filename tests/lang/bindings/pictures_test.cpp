// X.Svg of boards: what stands in the picture is what the text of the board says.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "lang/bindings/bindings.hpp"
#include "tests/lang/evaluate.hpp"

namespace pictures_test {

namespace {

using cgt::lang::Result;
using cgt::lang::Session;

// Every picture comes from this session of a test case.
class Scripts {
 public:
  Scripts() { cgt::lang::add_all_packages(session_); }
  Result evaluate(const std::string& text) {
    return session_.evaluate(text, cgt::lang::testing::kLimits);
  }
  // X.Svg is one <svg> element, without style sheets.
  std::string picture(const std::string& expression) {
    const Result result = evaluate(expression + ".Svg");
    INFO(expression << ": " << result.diagnostics);
    REQUIRE(result.ok());
    std::string svg = result.value.as_string();
    CHECK(svg.rfind("<svg xmlns=", 0) == 0);
    CHECK(svg.ends_with("</svg>\n"));
    CHECK(svg.find("<svg", 1) == std::string::npos);
    CHECK(svg.find("style=") == std::string::npos);
    CHECK(svg.find("<title>") != std::string::npos);
    return svg;
  }

 private:
  Session session_;
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

// The characters of the cells in the order of the picture.
std::string letters(const std::string& svg) {
  std::string out;
  const std::string end = "</text>";
  for (std::size_t at = svg.find(end); at != std::string::npos; at = svg.find(end, at + 1))
    out += svg[at - 1];
  return out;
}

std::string without(std::string text, const std::string& characters) {
  std::erase_if(text, [&](char c) { return characters.find(c) != std::string::npos; });
  return text;
}

std::vector<std::string> strips(std::size_t length, const std::string& cells) {
  std::vector<std::string> found{""};
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<std::string> longer;
    for (const std::string& strip : found) {
      for (const char cell : cells) longer.push_back(strip + cell);
    }
    found = std::move(longer);
  }
  return found;
}

}  // namespace

TEST_CASE("pictures of positions show every cell", "[lang]") {
  Scripts scripts;
  for (std::size_t length = 1; length <= 4; ++length) {
    for (const std::string& strip : strips(length, ".tf")) {
      const std::string svg = scripts.picture("game.strip.ToadsAndFrogs(\"" + strip + "\")");
      CHECK(count(svg, "<rect ") == length);
      CHECK(letters(svg) == without(strip, "."));
      CHECK(svg.find("<desc>" + strip + "</desc>") != std::string::npos);
    }
  }
  for (const std::string& row : strips(3, ".xo#")) {
    const std::string board = row + "|x#.";
    const std::string svg = scripts.picture("game.grid.Clobber(\"" + board + "\")");
    CHECK(count(svg, "<rect ") == 6);
    CHECK(letters(svg) == without(board, ".#|"));
    CHECK(count(svg, "#444") == static_cast<std::size_t>(std::ranges::count(board, '#')));
  }
}

TEST_CASE("positions of scripts and boards have the same pictures", "[lang]") {
  Scripts scripts;
  const std::string script =
      "singleton class Own extends GridRuleset\n"
      "  class Position(grid as Grid) extends GridGame\n"
      "    override def Options(player as Player) := [];\n"
      "  end\n"
      "  override def CharMap := \".xo#\";\n"
      "end;\n";
  const auto cells = [](std::string svg) { return svg.substr(svg.find("</desc>")); };
  const std::string native = scripts.picture("game.grid.Clobber(\"xo|.#\")");
  CHECK(cells(scripts.picture(script + "Own(\"xo|.#\")")) == cells(native));
  const auto board = scripts.evaluate("Grid.Parse(\"xo|.#\", \".xo#\").Svg(\".xo#\")");
  REQUIRE(board.ok());
  CHECK(cells(board.value.as_string()) == cells(native));
  CHECK(letters(scripts.picture("Strip([3,0,1])")) == "31");
}

TEST_CASE("pictures of heaps have a square for each token", "[lang]") {
  Scripts scripts;
  for (std::size_t a = 0; a <= 6; ++a) {
    for (std::size_t b = a; b <= 6; ++b) {
      const std::string svg = scripts.picture(fmt::format("game.heap.Nim(\"{}+{}+9\")", a, b));
      CHECK(count(svg, "<rect ") == a + b + 9);
    }
  }
  CHECK(count(scripts.picture("game.heap.Kayles(12)"), "<rect ") == 12);
}

TEST_CASE("pictures of graphs have every vertex and every edge", "[lang]") {
  Scripts scripts;
  std::string path = ".";
  for (std::size_t n = 1; n <= 12; ++n, path += "-.") {
    const std::string svg = scripts.picture("game.graph.NodeKayles(\"" + path + "\")");
    CHECK(count(svg, "<circle ") == n);
    CHECK(count(svg, "<path ") == n - 1);
  }
  // The first vertex is the ground; two parallel edges bend to different sides, a loop comes back.
  const std::string stalks = scripts.picture("game.graph.Hackenbush(\":Al:Bl:Cr:A;:Be:B\")");
  CHECK(count(stalks, "<circle ") == 2);
  CHECK(count(stalks, "<path ") == 4);
  CHECK(count(stalks, "stroke-dasharray") == 1);
  CHECK(letters(stalks).size() == 4);
  const std::string parallel = scripts.picture("game.graph.Hackenbush(\":Al:B;:Al:B\")");
  std::set<std::string> paths;
  for (std::size_t at = parallel.find(" d=\""); at != std::string::npos;
       at = parallel.find(" d=\"", at + 1))
    paths.insert(parallel.substr(at, parallel.find('"', at + 4) - at));
  CHECK(paths.size() == 2);
  // An arrow for each edge.
  const std::string directed = scripts.picture("game.graph.DigraphPlacement(\"L>R>L(>R;<L)\")");
  CHECK(count(directed, "<path ") == 8);
  CHECK(count(directed, "<circle ") == 5);
}

TEST_CASE("what cannot be drawn is refused", "[lang]") {
  Scripts scripts;
  for (const char* position : {"game.heap.Mem(\"(10,7)\")", "game.heap.Cutcake(\"(3,5)\")"}) {
    const auto result = scripts.evaluate(std::string(position) + ".Svg");
    INFO(position << ": " << result.diagnostics);
    CHECK_FALSE(result.ok());
  }
  const auto large = scripts.evaluate("Grid.Empty(101, 100).Svg");
  CHECK_FALSE(large.ok());
  CHECK(large.diagnostics.find("at most 10000 cells") != std::string::npos);
  CHECK(scripts.picture("Grid.Empty(100, 100)").size() > 10'000);
  CHECK_FALSE(scripts.evaluate("game.heap.Nim(10001).Svg").ok());
  CHECK(scripts.evaluate("game.heap.Nim(10000).Svg").ok());
  CHECK_FALSE(scripts.evaluate("game.graph.NodeKayles(\".\" + \"-.\".Repeated(200)).Svg").ok());
  CHECK(scripts.evaluate("game.graph.NodeKayles(\".\" + \"-.\".Repeated(199)).Svg").ok());
}

TEST_CASE("pictures of Go show stones, coordinates and solved parts", "[lang]") {
  Scripts scripts;
  const std::string region = scripts.picture("game.go.Region(\"BBBB/W..B/BBBB\")");
  // The region keeps the immortal stones that touch it: #BB#/W..B/##B#.
  CHECK(count(region, "r=\"13.8\"") == 5);
  CHECK(count(region, "r=\"4\"") == 5);
  const std::string board = scripts.picture("game.go.Board(\".X.OO/XXXO./.X.OO\")");
  CHECK(count(board, "r=\"13.8\"") == 10);
  CHECK(letters(board) == "ABCDE321");
  CHECK(board.find("fill-opacity") == std::string::npos);
  const std::string solved =
      scripts.picture("b := game.go.Board(\".X.OO/XXXO./.X.OO\"); b.Subgames;\nb");
  CHECK(count(solved, "fill-opacity") ==
        static_cast<std::size_t>(
            *scripts.evaluate("game.go.Board(\".X.OO/XXXO./.X.OO\").Subgames.Size")
                 .value.small_integer()));
}

}  // namespace pictures_test
