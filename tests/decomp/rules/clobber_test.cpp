#include <catch2/catch.hpp>
#include <cstdlib>

#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace clobber_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

// Is it one step from (0, 0) to (down, right)?
using Step = std::function<bool(int, int)>;

bool orthogonal(int down, int right) { return std::abs(down) + std::abs(right) == 1; }
bool king(int down, int right) { return std::max(std::abs(down), std::abs(right)) == 1; }
bool knight(int down, int right) { return std::abs(down) * std::abs(right) == 2; }

// How many cells strictly between are free, and whether all are.
bool line_is_free(const std::vector<std::string>& rows, int r, int c, int down, int right) {
  const int length = std::max(std::abs(down), std::abs(right));
  for (int i = 1; i < length; ++i) {
    const char between = rows[static_cast<std::size_t>(r + down / length * i)]
                             [static_cast<std::size_t>(c + right / length * i)];
    if (between != '.') return false;
  }
  return true;
}

struct Game {
  Step step;
  std::string onto;  // of Left's moves: what may be taken
  char behind = '.';
  bool slides = false;

  std::set<std::string> operator()(const std::string& text, Player player) const {
    const bool left = player == Player::kLeft;
    const std::string given = left ? text : exchanged(text, 'x', 'o');
    const std::vector<std::string> rows = rows_of(given);
    const int height = static_cast<int>(rows.size());
    const int width = static_cast<int>(rows[0].size());
    std::set<std::string> out;
    for (int from = 0; from < height * width; ++from) {
      for (int to = 0; to < height * width; ++to) {
        const int down = to / width - from / width;
        const int right = to % width - from % width;
        bool reached = step(down, right);
        if (slides && (down == 0 || right == 0 || std::abs(down) == std::abs(right))) {
          const int length = std::max(std::abs(down), std::abs(right));
          reached = length > 0 && step(down / length, right / length) &&
                    line_is_free(rows, from / width, from % width, down, right);
        }
        std::vector<std::string> after = rows;
        char& source =
            after[static_cast<std::size_t>(from / width)][static_cast<std::size_t>(from % width)];
        char& target =
            after[static_cast<std::size_t>(to / width)][static_cast<std::size_t>(to % width)];
        if (!reached || source != 'x' || onto.find(target) == std::string::npos) continue;
        source = behind;
        target = 'x';
        out.insert(left ? joined(after) : exchanged(joined(after), 'x', 'o'));
      }
    }
    return out;
  }
};

std::string negative(const std::string& text) { return exchanged(text, 'x', 'o'); }

void check(const std::string& name, std::vector<std::string> starts, const Game& game,
           std::size_t visits = 3000, std::size_t values = 150) {
  check_laws({name,
              std::move(starts),
              game,
              {mirrored_rows, mirrored_columns, transposed},
              {negative},
              visits,
              values});
}

}  // namespace

TEST_CASE("Clobber keeps the laws of rulesets", "[clobber][laws]") {
  check("clobber", {"xoxo|oxox", "xo.|oxo|xox", "xxoo.xo", "xox#|oxxo|..xo", "x"},
        {orthogonal, "o"}, 10'000, 300);
  CHECK(count_lines("clobber", "xoxo|oxox|xoxo", 3) ==
        std::vector<std::uint64_t>{1, 17, 204, 1671});
  // More than 64 cells.
  std::string strip(70, '.');
  strip.replace(0, 5, "xoxox");
  strip.replace(65, 5, "oxoxo");
  check("clobber", {strip}, {orthogonal, "o"}, 200, 20);
}

TEST_CASE("The variants of Clobber keep the laws of rulesets", "[clobber][laws]") {
  const std::vector<std::string> starts{"xoxo|oxox", "xo.|o#o|xox", "xxoo.xo", "xox#|o..o|.xxo"};
  check("kings", starts, {king, "o"});
  check("knights", starts, {knight, "o"});
  check("rooks", starts, {orthogonal, "o", '.', true});
  check("queens", starts, {king, "o", '.', true});
  check("hot-clobber", {"xoxo", "xxo|x.o", "xx#|ox.", "xxxx"}, {orthogonal, "xo"});
  check("cannibal-clobber", {"xoxo", "xxo|x.o", "xx#|ox.", "ooo|o.o"}, {orthogonal, "xo"});
  check("gen-clobber", starts, {orthogonal, "o"}, 1000, 50);
  const Step diagonal = [](int down, int right) { return std::abs(down * right) == 1; };
  check_laws({"gen-clobber",
              starts,
              Game{diagonal, "o"},
              {mirrored_rows, mirrored_columns, transposed},
              {negative},
              10'000,
              300,
              parameters("directions=(1,1)(1,-1)(-1,1)(-1,-1)")});
  const Step one_way = [](int down, int right) {
    return (down == 0 && right == 1) || (down == 1 && right == -2);
  };
  check_laws({"gen-clobber",
              starts,
              Game{one_way, "o"},
              {},
              {negative},
              10'000,
              300,
              parameters("directions=(0,1)(1,-2)")});
  check(
      "anti-clobber",
      {"xo.|.oo", "x..|oxo", "xoxo|oo..", ".o.|oxo|.o.", "x.#o|o#.#|#.oo", "x..o|....", "...|o.o"},
      {orthogonal, ".", 'o'}, 10'000, 300);
  CHECK(count_lines("queens", "xo.|.ox|x.o", 3) == std::vector<std::uint64_t>{1, 7, 32, 90});
  CHECK(count_lines("anti-clobber", "xo.|.oo|...", 4) ==
        std::vector<std::uint64_t>{1, 1, 4, 6, 13});
}

TEST_CASE("All small boards of Anti-Clobber have their values by the definition",
          "[clobber][long]") {
  CHECK(check_all_values("anti-clobber", ".xo", 3, 3) == 19'683);
  CHECK(check_all_values("anti-clobber", ".xo#", 3, 2) == 4'096);
  CHECK(check_all_values("anti-clobber", ".xo", 10) == 59'049);
}

TEST_CASE("Clobber and its variants have the values of others", "[clobber]") {
  CHECK(check_rows("clobber.tsv") == 123);
}

}  // namespace clobber_test
