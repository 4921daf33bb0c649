#include "cgt/pictures/svg.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cgt/pictures/drawing.hpp"
#include "cgt/text/print.hpp"

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

}  // namespace cgt
