#include "cgt/detail/tables.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/testing.hpp"

namespace cgt::detail::detail_segmented_test {
namespace {

TEST_CASE("a segmented vector is a vector whose elements never move", "[segmented]") {
  std::mt19937_64 random(1);
  std::size_t cuts = 0;
  std::size_t largest = 0;
  for (std::size_t round = 0; round < testing::scaled(40); ++round) {
    Segmented<std::string> segmented;
    std::vector<std::string> plain;
    std::vector<const std::string*> places;
    for (int step = 0; step < 600; ++step) {
      if (random() % 100 == 0) {
        const std::size_t size = random() % (plain.size() + 1);
        segmented.truncate(static_cast<std::uint32_t>(size));
        plain.resize(size);
        places.resize(size);
        ++cuts;
      } else {
        // Longer than what a string holds in itself: addresses of elements, not of their texts.
        plain.push_back(std::to_string(random()) + std::string(20, 'x'));
        CHECK(segmented.append(plain.back()) == plain.size() - 1);
        places.push_back(&segmented.at(static_cast<std::uint32_t>(plain.size() - 1)));
      }
    }
    largest = std::max(largest, plain.size());
    REQUIRE(segmented.size() == plain.size());
    bool same = true;
    for (std::uint32_t i = 0; i < plain.size(); ++i)
      same = same && segmented.at(i) == plain[i] && &segmented.at(i) == places[i];
    CHECK(same);
  }
  CHECK(cuts > 0);
  CHECK(largest > 16 + 32 + 64);  // at least four segments
}

TEST_CASE("what was cut off is let go at once", "[segmented]") {
  Segmented<std::shared_ptr<int>> segmented;
  const auto watched = std::make_shared<int>(7);
  for (int i = 0; i < 50; ++i) segmented.append(watched);
  CHECK(watched.use_count() == 51);
  segmented.truncate(20);
  CHECK(watched.use_count() == 21);
  CHECK(segmented.append(nullptr) == 20);
  CHECK(segmented.at(20) == nullptr);
  CHECK(segmented.at(19) == watched);
}

}  // namespace
}  // namespace cgt::detail::detail_segmented_test
