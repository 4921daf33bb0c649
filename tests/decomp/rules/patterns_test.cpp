#include <catch2/catch.hpp>

#include <random>

#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/rules/laws.hpp"
#include "tests/testing.hpp"

namespace patterns_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

struct Move {
  std::string from;
  std::string to;
};

// The texts after the move, wherever its cells stand.
std::set<std::string> replaced(const std::string& text, const Move& move) {
  const std::vector<std::string> board = rows_of(text);
  const std::vector<std::string> from = rows_of(move.from);
  const std::vector<std::string> to = rows_of(move.to);
  std::set<std::string> out;
  for (std::size_t r = 0; r + from.size() <= board.size(); ++r) {
    for (std::size_t c = 0; c + from[0].size() <= board[0].size(); ++c) {
      std::vector<std::string> after = board;
      bool fits = true;
      for (std::size_t i = 0; i < from.size(); ++i) {
        fits = fits && after[r + i].substr(c, from[i].size()) == from[i];
        after[r + i].replace(c, to[i].size(), to[i]);
      }
      if (fits) out.insert(joined(after));
    }
  }
  return out;
}

struct Table {
  std::vector<Move> left;
  std::vector<Move> right;
  bool turned = false;

  std::set<std::string> moves(const std::string& text, Player player) const {
    std::set<std::string> out;
    for (const Move& move : player == Player::kLeft ? left : right) {
      for (unsigned image = 0; image < (turned ? 8 : 1); ++image) {
        const auto turn = [&](std::string cells) {
          if ((image & 1U) != 0) cells = mirrored_rows(cells);
          if ((image & 2U) != 0) cells = mirrored_columns(cells);
          return (image & 4U) != 0 ? transposed(cells) : cells;
        };
        out.merge(replaced(text, {turn(move.from), turn(move.to)}));
      }
    }
    return out;
  }
  std::vector<cgt::RulesetParameter> arguments() const {
    const auto written = [](const std::vector<Move>& moves) {
      std::string out;
      for (const Move& move : moves) out += (out.empty() ? "" : ", ") + move.from + " > " + move.to;
      return out;
    };
    return {{"", written(left)}, {"right", written(right)}, {"turned", turned}};
  }
};

const Table kDominoes{{{".|.", "#|#"}}, {{"..", "##"}}};
const Table kClobber{{{"xo", ".x"}}, {{"ox", ".o"}}, true};
const Table kToads{{{"t.", ".t"}, {"tf.", ".ft"}}, {{".f", "f."}, {".tf", "ft."}}};
// No symmetry, and a cell that only looks on.
const Table kCrooked{{{"a.|.b", "ba|bb"}, {"ab", "bb"}}, {{".|a", "a|b"}, {".b.", "bbb"}}};

std::shared_ptr<const cgt::Ruleset> ruleset(const Table& table) {
  return cgt::find_ruleset("patterns")->make(table.arguments());
}

// All boards of these cells, of `count` of them in a row.
std::vector<std::string> strips(const std::string& cells, std::size_t count) {
  std::vector<std::string> out{""};
  for (; count > 0; --count) {
    std::vector<std::string> longer;
    for (const std::string& text : out)
      for (const char c : cells) longer.push_back(text + c);
    out = std::move(longer);
  }
  return out;
}

// Each move adds to the sum of the numbers of the cells, so that play ends.
Move random_move(std::mt19937& source) {
  const std::string cells = ".ab";
  while (true) {
    std::string from;
    std::string to;
    int gain = 0;
    const std::size_t size = 1 + source() % 3;
    for (std::size_t i = 0; i < size; ++i) {
      const auto before = static_cast<int>(source() % 3);
      const auto after = static_cast<int>(source() % 3);
      gain += after - before;
      from += cells[static_cast<std::size_t>(before)];
      to += cells[static_cast<std::size_t>(after)];
    }
    if (gain <= 0) continue;
    if (source() % 2 != 0) return {transposed(from), transposed(to)};
    return {from, to};
  }
}

}  // namespace

