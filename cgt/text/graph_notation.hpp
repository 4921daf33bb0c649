// The notation of labelled graphs, read without knowing what its symbols mean: shared by the
// language's graphs and the positions of games on graphs. It is CGSuite's.
//
//   .-.-L       vertices in a row, written by a symbol each, edges by another; '.' is a vertex
//               without a symbol and may be left out: --L
//   (-;-;-R)    branches of one vertex; L-(.;-R) writes the symbol of the branching vertex again
//   :A---:A     :A names a vertex, a second :A is the same one; longer names: :{name}
//   -;--;.      components stand between semicolons
//   {5}-[^]-    where symbols may be written out: in {} for a vertex or an edge, and what an edge
//               is labelled with in [] behind its symbol
//
// Brackets of one kind nest. Nothing is recursive; a text is as long as its reader allows.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/diagnostic.hpp"

namespace cgt {

// What counts as a symbol: a single character, or what stands in {}.
struct GraphSymbols {
  std::function<bool(std::string_view)> is_vertex;
  std::function<bool(std::string_view)> is_edge;
  bool arrows = false;       // '>' behind the symbol of an edge, or alone: it goes one way
  bool written_out = false;  // {} and []; any text in {} is a symbol of a vertex
  std::string hint;          // for a character that means nothing
  std::size_t max_vertices = std::numeric_limits<std::uint32_t>::max();
  std::size_t max_edges = std::numeric_limits<std::uint32_t>::max();
};

// Views into the text that was read.
struct GraphNotation {
  // Text without its brackets, and its place with them.
  struct Symbol {
    std::string_view text;
    SourceSpan span;
  };
  // A symbol was written for this vertex; one vertex may be mentioned several times.
  struct Mention {
    std::uint32_t vertex = 0;
    Symbol symbol;
    SourceSpan span;  // of the symbol and the name
  };
  struct Edge {
    std::uint32_t from = 0;  // as written: from left to right
    std::uint32_t to = 0;
    Symbol symbol;
    std::optional<Symbol> label;  // in []
    bool one_way = false;
  };

  std::size_t vertices = 0;  // numbered from 0 as they appear
  std::vector<Mention> mentions;
  std::vector<Edge> edges;
};

// Throws InputError. Charges the budget, if there is one, for every vertex. The answer refers to
// `source`.
GraphNotation read_graph_notation(const SourceText& source, const GraphSymbols& symbols,
                                  Budget* budget = nullptr);

}  // namespace cgt
