// A position as the page shows it, made from its text: a grid of cells, a strip, heaps, a graph, or a
// text. Cells are numbered, and moves are told by the cells that they change; so the page knows no rules.
// A picture can be written as a text again, which is how positions are edited.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/values/drawing.hpp"
#include "repl/explorer/api/workspace.hpp"

namespace cgt::repl {

enum class PictureKind : std::uint8_t { kGrid, kStrip, kHeaps, kGraph, kText };
// How the text of a grid writes its cells.
enum class GridText : std::uint8_t {
  kLetters,  // "xo.|oxo", perhaps with something before a ':'
  kNumbers,  // "3, 0 | 0, -4"
  kSquares,  // "(3,1);(1,3)": geese, and the fox last
};
enum class HeapShape : std::uint8_t { kHeap, kCake, kPair, kMemory };

struct Picture {
  PictureKind kind = PictureKind::kText;
  std::string text;  // of the position

  // Grids and strips, row by row from the top.
  GridText writing = GridText::kLetters;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::string> cells;
  std::string before;  // what stands before the ':'
  bool go = false;     // local Go

  HeapShape shape = HeapShape::kHeap;
  std::vector<std::vector<std::int64_t>> heaps;

  lang::DrawnGraph graph;  // its edges in the order of the ruleset
  // Of each vertex, from 0 to 1, y downwards.
  std::vector<std::array<double, 2>> places;
};

// How many cells can be clicked, and what the i-th is called: "a1", "heap 2", "vertex 3", "edge a".
std::size_t cells_of(const Picture& picture);
std::string cell_name(const Picture& picture, std::size_t cell);

// Throws BudgetExhausted.
Picture picture_of(const NamedRuleset& ruleset, const AnyPosition& position, Budget& budget);
// Requires a grid, a strip or heaps.
std::string text_of_picture(const Picture& picture);
// The cells of a grid that mean free and what may stand in them, in the order of a click.
std::vector<std::string> alphabet_of(const NamedRuleset& ruleset, const Picture& picture);

Json json_of(const NamedRuleset& ruleset, const Picture& picture);
// Whose piece is in each cell of a grid or a strip: "left", "right", "both" or "". Of Go: none are told.
std::vector<std::string_view> owners_of(const NamedRuleset& ruleset, const Picture& picture);
// These as "owners", what is drawn for each cell as "looks" ("queen", "toad", "" for its letter), both of the
// alphabet as "alphabet_owners" and "alphabet_looks", and in mazes "walls": "below", "right", "below right" or "".
void put_pieces(Json& out, const NamedRuleset& ruleset, const Picture& picture);

// "grid", "strip", "heap", "graph", "go" or "text": how the page shows positions of the ruleset.
std::string kind_name(const Picture& picture);

// Are the moves of this ruleset on a graph its edges, not its vertices?
bool moves_are_edges(const NamedRuleset& ruleset);

// Places of the vertices: rows above a ground, else so that neighbours are near each other. The same for
// the same graph.
std::vector<std::array<double, 2>> layout(const lang::DrawnGraph& graph, Budget& budget);

}  // namespace cgt::repl
