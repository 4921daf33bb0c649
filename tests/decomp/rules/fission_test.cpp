#include <catch2/catch.hpp>

#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace fission_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

std::set<std::string> across(const std::string& text) {
  std::set<std::string> out;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text.substr(i, 3) == ".x.") out.insert(std::string(text).replace(i, 3, "x.x"));
  }
  return out;
}

std::set<std::string> moves(const std::string& text, Player player) {
  if (player == Player::kRight) return across(text);
  std::set<std::string> out;
  for (const std::string& after : across(transposed(text))) out.insert(transposed(after));
  return out;
}

}  // namespace

TEST_CASE("Fission keeps the laws of rulesets", "[fission][laws]") {
  check_laws({"fission",
              {"....|.x..|....|....", "...x|.#..|.x..|....", ".x.", ".x..x.", "..#..|.x#x.|..#.."},
              moves,
              {mirrored_rows, mirrored_columns},
              {transposed},
              3000,
              150});
  CHECK(count_lines("fission", "....|.x..|....|....", 4) ==
        std::vector<std::uint64_t>{1, 1, 2, 3, 8});
}

TEST_CASE("Fission has the values of others", "[fission]") {
  CHECK(check_rows("fission.tsv") == 22);
}

}  // namespace fission_test
