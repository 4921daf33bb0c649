#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <sstream>

#include "cgt/support/error.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace sheep_test {

namespace {

using cgt::Player;
using namespace cgt::testing;
using Herds = std::vector<std::vector<int>>;

Herds herds_of(const std::string& text) {
  Herds herds;
  for (std::string row : rows_of(text)) {
    for (char& c : row) c = c == ',' ? ' ' : c;
    std::istringstream in(row);
    herds.emplace_back();
    for (int n = 0; in >> n;) herds.back().push_back(n);
  }
  return herds;
}

std::string text_of(const Herds& herds) {
  std::string out;
  for (const std::vector<int>& row : herds) {
    out += out.empty() ? "" : " | ";
    for (std::size_t c = 0; c < row.size(); ++c)
      out += (c > 0 ? ", " : "") + std::to_string(row[c]);
  }
  return out;
}

// The six directions as steps between the texts of cells: (row, column), looked up in a map.
std::set<std::string> moves(const std::string& text, Player player) {
  const Herds herds = herds_of(text);
  std::map<std::pair<int, int>, int> cells;
  for (std::size_t r = 0; r < herds.size(); ++r) {
    for (std::size_t c = 0; c < herds[r].size(); ++c) {
      cells[{static_cast<int>(r), static_cast<int>(c)}] = herds[r][c];
    }
  }
  const int own = player == Player::kLeft ? 1 : -1;
  std::set<std::string> out;
  for (const auto& [cell, sheep] : cells) {
    for (int down = -1; down <= 1; ++down) {
      for (int right = -1; right <= 1; ++right) {
        if (down == right) continue;  // neither standing still nor up left nor down right
        std::pair<int, int> to = cell;
        while (true) {
          const std::pair<int, int> next{to.first + down, to.second + right};
          const auto it = cells.find(next);
          if (it == cells.end() || it->second != 0) break;
          to = next;
        }
        if (to == cell) continue;
        for (int stay = 1; stay < own * sheep; ++stay) {
          Herds after = herds;
          after[static_cast<std::size_t>(cell.first)][static_cast<std::size_t>(cell.second)] =
              own * stay;
          after[static_cast<std::size_t>(to.first)][static_cast<std::size_t>(to.second)] =
              sheep - own * stay;
          out.insert(text_of(after));
        }
      }
    }
  }
  return out;
}

std::string columns_as_rows(const std::string& text) {
  const Herds herds = herds_of(text);
  Herds out(herds.front().size());
  for (const std::vector<int>& row : herds) {
    for (std::size_t c = 0; c < row.size(); ++c) out[c].push_back(row[c]);
  }
  return text_of(out);
}

std::string half_turn(const std::string& text) {
  Herds herds = herds_of(text);
  std::reverse(herds.begin(), herds.end());
  for (std::vector<int>& row : herds) std::reverse(row.begin(), row.end());
  return text_of(herds);
}

std::string signs_exchanged(const std::string& text) {
  Herds herds = herds_of(text);
  for (std::vector<int>& row : herds) {
    for (int& n : row) n = -n;
  }
  return text_of(herds);
}

std::string refusal(const std::string& text) {
  try {
    cgt::find_ruleset("sheep")->make({})->position(text);
  } catch (const cgt::InputError& error) {
    return std::to_string(error.place().column) + ": " + error.message();
  }
  return "read";
}

}  // namespace

TEST_CASE("Sheep keeps the laws of rulesets", "[sheep][laws]") {
  check_laws({"sheep",
              {"0, 0, 0 | 3, 0, -3 | 0, 0, 0", "4, 0, 0 | 0, -1, 0 | 0, 0, -4",
               "0, -3, 0, 0 | 1, 0, 0, 2", "5, 0, 0, 0, 0, -4, 0", "9, 0, 0 | -1, 0, 1 | 0, 2, -2",
               "2, -2, 0, 0 | 1, 0, 4, 1 | 0, -1, 0, -3", "0, 0, 0 | 0, 6, 0 | 0, 0, 1"},
              moves,
              {columns_as_rows, half_turn},
              {signs_exchanged},
              10'000,
              250});
  // The herd in the corner has two ways, three herds each; then the other one has two.
  CHECK(count_lines("sheep", "4, 0, 0 | 0, 0, 0 | 0, 0, -2", 2) ==
        std::vector<std::uint64_t>{1, 6, 12});
}

