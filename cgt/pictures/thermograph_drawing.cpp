#include "cgt/pictures/thermograph_drawing.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "cgt/pictures/drawing.hpp"
#include "cgt/text/text.hpp"

namespace cgt {

std::string thermograph_svg(const Thermograph& thermograph, const std::string& title, int width,
                            int height) {
  const double margin = 44;
  const double top_margin = 52;
  const Frame frame = frame_of(thermograph);
  // Distances to the mean are small where the values themselves may be beyond a double.
  const Dyadic& mean = thermograph.mean();
  const double left_end = approximate(frame.high - mean) + 0.5;
  const double right_end = approximate(frame.low - mean) - 0.5;
  const double hottest = approximate(frame.top);
  const auto x_of = [&](const Dyadic& value) {
    return margin +
           (left_end - approximate(value - mean)) / (left_end - right_end) * (width - 2 * margin);
  };
  const auto y_of = [&](const Dyadic& t) {
    return height - margin - (approximate(t) + 1) / (hottest + 1) * (height - margin - top_margin);
  };
  const double x_left = margin;
  const double x_right = width - margin;

  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" "
      "font-family=\"Helvetica,Arial,sans-serif\" role=\"img\">\n<title>{2}</title>\n"
      "<desc>{4}</desc>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fffdf8\"/>\n"
      "<text x=\"{3}\" y=\"22\" font-size=\"14\" text-anchor=\"middle\" fill=\"#333\">{2}</text>\n",
      width, height, escape_xml(title), width / 2, escape_xml(to_text(thermograph)));

  const Dyadic half(1, 1);
  for (const Dyadic& v : round_ticks(frame.low - half, frame.high + half, 9)) {
    out += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#e8e2d4\"/>\n"
        "<text x=\"{0:.1f}\" y=\"{3:.1f}\" font-size=\"11\" text-anchor=\"middle\" "
        "fill=\"#666\">{4}</text>\n",
        x_of(v), y_of(frame.top), y_of(Dyadic(-1)), y_of(Dyadic(-1)) + 16, v.to_string());
  }
  std::vector<Dyadic> levels = round_ticks(Dyadic(), frame.top, 7);
  levels.emplace_back(-1);
  for (const Dyadic& t : levels) {
    out += fmt::format(
        "<line x1=\"{1:.1f}\" y1=\"{0:.1f}\" x2=\"{2:.1f}\" y2=\"{0:.1f}\" stroke=\"{4}\"/>\n"
        "<text x=\"{3:.1f}\" y=\"{0:.1f}\" dy=\"4\" font-size=\"11\" text-anchor=\"end\" "
        "fill=\"#666\">{5}</text>\n",
        y_of(t), x_left, x_right, x_left - 6, t.is_zero() ? "#b8ad94" : "#e8e2d4", t.to_string());
  }
  out += fmt::format(
      "<text x=\"{0}\" y=\"{1}\" font-size=\"11\" text-anchor=\"middle\" "
      "fill=\"#666\">value (Left's side to the left)</text>\n"
      "<text x=\"12\" y=\"{2:.1f}\" font-size=\"11\" text-anchor=\"middle\" "
      "fill=\"#666\" transform=\"rotate(-90 12 {2:.1f})\">temperature</text>\n",
      width / 2, height - 8, (y_of(frame.top) + y_of(Dyadic(-1))) / 2);

  for (const Player player : kPlayers) {
    std::string points;
    for (const Corner& corner : frame.walls[player]) {
      if (!points.empty()) points += ' ';
      points += fmt::format("{:.1f},{:.1f}", x_of(corner.value), y_of(corner.temperature));
    }
    out += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\" "
        "stroke-linejoin=\"round\"/>\n",
        points, player == Player::kLeft ? "#1f5fa8" : "#c0392b");
  }
  // The mast goes on for ever.
  const double x = x_of(mean);
  const double y = y_of(frame.top);
  out += fmt::format(
      "<polygon points=\"{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\" "
      "fill=\"#555\"/>\n",
      x, y - 10, x - 5, y, x + 5, y);
  PerPlayer<std::string> stops;
  for (const Player player : kPlayers) {
    stops[player] = thermograph.wall(player).at(Dyadic()).to_string();
  }
  out += fmt::format(
      "<text x=\"{}\" y=\"{:.1f}\" font-size=\"12\" text-anchor=\"middle\" "
      "fill=\"#333\">mean {}, temperature {}, stops {} and {}</text>\n</svg>\n",
      width / 2, y - 14, mean.to_string(), thermograph.temperature().to_string(),
      stops[Player::kLeft], stops[Player::kRight]);
  return out;
}

