#include "lang/library/written.hpp"

#include <array>

namespace cgt::lang {
namespace {

struct LibraryClass {
  std::string_view name;
  std::string_view source;
};

constexpr std::array<LibraryClass, 7> kClasses{{
    {"HeapRuleset", R"cgs(// Impartial heap games: a move replaces a heap by heaps.
class HeapRuleset(fn ? Nothing) extends Ruleset
  // The moves from a heap: lists of the heaps that are left.
  def HeapOptions(heapSize as Integer) :=
    if fn == Nothing then error("the class does not say 'HeapOptions'") else fn(heapSize) end;
  class Position(heapSize as Integer) extends ImpartialGame
    override def Options(player ? Nothing) :=
      [Sum([0].Concat([Position(h) for h in heaps where h > 0]))
        for heaps in HeapOptions(heapSize)];
  end
  // The nim values of the heaps 1, 2, ..., limit.
  def NimValueSequence(limit as Integer) := [Position(n).NimValue for n from 1 to limit];
end
)cgs"},
    {"PartizanHeapRuleset", R"cgs(// Heap games in which the players have different moves.
class PartizanHeapRuleset extends Ruleset
  def HeapOptions(heapSize as Integer, player as Player) :=
    error("the class does not say 'HeapOptions'");
  class Position(heapSize as Integer) extends Game
    override def Options(player as Player) :=
      [Sum([0].Concat([Position(h) for h in heaps where h > 0]))
        for heaps in HeapOptions(heapSize, player)];
  end
  // The values of the heaps 1, 2, ..., limit.
  def GameValueSequence(limit as Integer) := [Position(n).CanonicalForm for n from 1 to limit];
end
)cgs"},
    {"CoordinateRuleset",
     R"cgs(// Impartial games on coordinates: a move leads to other coordinates.
class CoordinateRuleset extends Ruleset
  def CoordinateOptions(position as Coordinates) :=
    error("the class does not say 'CoordinateOptions'");
  class Position(position as Coordinates) extends ImpartialGame
    override def Options(player ? Nothing) :=
      [Position(next) for next in CoordinateOptions(position)];
  end
end
)cgs"},
    {"PartizanCoordinateRuleset",
     R"cgs(// Games on coordinates in which the players have different moves.
class PartizanCoordinateRuleset extends Ruleset
  def CoordinateOptions(position as Coordinates, player as Player) :=
    error("the class does not say 'CoordinateOptions'");
  class Position(position as Coordinates) extends Game
    override def Options(player as Player) :=
      [Position(next) for next in CoordinateOptions(position, player)];
  end
end
)cgs"},
    {"FunctionalHeapRuleset",
     R"cgs(// A heap game given by a function: heap size -> list of lists of heaps.
class FunctionalHeapRuleset(fn as Function) extends HeapRuleset
  override def HeapOptions(heapSize as Integer) := fn(heapSize);
end
)cgs"},
    {"GenMem",
     R"cgs(// A heap and the size of the last move: fn(memory, j) tells whether j may be taken after memory.
class GenMem(fn as Function) extends CoordinateRuleset
  override def CoordinateOptions(position as Coordinates) :=
    [(position[1] - j, j) for j from 1 to position[1] where fn(position[2], j)];
  // The nim values of the heaps 0 .. maxHeap, one a row, after moves of 0 .. maxMemory.
  def NimValueTable(maxHeap as Integer, maxMemory as Integer) :=
    Table([[Position((n, m)).NimValue for m from 0 to maxMemory] for n from 0 to maxHeap]);
end
)cgs"},
    {"FunctionalCoordinateRuleset",
     R"cgs(// A coordinate game given by a function: coordinates -> list of coordinates.
class FunctionalCoordinateRuleset(fn as Function) extends CoordinateRuleset
  override def CoordinateOptions(position as Coordinates) := fn(position);
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
