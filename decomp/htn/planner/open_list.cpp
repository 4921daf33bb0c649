#include "decomp/htn/planner/open_list.hpp"

#include <algorithm>

namespace cgt::htn {

void OpenList::add(Id node, std::span<const std::uint32_t> measures) {
  for (std::size_t i = 0; i < queues_.size(); ++i) queues_[i][measures[i]].push_back(node);
  children_.emplace_back(std::vector<std::uint32_t>(measures.begin(), measures.end()), node);
  if (node >= taken_.size()) taken_.resize(node + 1);
}

// Those of a node of the stack go there: the best child is taken first; of equal ones the one that
// came first, as the text has it.
void OpenList::settle_children() {
  if (from_stack_) {
    std::stable_sort(children_.begin(), children_.end(), [](const auto& a, const auto& b) {
      return std::lexicographical_compare(a.first.rbegin(), a.first.rend(), b.first.rbegin(),
                                          b.first.rend());
    });
    for (std::size_t i = children_.size(); i-- > 0;) stack_.push_back(children_[i].second);
  }
  children_.clear();
}

OpenList::Id OpenList::next_of_stack() {
  while (!stack_.empty()) {
    const Id node = stack_.back();
    stack_.pop_back();
    if (!taken_[node]) return node;
  }
  return kNone;
}

OpenList::Id OpenList::next_of(Queue& queue) {
  while (!queue.empty()) {
    const auto least = queue.begin();
    const Id node = least->second.back();
    least->second.pop_back();
    if (least->second.empty()) queue.erase(least);
    if (!taken_[node]) return node;
  }
  return kNone;
}

OpenList::Id OpenList::take() {
  settle_children();
  for (std::size_t i = 0; i <= queues_.size(); ++i) {
    from_stack_ = turn_ == queues_.size();
    const Id node = from_stack_ ? next_of_stack() : next_of(queues_[turn_]);
    turn_ = (turn_ + 1) % (queues_.size() + 1);
    if (node == kNone) continue;
    if (!from_stack_ && dive_ >= longest_dive_) {
      stack_.assign(1, node);
      dive_ = 0;
    }
    // What the stack would have taken next: it goes on below.
    if (!from_stack_ && !stack_.empty() && stack_.back() == node) {
      stack_.pop_back();
      from_stack_ = true;
    }
    if (from_stack_) ++dive_;
    taken_[node] = true;
    return node;
  }
  return kNone;
}

}  // namespace cgt::htn