namespace {

constexpr int kLeastWidth = 24;
constexpr int kLeastHeight = 8;

// Dots of both walls on a grid of cells; writes cells as text.
class Canvas {
 public:
  Canvas(int columns, int rows, bool ascii)
      : columns_(columns),
        rows_(rows),
        across_(ascii ? 1 : 2),
        down_(ascii ? 1 : 4),
        ascii_(ascii) {
    dots_.resize(static_cast<std::size_t>(width()) * static_cast<std::size_t>(height()));
  }

  int width() const { return columns_ * across_; }
  int height() const { return rows_ * down_; }
  int row_of(int y) const { return y / down_; }
  int column_of(int x) const { return x / across_; }

  // A line of dots without gaps (Bresenham 1965).
  void line(int x, int y, int to_x, int to_y, Player wall) {
    const int dx = std::abs(to_x - x);
    const int dy = -std::abs(to_y - y);
    int error = dx + dy;
    while (true) {
      dots_[place(x, y)] |= static_cast<unsigned char>(1U << index(wall));
      if (x == to_x && y == to_y) return;
      const int twice = 2 * error;
      if (twice >= dy) {
        error += dy;
        x += x < to_x ? 1 : -1;
      }
      if (twice <= dx) {
        error += dx;
        y += y < to_y ? 1 : -1;
      }
    }
  }

  std::string cell(int column, int row) const {
    if (ascii_) return std::string(1, " <>|"[dots_[place(column, row)]]);
    // The dots of a braille cell are numbered down the columns, the fourth row last.
    constexpr unsigned kBits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    unsigned pattern = 0;
    for (int y = 0; y < 4; ++y) {
      for (int x = 0; x < 2; ++x) {
        if (dots_[place(column * 2 + x, row * 4 + y)] != 0) pattern |= kBits[y][x];
      }
    }
    if (pattern == 0) return " ";
    // U+2800 + pattern in UTF-8.
    return {static_cast<char>(0xE2), static_cast<char>(0xA0 | (pattern >> 6U)),
            static_cast<char>(0x80 | (pattern & 0x3FU))};
  }

 private:
  std::size_t place(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width()) +
           static_cast<std::size_t>(x);
  }

  int columns_;
  int rows_;
  int across_;
  int down_;
  bool ascii_;
  std::vector<unsigned char> dots_;
};

// `text`, or its beginning and "..".
std::string shortened(const std::string& text, int width) {
  const auto most = static_cast<std::size_t>(std::max(width, 2));
  return text.size() <= most ? text : text.substr(0, most - 2) + "..";
}

// Puts labels below (or above) columns; those put first keep their place, later ones that would
// touch them are left out.
class LabelLine {
 public:
  explicit LabelLine(int width) : text_(static_cast<std::size_t>(width), ' ') {}
  void put(int center, const std::string& label) {
    const int width = static_cast<int>(text_.size());
    const int size = static_cast<int>(label.size());
    if (size > width) return;
    const int from = std::clamp(center - size / 2, 0, width - size);
    for (int i = std::max(from - 1, 0); i < std::min(from + size + 1, width); ++i) {
      if (text_[static_cast<std::size_t>(i)] != ' ') return;
    }
    text_.replace(static_cast<std::size_t>(from), label.size(), label);
  }
  std::string text() const { return text_.substr(0, text_.find_last_not_of(' ') + 1); }

