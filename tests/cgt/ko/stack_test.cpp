// The coupon stack against the rules: two definitions that share no code.
#include "cgt/ko/stack.hpp"

#include <catch2/catch.hpp>
#include <optional>
#include <random>

#include "tests/cgt/ko/random_graphs.hpp"
#include "tests/cgt/ko/rows.hpp"
#include "tests/testing.hpp"

namespace cgt::stack_test {
namespace {

// Every row of a score graph, or every n-th.
void check_rows(std::size_t every) {
  std::size_t number = 0;
  for (const testing::KoRow& row : testing::ko_rows()) {
    if (row.go() || number++ % every != 0) continue;
    INFO(row.name << " " << row.game << " komaster " << name(row.komaster));
    Budget budget;
    const KoGraph graph = KoGraph::parse(row.game);
    const StackCheck check =
        check_by_stack(graph, row.komaster, ko_thermograph(graph, row.komaster, budget), budget);
    INFO(check.text());
    CHECK(check.agrees);
  }
}

TEST_CASE("a coupon stack confirms a sample of the rows") { check_rows(12); }
TEST_CASE("a coupon stack confirms all rows", "[.][nightly]") { check_rows(1); }

// Where scores are far apart there is no end-of-game ban that would matter.
TEST_CASE("a coupon stack confirms random graphs", "[random]") {
  std::mt19937_64 random(31);
  std::size_t kos = 0;
  std::size_t confirmed = 0;
  const std::size_t cases = testing::scaled(200);
  for (std::size_t i = 0; i < cases; ++i) {
    const KoGraph graph = testing::random_ko_graph(random, 4);
    Budget budget;
    if (!testing::takes_ko(graph) || irregular_cycle(graph, budget)) continue;
    const KoThermograph walls = ko_thermograph(graph, Komaster::kNone, budget);
    if (walls.cold()) continue;
    ++kos;
    const StackCheck check = check_by_stack(graph, Komaster::kNone, walls, budget);
    INFO(graph.text() << " " << check.text());
    confirmed += check.agrees ? 1 : 0;
    // A difference that stays when the coupons become small is one of rules, told as such.
    CHECK((check.agrees || check.rounds.size() == 4));
  }
  testing::expect_share(kos, cases, 0.05);
  testing::expect_share(confirmed, kos, 0.8);
}

// Do the points of moves add up to differences of one function on the nodes? Then no cycle of moves
// changes the score.
bool is_balanced(const KoGraph& graph) {
  std::vector<std::optional<Dyadic>> height(graph.size());
  for (std::uint32_t start = 0; start < graph.size(); ++start) {
    if (height[start]) continue;
    height[start] = Dyadic();
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t v = 0; v < graph.size(); ++v) {
        for (const auto& options : graph[v].options.values) {
          for (const KoOption& option : options) {
            if (!option.node) continue;
            std::optional<Dyadic>& there = height[*option.node];
            if (height[v] && there && !(*there == *height[v] + option.value)) return false;
            if (height[v] && !there) {
              there = *height[v] + option.value;
              changed = true;
            } else if (there && !height[v]) {
              height[v] = *there - option.value;
              changed = true;
            }
          }
        }
      }
    }
  }
  return true;
}

TEST_CASE("above all scores the walls of a stack change places with each coupon", "[random]") {
  std::mt19937_64 random(1996);
  std::size_t balanced = 0;
  const auto check = [&](const KoGraph& graph) {
    if (!is_balanced(graph)) return;
    ++balanced;
    INFO(graph.text());
    Dyadic least;
    Dyadic most;
    Dyadic on_the_way;
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      for (const auto& options : graph[v].options.values) {
        for (const KoOption& option : options) {
          if (option.node) on_the_way += option.value.abs();
          least = std::min(least, option.node ? least : option.value);
          most = std::max(most, option.node ? most : option.value);
        }
      }
    }
    const Rational range = to_rational(most - least + on_the_way);
    for (const Komaster komaster : kKomasters) {
      Budget budget;
      CouponStack stack(graph, komaster, 2, 2, budget);
      while (Rational(Integer(stack.coupons()), Integer(2)) < range) stack.add_coupon(budget);
      for (int more = 0; more < 6; ++more) {
        const PerPlayer<Rational> below{{stack.wall(Player::kLeft), stack.wall(Player::kRight)}};
        stack.add_coupon(budget);
        CHECK(stack.wall(Player::kLeft) == below[Player::kRight]);
        CHECK(stack.wall(Player::kRight) == below[Player::kLeft]);
      }
    }
  };
  check(KoGraph::parse("A: B | 0; B: 30 | A"));
  check(KoGraph::parse("A: B, C | -9; B: D | A; C: D | A; D: 9 | B, C"));
  check(KoGraph::parse("A1: B1 | 0; B1: B0 | A1; A0: B0 | 0; B0: 24 | A0"));
  check(KoGraph::parse("K2: K1 | K3; K1: -9 | 9, K2; K3: K2, -9 | 9"));
  const std::size_t cases = testing::scaled(60);
  for (std::size_t i = 0; i < cases; ++i) check(testing::random_ko_graph(random, 4));
  testing::expect_share(balanced, cases, 0.4);
}

