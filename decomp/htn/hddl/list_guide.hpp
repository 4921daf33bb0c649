// Needs and landmarks: why a list of tasks cannot be done any more.
//
// Needs. What is known about a task (Hierarchy) must hold when it is taken up, and the literals of
// the goal when all are done. Going back from the end of the list, a literal that a task may not
// make true (MayEffects) must hold before the task already. What must hold before the first task
// and does not is the end of this list: the whole list is looked through ahead, though each cell is
// computed once. What a later task needs and one before it undoes for sure is the end, too. (Olz and
// Bercher, A Look-Ahead Technique for Search-Based HTN Planning, 2023, do this forwards, at every
// node.)
//
// Landmarks. A fact of the goal that does not hold yet must be added by some action; what all
// actions that may add it demand must hold at some time, and so on (Hoffmann, Porteous, Sebastia
// 2004). If a landmark was not met by the steps so far and none of the tasks in the list may add
// it, there is no plan.
//
// PlannerOptions::guide is where a planner takes it.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decomp/htn/hddl/may_effects.hpp"
#include "decomp/htn/planner/guide.hpp"

namespace cgt::htn::hddl {

struct GuideOptions {
  bool needs = true;
  bool landmarks = true;
};

class ListGuide final : public Guide {
 public:
  // The domain must outlive it. `budget`, if given, is charged by the constructor.
  explicit ListGuide(RelationalDomain& domain, const GuideOptions& options = {},
                     Budget* budget = nullptr);

  Path start() override;
  void push(TaskId task, Cell tail) override;
  void truncate(std::uint32_t cells) override;
  Path stepped(Path before) override;
  std::optional<Death> dead(Cell list, Path path) const override;
  bool harms(std::span<const TaskId> tasks, Cell list) override;
  std::uint64_t bytes() const override;

  // Landmarks of the goal that did not hold when plans began.
  std::size_t landmarks() const { return landmarks_.size(); }
  // How many of them neither hold nor were met.
  std::size_t unmet(Path path) const;

 private:
  // A ground literal, with its tuple in the state.
  struct Ground {
    bool negated = false;
    Index predicate = 0;
    Index tuple = 0;
  };
  struct Need {
    Index literal;
    std::uint32_t height;  // of the shortest list that needs it
  };
  // What a task does to a literal: it may make it true; it makes it false in any case; or neither.
  enum class Change : std::uint8_t { kNotAsked, kNone, kMakes, kUndoes };
  struct Noted {
    TaskId task;
    Cell tail;
    std::uint32_t height;
    std::size_t first;  // its needs in needs_, which are those of the tail if nothing is different
    std::size_t last;
    std::size_t before;  // size of needs_ when it was made
  };
  static constexpr Index kNever = 0;  // the literal that never holds

  RelationalDomain& domain_;
  Relations& state_;
  GuideOptions options_;
  MayEffects may_;
  std::vector<bool> rigid_;  // by predicate
  Tuples names_;             // of ground literals: 2 * predicate + negated, objects
  std::vector<Ground> literals_;
  std::vector<Need> goal_;
  std::vector<std::vector<Change>> changes_;  // by task and literal
  std::vector<std::uint8_t> asked_;           // by task: is known_ filled in?
  std::vector<std::vector<Index>> known_;     // by task

  std::vector<Noted> cells_;
  std::vector<Need> needs_;
  std::vector<std::uint32_t> seen_;  // by literal: the number of the push that saw it
  std::uint32_t push_ = 0;

  std::vector<Index> landmarks_;  // literals
  std::size_t width_ = 0;         // of a set of them, in words
  std::vector<Index> masks_;      // by cell
  std::vector<std::uint8_t> has_mask_;
  std::vector<std::vector<Index>> mask_of_;  // by task
  Tuples met_;                               // by path

  bool holds(Index literal) const {
    const Ground& ground = literals_[literal];
    return literal != kNever && state_.holds(ground.predicate, ground.tuple) != ground.negated;
  }
  Index intern(bool negated, Index predicate, std::span<const Index> objects);
  void note(const Literal& literal, std::span<const Index> arguments, std::vector<Index>& into);
  const std::vector<Index>& known(TaskId task);
  Change change(TaskId task, Index literal);
  bool may_make(TaskId task, Index literal) const;
  bool undoes(TaskId task, const Ground& literal) const;
  std::span<const Index> mask(TaskId task);
  void find_landmarks();
  bool demands(Index action, const Effect& effect, std::span<const Index> objects,
               std::vector<Index>& out);
};

}  // namespace cgt::htn::hddl
