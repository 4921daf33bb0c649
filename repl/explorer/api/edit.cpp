// Editing a position: its picture is changed and read again by the ruleset, which may refuse it.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "repl/explorer/api/moves.hpp"
#include "repl/explorer/api/workspace.hpp"

namespace cgt::repl {
namespace {

constexpr std::int64_t kLargestHeap = 100'000'000;
constexpr std::size_t kMostVertices = 200;
constexpr const char* kFoxLetter = "o";

// What can be done to a picture of each kind, said where it is tried with another.
[[noreturn]] void refuse_operation(const std::string& name, const Picture& picture) {
  throw Error(
      fmt::format("\"{}\" does not fit a {}", name, kind_name(picture)),
      "grids: set, cycle, add_row, delete_row, add_column, delete_column, reserve; heaps: heap, "
      "add_heap, remove_heap; graphs: add_vertex, remove_vertex, add_edge, remove_edge, label; "
      "clear; text");
}

class Editor {
 public:
  Editor(const NamedRuleset& ruleset, const AnyPosition& position, Budget& budget)
      : ruleset_(ruleset), picture_(picture_of(ruleset, position, budget)) {}

  AnyPosition edited(const Json& operation) {
    if (!operation.is_object() || operation.size() != 1)
      throw Error("\"op\" of the request is not an object with one member");
    const std::string name = operation.begin().key();
    const Json& what = operation.begin().value();
    if (name == "text") return ruleset_.rules->position(string_of(what, "the text"));
    switch (picture_.kind) {
      case PictureKind::kGrid:
      case PictureKind::kStrip: return on_grid(name, what);
      case PictureKind::kHeaps: return on_heaps(name, what);
      case PictureKind::kGraph: return on_graph(name, what);
      case PictureKind::kText: break;
    }
    refuse_operation(name, picture_);
  }

  // Of each vertex of the edited graph the old one; empty if it is not known.
  const std::vector<std::optional<std::size_t>>& kept() const { return kept_; }

 private:
  std::size_t index(const Json& json, const char* what, std::size_t count) const {
    if (count == 0) throw Error(fmt::format("there is no {}", what));
    return static_cast<std::size_t>(
        integer_of(json, what, 0, static_cast<std::int64_t>(count) - 1));
  }

  AnyPosition read() const { return ruleset_.rules->position(text_of_picture(picture_)); }

  // --- grids ---

  AnyPosition on_grid(const std::string& name, const Json& what) {
    const std::vector<std::string> alphabet = alphabet_of(ruleset_, picture_);
    if (name == "set") {
      if (!what.is_array() || what.size() != 2)
        throw Error("\"set\" holds a cell and its contents");
      const std::size_t cell = index(what[0], "cell", picture_.cells.size());
      return with(cell, string_of(what[1], "the contents of a cell"), alphabet.front());
    }
    if (name == "cycle") {
      const std::size_t cell = index(what, "cell", picture_.cells.size());
      return cycled(cell, alphabet);
    }
    if (name == "clear") {
      std::ranges::fill(picture_.cells, alphabet.front());
      return read();
    }
    if (name == "reserve" && !picture_.before.empty()) {
      picture_.before = string_of(what, "\"reserve\"");
      return read();
    }
    const bool strip = picture_.kind == PictureKind::kStrip;
    if (picture_.writing == GridText::kSquares) refuse_operation(name, picture_);
    const auto columns = static_cast<std::ptrdiff_t>(picture_.columns);
    auto& cells = picture_.cells;
    if (name == "add_row" && !strip) {
      const std::size_t at = index(what, "row", picture_.rows + 1);
      cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(at) * columns, picture_.columns,
                   alphabet.front());
      ++picture_.rows;
      return read();
    }
    if (name == "delete_row" && !strip) {
      const std::size_t at = index(what, "row", picture_.rows);
      if (picture_.rows == 1) throw Error("a board has a row");
      const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(at) * columns;
      cells.erase(begin, begin + columns);
      --picture_.rows;
      return read();
    }
    if (name == "add_column" || name == "delete_column") {
      const bool more = name == "add_column";
      const std::size_t at = index(what, "column", picture_.columns + (more ? 1 : 0));
      if (!more && picture_.columns == 1) throw Error("a board has a column");
      std::vector<std::string> changed;
      for (std::size_t row = 0; row < picture_.rows; ++row) {
        for (std::size_t column = 0; column <= picture_.columns; ++column) {
          if (more && column == at) changed.push_back(alphabet.front());
          if (column == picture_.columns || (!more && column == at)) continue;
          changed.push_back(cells[row * picture_.columns + column]);
        }
      }
      cells = std::move(changed);
      picture_.columns += more ? 1 : std::size_t(-1);
      return read();
    }
    refuse_operation(name, picture_);
  }

