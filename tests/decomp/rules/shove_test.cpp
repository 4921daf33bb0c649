#include <catch2/catch.hpp>

#include "cgt/store/store.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace shove_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

std::set<std::string> moves(const std::string& text, Player player, bool push) {
  std::set<std::string> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != (player == Player::kLeft ? 'l' : 'r')) continue;
    // The cell that gives way: the nearest free one, or the first.
    const std::size_t gap = push ? text.substr(0, i).rfind('.') : std::string::npos;
    std::string after = text;
    after.erase(gap == std::string::npos ? 0 : gap, 1);
    after.insert(i, 1, '.');
    out.insert(after);
  }
  return out;
}

std::string negative(const std::string& text) { return exchanged(text, 'l', 'r'); }

const std::vector<std::string> kStarts{"l.rl.r", "..l", "rrll", ".l.r.l", "lr..rl", "..."};

}  // namespace

TEST_CASE("Shove and Push keep the laws of rulesets", "[shove][laws]") {
  check_laws({"shove",
              kStarts,
              [](const std::string& text, Player player) { return moves(text, player, false); },
              {[](const std::string& text) { return text + ".."; }},
              {negative},
              2000,
              200});
  check_laws({"push",
              kStarts,
              [](const std::string& text, Player player) { return moves(text, player, true); },
              {[](const std::string& text) { return text + ".."; }},
              {negative},
              2000,
              200});
  CHECK(count_lines("push", "l.rl.r", 4) == std::vector<std::uint64_t>{1, 2, 4, 5, 10});
}

TEST_CASE("Shove and Push have small values that were found by hand", "[shove]") {
  CHECK(check_rows("shove.tsv") == 9);
}

TEST_CASE("Shove and Push are worth numbers", "[shove]") {
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  cgt::Budget budget;
  for (const char* name : {"shove", "push"}) {
    const auto game = cgt::find_ruleset(name)->make({});
    for (int code = 0; code < 729; ++code) {
      std::string text;
      for (int rest = code, i = 0; i < 6; ++i, rest /= 3) text += ".lr"[rest % 3];
      CAPTURE(name, text);
      CHECK(store.is_number(evaluator.value(game->position(text), budget)));
    }
  }
}

}  // namespace shove_test
