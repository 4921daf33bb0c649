// Universe: the games of one Python Store, for all threads of the interpreter.
//
// Games move between Python threads and a cgt::Store belongs to one. So a universe has a handle for each
// thread that asks it something (Store::share): with it go the searches whose tables serve later
// questions of the same thread. Handles end with their thread, or with the universe.
//
// Thread rule: any; what here() returns belongs to the calling thread.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "cgt/loopy/loopy_games.hpp"
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

// The loopy values of a universe: their words mean something to one table only, so there is one for all
// threads, and one thread at a time asks it. What is asked may ask again.
class LoopyTable {
 public:
  // One more handle on the games of this one.
  explicit LoopyTable(Store& root) : store(root.share()), games(store), evaluator(store) {}
  LoopyTable(const LoopyTable&) = delete;
  LoopyTable& operator=(const LoopyTable&) = delete;

  Store store;
  LoopyGames games;
  solve::Evaluator evaluator;  // of native positions
  // Not to be waited for while the lock of the interpreter is held: who has it may wait for that.
  std::recursive_mutex in_use;
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
  // Made when it is first asked for.
  LoopyTable& loopy();
  // The rows of the language, which are asked about these games: play/rows.cpp.
  Language& language();

 private:
  const std::uint64_t number_;  // no two universes of a process have the same
  std::mutex sharing_;          // of root_, which is used for nothing else
  Store root_;
  std::unique_ptr<LoopyTable> loopy_;
  std::shared_ptr<Language> language_;
};

using UniversePtr = std::shared_ptr<Universe>;

// The one that games are in unless a Store is named.
const UniversePtr& default_universe();

}  // namespace cgt::python
