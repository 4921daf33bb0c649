#include <catch2/catch.hpp>

#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace blockbusting_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

std::set<std::string> moves(const std::string& text, Player player) {
  std::set<std::string> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '.') continue;
    std::string after = text;
    after[i] = player == Player::kLeft ? 'l' : 'r';
    out.insert(after);
  }
  return out;
}

}  // namespace

TEST_CASE("Blockbusting keeps the laws of rulesets", "[blockbusting][laws]") {
  check_laws({"blockbusting",
              {"......", "l...l", ".l.r..", "..rl.."},
              moves,
              {mirrored_columns},
              {},
              2000,
              200});
  CHECK(count_lines("blockbusting", "....", 4) == std::vector<std::uint64_t>{1, 4, 12, 24, 24});
}

TEST_CASE("Blockbusting counts Left's pairs", "[blockbusting]") {
  CHECK(check_rows("blockbusting.tsv") == 6);
}

}  // namespace blockbusting_test
