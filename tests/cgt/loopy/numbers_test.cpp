// Loopy values beside numbers: translation and avoidance, against play in the numbers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "cgt/support/budget.hpp"
#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/loopy/loopy_graphs.hpp"
#include "tests/testing.hpp"

namespace cgt::testing::numbers_test {
namespace {

// Loopy stoppers of small random graphs, and some with names: `count` of them, or as many as a
// hundred draws each find, for new ones become rare.
std::vector<LoopyId> loopy_stoppers(LoopyGames& games, std::size_t count) {
  std::set<LoopyId> found;
  for (const char* text :
       {"on", "off", "over", "under", "upon", "^<on>", "+-on", "Tiny(on)", "{1|pass}",
        "{pass|-1/2}", "{0|off}", "a{0||||0|||a|*||*}", "{on||over|-2}", "{{2|1}|pass||{0|off}}"}) {
    const LoopyValue g = parse_loopy(games, text);
    if (g.is_stopper() && g.stopper().is_loopy()) found.insert(g.stopper());
  }
  std::mt19937_64 random(31);
  for (std::size_t draws = 0; found.size() < count && draws < 100 * count; ++draws) {
    for (const LoopyValue& g : games.values(system_of(random_graph(random, 5)))) {
      if (g.is_stopper() && g.stopper().is_loopy()) found.insert(g.stopper());
    }
  }
  return {found.begin(), found.end()};
}

// g + x with every move of both, as equations.
LoopyValue played_sum(LoopyGames& games, LoopyId g, GameId x) {
  Store& store = games.store();
  LoopySystem system;
  std::vector<std::pair<LoopyId, GameId>> queue;
  std::map<std::pair<LoopyId, GameId>, std::uint32_t> place;
  const auto at = [&](LoopyId a, GameId b) {
    const auto [it, fresh] = place.try_emplace({a, b}, system.size());
    if (fresh) {
      system.add();
      queue.emplace_back(a, b);
    }
    return it->second;
  };
  at(g, x);
  for (std::uint32_t v = 0; v < queue.size(); ++v) {
    const auto [a, b] = queue[v];
    for (const Player player : kPlayers) {
      for (const LoopyId o : games.options(a, player)) system.add_move(v, player, at(o, b));
      for (const GameId o : store.options(b, player)) system.add_move(v, player, at(a, o));
    }
  }
  return games.values(system)[0];
}

const std::vector<Dyadic>& small_numbers() {
  static const std::vector<Dyadic> numbers{Dyadic(-2),    Dyadic(-1),   Dyadic(-3, 2),
                                           Dyadic(-1, 3), Dyadic(1, 1), Dyadic(1),
                                           Dyadic(5, 2),  Dyadic(2),    Dyadic(3)};
  return numbers;
}

TEST_CASE("adding a number to a stopper is playing in both", "[loopy]") {
  Store store;
  LoopyGames games(store);
  const std::vector<LoopyId> all = loopy_stoppers(games, scaled(120));
  for (const LoopyId g : all) {
    for (const Dyadic& n : small_numbers()) {
      const GameId x = store.number(n);
      INFO(to_text(games, LoopyValue(g)) << " + " << n.to_string());
      const LoopyValue sum = games.add(LoopyValue(g), LoopyValue(x));
      REQUIRE(sum.is_stopper());
      // Word for word: the graph with all moves has this simplest form.
      CHECK(played_sum(games, g, x).stopper() == sum.stopper());
      CHECK(games.subtract(sum, LoopyValue(x)).stopper() == g);
      CHECK(games.add(LoopyValue(x), LoopyValue(g)).stopper() == sum.stopper());
      CHECK(games.negate(sum.stopper()) ==
            games.subtract(LoopyValue(games.negate(g)), LoopyValue(x)).stopper());
    }
  }
}

TEST_CASE("numbers compare with stoppers as ranks say", "[loopy]") {
  Store store;
  LoopyGames games(store);
  std::size_t comparable = 0;
  std::size_t pairs = 0;
  for (const LoopyId g : loopy_stoppers(games, scaled(100))) {
    const ExplicitGraph a = unfolded(games, {g, {}});
    for (const Dyadic& n : small_numbers()) {
      const LoopyId x(store.number(n));
      const ExplicitGraph b = unfolded(games, {x, {}});
      INFO(to_text(games, LoopyValue(g)) << " and " << n.to_string());
      const bool below = games.leq(g, x);
      const bool above = games.leq(x, g);
      for (const Side side : kSides) {
        CHECK(below == order_by_ranks(a, b, side)[0][0]);
        CHECK(above == order_by_ranks(b, a, side)[0][0]);
      }
      ++pairs;
      comparable += below || above ? 1 : 0;
    }
  }
  expect_share(comparable, pairs, 0.2);
  expect_share(pairs - comparable, pairs, 0.05);
}

TEST_CASE("graphs with numbers far away have the values that they have nearby", "[loopy]") {
  Store store;
  LoopyGames games(store);
  // x is written into the graph, and added to the graph with 0 in its place.
  const std::pair<const char*, const char*> forms[] = {
      {"{X|pass}", "{0|pass}"},
      {"{pass|X}", "{pass|0}"},
      {"{pass|X+*}", "{pass|*}"},
      {"{X||X|X,pass}", "{0||0|0,pass}"},
      {"a{X||||X|||a|X+*||X+*}", "a{0||||0|||a|*||*}"},
      {"{X||X|off}", "{0||0|off}"},
      {"{on|X}", "{on|0}"},
      {"{X+1||pass|X}", "{1||pass|0}"},
      {"{X+over|X-3}", "{over|-3}"},
  };
  for (const char* x : {"5", "-7", "3/8", "17", "-33", "1000000000", "-1000000000",
                        "1/1267650600228229401496703205376", "2000000001/2",
                        "100000000000000000000000000000000000001"}) {
    for (const auto& [written, plain] : forms) {
      std::string text;
      for (const char* c = written; *c != '\0'; ++c)
        text += *c == 'X' ? "(" + std::string(x) + ")" : std::string(1, *c);
      INFO(text);
      Budget budget({200'000});
      const Store::BudgetScope scope(store, budget);
      const LoopyValue g = parse_loopy(games, text);
      const LoopyValue h = games.add(parse_loopy(games, plain), LoopyValue(parse_loopy(games, x)));
      CHECK(games.equal(g, h));
      const std::string printed = to_text(games, g);
      CHECK(games.equal(parse_loopy(games, printed), g));
    }
  }
}

TEST_CASE("the size of a number costs nothing beside a stopper", "[loopy]") {
  for (const char* x : {"1000000", "1000000000", "-1000000000", "1/1152921504606846976",
                        "123456789123456789123456789"}) {
    Store store;
    LoopyGames games(store);
    Budget budget({20'000, Budget::kUnlimited, 16});
    const Store::BudgetScope scope(store, budget);
    const auto value = [&](const std::string& text) { return parse_loopy(games, text); };
    const std::string n = x;
    const bool below = n[0] == '-';
    INFO(n);
    CHECK(to_text(games, value(n + "+over")) == n + "+over");
    CHECK(to_text(games, value(n + "over"), {Notation::kCgsuite, 0}) == n + "over");
    CHECK(to_text(games, value(n + " + upon")) == n + "+^[on]");
    CHECK(to_text(games, value(n + "-Tiny(on)")) == n + "+Miny(on)");
    CHECK(games.equal(value("on + " + n), LoopyValue(games.on())));
    CHECK(games.equal(value("dud + " + n), games.dud()));
    CHECK(games.equal(value("tis + " + n + " + tisn"), value("(1 & -1) + " + n)));
    const LoopyValue number = value(n);
    CHECK(games.compare(number, LoopyValue(games.over())) ==
          (below ? Relation::kLess : Relation::kGreater));
    CHECK(games.compare(value("upon"), number) == (below ? Relation::kGreater : Relation::kLess));
    CHECK(games.compare(value("+-on"), number) == Relation::kFuzzy);
    CHECK(games.leq(number, LoopyValue(games.on())));
    CHECK(games.compare(value(n + "+over"), value(n + "+upon")) == Relation::kGreater);
    CHECK(games.compare(value(n + "+over"), value(n)) == Relation::kGreater);
    const Pseudonumber stop = games.stop(value(n + "+over").stopper(), Player::kRight);
    CHECK(stop.kind == Pseudonumber::Kind::kOver);
    CHECK(games.is_numberish(value(n + "+upon")));
  }
}

// Values with a side that was not shown to be a stopper.
std::vector<LoopyValue> unsided_values(LoopyGames& games, std::size_t draws) {
  std::vector<LoopyValue> found;
  for (const char* text :
       {"a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}", "a{0,{2|2,{*,{2+*|2+*,a}|*}}|0}",
        "{a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}|-7}", "a{0,{1|1,{*,{1+*|1+*,a}|*}}|off}"}) {
    found.push_back(parse_loopy(games, text));
  }
  // The carousel with other horses.
  const char* const horses[] = {"0", "1", "*", "1+*", "1/2", "+-1", "{2|0}", "-1", "over"};
  std::mt19937_64 random(53);
  for (std::size_t i = 0; i < draws; ++i) {
    std::string text;
    for (const char c : std::string("a{X,{X|X,{X,{X|X,a}|X}}|X}"))
      text += c == 'X' ? horses[random() % std::size(horses)] : std::string(1, c);
    const LoopyValue g = parse_loopy(games, text);
    if (!g.is_stopper_sided()) found.push_back(g);
  }
  return found;
}

TEST_CASE("adding a number to a graph is playing in both", "[loopy][random][long]") {
  Store store;
  LoopyGames games(store);
  std::size_t moved = 0;
  std::size_t cases = 0;
  for (const LoopyValue& g : unsided_values(games, scaled(500))) {
    for (const Dyadic& n : small_numbers()) {
      const GameId x = store.number(n);
      INFO(to_text(games, g, {Notation::kCanonical, 300}) << " + " << n.to_string());
      const LoopyValue sum = games.add(g, LoopyValue(x));
      for (const Side side : kSides) {
        const ExplicitGraph both =
            product(unfolded(games, g.side(side)), unfolded(games, {LoopyId(x), {}}));
        const ExplicitGraph found = unfolded(games, sum.side(side));
        CHECK(order_by_ranks(both, found, side)[0][0]);
        CHECK(order_by_ranks(found, both, side)[0][0]);
        if (g.side(side).is_stopper()) continue;
        ++cases;
        moved += !sum.side(side).is_stopper() &&
                         sum.side(side).graph->size() <= g.side(side).graph->size()
                     ? 1
                     : 0;
      }
      CHECK(games.equal(games.subtract(sum, LoopyValue(x)), g));
    }
  }
  expect_share(moved, cases, 0.3);
}

TEST_CASE("the size of a number costs nothing beside a graph that it moves", "[loopy]") {
  // A short game beside a number has a birthday, and birthdays have 32 bits.
  for (const char* x : {"1000000", "-1000000000", "1/1152921504606846976"}) {
    Store store;
    LoopyGames games(store);
    Budget budget({5'000'000, Budget::kUnlimited, 16});
    const Store::BudgetScope scope(store, budget);
    INFO(x);
    const LoopyValue g = parse_loopy(games, "a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}");
    const LoopyValue n = parse_loopy(games, x);
    const LoopyValue sum = games.add(g, n);
    CHECK(games.equal(games.subtract(sum, n), g));
    CHECK(games.equal(parse_loopy(games, to_text(games, sum)), sum));
    CHECK_FALSE(games.equal(sum, g));
    CHECK(games.compare(sum, g) == games.compare(n, LoopyValue(kZero)));
    // As they compare near 0.
    for (const char* other : {"0", "1", "-1", "1/2", "*", "over", "upon+*", "+-1", "{2|over}"}) {
      INFO(other);
      const LoopyValue h = parse_loopy(games, other);
      const LoopyValue there = games.add(h, n);
      for (const Side side : kSides) {
        CHECK(games.leq(sum, there, side) == games.leq(g, h, side));
        CHECK(games.leq(there, sum, side) == games.leq(h, g, side));
      }
      CHECK(games.equal(games.add(sum, h), games.add(games.add(g, h), n)));
    }
    CHECK(games.compare(games.add(sum, sum), games.multiple(2, g)) ==
          games.compare(n, LoopyValue(kZero)));
  }
}

TEST_CASE("numbers that are far apart", "[loopy]") {
  Store store;
  LoopyGames games(store);
  Budget budget({20'000, Budget::kUnlimited, 16});
  const Store::BudgetScope scope(store, budget);
  const auto value = [&](const std::string& text) { return parse_loopy(games, text); };
  const LoopyValue g = value("{1000000000+over|-1000000000}");
  REQUIRE(g.is_stopper());
  CHECK(games.compare(g, value("over")) == Relation::kFuzzy);
  CHECK(games.compare(g, value("1000000001")) == Relation::kLess);
  CHECK(games.strong_stop(g.stopper(), Player::kLeft).number == Dyadic(1'000'000'000));
  // As small ones are.
  const LoopyValue h = value("{2over|-2}");
  CHECK(games.loopy_followers(g.stopper()).size() == 2);
  CHECK(games.loopy_followers(h.stopper()).size() == 2);
  CHECK(to_text(games, g) == "{1000000000+over|-1000000000}");
}

// Is h - e <= g <= h + e?
bool is_near(LoopyGames& games, LoopyId g, GameId h, const Dyadic& e) {
  Store& store = games.store();
  const GameId margin = store.number(e);
  return games.leq(LoopyId(store.subtract(h, margin)), g) &&
         games.leq(g, LoopyId(store.add(h, margin)));
}

TEST_CASE("short games that differ from stoppers by an infinitesimal", "[loopy]") {
  Store store;
  LoopyGames games(store);
  const auto near = [&](const char* text) -> std::string {
    const auto h = games.modulo_infinitesimals(parse_loopy(games, text).stopper());
    return h ? to_text(store, *h) : "none";
  };
  CHECK(near("over") == "0");
  CHECK(near("3/2+upon+*") == "3/2");
  CHECK(near("{6|2+over}") == "{6|2}");
  CHECK(near("{4+over|3+*}") == "{4|3+*}");
  CHECK(near("Tiny(on)") == "0");
  CHECK(near("{5|over||-1|-2-over}") == "{5|0||-1|-2}");
  CHECK(near("on") == "none");
  CHECK(near("{3|off}") == "none");
  CHECK(near("{1|-1}") == "+-1");
  // What it is, on random stoppers: the order is that of play.
  const std::vector<LoopyId> all = loopy_stoppers(games, 150);
  std::size_t found = 0;
  for (const LoopyId g : all) {
    CAPTURE(to_text(games, LoopyValue(g)));
    const auto h = games.modulo_infinitesimals(g);
    if (h) {
      ++found;
      for (const Dyadic& e : {Dyadic(1), Dyadic(1, 3), Dyadic(1, 10)})
        CHECK(is_near(games, g, *h, e));
      for (const Player first : kPlayers)
        CHECK(games.strong_stop(g, first).number == store.stop(*h, first));
      continue;
    }
    // Nothing else is near either: a follower stops nowhere, or somewhere far from itself.
    const std::vector<LoopyId> followers = games.loopy_followers(g);
    CHECK(std::ranges::any_of(followers,
                              [&](LoopyId x) { return !games.is_numberish(LoopyValue(x)); }));
  }
  expect_share(found, all.size(), 0.1);
}

}  // namespace
}  // namespace cgt::testing::numbers_test
