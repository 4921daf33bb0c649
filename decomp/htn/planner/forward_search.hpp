// The inside of Planner: one search, from the present state of a domain.
//
// Frames are the nodes on the path from the root to the present node, in the order in which their
// tasks were taken up; what they keep grows and shrinks with the path: cells of task lists, words
// (bindings and choice points), values. Lists are cons cells that share their tails. A cell knows
// the hash of its list, so that comparing lists costs nothing, and dies with the frame that made
// it.
//
// What is propagated from a frame to the one above when it is left:
//   min_height   the least length of a list met below: a task was completed iff it fell below the
//                length at which the task was taken up;
//   loop_low     the outermost frame that a loop from below came back to;
//   uncertain    a cut or another uncertain node below: no plan below proves nothing;
//   found        a plan was met below.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/htn/planner/planner.hpp"

namespace cgt::htn::detail {

enum class Aim : std::uint8_t { kFirst, kAll, kBest, kPareto, kReach };

struct Question {
  Aim aim = Aim::kFirst;
  std::uint64_t max_plans = Budget::kUnlimited;
  std::size_t attribute = 0;         // kBest
  const PlanOrder* order = nullptr;  // kPareto, kReach
  const UpSet* wanted = nullptr;     // kReach
};

struct Callbacks {
  const Planner::OnPlan& plan;
  const Planner::OnDeadEnd& dead_end;
};

class ForwardSearch {
 public:
  ForwardSearch(Domain& domain, const PlannerOptions& options, Callbacks callbacks,
                const Question& question);
  PlanResult run(const std::vector<TaskId>& tasks, Budget& budget);

 private:
  using CellId = std::uint32_t;
  static constexpr CellId kEmpty = 0xffffffffU;
  static constexpr std::uint32_t kNone = 0xffffffffU;

  struct Cell {
    TaskId head;
    CellId tail;
    std::uint32_t height;  // tasks in the list
    std::uint32_t parent;  // the frame whose subtask the head is
    Hash128 hash;
  };

  enum Flag : std::uint16_t {
    kPrimitive = 1,
    kStarted = 2,
    kPointOpen = 4,
    kFound = 8,
    kUncertain = 16,
    kHasEntry = 32,
    kAnyChild = 64,
    kOnlyChild = 128,
    kPutOff = 256,     // careful: some instances were passed over
    kSecondPass = 512  // and are taken now
  };
  struct Frame {
    TaskId task;
    CellId cell;          // the list; kEmpty for kNil
    Word mark;            // of operators
    std::size_t words;    // where this frame's words begin: choice point, then bindings
    std::uint32_t cells;  // number of cells before
    std::uint32_t point_words = 0;
    std::uint32_t bindings = 0;
    std::uint32_t method_index = 0;
    MethodId method = kNoMethod;
    std::uint32_t shuffle = 0;
    std::uint32_t min_height = 0;
    std::uint32_t loop_low = kNone;
    // With a limit on nesting: the task above, one further above (Myers 1983, so that any is found
    // in a logarithmic number of jumps), how many are above.
    std::uint32_t above = kNone;
    std::uint32_t jump = kNone;
    std::uint32_t depth = 0;
    // The frame of the same task and state before, and the innermost such above.
    std::uint32_t same_before = kNone;
    std::uint32_t same_above = kNone;
    std::uint32_t outer_open = kNone;  // the frame that had this node open before
    Guide::Path path = 0;              // what the guide knows of the steps before
    std::uint16_t flags = 0;
    bool has(Flag flag) const { return (flags & flag) != 0; }
    void set(Flag flag) { flags = static_cast<std::uint16_t>(flags | flag); }
    void clear(Flag flag) { flags = static_cast<std::uint16_t>(flags & ~flag); }
  };
  // What is known of a node that was met. `vectors` is a list in entries_of_.
  struct Entry {
    std::uint32_t open = kNone;  // the innermost frame that searches it now
    std::uint32_t min_height = kNone;
    std::uint32_t vectors = kNone;
    bool uncertain = false;
    bool found = false;
  };

  void search(Budget& budget);
  void abandon(Word start);
  // The present node is state_ of the domain and list_. True if it was made a frame.
  bool enter(Budget& budget);
  bool seen_before(std::uint32_t frame_index, Entry& entry);
  bool vector_seen(Entry& entry);
  bool nested_too_deep(Frame& frame);
  bool is_above(std::uint32_t frame, std::uint32_t innermost) const;
  // Makes the next child of the last frame the present node. False if there is none.
  bool step();
  bool step_primitive(Frame& frame);
  bool wanted_now(Frame& frame);
  bool step_cheapest(Frame& frame);
  void take(Frame& frame);  // the child that expansion_ describes
  void pop();
  void leave_node(std::uint32_t min_height);
  void dead_end(TaskId task);
  void complete();
  bool keep(const Values& values);
  Plan build() const;

  MethodId method_at(const Frame& frame, std::span<const MethodId> methods) const;
  void push_list(std::span<const TaskId> tasks, CellId tail, std::uint32_t parent);
  void store_words(Frame& frame, bool keep_point);
  std::uint32_t height(CellId cell) const { return cell == kEmpty ? 0 : cells_[cell].height; }
  Hash128 node_key(CellId cell);
  Hash128 failure_key(TaskId task);
  Hash128 nesting_key(TaskId task);
  bool limits_nesting() const { return options_.nested != 0xffffffffU && domain_.has_state_hash(); }
  bool counts_nesting(TaskId task) const {
    return task != kNil && limits_nesting() && domain_.counts_as_nested(task);
  }
  void link_above(Frame& frame) const;
  bool no_worse(const double* a, const double* b) const;
  bool cut_by_bound();
  bool cut_by_guide();
  void truncate_cells(std::uint32_t cells);
  void note_memory(Budget& budget);

  Domain& domain_;
  const PlannerOptions& options_;
  Callbacks callbacks_;
  const Question& question_;
  const std::vector<Attribute>& attributes_;
  std::size_t width_;  // attributes
  bool duplicates_;
  bool failures_;
  bool vectors_;   // duplicates compare values
  bool bounding_;  // cut_by_bound() can cut
  FlatSet<TaskId> banned_;

  std::vector<Frame> frames_;
  std::vector<Cell> cells_;
  std::vector<double> rests_;  // of cells, if bounding_
  std::vector<Word> words_;
  std::vector<double> values_;         // before each frame
  std::vector<double> contributions_;  // of each frame
  Values current_;                     // at the present node
  Values optimistic_;
  CellId list_ = kEmpty;
  Guide* guide_;          // cells are numbered as in cells_
  Guide::Path path_ = 0;  // at the present node
  ChoicePoint point_;
  Expansion expansion_;

  FlatMap<Hash128, Entry, Hash128Hash> table_;
  FlatSet<Hash128, Hash128Hash> failed_;
  // The last frame of each task and state on the path, with a limit on nesting.
  FlatMap<Hash128, std::uint32_t, Hash128Hash> on_path_;
  struct VectorNode {
    std::uint32_t next;
    std::uint32_t at;  // in vectors_store_
  };
  std::vector<VectorNode> vector_nodes_;
  std::vector<double> vector_store_;
  MemoryMeter meter_;

  PlanResult result_;
  bool done_ = false;
};

}  // namespace cgt::htn::detail
