// Sets of at most 64 * W nodes, and the graph of points that the rules of safety look at.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cgt::go {

using NodeId = std::uint16_t;

template <std::size_t W>
class PointSet {
 public:
  static constexpr std::size_t kCapacity = W * 64;

  // Of the nodes 0 to 63.
  static PointSet of_word(std::uint64_t word) {
    PointSet out;
    out.words_[0] = word;
    return out;
  }

  void insert(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void erase(std::size_t i) { words_[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  bool contains(std::size_t i) const { return ((words_[i / 64] >> (i % 64)) & 1U) != 0; }
  bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t w : words_) any |= w;
    return any == 0;
  }
  std::size_t size() const {
    std::size_t count = 0;
    for (const std::uint64_t w : words_) count += static_cast<std::size_t>(std::popcount(w));
    return count;
  }
  // The least node. Requires a set that is not empty.
  NodeId first() const {
    std::size_t k = 0;
    while (words_[k] == 0) ++k;
    return static_cast<NodeId>(k * 64 + static_cast<std::size_t>(std::countr_zero(words_[k])));
  }
  // Calls visit(node) in increasing order.
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::size_t k = 0; k < W; ++k) {
      for (std::uint64_t rest = words_[k]; rest != 0; rest &= rest - 1) {
        visit(static_cast<NodeId>(k * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }
  // Is there a node with test(node)?
  template <class Test>
  bool some(const Test& test) const {
    for (std::size_t k = 0; k < W; ++k) {
      for (std::uint64_t rest = words_[k]; rest != 0; rest &= rest - 1) {
        if (test(static_cast<NodeId>(k * 64 + static_cast<std::size_t>(std::countr_zero(rest))))) {
          return true;
        }
      }
    }
    return false;
  }

  PointSet& operator|=(const PointSet& o) {
    for (std::size_t k = 0; k < W; ++k) words_[k] |= o.words_[k];
    return *this;
  }
  PointSet& operator&=(const PointSet& o) {
    for (std::size_t k = 0; k < W; ++k) words_[k] &= o.words_[k];
    return *this;
  }
  // Takes the nodes of `o` out.
  PointSet& operator-=(const PointSet& o) {
    for (std::size_t k = 0; k < W; ++k) words_[k] &= ~o.words_[k];
    return *this;
  }
  friend PointSet operator|(PointSet a, const PointSet& b) { return a |= b; }
  friend PointSet operator&(PointSet a, const PointSet& b) { return a &= b; }
  friend PointSet operator-(PointSet a, const PointSet& b) { return a -= b; }
  friend bool operator==(const PointSet&, const PointSet&) = default;

  bool meets(const PointSet& o) const {
    std::uint64_t common = 0;
    for (std::size_t k = 0; k < W; ++k) common |= words_[k] & o.words_[k];
    return common != 0;
  }
  bool within(const PointSet& o) const {
    std::uint64_t outside = 0;
    for (std::size_t k = 0; k < W; ++k) outside |= words_[k] & ~o.words_[k];
    return outside == 0;
  }
  std::uint64_t word(std::size_t k) const { return words_[k]; }

 private:
  std::array<std::uint64_t, W> words_{};
};

// Nodes are the points of a board; of a local fight also one node for each block around it, which
// stands for all its stones.
template <class Set>
struct Graph {
  std::vector<Set> near;  // neighbours of each node
  Set all;

  Set border(const Set& points) const {
    Set out;
    points.each([&](NodeId p) { out |= near[p]; });
    return out - points;
  }
  Set component(NodeId start, const Set& inside) const {
    Set out;
    out.insert(start);
    Set front = out;
    while (!front.empty()) {
      Set grown;
      front.each([&](NodeId p) { grown |= near[p]; });
      front = (grown & inside) - out;
      out |= front;
    }
    return out;
  }
  // Is `points` in two pieces or more without p?
  bool splits(NodeId p, Set points) const {
    points.erase(p);
    const Set around = near[p] & points;
    return around.size() >= 2 && !around.within(component(around.first(), points));
  }
};

}  // namespace cgt::go
