#include "repl/labs/sokoban_drawing.hpp"

#include <fmt/format.h>

#include <string_view>

#include "cgt/pictures/drawing.hpp"

namespace cgt::repl {

std::string sokoban_svg(const sokoban::Level& level, const std::string& title) {
  constexpr int kSquare = 24;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\">\n<title>{2}</title>\n<desc>{3}</desc>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#f4efe4\"/>\n",
      level.width * kSquare, level.height * kSquare, escape_xml(title), escape_xml(level.text()));
  for (int row = 0; row < level.height; ++row) {
    for (int column = 0; column < level.width; ++column) {
      const char cell = level.at(row, column);
      const int x = column * kSquare;
      const int y = row * kSquare;
      const auto is = [cell](std::string_view any) { return any.find(cell) != any.npos; };
      if (cell == '#') {
        out += fmt::format(
            "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" fill=\"#5b5348\"/>\n", x, y,
            kSquare);
      }
      if (is("$*")) {
        out += fmt::format(
            "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" rx=\"3\" fill=\"{3}\" "
            "stroke=\"#6b4a1c\"/>\n",
            x + 3, y + 3, kSquare - 6, cell == '*' ? "#8fbf7f" : "#d9a95a");
      }
      if (is("@+")) {
        out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"8\" fill=\"#1f5fa8\"/>\n",
                           x + kSquare / 2, y + kSquare / 2);
      }
      if (is(".*+")) {
        out += fmt::format(
            "<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"none\" stroke=\"#2c7d46\" "
            "stroke-width=\"2\"/>\n",
            x + kSquare / 2, y + kSquare / 2);
      }
    }
  }
  return out + "</svg>\n";
}

}  // namespace cgt::repl
