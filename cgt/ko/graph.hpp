// Cyclic score graphs: positions whose play may come back, as kos do, and that end in a score.
//
//   A: B | 0; B: 30 | A
//
// is a ko of 30 points: from A Left takes to B, or Right settles at 0; from B Left wins 30, or Right
// takes back. A node is written  NAME: left options | right options ; nodes are separated by ';',
// options by ','. An option is a number (the score there is settled), or a node, which k points to
// Left may come with: B+1, B-2. A number is m/2^k, points are whole. The first node is the root;
// names are letters, digits and '_' and begin with a letter. A player may have no option.
//
//   const KoGraph graph = KoGraph::parse("A: B | 0; B: 30 | A");
//   const std::string same = graph.text();  // the text above
//
// Thread rule: that of a vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/number/dyadic.hpp"
#include "cgt/support/diagnostic.hpp"
#include "cgt/support/player.hpp"

namespace cgt {

// A settled score, or a node with points that go to Left on the way.
struct CGT_API KoOption {
  std::optional<std::uint32_t> node;  // none: settled
  Dyadic value;                       // the score, or the points (an integer)

  friend bool operator==(const KoOption&, const KoOption&) = default;
};

struct CGT_API KoNode {
  std::string name;
  PerPlayer<std::vector<KoOption>> options;
  std::string label;  // what people call it, where the name is a mere number; "": the name

  const std::string& shown() const { return label.empty() ? name : label; }
  friend bool operator==(const KoNode&, const KoNode&) = default;
};

class CGT_API KoGraph {
 public:
  // Node 0 is the root. Requires a node, options that name nodes of the graph, whole points, and
  // names as above, all different.
  explicit KoGraph(std::vector<KoNode> nodes);

  // Throws InputError: signs that mean nothing, a node without '|', unknown and repeated names,
  // scores that are not m/2^k, points that are not whole, nothing at all.
  static KoGraph parse(std::string_view text, const std::string& name = "<graph>");

  std::size_t size() const { return nodes_.size(); }
  const KoNode& operator[](std::uint32_t node) const { return nodes_[node]; }
  // What parse() reads back, in one line.
  std::string text() const;
  // Left and Right exchanged: the same names, scores and points negated.
  KoGraph negative() const;
  friend bool operator==(const KoGraph&, const KoGraph&) = default;

 private:
  std::vector<KoNode> nodes_;
};

}  // namespace cgt
