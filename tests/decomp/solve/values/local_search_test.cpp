#include "decomp/solve/values/local_search.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "cgt/game.hpp"
#include "decomp/go/board/region.hpp"
#include "decomp/go/endgame/verify.hpp"
#include "tests/decomp/go/endgame/go_local.hpp"
#include "tests/testing.hpp"

namespace local_search_test {

namespace {

using cgt::Budget;
using cgt::Dyadic;
using cgt::GameId;
using cgt::kPlayers;
using cgt::Player;
using cgt::Store;
using cgt::go::Region;
using cgt::solve::LocalSearch;
using cgt::solve::LocalValue;
using cgt::testing::go_local;
using cgt::testing::GoLocal;

// Outcome of region + n by brute force under positional superko: no whole position may come back.
// The history is part of the question, so nothing is remembered; for tiny regions only.
class SuperkoBruteForce {
 public:
  bool left_wins(const Region& region, std::int64_t n, Player first) {
    history_.clear();
    history_.push_back(region.text());
    return wins(region, n, first, first) == (first == Player::kLeft);
  }

 private:
  // Does `mover` win? Shifts are folded into n.
  bool wins(const Region& region, std::int64_t n, Player mover, Player) {
    for (const auto& option : region.options(mover)) {
      const std::string text = describe(option.position);
      if (std::find(history_.begin(), history_.end(), text) != history_.end()) continue;
      history_.push_back(text);
      const bool lost = !wins(option.position, n + option.shift, opponent(mover), mover);
      history_.pop_back();
      if (lost) return true;
    }
    if (n * sign(mover) > 0) {
      // A free move elsewhere leaves the region as it is; superko bars no tenuki.
      return !wins(region, n - sign(mover), opponent(mover), mover);
    }
    return false;
  }
  static std::string describe(const Region& region) {
    std::string out;
    for (const auto cell : region.cells()) out += static_cast<char>('a' + cell);
    return out;
  }
  std::vector<std::string> history_;
};

}  // namespace

TEST_CASE("every local position of the table has its listed value") {
  Store store;
  LocalSearch<Region> search(store);
  std::size_t exact = 0;
  for (const GoLocal& row : go_local()) {
    if (row.status != "exact") continue;
    INFO(row.name << " " << row.diagram);
    Budget budget;
    const LocalValue value = search.evaluate(Region::parse(row.diagram), budget);
    REQUIRE(value.exact());
    CHECK(value.lower == cgt::parse_value(store, row.unchilled));
    CHECK(store.cool(value.lower, Dyadic(1)) == cgt::parse_value(store, row.chilled));
    CHECK(store.mean(value.lower).to_string() == row.mean);
    CHECK(store.temperature(value.lower).to_string() == row.temperature);
    CHECK(store.stop(value.lower, Player::kLeft).to_string() == row.left);
    CHECK(store.stop(value.lower, Player::kRight).to_string() == row.right);
    ++exact;
  }
  CHECK(exact == 191);
}

TEST_CASE("a table entry serves the colour reversal of a position") {
  Store store;
  LocalSearch<Region> search(store);
  for (const GoLocal& row : go_local()) {
    std::string reversed = row.diagram;
    for (char& c : reversed) {
      const std::string from = "BWXO";
      const std::string to = "WBOX";
      if (const auto at = from.find(c); at != std::string::npos) c = to[at];
    }
    INFO(row.name);
    Budget budget;
    const LocalValue value = search.evaluate(Region::parse(row.diagram), budget);
    const auto positions = search.positions();
    const LocalValue mirror = search.evaluate(Region::parse(reversed), budget);
    CHECK(search.positions() == positions);
    CHECK(mirror.lower == store.negate(value.upper));
    CHECK(mirror.upper == store.negate(value.lower));
  }
}

TEST_CASE("values that depend on ko lie within the listed bounds") {
  const std::map<std::string, std::pair<std::string, std::string>> listed{
      {"ko_third", {"{0|-2}", "1"}},
      {"ko_third_white", {"-1", "{2|0}"}},
      {"ko_gold", {"{{2|0}|-3}", "{3|{0|-2}}"}}};
  Store store;
  LocalSearch<Region> search(store);
  std::size_t found = 0;
  for (const GoLocal& row : go_local()) {
    const auto it = listed.find(row.name);
    if (it == listed.end()) continue;
    INFO(row.name);
    CHECK(row.status == "ko: value between " + it->second.first + " and " + it->second.second);
    Budget budget;
    const LocalValue value = search.evaluate(Region::parse(row.diagram), budget);
    CHECK(store.leq(cgt::parse_value(store, it->second.first), value.lower));
    CHECK(store.leq(value.lower, value.upper));
    CHECK(store.leq(value.upper, cgt::parse_value(store, it->second.second)));
    ++found;
  }
  CHECK(found == 3);
  // The basic ko is not decided by its surroundings: its bounds are just these.
  Budget budget;
  const LocalValue third = search.evaluate(Region::parse("#BW#/B.XW/#BW#"), budget);
  CHECK_FALSE(third.exact());
  CHECK(third.lower == cgt::parse_value(store, "{0|-2}"));
  CHECK(third.upper == cgt::parse_value(store, "1"));
  CHECK(search.loops() > 0);
}

TEST_CASE("exact values of positions with cycles agree with brute force under superko") {
  Store store;
  LocalSearch<Region> search(store);
  SuperkoBruteForce brute;
  for (const char* diagram : {"BBBWWW/BO..XW", "BBWWW/B...W", "BBBWW/B...W", "#BW#/B.XW/#BW#"}) {
    INFO(diagram);
    const Region region = Region::parse(diagram);
    Budget budget;
    const LocalValue value = search.evaluate(region, budget);
    for (std::int64_t n = -4; n <= 4; ++n) {
      for (const Player first : kPlayers) {
        const GameId number = store.integer(n);
        const bool lower = store.left_wins(store.add(value.lower, number), first);
        const bool upper = store.left_wins(store.add(value.upper, number), first);
        const bool truth = brute.left_wins(region, n, first);
        INFO("n " << n << " first " << name(first));
        // lower <= truth <= upper as "Left wins".
        CHECK((!lower || truth));
        CHECK((!truth || upper));
      }
    }
  }
}

TEST_CASE("blocked corridors follow their formula and their position counts") {
  // Value n-2+2^(1-n) when chilled (Berlekamp and Wolfe 1994); 2^n - 1 components are met.
  Store store;
  for (int n = 2; n <= 12; ++n) {
    LocalSearch<Region> search(store);
    const std::string wall(static_cast<std::size_t>(n) + 2, 'B');
    Budget budget;
    const LocalValue value = search.evaluate(
        Region::parse(wall + "/W" + std::string(static_cast<std::size_t>(n), '.') + "B/" + wall),
        budget);
    REQUIRE(value.exact());
    CHECK(store.cool(value.lower, Dyadic(1)) ==
          store.number(Dyadic(n - 2) + Dyadic(std::int64_t{1}, static_cast<std::uint32_t>(n - 1))));
    CHECK(search.positions() == (std::uint64_t{1} << n) - 1);
  }
}

TEST_CASE("bounds are in order on random regions, and exact ones agree with plain recursion") {
  // Random walls around random rooms; loops occur.
  Store store;
  LocalSearch<Region> search(store);
  std::mt19937 random(20);
  std::size_t compared = 0;
  const std::size_t rounds = cgt::testing::scaled(150);
  for (std::size_t round = 0; round < rounds; ++round) {
    const int width = 2 + static_cast<int>(random() % 2);
    const int height = 1 + static_cast<int>(random() % 2);
    std::string diagram;
    for (int y = -1; y <= height; ++y) {
      if (y >= 0) diagram += '/';
      for (int x = -1; x <= width; ++x) {
        const bool wall = y < 0 || y == height || x < 0 || x == width;
        diagram += wall ? "BWB#"[random() % 4] : "....XO"[random() % 6];
      }
    }
    Region region;
    try {
      region = Region::parse(diagram);
    } catch (const cgt::Error&) {
      continue;  // a block without liberty, or nothing left to play
    }
    INFO(diagram);
    Budget budget;
    const LocalValue value = search.evaluate(region, budget);
    REQUIRE(store.leq(value.lower, value.upper));
    if (!value.exact()) continue;
    cgt::search::OutcomeSearch<cgt::go::RegionPosition> plain;
    try {
      for (std::int64_t n = -3; n <= 3; ++n) {
        for (const Player first : kPlayers) {
          const bool truth = plain.left_wins({region}, n, false, first, budget);
          CHECK(truth == store.left_wins(store.add(value.lower, store.integer(n)), first));
          ++compared;
        }
      }
    } catch (const cgt::search::Repetition&) {
      // Plain search refuses cycles; the bounds were in order.
    }
  }
  cgt::testing::expect_share(compared, 14 * rounds, 0.3);  // 0.8
}

TEST_CASE("a search that ran out of budget can be taken up again") {
  const Region room = Region::parse("BBBBBB/W....B/B....W/BBBBBB");
  Store reference;
  Budget unlimited;
  LocalSearch<Region> direct(reference);
  const std::string expected = to_text(reference, direct.evaluate(room, unlimited).lower);
  Store store;
  LocalSearch<Region> search(store);
  std::size_t interrupted = 0;
  for (std::uint64_t nodes = 50;; nodes += 400) {
    Budget budget({.nodes = nodes});
    try {
      const LocalValue value = search.evaluate(room, budget);
      CHECK(value.exact());
      CHECK(to_text(store, value.lower) == expected);
      break;
    } catch (const cgt::BudgetExhausted& stop) {
      CHECK(stop.reason() == cgt::StopReason::kNodes);
      ++interrupted;
    }
  }
  CHECK(interrupted > 0);
}

}  // namespace local_search_test
