#include "lang/values/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "cgt/pictures/drawing.hpp"

namespace cgt::lang {
namespace {

constexpr std::size_t kCell = 30;
constexpr std::size_t kBorder = 1;

std::string head(std::size_t width, std::size_t height, std::string_view title,
                 std::string_view text) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\" font-family=\"sans-serif\" font-size=\"16\" "
      "text-anchor=\"middle\">\n<title>{2}</title>\n<desc>{3}</desc>\n",
      width, height, escape_xml(title), escape_xml(text));
}

std::vector<std::string_view> rows_of(std::string_view board) {
  std::vector<std::string_view> rows;
  for (std::size_t at = 0; at <= board.size();) {
    const std::size_t end = std::min(board.find('|', at), board.size());
    rows.push_back(board.substr(at, end - at));
    at = end + 1;
  }
  return rows;
}

const char* fill_of(char cell) {
  switch (cell) {
    case '.': return "#fff";
    case '#': return "#444";
    case 'x':
    case 'X': return "#cfe0f7";
    case 'o':
    case 'O': return "#f7d8cf";
    default: return "#eee";
  }
}

// --- graphs ---

constexpr double kVertex = 12;   // radius
constexpr double kBetween = 44;  // neighbours on the circle
constexpr double kBend = 18;     // between edges of the same two vertices
constexpr double kLoop = 11;     // radius

struct Place {
  double x = 0;
  double y = 0;
};

struct Ink {
  const char* colour;
  bool dashed;
};

Ink ink_of(const std::string& label) {
  if (label == "l") return {"#1f5fae", false};
  if (label == "r") return {"#b4332a", true};
  if (label == "e") return {"#2c7d46", false};
  return {"#333", false};
}

const char* vertex_fill(const std::string& label) {
  if (label == "L") return "#cfe0f7";
  if (label == "R") return "#f7d8cf";
  return "#fff";
}

class GraphDrawing {
 public:
  explicit GraphDrawing(const DrawnGraph& graph) : graph_(graph) {
    const auto n = static_cast<double>(graph.labels.size());
    const double radius = n < 2 ? 0 : std::max(40.0, n * kBetween / (2 * std::numbers::pi));
    middle_ = radius + kVertex + 2 * kLoop + 8;
  }

  std::size_t side() const { return static_cast<std::size_t>(std::ceil(2 * middle_)); }

  std::string text() {
    for (const DrawnGraph::Edge& edge : graph_.edges) {
      if (edge.from == edge.to) {
        loop(edge);
      } else {
        line(edge);
      }
    }
    for (std::size_t v = 0; v < graph_.labels.size(); ++v) vertex(v);
    return std::move(out_);
  }

 private:
  // The direction from the middle, downwards for the first vertex.
  Place outwards(std::size_t v) const {
    const double turn =
        2 * std::numbers::pi * static_cast<double>(v) / static_cast<double>(graph_.labels.size());
    return {-std::sin(turn), std::cos(turn)};
  }
  Place place(std::size_t v) const {
    const double radius = middle_ - kVertex - 2 * kLoop - 8;
    const Place away = outwards(v);
    return {middle_ + radius * away.x, middle_ + radius * away.y};
  }

