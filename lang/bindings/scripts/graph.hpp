// ScriptGraph: positions of rulesets in scripts as numbered nodes, for the searches of decomp.
//
// A node is a position that does not decompose, or a game that is not an integer and that a position
// leads to. What a position is the sum of is found once and remembered with it, so each position
// costs one call of Decomposition, however many moves lead to it, and each node one call of Options
// a player. Sums, negatives and small multiples of positions are taken apart; the other compounds
// are nodes, whose moves follow from their parts. Positions of native rulesets are worth their
// value here.
//
// Symmetries are the affair of the class: a Decomposition that gives one of all images of a part
// (Grid.SymmetryInvariant), or the negative of a position, makes one node of them.
//
// Large searches wait for memory, so all options of a position are looked up together
// (position_table.hpp).
//
// Invariants
//   1. A throw leaves the graph valid: what was found by then stays.
//   2. It is not asked while it asks a script (the solvers keep one graph for each depth).
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lang/bindings/scripts/position.hpp"
#include "lang/values/position_table.hpp"

namespace cgt::lang {

class ScriptGraph final : public AnyGraph {
 public:
  std::int64_t components(const AnyPosition& position, std::vector<SignedNode>& out) override;
  std::int64_t components(const ScriptPosition& position, std::vector<SignedNode>& out);
  ScriptPosition position(NodeId node) const;

  void expand(NodeId node, Expansion& out, Budget& budget) override;
  std::optional<std::uint32_t> nim_value(NodeId, Budget&) const override { return std::nullopt; }
  std::size_t size() const override { return nodes_.size(); }
  bool impartial() const override { return false; }
  bool all_small(NodeId) const override { return false; }
  std::uint32_t depth_hint(NodeId) const override { return kUnknownDepth; }
  std::uint32_t move_count(NodeId node, Player player) const override;
  std::string text(NodeId node) const override { return position(node).text(); }
  std::uint64_t bytes() const override;

 private:
  // What a position comes to: a signed node, or with kList an index into sums_.
  using Word = std::uint32_t;
  static constexpr Word kList = Word{1} << 31U;
  static constexpr std::uint32_t kNotCounted = ~std::uint32_t{0};

  // rest + the signed nodes parts_[first, last), which ascend.
  struct Sum {
    std::int64_t rest = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  // The positions of one session: values of several must not be compared.
  struct Home {
    std::shared_ptr<ScriptHost> host;
    PositionTable<Word> table;
    std::optional<std::uint32_t> canonical_form;  // symbols, once they are known
    std::uint32_t decomposition = 0;
    // The class of the position seen last, and whether it says these.
    const ClassInfo* type = nullptr;
    bool says_canonical_form = false;
    bool says_decomposition = false;
  };
  struct Node {
    Value value;
    std::uint32_t home = 0;
    PerPlayer<std::uint32_t> moves{{kNotCounted, kNotCounted}};
  };
  // A position whose parts are being looked at.
  struct Visit {
    Value position;
    PositionTable<Word>::Slot* slot = nullptr;  // while the table has this capacity
    std::size_t capacity = 0;
    std::vector<Value> parts;
    std::int64_t times = 1;  // of all parts
    std::size_t next = 0;
    std::int64_t rest = 0;
    std::vector<SignedNode> sum;
  };
  class Path;

  std::uint32_t home_of(const std::shared_ptr<ScriptHost>& host);
  Word resolve(Context& context, std::uint32_t home, const Value& value);
  // What the value comes to if that is known or needs no others; else it is on top of the path.
  std::optional<Word> begin(Context& context, std::uint32_t home, const Value& value);
  // The parts of a position that has no slot yet; false if it is a node.
  bool take_apart(Context& context, Home& home, Visit& visit);
  // The position on top is known.
  Word finish(Home& home, Word word);
  Word new_node(std::uint32_t home, const Value& value);
  // Sorts the parts.
  Word word_of(std::int64_t rest, std::vector<SignedNode>& parts);
  // rest and parts += times * word.
  void add(std::int64_t& rest, std::vector<SignedNode>& parts, Word word, std::int64_t times) const;
  std::span<const SignedNode> parts_of(const Sum& sum) const {
    return std::span(parts_).subspan(sum.first, sum.last - sum.first);
  }
  // Do two moves lead to the same?
  bool same(Word a, Word b) const;
  void list_moves(Context& context, NodeId node, Expansion& out);

  std::vector<std::unique_ptr<Home>> homes_;  // nearly always one; outlive the values
  std::vector<Node> nodes_;
  std::vector<Sum> sums_{1};  // the first is 0
  std::vector<SignedNode> parts_;
  std::deque<Visit> path_;  // the first depth_; the others keep their memory for later
  std::size_t depth_ = 0;
  // Scratch of list_moves.
  std::vector<Value> options_;
  std::vector<std::optional<Word>> known_;
  std::vector<Word> words_;
};

}  // namespace cgt::lang
