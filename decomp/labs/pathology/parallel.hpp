// Independent parts of one experiment, spread over threads.
#pragma once

#include <cstddef>
#include <functional>

#include "cgt/support/budget.hpp"

namespace cgt::search::pathology {

// Calls body(i, budget) once for every i in [0, count), on up to `threads` threads (0: as many as
// the machine has), each with a budget of its own that counts in the pool of `whole`. Parts are
// handed out in order. When a body throws, no new part is begun, and the exception of the lowest
// part that threw is thrown again once every thread has finished.
void for_each_part(std::size_t count, unsigned threads, Budget& whole,
                   const std::function<void(std::size_t, Budget&)>& body);

}  // namespace cgt::search::pathology