  void stroke(const std::string& path, const Ink& ink) {
    out_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n", path,
                        ink.colour, ink.dashed ? " stroke-dasharray=\"5 3\"" : "");
  }

  // Edges of the same two vertices bend to different sides.
  void line(const DrawnGraph::Edge& edge) {
    const std::pair<std::size_t, std::size_t> ends = std::minmax(edge.from, edge.to);
    const std::size_t before = drawn_[ends]++;
    const std::size_t sideways = (before + 1) / 2;
    const double step = (before % 2 == 0 ? 1.0 : -1.0) * static_cast<double>(sideways);
    // Of the pair in one order, so that both directions bend alike.
    const Place low = place(ends.first);
    const Place high = place(ends.second);
    const double length = std::hypot(high.x - low.x, high.y - low.y);
    const Place bend{(low.x + high.x) / 2 - (high.y - low.y) / length * step * kBend,
                     (low.y + high.y) / 2 + (high.x - low.x) / length * step * kBend};
    const Place from = place(edge.from);
    const Place to = place(edge.to);
    const Ink ink = ink_of(edge.label);
    stroke(fmt::format("M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}", from.x, from.y, bend.x, bend.y,
                       to.x, to.y),
           ink);
    if (graph_.directed) arrow(bend, to, ink);
    // A curve passes its middle half way to its bend.
    label(edge, {(from.x + to.x) / 4 + bend.x / 2, (from.y + to.y) / 4 + bend.y / 2});
  }

  void loop(const DrawnGraph::Edge& edge) {
    const std::size_t before = drawn_[{edge.from, edge.from}]++;
    const Place at = place(edge.from);
    const Place away = outwards(edge.from);
    const double radius = kLoop - 2.0 * static_cast<double>(std::min<std::size_t>(before, 4));
    const double distance = kVertex + radius - 3;
    const Place middle{at.x + away.x * distance, at.y + away.y * distance};
    const Ink ink = ink_of(edge.label);
    stroke(fmt::format("M{0:.1f} {1:.1f}a{2:.1f} {2:.1f} 0 1 0 {3:.1f} 0a{2:.1f} {2:.1f} 0 1 0 "
                       "-{3:.1f} 0z",
                       middle.x - radius, middle.y, radius, 2 * radius),
           ink);
    label(edge, {at.x + away.x * (distance + radius), at.y + away.y * (distance + radius)});
  }

  void arrow(const Place& before, const Place& to, const Ink& ink) {
    const double length = std::hypot(to.x - before.x, to.y - before.y);
    const Place along{(to.x - before.x) / length, (to.y - before.y) / length};
    const Place tip{to.x - along.x * kVertex, to.y - along.y * kVertex};
    const Place base{tip.x - along.x * 9, tip.y - along.y * 9};
    out_ += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z\" fill=\"{}\"/>\n",
                        tip.x, tip.y, base.x - along.y * 4, base.y + along.x * 4,
                        base.x + along.y * 4, base.y - along.x * 4, ink.colour);
  }

  void label(const DrawnGraph::Edge& edge, const Place& at) {
    if (edge.label.empty() || edge.label == "-" || edge.label == ">" || edge.label == "<") return;
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"12\" fill=\"{}\">{}</text>\n",
                        at.x, at.y - 3, ink_of(edge.label).colour, escape_xml(edge.label));
  }

  void vertex(std::size_t v) {
    const Place at = place(v);
    const std::string& name = graph_.labels[v];
    if (v == 0 && graph_.grounded) {
      out_ += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"48\" height=\"8\" fill=\"#444\">"
          "<title>the ground</title></rect>\n",
          at.x - 24, at.y - 4);
      return;
    }
    out_ += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" fill=\"{}\" stroke=\"#333\"/>\n", at.x,
        at.y, kVertex, vertex_fill(name));
    if (name.empty() || name == ".") return;
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"13\">{}</text>\n", at.x,
                        at.y + 5, escape_xml(name));
  }

  const DrawnGraph& graph_;
  double middle_ = 0;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> drawn_;  // edges so far
  std::string out_;
};

// --- heaps ---

constexpr std::size_t kToken = 14;
constexpr std::size_t kHeapWidth = 34;  // from one to the next

}  // namespace

std::string graph_svg(const DrawnGraph& graph, std::string_view title, std::string_view text) {
  if (graph.labels.size() > kMaxDrawnVertices || graph.edges.size() > kMaxDrawnEdges) {
    throw Error("this graph is too large for a picture",
                fmt::format("at most {} vertices and {} edges", kMaxDrawnVertices, kMaxDrawnEdges));
  }
  GraphDrawing drawing(graph);
  return head(drawing.side(), drawing.side(), title, text) + drawing.text() + "</svg>\n";
}

