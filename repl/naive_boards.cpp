#include "repl/naive_boards.hpp"

#include <algorithm>

namespace cgt::repl::naive {

std::vector<Board> parts(const Board& board, std::uint8_t boundary) {
  std::vector<Board> found;
  std::vector<bool> seen(board.cells.size(), false);
  std::vector<std::pair<int, int>> part;
  const auto visit = [&](int row, int column) {
    const int cell = board.at(row, column);
    if (cell < 0 || cell == boundary || seen[board.place(row, column)]) return;
    seen[board.place(row, column)] = true;
    part.emplace_back(row, column);
  };
  for (int row = 0; row < board.rows; ++row) {
    for (int column = 0; column < board.columns; ++column) {
      part.clear();
      visit(row, column);
      if (part.empty()) continue;
      std::pair<int, int> low = part[0];
      std::pair<int, int> high = part[0];
      for (std::size_t i = 0; i < part.size(); ++i) {
        const auto [r, c] = part[i];
        low = {std::min(low.first, r), std::min(low.second, c)};
        high = {std::max(high.first, r), std::max(high.second, c)};
        for (const auto& side : kSides) visit(r + side.first, c + side.second);
      }
      Board cut{high.first - low.first + 1, high.second - low.second + 1, {}};
      cut.cells.assign(static_cast<std::size_t>(cut.rows * cut.columns), boundary);
      for (const auto& [r, c] : part)
        cut.cells[cut.place(r - low.first, c - low.second)] = board.cells[board.place(r, c)];
      found.push_back(std::move(cut));
    }
  }
  return found;
}

std::vector<Board> Domineering::options(const Board& board, Player player) {
  const auto [down, right] = player == Player::kLeft ? std::pair(1, 0) : std::pair(0, 1);
  std::vector<Board> options;
  for (int row = 0; row < board.rows; ++row) {
    for (int column = 0; column < board.columns; ++column) {
      if (board.at(row, column) != 0 || board.at(row + down, column + right) != 0) continue;
      Board& next = options.emplace_back(board);
      next.cells[next.place(row, column)] = 1;
      next.cells[next.place(row + down, column + right)] = 1;
    }
  }
  return options;
}

std::vector<Board> Clobber::options(const Board& board, Player player) {
  const int own = player == Player::kLeft ? 1 : 2;
  std::vector<Board> options;
  for (int row = 0; row < board.rows; ++row) {
    for (int column = 0; column < board.columns; ++column) {
      if (board.at(row, column) != own) continue;
      for (const auto& [down, right] : kSides) {
        if (board.at(row + down, column + right) != 3 - own) continue;
        Board& next = options.emplace_back(board);
        next.cells[next.place(row, column)] = 0;
        next.cells[next.place(row + down, column + right)] = static_cast<std::uint8_t>(own);
      }
    }
  }
  return options;
}

}  // namespace cgt::repl::naive
