#include "tests/decomp/rules/plain_graph.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

namespace cgt::testing {

std::set<int> PlainGraph::neighbours(int v, bool away) const {
  std::set<int> out;
  for (const PlainEdge& e : edges) {
    if (e.from == v) out.insert(e.to);
    if (e.to == v && !away) out.insert(e.from);
  }
  out.erase(v);
  return out;
}

PlainGraph read_plain(const std::string& text) {
  PlainGraph graph;
  if (text == "0") return graph;
  std::map<char, int> names;
  std::size_t i = 0;
  const auto here = [&] { return i < text.size() ? text[i] : ';'; };
  const auto vertex = [&] {
    const char label = here() == 'L' || here() == 'R' || here() == '.' ? text[i++] : '.';
    if (here() == ':') {
      const char name = text[i + 1];
      i += 2;
      if (names.count(name) != 0) return names[name];
      names[name] = static_cast<int>(graph.labels.size());
    }
    graph.labels += label;
    return static_cast<int>(graph.labels.size()) - 1;
  };
  const std::function<void(int)> rest = [&](int v) {
    if (here() == '(') {
      while (here() != ')') {
        ++i;  // the bracket or a semicolon
        rest(v);
      }
      ++i;
    } else if (here() != ';' && here() != ')') {
      const char edge = text[i++];
      const int to = vertex();
      if (edge == '<') {
        graph.edges.push_back({to, v, '>'});
      } else {
        graph.edges.push_back({v, to, edge});
      }
      rest(to);
    }
  };
  while (i < text.size()) {
    rest(vertex());
    ++i;
  }
  return graph;
}

std::string write_plain(const PlainGraph& given, const std::set<int>& gone) {
  // Those that remain, in order, then in the order of a walk along lesser neighbours first.
  std::vector<int> order;
  const std::function<void(int)> walk = [&](int v) {
    if (gone.count(v) != 0 || std::ranges::find(order, v) != order.end()) return;
    order.push_back(v);
    for (const int w : given.neighbours(v)) walk(w);
  };
  for (int v = 0; v < static_cast<int>(given.labels.size()); ++v) walk(v);
  if (order.empty()) return "0";
  const auto number = [&](int v) {
    return static_cast<int>(std::ranges::find(order, v) - order.begin());
  };
  std::vector<PlainEdge> edges;
  for (const PlainEdge& e : given.edges) {
    if (gone.count(e.from) == 0 && gone.count(e.to) == 0) {
      edges.push_back({number(e.from), number(e.to), e.label});
    }
  }

  std::set<int> again;  // mentioned a second time
  std::map<int, std::string> names;
  const auto write = [&] {
    std::set<int> reached;
    std::set<std::size_t> written;
    const auto label = [&](int v) {
      const char c = given.labels[static_cast<std::size_t>(order[static_cast<std::size_t>(v)])];
      return (c == '.' ? "" : std::string(1, c)) + names[v];
    };
    const std::function<std::string(int)> branches = [&](int v) {
      // Other end, place of the label, incoming first.
      std::vector<std::tuple<int, std::size_t, bool, std::size_t>> at;
      for (std::size_t i = 0; i < edges.size(); ++i) {
        const PlainEdge& e = edges[i];
        const std::size_t place = std::string("lre").find(e.label);
        const bool out = e.from == v;
        if (out || e.to == v) at.emplace_back(out ? e.to : e.from, place, out, i);
      }
      std::ranges::sort(at);
      std::vector<std::string> texts;
      for (const auto& [to, place, out, i] : at) {
        if (!written.insert(i).second) continue;
        const char c = edges[i].label;
        std::string one(1, c == '>' && !out ? '<' : c);
        if (reached.insert(to).second) {
          one += label(to) + branches(to);
        } else {
          again.insert(to);
          one += names[to];
        }
        texts.push_back(one);
      }
      if (texts.size() == 1) return texts[0];
      std::string all;
      for (const std::string& one : texts) all += (all.empty() ? "(" : ";") + one;
      return all.empty() ? all : all + ")";
    };
    std::string text;
    for (int v = 0; v < static_cast<int>(order.size()); ++v) {
      if (!reached.insert(v).second) continue;
      const std::string component = label(v) + branches(v);
      text += (v > 0 ? ";" : "") + (component.empty() ? "." : component);
    }
    return text;
  };
  write();
  char name = 'A';
  for (const int v : again) names[v] = {':', name++};
  return write();
}

PlainGraph renumbered(const PlainGraph& graph, int first) {
  const int size = static_cast<int>(graph.labels.size());
  const auto to = [&](int v) { return v < first ? v : size - 1 - (v - first); };
  PlainGraph out = graph;
  for (int v = 0; v < size; ++v) {
    out.labels[static_cast<std::size_t>(to(v))] = graph.labels[static_cast<std::size_t>(v)];
  }
  for (PlainEdge& e : out.edges) e = {to(e.from), to(e.to), e.label};
  return out;
}

}  // namespace cgt::testing
