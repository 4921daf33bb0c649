#include <catch2/catch.hpp>

#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace konane_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

// Jumps of x to the right in any row.
std::set<std::string> to_the_right(const std::string& text) {
  std::set<std::string> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string after = text;
    for (std::size_t k = i; k + 2 < text.size() && after.substr(k, 3) == "xo."; k += 2) {
      after.replace(k, 3, "..x");
      out.insert(after);
    }
  }
  return out;
}

std::set<std::string> moves(const std::string& text, Player player) {
  const auto as_left = [&](const std::string& t) {
    return player == Player::kLeft ? t : exchanged(t, 'x', 'o');
  };
  const std::string given = as_left(text);
  std::set<std::string> out;
  for (const std::string& t : to_the_right(given)) out.insert(as_left(t));
  for (const std::string& t : to_the_right(mirrored_columns(given)))
    out.insert(as_left(mirrored_columns(t)));
  for (const std::string& t : to_the_right(transposed(given))) out.insert(as_left(transposed(t)));
  for (const std::string& t : to_the_right(mirrored_columns(transposed(given))))
    out.insert(as_left(transposed(mirrored_columns(t))));
  return out;
}

}  // namespace

TEST_CASE("Konane keeps the laws of rulesets", "[konane][laws]") {
  check_laws(
      {"konane",
       {"xox.|ox.x|xoxo", "xo.o.|.xox.", "x.ox|.#oo|xxo.", "xo.o.o.", "xoxoxo|oxox.x|xo.oxo"},
       moves,
       {mirrored_rows, mirrored_columns, transposed},
       {[](const std::string& text) { return exchanged(text, 'x', 'o'); }},
       4000,
       200});
  // More than 64 cells: two corners, and a jump all along.
  const std::string dots(30, '.');
  check_laws({"konane",
              {"xo.ox" + dots + dots + "o.xo.", "xo.o." + dots + "|" + dots + "o.o.x"},
              moves,
              {mirrored_rows, mirrored_columns},
              {[](const std::string& text) { return exchanged(text, 'x', 'o'); }},
              300,
              20});
  CHECK(count_lines("konane", "xoxo|ox.x|xo.o|oxox", 4) ==
        std::vector<std::uint64_t>{1, 1, 4, 7, 21});
}

TEST_CASE("Konane has the values of others", "[konane]") { CHECK(check_rows("konane.tsv") == 2); }

}  // namespace konane_test
