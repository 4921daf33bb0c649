#include "lang/python/core/call.hpp"

#include <csignal>

#include "lang/python/core/convert.hpp"

namespace cgt::python {
namespace {

using Clock = std::chrono::steady_clock;

// The blocks that the thread is in, the innermost last.
std::vector<Limit*>& blocks_of_thread() {
  thread_local std::vector<Limit*> blocks;
  return blocks;
}

std::uint64_t milliseconds_since(Clock::time_point start) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count());
}

// What is left of a limit; one that is spent must not become unlimited.
std::uint64_t left_of(std::uint64_t limit, std::uint64_t used) {
  if (limit == Budget::kUnlimited) return limit;
  return limit - std::min(limit, used);
}

// Signals belong to the process, and only its main thread hears of Ctrl-C.
std::atomic<bool> interrupted{false};
std::atomic<bool> never{false};
int interruptible_depth = 0;  // of the main thread
struct sigaction handler_before;

void hear_interrupt(int) {
  interrupted.store(true);
  // Marks the signal for Python's own handler, which runs when the interpreter goes on.
  PyErr_SetInterrupt();
}

bool in_main_thread() {
  // Asked each time: after a fork another thread may be the main one.
  const py::object main_thread = py::module_::import("threading").attr("main_thread")();
  return main_thread.attr("ident").cast<unsigned long>() == PyThread_get_thread_ident();
}

}  // namespace

void Limit::enter() {
  if (entered_) throw Error("this budget is in use already", "make one for each block");
  entered_ = true;
  start_ = Clock::now();
  used_nodes_ = 0;
  blocks_of_thread().push_back(this);
}

void Limit::leave() {
  std::vector<Limit*>& blocks = blocks_of_thread();
  blocks.erase(std::remove(blocks.begin(), blocks.end(), this), blocks.end());
  entered_ = false;
}

Call::Call(const py::object& given) {
  const std::vector<Limit*>& blocks = blocks_of_thread();
  if (given.is_none() && blocks.empty()) return;
  start_ = Clock::now();
  if (!given.is_none()) limits_ = expected<Limit>(given, "the budget is a cgt.budget(...)").limits;
  for (const Limit* block : blocks) {
    const Budget::Limits& all = block->limits;
    limits_.nodes = std::min(limits_.nodes, left_of(all.nodes, block->used_nodes_));
    limits_.milliseconds = std::min(limits_.milliseconds,
                                    left_of(all.milliseconds, milliseconds_since(block->start_)));
    limits_.megabytes = std::min(limits_.megabytes, all.megabytes);
  }
  if (limits_.nodes == 0) throw BudgetExhausted(StopReason::kNodes);
  if (limits_.milliseconds == 0) throw BudgetExhausted(StopReason::kTime);
}

Call::~Call() {
  for (Limit* block : blocks_of_thread()) block->used_nodes_ += used_;
}

Budget::Limits Call::limits() const {
  Budget::Limits left = limits_;
  left.nodes = left_of(left.nodes, used_);
  if (left.milliseconds != Budget::kUnlimited)
    left.milliseconds = left_of(left.milliseconds, milliseconds_since(start_));
  return left;
}

Interruptible::Interruptible() : main_thread_(in_main_thread()) {
  if (!main_thread_ || interruptible_depth++ > 0) return;
  interrupted.store(false);
  struct sigaction ours {};
  ours.sa_handler = hear_interrupt;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGINT, nullptr, &handler_before);
  // Who ignores Ctrl-C, or lets it end the process, has his will.
  if (handler_before.sa_handler == SIG_IGN || handler_before.sa_handler == SIG_DFL) return;
  sigaction(SIGINT, &ours, nullptr);
  installed_ = true;
}

Interruptible::~Interruptible() {
  if (!main_thread_) return;
  --interruptible_depth;
  if (installed_) sigaction(SIGINT, &handler_before, nullptr);
}

const std::atomic<bool>* Interruptible::flag() const {
  return main_thread_ ? &interrupted : &never;
}

Running::Running(std::atomic<bool>& flag, const char* what) : flag_(flag) {
  if (flag_.exchange(true)) throw Error(std::string("this ") + what + " is running already");
}

void pass_interrupt_on() {
  interrupted.store(false);
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace cgt::python
