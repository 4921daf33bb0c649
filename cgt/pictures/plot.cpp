#include "cgt/pictures/plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "cgt/pictures/drawing.hpp"
#include "cgt/support/error.hpp"

namespace cgt {
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

}  // namespace cgt
