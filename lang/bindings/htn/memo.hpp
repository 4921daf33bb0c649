// What functions of a script answered, by what they looked at.
//
// The functions of a planning domain depend on their arguments and on the variables of the state
// that they read, and on nothing else. So an answer is kept in a decision tree: the root is the
// question (which function, which arguments), an inner node the variable that the function reads
// next, an edge the value found there, a leaf the answer. A search meets the same question in the
// same circumstances again and again; all but the first time cost a walk down a tree instead of a
// call of the interpreter.
//
// Invariants
//   1. Answers never move and are never dropped as long as the Memo lives (or until clear()).
//   2. Variables and values are numbers; 0 is a value like the others.
//   3. At most kMaxAnswers are kept; what comes later is asked each time. That costs time only.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "cgt/support/hash.hpp"

namespace cgt::lang::plans {

// A variable that was read, and its value, both as numbers.
struct Reading {
  std::uint32_t variable = 0;
  std::uint32_t value = 0;
};

template <class Answer>
class Memo {
 public:
  static constexpr std::size_t kMaxAnswers = std::size_t{1} << 20U;

  // What is known about the question in a state; null: nothing. `values` by variable.
  const Answer* find(std::uint64_t question, std::span<const std::uint32_t> values) const {
    const auto root = roots_.find(question);
    if (root == roots_.end()) return nullptr;
    std::uint32_t at = root->second;
    for (;;) {
      const Node& node = nodes_[at];
      if (node.variable == kLeaf) return node.answer;
      const std::uint32_t value = values[node.variable];
      if (value == node.value) {
        at = node.child;
        continue;
      }
      const auto edge = edges_.find(key(at, value));
      if (edge == edges_.end()) return nullptr;
      at = edge->second;
    }
  }

  bool is_full() const { return answers_.size() >= kMaxAnswers; }
  std::size_t size() const { return answers_.size(); }

  // Keeps the answer to a question that find() did not know. Null: the function has read other
  // variables than it did in a state that it could not tell from this one.
  const Answer* add(std::uint64_t question, std::span<const Reading> readings, Answer answer) {
    const auto [root, fresh] = roots_.try_emplace(question, 0U);
    if (fresh) root->second = new_node();
    std::uint32_t at = root->second;
    bool is_new = fresh;
    for (const Reading& reading : readings) {
      if (is_new) {
        nodes_[at].variable = reading.variable;
        nodes_[at].value = reading.value;
        nodes_[at].child = static_cast<std::uint32_t>(nodes_.size());
        at = new_node();
        continue;
      }
      if (nodes_[at].variable != reading.variable) return nullptr;
      if (nodes_[at].value == reading.value) {
        at = nodes_[at].child;
        continue;
      }
      const auto [edge, added] =
          edges_.try_emplace(key(at, reading.value), static_cast<std::uint32_t>(nodes_.size()));
      at = added ? new_node() : edge->second;
      is_new = added;
    }
    if (!is_new) return nullptr;
    answers_.push_back(std::move(answer));
    nodes_[at].answer = &answers_.back();
    return &answers_.back();
  }

  void clear() {
    roots_.clear();
    edges_.clear();
    nodes_.clear();
    answers_.clear();
  }
  const std::deque<Answer>& answers() const { return answers_; }

 private:
  static constexpr std::uint32_t kLeaf = 0xffffffffU;
  // The edge that was made first lies in the node: most nodes have no other.
  struct Node {
    std::uint32_t variable = kLeaf;
    std::uint32_t value = 0;
    std::uint32_t child = 0;
    const Answer* answer = nullptr;
  };
  struct KeyHash {
    using is_avalanching = void;
    std::size_t operator()(std::uint64_t k) const {
      return static_cast<std::size_t>(mix(k, 0x9e3779b97f4a7c15ULL));
    }
  };
  static std::uint64_t key(std::uint32_t node, std::uint32_t value) {
    return (std::uint64_t{node} << 32U) | value;
  }
  std::uint32_t new_node() {
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  FlatMap<std::uint64_t, std::uint32_t, KeyHash> roots_;
  FlatMap<std::uint64_t, std::uint32_t, KeyHash> edges_;
  std::vector<Node> nodes_;
  std::deque<Answer> answers_;
};

}  // namespace cgt::lang::plans
