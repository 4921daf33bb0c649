// Charts: their geometry, against the data that they show.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "repl/chart/chart.hpp"
#include "repl/chart/scale.hpp"
#include "tests/testing.hpp"

namespace cgt::repl::chart_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// An element of a picture, with its attributes; `text` is what stands in it.
struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;

  double number(const std::string& attribute) const { return std::stod(attributes.at(attribute)); }
  bool has(const std::string& attribute, const std::string& value) const {
    const auto at = attributes.find(attribute);
    return at != attributes.end() && at->second == value;
  }
};

std::vector<Element> elements(const std::string& svg) {
  static const std::regex tag(R"re(<(\w+)((?: [\w:-]+="[^"]*")*) ?/?>([^<]*))re");
  static const std::regex attribute(R"re(([\w:-]+)="([^"]*)")re");
  std::vector<Element> out;
  for (std::sregex_iterator at(svg.begin(), svg.end(), tag), end; at != end; ++at) {
    Element element{(*at)[1], {}, (*at)[3]};
    const std::string given = (*at)[2];
    for (std::sregex_iterator a(given.begin(), given.end(), attribute); a != end; ++a)
      element.attributes[(*a)[1]] = (*a)[2];
    out.push_back(std::move(element));
  }
  return out;
}

// No text runs over an edge of the picture.
void check_inside(const std::string& svg) {
  const std::vector<Element> all = elements(svg);
  REQUIRE(!all.empty());
  REQUIRE(all.front().name == "svg");
  const double width = all.front().number("width");
  const double height = all.front().number("height");
  for (const Element& e : all) {
    if (e.name != "text" || !e.attributes.contains("x")) continue;
    const bool large = e.has("font-size", "15");
    const double wide = text_width(e.text) * (large ? 1.3 : 1);
    const std::string& anchor = e.attributes.at("text-anchor");
    const double left = e.number("x") - (anchor == "end"      ? wide
                                         : anchor == "middle" ? wide / 2
                                                              : 0);
    INFO(e.text);
    CHECK(left >= -0.5);
    CHECK(left + wide <= width + 0.5);
    CHECK(e.number("y") > 0);
    CHECK(e.number("y") < height);
  }
}

LineChart line_chart() {
  LineChart chart;
  chart.title = "A < B & C";
  chart.x.label = "depth";
  chart.y.label = "error";
  chart.curves = {{"first", {{0, 0, 0}, {5, 5, 1}, {10, 10, 0}}},
                  {"second", {{0, 10, 0}, {5, kNaN, 0}, {10, 2, 0}}}};
  chart.level = 4;
  return chart;
}

TEST_CASE("a scale maps its ends to the ends of the axis", "[chart]") {
  const Scale scale({}, 0.3, 9.6, 100, 300);
  // Widened to whole ticks.
  CHECK(scale.least() == 0);
  CHECK(scale.greatest() == 10);
  CHECK(scale(0) == Approx(100));
  CHECK(scale(10) == Approx(300));
  CHECK(scale(5) == Approx(200));
  CHECK(scale.inside(10));
  CHECK_FALSE(scale.inside(10.1));
  // Upwards on paper is downwards in units.
  CHECK(Scale({}, 0, 10, 300, 100)(2) == Approx(260));

  const Scale given({"", false, 1.0, 4.0}, 0, 100, 0, 30);
  CHECK(given.least() == 1);
  CHECK(given.greatest() == 4);

  const Scale logarithmic({"", true, 1.0, 1000.0}, 0, 0, 0, 300);
  CHECK(logarithmic(10) == Approx(100));
  CHECK(logarithmic(100) == Approx(200));

  // One value alone has room, too.
  CHECK(Scale({}, 3, 3, 0, 100).greatest() > 3);
  CHECK(Scale({"", true, {}, {}}, 3, 3, 0, 100).greatest() > 3);
}

TEST_CASE("ticks are round, inside and apart", "[chart][random]") {
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> exponent(-4, 5);
  std::size_t thinned = 0;
  for (std::size_t i = 0; i < testing::scaled(300); ++i) {
    const bool logarithmic = random() % 2 == 0;
    const double a = std::pow(10, exponent(random));
    const double b = a + std::pow(10, exponent(random));
    const double gap = 20 + static_cast<double>(random() % 60);
    const Scale scale({"", logarithmic, {}, {}}, a, b, 0, 400);
    CHECK(scale.least() <= a);
    CHECK(scale.greatest() >= b);
    std::vector<double> labelled;
    for (const Scale::Tick& tick : scale.ticks(gap)) {
      CHECK(scale(tick.value) > -1);
      CHECK(scale(tick.value) < 401);
      if (tick.label.empty()) {
        ++thinned;
        continue;
      }
      // At most one digit that is not 0, or a multiple of the step: short in any case.
      CHECK(tick.label.size() <= 8);
      CHECK(std::stod(tick.label) == Approx(tick.value).margin(1e-9));
      labelled.push_back(scale(tick.value));
    }
    if (!logarithmic) CHECK(!labelled.empty());
    std::sort(labelled.begin(), labelled.end());
    for (std::size_t k = 1; k < labelled.size(); ++k) CHECK(labelled[k] - labelled[k - 1] >= gap);
  }
  CHECK(thinned > 0);
}

TEST_CASE("texts of ticks and their widths", "[chart]") {
  CHECK(tick_label(0) == "0");
  CHECK(tick_label(-1e-15) == "0");
  CHECK(tick_label(0.1 + 0.2) == "0.3");
  CHECK(tick_label(250) == "250");
  CHECK(tick_label(-2.5) == "-2.5");
  CHECK(text_width("") == 0);
  CHECK(text_width("mm") > text_width("nn"));
  CHECK(text_width("nn") > text_width("ii"));
  // A character of several bytes is one character.
  CHECK(text_width("\u2265") < 2 * text_width("n"));
}

TEST_CASE("a line chart shows every point where it belongs", "[chart]") {
  const LineChart chart = line_chart();
  const std::string picture = svg(chart);
  CHECK(picture == svg(chart));
  CHECK(picture.find("A &lt; B &amp; C") != std::string::npos);
  check_inside(picture);
  const std::vector<Element> all = elements(picture);

  // The first curve: circles, one more in the legend. They lie on a straight line.
  std::vector<const Element*> circles;
  for (const Element& e : all) {
    if (e.name == "circle") circles.push_back(&e);
  }
  REQUIRE(circles.size() == 4);
  const auto x = [&](std::size_t i) { return circles[i]->number("cx"); };
  const auto y = [&](std::size_t i) { return circles[i]->number("cy"); };
  CHECK(x(1) - x(0) == Approx(x(2) - x(1)).margin(0.2));
  CHECK(y(1) - y(0) == Approx(y(2) - y(1)).margin(0.2));
  CHECK(y(2) < y(0));

  // The level, dashed, four tenths of the way from 0 to 10.
  const auto dashed = std::find_if(all.begin(), all.end(), [](const Element& e) {
    return e.name == "line" && e.attributes.contains("stroke-dasharray");
  });
  REQUIRE(dashed != all.end());
  CHECK(dashed->number("y1") == Approx(y(0) + 0.4 * (y(2) - y(0))).margin(0.2));

  // The bar of the point (5, 5) reaches from 4 to 6.
  const auto bar = std::find_if(all.begin(), all.end(), [&](const Element& e) {
    return e.name == "line" && std::abs(e.number("x1") - x(1)) < 0.06 &&
           e.number("x1") == e.number("x2") && e.has("stroke", "#0072b2");
  });
  REQUIRE(bar != all.end());
  CHECK(std::abs(bar->number("y1") - bar->number("y2")) == Approx(0.2 * (y(0) - y(2))).margin(0.2));

  // The second curve leaves out what is not a number: a path of two points.
  std::size_t paths = 0;
  for (const Element& e : all) {
    if (e.name != "path" || !e.has("fill", "none")) continue;
    const std::string d = e.attributes.at("d");
    CHECK(std::count(d.begin(), d.end(), 'L') == (++paths == 1 ? 2 : 1));
  }
  CHECK(paths == 2);
}

TEST_CASE("points beyond the axes are not drawn", "[chart]") {
  LineChart chart = line_chart();
  chart.level = 20;
  chart.y.least = 0;
  chart.y.greatest = 6;
  const std::vector<Element> all = elements(svg(chart));
  CHECK(std::count_if(all.begin(), all.end(),
                      [](const Element& e) { return e.name == "circle"; }) == 3);
  CHECK(std::none_of(all.begin(), all.end(),
                     [](const Element& e) { return e.attributes.contains("stroke-dasharray"); }));
}

HeatMap heat_map() {
  HeatMap map;
  map.title = "ratios";
  map.x_label = "g";
  map.y_label = "s";
  map.value_label = "p";
  map.columns = {"2", "3", "4"};
  map.rows = {"0", "1"};
  map.panels = {{"b 2", {{1, 4, 0.25}, {kNaN, 100, 0.001}}}, {"b 3", {{1, 1, 1}, {2, 1, 0.5}}}};
  return map;
}

TEST_CASE("a heat map colours by ratio to the middle", "[chart]") {
  const std::string picture = svg(heat_map());
  check_inside(picture);
  std::vector<std::string> fills;
  for (const Element& e : elements(picture)) {
    if (e.name == "rect" && !e.attributes.contains("stroke"))
      fills.push_back(e.attributes.at("fill"));
  }
  // The ground, two panels of six cells, the legend in forty steps.
  REQUIRE(fills.size() == 1 + 12 + 40);
  CHECK(fills[1] == "#ffffff");  // the middle
  CHECK(fills[2] == "#c84c00");  // the span above
  CHECK(fills[3] == "#00548c");  // the span below
  CHECK(fills[4] == "#bbbbbb");  // unknown
  CHECK(fills[5] == fills[2]);   // beyond the span
  CHECK(fills[6] == fills[3]);
  CHECK(fills[10] != fills[1]);  // half way: neither
  CHECK(fills[10] != fills[2]);
}

ContourChart contour_chart() {
  ContourChart chart;
  chart.title = "a plane";
  chart.x.label = "x";
  chart.y.label = "y";
  chart.value_label = "z";
  chart.columns = {0, 1, 2, 3};
  chart.rows = {0, 1, 2};
  for (const double row : chart.rows) {
    chart.values.emplace_back();
    for (const double column : chart.columns) chart.values.back().push_back(1 + column + 0 * row);
  }
  chart.levels = {2.25, 99};
  chart.unknown = "nothing";
  return chart;
}

TEST_CASE("contours run where the surface has their level", "[chart]") {
  ContourChart chart = contour_chart();
  const std::string picture = svg(chart);
  check_inside(picture);
  const auto contour = [](const std::string& svg) {
    std::vector<Element> out;
    for (const Element& e : elements(svg)) {
      if (e.name == "line" && e.has("stroke-width", "2")) out.push_back(e);
    }
    return out;
  };
  // z = 1 + x is 2.25 at x = 1.25, in both rows of cells; the line of the legend is last. 99 is
  // nowhere, and not in the legend.
  const std::vector<Element> lines = contour(picture);
  REQUIRE(lines.size() == 3);
  // Columns are 90 units apart, the first one half of that from the frame.
  const double x = 76 + 90 * (1.25 + 0.5);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(lines[i].number("x1") == Approx(x).margin(0.06));
    CHECK(lines[i].number("x2") == Approx(x).margin(0.06));
  }
  CHECK(picture.find(">2.25<") != std::string::npos);
  CHECK(picture.find(">99<") == std::string::npos);
  CHECK(picture.find("nothing") == std::string::npos);

  // Cells with an unknown corner have no line, and the legend says what grey means.
  chart.values[0][2] = kNaN;
  CHECK(contour(svg(chart)).size() == 2);
  CHECK(svg(chart).find(">nothing<") != std::string::npos);
}

}  // namespace
}  // namespace cgt::repl::chart_test
