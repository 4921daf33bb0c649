#include <catch2/catch.hpp>

#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"

namespace cgt::snort_test {
namespace {

AnyPosition snort(const std::string& text) {
  return find_ruleset("snort")->make({})->position(text);
}

// A path of n vertices.
std::string path(std::size_t n) { return std::string(n - 1, '-'); }

// By the definition: no splitting, no symmetry, no table.
GameId plain(Store& store, const AnyPosition& position) {
  PerPlayer<GameList> sides;
  for (const Player player : kPlayers) {
    for (const auto& option : position.options(player)) {
      sides[player].push_back(plain(store, option.position));
    }
  }
  return store.construct(sides[Player::kLeft], sides[Player::kRight]);
}

}  // namespace

TEST_CASE("Short paths of Snort by the definition", "[snort]") {
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  const std::string letters = ".LR#";
  for (std::size_t length = 1; length <= 5; ++length) {
    for (std::size_t code = 0; code < (std::size_t{1} << (2 * length)); ++code) {
      // # is a vertex that is gone.
      std::string text;
      bool before = false;
      for (std::size_t i = 0; i < length; ++i) {
        const char c = letters[(code >> (2 * i)) & 3U];
        if (c != '#') text += std::string(before ? "-" : text.empty() ? "" : ";") + c;
        before = c != '#';
      }
      if (text.empty()) continue;
      CAPTURE(text);
      const AnyPosition position = snort(text);
      CHECK(evaluator.value(position, budget) == plain(store, position));
    }
  }
  CHECK(evaluator.value(snort(path(7)), budget) == plain(store, snort(path(7))));
}

TEST_CASE("cycles of Snort with all tints by the definition", "[snort]") {
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  const std::string tints[] = {"", "L", "R"};
  std::size_t at_once = 0;
  std::size_t powers = 9;
  for (std::size_t n = 3; n <= 6; ++n) {
    powers *= 3;
    for (std::size_t code = 0; code < powers; ++code) {
      const auto tint = [&](std::size_t v) {
        std::size_t rest = code;
        while (v-- > 0) rest /= 3;
        return rest % 3;
      };
      // Of the longest ones those that are decided, and few others.
      bool opposed = n % 2 == 0;
      for (std::size_t v = 0; v < n / 2; ++v) {
        opposed = opposed && (tint(v) + tint(v + n / 2)) % 3 == 0;
      }
      if (n == 6 && !opposed && code % 23 != 0) continue;
      std::string text;
      for (std::size_t v = 0; v < n; ++v) {
        text += (v == 0 ? "" : "-") + tints[tint(v)] + (v == 0 ? ":A" : "");
      }
      text += "-:A";
      const AnyPosition position = snort(text);
      const std::uint64_t before = evaluator.components();
      const GameId value = evaluator.value(position, budget);
      if (value != plain(store, position)) FAIL_CHECK(text);
      if (!opposed) continue;
      ++at_once;
      CHECK(evaluator.components() == before);
    }
  }
  CHECK(at_once == 9 + 27);
  // Nobody searches these.
  const std::uint64_t before = evaluator.components();
  CHECK(evaluator.value(snort(":A" + std::string(1'000, '-') + ":A"), budget) == kZero);
  CHECK(evaluator.value(snort("L:A---R---:A"), budget) == kZero);
  CHECK(evaluator.components() == before);
}

TEST_CASE("the Snort path of 18 has 2,252 followers in a tree of 286,099 nodes", "[snort]") {
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  const GameId g = evaluator.value(snort(path(18)), budget);
  CHECK(store.follower_count(g) == 2'252);
  CHECK(to_text(store, g, {Notation::kCanonical, 60}).find("286,099 nodes") != std::string::npos);
  CHECK(store.negate(g) == g);
  CHECK(store.temperature(g) == Dyadic(1));
}

}  // namespace cgt::snort_test
