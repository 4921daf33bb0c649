// Threads that share numbered items.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <optional>

#include "cgt/support/error.hpp"

namespace cgt {

// How many threads are meant: 0 is as many as the machine has.
CGT_API unsigned thread_count(unsigned asked);

// The next item of the calling thread; none when all are handed out, or when a worker has thrown.
using NextItem = std::function<std::optional<std::size_t>()>;

// Calls worker(next) once in each of up to thread_count(threads) threads, never more than items and
// the calling thread among them; if the system grants fewer, fewer do the work. Items
// 0 .. count - 1 are handed out in order, each once. Returns when every thread has finished: null,
// or the exception of the lowest item that threw (before its first item a worker counts as at item
// 0). It is returned and not thrown, so that what the workers have in common can be settled before.
[[nodiscard]] CGT_API std::exception_ptr share_items(
    std::size_t count, unsigned threads, const std::function<void(const NextItem&)>& worker);

}  // namespace cgt
