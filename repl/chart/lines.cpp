#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "repl/chart/chart.hpp"
#include "repl/chart/scale.hpp"

namespace cgt::repl {
namespace {

// Okabe and Ito, the darker ones first; yellow is too light for lines.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#e69f00", "#56b4e9", "#000000"};
constexpr std::size_t kMarkers = 5;

std::string marker(std::size_t kind, double x, double y, const char* colour) {
  switch (kind % kMarkers) {
    case 0:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>", x, y, colour);
    case 1:
      return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"7\" fill=\"{}\"/>",
                         x - 3.5, y - 3.5, colour);
    case 2:
      return fmt::format(
          "<path d=\"M{:.1f} {:.1f}l4.6 8h-9.2z\" fill=\"#ffffff\" stroke=\"{}\" "
          "stroke-width=\"1.6\"/>",
          x, y - 5, colour);
    case 3:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l5 5l-5 5l-5 -5z\" fill=\"{}\"/>", x, y - 5,
                         colour);
    default:
      return fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.6\" fill=\"#ffffff\" stroke=\"{}\" "
          "stroke-width=\"1.6\"/>",
          x, y, colour);
  }
}

struct Extent {
  double least = INFINITY;
  double greatest = -INFINITY;
  void take(double v) {
    if (!std::isfinite(v)) return;
    least = std::min(least, v);
    greatest = std::max(greatest, v);
  }
};

struct Extents {
  Extent x, y;
};

Extents extents(const LineChart& chart) {
  Extents out;
  for (const ChartCurve& curve : chart.curves) {
    for (const ChartPoint& p : curve.points) {
      if (!std::isfinite(p.y)) continue;
      out.x.take(p.x);
      if (!chart.y.logarithmic || p.y - p.error > 0) out.y.take(p.y - p.error);
      if (!chart.y.logarithmic || p.y > 0) out.y.take(p.y);
      out.y.take(p.y + p.error);
    }
  }
  if (chart.level) out.y.take(*chart.level);
  return out;
}

std::string description_of(const LineChart& chart) {
  std::string out = fmt::format("{} over {}", chart.y.label, chart.x.label);
  for (const ChartCurve& curve : chart.curves) {
    out += fmt::format("; {}:", curve.name);
    for (const ChartPoint& point : curve.points)
      out += fmt::format(" {:.4g} at {:.4g},", point.y, point.x);
    if (out.ends_with(',')) out.pop_back();
  }
  return out;
}

}  // namespace

std::string svg(const LineChart& chart) {
  constexpr double kLeft = 76;
  constexpr double kTop = 46;
  constexpr double kRight = 596;
  constexpr double kBottom = 366;
  double legend = 0;
  for (const ChartCurve& curve : chart.curves) legend = std::max(legend, text_width(curve.name));
  const double width =
      std::max(kRight + 52 + legend + 12, kLeft + 12 + text_width(chart.title) * 1.3);
  Svg out(std::ceil(width), kBottom + 60, chart.title, description_of(chart));
  const auto [ex, ey] = extents(chart);
  const Scale x(chart.x, ex.least, ex.greatest, kLeft, kRight);
  const Scale y(chart.y, ey.least, ey.greatest, kBottom, kTop);
  out.text(kLeft, 24, chart.title, "start", "font-size=\"15\" font-weight=\"bold\"");
  if (chart.level && y.inside(*chart.level)) {
    out.line(kLeft, y(*chart.level), kRight, y(*chart.level),
             "stroke=\"#777777\" stroke-dasharray=\"5 4\"");
  }
  for (std::size_t i = 0; i < chart.curves.size(); ++i) {
    const ChartCurve& curve = chart.curves[i];
    const char* colour = kColours[i % std::size(kColours)];
    const std::string stroke = fmt::format("stroke=\"{}\"", colour);
    std::string path;
    for (const ChartPoint& p : curve.points) {
      if (!std::isfinite(p.y) || !y.inside(p.y) || !x.inside(p.x)) continue;
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x(p.x), y(p.y));
    }
    if (!path.empty()) {
      out.raw(fmt::format("<path d=\"{}\" fill=\"none\" {} stroke-width=\"1.6\"/>", path, stroke));
    }
    for (const ChartPoint& p : curve.points) {
      if (!std::isfinite(p.y) || !y.inside(p.y) || !x.inside(p.x)) continue;
      const double low = y(std::max(p.y - p.error, y.least()));
      const double high = y(std::min(p.y + p.error, y.greatest()));
      if (low - high > 2) {
        out.line(x(p.x), low, x(p.x), high, stroke);
        out.line(x(p.x) - 3, low, x(p.x) + 3, low, stroke);
        out.line(x(p.x) - 3, high, x(p.x) + 3, high, stroke);
      }
      out.raw(marker(i, x(p.x), y(p.y), colour));
    }
    const double row = kTop + 8 + 22 * static_cast<double>(i);
    out.line(kRight + 14, row, kRight + 42, row, stroke + " stroke-width=\"1.6\"");
    out.raw(marker(i, kRight + 28, row, colour));
    out.text(kRight + 50, row + 4, curve.name, "start");
  }
  draw_axes(out, x, y, chart.x, chart.y, kLeft, kTop, kRight, kBottom);
  return out.finish();
}

}  // namespace cgt::repl
