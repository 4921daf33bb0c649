// Sokoban once more, as plain as can be: sets of cells of the text, and breadth-first search. Shares
// nothing with the solvers.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "decomp/labs/sokoban/level.hpp"
#include "tests/files.hpp"

namespace cgt::testing::plain_sokoban {

using Cells = std::set<int>;

inline std::set<int> plain_reach(const sokoban::Level& level, const Cells& boxes, int player) {
  std::set<int> seen{player};
  std::deque<int> open{player};
  while (!open.empty()) {
    const int at = open.front();
    open.pop_front();
    for (const int step : {-level.width, level.width, -1, 1}) {
      const int to = at + step;
      if (level.cells[static_cast<std::size_t>(to)] == '#' || boxes.count(to) > 0) continue;
      if (seen.insert(to).second) open.push_back(to);
    }
  }
  return seen;
}

struct PlainAnswer {
  bool complete = false;      // all states were seen, or a solution was found
  std::optional<int> pushes;  // fewest
};

// Levels must be closed by walls, which also stand at their rims.
inline PlainAnswer plain_solve(const sokoban::Level& level, std::size_t most) {
  Cells boxes;
  int player = 0;
  for (int i = 0; i < static_cast<int>(level.cells.size()); ++i) {
    const char c = level.cells[static_cast<std::size_t>(i)];
    if (sokoban::is_box(c)) boxes.insert(i);
    if (sokoban::is_player(c)) player = i;
  }
  const auto solved = [&](const Cells& all) {
    return std::all_of(all.begin(), all.end(), [&](int i) {
      return sokoban::is_goal(level.cells[static_cast<std::size_t>(i)]);
    });
  };
  if (solved(boxes)) return {true, 0};
  using State = std::pair<Cells, int>;
  const State start{boxes, *plain_reach(level, boxes, player).begin()};
  std::set<State> seen{start};
  std::vector<State> layer{start};
  for (int depth = 1; !layer.empty(); ++depth) {
    std::vector<State> next;
    for (const auto& [all, man] : layer) {
      const std::set<int> area = plain_reach(level, all, man);
      for (const int box : all) {
        for (const int step : {-level.width, level.width, -1, 1}) {
          const int to = box + step;
          if (area.count(box - step) == 0 || all.count(to) > 0 ||
              level.cells[static_cast<std::size_t>(to)] == '#')
            continue;
          Cells after = all;
          after.erase(box);
          after.insert(to);
          if (solved(after)) return {true, depth};
          State state{after, *plain_reach(level, after, box).begin()};
          if (seen.insert(state).second) next.push_back(std::move(state));
        }
      }
    }
    if (seen.size() > most) return {};
    layer = std::move(next);
  }
  return {true, std::nullopt};
}

// A closed level of random walls with this many boxes and goals; it may have no solution.
inline std::string random_level(std::mt19937& random, int height, int width, int boxes, int walls) {
  std::string cells(static_cast<std::size_t>(height * width), ' ');
  for (int r = 0; r < height; ++r) {
    for (int c = 0; c < width; ++c) {
      if (r == 0 || c == 0 || r == height - 1 || c == width - 1)
        cells[static_cast<std::size_t>(r * width + c)] = '#';
    }
  }
  const auto place = [&](char what) {
    for (int tries = 0; tries < 1000; ++tries) {
      char& cell = cells[random() % cells.size()];
      if (cell == ' ') {
        cell = what;
        return;
      }
      if (cell == '.' && what == '$') {
        cell = '*';
        return;
      }
    }
  };
  for (int i = 0; i < walls; ++i) place('#');
  for (int i = 0; i < boxes; ++i) place('.');
  for (int i = 0; i < boxes; ++i) place('$');
  place('@');
  std::string out;
  for (int r = 0; r < height; ++r)
    out +=
        cells.substr(static_cast<std::size_t>(r * width), static_cast<std::size_t>(width)) + '\n';
  return out;
}

inline std::vector<sokoban::Level> levels_of(const std::string& text) {
  return sokoban::read_levels(SourceText("level", text));
}

inline std::vector<sokoban::Level> microban() {
  return levels_of(read_file(source_root() + "/tests/labs/sokoban/data/microban.xsb"));
}

}  // namespace cgt::testing::plain_sokoban