TEST_CASE("Patterns keep the laws of rulesets", "[patterns][laws]") {
  const auto check = [](const Table& table, std::vector<std::string> starts,
                        std::vector<std::function<std::string(const std::string&)>> same,
                        std::vector<std::function<std::string(const std::string&)>> negative) {
    check_laws({"patterns", std::move(starts),
                [&](const std::string& text, Player player) { return table.moves(text, player); },
                std::move(same), std::move(negative), 2000, 100, table.arguments()});
  };
  const auto colours = [](const std::string& text) { return exchanged(text, 'x', 'o'); };
  const auto passed = [](const std::string& text) {
    return mirrored_columns(exchanged(text, 't', 'f'));
  };
  check(kDominoes, {"....|....|...#", "...#|.#..|....", "..#..|.#..."},
        {mirrored_rows, mirrored_columns}, {transposed});
  check(kClobber, {"xoxo|oxox", "xo.xo|ox.ox", "xxo|.#o|oxx"},
        {mirrored_rows, mirrored_columns, transposed}, {colours});
  check(kToads, {"ttt..ff", "tt.#t..ff", "t.ft.f|tt..ff"}, {mirrored_rows}, {passed});
  check(kCrooked, {"a.a.|.b.b|a...", "a..a.|.b..b"}, {}, {});
  // Those of Domineering if nothing is said.
  CHECK(count_lines("patterns", "....|..#.|....", 4) ==
        count_lines("domineering", "....|..#.|....", 4));
}

TEST_CASE("Patterns have the values of rulesets that they spell", "[patterns]") {
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  cgt::Budget budget;
  const auto check = [&](const Table& table, const std::string& native, const std::string& text) {
    CAPTURE(native, text);
    const auto position = cgt::registered_ruleset(native)->position(text);
    CHECK(evaluator.value(ruleset(table)->position(text), budget) ==
          evaluator.value(position, budget));
  };
  for (const std::string& text : strips("tf.#", 6)) check(kToads, "toads-and-frogs", text);
  for (const std::string& text : strips(".#", 9)) {
    const std::string board = text.substr(0, 3) + "|" + text.substr(3, 3) + "|" + text.substr(6, 3);
    check(kDominoes, "domineering", board);
    check(kClobber, "clobber", exchanged(exchanged(board, '.', 'x'), '#', 'o'));
  }
}

TEST_CASE("Patterns split as the definition says, whatever the moves", "[patterns]") {
  std::mt19937 source(1957);
  for (std::size_t round = 0; round < scaled(20); ++round) {
    Table table;
    table.turned = source() % 3 == 0;
    for (int i = 0; i < 2; ++i) {
      table.left.push_back(random_move(source));
      table.right.push_back(random_move(source));
    }
    CHECK(check_all_values("patterns", ".ab#", 2, 2, table.arguments()) == 256);
    CHECK(check_all_values("patterns", ".ab", 5, 1, table.arguments()) == 243);
  }
}

TEST_CASE("Patterns refuse what is not a move", "[patterns]") {
  const auto message = [](const std::string& left) -> std::string {
    try {
      cgt::find_ruleset("patterns")->make(cgt::RulesetArguments({{"", left}}));
    } catch (const cgt::Error& refused) {
      return refused.what();
    }
    return "";
  };
  CHECK(message("") == "");
  CHECK(message("xo") == R"("xo" is not a move)");
  CHECK(message("x > o > x") == R"("x>o>x" is not a move)");
  CHECK(message("xo > .x,") == R"("" is not a move)");
  CHECK(message("xo > x") == R"("xo>x" has another shape after the move than before)");
  CHECK(message("x > x") == R"("x>x" changes nothing)");
  CHECK(message("x# > .#") == R"("x#>.#" begins on a wall, #)");
  CHECK(message("abcdefgh > ijklmnop") == "moves name at most 15 kinds of cells");
  CHECK(message("> x").find("the board is empty") != std::string::npos);
}

}  // namespace patterns_test
