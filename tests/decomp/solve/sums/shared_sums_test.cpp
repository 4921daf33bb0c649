#include "decomp/solve/sums/shared/shared_sums.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

namespace cgt::solve::shared_sums_test {
namespace {

TEST_CASE("components have one record each, by type and text", "[sums]") {
  SharedSums sums;
  std::map<std::string, SharedSums::Component*> components;
  std::set<SharedSums::Number> distinct;
  for (int i = 0; i < 2000; ++i) {
    const std::string text = std::to_string(i * i);
    SharedSums::Component& component = sums.component(typeid(int), text);
    components[text] = &component;
    distinct.insert(component.number);
    distinct.insert(sums.component(typeid(long), text).number);
  }
  CHECK(distinct.size() == 4000);
  for (const auto& [text, component] : components) {
    REQUIRE(&sums.component(typeid(int), text) == component);
    REQUIRE(component->value().is_none());
    component->set_value(GameId::from_word(component->number + 1));
  }
  for (const auto& [text, component] : components) {
    const SharedSums::Component& again = sums.component(typeid(int), text);
    REQUIRE(again.value() == GameId::from_word(again.number + 1));
    REQUIRE(sums.component(typeid(long), text).value().is_none());
  }
}

TEST_CASE("sums have one record each, by their parts and the game beside them", "[sums]") {
  SharedSums sums;
  std::map<std::pair<SharedSums::Key, std::uint32_t>, SharedSums::Sum*> all;
  std::map<SharedSums::Key, SharedSums::Set*> sets;
  std::mt19937_64 random(1);
  const std::uint64_t empty = sums.bytes();
  for (int i = 0; i < 5000; ++i) {
    SharedSums::Key key(random() % 4);
    for (std::uint64_t& word : key) word = random() % 16;
    const auto game = static_cast<std::uint32_t>(1 + random() % 8);
    SharedSums::Set& set = sums.set(key);
    REQUIRE(sets.try_emplace(key, &set).first->second == &set);
    SharedSums::Sum& sum = sums.sum(set, GameId::from_word(game));
    REQUIRE(all.try_emplace({key, game}, &sum).first->second == &sum);
  }
  CHECK(sums.sums() == all.size());
  CHECK(sums.bytes() > empty + all.size() * sizeof(SharedSums::Sum));
  std::set<SharedSums::Number> numbers;
  for (const auto& [key, set] : sets) numbers.insert(set->number);
  CHECK(numbers.size() == sets.size());
  std::set<SharedSums::Sum*> records;
  for (const auto& [key, sum] : all) records.insert(sum);
  CHECK(records.size() == all.size());
}

TEST_CASE("games beside parts are read as they were told last", "[sums]") {
  SharedSums sums;
  SharedSums::Set& set = sums.set({4, 8});
  const std::uint32_t before = set.version();
  CHECK(set.games().won.empty());
  set.set_games({{kZero}, {GameId::from_word(3), GameId::from_word(5)}});
  CHECK(set.version() != before);
  CHECK(set.games().won == std::vector<GameId>{kZero});
  CHECK(set.games().lost.size() == 2);
  CHECK(sums.set({4, 9}).games().won.empty());
}

}  // namespace
}  // namespace cgt::solve::shared_sums_test