  // Where a board has only one of a piece, setting it moves it.
  AnyPosition with(std::size_t cell, const std::string& contents, const std::string& empty) {
    const std::vector<std::string> before = picture_.cells;
    // The last square of such a text is the fox: there is one.
    if (picture_.writing == GridText::kSquares && contents == kFoxLetter)
      std::ranges::replace(picture_.cells, contents, empty);
    picture_.cells[cell] = contents;
    try {
      return read();
    } catch (const Error&) {
      const auto others = std::ranges::count(before, contents);
      if (others == 0 || contents == empty) {
        picture_.cells = before;
        throw;
      }
      std::ranges::replace(picture_.cells, contents, empty);
      picture_.cells[cell] = contents;
      try {
        return read();
      } catch (const Error&) {
        picture_.cells = before;
        throw;
      }
    }
  }

  // The next contents that the ruleset takes.
  AnyPosition cycled(std::size_t cell, const std::vector<std::string>& alphabet) {
    const auto at = std::ranges::find(alphabet, picture_.cells[cell]);
    const std::size_t first =
        at == alphabet.end() ? 0 : static_cast<std::size_t>(at - alphabet.begin()) + 1;
    for (std::size_t step = 0;; ++step) {
      try {
        return with(cell, alphabet[(first + step) % alphabet.size()], alphabet.front());
      } catch (const Error&) {
        if (step + 1 >= alphabet.size()) throw;
      }
    }
  }

  // --- heaps ---

  std::vector<std::int64_t> heap_of(const Json& json) const {
    const bool pairs = picture_.shape != HeapShape::kHeap;
    if (!pairs) return {integer_of(json, "a heap", 0, kLargestHeap)};
    if (!json.is_array() || json.size() != 2) throw Error("this heap is two numbers");
    return {integer_of(json[0], "the first number", 0, kLargestHeap),
            integer_of(json[1], "the second number", 0, kLargestHeap)};
  }

  AnyPosition on_heaps(const std::string& name, const Json& what) {
    const bool one = picture_.shape == HeapShape::kPair || picture_.shape == HeapShape::kMemory;
    if (name == "heap") {
      if (!what.is_array() || what.size() != 2) throw Error("\"heap\" holds a heap and its size");
      picture_.heaps[index(what[0], "heap", picture_.heaps.size())] = heap_of(what[1]);
    } else if (name == "add_heap" && !one) {
      picture_.heaps.push_back(heap_of(what));
    } else if (name == "remove_heap" && !one) {
      picture_.heaps.erase(picture_.heaps.begin() +
                           static_cast<std::ptrdiff_t>(index(what, "heap", picture_.heaps.size())));
    } else if (name == "clear" && !one) {
      picture_.heaps.clear();
    } else {
      refuse_operation(name, picture_);
    }
    std::erase(picture_.heaps, std::vector<std::int64_t>{0});
    return read();
  }

  // --- graphs ---

  AnyPosition on_graph(const std::string& name, const Json& what) {
    lang::DrawnGraph& graph = picture_.graph;
    std::vector<std::size_t> origin(graph.labels.size());
    for (std::size_t v = 0; v < origin.size(); ++v) origin[v] = v;
    const auto add_vertex = [&](std::string label) {
      if (graph.labels.size() >= kMostVertices) throw Error("the graph is large enough");
      graph.labels.push_back(std::move(label));
      origin.push_back(kNew);
      return graph.labels.size() - 1;
    };
    if (name == "add_vertex") {
      if (graph.grounded)
        throw Error("a vertex without an edge would fall", "add an edge to a new vertex");
      add_vertex(what.is_null() ? "" : string_of(what, "a label"));
    } else if (name == "remove_vertex") {
      const std::size_t v = index(what, "vertex", graph.labels.size());
      if (graph.grounded && v == 0) throw Error("the ground stays");
      std::erase_if(graph.edges, [&](const auto& edge) { return edge.from == v || edge.to == v; });
      for (auto& edge : graph.edges) {
        edge.from -= edge.from > v ? 1 : 0;
        edge.to -= edge.to > v ? 1 : 0;
      }
      graph.labels.erase(graph.labels.begin() + static_cast<std::ptrdiff_t>(v));
      origin.erase(origin.begin() + static_cast<std::ptrdiff_t>(v));
    } else if (name == "add_edge") {
      if (!what.is_array() || what.size() < 2 || what.size() > 3)
        throw Error("\"add_edge\" holds two vertices and perhaps a label");
      const std::size_t u = index(what[0], "vertex", graph.labels.size());
      // Null is a new one.
      const std::size_t v =
          what[1].is_null() ? add_vertex("") : index(what[1], "vertex", graph.labels.size());
      const std::string label = what.size() == 3 ? string_of(what[2], "a label") : "";
      graph.edges.push_back({u, v, label});
    } else if (name == "remove_edge") {
      const std::size_t e = index(what, "edge", graph.edges.size());
      graph.edges.erase(graph.edges.begin() + static_cast<std::ptrdiff_t>(e));
    } else if (name == "label") {
      if (!what.is_array() || what.size() != 2)
        throw Error("\"label\" holds a vertex or an edge, and its label");
      // Vertices first, then edges, as the cells of the picture.
      const std::size_t cell = index(what[0], "vertex or edge", cells_of(picture_));
      const std::string label = string_of(what[1], "a label");
      if (cell < graph.labels.size()) {
        graph.labels[cell] = label;
      } else {
        graph.edges[cell - graph.labels.size()].label = label;
      }
    } else if (name == "clear") {
      graph.edges.clear();
      graph.labels.resize(1);
      origin.resize(1);
    } else {
      refuse_operation(name, picture_);
    }
    if (graph.grounded) drop_loose(graph, origin);
    GraphInput input;
    input.directed = graph.directed;
    for (const std::string& label : graph.labels) input.labels.push_back(label == "." ? "" : label);
    for (const auto& edge : graph.edges) {
      const bool plain = edge.label == "-" || edge.label == ">" || edge.label == "<";
      input.edges.push_back({edge.from, edge.to, plain ? "" : edge.label});
    }
    remember(input, origin);
    return ruleset_.rules->position(RulesetArguments({{"", RulesetArgument(std::move(input))}}));
  }

