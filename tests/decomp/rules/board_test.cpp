// Boards of rulesets on grids, against the plainest functions on their texts.
#include "decomp/rules/grid/board.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cgt/support/diagnostic.hpp"
#include "tests/testing.hpp"

namespace cgt::grid::grid_board_test {
namespace {

constexpr std::string_view kMap = ".xo#";
constexpr Board::Cell kWall = 3;

using Rows = std::vector<std::string>;

Rows rows_of(const Board& board) {
  Rows out;
  std::string text = board.text(kMap);
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('|', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

Board board_of(const Rows& rows) {
  std::string text;
  for (const std::string& row : rows) text += (text.empty() ? "" : "|") + row;
  return Board::parse(text, kMap, "a test");
}

Board random_board(std::mt19937_64& random, int rows, int columns) {
  Board board(rows, columns);
  for (int i = 0; i < board.size(); ++i) {
    // Enough walls to fall apart.
    const auto draw = static_cast<Board::Cell>(random() % 7);
    board.set(i, std::min(draw, kWall));
  }
  return board;
}

// Small ones, those of one word exactly at one, two or four bits a cell, and larger ones.
Board random_board(std::mt19937_64& random) {
  static constexpr int kSizes[][2] = {{1, 1},  {1, 64}, {64, 1}, {8, 8},  {4, 16}, {5, 13}, {65, 1},
                                      {1, 70}, {9, 11}, {1, 16}, {16, 1}, {4, 4},  {1, 17}, {1, 32},
                                      {32, 1}, {4, 8},  {8, 4},  {3, 11}, {33, 1}};
  if (random() % 3 == 0) {
    const auto& size = kSizes[random() % std::size(kSizes)];
    return random_board(random, size[0], size[1]);
  }
  return random_board(random, 1 + static_cast<int>(random() % 6),
                      1 + static_cast<int>(random() % 6));
}

// Mirrors, then perhaps exchanges rows and columns.
Rows turned(Rows rows, Symmetry symmetry) {
  if ((symmetry & kMirrorRows) != 0) std::reverse(rows.begin(), rows.end());
  if ((symmetry & kMirrorColumns) != 0) {
    for (std::string& row : rows) std::reverse(row.begin(), row.end());
  }
  if ((symmetry & kTranspose) == 0) return rows;
  Rows out(rows.front().size());
  for (const std::string& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) out[c] += row[c];
  }
  return out;
}

// Paints one part after another with '+', cuts out its box, and wipes it away.
std::vector<Rows> plain_parts(Rows rows, bool diagonal) {
  std::vector<Rows> out;
  Rows paint = rows;
  const auto height = static_cast<int>(rows.size());
  const auto width = static_cast<int>(rows.front().size());
  const auto at = [&](Rows& where, int r, int c) -> char& {
    return where[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  };
  for (int start = 0; start < height * width; ++start) {
    if (at(paint, start / width, start % width) == '#') continue;
    at(paint, start / width, start % width) = '+';
    for (bool grown = true; grown;) {
      grown = false;
      for (int r = 0; r < height; ++r) {
        for (int c = 0; c < width; ++c) {
          if (at(paint, r, c) == '#' || at(paint, r, c) == '+') continue;
          for (int other = 0; other < height * width; ++other) {
            const int dr = std::abs(other / width - r);
            const int dc = std::abs(other % width - c);
            const bool near = diagonal ? std::max(dr, dc) == 1 : dr + dc == 1;
            if (!near || at(paint, other / width, other % width) != '+') continue;
            at(paint, r, c) = '+';
            grown = true;
            break;
          }
        }
      }
    }
    int top = height;
    int bottom = 0;
    int left = width;
    int right = 0;
    for (int r = 0; r < height; ++r) {
      for (int c = 0; c < width; ++c) {
        if (at(paint, r, c) != '+') continue;
        top = std::min(top, r);
        bottom = std::max(bottom, r);
        left = std::min(left, c);
        right = std::max(right, c);
      }
    }
    Rows part;
    for (int r = top; r <= bottom; ++r) {
      part.emplace_back();
      for (int c = left; c <= right; ++c)
        part.back() += at(paint, r, c) == '+' ? at(rows, r, c) : '#';
    }
    out.push_back(part);
    for (std::string& row : paint) std::replace(row.begin(), row.end(), '+', '#');
  }
  return out;
}

TEST_CASE("boards are read and written", "[grid]") {
  const Board board = Board::parse("xo.|#Ox", kMap, "a test");
  CHECK(board.rows() == 2);
  CHECK(board.columns() == 3);
  CHECK(board.text(kMap) == "xo.|#ox");  // letters in either case
  CHECK(board.at(0, 0) == 1);
  CHECK(board.at(1, 0) == 3);
  CHECK(board.at(-1, 0) == Board::kOff);
  CHECK(board.at(0, 3) == Board::kOff);
  CHECK(board.at(2, 0) == Board::kOff);
  CHECK(board.kinds() == (kind(0) | kind(1) | kind(2) | kind(3)));
  CHECK(board.count(kind(1) | kind(2)) == 4);
  CHECK(board.recoloured(std::string_view("\0\2\1\3", 4)).text(kMap) == "ox.|#xo");
  // Where both cases mean something, neither stands for the other.
  CHECK(Board::parse("xX", "xX", "a test") == Board::parse("01", "01", "a test"));

  std::mt19937_64 random(5);
  for (std::size_t i = 0; i < testing::scaled(200); ++i) {
    const Board one = random_board(random);
    CHECK(board_of(rows_of(one)) == one);
    CHECK(board_of(rows_of(one)).hash() == one.hash());
  }
}

TEST_CASE("what is not a board is refused with its place", "[grid]") {
  struct Case {
    std::string text, message;
    std::size_t offset;
  };
  const std::vector<Case> cases{{"", "empty", 0},
                                {"|", "empty", 0},
                                {"||", "empty", 0},
                                {"xo|x", "this row has 1 cells, the first has 2", 3},
                                {"xo||xo", "this row has 0 cells, the first has 2", 3},
                                {"x|xo", "this row has 2 cells, the first has 1", 2},
                                {"xo|x?", "no cell of a test is written so", 4},
                                {std::string(1001, 'x'), "too large", 0}};
  for (const Case& one : cases) {
    INFO(one.text.substr(0, 20));
    try {
      Board::parse(one.text, kMap, "a test");
      FAIL("it was read");
    } catch (const InputError& error) {
      REQUIRE(error.diagnostics().size() == 1);
      CHECK_THAT(error.diagnostics()[0].message, Catch::Contains(one.message));
      CHECK(error.diagnostics()[0].span.offset == one.offset);
    }
  }
  CHECK(Board::parse(std::string(1000, 'x'), kMap, "a test").columns() == 1000);
}

TEST_CASE("the symmetries of boards are those of their texts", "[grid][random]") {
  std::mt19937_64 random(8);
  for (std::size_t i = 0; i < testing::scaled(200); ++i) {
    const Board board = random_board(random);
    for (const Symmetry s : kAllSymmetries) {
      CHECK(rows_of(board.transformed(s)) == turned(rows_of(board), s));
    }
  }
}

TEST_CASE("the parts of boards are those of their texts", "[grid][random]") {
  std::mt19937_64 random(9);
  std::size_t many = 0;
  std::size_t large = 0;
  std::size_t joined = 0;
  for (std::size_t i = 0; i < testing::scaled(200); ++i) {
    const Board board = random_board(random);
    std::size_t counts[2] = {0, 0};
    for (const bool diagonal : {false, true}) {
      std::vector<Rows> found;
      for (const Board& part : board.parts(kWall, diagonal)) found.push_back(rows_of(part));
      CHECK(found == (board.kinds() == kind(kWall) ? std::vector<Rows>{}
                                                   : plain_parts(rows_of(board), diagonal)));
      counts[diagonal ? 1 : 0] = found.size();
      // Those with a piece of each player only.
      std::vector<Rows> with_both;
      for (const Rows& part : found) {
        const Kinds kinds = board_of(part).kinds();
        if ((kinds & kind(1)) != 0 && (kinds & kind(2)) != 0) with_both.push_back(part);
      }
      std::vector<Rows> required;
      for (const Board& part : board.parts(kind(kWall), kWall, kind(1) | kind(2), diagonal)) {
        required.push_back(rows_of(part));
      }
      CHECK(required == with_both);
    }
    many += counts[0] > 2 ? 1 : 0;
    large += !board.small() && counts[0] > 2 ? 1 : 0;
    joined += counts[1] < counts[0] ? 1 : 0;
  }
  // Of 200 boards: 113, 26 and 80.
  CHECK(many > 0);
  CHECK(large > 0);
  CHECK(joined > 0);
}

TEST_CASE("boxes and words of boards", "[grid][random]") {
  std::mt19937_64 random(10);
  std::size_t smaller = 0;
  for (std::size_t i = 0; i < testing::scaled(200); ++i) {
    const Board board = random_board(random);
    const Kinds wanted = kind(1) | kind(2);
    Rows rows = rows_of(board);
    const auto is_bare = [](const std::string& line) {
      return line.find_first_of("xo") == std::string::npos;
    };
    const auto trim = [&] {
      while (!rows.empty() && is_bare(rows.front())) rows.erase(rows.begin());
      while (!rows.empty() && is_bare(rows.back())) rows.pop_back();
    };
    trim();
    if (!rows.empty()) {
      rows = turned(rows, kTranspose);
      trim();
      rows = turned(rows, kTranspose);
    }
    const Board box = board.around(wanted);
    CHECK(box.empty() == rows.empty());
    if (!rows.empty()) CHECK(rows_of(box) == rows);
    smaller += box.size() < board.size() ? 1 : 0;

    if (!board.small()) continue;
    std::uint64_t word = 0;
    for (int cell = 0; cell < board.size(); ++cell) {
      const bool holds = board[cell] == 1 || board[cell] == 2;
      word |= std::uint64_t{holds ? 1U : 0U} << static_cast<unsigned>(cell);
    }
    CHECK(board.word(wanted) == word);
    const auto words = board.words();
    CHECK((words[1] | words[2]) == word);
    CHECK(words[0] == board.word(kind(0)));
    CHECK(board.bits().low == (words[1] | words[3] | words[5] | words[7]));
    CHECK(board.bits().high == (words[2] | words[3] | words[6] | words[7]));
    if (word == 0) continue;
    // The same box, and nothing in it but these cells.
    for (std::string& row : rows) std::replace(row.begin(), row.end(), '.', '#');
    CHECK(rows_of(board.boxed(word, kWall)) == rows);
  }
  CHECK(smaller > 0);
}

TEST_CASE("the canonical board is the least image", "[grid][random]") {
  std::mt19937_64 random(11);
  std::vector<std::string> exchanges{{"\0\2\1\3", 4},
                                     {"\0\2\1\3\5\4\6\10\7\11", 10},
                                     {"\5\2\1\3\4\0\6\7\10\11\12\13\14\15\16\21\20\17", 18}};
  // As many kinds as a byte has, of which the lower bits of some are those of others.
  std::string& all_kinds = exchanges.emplace_back(256, '\0');
  for (std::size_t kind = 0; kind < all_kinds.size(); ++kind) {
    all_kinds[kind] = static_cast<char>(kind % 32 == 1   ? kind + 1
                                        : kind % 32 == 2 ? kind - 1
                                                         : kind);
  }
  const std::vector<Symmetry> turns{kTranspose, kTranspose | kMirrorRows,
                                    kTranspose | kMirrorColumns,
                                    kTranspose | kMirrorRows | kMirrorColumns};
  const std::vector<std::pair<std::vector<Symmetry>, std::vector<Symmetry>>> rules{
      {kAllSymmetries, {}},
      {kAllSymmetries, kAllSymmetries},
      {kMirrors, turns},
      {kMirrors, kMirrors},
      {{0}, {}}};
  std::size_t negated = 0;
  for (std::size_t i = 0; i < testing::scaled(400); ++i) {
    Board board = random_board(random);
    // Of all kinds that are exchanged, or of four of more.
    const std::string& exchange = exchanges[random() % exchanges.size()];
    if (random() % 4 != 0) {
      for (int cell = 0; cell < board.size(); ++cell) {
        board.set(cell, static_cast<Board::Cell>(random() % exchange.size()));
      }
    }
    for (const auto& [symmetries, exchanged] : rules) {
      std::optional<Board> least;
      std::optional<Board> least_exchanged;
      for (const Symmetry s : symmetries) {
        const Board image = board.transformed(s);
        if (!least || image < *least) least = image;
      }
      for (const Symmetry s : exchanged) {
        const Board image = board.recoloured(exchange).transformed(s);
        if (!least_exchanged || image < *least_exchanged) least_exchanged = image;
      }
      const bool turn = least_exchanged && *least_exchanged < *least;
      const CanonicalBoard found = canonical(board, symmetries, exchange, exchanged);
      CHECK(found.board == (turn ? *least_exchanged : *least));
      CHECK(found.negated == turn);
      negated += turn ? 1 : 0;
    }
  }
  CHECK(negated > 0);
}

}  // namespace
}  // namespace cgt::grid::grid_board_test
