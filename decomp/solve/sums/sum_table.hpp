// What several searches know of sums and their components, for all of them at once: the values of
// components, who wins which sum, and how hard the others look. Each search has tables of its own, in
// which the same component has another number; here it has one, by its position.
//
// Records never move and never go, so a search looks one up once and then keeps its address: most of
// what searches tell each other are loads and stores of single words.
//
// Values and winners are facts: an answer that a search finds here is one that it would have found
// itself. Proof numbers are estimates, of which the last one counts. Whole keys are compared, never
// hashes alone.
//
// Thread rule: any number of threads, at any time. Each table is cut into shards with a lock each.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "cgt/store/game_id.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/small_vector.hpp"
#include "decomp/position/graph.hpp"

namespace cgt::solve {

enum class Known : std::uint8_t { kOpen, kWon, kLost };

class CGT_API SumTable {
 public:
  using Number = std::uint32_t;

  struct Component {
    explicit Component(std::uint64_t the_number) : number(the_number) {}

    const std::uint64_t number;         // below 2^62
    std::atomic<std::uint32_t> met{0};  // in sums searched
    std::atomic<std::uint8_t> tries{0};
    // None: not known.
    GameId value() const { return GameId::from_word(word_.load(std::memory_order_acquire)); }
    void set_value(GameId value) { word_.store(value.word(), std::memory_order_release); }

   private:
    std::atomic<std::uint32_t> word_{0};
  };

  // The games beside which some parts are known: the least with which the player to move wins, the
  // greatest with which he loses.
  struct Games {
    SmallVector<GameId, 2> won;
    SmallVector<GameId, 2> lost;
  };
  class Set {
   public:
    Number number = 0;
    // Changes with the games.
    std::uint32_t version() const { return version_.load(std::memory_order_acquire); }
    Games games() const {
      const std::lock_guard lock(mutex_);
      return games_;
    }
    // Returns the version.
    std::uint32_t set_games(const Games& games) {
      const std::lock_guard lock(mutex_);
      games_ = games;
      return version_.fetch_add(1, std::memory_order_release) + 1;
    }

   private:
    mutable std::mutex mutex_;
    std::atomic<std::uint32_t> version_{0};
    Games games_;
  };

  // A set of parts beside a game, in the view of the player to move.
  struct Sum {
    std::atomic<Known> known{Known::kOpen};
    std::atomic<bool> expanded{false};  // some search has found its moves
    // The proof number above the disproof number; 0: nobody has looked.
    std::atomic<std::uint64_t> numbers{0};
    // Searches on whose path it is.
    std::atomic<std::uint32_t> searchers{0};
  };

  // The parts in ascending order: 4 * number, + 1 if negated; or 4 * the word of a game + 2.
  using Key = std::vector<std::uint64_t>;

  SumTable();
  ~SumTable();
  SumTable(const SumTable&) = delete;
  SumTable& operator=(const SumTable&) = delete;

  // The components of one type of positions.
  class Kind;
  // Of the graph, which says that it has a new_graph().
  Kind& kind(const AnyGraph& graph);
  // Of a node of a graph of that kind.
  Component& component(Kind& kind, const AnyGraph& graph, NodeId node);
  Set& set(const Key& parts);
  Sum& sum(const Set& parts, GameId game);

  std::uint64_t sums() const;
  // Approximate bytes held by the tables.
  std::uint64_t bytes() const;

 private:
  static constexpr std::size_t kShards = 64;
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  template <class T, class Hash, class Record>
  struct Table {
    mutable std::mutex mutex;
    FlatMap<T, Record*, Hash> index;
    std::deque<Record> records;
    std::uint64_t key_bytes = 0;
  };
  struct WordHash {
    std::size_t operator()(std::uint64_t word) const;
  };

  mutable std::mutex kinds_mutex_;
  std::deque<Kind> kinds_;
  std::array<Table<Key, KeyHash, Set>, kShards> sets_;
  std::array<Table<std::uint64_t, WordHash, Sum>, kShards> sums_;
};

}  // namespace cgt::solve
