// One call from Python into the toolkit: its budget, Ctrl-C, and the lock of the interpreter. ask() and
// ask_briefly() run it.
//
// A call is limited by what `with cgt.budget(...)` blocks of the thread have left, and by the limits that it
// is given itself. Most calls are over within microseconds: they are tried with little work first, under
// the lock and without a handler. What that does not finish goes on with all tables as they are,
// without the lock; in the main thread SIGINT then sets the flag that every Budget looks at, besides what
// Python's own handler does. That handler decides whether the call ends (KeyboardInterrupt) or goes on.
//
// Thread rule: any thread that holds the lock of the interpreter.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "cgt/store/store.hpp"

namespace cgt::python {

namespace py = pybind11;

// What `cgt.budget(...)` makes. As a context manager it limits all calls of its block together.
class Limit {
 public:
  explicit Limit(const Budget::Limits& all) : limits(all) {}
  ~Limit() { leave(); }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;
  void enter();
  void leave();

  const Budget::Limits limits;

 private:
  friend class Call;
  using Clock = std::chrono::steady_clock;
  bool entered_ = false;
  Clock::time_point start_{};
  std::uint64_t used_nodes_ = 0;
};

// The keyword that gives a call a limit of its own.
inline py::arg_v budget_keyword() { return py::arg("budget") = py::none(); }

// The limits of one call: those given by its keyword and those of the blocks around it.
class Call {
 public:
  // `given`: None or a Limit. Throws BudgetExhausted if a block has nothing left.
  explicit Call(const py::object& given);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  Budget::Limits limits() const;
  void used(std::uint64_t nodes) { used_ += nodes; }

 private:
  Budget::Limits limits_;
  std::chrono::steady_clock::time_point start_;
  std::uint64_t used_ = 0;
};

// While it lives, Ctrl-C reaches the running call. Of several only the outermost does anything.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  // What a Budget of this thread looks at.
  const std::atomic<bool>* flag() const;

 private:
  bool main_thread_ = false;
  bool installed_ = false;
};

// A Budget ended because of Ctrl-C: lets Python's handler see it. Throws what that raises.
void pass_interrupt_on();

// What a call does with the lock of the interpreter.
enum class Lock { kRelease, kKeep };

// work(budget) with all limits; it may be run again after an interrupt that Python's handler lets pass, so
// it keeps what it found in tables or begins anew.
template <class Work>
auto ask_long(Call& call, Lock lock, Work work) {
  for (;;) {
    const Interruptible interruptible;
    Budget budget(call.limits(), interruptible.flag());
    try {
      struct Count {
        Call& call;
        Budget& budget;
        ~Count() { call.used(budget.used_nodes()); }
      } const count{call, budget};
      if (lock == Lock::kKeep) return work(budget);
      const py::gil_scoped_release released;
      return work(budget);
    } catch (const BudgetExhausted& spent) {
      if (spent.reason() != StopReason::kInterrupted) throw;
    }
    pass_interrupt_on();
  }
}

template <class Work>
auto ask(const py::object& given, Work work, Lock lock = Lock::kRelease) {
  Call call(given);
  return ask_long(call, lock, std::move(work));
}

// While it lives, what the flag belongs to runs. Throws Error if it does already.
class Running {
 public:
  Running(std::atomic<bool>& flag, const char* what);
  ~Running() { flag_ = false; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  std::atomic<bool>& flag_;
};

// run(limits, flag) tells why it ended early, if it did: for work with threads of its own, which goes on
// where it was. Its nodes are not counted for the blocks around it.
template <class Run>
std::optional<StopReason> run_threads(const py::object& given, Run run) {
  const Call call(given);
  for (;;) {
    const Interruptible interruptible;
    std::optional<StopReason> stop;
    {
      const py::gil_scoped_release released;
      stop = run(call.limits(), interruptible.flag());
    }
    if (stop != StopReason::kInterrupted) return stop;
    pass_interrupt_on();
  }
}

// As ask(), for work that is mostly short, and that goes on where it was if it is done again.
template <class Work>
auto ask_briefly(const py::object& given, Work work) {
  constexpr std::uint64_t kBrief = 1024;
  Call call(given);
  Budget::Limits brief = call.limits();
  if (brief.nodes > kBrief) {
    brief.nodes = kBrief;
    brief.milliseconds = Budget::kUnlimited;
    Budget budget(brief);
    try {
      auto result = work(budget);
      call.used(budget.used_nodes());
      return result;
    } catch (const BudgetExhausted& spent) {
      call.used(budget.used_nodes());
      if (spent.reason() != StopReason::kNodes) throw;
    }
  }
  return ask_long(call, Lock::kRelease, std::move(work));
}

}  // namespace cgt::python
