// The cheapest way to give each box a goal of its own: a lower bound of pushes, and a deadlock test
// where there is none (bipartite deadlocks).
//
// The Hungarian method by rows (Kuhn 1955, Munkres 1957). A push changes the row of one box only: what the
// other rows cost when they leave a certain column free is a shortest path over reduced costs, found once
// for all replacements of a row and no farther than they need.
//
// Exact as long as it costs the others less than kFar to make way for a box that has no other way.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "decomp/labs/sokoban/board.hpp"

namespace cgt::sokoban {

inline constexpr int kNoMatching = 1 << 28;

class Matching {
 public:
  explicit Matching(std::size_t goals);

  // Row i: pushes of box i to each goal. At most as many rows as goals. The sum, or kNoMatching. Begins
  // with the column duals of the last call: any will do, and those of a similar position nearly fit.
  int assign(const std::vector<const std::uint16_t*>& rows);
  // The sum if row i were this one; the matching stays as it is.
  int with_row(std::size_t i, const std::uint16_t* row);
  // The goal of box i in the last assign().
  int goal_of(std::size_t i) const { return goal_of_[i]; }

 private:
  int cost(std::size_t row, std::size_t column) const { return rows_[row][column]; }
  void augment(std::size_t row);
  int total() const;
  void leave_out(std::size_t row);
  void settle(std::size_t column);
  int replaced(std::size_t i, const std::uint16_t* row);

  std::size_t goals_;
  std::vector<const std::uint16_t*> rows_;  // filled up with rows of zeros
  std::vector<std::uint16_t> zeros_;
  // Duals, and the row of each column; column goals_ is where an augmentation begins.
  std::vector<int> row_dual_, column_dual_, row_of_;
  std::vector<int> kept_row_dual_, kept_column_dual_, kept_row_of_;
  std::vector<int> slack_, way_, goal_of_;
  std::vector<std::uint8_t> used_;
  int sum_ = 0;  // of the last assign()

  // With row left_out_ left out: how much dearer, in reduced costs, the other rows are if a column is free in
  // place of its own. settled_ has the columns where this is final, in rising order.
  static constexpr std::size_t kNoRow = ~std::size_t{0};
  std::size_t left_out_ = kNoRow;
  std::vector<int> dearer_;
  std::vector<std::uint8_t> final_;
  std::vector<std::size_t> settled_;
  std::size_t nearest_ = 0;  // not settled, with the least dearer_; goals_ if there is none
};

}  // namespace cgt::sokoban
