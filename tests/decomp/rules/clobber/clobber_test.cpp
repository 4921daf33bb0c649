#include <catch2/catch.hpp>

#include "tests/decomp/rules/laws.hpp"

namespace {

using cgt::Player;
using namespace cgt::testing;

std::set<std::string> moves(const std::string& text, Player player) {
  const char mine = player == Player::kLeft ? 'x' : 'o';
  const char theirs = player == Player::kLeft ? 'o' : 'x';
  std::set<std::string> out;
  const std::vector<std::string> rows = rows_of(text);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      for (std::size_t s = 0; s < rows.size(); ++s) {
        for (std::size_t d = 0; d < rows[r].size(); ++d) {
          const std::size_t distance = (r > s ? r - s : s - r) + (c > d ? c - d : d - c);
          if (distance != 1 || rows[r][c] != mine || rows[s][d] != theirs) continue;
          std::vector<std::string> after = rows;
          after[r][c] = '.';
          after[s][d] = mine;
          out.insert(joined(after));
        }
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("Clobber keeps the laws of rulesets", "[clobber][laws]") {
  check_laws({"clobber",
              {"xoxo|oxox", "xo.|oxo|xox", "xxoo.xo", "xox#|oxxo|..xo", "x"},
              moves,
              {mirrored_rows, mirrored_columns, transposed},
              {[](const std::string& text) { return exchanged(text, 'x', 'o'); }}});
  CHECK(count_lines("clobber", "xoxo|oxox|xoxo", 3) ==
        std::vector<std::uint64_t>{1, 17, 204, 1671});
}
