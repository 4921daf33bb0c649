#include "lang/library/core.hpp"

#include <array>

namespace cgt::lang {
namespace {

struct LibraryClass {
  std::string_view name;
  std::string_view source;
};

constexpr std::array<LibraryClass, 12> kClasses{{
    {"HeapRuleset", R"cgs(// Impartial heap games: a move replaces a heap by heaps.
class HeapRuleset extends Ruleset
  static def Eval(fn as Function) := FunctionalHeapRuleset(fn);
  // The moves from a heap: lists of the heaps that are left.
  def HeapOptions(heapSize as Integer) := error("the class does not say 'HeapOptions'");
  class Position(heapSize as Integer) extends ImpartialGame
    override def Options(player ? Nothing) :=
      [Sum([0].Concat([Position(h) for h in heaps where h > 0]))
        for heaps in HeapOptions(heapSize)];
  end
  def Eval(heapSize as Integer) := Position(heapSize);
  def HeapNimValue(heapSize as Integer) := Position(heapSize).NimValue;
  // The nim values of the heaps 1, 2, ..., toHeapSize.
  def NimValueSequence(toHeapSize as Integer) := [Position(n).NimValue for n from 1 to toHeapSize];
end
)cgs"},
    {"PartizanHeapRuleset",
     R"cgs(// Heap games in which the players have different moves: those of two heap games.
class PartizanHeapRuleset(leftRuleset ? Nothing, rightRuleset ? Nothing) extends Ruleset
  def HeapOptions(heapSize as Integer, player as Player) begin
    var own := if player == Left then leftRuleset else rightRuleset end;
    if own == Nothing then error("the class does not say 'HeapOptions'") end;
    own.HeapOptions(heapSize)
  end
  class Position(heapSize as Integer) extends Game
    override def Options(player as Player) :=
      [Sum([0].Concat([Position(h) for h in heaps where h > 0]))
        for heaps in HeapOptions(heapSize, player)];
  end
  // The values of the heaps 1, 2, ..., toHeapSize.
  def GameValueSequence(toHeapSize as Integer) :=
    [Position(n).GameValue for n from 1 to toHeapSize];
end
)cgs"},
    {"CoordinateRuleset",
     R"cgs(// Impartial games on coordinates: a move leads to other coordinates, or to a list of them.
class CoordinateRuleset extends Ruleset
  static def Eval(fn as Function) := FunctionalCoordinateRuleset(fn);
  def Eval(coord as Coordinates) := Position(coord);
  def Eval(row as Integer, column as Integer) := Position((row, column));
  def CoordinateOptions(coord as Coordinates) :=
    error("the class does not say 'CoordinateOptions'");
  def Adjoin(that) :=
    FunctionalCoordinateRuleset((m, n) ->
      CoordinateOptions((m, n)) Concat that.CoordinateOptions((m, n)));
  class Position(coord as Coordinates) extends ImpartialGame
    def Coord := coord;
    override def Options(player ? Nothing) :=
      [if next is Coordinates then Position(next) else Sum([0].Concat([Position(p) for p in next])) end
        for next in CoordinateOptions(coord)];
  end
  // The nim values of (0,0) .. (maxRow,maxCol).
  def NimValueTable(maxRow as Integer, maxCol as Integer) :=
    Table([[Position((m, n)).NimValue for n from 0 to maxCol] for m from 0 to maxRow]);
end
)cgs"},
    {"PartizanCoordinateRuleset",
     R"cgs(// Games on coordinates in which the players have different moves: those of two games.
class PartizanCoordinateRuleset(leftRuleset ? Nothing, rightRuleset ? Nothing) extends Ruleset
  def CoordinateOptions(coord as Coordinates, player as Player) begin
    var own := if player == Left then leftRuleset else rightRuleset end;
    if own == Nothing then error("the class does not say 'CoordinateOptions'") end;
    own.CoordinateOptions(coord)
  end
  class Position(coord as Coordinates) extends Game
    override def Options(player as Player) :=
      [if next is Coordinates then Position(next) else Sum([0].Concat([Position(p) for p in next])) end
        for next in CoordinateOptions(coord, player)];
  end
  // The values of (1,1) .. (maxRow,maxCol).
  def GameValueTable(maxRow as Integer, maxCol as Integer) :=
    Table([[Position((m, n)).GameValue for n from 1 to maxCol] for m from 1 to maxRow]);
end
)cgs"},
    {"FunctionalHeapRuleset",
     R"cgs(// A heap game given by a function: heap size -> list of lists of heaps.
class FunctionalHeapRuleset(fn as Function) extends HeapRuleset
  override def HeapOptions(heapSize as Integer) := fn(heapSize);
end
)cgs"},
    {"GenMem",
     R"cgs(// A heap and the size of the last move: predicate(memory, j) tells whether j may be taken after memory.
class GenMem(predicate as Function) extends CoordinateRuleset
  override def CoordinateOptions(coord as Coordinates) :=
    [(coord[1] - j, j) for j from 1 to coord[1] where predicate(coord[2], j)];
end
)cgs"},
    {"FunctionalCoordinateRuleset",
     R"cgs(// A coordinate game given by a function of row and column, or of coordinates: where a move leads.
class FunctionalCoordinateRuleset(fn as Function) extends CoordinateRuleset
  override def CoordinateOptions(coord as Coordinates) :=
    if fn.ParameterCount == 2 then fn(coord.Row, coord.Column) else fn(coord) end;
end
)cgs"},
    {"GenCol",
     R"cgs(// Colouring vertices: a player may colour those whose label is permitted to him. A colour keeps the
// vertices around it for one player, in Col for the other, in Snort for the same one.
class GenCol(leftPermitted as List, rightPermitted as List) extends GraphRuleset
  class Position(graph as Graph) extends GraphGame
    override def Options(player as Player) begin
      var permitted := if player == Left then leftPermitted else rightPermitted end;
      [Coloured(i, player) for i from 1 to graph.VertexCount where permitted.Contains(graph[i].Label)]
    end
    def Coloured(vertex, player) begin
      var near := graph[vertex].OutVertices;
      var spent := [w for w in near where graph[w].Label == player.Opponent];
      var kept := {w => player for w in near where graph[w].Label == Nothing};
      Position(graph.UpdatedVertexLabels(kept).DeleteVertices(spent.Adjoin(vertex)))
    end
    override def Decomposition := [Position(part) for part in graph.ConnectedComponents];
  end
  override def VertexLabels := {"" => Nothing, "L" => Left, "R" => Right};
end
)cgs"},
    {"Fjords", R"cgs(// Land that can be reached from land only.
singleton class Fjords extends GenCol([Left], [Right])
end
)cgs"},
    {"GenArcKayles",
     R"cgs(// An edge is taken with both its ends; if weighted, it takes 1 from the labels of its ends.
class GenArcKayles(weighted as Boolean ? false) extends GraphRuleset
  class Position(graph as Graph) extends GraphGame, ImpartialGame
    def Weight(i) := graph[i].Label;
    override def Options(player ? Nothing) :=
      if weighted then
        [Position(graph.UpdatedVertexLabels({e.From => Weight(e.From) - 1, e.To => Weight(e.To) - 1}))
          for e in graph.Edges where e.From != e.To and Weight(e.From) > 0 and Weight(e.To) > 0]
      else
        [Position(graph.DeleteVertices([e.From, e.To])) for e in graph.Edges]
      end;
    override def Decomposition :=
      [Position(part) for part in if weighted then graph.Decomposition(0) else graph.ConnectedComponents end];
  end
  override def VertexLabels := if weighted then symbol -> Integer.Parse(symbol) else {"" => Nothing} end;
end
)cgs"},
    {"WeightedArcKayles", R"cgs(// Arc Kayles whose vertices bear as many moves as their labels say.
singleton class WeightedArcKayles extends GenArcKayles(true)
end
)cgs"},
    {"GenHackenbush",
     R"cgs(// Hackenbush; edges of childish colours may be cut only where nothing falls.
class GenHackenbush(childishEdges as List ? []) extends GraphRuleset
  override def Eval(text as String) := Eval(Graph.Parse(text, VertexLabels, EdgeLabels));
  override def Eval(graph as Graph) begin
    if graph.IsEmpty then error("there is no ground here") end;
    if not graph.IsConnected then error("this graph is not connected") end;
    Position(graph)
  end
  class Position(graph as Graph) extends GraphGame
    override def Options(player as Player) :=
      [Position(rest) for edge in graph.Edges
        where edge.Label == game.graph.Color.Green
          or edge.Label == if player == Left then game.graph.Color.Blue else game.graph.Color.Red end
        for rest := graph.DeleteEdge(edge).ConnectedComponent(1)
        where not childishEdges.Contains(edge.Label) or rest.EdgeCount == graph.EdgeCount - 1];
  end
  override def VertexLabels := {"" => Nothing};
  override def EdgeLabels :=
    {"" => Nothing, "l" => game.graph.Color.Blue, "r" => game.graph.Color.Red,
     "e" => game.graph.Color.Green};
end
)cgs"},
}};

}  // namespace

std::string_view library_source(std::string_view name) {
  for (const LibraryClass& entry : kClasses) {
    if (entry.name == name) return entry.source;
  }
  return {};
}

std::vector<std::string_view> library_names() {
  std::vector<std::string_view> names;
  for (const LibraryClass& entry : kClasses) names.push_back(entry.name);
  return names;
}

}  // namespace cgt::lang
