// The cheapest way to give each box a goal of its own: a lower bound of pushes, and a deadlock test
// where there is none (bipartite deadlocks).
//
// The Hungarian method by rows (Kuhn 1955, Munkres 1957), with dual variables kept so that one row
// can be replaced in O(goals^2): a push changes the row of one box only.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "decomp/solve/sokoban/board/board.hpp"

namespace cgt::sokoban {

inline constexpr int kNoMatching = 1 << 28;

class Matching {
 public:
  explicit Matching(std::size_t goals);

  // Row i: pushes of box i to each goal. At most as many rows as goals. The sum, or kNoMatching.
  int assign(const std::vector<const std::uint16_t*>& rows);
  // The sum if row i were this one; the matching stays as it is.
  int with_row(std::size_t i, const std::uint16_t* row);
  // The goal of box i in the last assign().
  int goal_of(std::size_t i) const { return goal_of_[i]; }

 private:
  int cost(std::size_t row, std::size_t column) const { return rows_[row][column]; }
  void augment(std::size_t row);
  int total() const;

  std::size_t goals_;
  std::vector<const std::uint16_t*> rows_;  // filled up with rows of zeros
  std::vector<std::uint16_t> zeros_;
  // Duals, and the row of each column; column goals_ is where an augmentation begins.
  std::vector<int> row_dual_, column_dual_, row_of_;
  std::vector<int> kept_row_dual_, kept_column_dual_, kept_row_of_;
  std::vector<int> slack_, way_, goal_of_;
  std::vector<std::uint8_t> used_;
};

}  // namespace cgt::sokoban
