#include "decomp/labs/pathology/measures.hpp"

#include <catch2/catch.hpp>

#include "decomp/search/random.hpp"

namespace measures_test {

using namespace cgt::search;
using namespace cgt::search::pathology;

namespace {

double error_of(std::vector<double> estimates, std::vector<int> truths, int sign) {
  return decision_error(std::span<const double>(estimates), std::span<const int>(truths), sign);
}

}  // namespace

TEST_CASE("decision error is the part of the chosen moves that are not best", "[pathology]") {
  CHECK(error_of({1}, {7}, 1) == 0);
  CHECK(error_of({1, 2}, {3, 4}, 1) == 0);
  CHECK(error_of({1, 2}, {3, 4}, -1) == 0);
  CHECK(error_of({1, 2}, {4, 3}, 1) == 1);
  CHECK(error_of({2, 2, 0}, {4, 3, 4}, 1) == 0.5);
  CHECK(error_of({2, 2, 2}, {4, 3, 4}, 1) == Approx(1.0 / 3));
  CHECK(error_of({2, 2, 2}, {4, 3, 4}, -1) == Approx(2.0 / 3));
  // Best moves that the search does not choose cost nothing.
  CHECK(error_of({5, 2, 2}, {4, 4, 4}, 1) == 0);
}

TEST_CASE("a tally has both readings of the mean ratio and adds up", "[pathology]") {
  const std::vector<ErrorPair> pairs{{0.5, 0.25}, {0.5, 0.5}, {0, 1}, {1, 0}};
  ErrorTally all;
  ErrorTally halves[2];
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    all.add(pairs[i]);
    halves[i / 2].add(pairs[i]);
  }
  CHECK(all.pathology() == Approx(2 / 1.75));
  CHECK(all.mean_ratio() == Approx((2.0 + 1 + 0) / 3));
  CHECK(all.ratio_count == 3);
  CHECK(all.better == 1);
  CHECK(all.worse == 2);
  CHECK(all.equal() == 1);
  halves[0] += halves[1];
  CHECK(halves[0].fields() == all.fields());
  CHECK(ErrorTally::from_fields(all.fields()).fields() == all.fields());
  CHECK(std::isnan(ErrorTally().pathology()));
}

TEST_CASE("standard error and bootstrap interval cover the true ratio as often as they say",
          "[pathology]") {
  // Errors 0 or 1, dependent: P(deep) = 0.35, P(shallow) = 0.5, ratio 0.7.
  int inside = 0;
  int inside_bootstrap = 0;
  const int samples = 300;
  for (int sample = 0; sample < samples; ++sample) {
    Random random(77, 0, static_cast<std::uint64_t>(sample));
    std::vector<ErrorPair> pairs;
    ErrorTally tally;
    for (int i = 0; i < 400; ++i) {
      const double common = random.uniform();
      const bool shallow = common < 0.5;
      const bool deep = random.uniform() < (shallow ? 0.5 : 0.2);
      pairs.push_back({deep ? 1.0 : 0.0, shallow ? 1.0 : 0.0});
      tally.add(pairs.back());
    }
    inside += std::abs(tally.pathology() - 0.7) < 1.96 * tally.pathology_error() ? 1 : 0;
    const Interval interval = bootstrap_pathology(pairs, 200);
    inside_bootstrap += interval.lower <= 0.7 && 0.7 <= interval.upper ? 1 : 0;
    if (sample == 0) CHECK(interval.lower == bootstrap_pathology(pairs, 200).lower);
  }
  CHECK(inside > samples * 0.91);
  CHECK(inside < samples * 0.985);
  CHECK(inside_bootstrap > samples * 0.90);
  CHECK(inside_bootstrap < samples * 0.99);
}

TEST_CASE("the clustering factor tells families from strangers", "[pathology]") {
  ClusteringFactor equal;
  ClusteringFactor strangers;
  Random random(3);
  for (int i = 0; i < 4000; ++i) {
    const double v = random.uniform();
    equal.add(std::vector<double>{v, v, v});
    std::vector<double> family(20);
    for (double& member : family) member = random.uniform();
    strangers.add(family);
  }
  CHECK(equal.factor() == Approx(0).margin(1e-12));
  CHECK(equal.deviation() == Approx(std::sqrt(1.0 / 12)).epsilon(0.02));
  CHECK(strangers.factor() == Approx(0.967).margin(0.01));
}

TEST_CASE("the normal quantile inverts the distribution", "[pathology]") {
  for (double x = -7; x <= 7; x += 0.0625) {
    const double p = normal_distribution(x);
    // Near 1 the probability itself has few digits left.
    CHECK(normal_quantile(p) == Approx(x).margin(x > 4 ? 1e-5 : 1e-11));
  }
  // Tables of the normal distribution.
  CHECK(normal_quantile(0.975) == Approx(1.959963984540054).epsilon(1e-14));
  CHECK(normal_quantile(1e-10) == Approx(-6.361340902404056).epsilon(1e-13));
}

TEST_CASE("streams of random numbers are uniform and normal", "[pathology]") {
  Random random(5, 6, 7);
  const Random again(5, 6, 7);
  CHECK(Random(again).next() == Random(5, 6, 7).next());
  CHECK(Random(5, 6, 8).next() != Random(5, 6, 7).next());
  double sum = 0;
  double squares = 0;
  double fourth = 0;
  double largest = 0;
  std::vector<int> tenths(10);
  const int draws = 100000;
  for (int i = 0; i < draws; ++i) {
    ++tenths[random.below(10)];
    const double z = random.normal();
    sum += z;
    squares += z * z;
    fourth += z * z * z * z;
    largest = std::max(largest, std::abs(random.truncated_normal(1.5)));
  }
  for (const int n : tenths) CHECK(std::abs(n - draws / 10) < 500);
  CHECK(std::abs(sum / draws) < 0.015);
  CHECK(squares / draws == Approx(1).margin(0.02));
  CHECK(fourth / draws == Approx(3).margin(0.15));
  CHECK(largest <= 1.5);
  CHECK(largest > 1.49);
}

}  // namespace measures_test