 private:
  std::string text_;
};

void strip_end(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

}  // namespace

std::string plot_thermograph(const Thermograph& thermograph, const PlotStyle& style) {
  if (style.width < kLeastWidth || style.height < kLeastHeight) {
    throw Error("this picture is too small for a thermograph",
                "it needs at least " + std::to_string(kLeastWidth) + " columns and " +
                    std::to_string(kLeastHeight) + " lines");
  }
  const Frame frame = frame_of(thermograph);
  const Dyadic& mean = thermograph.mean();

  // Temperatures to label, the most important first.
  std::vector<Dyadic> levels{thermograph.temperature(), Dyadic(), Dyadic(-1)};
  for (const Player player : kPlayers) {
    const auto& critical = thermograph.wall(player).critical;
    levels.insert(levels.end(), critical.begin(), critical.end());
  }
  const int widest = style.width / 3;
  int gutter = 2;
  for (const Dyadic& t : levels) {
    gutter = std::max(gutter, static_cast<int>(shortened(t.to_string(), widest).size()));
  }

  // Mean above; axis and stops below.
  const int rows = style.height - 3;
  const int columns = style.width - gutter - 1;
  Canvas canvas(columns, rows, style.ascii);
  const double span = approximate(frame.high - frame.low);
  const double top = approximate(frame.top);
  const auto x_of = [&](const Dyadic& v) {
    const double part = span > 0 ? approximate(frame.high - v) / span : 0.5;
    return static_cast<int>(std::lround(part * (canvas.width() - 1)));
  };
  const auto y_of = [&](const Dyadic& t) {
    return static_cast<int>(
        std::lround((top - approximate(t)) / (top + 1) * (canvas.height() - 1)));
  };
  for (const Player player : kPlayers) {
    const auto& wall = frame.walls[player];
    for (std::size_t i = 0; i + 1 < wall.size(); ++i) {
      canvas.line(x_of(wall[i].value), y_of(wall[i].temperature), x_of(wall[i + 1].value),
                  y_of(wall[i + 1].temperature), player);
    }
  }

  std::vector<std::string> labels(static_cast<std::size_t>(rows));
  for (const Dyadic& t : levels) {
    auto& label = labels[static_cast<std::size_t>(canvas.row_of(y_of(t)))];
    if (label.empty()) label = shortened(t.to_string(), widest);
  }
  const std::string indent(static_cast<std::size_t>(gutter) + 1, ' ');
  std::vector<std::string> lines;
  LabelLine head(columns);
  head.put(canvas.column_of(x_of(mean)), shortened("mean " + mean.to_string(), columns));
  lines.push_back(indent + head.text());
  for (int row = 0; row < rows; ++row) {
    const std::string& label = labels[static_cast<std::size_t>(row)];
    std::string line(static_cast<std::size_t>(gutter) - label.size(), ' ');
    line += label + (style.ascii ? (label.empty() ? "|" : "+") : (label.empty() ? "│" : "┤"));
    for (int column = 0; column < columns; ++column) line += canvas.cell(column, row);
    lines.push_back(line);
  }
  // The stops are the walls at temperature 0; the axis carries them at their place.
  std::string axis = indent.substr(1) + (style.ascii ? "+" : "└");
  LabelLine foot(columns);
  std::vector<int> ticks;
  for (const Player player : kPlayers) {
    const Dyadic stop = thermograph.wall(player).at(Dyadic());
    ticks.push_back(canvas.column_of(x_of(stop)));
    foot.put(ticks.back(), shortened(stop.to_string(), columns / 2 - 1));
  }
  for (int column = 0; column < columns; ++column) {
    const bool tick = std::ranges::find(ticks, column) != ticks.end();
    axis += style.ascii ? (tick ? "+" : "-") : (tick ? "┴" : "─");
  }
  lines.push_back(axis);
  lines.push_back(indent + foot.text());
  std::string out;
  for (std::string& line : lines) {
    strip_end(line);
    out += line + "\n";
  }
  return out;
}

