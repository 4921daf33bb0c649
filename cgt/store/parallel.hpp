// Independent work on one set of games, spread over threads.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include "cgt/store/store.hpp"
#include "cgt/support/threads.hpp"

namespace cgt {

// Calls body(handle, i) once for every i in [0, count), on up to `threads` threads (0: as many as
// the machine has). `handle` shares the games of `store` and belongs to the thread of the call; ids
// pass freely between handles. Items are handed out in order, one at a time.
//
// The budget in scope on `store` limits all threads together: its nodes are counted in one pool,
// and memory, clock and stop flag are shared. When a body throws, no new item is begun, and the
// exception of the lowest item that threw is thrown again once every thread has finished. `store`
// itself must not be used meanwhile.
CGT_API void parallel_for(Store& store, std::size_t count, unsigned threads,
                          const std::function<void(Store&, std::size_t)>& body);

// What the others are made of: calls worker(handle, next) once in each thread, which takes its items
// from next() until there are none. Budget and exceptions as above.
CGT_API void parallel_work(Store& store, std::size_t count, unsigned threads,
                           const std::function<void(Store&, const NextItem&)>& worker);

// Calls body(i) once for each of the handles of one store, in order, each in a thread of its own as far
// as the system grants them; the i-th handle is used by nobody else meanwhile. So what was made for a
// handle may serve again. The budget in scope on the first one limits all of them, and is in scope on
// each. Exceptions as above.
CGT_API void parallel_handles(std::span<Store* const> handles,
                              const std::function<void(std::size_t)>& body);

// The values of body(handle, i), in the order of i. The values of games do not depend on the number
// of threads; the words of their ids may.
template <class Body>
auto parallel_map(Store& store, std::size_t count, unsigned threads, Body body) {
  using Result = std::invoke_result_t<Body&, Store&, std::size_t>;
  static_assert(!std::is_same_v<Result, bool>, "vector<bool> is not written by several threads");
  std::vector<Result> results(count);
  parallel_for(store, count, threads,
               [&](Store& handle, std::size_t i) { results[i] = body(handle, i); });
  return results;
}

// The same for work that keeps something beside its handle, such as tables of a search: the values
// of body(state, i), where state = make_state(handle) is made once in each thread and lives there
// until its last item is done.
template <class MakeState, class Body>
auto parallel_map(Store& store, std::size_t count, unsigned threads, MakeState make_state,
                  Body body) {
  using State = std::invoke_result_t<MakeState&, Store&>;
  using Result = std::invoke_result_t<Body&, State&, std::size_t>;
  static_assert(!std::is_same_v<Result, bool>, "vector<bool> is not written by several threads");
  std::vector<Result> results(count);
  parallel_work(store, count, threads, [&](Store& handle, const NextItem& next) {
    State state = make_state(handle);
    while (const auto i = next()) results[*i] = body(state, *i);
  });
  return results;
}

}  // namespace cgt
