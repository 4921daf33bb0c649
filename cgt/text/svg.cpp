#include "cgt/text/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace cgt {
namespace {

// Only for placing ink; values stay exact everywhere else.
double approximate(const Dyadic& x) {
  return std::ldexp(x.numerator().get_d(), -static_cast<int>(x.exponent()));
}

std::string escape(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace

std::string thermograph_svg(const Thermograph& thermograph, const std::string& title, int width,
                            int height) {
  const double margin = 44;
  const double top_margin = 40;
  const double hottest = std::max(approximate(thermograph.temperature()), 0.0) * 1.25 + 0.5;
  double low = approximate(thermograph.mean());
  double high = low;
  for (const Player player : kPlayers) {
    const Trajectory& wall = thermograph.wall(player);
    for (const Dyadic& t : wall.critical) {
      low = std::min(low, approximate(wall.at(t)));
      high = std::max(high, approximate(wall.at(t)));
    }
    low = std::min(low, approximate(wall.at(Dyadic(-1))));
    high = std::max(high, approximate(wall.at(Dyadic(-1))));
  }
  low -= 0.5;
  high += 0.5;
  const auto x_of = [&](double value) {
    return margin + (high - value) / (high - low) * (width - 2 * margin);
  };
  const auto y_of = [&](double t) {
    return height - margin - (t + 1) / (hottest + 1) * (height - margin - top_margin);
  };

  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" "
      "font-family=\"Helvetica,Arial,sans-serif\" role=\"img\">\n<title>{2}</title>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fffdf8\"/>\n"
      "<text x=\"{3}\" y=\"22\" font-size=\"14\" text-anchor=\"middle\" fill=\"#333\">{2}</text>\n",
      width, height, escape(title), width / 2);
  const auto to = std::back_inserter(out);

  // Grid: about eight vertical and six horizontal lines, at whole steps.
  const double x_step = std::max(1.0, std::ceil((high - low) / 8));
  for (double v = std::ceil(low / x_step) * x_step; v <= high; v += x_step) {
    fmt::format_to(
        to,
        "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#e8e2d4\"/>\n"
        "<text x=\"{0:.1f}\" y=\"{3:.1f}\" font-size=\"11\" text-anchor=\"middle\" "
        "fill=\"#666\">{4:g}</text>\n",
        x_of(v), y_of(hottest), y_of(-1), y_of(-1) + 16, v);
  }
  const double y_step = std::max(1.0, std::ceil(hottest / 6));
  for (double t = -1; t <= hottest; t = t < 0 ? 0 : t + y_step) {
    fmt::format_to(
        to,
        "<line x1=\"{1:.1f}\" y1=\"{0:.1f}\" x2=\"{2:.1f}\" y2=\"{0:.1f}\" stroke=\"{4}\"/>\n"
        "<text x=\"{3:.1f}\" y=\"{0:.1f}\" dy=\"4\" font-size=\"11\" text-anchor=\"end\" "
        "fill=\"#666\">{5:g}</text>\n",
        y_of(t), x_of(high), x_of(low), x_of(high) - 6, t == 0 ? "#b8ad94" : "#e8e2d4", t);
  }
  fmt::format_to(to,
                 "<text x=\"{}\" y=\"{}\" font-size=\"11\" text-anchor=\"middle\" "
                 "fill=\"#666\">value (Left's side to the left)</text>\n",
                 width / 2, height - 8);

  for (const Player player : kPlayers) {
    const Trajectory& wall = thermograph.wall(player);
    std::string points = fmt::format("{:.1f},{:.1f}", x_of(approximate(wall.mast)), y_of(hottest));
    for (const Dyadic& t : wall.critical) {
      points += fmt::format(" {:.1f},{:.1f}", x_of(approximate(wall.at(t))), y_of(approximate(t)));
    }
    points += fmt::format(" {:.1f},{:.1f}", x_of(approximate(wall.at(Dyadic(-1)))), y_of(-1));
    fmt::format_to(to,
                   "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\" "
                   "stroke-linejoin=\"round\"/>\n",
                   points, player == Player::kLeft ? "#1f5fa8" : "#c0392b");
  }
  fmt::format_to(to,
                 "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"12\" text-anchor=\"middle\" "
                 "fill=\"#333\">{}</text>\n</svg>\n",
                 x_of(approximate(thermograph.mean())), y_of(hottest) - 5,
                 escape("mean " + thermograph.mean().to_string() + ", temperature " +
                        thermograph.temperature().to_string()));
  return out;
}

}  // namespace cgt