  // What is cut off from the ground is gone.
  static void drop_loose(lang::DrawnGraph& graph, std::vector<std::size_t>& origin) {
    std::vector<bool> stands(graph.labels.size(), false);
    stands[0] = true;
    for (bool more = true; more;) {
      more = false;
      for (const auto& edge : graph.edges) {
        if (stands[edge.from] == stands[edge.to]) continue;
        stands[edge.from] = stands[edge.to] = more = true;
      }
    }
    std::erase_if(graph.edges, [&](const auto& edge) { return !stands[edge.from]; });
    std::vector<std::size_t> next(stands.size(), 0);
    std::size_t count = 0;
    for (std::size_t v = 0; v < stands.size(); ++v) {
      if (!stands[v]) continue;
      next[v] = count;
      graph.labels[count] = graph.labels[v];
      origin[count] = origin[v];
      ++count;
    }
    graph.labels.resize(count);
    origin.resize(count);
    for (auto& edge : graph.edges) {
      edge.from = next[edge.from];
      edge.to = next[edge.to];
    }
  }

  // Rulesets number vertices anew: depth first, neighbours in ascending order.
  void remember(const GraphInput& input, const std::vector<std::size_t>& origin) {
    std::vector<std::vector<std::size_t>> near(input.labels.size());
    for (const auto& edge : input.edges) {
      near[edge.from].push_back(edge.to);
      near[edge.to].push_back(edge.from);
    }
    for (auto& list : near) std::ranges::sort(list, std::greater<>());
    std::vector<bool> seen(near.size(), false);
    for (std::size_t root = 0; root < near.size(); ++root) {
      std::vector<std::size_t> open{root};
      while (!open.empty()) {
        const std::size_t v = open.back();
        open.pop_back();
        if (seen[v]) continue;
        seen[v] = true;
        kept_.push_back(origin[v] == kNew ? std::nullopt : std::optional(origin[v]));
        for (const std::size_t w : near[v]) open.push_back(w);
      }
    }
  }

  static constexpr std::size_t kNew = ~std::size_t{0};

  const NamedRuleset& ruleset_;
  Picture picture_;
  std::vector<std::optional<std::size_t>> kept_;
};

}  // namespace

Json call_edit(Workspace& workspace, const Json& request, Budget& budget) {
  const NamedRuleset& ruleset = workspace.ruleset(text_in(request, "game"));
  const AnyPosition position = ruleset.rules->position(text_in(request, "board"));
  Editor editor(ruleset, position, budget);
  if (!has(request, "op")) throw Error("the request has no \"op\"");
  const AnyPosition edited = editor.edited(request["op"]);
  Json out = position_reply(ruleset, edited, budget);
  const auto& kept = editor.kept();
  const Json& vertices = out["picture"].contains("vertices") ? out["picture"]["vertices"] : Json();
  // Rulesets may leave out what says nothing, such as edges of Hackenbush without ground.
  if (!kept.empty() && vertices.size() == kept.size()) {
    out["kept"] = Json::array();
    for (const auto& old : kept) out["kept"].push_back(old ? Json(*old) : Json());
  }
  return out;
}

}  // namespace cgt::repl
