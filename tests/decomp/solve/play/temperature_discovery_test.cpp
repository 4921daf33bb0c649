// Temperature discovery against thermographs of canonical forms, and its bounds against truth.
#include "decomp/solve/play/temperature_discovery.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/solve/play/random_board.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace cgt::temperature_discovery_test {
namespace {

using solve::discover_temperature;
using solve::Discovery;
using solve::DiscoveryOptions;
using testing::random_board;

// Every board of the size with these characters.
std::vector<std::string> boards(std::size_t rows, std::size_t columns, const std::string& signs) {
  std::vector<std::string> out{""};
  for (std::size_t cell = 0; cell < rows * columns; ++cell) {
    std::vector<std::string> next;
    for (const std::string& begun : out) {
      for (const char c : signs) {
        next.push_back(begun + (cell > 0 && cell % columns == 0 ? "|" : "") + c);
      }
    }
    out = std::move(next);
  }
  return out;
}

struct Space {
  const char* game;
  std::size_t rows;
  std::size_t columns;
  const char* signs;
};

TEST_CASE("discovered temperatures are those of canonical forms on all small boards", "[long]") {
  const Space spaces[] = {{"domineering", 3, 3, ".#"}, {"clobber", 2, 3, ".xo"},
                          {"amazons", 2, 3, ".#xo"},   {"konane", 2, 3, ".xo"},
                          {"nogo", 2, 3, ".xo"},       {"cram", 2, 3, ".#"}};
  for (const Space& space : spaces) {
    const std::shared_ptr<const Ruleset> game = find_ruleset(space.game)->make({});
    Store store;
    solve::Evaluator evaluator(store);
    std::size_t hot = 0;
    std::size_t fractions = 0;
    for (const std::string& text : boards(space.rows, space.columns, space.signs)) {
      std::optional<AnyPosition> position;
      try {
        position = game->position(text);
      } catch (const InputError&) {
        continue;  // no position of NoGo
      }
      Budget budget;
      const GameId value = evaluator.value(*position, budget);
      const Discovery found = discover_temperature(*position, {}, budget);
      INFO(space.game << " " << text << " " << to_text(store, value) << ": mean "
                      << found.mean.text() << ", temperature " << found.temperature.text());
      REQUIRE(found.exact());
      REQUIRE(found.stop == StopReason::kSolved);
      REQUIRE(*found.mean.lower == store.mean(value));
      REQUIRE(*found.temperature.lower == store.temperature(value));
      for (const Player player : kPlayers)
        REQUIRE(found.stops[player].contains(store.stop(value, player)));
      if (store.temperature(value).sign() > 0) ++hot;
      if (!store.temperature(value).is_integer()) ++fractions;
    }
    // Clobber and Cram are all small.
    if (std::string(space.game) == "domineering") CHECK(fractions > 50);
    if (std::string(space.game) == "amazons") CHECK(hot > 100);
  }
}

AnyPosition board_of(const char* game, const std::string& text) {
  return find_ruleset(game)->make({})->position(text);
}

TEST_CASE("discovered temperatures of random sums", "[random]") {
  std::mt19937_64 random(41);
  struct Kind {
    const char* game;
    const char* signs;
    std::size_t rows, columns;
  };
  const Kind kinds[] = {
      {"domineering", "..#", 3, 4}, {"amazons", ".#xo", 2, 4}, {"clobber", "xo..", 2, 4}};
  std::size_t sums = 0;
  const std::size_t cases = testing::scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    const Kind& kind = kinds[i % 3];
    std::string text;
    std::unique_ptr<AnyGraph> graph;
    std::vector<SignedNode> parts;
    std::int64_t rest = 0;
    for (int term = 0; term < 2; ++term) {
      const std::string board = random_board(random, kind.rows, kind.columns, kind.signs);
      const AnyPosition position = board_of(kind.game, board);
      if (term == 0) graph = position.new_graph();
      std::vector<SignedNode> more;
      // The second board with the players exchanged, every other time.
      const bool negated = term == 1 && random() % 2 == 0;
      rest += (negated ? -1 : 1) * graph->components(position, more);
      for (const SignedNode v : more) parts.push_back(v ^ (negated ? 1U : 0U));
      text += (term == 0 ? "" : negated ? " - " : " + ") + board;
    }
    if (parts.size() > 1) ++sums;
    Budget budget;
    const Thermograph expected = solve::ThermographSearch(*graph).thermograph(rest, parts, budget);
    const Discovery found = discover_temperature(*graph, rest, parts, {}, budget);
    INFO(kind.game << " " << text);
    REQUIRE(found.exact());
    REQUIRE(*found.mean.lower == expected.mean());
    REQUIRE(*found.temperature.lower == expected.temperature());
  }
  testing::expect_share(sums, cases, 0.3);
}

