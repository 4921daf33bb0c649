// Reading and checking levels and solutions.
#include <catch2/catch.hpp>
#include <random>

#include "decomp/labs/sokoban/search.hpp"
#include "tests/labs/sokoban/plain.hpp"
#include "tests/testing.hpp"

namespace sokoban_levels_test {

namespace {

using namespace cgt::sokoban;
using namespace cgt::testing::plain_sokoban;
using cgt::Budget;
using cgt::InputError;
using cgt::SourceText;

// The complaint about a text; "" if there is none.
std::string complaint(const std::string& text) {
  const SourceText source("f", text);
  try {
    const auto levels = read_levels(source);
    for (const Level& level : levels) require_sound(level, source);
    return "";
  } catch (const InputError& error) {
    const std::string all = error.what();
    return all.substr(0, all.find('\n'));
  }
}

}  // namespace

TEST_CASE("levels are read from rows, joined rows and run lengths", "[sokoban]") {
  const std::string plain = "#####\n#@$.#\n#####\n";
  CHECK(levels_of(plain)[0].text() == plain);
  for (const char* other :
       {"5#|#@$.#|5#", "5#|#@$.#|5#|", "2(##)#|#@$.#|5(#)", "#####\r\n#p b.#\r\n#####"}) {
    const auto levels = levels_of(other);
    REQUIRE(levels.size() == 1);
    CHECK(levels[0].height >= 3);
    CHECK(levels[0].at(1, 1) == '@');
    CHECK_FALSE(levels[0].has_errors());
  }
  const auto two = levels_of("; First\n" + plain + "\nTitle: Second?\n; Second\n" + plain +
                             "Title: not this\nComment:\n" + plain + "Comment-End:\n");
  REQUIRE(two.size() == 2);
  CHECK(two[0].title == "First");
  CHECK(two[1].title == "Second");
  // Comments that end in another way, or not at all, do not take the levels behind them.
  CHECK(levels_of(plain + "Comment:\n" + plain + "Comment_end:\n" + plain).size() == 2);
  CHECK(levels_of(plain + "Comment:\nfor K.\n\n" + plain + "Comment:\n\n" + plain).size() == 3);
  const auto floor = levels_of("#####\n#-_.#\n#@*.#\n#####\n");
  CHECK(floor[0].text() == "#####\n#  .#\n#@*.#\n#####\n");
  // Byte order marks and tabs of other people's files.
  CHECK(levels_of("\xef\xbb\xbf" + plain)[0].text() == plain);
  CHECK(levels_of("\t#####\n\t#@$.#\n\t#####\n")[0].at(1, 2) == '@');
}

TEST_CASE("what is wrong with a level is said with its place", "[sokoban]") {
  CHECK(complaint("") == "f:1:1: error: there is no level in this file");
  CHECK(complaint("####\n#$.#\n####\n") == "f:1:1: error: this level has no player");
  CHECK(complaint("#####\n#@@.#\n#$  #\n#####\n") == "f:2:3: error: a second player");
  CHECK(complaint("####\n#@.#\n####\n") == "f:1:1: error: this level has no box");
  CHECK(complaint("#####\n#@$ #\n#####\n") == "f:1:1: error: 1 box and 0 goals");
  CHECK(complaint("#####\n#@$.\n#####\n") == "f:2:2: error: the player can leave the level");
  CHECK(complaint("#######\n#@$.#$#\n#.  ###\n#######\n") ==
        "f:2:6: error: the player never gets to this box");
  CHECK(complaint("#######\n#@$.#*#\n#   ###\n#######\n").empty());
  CHECK(complaint("######\n#@$#.#\n#  ###\n######\n") ==
        "f:2:2: error: the player reaches fewer goals than boxes");
  CHECK(complaint("#####\n#@x.#\n#####\n") ==
        "f:2:3: error: this character stands for nothing in a level");
  CHECK(complaint("3(#|#@$.#") == "f:1:2: error: this bracket is not closed");
  CHECK(complaint("#)|#@$.#") == "f:1:2: error: a bracket is closed that was not opened");
  CHECK(complaint("#@$.#3") == "f:1:6: error: a number repeats nothing");
  CHECK(complaint("9999(9999(#))") == "f:1:5: error: this is longer than 65536 characters");
  CHECK(complaint("99999999999999999999#") == "f:1:1: error: the number is too large");
}

TEST_CASE("solutions are checked step by step", "[sokoban]") {
  const Level level = levels_of("######\n#@ $.#\n######\n")[0];
  const auto fault = [&](const char* moves) { return play(level, moves).fault; };
  CHECK(fault("rR").empty());
  CHECK(play(level, "rR").solved);
  CHECK(play(level, "rR").pushes == 1);
  CHECK(play(level, "rR").moves == 2);
  CHECK(fault("") == "1 box is not on a goal at the end");
  CHECK(fault("rr") == "move 2: a push written as a step");
  CHECK(fault("R") == "move 1: a step written as a push");
  CHECK(fault("u") == "move 1: into a wall");
  CHECK(fault("rRR") == "move 3: the box is blocked");
  CHECK(fault("x") == "move 1: no move is written so");
  const auto moves = [](const char* text) { return read_moves(SourceText("m", text)); };
  CHECK(moves("2(uR)3l L") == "uRuRlllL");
  CHECK(moves("2(u2(R))") == "uRRuRR");
  CHECK_THROWS_WITH(moves("urx"), Catch::StartsWith("m:1:3: error: no move is written so"));
  CHECK_THROWS_WITH(moves("9999999(r)"), Catch::Contains("too large"));
  CHECK_THROWS_WITH(moves("99999(99999(r))"), Catch::Contains("longer than"));
}

TEST_CASE("broken level files are refused, and never harm", "[sokoban]") {
  const std::string file = cgt::testing::read_file(cgt::testing::source_root() +
                                                   "/tests/labs/sokoban/data/microban.xsb");
  std::mt19937 random(2002);
  std::size_t refused = 0;
  std::size_t sound = 0;
  const std::size_t cases = cgt::testing::scaled(200);
  const std::string letters = "#@+$*. -_|()0123456789x\n\t;\xff";
  for (std::size_t i = 0; i < cases; ++i) {
    const std::size_t begin = random() % file.size();
    std::string text = file.substr(begin, random() % 400);
    for (unsigned k = random() % 8; k > 0 && !text.empty(); --k) {
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0) {
        text.erase(at, 1 + random() % 5);
      } else {
        text[at] = letters[random() % letters.size()];
      }
    }
    const SourceText source("f", text);
    try {
      for (const Level& level : read_levels(source)) {
        if (level.has_errors()) {
          ++refused;
          CHECK_THROWS_AS(require_sound(level, source), InputError);
          CHECK_THROWS_AS(Board(level), cgt::Error);
          play(level, "rluldRUDL");
          continue;
        }
        ++sound;
        const Board board(level);
        Budget budget({.nodes = 3000});
        const Solution found = solve(board, {}, budget);
        if (found.pushes) CHECK(play(level, lurd(board, *found.pushes)).solved);
        CHECK_FALSE(describe(board, level, partition(board)).empty());
      }
    } catch (const InputError&) {
      ++refused;
    }
  }
  cgt::testing::expect_share(refused, refused + sound, 0.2);
  cgt::testing::expect_share(sound, refused + sound, 0.1);
}

