// MovesAhead: threads that generate the moves of a graph before a search asks for them.
//
// A search without cut-offs goes depth first through all children in order, and skips those that it
// has met. So the order in which it meets positions does not depend on their values: a thread can
// go the same way ahead of it and generate moves, while the search adds, compares and constructs
// games. Positions get the numbers that they would get with one thread. Where the search has to wait,
// it takes a hand in that itself, as do further threads: a position that was met is needed sooner or
// later, and its moves can be found by any thread (MovesDraft); only what they lead to is looked up
// by the thread ahead, in order.
//
// A search makes a MovesAhead where it has come to, and asks it for each node that it meets for the
// first time (solve::GraphSearch does so).
//
// Thread rule: from the constructor on the graph belongs to the thread ahead, until the destructor
// has waited for its end; all else belongs to the caller. So positions of the graph must be such as
// any thread may look at: those of native rulesets are, those of scripts are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/position/graph.hpp"

namespace cgt {

// Drafts: positions of a graph that were met and not yet come to. Other threads find their moves
// meanwhile (MovesDraft), so that the thread that the graph belongs to has only to link them.
//
// Thread rule: not safe by itself. Who shares one holds a lock in every call; a draft that begin() gave
// out belongs to its thread until end().

class CGT_API Drafts {
 public:
  // So many wait at most, and so many are made at most: beyond that the oldest go.
  static constexpr std::size_t kMost = 4096;

  // Are so many waiting that it is worth to wake a thread up?
  bool wanting() const { return waiting_.size() >= kWorthWaking; }
  std::size_t size() const { return entries_.size(); }

  // A draft to begin for add(): null if a new one must be made.
  std::unique_ptr<MovesDraft> spare() {
    if (spare_.empty()) return nullptr;
    std::unique_ptr<MovesDraft> draft = std::move(spare_.back());
    spare_.pop_back();
    return draft;
  }
  void put_away(std::unique_ptr<MovesDraft> draft) {
    if (spare_.size() < kMost) spare_.push_back(std::move(draft));
  }

  // A draft of the node that was begun.
  void add(NodeId node, std::unique_ptr<MovesDraft> draft) {
    entries_[node] = {std::move(draft), false};
    waiting_.push_back(node);
    drop_oldest(waiting_, false);
  }
  // The newest draft that waits, since the graph's thread comes to it before the others; null: none.
  std::unique_ptr<MovesDraft> begin(NodeId& node) {
    while (!waiting_.empty()) {
      node = waiting_.back();
      waiting_.pop_back();
      const auto entry = entries_.find(node);
      if (entry != entries_.end() && !entry->second.made && entry->second.draft != nullptr)
        return std::move(entry->second.draft);
    }
    return nullptr;
  }
  // What begin() gave out; `made`: it has its moves now.
  void end(NodeId node, std::unique_ptr<MovesDraft> draft, bool made) {
    const auto entry = entries_.find(node);
    if (entry == entries_.end()) {
      put_away(std::move(draft));
    } else if (!made) {
      entries_.erase(entry);
      put_away(std::move(draft));
    } else {
      entry->second = {std::move(draft), true};
      made_.push_back(node);
      drop_oldest(made_, true);
    }
  }
  // The moves of the node, if they were made. From now on nobody makes them.
  std::unique_ptr<MovesDraft> take(NodeId node) {
    const auto entry = entries_.find(node);
    if (entry == entries_.end()) return nullptr;
    Entry found = std::move(entry->second);
    entries_.erase(entry);
    if (found.made) return std::move(found.draft);
    if (found.draft != nullptr) put_away(std::move(found.draft));
    return nullptr;
  }

 private:
  static constexpr std::size_t kWorthWaking = 8;
  struct Entry {
    std::unique_ptr<MovesDraft> draft;  // null while somebody is at it
    bool made = false;
  };

  void drop_oldest(std::deque<NodeId>& nodes, bool made) {
    if (nodes.size() <= kMost) return;
    const auto entry = entries_.find(nodes.front());
    nodes.pop_front();
    if (entry == entries_.end() || entry->second.made != made || entry->second.draft == nullptr)
      return;
    put_away(std::move(entry->second.draft));
    entries_.erase(entry);
  }

  FlatMap<NodeId, Entry> entries_;
  // The newest last; those of some are taken.
  std::deque<NodeId> waiting_;
  std::deque<NodeId> made_;
  std::vector<std::unique_ptr<MovesDraft>> spare_;
};

class CGT_API MovesAhead {
 public:
  // How far a search has come with a node.
  enum class Stage : std::uint8_t { kUnseen, kOnPath, kDone };
  // A node on the path of the search: its children, and how many of them it has looked at.
  struct Visit {
    NodeId node = 0;
    std::size_t next = 0;
    std::vector<SignedNode> children;
  };
  // A node that the search meets for the first time.
  struct Step {
    NodeId node = 0;
    std::optional<Nus> value;    // if the ruleset knows it without search; then there are no moves
    Expansion moves;             // may be exchanged for another one, whose memory is used again
    std::uint64_t nodes = 0;     // of the budget, spent on it
    std::size_t graph_size = 0;  // once the moves were generated
    std::uint64_t graph_bytes = 0;  // then, with what the thread itself holds by the node
  };

  // Goes on from `path`, the root first, with what has become of each node of the graph. `threads`, at
  // least 2, counts the caller. Time and stop flag are those of `budget`; of its nodes each thread may
  // spend as many itself. Throws std::system_error if there is no thread to be had.
  MovesAhead(PositionGraph& graph, std::vector<Visit> path, std::vector<Stage> stages,
             unsigned threads, const Budget& budget);
  MovesAhead(const MovesAhead&) = delete;
  MovesAhead& operator=(const MovesAhead&) = delete;
  // Stops the threads. What they did ahead of the search stays in the graph.
  ~MovesAhead();

  // The next node; it is valid until the next call. Throws what the ruleset threw at that node,
  // BudgetExhausted among it. To be called only while the search, which does the same steps, meets a
  // new node: so not after a child on the path, where the thread ahead ends.
  Step& next();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace cgt
