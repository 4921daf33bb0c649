// Two games on boards, played by the plainest rules, as sources of values.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"

namespace cgt::testing {

// Evaluates boards that are strings; moves(board, player) are the boards after a move.
template <class Moves>
GameId board_value(Store& store, const std::string& board, std::map<std::string, GameId>& known,
                   Moves moves) {
  const auto it = known.find(board);
  if (it != known.end()) return it->second;
  PerPlayer<std::vector<GameId>> options;
  for (const Player player : kPlayers) {
    for (const std::string& next : moves(board, player)) {
      options[player].push_back(board_value(store, next, known, moves));
    }
  }
  return known[board] = store.construct(options[Player::kLeft], options[Player::kRight]);
}

// Rows separated by '|'; x is Left, o is Right. A stone moves onto an orthogonal neighbour of the
// other colour.
inline GameId clobber(Store& store, const std::string& board) {
  const std::size_t width = std::min(board.find('|'), board.size());
  std::map<std::string, GameId> known;
  return board_value(store, board, known, [&](const std::string& b, Player player) {
    const char mine = player == Player::kLeft ? 'x' : 'o';
    const char other = player == Player::kLeft ? 'o' : 'x';
    std::vector<std::string> out;
    for (std::size_t i = 0; i < b.size(); ++i) {
      if (b[i] != mine) continue;
      // The bars stand for borders: a row is width + 1 characters.
      for (const std::size_t j : {i + 1, i - 1, i + width + 1, i - width - 1}) {
        if (j >= b.size() || b[j] != other) continue;
        std::string next = b;
        next[i] = '.';
        next[j] = mine;
        out.push_back(next);
      }
    }
    return out;
  });
}

// t is Left and goes right, f is Right and goes left: one step, or a jump over one opponent.
inline GameId toads(Store& store, const std::string& strip) {
  std::map<std::string, GameId> known;
  return board_value(store, strip, known, [](const std::string& b, Player player) {
    const char mine = player == Player::kLeft ? 't' : 'f';
    const char other = player == Player::kLeft ? 'f' : 't';
    const std::size_t step = player == Player::kLeft ? 1 : std::size_t(0) - 1;
    std::vector<std::string> out;
    for (std::size_t i = 0; i < b.size(); ++i) {
      if (b[i] != mine) continue;
      std::size_t j = i + step;
      if (j < b.size() && b[j] == other) j += step;
      if (j >= b.size() || b[j] != '.') continue;
      std::string next = b;
      next[i] = '.';
      next[j] = mine;
      out.push_back(next);
    }
    return out;
  });
}

}  // namespace cgt::testing
