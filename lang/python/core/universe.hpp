// Universe: the games of one Python Store, for all threads of the interpreter.
//
// Games move between Python threads and a cgt::Store belongs to one. So a universe has a handle for each
// thread that asks it something (Store::share): with it go the searches whose tables serve later
// questions of the same thread. Handles end with their thread, or with the universe.
//
// Thread rule: any; what here() returns belongs to the calling thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "cgt/store/print_order.hpp"
#include "cgt/store/store.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/values/evaluator.hpp"

namespace cgt::python {

class Universe;
class Language;

// One thread's way to the games of a universe.
class Handle {
 public:
  explicit Handle(Universe& universe);
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  solve::Evaluator& evaluator() {
    if (!evaluator_) evaluator_.emplace(store);
    return *evaluator_;
  }
  solve::SumOutcome& sums() {
    if (!sums_) sums_.emplace(store);
    return *sums_;
  }
  PrintOrder& print_order() {
    if (!print_order_) print_order_.emplace(store);
    return *print_order_;
  }
  // The hash of the canonical form, which depends on the game alone: not on the store, its history or
  // the process. Not of numbers, whose hash is Python's.
  std::uint64_t content_hash(GameId g);

  Store store;

 private:
  std::optional<solve::Evaluator> evaluator_;
  std::optional<solve::SumOutcome> sums_;
  std::optional<PrintOrder> print_order_;
  FlatMap<GameId, std::uint64_t> hashes_;
};

class Universe {
 public:
  Universe();
  ~Universe();
  Universe(const Universe&) = delete;
  Universe& operator=(const Universe&) = delete;

  // The handle of the calling thread. A reference to it stays good as long as thread and universe live.
  Handle& here();
  // One more handle, for an object that is asked by one thread at a time.
  Store share();
  // Sessions of the language on these games (games/language.hpp). Made when they are first asked for; the second
  // gives one besides the first that no thread uses, locked, or null.
  Language& language();
  Language* spare_language(std::unique_lock<std::recursive_mutex>& lock);

 private:
  // Ends after all that holds memory: gives that back to the system, where it was much.
  struct Returned {
    bool much = false;
    ~Returned();
  };

  Returned returned_;           // first, so that it ends last
  const std::uint64_t number_;  // no two universes of a process have the same
  std::mutex sharing_;          // of root_, which is used for nothing else
  Store root_;
  std::vector<std::shared_ptr<Language>> languages_;
  std::atomic<Language*> first_language_{nullptr};
};

using UniversePtr = std::shared_ptr<Universe>;

// The one that games are in unless a Store is named.
const UniversePtr& default_universe();

}  // namespace cgt::python
