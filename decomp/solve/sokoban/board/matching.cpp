#include "decomp/solve/sokoban/board/matching.hpp"

#include <algorithm>
#include <limits>

namespace cgt::sokoban {

Matching::Matching(std::size_t goals)
    : goals_(goals),
      rows_(goals),
      zeros_(goals),
      row_dual_(goals),
      column_dual_(goals + 1),
      row_of_(goals + 1),
      slack_(goals + 1),
      way_(goals + 1),
      goal_of_(goals),
      used_(goals + 1) {}

// Dijkstra's search over reduced costs from the row to the nearest column that is free. The duals are
// changed once, at its end: a column that was reached at distance d by as much as is left from there on
// (Jonker and Volgenant 1987).
void Matching::augment(std::size_t row) {
  const std::size_t m = goals_;
  row_of_[m] = static_cast<int>(row);
  std::fill(slack_.begin(), slack_.end(), std::numeric_limits<int>::max());
  std::fill(used_.begin(), used_.end(), std::uint8_t{0});
  slack_[m] = 0;
  std::size_t at = m;
  do {
    used_[at] = 1;
    const auto r = static_cast<std::size_t>(row_of_[at]);
    const std::uint16_t* const costs = rows_[r];
    const int base = slack_[at] - row_dual_[r];
    int nearest = std::numeric_limits<int>::max();
    std::size_t best = m;
    for (std::size_t j = 0; j < m; ++j) {
      if (used_[j] != 0) continue;
      const int distance = base + costs[j] - column_dual_[j];
      if (distance < slack_[j]) {
        slack_[j] = distance;
        way_[j] = static_cast<int>(at);
      }
      if (slack_[j] < nearest) {
        nearest = slack_[j];
        best = j;
      }
    }
    at = best;
  } while (row_of_[at] >= 0);
  const int length = slack_[at];
  for (std::size_t j = 0; j <= m; ++j) {
    if (used_[j] == 0) continue;
    row_dual_[static_cast<std::size_t>(row_of_[j])] += length - slack_[j];
    column_dual_[j] -= length - slack_[j];
  }
  do {
    const auto before = static_cast<std::size_t>(way_[at]);
    row_of_[at] = row_of_[before];
    at = before;
  } while (at != m);
  row_of_[m] = -1;
  column_dual_[m] = 0;
}

int Matching::total() const {
  int sum = 0;
  for (std::size_t j = 0; j < goals_; ++j) {
    const int c = cost(static_cast<std::size_t>(row_of_[j]), j);
    if (c >= kFar) return kNoMatching;
    sum += c;
  }
  return sum;
}

int Matching::assign(const std::vector<const std::uint16_t*>& rows) {
  std::copy(rows.begin(), rows.end(), rows_.begin());
  std::fill(rows_.begin() + static_cast<std::ptrdiff_t>(rows.size()), rows_.end(), zeros_.data());
  std::fill(row_dual_.begin(), row_dual_.end(), 0);
  std::fill(column_dual_.begin(), column_dual_.end(), 0);
  std::fill(row_of_.begin(), row_of_.end(), -1);
  for (std::size_t i = 0; i < goals_; ++i) augment(i);
  for (std::size_t j = 0; j < goals_; ++j)
    goal_of_[static_cast<std::size_t>(row_of_[j])] = static_cast<int>(j);
  return total();
}

int Matching::with_row(std::size_t i, const std::uint16_t* row) {
  kept_row_dual_ = row_dual_;
  kept_column_dual_ = column_dual_;
  kept_row_of_ = row_of_;
  const std::uint16_t* const before = rows_[i];
  rows_[i] = row;
  row_of_[static_cast<std::size_t>(goal_of_[i])] = -1;
  int least = std::numeric_limits<int>::max();
  for (std::size_t j = 0; j < goals_; ++j) least = std::min(least, row[j] - column_dual_[j]);
  row_dual_[i] = least;
  augment(i);
  const int sum = total();
  rows_[i] = before;
  row_dual_.swap(kept_row_dual_);
  column_dual_.swap(kept_column_dual_);
  row_of_.swap(kept_row_of_);
  return sum;
}

}  // namespace cgt::sokoban
