// What several searches know of sums and their components, for all of them at once: the values of
// components, who wins which sum, and how hard the others look. Each search has tables of its own, in
// which the same component has another number; here it has one, by the type of its position and its
// text. So two positions of one type must differ in their texts if their values do.
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
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "cgt/store/game_id.hpp"
#include "cgt/support/api.hpp"
#include "cgt/support/memory/containers.hpp"

namespace cgt::solve {

enum class Known : std::uint8_t { kOpen, kWon, kLost };

class CGT_API SharedSums {
 public:
  using Number = std::uint32_t;

  struct Component {
    Number number = 0;
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
    std::vector<GameId> won;
    std::vector<GameId> lost;
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
    void set_games(Games games) {
      const std::lock_guard lock(mutex_);
      games_ = std::move(games);
      version_.fetch_add(1, std::memory_order_release);
    }

   private:
    mutable std::mutex mutex_;
    std::atomic<std::uint32_t> version_{0};
    Games games_;
  };

  // A set of parts beside a game, in the view of the player to move.
  struct Sum {
    std::atomic<Known> known{Known::kOpen};
    // The proof number above the disproof number; 0: nobody has looked.
    std::atomic<std::uint64_t> numbers{0};
    // Searches on whose path it is.
    std::atomic<std::uint32_t> searchers{0};
  };

  // The parts in ascending order: 4 * number, + 1 if negated; or 4 * the word of a game + 2.
  using Key = std::vector<std::uint64_t>;

  SharedSums();
  ~SharedSums();
  SharedSums(const SharedSums&) = delete;
  SharedSums& operator=(const SharedSums&) = delete;

  Component& component(const std::type_info& type, const std::string& text);
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

  std::array<Table<std::string, std::hash<std::string>, Component>, kShards> components_;
  std::array<Table<Key, KeyHash, Set>, kShards> sets_;
  std::array<Table<std::uint64_t, WordHash, Sum>, kShards> sums_;
};

}  // namespace cgt::solve
