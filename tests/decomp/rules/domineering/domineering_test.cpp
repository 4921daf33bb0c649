#include <catch2/catch.hpp>

#include "tests/decomp/rules/laws.hpp"

namespace domineering_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

std::set<std::string> place(const std::string& text, bool down, bool across) {
  std::set<std::string> out;
  const std::vector<std::string> rows = rows_of(text);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      if (rows[r][c] != '.') continue;
      std::vector<std::string> after = rows;
      after[r][c] = '#';
      if (down && r + 1 < rows.size() && rows[r + 1][c] == '.') {
        std::vector<std::string> moved = after;
        moved[r + 1][c] = '#';
        out.insert(joined(moved));
      }
      if (across && c + 1 < rows[r].size() && rows[r][c + 1] == '.') {
        after[r][c + 1] = '#';
        out.insert(joined(after));
      }
    }
  }
  return out;
}

const std::vector<std::string> kStarts{
    "....|....|....", "...|.#.|...|...", ".....|#...#|.....", "...", "..|..", "#.#|...|#.#"};

}  // namespace

TEST_CASE("Domineering keeps the laws of rulesets", "[domineering][laws]") {
  check_laws({"domineering",
              kStarts,
              [](const std::string& text, Player player) {
                return place(text, player == Player::kLeft, player == Player::kRight);
              },
              {mirrored_rows, mirrored_columns},
              {transposed}});
  CHECK(count_lines("domineering", "....|....|....|....", 4) ==
        std::vector<std::uint64_t>{1, 12, 108, 756, 3628});
}

TEST_CASE("Cram keeps the laws of rulesets", "[domineering][laws]") {
  check_laws({"cram",
              kStarts,
              [](const std::string& text, Player) { return place(text, true, true); },
              {mirrored_rows, mirrored_columns, transposed},
              {}});
  CHECK(count_lines("cram", "...|...", 3) == std::vector<std::uint64_t>{1, 7, 22, 18});
}

TEST_CASE("Boards of more than 64 cells are played on wide words", "[domineering]") {
  // Two columns of eight cells, far apart.
  std::string wide;
  for (int r = 0; r < 9; ++r)
    wide += std::string(r == 0 ? "" : "|") + (r < 8 ? "..######.." : "##########");
  check_laws({"domineering", {wide}, {}, {mirrored_rows, mirrored_columns}, {transposed}, 50, 0});
  // Seven places in each of the four columns.
  CHECK(count_lines("domineering", wide, 1) == std::vector<std::uint64_t>{1, 28});
}

}  // namespace domineering_test
