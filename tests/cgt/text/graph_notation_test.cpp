#include "cgt/text/graph_notation.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

namespace graph_notation_test {

namespace {

using namespace cgt;

GraphSymbols symbols(bool written_out) {
  GraphSymbols out;
  out.is_vertex = [](std::string_view s) { return s == "L" || s == "R"; };
  out.is_edge = [](std::string_view s) { return s == "-" || s == "long"; };
  out.written_out = written_out;
  out.hint = "what may stand here";
  return out;
}

// "3 vertices; 0=L[0+1]; 0-1": mentions with their places, edges with their labels.
std::string read(const std::string& text, bool written_out = true) {
  const SourceText source("graph", text);
  const GraphNotation graph = read_graph_notation(source, symbols(written_out));
  std::string out = fmt::format("{} vertices", graph.vertices);
  for (const GraphNotation::Mention& m : graph.mentions) {
    out += fmt::format("; {}={}[{}+{} of {}+{}]", m.vertex, m.symbol.text, m.symbol.span.offset,
                       m.symbol.span.length, m.span.offset, m.span.length);
  }
  for (const GraphNotation::Edge& e : graph.edges) {
    out += fmt::format("; {}{}{}", e.from, e.symbol.text, e.to);
    if (e.label) {
      out += fmt::format(" {}[{}+{}]", e.label->text, e.label->span.offset, e.label->span.length);
    }
  }
  return out;
}

// Message, offset and length.
std::string refusal(const std::string& text, bool written_out = true) {
  try {
    read(text, written_out);
  } catch (const InputError& error) {
    const Diagnostic& d = error.diagnostics().front();
    return fmt::format("{} [{}+{}]", d.message, d.span.offset, d.span.length);
  }
  return "none";
}

}  // namespace

TEST_CASE("The notation of graphs gives vertices, mentions and edges with places", "[text]") {
  CHECK(read("") == "0 vertices");
  CHECK(read(".") == "1 vertices");
  CHECK(read("--") == "3 vertices; 0-1; 1-2");
  CHECK(read(".-L") == "2 vertices; 1=L[2+1 of 2+1]; 0-1");
  CHECK(read("R(-;L-;-(-;-))") ==
        "6 vertices; 0=R[0+1 of 0+1]; 0=L[4+1 of 4+1]; 0-1; 0-2; 0-3; 3-4; 3-5");
  CHECK(read("-:A;L:A-:{B C}-:A") == "3 vertices; 1=L[4+1 of 4+3]; 0-1; 1-2; 2-1");
  CHECK(read("{5{}}:A-[x[]]") == "2 vertices; 0=5{}[0+5 of 0+7]; 0-1 x[][8+5]");
  // In front a symbol of a vertex, behind it one of an edge.
  CHECK(read("{long}{long}") == "2 vertices; 0=long[0+6 of 0+6]; 0long1");
  CHECK(read("L{long}[3]R") == "2 vertices; 0=L[0+1 of 0+1]; 1=R[10+1 of 10+1]; 0long1 3[7+3]");
  CHECK(read(":{A}-:{A}", false) == "1 vertices; 0-0");
}

TEST_CASE("Wrong notation of graphs is refused in its place", "[text]") {
  CHECK(refusal(";") == "a component is empty [0+1]");
  CHECK(refusal("-;") == "a component is empty after this ';' [1+1]");
  CHECK(refusal("(-") == "a '(' is not closed [2+1]");
  CHECK(refusal("-)") == "this ')' closes nothing [1+1]");
  CHECK(refusal("(-;)") == "a branch is empty [3+1]");
  CHECK(refusal("(-)-") == "nothing follows a ')' but ';' or ')' [3+1]");
  CHECK(refusal("-x") == "'x' has no meaning here [1+1]");
  CHECK(refusal("-:") == "a name follows ':' [2+1]");
  CHECK(refusal("-:{AB") == "this bracket is not closed [2+3]");
  CHECK(refusal("-[5", false) == "'[' has no meaning here [1+1]");
  CHECK(refusal("{5}", false) == "'{' has no meaning here [0+1]");
  GraphSymbols few = symbols(false);
  few.max_vertices = 3;
  few.max_edges = 2;
  const SourceText three("graph", "--");
  const SourceText four("graph", "-;--");
  const SourceText edges("graph", ":A-:A-:A-:A");
  CHECK(read_graph_notation(three, few).vertices == 3);
  CHECK_THROWS_AS(read_graph_notation(four, few), InputError);
  CHECK_THROWS_AS(read_graph_notation(edges, few), InputError);
  Budget small({1, Budget::kUnlimited, Budget::kUnlimited});
  const SourceText many("graph", std::string(100'000, '-'));
  CHECK_THROWS_AS(read_graph_notation(many, symbols(false), &small), BudgetExhausted);
}

}  // namespace graph_notation_test
