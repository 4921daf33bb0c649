#include <catch2/catch.hpp>

#include "tests/decomp/rules/laws.hpp"

namespace nogo_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

constexpr int kAround[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

char at(const std::vector<std::string>& rows, int r, int c) {
  if (r < 0 || c < 0 || r >= static_cast<int>(rows.size()) || c >= static_cast<int>(rows[0].size()))
    return '#';
  return rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
}

bool breathes(std::vector<std::string>& rows, int r, int c, char colour) {
  if (at(rows, r, c) == '.') return true;
  if (at(rows, r, c) != colour) return false;
  rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = '*';
  for (const auto& [dr, dc] : kAround) {
    if (breathes(rows, r + dr, c + dc, colour)) return true;
  }
  return false;
}

std::set<std::string> moves(const std::string& text, Player player) {
  std::set<std::string> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '.') continue;
    std::string after = text;
    after[i] = player == Player::kLeft ? 'x' : 'o';
    const std::vector<std::string> rows = rows_of(after);
    bool legal = true;
    for (int r = 0; r < static_cast<int>(rows.size()); ++r) {
      for (int c = 0; c < static_cast<int>(rows[0].size()); ++c) {
        std::vector<std::string> seen = rows;
        const char colour = at(rows, r, c);
        if (colour == 'x' || colour == 'o') legal = legal && breathes(seen, r, c, colour);
      }
    }
    if (legal) out.insert(after);
  }
  return out;
}

}  // namespace

TEST_CASE("NoGo keeps the laws of rulesets", "[nogo][laws]") {
  check_laws({"nogo",
              {"...|...", "......", "..#|...|#..", "x.o|...|.x.", ".xo.ox..x", ".#.|...|.#."},
              moves,
              {mirrored_rows, mirrored_columns, transposed},
              {[](const std::string& text) { return exchanged(text, 'x', 'o'); }},
              4000,
              250});
  CHECK(count_lines("nogo", "...|...|...", 4) == std::vector<std::uint64_t>{1, 9, 72, 496, 2832});
}

TEST_CASE("Summands of NoGo have the value of the board", "[nogo][laws]") {
  // All boards of these characters: what splits, what is dead or safe, and which stones go.
  CHECK(check_all_values("nogo", ".xo", 7) == 2187);
  CHECK(check_all_values("nogo", ".xolrb", 4) == 1296);
  CHECK(check_all_values("nogo", ".xo#XO,lrb", 3) == 1000);
  CHECK(check_all_values("nogo", ".xo#", 3, 2) == 4096);
  CHECK(check_all_values("nogo", ".xolb", 2, 2) == 625);
  CHECK(check_all_values("nogo", ".x", 3, 3) == 512);
}

TEST_CASE("Small NoGo boards have values that were found by hand", "[nogo]") {
  // A single point cannot be taken: the stone would have no liberty.
  check_laws({"nogo", {"."}, moves, {}, {}, 1, 1});
  CHECK(count_lines("nogo", "..", 2) == std::vector<std::uint64_t>{1, 2, 0});
}

}  // namespace nogo_test
