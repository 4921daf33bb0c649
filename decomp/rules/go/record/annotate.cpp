#include "decomp/rules/go/record/annotate.hpp"

#include <algorithm>
#include <array>

#include "decomp/rules/go/record/decimal.hpp"

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
                          std::span<const SgfNote> notes) {
  const Utf8Text utf8 = sgf_utf8(text);
  const std::string& source = utf8.text;
  const std::vector<SgfPlace> places = sgf_places(utf8, name, options);
  std::string out;
  std::size_t copied = 0;
  const auto copy_until = [&](std::size_t end) {
    out.append(source, copied, end - copied);
    copied = end;
  };
  for (std::size_t i = 0; i < places.size(); ++i) {
    const SgfPlace& place = places[i];
    if (place.end == 0 || i >= notes.size() || notes[i].empty()) continue;
    copy_until(place.begin);
    out += with_note(source.substr(place.begin, place.end - place.begin), notes[i]);
    copied = place.end;
  }
  copy_until(source.size());
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
