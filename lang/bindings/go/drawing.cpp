#include "lang/bindings/go/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cgt/pictures/drawing.hpp"

namespace cgt::lang {
namespace {

constexpr int kPoint = 30;
constexpr int kRim = 26;  // coordinates

int centre_of(int place) { return kRim + kPoint * place + kPoint / 2; }

std::string svg_head(int columns, int rows, std::string_view title, std::string_view text) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\" "
      "text-anchor=\"middle\">\n<title>{2}</title>\n<desc>{3}</desc>\n",
      2 * kRim + kPoint * columns, 2 * kRim + kPoint * rows, escape_xml(title), escape_xml(text));
}

// What stands on a point, or is to be there: "#rrggbb" each.
std::string stone_svg(int x, int y, bool black, bool immortal) {
  std::string out =
      fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{:g}\" fill=\"{}\" stroke=\"#111\"/>\n",
                  centre_of(x), centre_of(y), kPoint * 0.46, black ? "#111" : "#fff");
  if (immortal) {
    out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{}\"/>\n", centre_of(x),
                       centre_of(y), black ? "#fff" : "#111");
  }
  return out;
}

std::string point_square(int x, int y) {
  return fmt::format("M{} {}h{}v{}h-{}z", kRim + kPoint * x, kRim + kPoint * y, kPoint, kPoint,
                     kPoint);
}

std::string diagram_of(const go::Board& board) {
  std::string out;
  for (int y = 0; y < board.height(); ++y) {
    if (y > 0) out += '/';
    for (int x = 0; x < board.width(); ++x) {
      const go::Colour colour = board[go::Point::at(x, y)];
      out += colour == go::Colour::kEmpty ? '.' : colour == go::Colour::kBlack ? 'X' : 'O';
    }
  }
  return out;
}

}  // namespace

std::string go_board_svg(const go::Board& board, std::string_view title,
                         const std::vector<GoTint>& tints) {
  std::string out = svg_head(board.width(), board.height(), title, diagram_of(board));
  out += "<rect width=\"100%\" height=\"100%\" fill=\"#f3dcae\"/>\n";
  for (const GoTint& tint : tints) {
    std::string path;
    for (const go::Point p : tint.points) path += point_square(p.x, p.y);
    out += fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"0.6\"><title>{}</title></path>\n",
                       path, tint.colour, escape_xml(tint.text));
  }
  std::string lines;
  for (int x = 0; x < board.width(); ++x) {
    lines += fmt::format("M{} {}V{}", centre_of(x), centre_of(0), centre_of(board.height() - 1));
  }
  for (int y = 0; y < board.height(); ++y) {
    lines += fmt::format("M{} {}H{}", centre_of(0), centre_of(y), centre_of(board.width() - 1));
  }
  out += "<path d=\"" + lines + "\" stroke=\"#555\" fill=\"none\"/>\n";
  for (int y = 0; y < board.height(); ++y) {
    for (int x = 0; x < board.width(); ++x) {
      const go::Colour colour = board[go::Point::at(x, y)];
      if (colour != go::Colour::kEmpty) out += stone_svg(x, y, colour == go::Colour::kBlack, false);
    }
  }
  for (int x = 0; x < board.width(); ++x) {
    out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", centre_of(x), kRim / 2 + 4,
                       go::column_name(x));
  }
  for (int y = 0; y < board.height(); ++y) {
    out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", kRim / 2, centre_of(y) + 4,
                       board.height() - y);
  }
  return out + "</svg>\n";
}

std::string go_region_svg(std::string_view region) {
  std::vector<std::string_view> rows;
  for (std::size_t at = 0; at <= region.size();) {
    const std::size_t end = std::min(region.find('/', at), region.size());
    rows.push_back(region.substr(at, end - at));
    at = end + 1;
  }
  std::size_t columns = 0;
  for (const std::string_view row : rows) columns = std::max(columns, row.size());
  const auto inside = [&](std::size_t x, std::size_t y) {
    return y < rows.size() && x < rows[y].size() && rows[y][x] != '#';
  };
  std::string ground;
  std::string lines;
  std::string stones;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      if (!inside(column, row)) continue;
      const int x = static_cast<int>(column);
      const int y = static_cast<int>(row);
      ground += point_square(x, y);
      if (inside(column + 1, row))
        lines += fmt::format("M{} {}h{}", centre_of(x), centre_of(y), kPoint);
      if (inside(column, row + 1))
        lines += fmt::format("M{} {}v{}", centre_of(x), centre_of(y), kPoint);
      switch (rows[row][column]) {
        case 'B': stones += stone_svg(x, y, true, true); break;
        case 'W': stones += stone_svg(x, y, false, true); break;
        case 'X':
        case 'Y': stones += stone_svg(x, y, true, false); break;
        case 'O':
        case 'Q': stones += stone_svg(x, y, false, false); break;
        default: break;
      }
    }
  }
  return svg_head(static_cast<int>(columns), static_cast<int>(rows.size()), "Go region", region) +
         "<path d=\"" + ground + "\" fill=\"#f3dcae\"/>\n<path d=\"" + lines +
         "\" stroke=\"#555\" fill=\"none\"/>\n" + stones + "</svg>\n";
}

}  // namespace cgt::lang
