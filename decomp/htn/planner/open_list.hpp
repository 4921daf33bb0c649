// The open nodes of a best-first search: a queue for each measure, and a stack, which take turns
// (Helmert 2006).
//
// A queue gives the node that is least by its measure, of several the one that came last. The stack
// goes on with the best child of the node that it gave before, depth first, and so crosses plains
// where a choice looks worse than what was open before until it is carried out. Where there is
// always a next child, it may never come back: so at a limit it starts again from what a queue gives
// next. A node is given once. Nodes are numbers of the search.
//
//   OpenList open(2);  // measures
//   open.add(0, std::vector<std::uint32_t>{4, 7});
//   const OpenList::Id node = open.take();  // then add() each child of the node, and so on
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace cgt::htn {

class OpenList {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = 0xffffffffU;
  static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

  // The stack starts again after it has given `longest_dive` nodes.
  explicit OpenList(std::size_t measures, std::uint64_t longest_dive = kUnlimited)
      : queues_(measures), turn_(measures), longest_dive_(longest_dive) {}

  // A child of the node that was taken last, with all its measures.
  void add(Id node, std::span<const std::uint32_t> measures);
  // The next node; kNone if there is none.
  Id take();

 private:
  using Queue = std::map<std::uint32_t, std::vector<Id>>;

  std::vector<Queue> queues_;
  std::vector<Id> stack_;
  std::vector<bool> taken_;  // by node
  std::size_t turn_;         // queues_.size(): the stack's, which is first
  std::uint64_t longest_dive_;
  std::uint64_t dive_ = 0;  // nodes since the stack began
  bool from_stack_ = true;  // the node that was taken last
  std::vector<std::pair<std::vector<std::uint32_t>, Id>> children_;

  void settle_children();
  Id next_of_stack();
  Id next_of(Queue& queue);
};

}  // namespace cgt::htn
