#include <algorithm>
#include <catch2/catch.hpp>

#include "cgt/support/error.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace king_dirt_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

// "1,2,0:..x" in its four parts.
struct Parts {
  int left = 0;
  int right = 0;
  int must = 0;
  std::string board;

  explicit Parts(const std::string& text) : board(text.substr(text.find(':') + 1)) {
    std::sscanf(text.c_str(), "%d,%d,%d", &left, &right, &must);
  }
  std::string text() const {
    return std::to_string(left) + "," + std::to_string(right) + "," + std::to_string(must) + ":" +
           board;
  }
};

std::set<std::string> moves(const std::string& text, Player player) {
  const Parts before(text);
  const char stone = player == Player::kLeft ? 'x' : 'o';
  const int to_place = player == Player::kLeft ? before.left : before.right;
  std::set<std::string> out;
  for (std::size_t i = 0; i < before.board.size(); ++i) {
    if (before.board[i] != '.' || to_place == 0) continue;
    Parts after = before;
    after.board[i] = stone;
    --(player == Player::kLeft ? after.left : after.right);
    out.insert(after.text());
  }
  if (before.must == 1 && !out.empty()) return out;
  const auto width = static_cast<int>(std::min(before.board.find('|'), before.board.size())) + 1;
  const auto size = static_cast<int>(before.board.size());
  for (int from = 0; from < size; ++from) {
    for (int to = 0; to < size; ++to) {
      if (before.board[static_cast<std::size_t>(from)] != stone ||
          before.board[static_cast<std::size_t>(to)] != '.' ||
          std::abs(from / width - to / width) > 1 || std::abs(from % width - to % width) > 1)
        continue;
      Parts after = before;
      after.board[static_cast<std::size_t>(from)] = '#';
      after.board[static_cast<std::size_t>(to)] = stone;
      out.insert(after.text());
    }
  }
  return out;
}

// A symmetry of boards as one of positions.
std::function<std::string(const std::string&)> on_board(std::string (*image)(const std::string&)) {
  return [image](const std::string& text) {
    Parts parts(text);
    parts.board = image(parts.board);
    return parts.text();
  };
}

std::string players_exchanged(const std::string& text) {
  Parts parts(text);
  std::swap(parts.left, parts.right);
  parts.board = exchanged(parts.board, 'x', 'o');
  return parts.text();
}

std::string refusal(const std::string& text) {
  try {
    cgt::find_ruleset("king-dirt")->make({})->position(text);
  } catch (const cgt::InputError& error) {
    return std::to_string(error.place().column) + ": " + error.message();
  }
  return "read";
}

}  // namespace

TEST_CASE("King Dirt keeps the laws of rulesets", "[king_dirt][laws]") {
  check_laws({"king-dirt",
              {"1,1,1:.x.|.o.", "1,1,0:..#|.x.", "2,1,0:...|..#", "0,0,0:x..|.#.|..o",
               "0,2,1:.x.|...", "0,1,0:o.#.x|..#..", "9,0,1:x..|.o.", "0,0,0:.x.#.|..##o|#..#.",
               "1,2,1:..#|...", "2,2,0:.#.|o.x"},
              moves,
              {on_board(mirrored_rows), on_board(mirrored_columns), on_board(transposed)},
              {players_exchanged},
              10'000,
              250});
  CHECK(count_lines("king-dirt", "1,1,0:x..|..o", 2) == std::vector<std::uint64_t>{1, 7, 37});
  CHECK(count_lines("king-dirt", "1,1,1:x..|..o", 2) == std::vector<std::uint64_t>{1, 4, 12});
}

TEST_CASE("King Dirt has the values that follow from its rules", "[king_dirt]") {
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  cgt::Budget budget;
  const auto game = cgt::find_ruleset("king-dirt")->make({});
  const auto value = [&](const std::string& text) {
    return evaluator.value(game->position(text), budget);
  };
  CHECK(value("0,0,0:...|...") == cgt::kZero);
  CHECK(value("0,0,0:x..|...") == store.integer(5));
  CHECK(value("o..|...") == store.integer(-5));
  CHECK(value("0,0,0:x.#o") == store.integer(1));
  CHECK(value("0,0,0:x.o") == store.nimber(1));
  CHECK(value("1,0,0:.") == store.integer(1));
  CHECK(value("1,1,1:.") == store.nimber(1));
  CHECK(value("7,7,0:.#.") == cgt::kZero);
  // More stones than free cells mean as many.
  CHECK(value("7,1,1:x.o|...") == value("4,1,1:x.o|..."));
  // Alone, it does not matter whether the stone is placed first.
  CHECK(value("1,0,1:x..") == value("1,0,0:x.."));
}

TEST_CASE("King Dirt is won by whom others say", "[king_dirt]") {
  CHECK(check_outcomes("king_dirt.tsv") == 44);
}

TEST_CASE("a position of King Dirt is read with its numbers checked", "[king_dirt]") {
  const auto game = cgt::find_ruleset("king-dirt")->make({});
  CHECK(game->position(" 1 , 2,1:..X|#O.").text() == "1,2,1:..x|#o.");
  CHECK(game->position("..x").text() == "0,0,0:..x");
  CHECK(refusal("1,1:...") == "4: ',' is missing here");
  CHECK(refusal("1,1,1,1:...") == "6: ':' is missing here");
  CHECK(refusal("1,,1:...") == "3: a number is missing here");
  CHECK(refusal(":...") == "1: a number is missing here");
  CHECK(refusal("1,1,2:...") == "1: the third number is 0 or 1");
  CHECK(refusal("1,-1,0:...") == "3: a number is missing here");
  CHECK(refusal("1,1,0:..y") == "9: no cell of KingDirt is written so");
  CHECK(refusal("1,1,0:..|.") == "10: this row has 1 cells, the first has 2");
  CHECK(refusal("1,1,0:") == "7: the board is empty");
}

}  // namespace king_dirt_test
