#include "repl/explorer/api/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include "cgt/support/text_input.hpp"
#include "decomp/go/board/board.hpp"
#include "decomp/go/board/region.hpp"
#include "lang/bindings/bindings.hpp"

namespace cgt::repl {
namespace {

// Larger boards are shown as text: a page with so many buttons serves nobody.
constexpr std::size_t kMostShownCells = 4'096;
constexpr std::size_t kMostShownHeaps = 400;
// A board of Fox and Geese has no last row at the top; so many are shown at least.
constexpr std::size_t kFoxSide = 8;
constexpr std::int64_t kMostFoxSide = 40;
// The letters of Fox and Geese.
constexpr const char* kGoose = "x";
constexpr const char* kFox = "o";
constexpr const char* kFree = ".";
constexpr int kMostSheep = 9;  // that clicks put into a cell

std::vector<std::string_view> split_at(std::string_view text, std::string_view marks) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find_first_of(marks);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<std::int64_t> integer_text(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return parse_number<std::int64_t>(text);
}

// "(3,5)"
std::optional<std::vector<std::int64_t>> pair_of(std::string_view text) {
  if (!text.starts_with('(') || !text.ends_with(')')) return std::nullopt;
  std::vector<std::int64_t> numbers;
  for (const std::string_view one : split_at(text.substr(1, text.size() - 2), ",")) {
    const auto number = integer_text(one);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  if (numbers.size() != 2) return std::nullopt;
  return numbers;
}

// Each reads the text into the picture, or leaves it and says false.

bool read_letters(Picture& picture, std::string_view text) {
  const std::size_t mark = text.find(':');
  const std::string_view board = mark == std::string_view::npos ? text : text.substr(mark + 1);
  std::vector<std::string> cells;
  const std::vector<std::string_view> rows = split_at(board, "|/");
  for (const std::string_view row : rows) {
    if (row.empty() || row.size() != rows.front().size()) return false;
    for (const char c : row) {
      if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) > '~') return false;
      cells.emplace_back(1, c);
    }
  }
  if (cells.size() > kMostShownCells) return false;
  picture.before = mark == std::string_view::npos ? "" : std::string(text.substr(0, mark));
  picture.rows = rows.size();
  picture.columns = rows.front().size();
  picture.cells = std::move(cells);
  picture.writing = GridText::kLetters;
  return true;
}

bool read_numbers(Picture& picture, std::string_view text) {
  std::vector<std::string> cells;
  std::size_t columns = 0;
  const std::vector<std::string_view> rows = split_at(text, "|");
  for (const std::string_view row : rows) {
    const std::vector<std::string_view> parts = split_at(row, ",");
    if (columns != 0 && parts.size() != columns) return false;
    columns = parts.size();
    for (const std::string_view part : parts) {
      const auto number = integer_text(part);
      if (!number) return false;
      cells.push_back(std::to_string(*number));
    }
  }
  if (cells.size() > kMostShownCells) return false;
  picture.rows = rows.size();
  picture.columns = columns;
  picture.cells = std::move(cells);
  picture.writing = GridText::kNumbers;
  return true;
}

bool read_squares(Picture& picture, std::string_view text) {
  std::vector<std::vector<std::int64_t>> squares;
  // A step beyond the highest row has to be on the board, too.
  std::size_t rows = kFoxSide;
  std::size_t columns = kFoxSide;
  for (const std::string_view part : split_at(text, ";")) {
    const auto square = pair_of(part);
    if (!square) return false;
    for (const std::int64_t coordinate : *square) {
      if (coordinate < 1 || coordinate > kMostFoxSide) return false;
    }
    rows = std::max(rows, static_cast<std::size_t>((*square)[0]) + 1);
    columns = std::max(columns, static_cast<std::size_t>((*square)[1]));
    squares.push_back(*square);
  }
  picture.rows = rows;
  picture.columns = columns;
  picture.cells.assign(rows * columns, kFree);
  // Row 1 is the lowest.
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const auto row = rows - static_cast<std::size_t>(squares[i][0]);
    const auto column = static_cast<std::size_t>(squares[i][1]) - 1;
    picture.cells[row * columns + column] = i + 1 == squares.size() ? kFox : kGoose;
  }
  picture.writing = GridText::kSquares;
  return true;
}

