#include "decomp/labs/pathology/measures.hpp"

#include <exception>

#include "cgt/support/threads.hpp"
#include "decomp/search/random.hpp"

namespace cgt::search::pathology {

void check_depths(int deep, int shallow) {
  if (deep < 1 || shallow < 1) throw Error("a search looks at least one move ahead");
}

void check_granularity(int granularity) {
  if (granularity != 0 && (granularity < 2 || granularity > 100000)) {
    throw Error("a granularity is between 2 and 100000, or 0 for values as they are");
  }
}

void check_granularities(std::span<const int> granularities) {
  for (const int g : granularities) check_granularity(g);
}

void check_deviation(double sigma) {
  if (!(sigma >= 0 && std::isfinite(sigma))) {
    throw Error("the deviation of the noise is a number, not below 0");
  }
}

double ErrorMean::standard_error() const {
  if (count < 2) return NAN;
  return std::sqrt(std::max(squares - sum * sum / count, 0.0) / (count * (count - 1)));
}

ErrorTally& ErrorTally::operator+=(const ErrorTally& other) {
  count += other.count;
  deep += other.deep;
  shallow += other.shallow;
  deep_squared += other.deep_squared;
  shallow_squared += other.shallow_squared;
  product += other.product;
  ratio_count += other.ratio_count;
  ratio += other.ratio;
  ratio_squared += other.ratio_squared;
  better += other.better;
  worse += other.worse;
  return *this;
}

std::vector<double> ErrorTally::fields() const {
  return {count, deep,          shallow, deep_squared, shallow_squared, product, ratio_count,
          ratio, ratio_squared, better,  worse};
}

ErrorTally ErrorTally::from_fields(std::span<const double> f) {
  CGT_EXPECTS(f.size() == kFields, "a tally has its fields");
  return {f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9], f[10]};
}

double ErrorTally::pathology_error() const {
  if (count < 2 || shallow <= 0) return NAN;
  const double p = pathology();
  // Of deep - p * shallow, whose mean is zero.
  const double squares = deep_squared - 2 * p * product + p * p * shallow_squared;
  return std::sqrt(std::max(squares, 0.0) / (count * (count - 1))) / mean_shallow();
}

double ErrorTally::mean_ratio_error() const {
  if (ratio_count < 2) return NAN;
  const double mean = mean_ratio();
  const double squares = std::max(ratio_squared - ratio_count * mean * mean, 0.0);
  return std::sqrt(squares / (ratio_count * (ratio_count - 1)));
}

Interval bootstrap_pathology(std::span<const ErrorPair> errors, std::size_t resamples, double level,
                             std::uint64_t seed) {
  CGT_EXPECTS(!errors.empty() && resamples > 0 && level > 0 && level < 1,
              "a bootstrap has errors, draws and a level between 0 and 1");
  std::vector<double> ratios;
  ratios.reserve(resamples);
  for (std::size_t r = 0; r < resamples; ++r) {
    Random random(seed, 0xb007, r);
    double deep = 0;
    double shallow = 0;
    for (std::size_t i = 0; i < errors.size(); ++i) {
      const ErrorPair& pair = errors[static_cast<std::size_t>(random.below(errors.size()))];
      deep += pair.deep;
      shallow += pair.shallow;
    }
    ratios.push_back(shallow > 0 ? deep / shallow : deep > 0 ? INFINITY : 1.0);
  }
  std::sort(ratios.begin(), ratios.end());
  const auto at = [&](double part) {
    const double index = part * static_cast<double>(ratios.size() - 1);
    return ratios[static_cast<std::size_t>(std::lround(index))];
  };
  return {at((1 - level) / 2), at((1 + level) / 2)};
}

void ClusteringFactor::add(std::span<const double> siblings) {
  double mean = 0;
  for (const double v : siblings) {
    mean += v;
    count_ += 1;
    const double before = v - mean_;
    mean_ += before / count_;
    squares_ += before * (v - mean_);
  }
  if (siblings.size() < 2) return;
  mean /= static_cast<double>(siblings.size());
  double squares = 0;
  for (const double v : siblings) squares += (v - mean) * (v - mean);
  families_ += 1;
  deviations_ += std::sqrt(squares / static_cast<double>(siblings.size()));
}

ClusteringFactor& ClusteringFactor::operator+=(const ClusteringFactor& other) {
  families_ += other.families_;
  deviations_ += other.deviations_;
  if (other.count_ == 0) return *this;
  const double apart = other.mean_ - mean_;
  const double all = count_ + other.count_;
  squares_ += other.squares_ + apart * apart * count_ * other.count_ / all;
  mean_ += apart * other.count_ / all;
  count_ = all;
  return *this;
}

double ClusteringFactor::sibling_deviation() const {
  return families_ > 0 ? deviations_ / families_ : NAN;
}

double ClusteringFactor::deviation() const {
  return count_ > 0 ? std::sqrt(squares_ / count_) : NAN;
}

void for_each_part(std::size_t count, unsigned threads, Budget& whole,
                   const std::function<void(std::size_t, Budget&)>& body) {
  std::atomic<std::uint64_t> pool = whole.used_nodes();
  const std::exception_ptr failure = share_items(count, threads, [&](const NextItem& next) {
    Budget budget(whole, pool);
    while (const auto part = next()) body(*part, budget);
  });
  whole.adopt(pool);
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace cgt::search::pathology