namespace {

// m/2^k has k decimals.
std::string decimal(const Dyadic& x) {
  mpz_class digits = abs(x.numerator());
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 5, x.exponent());
  digits *= power;
  std::string text = digits.get_str();
  if (x.exponent() > 0) {
    if (text.size() <= x.exponent()) text.insert(0, x.exponent() + 1 - text.size(), '0');
    text.insert(text.size() - x.exponent(), ".");
  }
  return (x.sign() < 0 ? "-" : "") + text;
}

// TeX holds no length beyond 16383pt: larger coordinates are halved as often as needed.
std::uint32_t halvings(Dyadic extent) {
  std::uint32_t count = 0;
  for (; extent > Dyadic(100); extent = extent.half()) ++count;
  return count;
}

}  // namespace

std::string thermograph_tikz(const Thermograph& thermograph, const TikzStyle& style) {
  const Frame frame = frame_of(thermograph);
  const Dyadic& mean = thermograph.mean();
  const std::uint32_t x_halvings = halvings(frame.high - frame.low);
  const std::uint32_t y_halvings = halvings(frame.top);
  const auto x_of = [&](const Dyadic& v) {
    return decimal((mean - v).scaled(-std::int64_t{x_halvings}));
  };
  const auto y_of = [&](const Dyadic& t) { return decimal(t.scaled(-std::int64_t{y_halvings})); };
  const Dyadic floor(-1);
  const Dyadic half(1, 1);
  const std::string left = x_of(frame.high + half);
  const std::string right = x_of(frame.low - half);

  std::string out =
      fmt::format("\\begin{{tikzpicture}}[x={:g}cm,y={:g}cm]\n", style.x_scale, style.y_scale);
  out += "  % x = mean - value, so values grow to the left; y = temperature";
  if (x_halvings != 0) out += fmt::format("; x divided by 2^{}", x_halvings);
  if (y_halvings != 0) out += fmt::format("; y divided by 2^{}", y_halvings);
  out += "\n";
  out += fmt::format("  \\draw[->] ({0},{1}) -- ({0},{2});\n", left, y_of(floor), y_of(frame.top));
  out += fmt::format("  \\draw ({},0) -- ({},0);\n", left, right);

  // Exact labels: critical temperatures on the axis, mean above, stops below.
  std::vector<Dyadic> levels{Dyadic()};
  for (const Player player : kPlayers) {
    const auto& critical = thermograph.wall(player).critical;
    levels.insert(levels.end(), critical.begin(), critical.end());
  }
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  for (const Dyadic& t : levels) {
    out += fmt::format("  \\node[left] at ({},{}) {{${}$}};\n", left, y_of(t), to_latex(t));
  }
  PerPlayer<Dyadic> stops;
  for (const Player player : kPlayers) stops[player] = thermograph.wall(player).at(Dyadic());
  for (const Player player : kPlayers) {
    if (player == Player::kRight && stops[Player::kLeft] == stops[Player::kRight]) break;
    out += fmt::format("  \\node[below] at ({},{}) {{${}$}};\n", x_of(stops[player]), y_of(floor),
                       to_latex(stops[player]));
  }
  for (const Player player : kPlayers) {
    out += "  \\draw[thick]";
    const char* separator = " ";
    for (const Corner& corner : frame.walls[player]) {
      out += fmt::format("{}({},{})", separator, x_of(corner.value), y_of(corner.temperature));
      separator = " -- ";
    }
    out += ";\n";
  }
  out += fmt::format("  \\draw[thick,->] (0,{0}) -- (0,{1}) node[above] {{${2}$}};\n",
                     y_of(std::max(thermograph.temperature(), floor)), y_of(frame.top),
                     to_latex(mean));
  return out + "\\end{tikzpicture}\n";
}

}  // namespace cgt
