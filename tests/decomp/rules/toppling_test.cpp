#include <catch2/catch.hpp>

#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace toppling_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

std::set<std::string> moves(const std::string& text, Player player) {
  std::set<std::string> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != 'e' && text[i] != (player == Player::kLeft ? 'l' : 'r')) continue;
    std::size_t begin = i;
    while (begin > 0 && text[begin - 1] != '.') --begin;
    std::size_t end = i;
    while (end < text.size() && text[end] != '.') ++end;
    std::string after = text;
    after.replace(begin, i - begin + 1, i - begin + 1, '.');
    out.insert(after);
    after = text;
    after.replace(i, end - i, end - i, '.');
    out.insert(after);
  }
  return out;
}

}  // namespace

TEST_CASE("Toppling Dominoes keeps the laws of rulesets", "[toppling][laws]") {
  check_laws({"toppling-dominoes",
              {"lrel.rle", "lrlrrl", "eelr", "ee.rr.lll", "reelrle"},
              moves,
              {mirrored_columns},
              {[](const std::string& text) { return exchanged(text, 'l', 'r'); }},
              4000,
              200});
  CHECK(count_lines("toppling-dominoes", "lrelrle", 3) ==
        std::vector<std::uint64_t>{1, 10, 36, 90});
}

TEST_CASE("Toppling Dominoes has the values of others", "[toppling]") {
  CHECK(check_rows("toppling.tsv") == 96);
}

}  // namespace toppling_test
