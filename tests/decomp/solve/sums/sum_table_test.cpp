#include "decomp/solve/sums/sum_table.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "decomp/rules/registry.hpp"

namespace cgt::solve::sum_table_test {
namespace {

TEST_CASE("components have one record each, whichever graph they come from", "[sums]") {
  const std::shared_ptr<const Ruleset> clobber = registered_ruleset("clobber");
  const std::shared_ptr<const Ruleset> nogo = registered_ruleset("nogo");
  // Both graphs of a kind meet the same boards in another order, so under other numbers.
  std::vector<std::string> boards;
  std::mt19937_64 random(7);
  for (int i = 0; i < 300; ++i) {
    std::string board;
    for (int cell = 0; cell < 14; ++cell) board += cell % 5 == 4 ? '|' : "xo."[random() % 3];
    boards.push_back(board);
  }
  SumTable sums;
  std::map<std::string, SumTable::Component*> components;
  std::set<std::uint64_t> numbers;
  std::size_t met_again = 0;
  for (int round = 0; round < 2; ++round) {
    for (const auto& game : {clobber, nogo}) {
      const std::unique_ptr<AnyGraph> graph = game->position(boards.front()).new_graph();
      for (const std::string& board : boards) {
        std::vector<SignedNode> nodes;
        graph->components(game->position(board), nodes);
        for (const SignedNode v : nodes) {
          SumTable::Component& component = sums.component(sums.kind(*graph), *graph, node_of(v));
          const std::string name = (game == clobber ? "c:" : "n:") + graph->text(node_of(v));
          const auto [at, fresh] = components.try_emplace(name, &component);
          REQUIRE(at->second == &component);
          if (fresh) {
            REQUIRE(component.value().is_none());
            component.set_value(GameId::from_word(static_cast<std::uint32_t>(numbers.size() + 1)));
            REQUIRE(numbers.insert(component.number).second);
          }
          met_again += round;
        }
      }
      std::reverse(boards.begin(), boards.end());
    }
    std::swap(boards.front(), boards[17]);
  }
  CHECK(components.size() == numbers.size());
  CHECK(components.size() > 300);
  CHECK(met_again > components.size());
  CHECK(*numbers.rbegin() < std::uint64_t{1} << 62U);
  CHECK(sums.bytes() > components.size() * sizeof(SumTable::Component));
}

TEST_CASE("sums have one record each, by their parts and the game beside them", "[sums]") {
  SumTable sums;
  std::map<std::pair<SumTable::Key, std::uint32_t>, SumTable::Sum*> all;
  std::map<SumTable::Key, SumTable::Set*> sets;
  std::mt19937_64 random(1);
  const std::uint64_t empty = sums.bytes();
  for (int i = 0; i < 5000; ++i) {
    SumTable::Key key(random() % 4);
    for (std::uint64_t& word : key) word = random() % 16;
    const auto game = static_cast<std::uint32_t>(1 + random() % 8);
    SumTable::Set& set = sums.set(key);
    REQUIRE(sets.try_emplace(key, &set).first->second == &set);
    SumTable::Sum& sum = sums.sum(set, GameId::from_word(game));
    REQUIRE(all.try_emplace({key, game}, &sum).first->second == &sum);
  }
  CHECK(sums.sums() == all.size());
  CHECK(sums.bytes() > empty + all.size() * sizeof(SumTable::Sum));
  std::set<SumTable::Number> numbers;
  for (const auto& [key, set] : sets) numbers.insert(set->number);
  CHECK(numbers.size() == sets.size());
  std::set<SumTable::Sum*> records;
  for (const auto& [key, sum] : all) records.insert(sum);
  CHECK(records.size() == all.size());
}

TEST_CASE("games beside parts are read as they were told last", "[sums]") {
  SumTable sums;
  SumTable::Set& set = sums.set({4, 8});
  const std::uint32_t before = set.version();
  CHECK(set.games().won.empty());
  const std::uint32_t told = set.set_games({{kZero}, {GameId::from_word(3), GameId::from_word(5)}});
  CHECK(told == set.version());
  CHECK(set.version() != before);
  CHECK(set.games().won == SmallVector<GameId, 2>{kZero});
  CHECK(set.games().lost.size() == 2);
  CHECK(sums.set({4, 9}).games().won.empty());
}

}  // namespace
}  // namespace cgt::solve::sum_table_test