TEST_CASE("intervals of short budgets hold the truth and shrink", "[random]") {
  std::mt19937_64 random(43);
  std::size_t open = 0;
  std::size_t told = 0;
  std::size_t solved = 0;
  std::size_t asked = 0;
  const std::size_t cases = testing::scaled(25);
  for (std::size_t i = 0; i < cases; ++i) {
    const bool amazons = i % 2 == 0;
    const std::string text = random_board(random, 3, 4, amazons ? "..##xo" : "...#");
    const AnyPosition position = board_of(amazons ? "amazons" : "domineering", text);
    Store store;
    solve::Evaluator evaluator(store);
    Budget all;
    const Thermograph truth = evaluator.thermograph(position, all);
    Discovery before;
    for (std::uint64_t nodes = 20; nodes < 400'000; nodes *= 4) {
      Budget budget({.nodes = nodes});
      const Discovery found = discover_temperature(position, {}, budget);
      INFO(text << " " << nodes << ": " << found.mean.text() << " @ " << found.temperature.text());
      REQUIRE(found.mean.contains(truth.mean()));
      REQUIRE(found.temperature.contains(truth.temperature()));
      for (const Player player : kPlayers)
        REQUIRE(found.stops[player].contains(truth.walls[player].at(Dyadic())));
      for (const auto& [now, then] : {std::pair(&found.mean, &before.mean),
                                      std::pair(&found.temperature, &before.temperature)}) {
        if (then->lower) REQUIRE(*now->lower >= *then->lower);
        if (then->upper) REQUIRE(*now->upper <= *then->upper);
      }
      REQUIRE(found.exact() == (found.stop == StopReason::kSolved));
      ++asked;
      if (!found.exact()) ++open;
      if (!found.exact() && found.mean.lower && found.mean.upper) ++told;
      before = found;
    }
    if (before.exact()) ++solved;
  }
  testing::expect_share(solved, cases, 0.5);
  testing::expect_share(open, asked, 0.2);
  testing::expect_share(told, open, 0.2);
}

TEST_CASE("a given step or depth gives an interval around the truth") {
  Store store;
  solve::Evaluator evaluator(store);
  for (const char* text : {"....|....|....", "....|...#|....|.#..", "..#|...|#..", "...|...|..#"}) {
    const AnyPosition position = board_of("domineering", text);
    Budget budget;
    const Thermograph truth = evaluator.thermograph(position, budget);
    for (std::uint32_t exponent = 0; exponent <= 5; ++exponent) {
      const Discovery found = discover_temperature(position, {.exponent = exponent}, budget);
      INFO(text << " 1/2^" << exponent << ": " << found.mean.text() << " @ "
                << found.temperature.text());
      CHECK(found.step == Dyadic(1, exponent));
      CHECK(found.mean.contains(truth.mean()));
      CHECK(found.temperature.contains(truth.temperature()));
      // All temperatures of such boards are multiples of 1/16.
      if (exponent >= 4) CHECK(found.exact());
    }
    for (std::uint32_t depth = 1; depth <= 8; ++depth) {
      const Discovery found =
          discover_temperature(position, {.depth = depth, .guess = true}, budget);
      CHECK(found.mean.contains(truth.mean()));
      CHECK(found.temperature.contains(truth.temperature()));
      CHECK(found.depth <= depth);
      CHECK(found.guess.has_value() == !(found.exact() || found.whole));
    }
  }
}

// The definition: minimax of a position and coupons of 1/16, 2/16, ..., of which each player may
// take the top one. Scores are in 16ths; when the coupons are gone, the stops of the position.
class PlainStack {
 public:
  PlainStack(Store& store, solve::Evaluator& evaluator) : store_(store), evaluator_(evaluator) {}

  Dyadic score(const AnyPosition& position, int coupons, Player player) {
    Budget budget;
    if (coupons == 0) return store_.stop(evaluator_.value(position, budget), player);
    const auto key = std::tuple(position.text(), coupons, player);
    if (const auto known = scores_.find(key); known != scores_.end()) return known->second;
    const Player other = opponent(player);
    Dyadic best = Dyadic(sign(player) * coupons, 4) + score(position, coupons - 1, other);
    for (const Option<AnyPosition>& option : position.options(player)) {
      const Dyadic after = Dyadic(option.shift) + score(option.position, coupons, other);
      best = player == Player::kLeft ? std::max(best, after) : std::min(best, after);
    }
    return scores_.emplace(key, best).first->second;
  }

 private:
  Store& store_;
  solve::Evaluator& evaluator_;
  std::map<std::tuple<std::string, int, Player>, Dyadic> scores_;
};

TEST_CASE("beside coupons a position is worth its mean, and is played at its temperature") {
  Store store;
  solve::Evaluator evaluator(store);
  PlainStack plain(store, evaluator);
  std::mt19937_64 random(47);
  std::size_t hot = 0;
  const int boards = cgt::testing::sized(60, 20);
  for (int i = 0; i < boards; ++i) {
    const bool amazons = i % 2 == 0;
    const std::string text = random_board(random, 2, 4, amazons ? "..#xo" : "...#");
    const AnyPosition position = board_of(amazons ? "amazons" : "domineering", text);
    Budget budget;
    const Discovery found = discover_temperature(position, {}, budget);
    INFO(text << ": " << found.mean.text() << " @ " << found.temperature.text());
    REQUIRE(found.exact());
    const Dyadic t = *found.temperature.lower;
    if (t.sign() > 0) ++hot;
    // Coupons of j/16 are a tax of (j + 1)/16 or j/16, whichever is even.
    for (const int coupons : {2, 15, 16, 32, 48}) {
      const Dyadic tax((coupons + 1) / 2, 3);
      const Dyadic alone((coupons + 1) / 2, 4);
      const Dyadic left = plain.score(position, coupons, Player::kLeft) - alone;
      const Dyadic right = plain.score(position, coupons, Player::kRight) + alone;
      CHECK(left >= *found.mean.lower);
      CHECK(right <= *found.mean.lower);
      if (t.sign() <= 0 || tax >= t) {
        CHECK(left == right);
      } else {
        CHECK(left > right);
      }
    }
  }
  cgt::testing::expect_share(hot, static_cast<std::size_t>(boards), 0.25);
}

TEST_CASE("temperature discovery refuses loopy games") {
  const AnyPosition position = board_of("backsliding-toads-and-frogs", "t.f");
  Budget budget;
  CHECK_THROWS_AS(discover_temperature(position, {}, budget), Error);
}
}  // namespace
}  // namespace cgt::temperature_discovery_test
