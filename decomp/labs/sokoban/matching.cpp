#include "decomp/labs/sokoban/matching.hpp"

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
      used_(goals + 1),
      dearer_(goals),
      final_(goals) {}

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
  std::fill(row_of_.begin(), row_of_.end(), -1);
  left_out_ = kNoRow;
  // Duals only fall in an augmentation; their differences stay small, and so should they.
  const int top = *std::max_element(column_dual_.begin(), column_dual_.end() - 1);
  for (std::size_t j = 0; j < goals_; ++j) column_dual_[j] -= top;
  for (std::size_t i = 0; i < goals_; ++i) {
    const std::uint16_t* const row = rows_[i];
    int least = std::numeric_limits<int>::max();
    for (std::size_t j = 0; j < goals_; ++j) least = std::min(least, row[j] - column_dual_[j]);
    row_dual_[i] = least;
    // Goals side by side cost all boxes that come from one end alike: ties are the rule.
    std::size_t free = 0;
    while (free < goals_ && (row_of_[free] >= 0 || row[free] - column_dual_[free] != least)) ++free;
    if (free < goals_) {
      row_of_[free] = static_cast<int>(i);
    } else {
      augment(i);
    }
  }
  for (std::size_t j = 0; j < goals_; ++j)
    goal_of_[static_cast<std::size_t>(row_of_[j])] = static_cast<int>(j);
  return sum_ = total();
}

void Matching::leave_out(std::size_t row) {
  left_out_ = row;
  std::fill(dearer_.begin(), dearer_.end(), std::numeric_limits<int>::max());
  std::fill(final_.begin(), final_.end(), std::uint8_t{0});
  settled_.clear();
  const auto own = static_cast<std::size_t>(goal_of_[row]);
  dearer_[own] = 0;
  settle(own);
}

// The row of a column that is to be left free takes one that is settled.
void Matching::settle(std::size_t column) {
  final_[column] = 1;
  settled_.push_back(column);
  const int base = dearer_[column] - column_dual_[column];
  int least = std::numeric_limits<int>::max();
  nearest_ = goals_;
  for (std::size_t j = 0; j < goals_; ++j) {
    if (final_[j] != 0) continue;
    const auto r = static_cast<std::size_t>(row_of_[j]);
    dearer_[j] = std::min(dearer_[j], base + rows_[r][column] - row_dual_[r]);
    if (dearer_[j] < least) {
      least = dearer_[j];
      nearest_ = j;
    }
  }
}

int Matching::with_row(std::size_t i, const std::uint16_t* row) {
  if (left_out_ != i) leave_out(i);
  // The cheapest column, all taken as reduced costs, and no path is shorter than 0.
  int least = std::numeric_limits<int>::max();
  for (std::size_t j = 0; j < goals_; ++j) least = std::min(least, row[j] - column_dual_[j]);
  int best = std::numeric_limits<int>::max();
  for (std::size_t k = 0; k < settled_.size(); ++k) {
    const std::size_t j = settled_[k];
    if (dearer_[j] + least >= best) break;
    best = std::min(best, row[j] - column_dual_[j] + dearer_[j]);
    if (k + 1 == settled_.size() && nearest_ < goals_ && dearer_[nearest_] + least < best)
      settle(nearest_);
  }
  const auto own = static_cast<std::size_t>(goal_of_[i]);
  const int sum = sum_ - cost(i, own) + column_dual_[own] + best;
  // So much is either without a matching or very long: what it is made of tells.
  return sum < kFar ? sum : replaced(i, row);
}

int Matching::replaced(std::size_t i, const std::uint16_t* row) {
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
