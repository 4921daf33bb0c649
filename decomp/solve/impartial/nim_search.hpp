// Nim values of large impartial positions by outcomes alone (Lemoine, Viennot 2012): the value of G
// is the k for which the previous player wins G + *k. Whether it is k is decided by the options of
// G one by one, those first that are known; the first whose value is k ends the question, so that
// many options are never searched, whereas the minimal excluded value needs them all. A position
// that splits is searched part by part: of all parts but the last the values are found, of the last
// only whether it is the one that matters.
//
//   solve::NimSearch search(position);
//   search.nim_value(position, budget);
//
// Throughout: BudgetExhausted leaves the tables valid. Thread rule: one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt::solve {

class NimSearch {
 public:
  // For positions of the type of this one. Throws Error unless they are impartial.
  explicit NimSearch(const AnyPosition& position);

  std::uint32_t nim_value(const AnyPosition& position, Budget& budget);
  // Does the next player win position + *k?
  bool next_player_wins(const AnyPosition& position, std::uint32_t k, Budget& budget);

  // Components whose moves were generated, up to symmetry.
  std::uint64_t components() const { return expanded_; }

 private:
  static constexpr std::uint32_t kUnknown = ~0U;
  using Parts = std::vector<NodeId>;

  struct Node {
    std::uint32_t value = kUnknown;
    std::vector<bool> excluded;  // values that it is known not to have
    std::vector<Parts> options;  // while expanded and not solved
    bool expanded = false;

    bool excludes(std::uint32_t k) const { return k < excluded.size() && excluded[k]; }
    std::uint32_t least_open() const {
      std::uint32_t k = 0;
      while (excludes(k)) ++k;
      return k;
    }
  };
  // Is the value of the node k?
  struct Question {
    NodeId node;
    std::uint32_t k;
    std::uint32_t option = 0;  // the next one to look at
    bool scanned = false;
  };
  enum class Answer { kYes, kNo, kAsk };

  Node& node(NodeId id);
  void expand(NodeId id, Budget& budget);
  std::uint32_t weight(NodeId part) const;
  void order(std::vector<Parts>& options) const;
  // Is the value of the sum k? kAsk: `next` has to be answered before.
  Answer sum_is(const Parts& parts, std::uint32_t k, Question& next);
  void answer(Question first, Budget& budget);
  Parts components_of(const AnyPosition& position);

  std::unique_ptr<AnyGraph> graph_;
  std::vector<Node> nodes_;
  Expansion scratch_;
  std::uint64_t expanded_ = 0;
  std::uint64_t option_bytes_ = 0;  // of all nodes
  MemoryMeter meter_;
};

}  // namespace cgt::solve
