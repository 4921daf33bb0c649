// Drafts: positions of a graph that were met and not yet come to. Other threads find their moves
// meanwhile (MovesDraft), so that the thread that the graph belongs to has only to link them.
//
// Thread rule: not safe by itself. Who shares one holds a lock in every call; a draft that begin() gave
// out belongs to its thread until end().
#pragma once

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/position/graph.hpp"

namespace cgt {

class Drafts {
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

}  // namespace cgt
