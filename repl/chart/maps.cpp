#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "repl/chart/chart.hpp"
#include "repl/chart/scale.hpp"

namespace cgt::repl {
namespace {

constexpr const char* kUnknown = "#bbbbbb";
constexpr const char* kLineColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000"};
constexpr const char* kDashes[] = {"", "7 3", "2 3", "9 3 2 3", "1 4"};

struct Rgb {
  double r, g, b;
};
constexpr Rgb kWhite{255, 255, 255};
constexpr Rgb kBelow{0, 84, 140};
constexpr Rgb kAbove{200, 76, 0};

std::string mixed(const Rgb& from, const Rgb& to, double part) {
  const auto at = [part](double a, double b) {
    return static_cast<int>(std::lround(a + part * (b - a)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", at(from.r, to.r), at(from.g, to.g), at(from.b, to.b));
}

// -1 .. 1
double part_of(const HeatMap& chart, double value) {
  const double ratio = std::log(std::max(value, 1e-9) / chart.middle) / std::log(chart.span);
  return std::clamp(ratio, -1.0, 1.0);
}

std::string colour(const HeatMap& chart, double value) {
  if (!std::isfinite(value)) return kUnknown;
  const double part = part_of(chart, value);
  return mixed(kWhite, part < 0 ? kBelow : kAbove, std::abs(part));
}

// Which of n labels are shown, when each takes `need` units and has `room`.
std::size_t every(double need, double room) {
  return static_cast<std::size_t>(std::max(1.0, std::ceil(need / room)));
}

double widest(const std::vector<std::string>& labels) {
  double out = 0;
  for (const std::string& label : labels) out = std::max(out, text_width(label));
  return out;
}

// Where a line of `level` crosses the sides of a cell between four grid points, as pairs of ends.
struct Segment {
  double x1, y1, x2, y2;
};

std::vector<Segment> contour(const ContourChart& chart, double level, const Scale& x,
                             const Scale& y) {
  std::vector<Segment> out;
  for (std::size_t r = 0; r + 1 < chart.rows.size(); ++r) {
    for (std::size_t c = 0; c + 1 < chart.columns.size(); ++c) {
      // Corners around the cell.
      const std::size_t rows[4] = {r, r, r + 1, r + 1};
      const std::size_t columns[4] = {c, c + 1, c + 1, c};
      std::vector<std::pair<double, double>> ends;
      bool known = true;
      for (int i = 0; i < 4; ++i) known = known && std::isfinite(chart.values[rows[i]][columns[i]]);
      if (!known) continue;
      for (int i = 0; i < 4; ++i) {
        const int k = (i + 1) % 4;
        const double a = chart.values[rows[i]][columns[i]];
        const double b = chart.values[rows[k]][columns[k]];
        if ((a < level) == (b < level)) continue;
        const double part = (level - a) / (b - a);
        const double x1 = x(chart.columns[columns[i]]);
        const double x2 = x(chart.columns[columns[k]]);
        const double y1 = y(chart.rows[rows[i]]);
        const double y2 = y(chart.rows[rows[k]]);
        ends.emplace_back(x1 + part * (x2 - x1), y1 + part * (y2 - y1));
      }
      for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
        out.push_back({ends[i].first, ends[i].second, ends[i + 1].first, ends[i + 1].second});
      }
    }
  }
  return out;
}

// "row: value value ...", from the top.
template <class Name>
std::string rows_in_words(const std::vector<std::vector<double>>& values, Name name) {
  std::string out;
  for (std::size_t row = 0; row < values.size(); ++row) {
    out += fmt::format("; {}:", name(row));
    for (const double value : values[row])
      out += std::isfinite(value) ? fmt::format(" {:.4g}", value) : " unknown";
  }
  return out;
}

std::string description_of(const HeatMap& chart) {
  std::string out = fmt::format("{} by {} and {}", chart.value_label, chart.y_label, chart.x_label);
  for (const HeatMap::Panel& panel : chart.panels) {
    out += "; " + panel.title +
           rows_in_words(panel.values, [&](std::size_t row) { return chart.rows[row]; });
  }
  return out;
}

std::string description_of(const ContourChart& chart) {
  return fmt::format("{} by {} and {}", chart.value_label, chart.y.label, chart.x.label) +
         rows_in_words(chart.values, [&](std::size_t row) { return tick_label(chart.rows[row]); });
}

}  // namespace

std::string svg(const HeatMap& chart) {
  constexpr double kPanelHeight = 176;
  const double panel_width =
      std::clamp(9.0 * static_cast<double>(chart.columns.size()), 180.0, 280.0);
  const std::size_t across = std::min<std::size_t>(3, chart.panels.size());
  const std::size_t down = (chart.panels.size() + across - 1) / across;
  const double left = 34 + widest(chart.rows) + 8;
  const double step_x = panel_width + widest(chart.rows) + 34;
  const double step_y = kPanelHeight + 64;
  const double legend_x = left + step_x * static_cast<double>(across) - 12;
  const double width = std::max(legend_x + 100, left + 12 + text_width(chart.title) * 1.3);
  const double height = 64 + step_y * static_cast<double>(down) + 8;
  Svg out(std::ceil(width), height, chart.title, description_of(chart));
  out.text(left, 24, chart.title, "start", "font-size=\"15\" font-weight=\"bold\"");
  const double cell_w = panel_width / static_cast<double>(chart.columns.size());
  const double cell_h = kPanelHeight / static_cast<double>(chart.rows.size());
  const std::size_t every_column = every(widest(chart.columns) + 8, cell_w);
  const std::size_t every_row = every(16, cell_h);
  for (std::size_t p = 0; p < chart.panels.size(); ++p) {
    const double x0 = left + step_x * static_cast<double>(p % across);
    const std::size_t row = p / across;
    const double y0 = 64 + step_y * static_cast<double>(row);
    out.text(x0, y0 - 8, chart.panels[p].title, "start", "font-weight=\"bold\"");
    for (std::size_t r = 0; r < chart.rows.size(); ++r) {
      const double y = y0 + cell_h * static_cast<double>(r);
      for (std::size_t c = 0; c < chart.columns.size(); ++c) {
        // Wider by a little, so that no background shows between cells.
        out.rect(x0 + cell_w * static_cast<double>(c), y, cell_w + 0.3, cell_h + 0.3,
                 fmt::format("fill=\"{}\"", colour(chart, chart.panels[p].values[r][c])));
      }
      if (r % every_row == 0) out.text(x0 - 6, y + cell_h / 2 + 4, chart.rows[r], "end");
    }
    for (std::size_t c = 0; c < chart.columns.size(); c += every_column) {
      out.text(x0 + cell_w * (static_cast<double>(c) + 0.5), y0 + kPanelHeight + 16,
               chart.columns[c], "middle");
    }
    out.rect(x0, y0, panel_width, kPanelHeight, fmt::format("fill=\"none\" stroke=\"{}\"", kInk));
    out.text(x0 + panel_width / 2, y0 + kPanelHeight + 34, chart.x_label, "middle");
  }
  for (std::size_t d = 0; d < down; ++d) {
    out.text_upward(18, 64 + step_y * static_cast<double>(d) + kPanelHeight / 2, chart.y_label);
  }
  constexpr int kSteps = 40;
  for (int i = 0; i < kSteps; ++i) {
    const double value = chart.middle * std::pow(chart.span, 1 - 2 * (i + 0.5) / kSteps);
    out.rect(legend_x, 64 + kPanelHeight * i / kSteps, 18, kPanelHeight / kSteps + 0.3,
             fmt::format("fill=\"{}\"", colour(chart, value)));
  }
  out.rect(legend_x, 64, 18, kPanelHeight, fmt::format("fill=\"none\" stroke=\"{}\"", kInk));
  out.text(legend_x, 56, chart.value_label, "start");
  for (const double part : {1.0, 0.5, 0.0, -0.5, -1.0}) {
    const double value = chart.middle * std::pow(chart.span, part);
    const std::string sign = part == 1 ? "\u2265 " : part == -1 ? "\u2264 " : "";
    out.text(legend_x + 24, 68 + kPanelHeight * (1 - part) / 2, sign + fmt::format("{:.3g}", value),
             "start");
  }
  return out.finish();
}

std::string svg(const ContourChart& chart) {
  constexpr double kLeft = 76;
  constexpr double kTop = 46;
  const double cell_w = std::clamp(480.0 / static_cast<double>(chart.columns.size()), 42.0, 90.0);
  const double cell_h = std::clamp(320.0 / static_cast<double>(chart.rows.size()), 26.0, 60.0);
  const double right = kLeft + cell_w * static_cast<double>(chart.columns.size());
  const double bottom = kTop + cell_h * static_cast<double>(chart.rows.size());
  const double width = std::max(right + 52 + std::max(text_width(chart.unknown), 120.0),
                                kLeft + 12 + text_width(chart.title) * 1.3);
  Svg out(std::ceil(width), bottom + 60, chart.title, description_of(chart));
  out.text(kLeft, 24, chart.title, "start", "font-size=\"15\" font-weight=\"bold\"");
  double least = INFINITY;
  double greatest = -INFINITY;
  for (const auto& row : chart.values) {
    for (const double v : row) {
      if (!std::isfinite(v)) continue;
      least = std::min(least, v);
      greatest = std::max(greatest, v);
    }
  }
  // Grid points are the centres of cells; rows go up.
  const auto half = [](const std::vector<double>& grid) {
    return grid.size() > 1 ? (grid[1] - grid[0]) / 2 : 0.5;
  };
  const double hx = half(chart.columns);
  const double hy = half(chart.rows);
  Axis ax = chart.x;
  ax.least = chart.columns.front() - hx;
  ax.greatest = chart.columns.back() + hx;
  Axis ay = chart.y;
  ay.least = chart.rows.front() - hy;
  ay.greatest = chart.rows.back() + hy;
  const Scale x(ax, 0, 1, kLeft, right);
  const Scale y(ay, 0, 1, bottom, kTop);
  for (std::size_t r = 0; r < chart.rows.size(); ++r) {
    for (std::size_t c = 0; c < chart.columns.size(); ++c) {
      const double v = chart.values[r][c];
      const double part = greatest > least ? std::log(v / least) / std::log(greatest / least) : 0;
      out.rect(x(chart.columns[c]) - cell_w / 2, y(chart.rows[r]) - cell_h / 2, cell_w + 0.3,
               cell_h + 0.3,
               fmt::format("fill=\"{}\"",
                           std::isfinite(v) ? mixed(kWhite, {120, 170, 215}, part) : kUnknown));
    }
  }
  // The legend tells what is there.
  double row = kTop + 34;
  for (std::size_t l = 0; l < chart.levels.size(); ++l) {
    const std::string style =
        fmt::format("stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"",
                    kLineColours[l % std::size(kLineColours)], kDashes[l % std::size(kDashes)]);
    const std::vector<Segment> segments = contour(chart, chart.levels[l], x, y);
    if (segments.empty()) continue;
    for (const Segment& s : segments) out.line(s.x1, s.y1, s.x2, s.y2, style);
    out.line(right + 16, row, right + 50, row, style);
    out.text(right + 58, row + 4, tick_label(chart.levels[l]), "start");
    row += 22;
  }
  out.text(right + 16, kTop + 12, chart.value_label, "start");
  // Numbers last, over a little white, so that no line runs through them.
  for (std::size_t r = 0; r < chart.rows.size(); ++r) {
    for (std::size_t c = 0; c < chart.columns.size(); ++c) {
      const double v = chart.values[r][c];
      const std::string text = std::isfinite(v) ? fmt::format("{:.3g}", v) : "?";
      const double half_text = text_width(text) / 2 + 1;
      out.rect(x(chart.columns[c]) - half_text, y(chart.rows[r]) - 8, 2 * half_text, 16,
               "fill=\"#ffffff\" fill-opacity=\"0.9\"");
      out.text(x(chart.columns[c]), y(chart.rows[r]) + 4, text, "middle");
    }
  }
  const bool any_unknown = std::ranges::any_of(chart.values, [](const auto& values) {
    return std::ranges::any_of(values, [](double v) { return !std::isfinite(v); });
  });
  if (any_unknown) {
    row += 10;
    out.rect(right + 16, row - 8, 16, 16, fmt::format("fill=\"{}\"", kUnknown));
    out.text(right + 40, row + 4, chart.unknown, "start");
  }
  // Ticks at the points of the grid, not at round numbers between them.
  const std::string ink = fmt::format("stroke=\"{}\"", kInk);
  out.line(kLeft, bottom, right, bottom, ink);
  out.line(kLeft, kTop, kLeft, bottom, ink);
  for (const double c : chart.columns) {
    out.line(x(c), bottom, x(c), bottom + 6, ink);
    out.text(x(c), bottom + 20, tick_label(c), "middle");
  }
  for (const double r : chart.rows) {
    out.line(kLeft - 6, y(r), kLeft, y(r), ink);
    out.text(kLeft - 9, y(r) + 4, tick_label(r), "end");
  }
  out.text((kLeft + right) / 2, bottom + 42, chart.x.label, "middle");
  out.text_upward(kLeft - 48, (kTop + bottom) / 2, chart.y.label);
  return out.finish();
}

}  // namespace cgt::repl
