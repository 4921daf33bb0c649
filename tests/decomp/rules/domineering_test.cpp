#include <bit>
#include <catch2/catch.hpp>
#include <random>

#include "decomp/rules/domineering.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/nim_search.hpp"
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

namespace {

// What a move leaves of a connected part, cut up as any board is. Counts moves that leave several parts, and
// others.
struct Left {
  std::size_t several = 0;
  std::size_t one = 0;
};
template <class Position>
void check_moves(const Position& part, Left& left) {
  for (const Player player : cgt::kPlayers) {
    for (const cgt::Option<Position>& option : part.options(player)) {
      std::vector<cgt::Summand<Position>> found;
      std::vector<cgt::Summand<Position>> expected;
      const std::int64_t value = option.position.split(expected);
      REQUIRE(part.split_after(option.position, found) == value);
      REQUIRE(found.size() == expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        REQUIRE(found[i].position == expected[i].position);
        REQUIRE(found[i].negated == expected[i].negated);
      }
      ++(expected.size() > 1 ? left.several : left.one);
    }
  }
}

// All connected parts of all boards of this size.
template <bool kCram>
void check_all_moves(int rows, int columns) {
  using Position = cgt::domineering::Position<std::uint64_t, kCram>;
  const auto cells = static_cast<std::size_t>(rows * columns);
  Left left;
  for (std::size_t mask = 0; mask < std::size_t{1} << cells; ++mask) {
    std::vector<bool> free(cells);
    for (std::size_t i = 0; i < cells; ++i) free[i] = (mask >> i & 1U) != 0;
    std::vector<cgt::Summand<Position>> parts;
    Position(rows, columns, free).split(parts);
    for (const cgt::Summand<Position>& part : parts) check_moves(part.position, left);
  }
  CHECK(left.several > 0);
  CHECK(left.one > 0);
}

// Parts met in random play from a free board.
void check_random_moves(int rows, int columns, std::mt19937& random) {
  using Position = cgt::domineering::Position<std::uint64_t, true>;
  Left left;
  std::vector<cgt::Summand<Position>> parts;
  Position(rows, columns, std::vector<bool>(static_cast<std::size_t>(rows * columns), true))
      .split(parts);
  while (!parts.empty()) {
    const Position part = parts.back().position;
    parts.pop_back();
    check_moves(part, left);
    const auto options = part.options(Player::kLeft);
    if (!options.empty()) options[random() % options.size()].position.split(parts);
  }
  CHECK(left.one > 0);
}

}  // namespace

TEST_CASE("what a domino leaves is cut up as any board is", "[domineering]") {
  check_all_moves<true>(1, 9);
  for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{{2, 5}, {3, 4}, {4, 3}}) {
    check_all_moves<false>(rows, columns);
    check_all_moves<true>(rows, columns);
  }
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    check_random_moves(8, 8, random);
    check_random_moves(7, 9, random);
    check_random_moves(1, 64, random);
    check_random_moves(2, 32, random);
  }
}

namespace {

// By the definition, for all sets of free cells.
std::vector<std::uint8_t> cram_values(unsigned rows, unsigned columns) {
  const unsigned cells = rows * columns;
  std::vector<std::uint8_t> values(std::size_t{1} << cells);
  for (std::uint32_t free = 0; free < values.size(); ++free) {
    std::uint64_t reached = 0;
    const auto place = [&](std::uint32_t domino) {
      if ((free & domino) == domino) reached |= std::uint64_t{1} << values[free ^ domino];
    };
    for (unsigned i = 0; i < cells; ++i) {
      if ((i + 1) % columns != 0) place(std::uint32_t{3} << i);
      if (i + columns < cells) place(std::uint32_t{1} << i | std::uint32_t{1} << (i + columns));
    }
    values[free] = static_cast<std::uint8_t>(std::countr_one(reached));
  }
  return values;
}

}  // namespace

TEST_CASE("Cram: what a half turn decides, and values by outcomes", "[domineering][nim_search]") {
  const auto cram = cgt::find_ruleset("cram")->make({});
  std::mt19937 random(5);
  for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{
           {1, 10}, {1, 11}, {2, 5}, {2, 6}, {3, 3}, {3, 4}, {3, 5}, {4, 4}}) {
    const auto cells = static_cast<std::size_t>(rows * columns);
    const std::vector<std::uint8_t> values =
        cram_values(static_cast<unsigned>(rows), static_cast<unsigned>(columns));
    std::size_t decided = 0;
    for (std::size_t mask = 0; mask < values.size(); ++mask) {
      std::vector<bool> free(cells);
      for (std::size_t i = 0; i < cells; ++i) free[i] = (mask >> i & 1U) != 0;
      const cgt::domineering::Position<std::uint64_t, true> position(rows, columns, free);
      if (const auto known = position.known_value()) {
        ++decided;
        REQUIRE(*known == cgt::Nus{});
        REQUIRE(values[mask] == 0);
      }
      if (random() % 256 != 0) continue;
      cgt::Budget budget;
      const cgt::AnyPosition any = cram->position(position.text());
      cgt::solve::NimSearch search(any);
      CHECK(search.nim_value(any, budget) == values[mask]);
      for (std::uint32_t k = 0; k < 5; ++k) {
        cgt::solve::NimSearch fresh(any);
        CHECK(fresh.next_player_wins(any, k, budget) == (k != values[mask]));
      }
    }
    CHECK(decided > 10);
  }
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
