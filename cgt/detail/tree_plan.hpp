// Which part of a game tree a drawing shows: breadth first, as far as its style says. Trees of short
// games (tree.hpp) and of loopy ones (cgt/pictures/tree_drawing.hpp) are planned alike.
//
// A Source knows the games:
//   Id                         a game, with == and std::hash
//   kCycles                    can a game come back among its followers?
//   label(g)                   its text; empty: a dot
//   count(g, player)           options to draw; none of a leaf
//   option(g, player, k)       in the order in which they are drawn
//   is_listed(g)               can all options be looked at? Not so of a huge nimber.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "cgt/pictures/tree_drawing.hpp"
#include "cgt/store/store.hpp"
#include "cgt/support/containers.hpp"

namespace cgt {

template <class Source>
class TreePlan {
 public:
  using Id = typename Source::Id;

  TreePlan(Store& store, Source& source, const TreeStyle& style)
      : store_(store), source_(source), style_(style) {}

  // A node without parent, or one below `parent` that the caller joins to it.
  std::size_t place(const Id& g, std::size_t depth, std::size_t parent = 0) {
    add(source_.label(g), depth);
    games_.push_back(g);
    parents_.push_back(parent);
    if (style_.shared) placed_.emplace(g, games_.size() - 1);
    return games_.size() - 1;
  }
  // A node that is not a game and has no options.
  std::size_t place_label(std::string label) {
    add(std::move(label), 0);
    games_.emplace_back();
    parents_.push_back(0);
    return games_.size() - 1;
  }

  // The options of all nodes from `first` on, and theirs. Were all drawn?
  bool grow(std::size_t first) {
    for (std::size_t i = first; i < games_.size(); ++i) {
      store_.charge();
      for (const Player player : kPlayers) add_options(i, player);
    }
    return complete_;
  }

  TreeDrawing drawing;

 private:
  void add(std::string label, std::size_t depth) {
    TreeDrawing::Node& node = drawing.nodes.emplace_back();
    node.label = std::move(label);
    node.depth = depth;
  }

  void add_options(std::size_t i, Player player) {
    using Kind = TreeDrawing::Edge::Kind;
    auto& nodes = drawing.nodes;
    const Id g = games_[i];
    const std::uint64_t count = source_.count(g, player);
    for (std::uint64_t k = 0; k < count; ++k) {
      const Id option = source_.option(g, player, k);
      if (const auto there = drawn(i, option)) {
        const bool back = Source::kCycles && nodes[*there].depth <= nodes[i].depth;
        drawing.edges.push_back({i, *there, player, back ? Kind::kBack : Kind::kMove});
        continue;
      }
      if (nodes.size() >= std::max<std::size_t>(style_.max_nodes, 1)) {
        complete_ = false;
        // Others may be drawn already, if that can be looked up.
        if ((!style_.shared && !Source::kCycles) || !source_.is_listed(g)) {
          nodes[i].omitted += count - k;
          break;
        }
        ++nodes[i].omitted;
        continue;
      }
      const std::size_t child = place(option, nodes[i].depth + 1, i);
      nodes[i].children[player].push_back(child);
      drawing.edges.push_back({i, child, player});
    }
  }

  // Where a game stands already: anywhere if nodes are shared, else on the way to node i.
  std::optional<std::size_t> drawn(std::size_t i, const Id& g) const {
    if (style_.shared) {
      const auto it = placed_.find(g);
      return it == placed_.end() ? std::nullopt : std::optional(it->second);
    }
    if constexpr (Source::kCycles) {
      for (std::size_t at = i;; at = parents_[at]) {
        if (games_[at] == g) return at;
        if (at == parents_[at]) break;
      }
    }
    return std::nullopt;
  }

  Store& store_;
  Source& source_;
  const TreeStyle& style_;
  std::vector<Id> games_;  // of the nodes
  std::vector<std::size_t> parents_;
  FlatMap<Id, std::size_t> placed_;
  bool complete_ = true;
};

}  // namespace cgt
