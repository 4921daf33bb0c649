// What several searches have found about sums and their components, for all of them: the numbers
// that components go by, their values, and who wins which sum. Each search has tables of its own,
// in which the same component has another number; here it has one, by the type of its position and
// its text. So two positions of one type must differ in their texts if their values do.
//
// Only facts are kept: an answer that a search finds here is one that it would have found itself.
// Whole keys are compared, never hashes alone.
//
// Thread rule: any number of threads, at any time. Each table is cut into shards with a lock each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

#include "cgt/store/game_id.hpp"
#include "cgt/support/api.hpp"
#include "cgt/support/memory/containers.hpp"

namespace cgt::solve {

class CGT_API DecidedSums {
 public:
  using Number = std::uint32_t;
  // A game, then the parts in ascending order: 4 * number, + 1 if negated; or 4 * the word of a
  // game + 2.
  using Key = std::vector<std::uint64_t>;

  DecidedSums();
  ~DecidedSums();
  DecidedSums(const DecidedSums&) = delete;
  DecidedSums& operator=(const DecidedSums&) = delete;

  Number number(const std::type_info& type, const std::string& text);
  // None: not known.
  GameId value(Number component) const;
  void set_value(Number component, GameId value);
  // Does the player to move win?
  std::optional<bool> wins(const Key& sum) const;
  void decide(const Key& sum, bool wins);

  std::uint64_t sums() const;
  // Approximate bytes held by the tables.
  std::uint64_t bytes() const;

 private:
  static constexpr std::size_t kShards = 64;
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct Names {
    mutable std::mutex mutex;
    FlatMap<std::string, Number> numbers;
    std::vector<GameId> values;  // by number / kShards
    std::uint64_t text_bytes = 0;
  };
  struct Sums {
    mutable std::mutex mutex;
    FlatMap<Key, bool, KeyHash> wins;
    std::uint64_t words = 0;
  };

  std::array<Names, kShards> names_;
  std::array<Sums, kShards> sums_;
};

}  // namespace cgt::solve
