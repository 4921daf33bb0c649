// Integers that rulesets tell without search, against the values of the positions.
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "decomp/position/negative.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/values/local_search.hpp"
#include "tests/decomp/rules/rows.hpp"
#include "tests/decomp/solve/sums/plain_sum.hpp"
#include "tests/decomp/solve/sums/small_terms.hpp"
#include "tests/testing.hpp"

namespace cgt::solve::integer_bounds_test {
namespace {

struct BoundsCount {
  std::size_t parts = 0;
  std::size_t tight = 0;  // one bound is the value
  std::size_t signs = 0;  // who wins is told
};

// Of all components that are met in these positions, which are of one type.
void check_bounds(Store& store, const std::vector<AnyPosition>& positions, BoundsCount& count) {
  if (positions.empty()) return;
  const auto graph = positions.front().new_graph();
  GraphSearch search(store, *graph);
  Budget budget;
  for (const AnyPosition& position : positions) {
    std::vector<SignedNode> parts;
    const std::int64_t rest = graph->components(position, parts);
    search.evaluate(rest, parts, budget);
  }
  for (NodeId node = 0; node < graph->size(); ++node) {
    if (!search.solved(node)) continue;
    const std::optional<IntegerBounds> bounds = graph->integer_bounds(node);
    if (!bounds) continue;
    const LocalValue value = search.value(signed_node(node, false));
    INFO(graph->text(node) << " between " << bounds->lower << " and " << bounds->upper);
    REQUIRE(bounds->lower <= bounds->upper);
    REQUIRE(store.leq(store.integer(bounds->lower), value.lower));
    REQUIRE(store.leq(value.upper, store.integer(bounds->upper)));
    ++count.parts;
    const bool tight =
        value.lower == store.integer(bounds->lower) || value.upper == store.integer(bounds->upper);
    count.tight += tight ? 1 : 0;
    count.signs += bounds->lower > 0 || bounds->upper < 0 ? 1 : 0;
  }
}

// Every row of `cells` words.
std::vector<std::string> rows_of(const std::vector<std::string>& words, std::size_t cells,
                                 const std::string& between) {
  std::vector<std::string> out = words;
  for (std::size_t i = 1; i < cells; ++i) {
    std::vector<std::string> longer;
    for (const std::string& row : out) {
      for (const std::string& word : words) longer.push_back(row + between + word);
    }
    out = std::move(longer);
  }
  return out;
}

std::vector<AnyPosition> positions_of(const Ruleset& ruleset,
                                      const std::vector<std::string>& texts) {
  std::vector<AnyPosition> out;
  out.reserve(texts.size());
  for (const std::string& text : texts) out.push_back(ruleset.position(text));
  return out;
}

TEST_CASE("integer bounds of Battle Sheep hold on all small boards", "[sums][sheep]") {
  Store store;
  BoundsCount count;
  const auto game = find_ruleset("sheep")->make({});
  std::vector<std::string> texts = rows_of({"-5", "-2", "0", "1", "3", "6"}, 5, ", ");
  const std::vector<std::string> rows = rows_of({"-3", "0", "1", "4"}, 3, ", ");
  for (const std::string& a : rows) {
    for (const std::string& b : rows) texts.push_back(a + " | " + b);
  }
  // Wide open, where one herd is large and the other small.
  for (const char* text : {"0, 0, 0 | 0, 7, 0 | 0, 0, -2", "0, 0, 0 | 0, 9, 0 | -2, 0, 0",
                           "2, 0, 0 | 0, -8, 0 | 0, 0, 2", "0, 0, 0 | 4, 0, -2 | 0, 4, 0"}) {
    texts.emplace_back(text);
  }
  check_bounds(store, positions_of(*game, texts), count);
  CHECK(count.parts > 1000);
  CHECK(count.tight > count.parts / 20);
  CHECK(count.signs > count.parts / 50);
}

TEST_CASE("integer bounds of toads hold on all small strips", "[sums][toads]") {
  Store store;
  for (const char* rules : {"minSlide=1;maxSlide=1;maxJump=1", "maxSlide=2;maxJump=3",
                            "minSlide=2;maxSlide=3;maxJump=2",
                            "minSlide=0;maxSlide=2;maxJump=2;allowFriendlyJump=true"}) {
    INFO(rules);
    BoundsCount count;
    const auto game = find_ruleset("gen-toads-and-frogs")->make(testing::parameters(rules));
    std::vector<std::string> texts;
    for (std::size_t cells = 2; cells <= 7; ++cells) {
      for (std::string& text : rows_of({".", "t", "f"}, cells, "")) {
        texts.push_back(std::move(text));
      }
    }
    for (std::string& text : rows_of({".", "t", "f", "#"}, 5, "")) texts.push_back(std::move(text));
    check_bounds(store, positions_of(*game, texts), count);
    CHECK(count.parts > 200);
  }
  // Where pieces may step back nothing is known.
  const auto back = find_ruleset("backsliding-toads-and-frogs")->make({})->position("t..f");
  const auto graph = back.new_graph();
  std::vector<SignedNode> parts;
  graph->components(back, parts);
  REQUIRE(parts.size() == 1);
  CHECK_FALSE(graph->integer_bounds(node_of(parts[0])).has_value());
}

TEST_CASE("integer bounds of all rulesets hold in random positions", "[sums][random]") {
  Store store;
  std::mt19937_64 random(20244);
  std::size_t parts = 0;
  for (const testing::SmallTerm& small : testing::small_terms(store, 20, random).terms) {
    const auto* position = std::get_if<AnyPosition>(&small.term.game);
    if (position == nullptr) continue;
    const auto* negative = position->as<Negative>();
    BoundsCount count;
    INFO(small.term.ruleset);
    check_bounds(store, {negative == nullptr ? *position : negative->base()}, count);
    parts += count.parts;
  }
  CHECK(parts > 500);
}

// Numbers beside parts of which nothing is valued: the bounds cut at every place where they can.
TEST_CASE("sums that bounds decide are won by whom plain search says", "[sums][random]") {
  Store store;
  std::mt19937_64 random(20245);
  const auto sheep = find_ruleset("sheep")->make({});
  const auto toads =
      find_ruleset("gen-toads-and-frogs")->make(testing::parameters("maxSlide=2;maxJump=3"));
  SumOutcome searching(store, {SumMethod::kProofNumbers, {0, 0, 0, 0, 1}});
  PlainSumSearch plain(store);
  Budget budget;
  std::uint64_t cuts = 0;
  const std::vector<GameId> games{store.integer(2),
                                  store.integer(-3),
                                  store.number(Dyadic(1, 1)),
                                  store.construct({store.integer(3)}, {store.integer(-1)}),
                                  store.construct({kZero}, {store.integer(-4)}),
                                  store.nimber(1)};
  const auto herds = [&] {
    std::string text;
    for (int i = 0; i < 6; ++i) {
      const auto sheep_there = static_cast<int>(random() % 7) - 3;
      text += (i == 0   ? ""
               : i == 3 ? " | "
                        : ", ") +
              std::to_string(random() % 2 == 0 ? 0 : sheep_there);
    }
    return text;
  };
  const auto strip = [&] {
    std::string text(4 + random() % 3, '.');
    for (char& cell : text) {
      if (random() % 2 == 0) cell = "tf"[random() % 2];
    }
    return text;
  };
  const std::size_t rounds = testing::scaled(400);
  for (std::size_t round = 0; round < rounds; ++round) {
    Sum sum{{sheep->position(herds()), "sheep", ""}, {toads->position(strip()), "toads", ""}};
    for (std::size_t i = random() % 3; i > 0; --i) {
      const GameId game = games[random() % games.size()];
      sum.push_back({game, "", "game " + std::to_string(game.word())});
    }
    for (const Player first : kPlayers) {
      INFO("round " << round << ", " << name(first) << " first");
      const SumAnswer answer = searching.solve(sum, first, budget);
      const Verdict truth = plain.wins(sum, first, budget) ? Verdict::kWins : Verdict::kLoses;
      REQUIRE(answer.verdict == truth);
      cuts += answer.figures.cuts;
    }
  }
  testing::expect_share(cuts, 2 * rounds, 0.2);  // 0.44
}

}  // namespace
}  // namespace cgt::solve::integer_bounds_test
