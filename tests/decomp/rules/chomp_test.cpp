#include <catch2/catch.hpp>

#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace chomp_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

std::set<std::string> moves(const std::string& text, Player) {
  std::set<std::string> out;
  const std::vector<std::string> rows = rows_of(text);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      if (rows[r][c] != 'x' || (r == 0 && c == 0)) continue;
      std::vector<std::string> after = rows;
      for (std::size_t s = r; s < rows.size(); ++s) {
        after[s].replace(c, after[s].size() - c, after[s].size() - c, '.');
      }
      out.insert(joined(after));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("Chomp keeps the laws of rulesets", "[chomp][laws]") {
  check_laws({"chomp",
              {"xxxx|xxxx|xxxx", "xxx.|xx.x", "...x|.xx.|xx..", "x", "xxxxx"},
              moves,
              {transposed},
              {},
              2000,
              200});
  CHECK(count_lines("chomp", "xxx|xxx", 2) == std::vector<std::uint64_t>{1, 5, 13});
}

TEST_CASE("Chomp: the first player wins rectangles, thin ones are known", "[chomp]") {
  // A single row is a heap of all squares but one. An angle of equal legs is lost, and so are two
  // rows of which the upper one is longer by one.
  CHECK(check_rows("chomp.tsv") == 5);
}

}  // namespace chomp_test