bool read_heaps(Picture& picture, const std::string& path, std::string_view text) {
  std::vector<std::vector<std::int64_t>> heaps;
  bool pairs = false;
  for (const std::string_view part : split_at(text, "+")) {
    if (const auto number = integer_text(part)) {
      if (*number > 0) heaps.push_back({*number});
    } else if (const auto pair = pair_of(part)) {
      pairs = true;
      heaps.push_back(*pair);
    } else {
      return false;
    }
    if (heaps.size() > kMostShownHeaps) return false;
  }
  picture.heaps = std::move(heaps);
  if (pairs) {
    const std::string name = path.substr(path.rfind('.') + 1);
    const bool cake =
        name.find("cake") != std::string::npos || name.find("Cake") != std::string::npos;
    const bool memory = name == "Mem" || name == "TakeAway" || name == "FibonacciNim";
    picture.shape = cake ? HeapShape::kCake : memory ? HeapShape::kMemory : HeapShape::kPair;
    if (cake) std::erase(picture.heaps, std::vector<std::int64_t>{0, 0});
  }
  return true;
}

bool read_graph(Picture& picture, const NamedRuleset& ruleset, Budget& budget) {
  picture.graph = lang::drawn_graph(ruleset.path, picture.text, budget);
  if (picture.graph.labels.size() > lang::kMaxDrawnVertices ||
      picture.graph.edges.size() > lang::kMaxDrawnEdges)
    return false;
  // As rulesets number them: by their ends, then by label, l before r before e.
  constexpr std::string_view kColours = "-lre";
  for (auto& edge : picture.graph.edges) {
    if (!picture.graph.directed && edge.from > edge.to) std::swap(edge.from, edge.to);
  }
  std::ranges::sort(picture.graph.edges, {}, [&](const lang::DrawnGraph::Edge& edge) {
    return std::tuple(edge.from, edge.to, edge.label.empty() ? 0 : kColours.find(edge.label[0]));
  });
  picture.places = layout(picture.graph, budget);
  return true;
}

std::string letters_of(std::size_t number) {
  std::string name;
  for (++number; number > 0; number = (number - 1) / 26)
    name.insert(name.begin(), static_cast<char>('a' + (number - 1) % 26));
  return name;
}

std::string heap_label(const Picture& picture, const std::vector<std::int64_t>& heap) {
  switch (picture.shape) {
    case HeapShape::kHeap: return std::to_string(heap[0]);
    case HeapShape::kCake: return fmt::format("{} x {}", heap[0], heap[1]);
    case HeapShape::kPair: return fmt::format("{} and {}", heap[0], heap[1]);
    case HeapShape::kMemory: return fmt::format("{}, last taken {}", heap[0], heap[1]);
  }
  return "";
}

const char* name_of(HeapShape shape) {
  switch (shape) {
    case HeapShape::kHeap: return "heap";
    case HeapShape::kCake: return "cake";
    case HeapShape::kPair: return "pair";
    case HeapShape::kMemory: return "memory";
  }
  return "";
}

}  // namespace

std::size_t cells_of(const Picture& picture) {
  switch (picture.kind) {
    case PictureKind::kGrid:
    case PictureKind::kStrip: return picture.cells.size();
    case PictureKind::kHeaps:
      return picture.shape == HeapShape::kHeap || picture.shape == HeapShape::kCake
                 ? picture.heaps.size()
                 : 2 * picture.heaps.size();
    case PictureKind::kGraph: return picture.graph.labels.size() + picture.graph.edges.size();
    case PictureKind::kText: return picture.text.size();
  }
  return 0;
}

