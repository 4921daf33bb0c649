#include "cgt/pictures/ko_drawing.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cgt/pictures/drawing.hpp"

namespace cgt {
namespace {

constexpr const char* kLeftColour = "#1f5fa8";
constexpr const char* kRightColour = "#c0392b";

// What a picture shows of some thermographs. Only for placing ink.
struct KoFrame {
  Rational top;
  Rational low;
  Rational high;

  explicit KoFrame(const std::vector<const KoThermograph*>& graphs) {
    bool first = true;
    for (const KoThermograph* graph : graphs) {
      const Rational temperature = std::max(graph->temperature(), Rational(0));
      top = std::max(top, temperature + std::max(temperature / Rational(4), Rational(1, 2)));
      for (const KoWall& wall : graph->walls.values) {
        for (const KoWall::Corner& corner : wall.corners) {
          low = first ? corner.value : std::min(low, corner.value);
          high = first ? corner.value : std::max(high, corner.value);
          first = false;
        }
      }
    }
    if (low == high) {
      low -= Rational(1);
      high += Rational(1);
    }
  }

  // 0 at the left end, 1 at the right; 0 at the top, 1 at temperature -1.
  double across(const Rational& value) const { return ((high - value) / (high - low)).to_double(); }
  double down(const Rational& t) const { return ((top - t) / (top + Rational(1))).to_double(); }
};

// Corners of a wall with the end at the top.
std::vector<KoThermograph::Knot> line_of(const KoWall& wall, const Rational& top) {
  std::vector<KoThermograph::Knot> out;
  for (const KoWall::Corner& corner : wall.corners) out.push_back({corner.t, corner.value});
  out.push_back({top, wall.at(top)});
  return out;
}

}  // namespace

std::string ko_svg(const std::string& title, const std::vector<KoPanel>& panels) {
  constexpr int kWidth = 300;
  constexpr int kHeight = 340;
  constexpr double kMargin = 40;
  constexpr double kHead = 84;
  std::vector<const KoThermograph*> graphs;
  for (const KoPanel& panel : panels) graphs.push_back(&panel.graph);
  const KoFrame frame(graphs);
  const int width = kWidth * static_cast<int>(std::max<std::size_t>(panels.size(), 1));
  std::string description;
  for (const KoPanel& panel : panels) {
    description +=
        fmt::format("{}{}: mean {}, temperature {}", description.empty() ? "" : "; ", panel.title,
                    to_string(panel.graph.mast()), panel.graph.temperature_text());
  }
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"Helvetica,Arial,sans-serif\" role=\"img\">\n"
      "<title>{2}</title>\n<desc>{4}</desc>\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"#fffdf8\"/>\n"
      "<text x=\"{3}\" y=\"22\" font-size=\"14\" text-anchor=\"middle\" fill=\"#333\">{2}</text>\n",
      width, kHeight, escape_xml(title), width / 2, escape_xml(description));
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const KoThermograph& graph = panels[i].graph;
    const double origin = static_cast<double>(i) * kWidth;
    const auto x_of = [&](const Rational& value) {
      return origin + kMargin + frame.across(value) * (kWidth - 2 * kMargin);
    };
    const auto y_of = [&](const Rational& t) {
      return kHead + frame.down(t) * (kHeight - kHead - kMargin);
    };
    const auto segment = [&](const KoThermograph::Knot& a, const KoThermograph::Knot& b,
                             const char* colour) {
      out += fmt::format(
          "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
          "stroke-width=\"2.5\" stroke-linecap=\"round\"/>\n",
          x_of(a.value), y_of(a.temperature), x_of(b.value), y_of(b.temperature), colour);
    };
    const auto label = [&](double x, double y, int size, const std::string& text) {
      out += fmt::format(
          "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"middle\" "
          "fill=\"#333\">{}</text>\n",
          x, y, size, escape_xml(text));
    };
    label(origin + kWidth / 2.0, 46, 12, panels[i].title);
    label(
        origin + kWidth / 2.0, 64, 12,
        fmt::format("mean {}, temperature {}", to_string(graph.mast()), graph.temperature_text()));
    for (const Rational& level : {Rational(-1), Rational(0), graph.temperature()}) {
      out += fmt::format(
          "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{1:.1f}\" stroke=\"#e0d9c8\"/>\n"
          "<text x=\"{3:.1f}\" y=\"{1:.1f}\" dy=\"4\" font-size=\"10\" text-anchor=\"end\" "
          "fill=\"#666\">{4}</text>\n",
          origin + kMargin, y_of(level), origin + kWidth - kMargin, origin + kMargin - 5,
          to_string(level));
    }
    for (const Player player : kPlayers) {
      const auto line = line_of(graph.walls[player], frame.top);
      for (std::size_t k = 0; k + 1 < line.size(); ++k) {
        segment(line[k], line[k + 1], player == Player::kLeft ? kLeftColour : kRightColour);
      }
      label(x_of(line.front().value), y_of(Rational(-1)) + 16, 11, to_string(line.front().value));
    }
    // Where the walls stand or lean together, over both of them.
    std::vector<Rational> cuts;
    for (const Player player : kPlayers) {
      for (const auto& knot : line_of(graph.walls[player], frame.top)) {
        cuts.push_back(knot.temperature);
      }
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      const Rational a = graph.walls[Player::kLeft].at(cuts[k]);
      const Rational b = graph.walls[Player::kLeft].at(cuts[k + 1]);
      if (a != graph.walls[Player::kRight].at(cuts[k]) ||
          b != graph.walls[Player::kRight].at(cuts[k + 1])) {
        continue;
      }
      segment({cuts[k], a}, {cuts[k + 1], b}, a == b ? "#555" : b > a ? kLeftColour : kRightColour);
    }
    const double x = x_of(graph.mast());
    const double y = y_of(frame.top);
    out += fmt::format(
        "<polygon points=\"{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\" "
        "fill=\"#555\"/>\n",
        x, y - 10, x - 5, y, x + 5, y);
  }
  return out + "</svg>\n";
}

