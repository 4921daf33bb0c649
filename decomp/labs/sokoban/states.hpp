// The states that a search has met, each once: boxes as bits, and the least square of the player's
// region. Exact: tables hold states, not hashes.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "decomp/labs/sokoban/board.hpp"

namespace cgt::sokoban {

class StateTable {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit StateTable(int squares);

  std::size_t size() const { return count_; }
  // The number of the state and whether it is new; numbers count from 0.
  std::pair<std::uint32_t, bool> insert(const Position& position, Square region);
  // kNone if it is not there.
  std::uint32_t find(const Position& position, Square region);
  // Replaces `boxes`.
  void boxes(std::uint32_t state, std::vector<Square>& boxes) const;
  Square region(std::uint32_t state) const;
  std::uint64_t bytes() const;

 private:
  void write(const Position& position, Square region);
  std::size_t slot(const std::uint64_t* words) const;
  void grow();

  std::size_t words_;  // of boxes; one more for the player
  std::size_t count_ = 0;
  std::vector<std::uint64_t> data_;
  std::vector<std::uint64_t> key_;  // what is looked for
  std::vector<std::uint32_t> slots_;
};

}  // namespace cgt::sokoban