std::string heaps_svg(const std::vector<std::uint64_t>& heaps, std::string_view title,
                      std::string_view text) {
  std::uint64_t most = 0;
  std::uint64_t tokens = 0;
  for (const std::uint64_t heap : heaps) {
    most = std::max(most, heap);
    tokens = std::min<std::uint64_t>(tokens + heap, kMaxDrawnCells + 1);
  }
  if (tokens > kMaxDrawnCells || heaps.size() > kMaxDrawnVertices) {
    throw Error("these heaps are too large for a picture",
                fmt::format("at most {} tokens", kMaxDrawnCells));
  }
  const std::size_t ground = kBorder + kToken * static_cast<std::size_t>(most);
  std::string out = head(kHeapWidth * std::max<std::size_t>(1, heaps.size()) + 2 * kBorder,
                         ground + 24, title, text);
  for (std::size_t i = 0; i < heaps.size(); ++i) {
    const std::size_t left = kBorder + kHeapWidth * i + (kHeapWidth - kToken) / 2;
    for (std::size_t token = 1; token <= heaps[i]; ++token) {
      out += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#e8d9b0\" "
          "stroke=\"#555\"/>\n",
          left, ground - kToken * token, kToken, kToken);
    }
    out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", left + kToken / 2, ground + 18,
                       heaps[i]);
  }
  return out + "</svg>\n";
}

std::string cells_svg(std::string_view board, std::string_view title) {
  const std::vector<std::string_view> rows = rows_of(board);
  const std::size_t columns = rows.front().size();
  if (std::ranges::any_of(rows, [&](std::string_view row) { return row.size() != columns; }))
    throw Error("a picture of a board needs rows of one length");
  if (rows.size() * columns > kMaxDrawnCells) {
    throw Error("this board is too large for a picture",
                fmt::format("at most {} cells", kMaxDrawnCells));
  }
  std::string out =
      head(kCell * columns + 2 * kBorder, kCell * rows.size() + 2 * kBorder, title, board);
  for (std::size_t y = 0; y < rows.size(); ++y) {
    for (std::size_t x = 0; x < columns; ++x) {
      const char cell = rows[y][x];
      const std::size_t left = kBorder + kCell * x;
      const std::size_t top = kBorder + kCell * y;
      out += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#555\"/>\n",
          left, top, kCell, kCell, fill_of(cell));
      if (cell == '.' || cell == '#') continue;
      out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", left + kCell / 2,
                         top + kCell / 2 + 6, escape_xml(std::string_view(&cell, 1)));
    }
  }
  return out + "</svg>\n";
}

std::string boxes_svg(std::string_view drawing, std::string_view title) {
  constexpr std::size_t kStep = 24;  // half of a box
  constexpr std::size_t kMargin = 12;
  std::size_t columns = 0;
  std::size_t row = 0;
  std::size_t column = 0;
  std::string lines;
  std::string dots;
  for (const char c : drawing) {
    const std::size_t x = kMargin + kStep * column;
    const std::size_t y = kMargin + kStep * row;
    ++column;
    if (c == '/') {
      column = 0;
      ++row;
    } else if (c == '+') {
      columns = std::max(columns, column);
      dots += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"#333\"/>\n", x, y);
    } else if (c != ' ') {
      const bool lies = c == '-' || c == '=';
      const bool stands_out = c == '=' || c == '!';
      lines += fmt::format(
          "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"4\"{}/>\n",
          lies ? x - kStep : x, lies ? y : y - kStep, lies ? x + kStep : x, lies ? y : y + kStep,
          stands_out ? "#c0392b" : "#333", stands_out ? " stroke-dasharray=\"7 5\"" : "");
    }
  }
  return head(kStep * (columns - 1) + 2 * kMargin, kStep * row + 2 * kMargin, title, drawing) +
         lines + dots + "</svg>\n";
}

}  // namespace cgt::lang