TEST_CASE("a hall of 50 x 50 with hundreds of boxes is read, cut and searched", "[sokoban]") {
  std::string text;
  for (int r = 0; r < 50; ++r) {
    for (int c = 0; c < 50; ++c) {
      const bool rim = r == 0 || c == 0 || r == 49 || c == 49;
      text += rim                        ? '#'
              : r == 1 && c == 1         ? '@'
              : r % 5 == 2 && c % 5 == 2 ? '$'
              : r % 5 == 3 && c % 5 == 3 ? '.'
                                         : ' ';
    }
    text += '\n';
  }
  const Level level = levels_of(text)[0];
  REQUIRE_FALSE(level.has_errors());
  const Board board(level);
  CHECK(board.squares() == 48 * 48);
  CHECK(board.boxes().size() == 100);
  CHECK(partition(board).parts.size() == 1);
  Budget budget({.nodes = 5000});
  const Solution found = solve(board, {}, budget);
  CHECK(found.lower >= 200);
  if (found.pushes) CHECK(play(level, lurd(board, *found.pushes)).solved);
}

TEST_CASE("rooms and tunnels cover a level, by their definition", "[sokoban]") {
  std::size_t tunnels = 0;
  for (const Level& level : microban()) {
    const Board board(level);
    const Partition parts = partition(board);
    std::vector<int> times(static_cast<std::size_t>(board.squares()));
    for (std::size_t p = 0; p < parts.parts.size(); ++p) {
      const Part& part = parts.parts[p];
      tunnels += part.tunnel;
      for (const Square s : part.squares) {
        ++times[static_cast<std::size_t>(s)];
        CHECK(parts.part_of[static_cast<std::size_t>(s)] == static_cast<int>(p));
        const int r = board.row(s);
        const int c = board.column(s);
        const bool across = level.at(r - 1, c) == '#' && level.at(r + 1, c) == '#';
        const bool along = level.at(r, c - 1) == '#' && level.at(r, c + 1) == '#';
        CHECK(part.tunnel == (across != along));
      }
      // Without it, is the rest in pieces? By a flood over the text.
      if (part.tunnel && part.next.size() == 2) {
        Cells taken;
        for (const Square s : part.squares)
          taken.insert(board.row(s) * level.width + board.column(s));
        const Square start = parts.parts[static_cast<std::size_t>(part.next[0])].squares[0];
        const auto reached =
            plain_reach(level, taken, board.row(start) * level.width + board.column(start));
        CHECK(part.splits ==
              (reached.size() + part.squares.size() < static_cast<std::size_t>(board.squares())));
      }
    }
    CHECK(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
  }
  CHECK(tunnels > 200);
}

TEST_CASE("solutions that stand beside their levels, and levels in XML", "[sokoban]") {
  const auto read = [](const std::string& text) {
    return cgt::sokoban::read_levels(cgt::SourceText("file", text));
  };
  const auto sok = read(
      "#######\n#@ $ .#\n#######\nTitle: One\nAuthor: "
      "me\nSolution/Moves\nrR\nR\n\nSolution\n2(r)R\n\n"
      "#####\n#@$.#\n#####\nTitle: Two\n");
  REQUIRE(sok.size() == 2);
  CHECK(sok[0].title == "One");
  REQUIRE(sok[0].solutions.size() == 2);
  CHECK(sok[0].solutions[0].moves == "rRR");
  CHECK(cgt::sokoban::play(sok[0], "rRR").solved);
  CHECK(sok[0].solutions[1].moves == "2(r)R");
  CHECK(sok[1].title == "Two");
  CHECK(sok[1].solutions.empty());
  const auto slc = read(
      "<?xml version=\"1.0\"?>\n<SokobanLevels><Title>A</Title><LevelCollection>\n"
      "<Level Id=\"a &amp; b\" Width=\"7\"><L>#######</L>\n<L>#@ $ .#</L><L>#######</L></Level>\n"
      "<Level "
      "Id=\"c\"><L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>");
  REQUIRE(slc.size() == 2);
  CHECK(slc[0].title == "a & b");
  CHECK(slc[0].cells == sok[0].cells);
  CHECK(slc[1].cells == sok[1].cells);
  // A character that is no cell costs its level, in either format.
  for (const std::string text :
       {"<Level Id='a > b'>\n<L>#####</L>\n<!-- <L>?</L> --><L>#@$x#</L><L>#####</L></Level>"
        "<Level><L>#####</L><L>#@$.#</L><L>#####</L></Level>",
        "; a > b\n#####\n#@$x#\n#####\n\n#####\n#@$.#\n#####\n"}) {
    const auto levels = read(text);
    REQUIRE(levels.size() == 2);
    CHECK(levels[0].title == "a > b");
    CHECK(levels[0].cells == "######@$ ######");
    CHECK(levels[0].has_errors());
    CHECK(levels[0].faults[0].message == "this character stands for nothing in a level");
    CHECK(text[levels[0].faults[0].span.offset] == 'x');
    CHECK_FALSE(levels[1].has_errors());
  }
}

}  // namespace sokoban_levels_test
