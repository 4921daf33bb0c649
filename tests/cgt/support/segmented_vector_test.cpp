#include "cgt/support/segmented_vector.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace segmented_vector_test {
namespace {

using cgt::SegmentedVector;

TEST_CASE("a segmented vector holds what a vector holds", "[segmented_vector]") {
  std::mt19937 random(5);
  SegmentedVector<std::string> ours;
  std::vector<std::string> theirs;
  std::vector<const std::string*> places;
  std::uint64_t bytes = ours.bytes();
  CHECK(ours.empty());
  for (int i = 0; i < 3000; ++i) {
    // Long ones have memory of their own.
    std::string text(random() % 40, static_cast<char>('a' + random() % 26));
    theirs.push_back(text);
    places.push_back(&ours.emplace_back(std::move(text)));
    if (i % 97 == 0) {
      ours.grow_to(ours.size() + 5);
      theirs.resize(theirs.size() + 5);
      while (places.size() < ours.size()) places.push_back(&ours[places.size()]);
    }
    REQUIRE(ours.size() == theirs.size());
    CHECK(ours.bytes() >= bytes);
    bytes = ours.bytes();
  }
  CHECK(bytes >= ours.size() * sizeof(std::string));
  CHECK(bytes <= 2 * ours.size() * sizeof(std::string));
  ours[17] = "changed";
  theirs[17] = "changed";
  const SegmentedVector<std::string> moved = std::move(ours);
  REQUIRE(moved.size() == theirs.size());
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    CHECK(moved[i] == theirs[i]);
    CHECK(&moved[i] == places[i]);
  }
}

// Counts the living ones; the one with number 40 cannot be made.
struct Counted {
  static inline int alive = 0;
  explicit Counted(int number) : number(number) {
    if (number == 40) throw std::runtime_error("40");
    ++alive;
  }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --alive; }
  int number;
};

TEST_CASE("a segmented vector is as before where an element cannot be made", "[segmented_vector]") {
  {
    SegmentedVector<Counted> numbers;
    for (int i = 0; i < 100; ++i) {
      if (i == 40) {
        CHECK_THROWS_AS(numbers.emplace_back(i), std::runtime_error);
        CHECK(numbers.size() == 40);
      } else {
        CHECK(numbers.emplace_back(i).number == i);
      }
    }
    CHECK(Counted::alive == 99);
    CHECK(numbers[39].number == 39);
    CHECK(numbers[40].number == 41);
  }
  CHECK(Counted::alive == 0);
}

}  // namespace
}  // namespace segmented_vector_test
