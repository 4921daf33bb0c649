#include "decomp/go/record/annotate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "decomp/go/record/decimal.hpp"

namespace cgt::go {
namespace {

// Where a property stands in a text: behind its name, and at the ']' of its last value.
struct Found {
  std::size_t values = std::string_view::npos;
  std::size_t close = 0;
  explicit operator bool() const { return values != std::string_view::npos; }
};

// Looks through a node, which was read before: its brackets match.
Found find_property(std::string_view node, std::string_view wanted) {
  std::string name;
  Found found;
  for (std::size_t i = 0; i < node.size(); ++i) {
    const char c = node[i];
    if (c >= 'A' && c <= 'Z') name += c;
    if (c != '[') continue;
    const std::size_t open = i;
    for (++i; i < node.size() && node[i] != ']'; ++i) {
      if (node[i] == '\\') ++i;
    }
    if (name == wanted && !found) found.values = open;
    if (name == wanted) found.close = i;
    std::size_t next = i + 1;
    while (next < node.size() &&
           (node[next] == ' ' || (node[next] >= '\t' && node[next] <= '\r'))) {
      ++next;
    }
    if (next < node.size() && node[next] == '[') continue;
    if (found) return found;
    name.clear();
  }
  return found;
}

// Of the node whose properties begin there.
std::size_t node_length(std::string_view text, std::size_t begin) {
  bool inside = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (inside && c == '\\') ++i;
    if (c == '[') inside = true;
    if (c == ']') inside = false;
    if (!inside && (c == ';' || c == '(' || c == ')')) return i - begin;
  }
  return text.size() - begin;
}

std::string with_note(std::string node, const SgfNote& note) {
  std::string added;
  if (note.value && !find_property(node, "V")) added += "V[" + decimal_text(*note.value) + ']';
  if (!note.triangles.empty() && !find_property(node, "TR")) {
    added += "TR";
    for (const Point p : note.triangles) added += '[' + sgf_point(p) + ']';
  }
  if (!note.labels.empty() && !find_property(node, "LB")) {
    added += "LB";
    for (const auto& [point, label] : note.labels) {
      added += '[' + sgf_point(point) + ':' + sgf_escaped(label) + ']';
    }
  }
  if (!note.comment.empty()) {
    const std::string text = sgf_escaped(note.comment);
    if (const Found comment = find_property(node, "C")) {
      const bool blank = comment.close == comment.values + 1;
      node.insert(comment.close, blank ? text : "\n\n" + text);
    } else {
      added += "C[" + text + ']';
    }
  }
  return node + added;
}

// What follows a place between two nodes: ';', '(' or ')', and where the tree around it is closed.
struct Behind {
  char next = ')';
  std::size_t close = 0;
};

Behind behind(std::string_view text, std::size_t begin) {
  Behind out{'\0', text.size()};  // of a record that is cut off
  std::size_t depth = 0;
  for (std::size_t i = begin; i < text.size();
       i += std::max<std::size_t>(1, node_length(text, i))) {
    const char c = text[i];
    if (c != ';' && c != '(' && c != ')') continue;
    if (out.next == '\0') out.next = c;
    if (c == '(') ++depth;
    if (c != ')') continue;
    if (depth == 0) {
      out.close = i;
      break;
    }
    --depth;
  }
  if (out.next == '\0') out.next = ')';
  return out;
}

std::string text_of_line(const SgfLine& line) {
  std::string out;
  for (const auto& [move, note] : line.moves) {
    const std::string point = move.point ? sgf_point(*move.point) : "";
    out += with_note((move.player == Player::kLeft ? ";B[" : ";W[") + point + ']', note);
  }
  return out;
}

// Bytes [begin, end) of the file are replaced.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

// Puts the lines that begin behind a node, in parentheses unless the end of a record goes on so.
void add_lines(std::string_view text, std::size_t end, const std::vector<std::string>& lines,
               std::vector<Edit>& edits) {
  const Behind around = behind(text, end);
  std::string variations;
  for (const std::string& line : lines) variations += '(' + line + ')';
  if (around.next == ')') {
    edits.push_back({end, end, lines.size() == 1 ? lines.front() : variations});
  } else if (around.next == '(') {
    edits.push_back({around.close, around.close, variations});
  } else {
    // What went on without parentheses is a variation now, the first.
    edits.push_back({end, end, "("});
    edits.push_back({around.close, around.close, ')' + variations});
  }
}

}  // namespace

std::string sgf_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string sgf_point(Point p) {
  const auto letter = [](int c) { return static_cast<char>(c < 26 ? 'a' + c : 'A' + c - 26); };
  return {letter(p.x), letter(p.y)};
}

std::string annotated_sgf(std::string_view text, const std::string& name, const SgfOptions& options,
                          std::span<const SgfNote> notes, std::span<const SgfLine> lines) {
  const Utf8Text utf8 = sgf_utf8(text);
  const std::string& source = utf8.text;
  std::size_t unclosed = 0;
  const std::vector<SgfPlace> places = sgf_places(utf8, name, options, &unclosed);
  const auto exists = [&](std::size_t i) { return i < places.size() && places[i].end != 0; };
  std::vector<std::vector<std::string>> added(places.size());
  for (const SgfLine& line : lines) {
    if (!exists(line.after))
      throw Error(fmt::format("{} has no move {} to go on from", name, line.after));
    if (!line.moves.empty()) added[line.after].push_back(text_of_line(line));
  }
  std::vector<Edit> edits;
  // From the last node on, so that at one place the inner parentheses are closed first.
  for (std::size_t i = places.size(); i-- > 0;) {
    if (!exists(i)) continue;
    const auto [begin, end] = places[i];
    if (i < notes.size() && !notes[i].empty())
      edits.push_back({begin, end, with_note(source.substr(begin, end - begin), notes[i])});
    if (!added[i].empty()) add_lines(source, end, added[i], edits);
  }
  // What is put between two nodes comes before the second of them.
  std::ranges::stable_sort(edits, {},
                           [](const Edit& edit) { return std::pair(edit.begin, edit.end); });
  std::string out;
  std::size_t copied = 0;
  for (const Edit& edit : edits) {
    out.append(source, copied, edit.begin - copied);
    out += edit.text;
    copied = edit.end;
  }
  out.append(source, copied);
  out.append(unclosed, ')');
  // The character set is that of the first node of the file.
  const std::size_t first = out.find("(;");
  const std::size_t node = first == std::string::npos ? 0 : first + 2;
  const Found set = find_property(std::string_view(out).substr(node, node_length(out, node)), "CA");
  const bool ascii =
      std::ranges::all_of(out, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (set) {
    out.replace(node + set.values + 1, set.close - set.values - 1, "UTF-8");
  } else if (!ascii) {
    out.insert(node, "CA[UTF-8]");
  }
  return out;
}

}  // namespace cgt::go