std::string cell_name(const Picture& picture, std::size_t cell) {
  switch (picture.kind) {
    case PictureKind::kStrip: return std::to_string(cell + 1);
    case PictureKind::kGrid: {
      const std::size_t row = picture.rows - cell / picture.columns;
      const std::size_t column = cell % picture.columns;
      return (picture.go ? go::column_name(static_cast<int>(column)) : letters_of(column)) +
             std::to_string(row);
    }
    case PictureKind::kHeaps: return fmt::format("heap {}", cell + 1);
    case PictureKind::kGraph: {
      const std::size_t vertices = picture.graph.labels.size();
      if (cell < vertices) {
        return picture.graph.grounded && cell == 0 ? "ground" : fmt::format("vertex {}", cell + 1);
      }
      const auto& edge = picture.graph.edges[cell - vertices];
      return fmt::format("edge {} to {}", edge.from + 1, edge.to + 1);
    }
    case PictureKind::kText: break;
  }
  return fmt::format("character {}", cell + 1);
}

Picture picture_of(const NamedRuleset& ruleset, const AnyPosition& position, Budget& budget) {
  Picture picture;
  picture.text = position.text();
  const std::string& path = ruleset.path;
  const auto is = [&](std::string_view room) { return path.starts_with(room); };
  if (is("game.heap.")) {
    if (read_heaps(picture, path, picture.text)) picture.kind = PictureKind::kHeaps;
  } else if (is("game.graph.")) {
    if (lang::writes_graphs(path) && read_graph(picture, ruleset, budget))
      picture.kind = PictureKind::kGraph;
  } else {
    const bool letters = !ruleset.rules->char_map().empty() || path.empty();
    const bool read = (letters && read_letters(picture, picture.text)) ||
                      read_numbers(picture, picture.text) || read_squares(picture, picture.text) ||
                      read_letters(picture, picture.text);
    const bool strip = is("game.strip.") || (path.empty() && picture.rows == 1);
    // What is left of a board in Echess, "free" or "5", is not a board.
    const bool board = read && (letters || path == "game.grid.Sheep" || picture.cells.size() > 1);
    const bool word = path.ends_with("chess") && picture.rows == 1;
    const bool escaped = path.ends_with("FoxAndGeese") && picture.writing != GridText::kSquares;
    if (board && !word && !escaped) picture.kind = strip ? PictureKind::kStrip : PictureKind::kGrid;
    picture.go = position.as<go::Region>() != nullptr;
  }
  if (picture.kind == PictureKind::kText) {
    picture.cells.clear();
    picture.rows = picture.columns = 0;
  }
  return picture;
}

std::string text_of_picture(const Picture& picture) {
  std::string out;
  if (picture.kind == PictureKind::kHeaps) {
    for (const auto& heap : picture.heaps) {
      if (!out.empty()) out += "+";
      out += heap.size() == 1 ? std::to_string(heap[0]) : fmt::format("({},{})", heap[0], heap[1]);
    }
    if (!out.empty()) return out;
    return picture.shape == HeapShape::kHeap ? "0" : "(0,0)";
  }
  if (picture.writing == GridText::kSquares) {
    std::string fox;
    for (std::size_t i = 0; i < picture.cells.size(); ++i) {
      const std::string square =
          fmt::format("({},{})", picture.rows - i / picture.columns, i % picture.columns + 1);
      if (picture.cells[i] == kGoose) out += square + ";";
      if (picture.cells[i] == kFox) fox += (fox.empty() ? "" : ";") + square;
    }
    return out + fox;
  }
  const bool numbers = picture.writing == GridText::kNumbers;
  if (!picture.before.empty()) out = picture.before + ":";
  for (std::size_t i = 0; i < picture.cells.size(); ++i) {
    if (i > 0 && i % picture.columns == 0) {
      out += numbers ? " | " : "|";
    } else if (i > 0 && numbers) {
      out += ", ";
    }
    out += picture.cells[i];
  }
  return out;
}

