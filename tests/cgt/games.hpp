// Games for tests: the small world, and random ones.
#pragma once

#include <algorithm>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"

namespace cgt::testing {

// All sets of pairwise incomparable games of `pool`.
inline std::vector<std::vector<GameId>> antichains(Store& store, const std::vector<GameId>& pool) {
  std::vector<std::vector<GameId>> out(1);
  for (const GameId g : pool) {
    const std::size_t before = out.size();
    for (std::size_t i = 0; i < before; ++i) {
      const bool free = std::all_of(out[i].begin(), out[i].end(), [&](GameId h) {
        return store.compare(g, h) == Relation::kFuzzy;
      });
      if (!free) continue;
      std::vector<GameId> larger = out[i];
      larger.push_back(g);
      out.push_back(std::move(larger));
    }
  }
  return out;
}

// The games born by the day after `pool`.
inline std::vector<GameId> next_day(Store& store, const std::vector<GameId>& pool) {
  std::set<GameId> born;
  const auto sides = antichains(store, pool);
  for (const auto& left : sides) {
    for (const auto& right : sides) born.insert(store.construct(left, right));
  }
  return {born.begin(), born.end()};
}

inline std::vector<GameId> born_by_day(Store& store, int day) {
  std::vector<GameId> games{kZero};
  for (int i = 0; i < day; ++i) games = next_day(store, games);
  return games;
}

// Up to `width` options a side, nested to `depth`, over small number-up-stars.
inline GameId random_game(Store& store, std::mt19937_64& random, int depth, int width) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  if (depth == 0 || below(6) == 0) {
    const bool all_small = below(2) == 0;
    return store.nus({all_small ? Dyadic() : Dyadic(below(17) - 8, static_cast<unsigned>(below(3))),
                      below(3) == 0 ? below(5) - 2 : 0,
                      below(3) == 0 ? static_cast<unsigned>(below(4)) : 0U});
  }
  std::vector<GameId> sides[2];
  for (auto& side : sides) {
    const int count = 1 + below(width);
    for (int i = 0; i < count; ++i) side.push_back(random_game(store, random, depth - 1, width));
  }
  return store.construct(sides[0], sides[1]);
}

// Rows of a tab-separated file; lines that begin with # are comments.
inline std::vector<std::vector<std::string>> read_rows(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    rows.emplace_back();
    for (std::string field; std::getline(fields, field, '\t');) rows.back().push_back(field);
  }
  return rows;
}

}  // namespace cgt::testing
