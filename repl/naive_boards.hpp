// What `cgt bench language` compares scripts with: rulesets on boards in C++, valued as scripts
// value them. One loop over the board an option, decomposition into connected parts, one memory of
// positions; no symmetries and no other idea that a script does not have.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "cgt/store/store.hpp"
#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/hash.hpp"

namespace cgt::repl::naive {

struct Board {
  int rows = 0;
  int columns = 0;
  std::vector<std::uint8_t> cells;  // row by row

  friend bool operator==(const Board&, const Board&) = default;
  // -1 outside of the board.
  int at(int row, int column) const {
    if (row < 0 || row >= rows || column < 0 || column >= columns) return -1;
    return cells[place(row, column)];
  }
  std::size_t place(int row, int column) const {
    return static_cast<std::size_t>(row * columns + column);
  }
};

struct BoardHash {
  std::size_t operator()(const Board& board) const {
    return hash_bytes(board.cells, static_cast<std::uint64_t>(board.columns));
  }
};

inline constexpr std::pair<int, int> kSides[] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

// The connected parts of the cells that are not `boundary`, each in the smallest board around it.
std::vector<Board> parts(const Board& board, std::uint8_t boundary);

struct Domineering {
  static constexpr std::uint8_t kBoundary = 1;
  static std::vector<Board> options(const Board& board, Player player);
};

struct Clobber {
  static constexpr std::uint8_t kBoundary = 0;
  static std::vector<Board> options(const Board& board, Player player);
};

template <class Rules>
class Evaluator {
 public:
  Evaluator(Store& store, Budget& budget) : store_(store), budget_(budget) {}

  // Recursion is as deep as the game is long: for small boards.
  GameId value(const Board& board) {
    if (const auto known = values_.find(board); known != values_.end()) return known->second;
    budget_.charge();
    GameId g = kZero;
    const std::vector<Board> split = parts(board, Rules::kBoundary);
    if (split.size() == 1 && split[0] == board) {
      std::vector<GameId> options[2];
      for (const Player player : kPlayers) {
        for (const Board& next : Rules::options(board, player))
          options[index(player)].push_back(value(next));
      }
      g = store_.construct(options[0], options[1]);
    } else {
      for (const Board& part : split) g = store_.add(g, value(part));
    }
    values_.emplace(board, g);
    return g;
  }
  std::size_t positions() const { return values_.size(); }

 private:
  Store& store_;
  Budget& budget_;
  FlatMap<Board, GameId, BoardHash> values_;
};

}  // namespace cgt::repl::naive
