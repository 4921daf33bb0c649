// Workers: threads that take their work from one place, under one budget.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "cgt/store/store.hpp"
#include "cgt/support/budget.hpp"

namespace cgt::solve {

// Calls body(handle, budget) once in each of `threads` threads (0: as many as the machine has); the
// handles share the games of `store`, the budgets share `limits` and count into one pool of nodes.
// When a body throws, halt() is called in its thread, so that the others can end. Returns why the
// first body stopped that ran out of budget, if one did; other exceptions are thrown again.
std::optional<StopReason> run_workers(Store& store, unsigned threads, const Budget::Limits& limits,
                                      const std::atomic<bool>* stop,
                                      const std::function<void(Store&, Budget&)>& body,
                                      const std::function<void()>& halt);

}  // namespace cgt::solve
