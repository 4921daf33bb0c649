// tests/decomp/solve/data/semeai.tsv: the races of examples.hpp and their verdicts. The full capture
// search of a race.
#pragma once

#include <cstddef>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/go/races/examples.hpp"
#include "tests/decomp/go/races/capture_oracle.hpp"
#include "tests/files.hpp"

namespace cgt::testing {

struct SemeaiRow {
  std::string name;
  std::string diagram;
  Player first = Player::kLeft;
  std::string verdict;
};

inline CaptureOracle capture_oracle(const go::semeai::Problem& problem) {
  const auto cells = [&](Player player) {
    std::vector<std::size_t> out;
    for (const auto& at : problem.essential[player]) {
      out.push_back(std::size_t{at.y} * static_cast<std::size_t>(problem.width) + at.x);
    }
    return out;
  };
  return {to_diagram(problem), cells(Player::kLeft), cells(Player::kRight)};
}

inline char letter_of(Player player) { return player == Player::kLeft ? 'X' : 'O'; }

// The outcome of the race, found so; none beyond `limit` positions.
inline std::optional<int> captured(const go::semeai::Problem& problem, Player first,
                                   std::size_t limit) {
  return capture_oracle(problem).solve(letter_of(first), limit);
}

inline std::string semeai_diagram(const std::string& name) {
  for (const auto& example : go::semeai::kExamples) {
    if (example.name == name) return std::string(example.diagram);
  }
  throw std::runtime_error("no race \"" + name + "\"");
}

inline std::vector<SemeaiRow> semeai_rows() {
  std::ifstream file(cgt::testing::test_data() + "/decomp/solve/data/semeai.tsv");
  if (!file) throw std::runtime_error("semeai.tsv cannot be read");
  std::vector<SemeaiRow> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream in(line);
    SemeaiRow row;
    std::string first;
    std::getline(in, row.name, '\t');
    std::getline(in, first, '\t');
    std::getline(in, row.verdict);
    row.first = first == "B" ? Player::kLeft : Player::kRight;
    row.diagram = semeai_diagram(row.name);
    rows.push_back(row);
  }
  return rows;
}

// Rows of these letters, drawn at random.
inline std::string random_diagram(std::mt19937& random, std::size_t width, std::size_t height,
                                  std::string_view letters) {
  std::string out;
  for (std::size_t y = 0; y < height; ++y) {
    if (y > 0) out += '/';
    for (std::size_t x = 0; x < width; ++x) out += letters[random() % letters.size()];
  }
  return out;
}

}  // namespace cgt::testing
