#include <catch2/catch.hpp>

#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace maze_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

const std::string kOpen = "._)J";
const std::string kToken = "oudj";

std::string negative(const std::string& text) {
  return exchanged(exchanged(transposed(text), '_', ')'), 'u', 'd');
}

// Left's moves in a text; Right's are those of the negative.
std::set<std::string> moves(const std::string& text, Player player, bool steps) {
  if (player == Player::kRight) {
    std::set<std::string> out;
    for (const std::string& after : moves(negative(text), Player::kLeft, steps)) {
      out.insert(negative(after));
    }
    return out;
  }
  std::set<std::string> out;
  std::vector<std::string> rows = rows_of(text);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::size_t c = rows[r].find_first_of(kToken);
    if (c == std::string::npos) continue;
    char here = kOpen[kToken.find(rows[r][c])];
    rows[r][c] = here;
    for (std::size_t s = r + 1; s < rows.size(); ++s) {
      if (here == '_' || here == 'J' || rows[s][c] == '#') break;
      here = rows[s][c];
      std::vector<std::string> after = rows;
      after[s][c] = kToken[kOpen.find(here)];
      out.insert(joined(after));
      if (steps) break;
    }
  }
  return out;
}

void check(const std::string& name, bool steps) {
  check_laws({name,
              {"o..|_).|...", "o_.|.J#|._.|.).", "d..|...|...", "j", "#o.|...", "o...|)#..|._.."},
              [=](const std::string& text, Player player) { return moves(text, player, steps); },
              {},
              {negative},
              1500,
              300});
}

}  // namespace

TEST_CASE("Maze and Maize keep the laws of rulesets", "[maze][laws]") {
  check("maze", false);
  check("maize", true);
  CHECK(count_lines("maze", "o..|_).|...", 2) == std::vector<std::uint64_t>{1, 1, 1});
}

TEST_CASE("Maze and Maize have small values that were found by hand", "[maze]") {
  CHECK(check_rows("maze.tsv") == 6);
}

}  // namespace maze_test
