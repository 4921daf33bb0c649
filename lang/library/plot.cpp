// Pictures of sequences and tables of integers: points of a sequence of nim values, shades of a table.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang {
namespace {

// A picture: its document is what Svg gives, and what a run in that format prints.
class PlotObject final : public NativeObject {
 public:
  // `s`: size, "3 x 2 ", or "".
  PlotObject(std::string k, std::string drawing, std::string s = {})
      : kind(std::move(k)), svg(std::move(drawing)), size(std::move(s)) {}
  const char* class_name() const override { return "Plot"; }
  std::string to_text(Context&, const PrintStyle& style) const override {
    if (style.notation == Notation::kCgsuite) return fmt::format("<{}{}>", size, kind);
    return fmt::format("⟪{}⟫", kind);
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const PlotObject*>(&other);
    return o != nullptr && o->svg == svg;
  }
  std::uint64_t hash() const override { return std::hash<std::string>()(svg); }
  const std::string kind;
  const std::string svg;
  const std::string size;
};

struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

// Integers stand at 1, 2, 3, ..., coordinates where they say.
std::vector<Point> points_of(Context& c, const Value& list) {
  std::vector<Point> points;
  for (const Value& item : c.elements(list, "ScatterPlot")) {
    c.budget().charge();
    if (item.kind() == Kind::kCoordinates) {
      const std::vector<Value> at = c.elements(item, "coordinates");
      if (at.size() != 2) throw Error("points of a plot have two coordinates");
      points.push_back({c.integer(at[0], "a coordinate"), c.integer(at[1], "a coordinate")});
    } else {
      points.push_back({static_cast<std::int64_t>(points.size()) + 1,
                        c.integer(item, "a value of ScatterPlot")});
    }
  }
  return points;
}

std::string label(int x, int y, const char* anchor, std::int64_t value) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>", x, y, anchor, value);
}

constexpr int kWidth = 640;
constexpr int kHeight = 400;
constexpr int kLeft = 60;
constexpr int kBottom = 30;
constexpr int kMargin = 12;

std::string scatter_svg(const std::vector<Point>& points) {
  Point least{0, 0};
  Point most{1, 1};
  if (!points.empty()) least = most = points.front();
  for (const Point& p : points) {
    least = {std::min(least.x, p.x), std::min(least.y, p.y)};
    most = {std::max(most.x, p.x), std::max(most.y, p.y)};
  }
  // Doubles are exact enough for a place in a picture.
  const auto place = [](std::int64_t v, std::int64_t from, std::int64_t to, int a, int b) {
    if (from == to) return (a + b) / 2.0;
    return a + (static_cast<double>(v) - static_cast<double>(from)) * (b - a) /
                   (static_cast<double>(to) - static_cast<double>(from));
  };
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" "
      "font-family=\"sans-serif\" font-size=\"11\"><title>{2} points</title>",
      kWidth, kHeight, points.size());
  out += fmt::format("<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#555\"/>", kLeft, kMargin,
                     kHeight - kBottom, kWidth - kMargin);
  out += label(kLeft - 5, kHeight - kBottom, "end", least.y);
  out += label(kLeft - 5, kMargin + 9, "end", most.y);
  out += label(kLeft, kHeight - kBottom + 16, "start", least.x);
  out += label(kWidth - kMargin, kHeight - kBottom + 16, "end", most.x);
  const double radius = points.size() > 2000 ? 0.8 : points.size() > 300 ? 1.4 : 2.2;
  for (const Point& p : points) {
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"#0072b2\"/>",
                       place(p.x, least.x, most.x, kLeft + 4, kWidth - kMargin - 4),
                       place(p.y, least.y, most.y, kHeight - kBottom - 4, kMargin + 4), radius);
  }
  return out + "</svg>";
}

// The greater, the darker; cells that are not integers stay empty.
std::string intensity_svg(Context& c, const std::vector<Value>& rows, std::int64_t unit) {
  std::vector<std::vector<std::optional<std::int64_t>>> cells;
  std::size_t columns = 0;
  std::optional<std::int64_t> least;
  std::optional<std::int64_t> most;
  for (const Value& row : rows) {
    auto& line = cells.emplace_back();
    for (const Value& cell : c.elements(row, "a row of a table")) {
      c.budget().charge();
      line.push_back(cell.small_integer());
      if (!line.back()) continue;
      least = std::min(least.value_or(*line.back()), *line.back());
      most = std::max(most.value_or(*line.back()), *line.back());
    }
    columns = std::max(columns, line.size());
  }
  const auto width = static_cast<std::int64_t>(columns) * unit;
  const auto height = static_cast<std::int64_t>(cells.size()) * unit;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\">"
      "<title>{2} rows, {3} columns</title>",
      width, height, cells.size(), columns);
  for (std::size_t r = 0; r < cells.size(); ++r) {
    for (std::size_t k = 0; k < cells[r].size(); ++k) {
      if (!cells[r][k]) continue;
      const double span = std::max(1.0, static_cast<double>(*most) - static_cast<double>(*least));
      const double share = (static_cast<double>(*cells[r][k]) - static_cast<double>(*least)) / span;
      const int shade = 255 - static_cast<int>(share * 255 + 0.5);
      out += fmt::format(
          "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" "
          "fill=\"#{3:02x}{3:02x}{3:02x}\"/>",
          static_cast<std::int64_t>(k) * unit, static_cast<std::int64_t>(r) * unit, unit, shade);
    }
  }
  return out + "</svg>";
}

}  // namespace

void register_plots(Registry& registry) {
  Rows(registry, "List")
      .add("ScatterPlot",
           "The elements as points of a picture: integers at 1, 2, 3, ..., coordinates where they "
           "say.",
           "[1,0,2,(5,3)].ScatterPlot --> ⟪ScatterPlot⟫", [](Context& c, Arguments a) {
             return Value::native<PlotObject>("ScatterPlot", scatter_svg(points_of(c, a[0])));
           });
  Rows(registry, "Table")
      .add("IntensityPlot(pixelScale?)",
           "The integers of a table as shades of grey, the greatest black, in squares of 8 units "
           "or so "
           "many.",
           "Table([[0,1],[2,3]]).IntensityPlot --> ⟪IntensityPlot⟫", [](Context& c, Arguments a) {
             const std::int64_t unit = a[1].is_nothing() ? 8 : c.integer(a[1], "IntensityPlot");
             if (unit < 1 || unit > 1000) throw Error("the unit of IntensityPlot is 1 to 1000");
             const std::vector<Value> rows = table_rows(a[0]);
             const std::size_t columns = rows.empty() ? 0 : rows[0].as_list().size();
             return Value::native<PlotObject>("IntensityPlot", intensity_svg(c, rows, unit),
                                              fmt::format("{} x {} ", rows.size(), columns));
           });
  Rows(registry, "Plot")
      .on("[1,0,2].ScatterPlot")
      .add("Svg", "The picture as an SVG document, in a string.",
           "Svg.Substring(1, 4) --> \"<svg\"",
           [](Context&, Arguments a) { return Value::string(a[0].as_native<PlotObject>()->svg); });
}

}  // namespace cgt::lang
