#include "decomp/rules/snort/path.hpp"

#include <catch2/catch.hpp>

#include "cgt/text/parse.hpp"
#include "cgt/text/print.hpp"
#include "decomp/solve/local_search.hpp"

namespace cgt {
namespace {

using snort::Path;

GameId value(Store& store, const Path& path) {
  Budget budget;
  solve::LocalSearch<Path> search(store);
  const solve::LocalValue value = search.evaluate(path, budget);
  REQUIRE(value.exact());
  return value.lower;
}

// By the definition: no splitting, no symmetry, no table.
GameId plain(Store& store, const Path& path) {
  PerPlayer<GameList> sides;
  for (const Player player : kPlayers) {
    for (const auto& option : path.options(player)) {
      sides[player].push_back(plain(store, option.position));
    }
  }
  return store.construct(sides[Player::kLeft], sides[Player::kRight]);
}

}  // namespace

TEST_CASE("Snort paths, published", "[snort]") {
  // The lists of two other programs; both were computed again by a third.
  Store store;
  const std::vector<std::pair<std::size_t, std::string>> facts{
      {1, "*"},
      {2, "{1|-1}"},
      {3, "{2|-2}"},
      {4, "{{2|1}|{-1|-2}}"},
      {5, "{1,{3|0}|-1,{0|-3}}"},
      {6, "*"},
      {8,
       "{{{5|2},{5|2*}|{2|-2},{2*|-2},{{2|1}|{0|-1}}}|{{2|-2},{2|-2*},{{1|0}|{-1|-2}}|{-2|-5},"
       "{-2*|-5}}}"}};
  for (const auto& [length, text] : facts) {
    INFO(length);
    CHECK(value(store, Path(length)) == parse_value(store, text));
  }
}

TEST_CASE("Snort positions by the definition", "[snort]") {
  Store store;
  const std::string letters = ".LR#";
  for (std::size_t length = 0; length <= 5; ++length) {
    for (std::size_t code = 0; code < (std::size_t{1} << (2 * length)); ++code) {
      std::string text;
      for (std::size_t i = 0; i < length; ++i) text += letters[(code >> (2 * i)) & 3U];
      const Path path = Path::parse(text);
      REQUIRE(path.text() == text);
      INFO(text);
      CHECK(value(store, path) == plain(store, path));
    }
  }
  CHECK(value(store, Path(7)) == plain(store, Path(7)));
  CHECK_THROWS_AS(Path::parse("..x"), Error);
}

TEST_CASE("the Snort path of 18 has 2,252 followers in a tree of 286,099 nodes", "[snort]") {
  Store store;
  const GameId g = value(store, Path(18));
  CHECK(store.follower_count(g) == 2'252);
  CHECK(to_text(store, g, {Notation::kCanonical, 60}).find("286,099 nodes") != std::string::npos);
  CHECK(store.negate(g) == g);
  CHECK(store.temperature(g) == Dyadic(1));
}

}  // namespace cgt
