// Learned weights: those that made the samples, the least sum of squares, the values of a random walk.
#include "decomp/search/weights.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "cgt/support/error.hpp"
#include "tests/testing.hpp"

namespace cgt::search::weights_test {
namespace {

Rational squares(const std::vector<Sample>& samples, const std::vector<Rational>& weights) {
  Rational sum;
  for (const Sample& sample : samples) {
    Rational error = -sample.value;
    for (std::size_t i = 0; i < weights.size(); ++i) error += weights[i] * sample.features[i];
    sum += error * error;
  }
  return sum;
}

}  // namespace

TEST_CASE("weights by least squares", "[search]") {
  std::mt19937 random(11);
  const auto draw = [&] { return Rational(static_cast<int>(random() % 11) - 5); };
  std::size_t solved = 0;
  const std::size_t cases = testing::scaled(1'000);
  for (std::size_t k = 0; k < cases; ++k) {
    const std::size_t n = 1 + random() % 4;
    std::vector<Rational> truth;
    for (std::size_t i = 0; i < n; ++i) truth.push_back(draw() / Rational(3));
    std::vector<Sample> exact, noisy;
    for (std::size_t s = 0; s < n + 3; ++s) {
      Sample sample;
      for (std::size_t i = 0; i < n; ++i) {
        sample.features.push_back(draw());
        sample.value += truth[i] * sample.features[i];
      }
      exact.push_back(sample);
      sample.value += draw();
      noisy.push_back(sample);
    }
    std::vector<Rational> found;
    try {
      found = learned_weights(exact);
    } catch (const Error&) {
      continue;
    }
    ++solved;
    REQUIRE(found == truth);
    // No step to either side of any weight makes the sum of squares less.
    const std::vector<Rational> best = learned_weights(noisy);
    for (std::size_t i = 0; i < n; ++i) {
      for (const int sign : {-1, 1}) {
        std::vector<Rational> other = best;
        other[i] += Rational(sign) / Rational(100);
        REQUIRE(squares(noisy, best) < squares(noisy, other));
      }
    }
  }
  testing::expect_share(solved, cases, 0.9);
}

TEST_CASE("weights by temporal differences: a random walk", "[search]") {
  // Sutton (1988): from each of five places to both sides; the right end pays 1.
  constexpr std::size_t kPlaces = 5;
  const auto at = [](std::size_t place) {
    std::vector<Rational> features(kPlaces);
    features[place] = Rational(1);
    return features;
  };
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < kPlaces; ++i) {
    samples.push_back({at(i), i == 0 ? std::vector<Rational>() : at(i - 1), Rational(0)});
    const bool end = i + 1 == kPlaces;
    samples.push_back({at(i), end ? std::vector<Rational>() : at(i + 1), Rational(end ? 1 : 0)});
  }
  const std::vector<Rational> found = learned_weights(samples);
  for (std::size_t i = 0; i < kPlaces; ++i)
    CHECK(found[i] == Rational(static_cast<int>(i) + 1) / Rational(6));
  CHECK_THROWS_AS(learned_weights({}), Error);
  CHECK_THROWS_AS(learned_weights({{{Rational(1), Rational(2)}, {}, Rational(1)}}), Error);
}

}  // namespace cgt::search::weights_test