TEST_CASE("rules and stack part where end-of-game bans matter") {
  const KoGraph graph = KoGraph::parse("K2: K1 | K3; K1: -9 | 9, K2; K3: K2, -9 | 9");
  Budget budget;
  const KoThermographs walls = ko_thermographs(graph, budget);
  const auto check = [&](Komaster komaster) {
    return check_by_stack(graph, komaster, walls[komaster], budget);
  };
  CHECK(check(Komaster::kNone).agrees);
  for (const Komaster komaster : {Komaster::kLeft, Komaster::kRight}) {
    const StackCheck found = check(komaster);
    CHECK(!found.agrees);
    // One point, however small the coupons.
    REQUIRE(found.rounds.size() == 4);
    for (const StackCheck::Round& round : found.rounds) {
      CHECK(round.steps == Rational(round.per_point));
    }
  }
}

TEST_CASE("the stack tells mean and temperature of the rows by itself") {
  std::size_t number = 0;
  std::size_t warm = 0;
  for (const testing::KoRow& row : testing::ko_rows()) {
    if (row.go() || number++ % 3 != 0) continue;
    Budget budget;
    const KoGraph graph = KoGraph::parse(row.game);
    const KoThermograph walls = ko_thermograph(graph, row.komaster, budget);
    const StackReading found = read_stack(graph, row.komaster, 24, budget);
    INFO(row.name << " " << row.game << " komaster " << name(row.komaster) << ": " << found.text());
    CHECK(found.mean_low <= walls.mast());
    CHECK(walls.mast() <= found.mean_high);
    CHECK(found.mean_high - found.mean_low <= Rational(1, 4));
    if (walls.cold()) {
      CHECK(found.temperature_low.sign() == 0);
      continue;
    }
    ++warm;
    CHECK(found.temperature_low <= walls.temperature());
    CHECK(walls.temperature() <= found.temperature_high);
    CHECK(found.temperature_high - found.temperature_low <= Rational(1, 4));
  }
  CHECK(warm > 20);
}

TEST_CASE("a stack has an answer where no thermograph has one") {
  Budget budget;
  const KoGraph two = KoGraph::parse("A: B, C | 0; B: D | A; C: D | A; D: 9 | B, C");
  CHECK_THROWS_AS(ko_thermograph(two, Komaster::kNone, budget), IrregularKo);
  const StackReading found = read_stack(two, Komaster::kNone, 24, budget);
  const StackReading negative = read_stack(two.negative(), Komaster::kNone, 24, budget);
  CHECK(found.mean_low == -negative.mean_high);
  CHECK(found.mean_high == -negative.mean_low);
  CHECK(found.temperature_low == negative.temperature_low);
  CHECK(abs(found.mean_low + found.mean_high) <= Rational(2 * 9));
  CHECK(found.text().find("not proved") != std::string::npos);
}

TEST_CASE("a stack has no mean where a cycle changes the score") {
  Budget budget;
  // Behind a double ko, too.
  for (const char* text : {"A: 9 | B; B: C+2 | 0; C: 1 | A-1",
                           "S: T, U | A; T: 5 | S; U: 5 | S; A: 9 | B; B: C+2 | 0; C: 1 | A-1"}) {
    CHECK_THROWS_AS(read_stack(KoGraph::parse(text), Komaster::kNone, 24, budget), Error);
  }
}

TEST_CASE("a wrong wall does not pass for one of the stack") {
  const KoGraph graph = KoGraph::parse("A: B | 0; B: 30 | A");
  Budget budget;
  KoThermograph walls = ko_thermograph(graph, Komaster::kNone, budget);
  CHECK(check_by_stack(graph, Komaster::kNone, walls, budget).agrees);
  for (KoWall& wall : walls.walls.values) wall = tilted(wall, Rational(1, 3), 0);
  CHECK(!check_by_stack(graph, Komaster::kNone, walls, budget).agrees);
}

TEST_CASE("a stack alone is worth half of its largest coupon") {
  const KoGraph graph = KoGraph::parse("A: 0 | 0");
  Budget budget;
  CouponStack stack(graph, Komaster::kNone, 0, 4, budget);
  for (int j = 1; j <= 20; ++j) {
    stack.add_coupon(budget);
    CHECK(stack.coupons() == static_cast<std::uint32_t>(j));
    // Whoever begins at j coupons gets E(j) = ceil(j / 2) quarters, and * is worth a tempo.
    CHECK(stack.value(Player::kLeft) == Rational((j + 1) / 2, 4));
    CHECK(stack.value(Player::kRight) == -stack.value(Player::kLeft));
  }
}

TEST_CASE("a stack keeps to its budget and its numbers") {
  const KoGraph graph = KoGraph::parse("A: B | 0; B: 30 | A");
  Budget few({.nodes = 1500});
  Budget all;
  const KoThermograph walls = ko_thermograph(graph, Komaster::kLeft, all);
  CHECK_THROWS_AS(check_by_stack(graph, Komaster::kLeft, walls, few), BudgetExhausted);
  CHECK_THROWS_AS(
      CouponStack(KoGraph::parse("A: 1000000000000000000000 | 0"), Komaster::kNone, 0, 12, all),
      Error);
}

}  // namespace
}  // namespace cgt::stack_test
