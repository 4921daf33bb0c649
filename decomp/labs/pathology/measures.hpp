// How looking ahead is judged (Nau, Lustrek, Parker, Bratko, Gams 2010, "When is it better not
// to look ahead?").
//
//   m(x)        the true value of x; m_e(x, d) the value of a search to depth d whose horizon is
//               valued by a heuristic
//   decision error P_err(x, d) = 1 - |opt(x, d) & opt(x)| / |opt(x, d)|: the chance that a move
//               that is best by the search, drawn uniformly, is not a best one
//   degree of pathology p(i, j) = P_err(i) / P_err(j) for i > j: above 1, looking farther ahead
//               makes worse decisions
//
// The ratio of the mean errors is the measure that all experiments report; the mean of the ratios
// is undefined where the shallow search never errs, and is reported over the other positions.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"

namespace cgt::search::pathology {

// What every experiment asks of its parameters; these throw Error.
// At least one move ahead.
void check_depths(int deep, int shallow);
// 0 (values as they are), or 2 .. 100,000.
void check_granularity(int granularity);
void check_granularities(std::span<const int> granularities);
// Finite, at least 0.
void check_deviation(double sigma);

// Decision error at one position: of the moves with the best estimate, the part that is not best by
// truth. Both spans are in the order of the moves and not empty; `sign` is +1 where the greatest
// value is best, -1 where the least is.
template <class Estimate, class Truth>
double decision_error(std::span<const Estimate> estimates, std::span<const Truth> truths,
                      int sign) {
  CGT_EXPECTS(!estimates.empty() && estimates.size() == truths.size(),
              "a decision has moves, each with an estimate and a true value");
  const auto better = [sign](const auto& a, const auto& b) { return sign > 0 ? b < a : a < b; };
  Truth best_truth = truths[0];
  for (const Truth& t : truths) {
    if (better(t, best_truth)) best_truth = t;
  }
  Estimate best = estimates[0];
  unsigned chosen = 0;
  unsigned right = 0;
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    if (better(estimates[i], best)) {
      best = estimates[i];
      chosen = right = 0;
    }
    if (better(best, estimates[i])) continue;
    ++chosen;
    if (!better(best_truth, truths[i])) ++right;
  }
  return 1.0 - static_cast<double>(right) / chosen;
}

// Mean of decision errors.
struct ErrorMean {
  double count = 0;
  double sum = 0;
  double squares = 0;

  void add(double error) {
    count += 1;
    sum += error;
    squares += error * error;
  }
  double mean() const { return sum / count; }
  double standard_error() const;
};

// Errors of a deeper and a shallower search at the same position.
struct ErrorPair {
  double deep = 0;
  double shallow = 0;
};

// Sums over positions from which the measures follow. Tallies of parts add up; sums in equal order
// are equal to the last bit.
struct ErrorTally {
  double count = 0;
  double deep = 0;
  double shallow = 0;
  double deep_squared = 0;
  double shallow_squared = 0;
  double product = 0;
  double ratio_count = 0;  // positions where the shallow search errs
  double ratio = 0;        // of the errors there
  double ratio_squared = 0;
  double better = 0;  // positions where the deeper search errs less
  double worse = 0;

  static constexpr std::size_t kFields = 11;

  void add(ErrorPair errors) {
    count += 1;
    deep += errors.deep;
    shallow += errors.shallow;
    deep_squared += errors.deep * errors.deep;
    shallow_squared += errors.shallow * errors.shallow;
    product += errors.deep * errors.shallow;
    if (errors.shallow > 0) {
      const double r = errors.deep / errors.shallow;
      ratio_count += 1;
      ratio += r;
      ratio_squared += r * r;
    }
    better += errors.deep < errors.shallow ? 1 : 0;
    worse += errors.deep > errors.shallow ? 1 : 0;
  }
  ErrorTally& operator+=(const ErrorTally& other);
  std::vector<double> fields() const;
  static ErrorTally from_fields(std::span<const double> fields);

  double equal() const { return count - better - worse; }
  double mean_deep() const { return count > 0 ? deep / count : NAN; }
  double mean_shallow() const { return count > 0 ? shallow / count : NAN; }
  // Ratio of the mean errors; NaN where the shallow search never errs.
  double pathology() const { return shallow > 0 ? deep / shallow : NAN; }
  // Of pathology(), by linearisation (delta method); NaN for less than two positions.
  double pathology_error() const;
  // Mean of the ratios, over the positions where the shallow search errs.
  double mean_ratio() const { return ratio_count > 0 ? ratio / ratio_count : NAN; }
  double mean_ratio_error() const;
};

struct Interval {
  double lower = 0;
  double upper = 0;
};

// Percentile bootstrap of the ratio of the mean errors (Efron 1979): `resamples` draws of as many
// positions with repetition. Equal arguments give equal intervals.
Interval bootstrap_pathology(std::span<const ErrorPair> errors, std::size_t resamples = 1000,
                             double level = 0.95, std::uint64_t seed = 1);

// Clustering factor (Sadikov, Bratko, Kononenko 2005): the mean standard deviation among the values
// of siblings over the deviation of all values; 0 where siblings are equal, near 1 where they are
// no more alike than strangers. Low values mean high local similarity.
class ClusteringFactor {
 public:
  // The values of the children of one node; families of one child count in the denominator only.
  void add(std::span<const double> siblings);
  ClusteringFactor& operator+=(const ClusteringFactor& other);
  // Mean over the families; the variance of each is divided by its size.
  double sibling_deviation() const;
  double deviation() const;
  double factor() const { return sibling_deviation() / deviation(); }

 private:
  double families_ = 0;
  double deviations_ = 0;
  double count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // about the mean
};

// Of many trees: the mean deviation among siblings over the mean deviation in a tree.
struct MeanClustering {
  double siblings = 0;
  double all = 0;

  void add(const ClusteringFactor& tree) {
    if (std::isnan(tree.factor())) return;
    siblings += tree.sibling_deviation();
    all += tree.deviation();
  }
  MeanClustering& operator+=(const MeanClustering& other) {
    siblings += other.siblings;
    all += other.all;
    return *this;
  }
  double factor() const { return siblings / all; }
};

// Independent parts of one experiment, spread over threads.

// Calls body(i, budget) once for every i in [0, count), on up to `threads` threads (0: as many as
// the machine has), each with a budget of its own that counts in the pool of `whole`. Parts are
// handed out in order. When a body throws, no new part is begun, and the exception of the lowest
// part that threw is thrown again once every thread has finished.
void for_each_part(std::size_t count, unsigned threads, Budget& whole,
                   const std::function<void(std::size_t, Budget&)>& body);

}  // namespace cgt::search::pathology