TEST_CASE("Boards of Sheep of at most 64 cells fall apart like larger ones", "[sheep][random]") {
  // The former are words; rows of single sheep at the end are walls and change nothing.
  std::mt19937 random(2010);
  const auto game = cgt::find_ruleset("sheep")->make({});
  std::size_t split = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::size_t columns = 1 + random() % 9;
    Herds herds(1 + random() % 7, std::vector<int>(columns, 0));
    const std::size_t crowd = 2 + random() % 7;
    for (std::vector<int>& row : herds) {
      for (int& sheep : row) {
        if (random() % 10 < crowd) sheep = static_cast<int>(random() % 9) - 4;
      }
    }
    Herds padded = herds;
    while (padded.size() * columns <= 64) padded.emplace_back(columns, 1);
    std::vector<cgt::Summand<cgt::AnyPosition>> a;
    std::vector<cgt::Summand<cgt::AnyPosition>> b;
    INFO(text_of(herds));
    CHECK(game->position(text_of(herds)).split(a) == game->position(text_of(padded)).split(b));
    REQUIRE(a.size() == b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
      CHECK(a[k].position.text() == b[k].position.text());
      CHECK(a[k].negated == b[k].negated);
    }
    if (a.size() > 1) ++split;
  }
  CHECK(split > 200);
}

TEST_CASE("Sheep has the values that follow from its rules", "[sheep]") {
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  cgt::Budget budget;
  const auto game = cgt::find_ruleset("sheep")->make({});
  const auto value = [&](const std::string& text) {
    return evaluator.value(game->position(text), budget);
  };
  CHECK(value("0, 0, 0") == cgt::kZero);
  CHECK(value("1, 0, -1") == cgt::kZero);
  CHECK(value("2, 0") == store.integer(1));
  CHECK(value("50, 0") == store.integer(1));
  CHECK(value("0, -50, 0") == store.integer(-2));
  // Each of the two can take the only free cell.
  CHECK(value("2, 0, -2") == store.nimber(1));
  CHECK(value("50, 0, -50") == store.nimber(1));
  // Two free cells, but one sheep too few.
  CHECK(value("0, 2, 0") == store.integer(1));
  CHECK(value("0, 3, 0") == store.integer(2));
  // Walls of both colours separate; the herd at the end cannot move.
  CHECK(value("2, 0, 1, 0, -2 | -1, -1, -1, -1, -1") == cgt::kZero);
  CHECK(value("2, 0, -1, 0, 2 | -1, -1, -1, -1, 7") == store.integer(2));
}

TEST_CASE("Sheep is won by whom others say", "[sheep]") {
  CHECK(check_outcomes("sheep.tsv") == 27);
}

TEST_CASE("a board of Sheep is read with its separators checked", "[sheep]") {
  const auto game = cgt::find_ruleset("sheep")->make({});
  for (const char* same : {"0,1|2,-3", "0, 1 | 2 -3", "0 1 | 2 -3", " 0,1 |2 , -3 "}) {
    CHECK(game->position(same).text() == "0, 1 | 2, -3");
  }
  CHECK(refusal("0, 1, | 2 -3") == "5: a number is missing after this");
  CHECK(refusal("0,, 1") == "3: a number is missing before this");
  CHECK(refusal(", 1") == "1: a number is missing before this");
  CHECK(refusal("0 1 | 2") == "6: this row has 1 cells, the first has 2");
  CHECK(refusal("0 1 |") == "6: this row is empty");
  CHECK(refusal("") == "1: this row is empty");
  CHECK(refusal("0 51") == "3: this herd is too large");
  CHECK(refusal("0 -99999999999999999999") == "3: this herd is too large");
  CHECK(refusal("0 - 3") == "3: no cell of Sheep is written so");
  CHECK(refusal("0 x") == "3: no cell of Sheep is written so");
}

}  // namespace sheep_test
