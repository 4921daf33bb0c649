// Pictures of what games are played on: boards of cells, graphs, heaps. All are complete <svg>
// elements; `title`, and the position as text, are given to screen readers. They throw Error if there
// is too much to draw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/error.hpp"

namespace cgt::lang {

inline constexpr std::size_t kMaxDrawnCells = 10'000;
inline constexpr std::size_t kMaxDrawnVertices = 200;
inline constexpr std::size_t kMaxDrawnEdges = 2'000;

// A board written as rows with '|' between them, such as "xo.|oxo": an empty cell is white, a wall '#'
// dark, the pieces x of Left and o of Right are tinted, every character but '.' and '#' is written.
// Throws Error if the rows are not of one length.
CGT_API std::string cells_svg(std::string_view board, std::string_view title);

// Vertices on a circle, the first one at the bottom; so no edge runs through a vertex that is not its
// own. Edges and vertices of Left (l, L) are blue, of Right (r, R) red, of both (e) green; edges of
// Right are dashed, too. Labels are written but for "", "-" and ".".
struct CGT_API DrawnGraph {
  struct Edge {
    std::size_t from = 0;  // requires a vertex
    std::size_t to = 0;
    std::string label;
  };
  std::vector<std::string> labels;  // of the vertices
  std::vector<Edge> edges;
  bool directed = false;
  bool grounded = false;  // the first vertex is the ground
};
CGT_API std::string graph_svg(const DrawnGraph& graph, std::string_view title,
                              std::string_view text);

// Dots and Boxes, rows separated by '/': '+' dots, '-' and '|' lines, '=' and '!' lines that stand out, blanks.
CGT_API std::string boxes_svg(std::string_view drawing, std::string_view title);

// Heaps side by side, a square for each token, sizes below.
CGT_API std::string heaps_svg(const std::vector<std::uint64_t>& heaps, std::string_view title,
                              std::string_view text);

}  // namespace cgt::lang
