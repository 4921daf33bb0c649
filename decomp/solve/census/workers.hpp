// Workers: threads that take their work from one place, under one budget. A RangeWorker is one that
// goes through numbered positions, a range at a time: of a census, of the build of a database.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "cgt/store/store.hpp"
#include "decomp/solve/census/census_positions.hpp"
#include "decomp/solve/census/number_ranges.hpp"

namespace cgt::solve {

// Calls body(handle, budget) once in each of `threads` threads (0: as many as the machine has); the
// handles share the games of `store`, the budgets share `limits` and count into one pool of nodes.
// When a body throws, halt() is called in its thread, so that the others can end. Returns why the
// first body stopped that ran out of budget, if one did; other exceptions are thrown again.
CGT_API std::optional<StopReason> run_workers(Store& store, unsigned threads,
                                              const Budget::Limits& limits,
                                              const std::atomic<bool>* stop,
                                              const std::function<void(Store&, Budget&)>& body,
                                              const std::function<void()>& halt);

// A range of positions for one thread.
struct CGT_API RangeWork {
  std::shared_ptr<const CensusPositions> space;  // null: all of the range is refused
  std::uint64_t offset = 0;                      // number of the first position of the space
  NumberRange range;                             // offset included
};

class CGT_API RangeWorker {
 public:
  // Reports every so many seconds, if it can.
  RangeWorker(Store& handle, Budget& budget, double seconds)
      : handle_(handle), budget_(budget), interval_(1000 * seconds) {}
  RangeWorker(const RangeWorker&) = delete;
  RangeWorker& operator=(const RangeWorker&) = delete;
  virtual ~RangeWorker() = default;

  // Works until nothing is left to take. Throws BudgetExhausted; what was found by then is
  // reported.
  void run();

 protected:
  // The next range. False: there is none, or the run was stopped.
  virtual bool take(RangeWork& work) = 0;
  // A position of the space that represents `boards` positions.
  virtual void evaluate(const CensusPositions& space, std::uint64_t number,
                        std::uint64_t boards) = 0;
  // Has anything been found since the last report?
  virtual bool found_any() const = 0;
  // Passes on what was found since the last report, by going through `done`, and forgets it.
  virtual void report(NumberRange done) = 0;
  // Called once, at the end of the run.
  virtual void finish() = 0;

  Store& handle_;
  Budget& budget_;

 private:
  void evaluate(const RangeWork& work);
  void report();

  // Milliseconds on the clock of the budget.
  double interval_;
  double reported_ = budget_.elapsed_milliseconds();
  NumberRange done_;  // since the last report
};

}  // namespace cgt::solve
