// What a search may ask about a list of tasks before it goes on: can this list still be done here?
//
// A guide keeps something for each cell of a task list, the head and the list behind it, made when
// the cell is made and shared by all lists that end in it. So a question about a whole list costs
// no walk along it. Cells count from 0 in the order of push(), and a search that goes back forgets
// the last ones.
//
// What a guide says is a fact: where dead() has an answer, no plan begins in the present state of
// the domain with this list, whatever the methods are. It may stay silent.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "decomp/htn/domain.hpp"

namespace cgt::htn {

class CGT_API Guide {
 public:
  using Cell = std::uint32_t;
  // The end of a list.
  static constexpr Cell kEmpty = 0xffffffffU;
  // What matters of the steps that were done so far.
  using Path = std::uint32_t;

  // Why a list cannot be done.
  struct Death {
    // The length of the shortest end of the list that has a part in it: the goal is 0. No part is
    // due to what comes after the first `length - height + 1` tasks.
    std::uint32_t height = 0;
    bool by_landmark = false;
  };

  Guide() = default;
  Guide(const Guide&) = delete;
  Guide& operator=(const Guide&) = delete;
  virtual ~Guide() = default;

  // Forgets all cells; plans begin in the present state of the domain.
  virtual Path start() = 0;
  // The cell of `task` before the list `tail`.
  virtual void push(TaskId task, Cell tail) = 0;
  // Forgets all cells but the first `cells`.
  virtual void truncate(std::uint32_t cells) = 0;
  // After one step more, which led to the present state.
  virtual Path stepped(Path before) = 0;
  virtual std::optional<Death> dead(Cell list, Path path) const = 0;
  // Do these tasks, done now one after the other, undo something that holds and that a task of the list
  // needs? No proof of anything: it may be made again in between. Not only of the last cells.
  virtual bool harms(std::span<const TaskId> /*tasks*/, Cell /*list*/) { return false; }
  // Bytes held, about.
  virtual std::uint64_t bytes() const = 0;
};

// How far a list of tasks is from being done, by several measures at once: numbers that a best-first
// search keeps small.
class CGT_API Estimator {
 public:
  Estimator() = default;
  Estimator(const Estimator&) = delete;
  Estimator& operator=(const Estimator&) = delete;
  virtual ~Estimator() = default;

  virtual std::size_t measures() const = 0;
  // Of the list, first task first, in the present state of the domain. False if it is known that no
  // plan begins here with this list; else out[i] is set for each measure.
  virtual bool estimate(std::span<const TaskId> list, Guide::Path path,
                        std::span<std::uint32_t> out) = 0;
};

}  // namespace cgt::htn
