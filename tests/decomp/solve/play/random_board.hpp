// Boards for tests.
#pragma once

#include <cstddef>
#include <random>
#include <string>

namespace cgt::testing {

// A board of random cells.
inline std::string random_board(std::mt19937_64& random, std::size_t rows, std::size_t columns,
                                const std::string& signs) {
  std::string out;
  for (std::size_t row = 0; row < rows; ++row) {
    if (row > 0) out += '|';
    for (std::size_t column = 0; column < columns; ++column) out += signs[random() % signs.size()];
  }
  return out;
}

}  // namespace cgt::testing
