#include <catch2/catch.hpp>

#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace ski_jumps_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

std::string negative(const std::string& text) {
  return exchanged(exchanged(mirrored_columns(text), 'L', 'R'), 'l', 'r');
}

std::set<std::string> moves(const std::string& text, Player player) {
  const bool left = player == Player::kLeft;
  std::vector<std::string> rows = rows_of(left ? text : negative(text));
  std::set<std::string> out;
  const auto add = [&](const std::vector<std::string>& after) {
    out.insert(left ? joined(after) : negative(joined(after)));
  };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const char skier = rows[r][c];
      if (skier != 'L' && skier != 'l') continue;
      std::vector<std::string> gone = rows;
      gone[r][c] = '.';
      std::size_t next = c + 1;
      for (; next < rows[r].size() && rows[r][next] == '.'; ++next) {
        std::vector<std::string> after = gone;
        after[r][next] = skier;
        add(after);
      }
      if (next == rows[r].size()) add(gone);
      if (skier != 'L' || r + 2 >= rows.size() || rows[r + 2][c] != '.') continue;
      if (rows[r + 1][c] != 'R' && rows[r + 1][c] != 'r') continue;
      gone[r + 1][c] = 'r';
      gone[r + 2][c] = 'L';
      add(gone);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("Ski-Jumps keeps the laws of rulesets", "[ski-jumps][laws]") {
  check_laws({"ski-jumps",
              {"L..|..R|...", "...R|.L..|....", "L.R|R.L|...", "L.R.|l..r|R.L.|....",
               "L..|.R.|..L|.R.|...", "..R|L..", "L...R"},
              moves,
              {},
              {negative},
              4000,
              200});
  CHECK(count_lines("ski-jumps", "L....|....R|.....", 3) ==
        std::vector<std::uint64_t>{1, 5, 25, 53});
}

TEST_CASE("Ski-Jumps has the values of others", "[ski-jumps]") {
  CHECK(check_rows("ski_jumps.tsv") == 4);
}

}  // namespace ski_jumps_test