std::vector<std::string> alphabet_of(const NamedRuleset& ruleset, const Picture& picture) {
  std::vector<std::string> letters;
  if (picture.go) return {".", "X", "O", "B", "W", "#"};
  switch (picture.writing) {
    case GridText::kSquares: return {kFree, kGoose, kFox};
    case GridText::kNumbers:
      letters.emplace_back("0");
      for (int n = 1; n <= kMostSheep; ++n) letters.push_back(std::to_string(n));
      for (int n = kMostSheep; n >= 1; --n) letters.push_back(std::to_string(-n));
      return letters;
    case GridText::kLetters: break;
  }
  const bool edges = ruleset.path == "game.strip.HackenbushString";
  const std::string map = edges ? ".lre" : ruleset.rules->char_map();
  // Rulesets that read their boards themselves: what is on this one, and what most have.
  if (map.empty()) {
    std::set<std::string> seen(picture.cells.begin(), picture.cells.end());
    for (const char* const usual : {"x", "o", "#"}) seen.insert(usual);
    seen.erase(kFree);
    letters = {seen.begin(), seen.end()};
    letters.insert(letters.begin(), kFree);
    return letters;
  }
  for (const char c : map) letters.emplace_back(1, c);
  return letters;
}

std::string kind_name(const Picture& picture) {
  if (picture.go && picture.kind == PictureKind::kGrid) return "go";
  switch (picture.kind) {
    case PictureKind::kGrid: return "grid";
    case PictureKind::kStrip: return "strip";
    case PictureKind::kHeaps: return "heap";
    case PictureKind::kGraph: return "graph";
    case PictureKind::kText: return "text";
  }
  return "text";
}

bool moves_are_edges(const NamedRuleset& ruleset) {
  const std::string name = ruleset.path.substr(ruleset.path.rfind('.') + 1);
  return name.ends_with("Hackenbush") || name.ends_with("ArcKayles");
}

Json json_of(const NamedRuleset& ruleset, const Picture& picture) {
  Json out;
  switch (picture.kind) {
    case PictureKind::kGrid:
    case PictureKind::kStrip: {
      const std::vector<std::string> alphabet = alphabet_of(ruleset, picture);
      out = {{"kind", picture.kind == PictureKind::kGrid ? "grid" : "strip"},
             {"rows", picture.rows},
             {"columns", picture.columns},
             {"cells", picture.cells},
             {"names", Json::array()},
             {"empty", alphabet.front()},
             {"alphabet", alphabet}};
      for (std::size_t i = 0; i < picture.cells.size(); ++i)
        out["names"].push_back(cell_name(picture, i));
      if (!picture.before.empty()) out["reserve"] = picture.before;
      // Stones that stand on the points of lines.
      out["points"] = picture.go || ruleset.path == "game.grid.NoGo";
      if (picture.go) {
        out["go"] = true;
      } else {
        put_pieces(out, ruleset, picture);
      }
      break;
    }
    case PictureKind::kHeaps:
      out = {{"kind", "heap"},
             {"shape", name_of(picture.shape)},
             {"heaps", picture.heaps},
             {"labels", Json::array()},
             {"cells", cells_of(picture)}};
      for (const auto& heap : picture.heaps) out["labels"].push_back(heap_label(picture, heap));
      break;
    case PictureKind::kGraph: {
      out = {{"kind", "graph"},
             {"vertices", Json::array()},
             {"edges", Json::array()},
             {"ground", picture.graph.grounded ? Json(0) : Json()},
             {"directed", picture.graph.directed},
             {"clicks", moves_are_edges(ruleset) ? "edges" : "vertices"}};
      for (std::size_t v = 0; v < picture.graph.labels.size(); ++v) {
        out["vertices"].push_back({{"label", picture.graph.labels[v]},
                                   {"x", picture.places[v][0]},
                                   {"y", picture.places[v][1]}});
      }
      for (const auto& edge : picture.graph.edges) {
        out["edges"].push_back({{"from", edge.from},
                                {"to", edge.to},
                                {"label", edge.label},
                                {"player", edge.label == "l"   ? "left"
                                           : edge.label == "r" ? "right"
                                                               : "both"}});
      }
      break;
    }
    case PictureKind::kText: out = {{"kind", "text"}}; break;
  }
  return out;
}

}  // namespace cgt::repl
