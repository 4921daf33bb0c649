#include "decomp/solve/sums/shared/decided_sums.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

namespace cgt::solve::decided_sums_test {
namespace {

TEST_CASE("components have one number each, by type and text", "[sums]") {
  DecidedSums sums;
  std::map<std::string, DecidedSums::Number> numbers;
  std::set<DecidedSums::Number> distinct;
  for (int i = 0; i < 2000; ++i) {
    const std::string text = std::to_string(i * i);
    numbers[text] = sums.number(typeid(int), text);
    distinct.insert(numbers[text]);
    distinct.insert(sums.number(typeid(long), text));
  }
  CHECK(distinct.size() == 4000);
  for (const auto& [text, number] : numbers) {
    REQUIRE(sums.number(typeid(int), text) == number);
    REQUIRE(sums.value(number).is_none());
    sums.set_value(number, GameId::from_word(number + 1));
  }
  for (const auto& [text, number] : numbers) {
    REQUIRE(sums.value(number) == GameId::from_word(number + 1));
    REQUIRE(sums.value(sums.number(typeid(long), text)).is_none());
  }
}

TEST_CASE("sums are decided once and found by their whole keys", "[sums]") {
  DecidedSums sums;
  std::map<DecidedSums::Key, bool> all;
  std::mt19937_64 random(1);
  const std::uint64_t empty = sums.bytes();
  for (int i = 0; i < 5000; ++i) {
    DecidedSums::Key key(1 + random() % 4);
    for (std::uint64_t& word : key) word = random() % 16;
    const bool wins = all.try_emplace(key, random() % 2 == 0).first->second;
    sums.decide(key, wins);
  }
  CHECK(sums.sums() == all.size());
  CHECK(sums.bytes() > empty + all.size() * sizeof(std::uint64_t));
  for (const auto& [key, wins] : all) REQUIRE(sums.wins(key) == wins);
  for (int i = 0; i < 5000; ++i) {
    DecidedSums::Key key(1 + random() % 5);
    for (std::uint64_t& word : key) word = random() % 16;
    REQUIRE(sums.wins(key).has_value() == all.contains(key));
  }
}

}  // namespace
}  // namespace cgt::solve::decided_sums_test
