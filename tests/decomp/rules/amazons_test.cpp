#include <catch2/catch.hpp>

#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace amazons_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

using Cell = std::pair<int, int>;

std::vector<Cell> queen_moves(const std::vector<std::string>& rows, Cell from) {
  std::vector<Cell> out;
  for (int direction = 0; direction < 9; ++direction) {
    if (direction == 4) continue;
    for (int length = 1;; ++length) {
      const int r = from.first + length * (direction / 3 - 1);
      const int c = from.second + length * (direction % 3 - 1);
      if (r < 0 || c < 0 || r >= static_cast<int>(rows.size()) ||
          c >= static_cast<int>(rows[0].size()))
        break;
      if (rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] != '.') break;
      out.emplace_back(r, c);
    }
  }
  return out;
}

char& at(std::vector<std::string>& rows, Cell cell) {
  return rows[static_cast<std::size_t>(cell.first)][static_cast<std::size_t>(cell.second)];
}

std::set<std::string> moves(const std::string& text, Player player) {
  const char amazon = player == Player::kLeft ? 'x' : 'o';
  std::set<std::string> out;
  std::vector<std::string> rows = rows_of(text);
  for (int r = 0; r < static_cast<int>(rows.size()); ++r) {
    for (int c = 0; c < static_cast<int>(rows[0].size()); ++c) {
      if (at(rows, {r, c}) != amazon) continue;
      for (const Cell& to : queen_moves(rows, {r, c})) {
        std::vector<std::string> after = rows;
        at(after, {r, c}) = '.';
        at(after, to) = amazon;
        for (const Cell& burnt : queen_moves(after, to)) {
          at(after, burnt) = '#';
          out.insert(joined(after));
          at(after, burnt) = '.';
        }
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("Amazons keeps the laws of rulesets", "[amazons][laws]") {
  check_laws({"amazons",
              {"x..|..o", "x..#..o", "xx.|#.#|..o", "x.|..|.o", "..#x.|o.#..", "x.#.|.##."},
              moves,
              {mirrored_rows, mirrored_columns, transposed},
              {[](const std::string& text) { return exchanged(text, 'x', 'o'); }},
              4000,
              150});
  // Regions of one player, some of which cannot be filled.
  check_laws({"amazons", {"x.#.|.#.#", "x.x|.#.|#.#", "o#.|.##|#.."}, moves, {}, {}, 1000, 100});
  CHECK(count_lines("amazons", "x...|....|...o", 2) == std::vector<std::uint64_t>{1, 50, 1587});
}

TEST_CASE("Amazons has the values of others", "[amazons]") {
  CHECK(check_rows("amazons.tsv") == 49);
}

}  // namespace amazons_test
