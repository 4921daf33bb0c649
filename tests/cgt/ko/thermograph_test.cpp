// Thermographs of score graphs against rows from outside, formulas of the literature, and the
// ordinary thermographs of games without cycles.
#include "cgt/ko/thermograph.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "cgt/pictures/ko_drawing.hpp"
#include "cgt/store/store.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/cgt/ko/random_graphs.hpp"
#include "tests/cgt/ko/rows.hpp"
#include "tests/testing.hpp"

namespace cgt::thermograph_test {
namespace {

KoThermographs solved(const std::string& text) {
  Budget budget;
  return ko_thermographs(KoGraph::parse(text), budget);
}

TEST_CASE("thermographs of score graphs agree with the rows") {
  std::size_t checked = 0;
  for (const testing::KoRow& row : testing::ko_rows()) {
    if (row.go()) continue;
    ++checked;
    INFO(row.name << " " << row.game << " komaster " << name(row.komaster));
    const KoThermographs all = solved(row.game);
    const KoThermograph& graph = all[row.komaster];
    CHECK(to_string(graph.mast()) == row.mast);
    CHECK(graph.temperature_text() == row.temperature);
    for (const Player player : kPlayers) {
      CHECK(testing::knots_text(graph, player) == row.walls[player]);
    }
    if (row.kind != "-") CHECK(name(all.kind()) == row.kind);
  }
  CHECK(checked == 295);
}

// A mast and a temperature; none: at most 0.
struct Expected {
  Rational mast;
  std::optional<Rational> temperature;
};

void check_mast(const std::string& text, Komaster komaster, const Expected& expected) {
  INFO(text << " komaster " << name(komaster));
  const KoThermograph graph = solved(text)[komaster];
  CHECK(graph.mast() == expected.mast);
  CHECK(graph.temperature_text() ==
        (expected.temperature ? to_string(*expected.temperature) : "<=0"));
}

void check_masts(const std::string& text, const Expected& expected) {
  for (const Komaster komaster : kKomasters) check_mast(text, komaster, expected);
}

TEST_CASE("a direct ko is worth a third of its swing") {
  for (int w = -10; w <= 10; w += 5) {
    for (int d = 3; d <= 22; ++d) {
      const Rational third(d, 3);
      check_masts(fmt::format("A: B | {}; B: {} | A", w, w + d), {w + third, third});
      check_masts(fmt::format("B: {} | A; A: B | {}", w + d, w), {w + third + third, third});
    }
  }
}

TEST_CASE("the walls of a direct ko") {
  for (int d = 3; d <= 22; ++d) {
    const KoThermographs all = solved(fmt::format("A: B | 0; B: {} | A", d));
    const Rational third(d, 3);
    for (const Komaster komaster : {Komaster::kNone, Komaster::kLeft}) {
      CHECK(all[komaster].knots(Player::kLeft) ==
            std::vector<KoThermograph::Knot>{{-1, d + 2}, {third, third}});
    }
    // An inclined mast: Right takes back at once as long as it pays, and Left does not begin.
    CHECK(all[Komaster::kRight].walls[Player::kLeft] ==
          all[Komaster::kRight].walls[Player::kRight]);
    CHECK(all[Komaster::kRight].knots(Player::kRight) ==
          std::vector<KoThermograph::Knot>{{-1, -1}, {third, third}});
    CHECK(all.kind() == KoClass::kPlacid);
  }
}

TEST_CASE("a ko of stages is worth its part of the swing") {
  for (int d = 3; d <= 22; ++d) {
    for (int n = 1; n <= 4; ++n) {
      for (int at = 0; at <= n; ++at) {
        std::vector<std::string> nodes;
        for (int i = 0; i <= n; ++i) {
          nodes.push_back(fmt::format("S{}: {} | {}", i,
                                      i == n ? fmt::to_string(d) : fmt::format("S{}", i + 1),
                                      i == 0 ? "0" : fmt::format("S{}", i - 1)));
        }
        std::swap(nodes[0], nodes[static_cast<std::size_t>(at)]);
        std::string text;
        for (const std::string& node : nodes) text += node + ";";
        check_masts(text, {Rational((at + 1) * d, n + 2), Rational(d, n + 2)});
      }
    }
  }
}

std::string approach_ko(int approach, int w, int d, bool holding) {
  std::vector<std::string> nodes;
  for (int i = approach; i >= 0; --i) {
    nodes.push_back(fmt::format("A{0}: B{0} | {1}", i, w));
    nodes.push_back(i == 0 ? fmt::format("B0: {} | A0", w + d)
                           : fmt::format("B{0}: B{1} | A{0}", i, i - 1));
  }
  if (holding) std::swap(nodes[0], nodes[1]);
  std::string text;
  for (const std::string& node : nodes) text += node + ";";
  return text;
}

TEST_CASE("approach moves divide the swing of their komaster") {
  for (int d = 12; d <= 31; ++d) {
    for (int a = 1; a <= 3; ++a) {
      const Rational part(d, 3 + a);
      check_mast(approach_ko(a, -3, d, false), Komaster::kLeft, {-3 + part, part});
      check_mast(approach_ko(a, -3, d, true), Komaster::kLeft, {-3 + 2 * part, part});
      for (const Komaster komaster : {Komaster::kNone, Komaster::kRight}) {
        check_mast(approach_ko(a, -3, d, false), komaster, {-3, std::nullopt});
        const Expected held =
            a == 1 ? Expected{-3 + Rational(d, 3), Rational(d, 3)} : Expected{-3, std::nullopt};
        check_mast(approach_ko(a, -3, d, true), komaster, held);
      }
    }
  }
  // Spight's approach ko.
  check_mast(approach_ko(1, -18, 41, false), Komaster::kLeft, {Rational(-31, 4), Rational(41, 4)});
  check_mast(approach_ko(1, -18, 41, false), Komaster::kNone, {-18, std::nullopt});
}

TEST_CASE("kos with something beside them have known masts") {
  const char* const kApproaches =
      "P11: Q11 | P10; Q11: Q01 | P11; P10: Q10 | 0; Q10: Q00 | P10; P01: Q01 | P00; "
      "Q01: 30 | P01; P00: Q00 | 0; Q00: 30 | P00";
  check_mast(kApproaches, Komaster::kNone, {10, Rational(10)});
  check_mast(kApproaches, Komaster::kLeft, {15, Rational(15, 2)});
  check_mast(kApproaches, Komaster::kRight, {Rational(15, 2), Rational(15, 2)});
  const char* const kApproachesHeld =
      "Q11: Q01 | P11; P11: Q11 | P10; P10: Q10 | 0; Q10: Q00 | P10; P01: Q01 | P00; "
      "Q01: 30 | P01; P00: Q00 | 0; Q00: 30 | P00";
  check_mast(kApproachesHeld, Komaster::kNone, {20, Rational(10)});
  check_mast(kApproachesHeld, Komaster::kLeft, {Rational(45, 2), Rational(15, 2)});
  check_mast(kApproachesHeld, Komaster::kRight, {15, Rational(15, 2)});
  // The approach ko of Sensei's Library.
  const char* const kSensei = "A: 15 | B, C; B: A | D; C: 14 | D; D: C | -12";
  check_mast(kSensei, Komaster::kRight, {Rational(33, 4), Rational(27, 4)});
  for (const Komaster komaster : {Komaster::kNone, Komaster::kLeft})
    check_mast(kSensei, komaster, {14, Rational(1)});
  check_masts("A: B | 0; B: F | A; F: 16 | 12", {Rational(14, 3), Rational(14, 3)});
  check_masts("A: B | 0; B: F | A; F: 52 | 12", {6, Rational(6)});
  const char* const kLoserThreat = "A: B | F; B: 12 | A; F: 0 | -40";
  check_mast(kLoserThreat, Komaster::kNone, {0, Rational(6)});
  for (const Komaster komaster : {Komaster::kLeft, Komaster::kRight}) {
    check_mast(kLoserThreat, komaster,
               {0, komaster == Komaster::kLeft ? std::optional<Rational>(6) : std::nullopt});
  }
  CHECK(solved(kLoserThreat).kind() == KoClass::kActive);
  check_masts("A: B, 5 | 0; B: 30 | A", {10, Rational(10)});
  check_masts("A: B, 22 | 0; B: 30 | A", {11, Rational(11)});
  check_masts("B: 30 | A, 5; A: B | 0", {Rational(35, 2), Rational(25, 2)});
  check_masts("B: 30 | A, 22; A: B | 0", {20, Rational(10)});
  const char* const kTenThousand = "A: B | 5; B: C | A; C: 40 | E; E: C | -10";
  check_mast(kTenThousand, Komaster::kLeft, {Rational(55, 4), Rational(35, 4)});
  const char* const kTenThousandHeld = "B: C | A; A: B | 5; C: 40 | E; E: C | -10";
  check_mast(kTenThousandHeld, Komaster::kLeft, {Rational(45, 2), Rational(35, 4)});
  for (const Komaster komaster : {Komaster::kNone, Komaster::kRight}) {
    check_mast(kTenThousandHeld, komaster, {Rational(20, 3), Rational(50, 3)});
  }
  CHECK(solved(kTenThousandHeld).kind() == KoClass::kHyperactive);
  for (int d = 3; d <= 22; ++d) {
    const Rational third(d, 3);
    check_masts(fmt::format("S: {0} | A; A: B | 0; B: {0} | A", d), {third + third, third});
    const std::string both = fmt::format("S: B | A; A: B | 0; B: {} | A", d);
    check_mast(both, Komaster::kLeft, {third + third, third});
    for (const Komaster komaster : {Komaster::kNone, Komaster::kRight}) {
      check_mast(both, komaster, {third, third});
    }
    check_masts(fmt::format("A: B+1 | 0; B: {} | A-1", d),
                {Rational(d + 1, 3), Rational(d + 1, 3)});
  }
}

// The graph of all followers of a game; numbers are options as such.
KoGraph graph_of(Store& store, GameId root) {
  std::map<GameId, std::uint32_t> numbers{{root, 0}};
  std::vector<GameId> games{root};
  std::vector<KoNode> nodes;
  for (std::size_t i = 0; i < games.size(); ++i) {
    KoNode node;
    node.name = fmt::format("g{}", i);
    for (const Player player : kPlayers) {
      for (const GameId x : store.options(games[i], player)) {
        if (store.is_number(x)) {
          node.options[player].push_back({std::nullopt, store.number_value(x)});
          continue;
        }
        const auto [place, fresh] = numbers.emplace(x, static_cast<std::uint32_t>(games.size()));
        if (fresh) games.push_back(x);
        node.options[player].push_back({place->second, Dyadic()});
      }
    }
    nodes.push_back(std::move(node));
  }
  return KoGraph(std::move(nodes));
}

TEST_CASE("graphs without cycles have ordinary thermographs", "[random]") {
  Store store;
  std::mt19937_64 random(17);
  std::size_t hot = 0;
  const std::size_t cases = testing::scaled(1000);
  for (std::size_t i = 0; i < cases; ++i) {
    const GameId g = testing::random_game(store, random, 3, 2);
    INFO(to_text(store, g));
    Budget budget;
    const KoThermographs all = ko_thermographs(graph_of(store, g), budget);
    for (const KoThermograph& graph : all.by_komaster) {
      for (const Player player : kPlayers) {
        REQUIRE(graph.walls[player] == to_ko_wall(store.thermograph(g).wall(player)));
      }
      REQUIRE(graph.mast() == to_rational(store.mean(g)));
    }
    hot += all.by_komaster[0].cold() ? 0 : 1;
  }
  testing::expect_share(hot, cases, 0.12);  // 0.25
}

TEST_CASE("numbers have the walls of the store") {
  Store store;
  for (int exponent = 0; exponent <= 6; ++exponent) {
    for (int n = -70; n <= 70; ++n) {
      const Dyadic x(n, static_cast<std::uint32_t>(exponent));
      const Thermograph& expected = store.thermograph(store.number(x));
      for (const Player player : kPlayers) {
        CHECK(walls_of_number(x)[player] == to_ko_wall(expected.wall(player)));
      }
    }
  }
}

// Laws of random graphs with kos.
TEST_CASE("the players are alike, and walls keep their order", "[random]") {
  std::mt19937_64 random(23);
  std::size_t kos = 0;
  const std::size_t cases = testing::scaled(500);
  for (std::size_t i = 0; i < cases; ++i) {
    const KoGraph graph = testing::random_ko_graph(random, 5);
    INFO(graph.text());
    Budget budget;
    if (irregular_cycle(graph, budget)) {
      CHECK_THROWS_AS(ko_thermographs(graph, budget), IrregularKo);
      continue;
    }
    ++kos;
    const KoThermographs all = ko_thermographs(graph, budget);
    const KoThermographs negative = ko_thermographs(graph.negative(), budget);
    CHECK(all.kind() == negative.kind());
    for (const Komaster komaster : kKomasters) {
      const Komaster other = komaster == Komaster::kNone   ? Komaster::kNone
                             : komaster == Komaster::kLeft ? Komaster::kRight
                                                           : Komaster::kLeft;
      for (int k = -4; k < 60; ++k) {
        const Rational t(k, 4);
        const Rational left = all[komaster].walls[Player::kLeft].at(t);
        const Rational right = all[komaster].walls[Player::kRight].at(t);
        CHECK(left >= right);
        CHECK(negative[other].walls[Player::kRight].at(t) == -left);
        CHECK(negative[other].walls[Player::kLeft].at(t) == -right);
        if (t >= all[komaster].temperature()) {
          CHECK(left == all[komaster].mast());
          CHECK(right == left);
        }
      }
    }
  }
  testing::expect_share(kos, cases, 0.4);  // 0.75
}

TEST_CASE("thermographs are drawn") {
  const KoThermographs all = solved("A: B | 0; B: 6 | A");
  const std::string svg =
      ko_svg("a <ko>", {{"none", all[Komaster::kNone]}, {"Right", all[Komaster::kRight]}});
  CHECK(svg.starts_with("<svg"));
  CHECK(svg.find("a &lt;ko&gt;") != std::string::npos);
  CHECK(svg.find("mean 2, temperature 2") != std::string::npos);
  // An inclined mast is one line.
  CHECK(plot_ko(all[Komaster::kRight], 8, 20) ==
        "   ||\n 2 +|\n   |   |\n   |      |\n   |          |\n 0 +             |\n"
        "   |                |\n-1 +                   |\n    2                 -1\n");
  CHECK(plot_ko(all[Komaster::kNone], 8, 20).find('<') != std::string::npos);
}

}  // namespace
}  // namespace cgt::thermograph_test