std::string plot_ko(const KoThermograph& graph, int rows, int columns) {
  rows = std::max(rows, 4);
  columns = std::max(columns, 16);
  const KoFrame frame({&graph});
  const Rational step = (frame.top + Rational(1)) / Rational(rows - 1);
  const auto row_of = [&](const Rational& t) {
    return std::clamp(static_cast<int>(std::lround(((frame.top - t) / step).to_double())), 0,
                      rows - 1);
  };
  std::vector<std::string> names(static_cast<std::size_t>(rows));
  std::size_t gutter = 2;
  for (const Rational& level : {graph.temperature(), Rational(0), Rational(-1)}) {
    std::string& name = names[static_cast<std::size_t>(row_of(level))];
    if (name.empty()) name = to_string(level);
    gutter = std::max(gutter, name.size());
  }
  const auto column_of = [&](const Rational& value) {
    return static_cast<std::size_t>(std::lround(frame.across(value) * (columns - 1)));
  };
  std::string out;
  for (int row = 0; row < rows; ++row) {
    const std::string& name = names[static_cast<std::size_t>(row)];
    std::string line(static_cast<std::size_t>(columns), ' ');
    // Named temperatures are shown exactly.
    Rational t = frame.top - step * Rational(row);
    for (const Rational& level : {graph.temperature(), Rational(0), Rational(-1)}) {
      if (!name.empty() && to_string(level) == name) t = level;
    }
    const std::size_t left = column_of(graph.walls[Player::kLeft].at(t));
    const std::size_t right = column_of(graph.walls[Player::kRight].at(t));
    line[left] = '<';
    line[right] = left == right ? '|' : '>';
    line.erase(line.find_last_not_of(' ') + 1);
    out +=
        std::string(gutter - name.size(), ' ') + name + (name.empty() ? " |" : " +") + line + "\n";
  }
  std::string foot(gutter + 2 + static_cast<std::size_t>(columns), ' ');
  const auto put = [&](const Rational& value) {
    const std::string text = to_string(value);
    const std::size_t at = gutter + 2 + column_of(value);
    const std::size_t from = std::min(at - std::min(at, text.size() / 2),
                                      foot.size() - std::min(foot.size(), text.size()));
    const std::size_t begin = from == 0 ? 0 : from - 1;
    if (foot.find_first_not_of(' ', begin) <= from + text.size()) return;
    foot.replace(from, text.size(), text);
  };
  put(graph.mast());
  for (const Player player : kPlayers) put(graph.walls[player].at(Rational(-1)));
  foot.erase(foot.find_last_not_of(' ') + 1);
  return out + foot + "\n";
}

std::string to_json(const KoThermograph& graph) {
  // Digits, '-', '/' and "<=": nothing in them is escaped.
  const auto wall = [&](Player player) {
    std::string knots;
    for (const KoThermograph::Knot& knot : graph.knots(player)) {
      knots += fmt::format("{}[\"{}\",\"{}\"]", knots.empty() ? "" : ",",
                           to_string(knot.temperature), to_string(knot.value));
    }
    return knots;
  };
  return fmt::format(
      "{{\"mast\":\"{}\",\"temperature\":\"{}\",\"left_wall\":[{}],\"right_wall\":[{}]}}",
      to_string(graph.mast()), graph.temperature_text(), wall(Player::kLeft), wall(Player::kRight));
}

}  // namespace cgt
